#!/usr/bin/env bash
# Runs `make demo` and `make test` on a machine that has nothing: a minimal Debian 12 with git, make, python3-venv and
# ca-certificates, made in a temporary folder (under TMPDIR; 8 GB) and removed at the end, also after a failure.
# Tests the last commit. Needs root, and Debian's debootstrap, which apt installs where it is missing.
#
#   PYTEST_ARGS   further arguments of pytest, such as tests/test_browser.py; without them every test runs
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/apt.sh
. scripts/apt.sh

SUITE=bookworm
PACKAGES=git,make,python3-venv,ca-certificates
# The settings by which package clients find and trust their registries.
SETTINGS='^(PIP_(INDEX_URL|EXTRA_INDEX_URL|TRUSTED_HOST|CERT|CLIENT_CERT|PROXY|DEFAULT_TIMEOUT|RETRIES)|npm_config_.*)$'
SETTINGS+='|^(SSL_CERT_FILE|SSL_CERT_DIR|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|NODE_EXTRA_CA_CERTS|GIT_SSL_CAINFO)$'
SETTINGS+='|^(http|https|ftp|all|no|HTTP|HTTPS|FTP|ALL|NO)_(proxy|PROXY)$'

say() { echo "fresh-test: $*"; }
die() { say "$*" >&2; exit 1; }

# Run a command with mounts and processes in namespaces of its own. They end with it, so that taking the root down is
# removing a folder. In the background, since bash runs no trap while it waits for a command in the foreground.
running=
apart() {
    unshare --mount --pid --fork --kill-child "$@" &
    running=$!
    local status=0
    wait "$running" || status=$?
    running=
    return "$status"
}

# Run a command in the root, with the settings and no other variable of this machine.
inside() {
    # shellcheck disable=SC2016 # the inner shell expands these
    apart bash -euc '
        root=$1
        shift
        mount --rbind /dev "$root/dev"
        mount -t proc proc "$root/proc"
        exec chroot "$root" "$@"' bash "$root" \
        env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin "${settings[@]}" "$@"
}

# shellcheck disable=SC2317 # called by the trap
take_down() {
    if [ -n "$running" ]; then
        kill -KILL "$running" 2>/dev/null || true
        wait "$running" 2>/dev/null || true
        sleep 1 # until the kernel has ended the rest of the namespace
    fi
    rm -rf --one-file-system "$work"
}

# Print Debian's package sources of this machine as lines of sources.list; nothing where it has another release.
debian_sources() {
    # shellcheck disable=SC2016 # apt expands these
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
        awk -v suite="$SUITE" '$2 ~ "^" suite { print "deb", $1, $2, $3 }'
}

# Give the root this machine's way to the registries: addresses, proxies, certificates. Folders of packages that are
# on this machine stay out: a fresh machine has none.
pass_settings_on() {
    local file
    for file in /etc/resolv.conf /etc/hosts /etc/npmrc /root/.npmrc /etc/apt/auth.conf /etc/apt/auth.conf.d/* \
        /usr/local/share/ca-certificates/*.crt; do
        [ ! -f "$file" ] || cp -L --parents --preserve=mode "$file" "$root"
    done
    for file in /etc/pip.conf /root/.pip/pip.conf /root/.config/pip/pip.conf; do
        [ ! -f "$file" ] || sed -E '/^ *find-links/d; s#file://[^ ]*##g' "$file" |
            install -D -m 600 /dev/stdin "$root$file"
    done
    apt-config dump Acquire >"$root/etc/apt/apt.conf.d/99outside"
    [ -z "$sources" ] || echo "$sources" >"$root/etc/apt/sources.list"
    inside update-ca-certificates >/dev/null
}

# Run a command in the root's checkout; add its time and outcome to the summary.
summary=()
failed=0
measure() {
    local began=$SECONDS outcome=passed
    say "\$ $*"
    # shellcheck disable=SC2016 # the inner shell expands it
    inside SKIPPER_BROWSER=required sh -c 'cd /root/skipper && exec "$@"' sh "$@" || { outcome=FAILED; failed=1; }
    local took=$((SECONDS - began))
    summary+=("$(printf '%s: %s in %d:%02d' "$1 $2" "$outcome" $((took / 60)) $((took % 60)))")
}

[ "$(id -u)" -eq 0 ] || die "a root of Debian can be made by root only: run it with sudo."
command -v debootstrap >/dev/null || { say "no debootstrap found; trying apt"; apt_install debootstrap; } ||
    die "install the package debootstrap."
[ -z "$(git status --porcelain)" ] || say "changes that are not committed are left out"

work=$(mktemp -d "${TMPDIR:-/tmp}/skipper-fresh.XXXXXX")
root=$work/root
trap take_down EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
settings=()
for name in $(compgen -e | grep -E "$SETTINGS" || true); do
    settings+=("$name=${!name}")
done

say "a minimal Debian ($SUITE) with ${PACKAGES//,/, } in $root"
sources=$(debian_sources)
mirror=$(awk -v suite="$SUITE" '$3 == suite { print $2; exit }' <<<"$sources")
apart debootstrap --variant=minbase --include="$PACKAGES" "$SUITE" "$root" ${mirror:+"$mirror"} >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log" >&2; die "debootstrap failed."; }
pass_settings_on
git clone --quiet --no-hardlinks "$PWD" "$root/root/skipper"

measure make demo
measure make test ${PYTEST_ARGS:+"PYTEST_ARGS=$PYTEST_ARGS"}
for line in "${summary[@]}"; do
    say "$line"
done
exit "$failed"
