#!/usr/bin/env bash
# The end-to-end run: packages the extension, builds the editor and fetches the server's packages once,
# and drives it all from a clean profile.
#   tests/e2e/run.sh [--update-images]   with the flag, screenshots replace those in docs/images/
set -euo pipefail
cd "$(dirname "$0")/../.."

home="$(tests/e2e/setup.sh | tail -1)"
(cd vscode-extension && npm run --silent package)
wheels="$(tests/e2e/wheels.sh | tail -1)"
exec node tests/e2e/run.mjs --home "$home" --wheels "$wheels" "$@"
