#!/usr/bin/env bash
# Finds a browser for the tests, or installs one from Debian. Chromium's headless shell takes half the time of Chromium.
set -euo pipefail

has_any() {
  for name in "$@"; do
    if command -v "$name" >/dev/null; then return 0; fi
  done
  return 1
}

install() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi
  "${as_root[@]}" apt-get "${quick[@]}" update -qq &&
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get "${quick[@]}" install -y -qq --no-install-recommends "$@" >/dev/null
}

quick=(-o Acquire::Retries=1 -o Acquire::http::Timeout=20)
if has_any chromium-headless-shell; then exit 0; fi
if has_any apt-get && install chromium-headless-shell fonts-dejavu-core 2>/dev/null; then exit 0; fi
if has_any chromium chromium-browser google-chrome; then exit 0; fi
if has_any apt-get && install chromium fonts-dejavu-core; then exit 0; fi
echo "The browser tests need Chromium: please install it." >&2
exit 1
