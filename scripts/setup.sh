#!/usr/bin/env bash
# Makes the virtual environment $1 from requirements.lock, and sees that Spark will find Java 17 or newer.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=${1:-.venv}

# shellcheck source=scripts/apt.sh
. scripts/apt.sh
# shellcheck source=scripts/packages.sh
. scripts/packages.sh

java_major() {  # prints the major version of the java command $1, or nothing
    "$1" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1
}

have_java() {
    local java major
    for java in "${JAVA_HOME:-/nonexistent}/bin/java" "$(command -v java || true)"; do
        [ -x "$java" ] || continue
        major=$(java_major "$java")
        [ -n "$major" ] && [ "$major" -ge 17 ] && return 0
    done
    return 1
}

python=$(command -v python3.11 || command -v python3 || true)
[ -n "$python" ] || { echo "setup: Python 3.11 or newer is needed: install the package python3." >&2; exit 1; }
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    { echo "setup: Python 3.11 or newer is needed; $python is $("$python" -V)." >&2; exit 1; }
"$python" -c 'import ensurepip, venv' 2>/dev/null || apt_install python3-venv ||
    { echo "setup: Python's venv module is missing: install the package python3-venv." >&2; exit 1; }

if ! have_java; then
    echo "setup: no Java 17 or newer found; trying apt"
    apt_install openjdk-17-jre-headless || apt_install default-jre-headless || true
    have_java || { echo "setup: Spark needs Java 17 or newer: install the package openjdk-17-jre-headless, or set JAVA_HOME." >&2; exit 1; }
fi

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
echo "setup: installing the packages of requirements.lock into $venv"
# uv comes first, of the same lock.
"$venv/bin/python" -m pip --disable-pip-version-check --quiet install --require-hashes \
    -r <(sed -n '/^uv==/,/[^\\]$/p' requirements.lock)
install_packages "$venv" "$venv/bin/python" --require-hashes -r requirements.lock
install_packages "$venv" "$venv/bin/python" --no-deps --no-build-isolation -e .
# uv does not compile. Python would at the first import, but where PYTHONDONTWRITEBYTECODE is set, in every process.
echo "setup: compiling the packages to bytecode"
"$venv/bin/python" -m compileall -q -q -j 0 -x '/site-packages/.*/tests?/' "$venv/lib" src ||
    true # some packages ship templates that are not Python
# Without the archive, with which Spark starts in half the time, and without the compiled readers all works, slower.
echo "setup: archiving Spark's classes and compiling the readers of event files (once)"
"$venv/bin/python" -m skipper.build.class_archive >/dev/null 2>&1 &
archive=$!
"$venv/bin/python" scripts/compile_kernels.py || echo "setup: not compiled; the first build with event files does it"
wait "$archive" || echo "setup: not archived; Spark starts slower"
echo "setup: done; the command is $venv/bin/skipper"
