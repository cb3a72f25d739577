#!/usr/bin/env bash
# The end-to-end run: packages the extension, builds the editor and fetches the server's packages once,
# and drives it all from a clean profile. A step that fails fails the run: nothing is tried again.
#   tests/e2e/run.sh [--update-images]   with the flag, screenshots replace those in docs/images/
#   tests/e2e/run.sh --grep WORDS        only the steps whose names have them; without one of a first use, on the
#                                        example app with this checkout's server
set -euo pipefail
cd "$(dirname "$0")/../.."

home="$(tests/e2e/setup.sh | tail -1)"
(cd vscode-extension && npm run --silent package)
wheels="$(tests/e2e/wheels.sh | tail -1)"
# A quiet machine takes 5 minutes, one with a load of 8 on two cores 9.
exec timeout --kill-after=30s 18m node tests/e2e/run.mjs --home "$home" --wheels "$wheels" "$@"
