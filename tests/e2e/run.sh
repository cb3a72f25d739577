#!/usr/bin/env bash
# The end-to-end run: packages the extension, builds the editor and fetches the server's packages once,
# and drives it all from a clean profile. Under CI a run whose failed step is listed in tests/flaky.toml (as
# "e2e: STEP") is tried again, and says so: steps build on one another, so none can be tried alone.
#   tests/e2e/run.sh [--update-images]   with the flag, screenshots replace those in docs/images/
#   tests/e2e/run.sh --grep WORDS        only the steps whose names have them; without one of a first use, on the
#                                        example app with this checkout's server
set -euo pipefail
cd "$(dirname "$0")/../.."

home="$(tests/e2e/setup.sh | tail -1)"
(cd vscode-extension && npm run --silent package)
wheels="$(tests/e2e/wheels.sh | tail -1)"
# A quiet machine takes 5 minutes, one with a load of 8 on two cores 9.
run=(timeout --kill-after=30s 18m node tests/e2e/run.mjs --home "$home" --wheels "$wheels" "$@")
failed_step=.cache/e2e/failed-step
flaky=(.venv/bin/python -m tests.flaky)
retried=()
for attempt in 1 2 3; do
  rm -f "$failed_step"
  if "${run[@]}"; then
    [[ -z ${CI-} ]] || "${flaky[@]}" ran "e2e: " "${retried[@]}"
    exit
  fi
  [[ -n ${CI-} && $attempt -lt 3 && -s $failed_step ]] || exit 1
  name="e2e: $(<"$failed_step")"
  "${flaky[@]}" may-retry "$name" || exit 1
  echo "RETRY of $name, attempt $attempt failed" >&2
  retried+=("$name")
done
