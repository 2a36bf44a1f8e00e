# shellcheck shell=bash
# Sourced by the scripts that install Python packages.

# Installs what the arguments say into the environment of the Python $2, by the uv of the environment $1: in a sixth of
# pip's processor time, and a second environment gets the files of the first. From the index that pip is set up for,
# with the system's certificates; where uv does not get through even so, pip is asked.
install_packages() {
    local tools=$1 python=$2 index
    shift 2
    index=${PIP_INDEX_URL:-$("$tools/bin/python" -m pip config get global.index-url 2>/dev/null || true)}
    env UV_SYSTEM_CERTS=1 ${index:+"UV_DEFAULT_INDEX=$index"} "$tools/bin/uv" pip install --quiet --python "$python" "$@" ||
        "$tools/bin/python" -m pip --python "$python" --disable-pip-version-check --quiet install --no-compile "$@"
}
