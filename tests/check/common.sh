# common.sh: what the mechanical checks share. Each prints its findings, one a line, and fails if there are any.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=sh
set -eu
LC_ALL=C
export LC_ALL

# The tree that is checked. check_checks sets a small tree with errors.
root=${CHECK_ROOT:-${top_srcdir:?}}
rooms='memspy plat machine coherence sweep fetch bins trace scopes ui tests docs examples bench m4 findings'

# source_files PATTERN...: prints the files of the rooms whose names match, relative to the root, committed or not.
# Omits the files that Python compiles next to the tests.
source_files() {
  (
    cd "$root"
    for pattern; do
      for room in $rooms; do
        [ ! -d "$room" ] || find "$room" -name __pycache__ -prune -o -type f -name "$pattern" -print
      done
    done | sort
  )
}

# verdict WHAT SEEN: reads the findings of a check from standard input. A check that has looked at no file does not
# pass.
verdict() {
  findings=$(cat)
  if [ -n "$findings" ]; then
    printf '%s\n' "$findings"
    exit 1
  fi
  if [ "$2" -eq 0 ]; then
    echo "found no $1 to look at"
    exit 1
  fi
  echo "$2 $1 looked at"
}
