#!/usr/bin/env bash
# Compiles the samples beside this file to forms.jar. Needs `javac` and, as KOTLINC or on the path, `kotlinc`
# (npm package kotlin-compiler 2.4.20).
set -euo pipefail
cd "$(dirname "$0")"
out="$(mktemp -d)"
trap 'rm -rf "$out"' EXIT
javac --release 17 -d "$out" Forms.java
bash "${KOTLINC:-$(command -v kotlinc)}" -Xcontext-parameters -nowarn -d "$out" ./*.kt
rm -f forms.jar
(cd "$out" && find . -type f -exec touch -d 1980-01-01T00:00:00Z {} + && find . -type f | LC_ALL=C sort | sed 's|^\./||' | TZ=UTC zip -X -9 -q forms.jar -@)
mv "$out/forms.jar" forms.jar
