#!/usr/bin/env bash
# The end-to-end run: packages the extension, builds the editor once, drives it.
#   tests/e2e/run.sh [--update-images]   with the flag, screenshots replace those in docs/images/
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ ! -x "${RCA_SERVER:-.venv/bin/rca}" ]; then
  echo "no server to drive: run 'make setup' first" >&2
  exit 2
fi
home="$(tests/e2e/setup.sh | tail -1)"
(cd vscode-extension && npm run --silent package)
exec node tests/e2e/run.mjs --home "$home" "$@"
