#!/usr/bin/env bash
# Finds a browser for the tests, or installs one from Debian. Chromium's headless shell takes half the time of Chromium.
set -euo pipefail
. "$(dirname "$0")/apt.sh"

if has_any chromium-headless-shell; then exit 0; fi
if has_any apt-get && install chromium-headless-shell fonts-dejavu-core 2>/dev/null; then exit 0; fi
if has_any chromium chromium-browser google-chrome; then exit 0; fi
if has_any apt-get && install chromium fonts-dejavu-core; then exit 0; fi
echo "The browser tests need Chromium: please install it." >&2
exit 1
