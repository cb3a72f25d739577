#!/usr/bin/env bash
# Installs a packaged extension in a new VS Code, sets its server up and analyzes a crash, timed and weighed.
#   tests/e2e/platform_vsix.sh FILE            without a network: the extension of this platform must bring everything
#   tests/e2e/platform_vsix.sh FILE --network  with one, as the universal extension needs
set -euo pipefail
file="$(realpath "$1")"
cd "$(dirname "$0")/../.."
home="$(tests/e2e/setup.sh | tail -1)"
run=(timeout --kill-after=30s 18m node tests/e2e/platform_vsix.mjs --home "$home" --vsix "$file")
if [ "${2-}" = --network ]; then exec "${run[@]}"; fi
# A network of its own, in which this machine is all there is.
exec unshare --net --map-root-user -- bash -c 'ip link set lo up && exec "$@"' offline "${run[@]}"
