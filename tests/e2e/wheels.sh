#!/usr/bin/env bash
# Fetches what the server needs into a folder of wheels, once for each set of versions: the run sets the
# server up from it as a person without a network would. Prints the folder on its last line.
set -euo pipefail
cd "$(dirname "$0")/../.."

python="${RCA_PYTHON:-.venv/bin/python}"
needed="$(sed -n '/^dependencies = \[/,/^\]/p' pyproject.toml)"
versions="$( (cat constraints.txt; echo "$needed"; "$python" --version) | sha256sum | cut -c1-16)"
folder="${KOTLIN_RCA_E2E_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kotlin-rca-e2e}/wheels-$versions"

mkdir -p "$folder"
# Two runs at once must not fetch into one folder: the second one takes what the first has fetched.
exec 9> "$folder/lock"
flock 9
if [ ! -f "$folder/ready" ]; then
  echo "fetching the server's packages (0.2 GB)" >&2
  fetch=("$python" -m pip download --quiet --disable-pip-version-check --dest "$folder")
  "${fetch[@]}" --find-links "$folder" --constraint constraints.txt vscode-extension/server/*.whl >&2
  rm -f "$folder"/kotlin_rca-*.whl
  touch "$folder/ready"
fi
# Of other versions; one that was used of late may be another checkout's.
touch "$folder"
find "$(dirname "$folder")" -maxdepth 1 -name 'wheels-*' -mtime +2 -exec rm -rf {} +
echo "$folder"
