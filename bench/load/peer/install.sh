#!/bin/sh
# Install the peer's packages into build/peer, apart from everything that this project depends on.
set -e
here=$(cd "$(dirname "$0")" && pwd)
folder=$here/../../../build/peer
mkdir -p "$folder"
cp "$here/package.json" "$here/package-lock.json" "$here"/*.js "$folder/"
cd "$folder"
npm ci --omit=dev --no-audit --no-fund
