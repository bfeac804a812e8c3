#!/usr/bin/env bash
# Finds PostgreSQL, Redis and nginx for the tests, or installs them from Debian. Without one of them, the tests that
# need it are skipped. The tests start their own servers on free ports of this machine.
set -euo pipefail
. "$(dirname "$0")/apt.sh"
PATH="$PATH:/usr/sbin"
for folder in /usr/lib/postgresql/*/bin; do PATH="$PATH:$folder"; done

missing=()
has_any postgres || missing+=(postgresql)
has_any redis-server || missing+=(redis-server)
has_any nginx || missing+=(nginx-light)
if [ "${#missing[@]}" -eq 0 ]; then exit 0; fi
if has_any apt-get && install "${missing[@]}"; then exit 0; fi
echo "Not installed: ${missing[*]}. The tests that need them are skipped." >&2
