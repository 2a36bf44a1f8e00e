#!/usr/bin/env bash
# Gets what tests/test_browser.py needs, with Playwright in the virtual environment $1: Chromium and libatomic1 from
# Debian, and axe-core from npm, as tests/browser pins it.
# Exit status 1 where something is still lacking; the tests are then skipped and say so.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
venv=${1:-.venv}
# shellcheck source=scripts/apt.sh
. scripts/apt.sh

have() { command -v "$1" >/dev/null; }

# Playwright's driver is a Node of its own, linked with libatomic1, which a minimal Debian lacks.
driver_runs() { "$venv/bin/python" -m playwright --version >/dev/null 2>&1; }

lacking=0
if ! driver_runs; then
    echo "browser: Playwright's driver does not run; trying apt for libatomic1"
    apt_install libatomic1
    driver_runs || { echo "browser: Playwright's driver does not run:" >&2
                     "$venv/bin/python" -m playwright --version >&2; lacking=1; }
fi
if ! have chromium; then
    echo "browser: no Chromium found; trying apt"
    apt_install chromium
    have chromium || { echo "browser: install the package chromium." >&2; lacking=1; }
fi
if ! have npm; then
    echo "browser: no npm found; trying apt"
    apt_install --no-install-recommends nodejs npm
    have npm || { echo "browser: install the packages nodejs and npm." >&2; lacking=1; }
fi
if have npm && ! npm ci --prefix tests/browser --ignore-scripts --no-audit --no-fund --loglevel=error; then
    echo "browser: npm could not install axe-core into tests/browser." >&2
    lacking=1
fi
exit "$lacking"
