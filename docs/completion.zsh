#compdef memspy
# Completion of memspy's command line for zsh. The functions at the top are generated from the program's tables.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# (tables)
_memspy_profiles() {
  _files -g '(*.memspy|memspy.out.*)(-.)'
}

_memspy_labels() {
  local -a labels database
  [[ -z ${opt_args[--db]} ]] || database=(--db ${opt_args[--db]})
  labels=(${(f)"$(_call_program labels $_memspy_program db list --labels ${(q)database} 2>/dev/null)"})
  compadd -a labels
}

# Continues with the words from number $1 + 1 on, which belong to the subcommand $2.
_memspy_go_on() {
  shift $1 words
  (( CURRENT -= $1 ))
  _memspy_$2
}

_memspy() {
  local curcontext=$curcontext _memspy_program=$words[1]
  typeset -A opt_args
  local list=_memspy_parts_$words[2]
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _alternative 'subcommands:subcommand:{_describe -t subcommands subcommand _memspy_parts}' \
      'profiles:profile:_memspy_profiles'
  elif (( ! ${_memspy_parts[(I)$words[2]:*]} )); then
    _memspy_show
  elif (( ! ${(P)+list} )); then
    _memspy_go_on 1 $words[2]
  elif (( CURRENT == 3 )); then
    _describe -t subcommands subcommand $list
  elif (( ${+functions[_memspy_$words[2]_$words[3]]} )); then
    _memspy_go_on 2 $words[2]_$words[3]
  fi
}

_memspy "$@"
