#!/usr/bin/env bash
# Installs the wheel of dist/ into an empty virtual environment, as a user does, and runs it outside the checkout.
# Dependencies come from the wheel's own metadata, in the versions of requirements.lock.
# $1 is the environment with uv; the new one gets its version of Python and nothing of its packages.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/packages.sh
. scripts/packages.sh
tools=$(realpath -s "${1:-.venv}")
python=$tools/bin/python
wheel=$(realpath dist/*.whl)

work=$(mktemp -d "${TMPDIR:-/tmp}/skipper-smoke.XXXXXX")
trap 'rm -rf "$work"' EXIT

say() { echo "smoke: $* ($SECONDS s)"; }
die() { echo "smoke: $*" >&2; exit 1; }

missing=$(LC_ALL=C comm -23 <(cd src && git ls-files skipper | LC_ALL=C sort) \
    <("$python" -m zipfile -l "$wheel" | cut -d' ' -f1 | LC_ALL=C sort))
[ -z "$missing" ] || die "not in the wheel: $missing"

# A constraint takes no hash.
sed -n 's/^\([^ #]*==[^ ]*\).*/\1/p' requirements.lock >"$work/constraints.txt"
"$python" -m venv --without-pip "$work/venv"
install_packages "$tools" "$work/venv/bin/python" -c "$work/constraints.txt" "$wheel"
say "installed ${wheel##*/} into an empty environment"

mkdir "$work/elsewhere"
cd "$work/elsewhere"
unset PYTHONPATH PYTHONDONTWRITEBYTECODE "${!SKIPPER_@}"
PATH=$work/venv/bin:$PATH
version=${wheel##*/skipper_baseball-}
version=${version%%-*}
for command in "skipper" "python -m skipper"; do
    found=$($command --version)
    [ "$found" = "skipper, version $version" ] || die "$command --version prints \"$found\", the wheel is of $version"
    echo "smoke: $command --version: $found"
done
# As in the tests: so small a build ends before optimized machine code pays for its making.
export SPARK_SUBMIT_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
skipper demo --out "$work/demo" >"$work/demo.log" 2>&1 || { cat "$work/demo.log" >&2; die "skipper demo failed"; }
for page in kettleworth plan backman; do
    [ -s "$work/demo/$page.html" ] || die "skipper demo wrote no $page.html"
done
say "skipper demo wrote its three pages"
