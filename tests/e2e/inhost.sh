#!/usr/bin/env bash
# The in-host run: mocha inside the extension host of a real VS Code, on the sources as they are.
#   tests/e2e/inhost.sh [SUITE…]   a suite is a folder of vscode-extension/test-host; without one, all that `make e2e` runs
#   tests/e2e/inhost.sh tasks --update-images   screenshots of the ten tasks replace those in docs/images/tasks
#   tests/e2e/inhost.sh captures   which errors of 200 terminal commands are listed, in each shell that is there (some minutes)
#   tests/e2e/inhost.sh --measure  what the extension costs the editor (some minutes)
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ ! -x "${RCA_SERVER:-.venv/bin/rca}" ]; then
  echo "no server to drive: run 'make setup' first" >&2
  exit 2
fi
home="$(tests/e2e/setup.sh | tail -1)"
(cd vscode-extension && npm run --silent build && npm run --silent build:host)
exec node tests/e2e/inhost/run.mjs --home "$home" "$@"
