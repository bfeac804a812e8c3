# Functions for scripts that install packages of Debian where it is possible. To be sourced.

has_any() {
  for name in "$@"; do
    if command -v "$name" >/dev/null; then return 0; fi
  done
  return 1
}

install() {
  local as_root=() quick=(-o Acquire::Retries=1 -o Acquire::http::Timeout=20)
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi
  # With this runlevel, Debian does not start the servers that it installs.
  local calmly=(env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1)
  "${as_root[@]}" apt-get "${quick[@]}" update -qq &&
    "${as_root[@]}" "${calmly[@]}" apt-get "${quick[@]}" install -y -qq --no-install-recommends "$@" >/dev/null
}
