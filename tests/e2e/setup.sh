#!/usr/bin/env bash
# Builds the editor that the end-to-end run drives: code-server (VS Code served to a browser),
# its own Node, and the browser driver. Kept by version in the user's cache folder, since the
# native modules take minutes to build and change with nothing in this repository.
# Prints the folder on its last line.
set -euo pipefail

CODE_SERVER=4.139.1
NODE=24.9.0
PLAYWRIGHT=1.65.1

cache="${KOTLIN_RCA_E2E_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kotlin-rca-e2e}"
home="$cache/$CODE_SERVER-node$NODE-playwright$PLAYWRIGHT"

if [ -f "$home/ready" ]; then
  echo "$home"
  exit 0
fi

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) platform=linux-x64 ;;
  Linux-aarch64) platform=linux-arm64 ;;
  *) echo "the end-to-end run needs Linux on x86-64 or arm64" >&2; exit 2 ;;
esac

if ! { [ -e /usr/include/gssapi/gssapi.h ] && command -v chromium && command -v g++ && command -v make; } >/dev/null; then
  "$(dirname "$0")/../../.ci/packages" editor >&2 || exit 2
fi

mkdir -p "$home"
cd "$home"
# Two runs at once must not build into one folder: the second one takes what the first has made.
exec 9> lock
flock 9
if [ -f ready ]; then
  echo "$home"
  exit 0
fi
echo '{ "private": true }' > package.json
export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
npm install --no-save --silent "node-$platform@$NODE" >&2
node_home="$home/node-home"
rm -rf "$node_home"
cp -r "node_modules/node-$platform" "$node_home"
export PATH="$node_home/bin:$PATH"
# The headers lie beside that Node's binary; without them node-gyp would download its own.
export npm_config_nodedir="$node_home"
echo "building code-server $CODE_SERVER with Node $(node --version); this takes some minutes" >&2
npm install --no-save --foreground-scripts "code-server@$CODE_SERVER" > build.log 2>&1 \
  || { tail -40 build.log >&2; exit 1; }
npm install --no-save --silent --prefix "$home/driver" "playwright-core@$PLAYWRIGHT" >&2
node_modules/.bin/code-server --version >&2
touch ready
echo "$home"
