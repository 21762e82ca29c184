# Completion of memspy's command line for bash. The functions at the top are made from the program's tables.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=bash

# (tables)
# Sets _memspy_words to the words up to the cursor: bash cuts them at = and : too. What is before the last cut of the
# word under the cursor bash keeps by itself: that is _memspy_kept.
_memspy_split() {
  local rest=${COMP_LINE:0:COMP_POINT} trimmed token i
  _memspy_words=() _memspy_kept=
  for ((i = 0; i <= COMP_CWORD; i++)); do
    trimmed=${rest#"${rest%%[![:blank:]]*}"}
    token=${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || token=$trimmed
    if [[ $i -gt 0 && $trimmed == "$rest" ]]; then
      ((i < COMP_CWORD)) || _memspy_kept=${_memspy_words[-1]}
      _memspy_words[-1]+=$token
      [[ $i -lt $COMP_CWORD || $token != [=:] ]] || _memspy_kept+=$token
    else
      _memspy_words+=("$token")
    fi
    rest=${trimmed#"$token"}
  done
}

# Offers the words on standard input, one a line, that begin with $1; each stands behind $2.
_memspy_offer() {
  local word
  while IFS= read -r word; do
    [[ $word != "$1"* ]] || COMPREPLY+=("$2$word")
  done
}

# Offers files that begin with $1 and match a pattern of $3..., and folders; each stands behind $2.
_memspy_files() {
  local start=$1 before=$2 file pattern
  shift 2
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do
    for pattern; do
      # shellcheck disable=SC2053 # it is a pattern
      if [[ -d $file || ${file##*/} == $pattern ]]; then
        COMPREPLY+=("$before$file")
        break
      fi
    done
  done < <(compgen -f -- "$start")
  [[ ${#COMPREPLY[@]} -gt 0 || -n $before ]] || compopt -o default 2>/dev/null
}

# The value of option $2 of subcommand $1, of which $3 is there; what is offered stands behind $4. Returns 1 when the
# option takes none.
_memspy_value() {
  local values
  mapfile -t values < <(_memspy_values "$1 $2")
  case ${values[0]} in
    '') return 1 ;;
    :words:) _memspy_offer "$3" "$4" < <(printf '%s\n' "${values[@]:1}") ;;
    :file:) _memspy_files "$3" "$4" '*' ;;
  esac
}

# The argument number $2 (0, 1, ...) of subcommand $1, of which $3 is there.
_memspy_argument() {
  local kinds kind label i db=()
  mapfile -t kinds < <(_memspy_arguments "$1")
  kind=${kinds[$2]}
  [[ ${#kinds[@]} -lt 2 || ${kinds[-1]} != ... || $2 -lt ${#kinds[@]}-1 ]] || kind=${kinds[-2]}
  case $kind in
    FILE)
      _memspy_files "$3" '' '*.memspy' 'memspy.out.*'
      # A profile may have any name: where none of the usual ones begins so, any file is offered.
      ((${#COMPREPLY[@]})) || _memspy_files "$3" '' '*'
      ;;
    MACHINE) _memspy_value run --machine "$3" '' ;;
    TRACE | BBV | BUDGETS) _memspy_files "$3" '' '*' ;;
    LABEL)
      for ((i = 1; i < ${#_memspy_words[@]} - 1; i++)); do
        case ${_memspy_words[i]} in
          --db=*) db=("${_memspy_words[i]}") ;;
          --db) db=("--db=${_memspy_words[i + 1]}") ;;
        esac
      done
      while IFS= read -r label; do
        [[ $label != "${3//\\/}"* ]] || COMPREPLY+=("$(printf %q "$label")")
      done < <("${_memspy_words[0]}" db list --labels "${db[@]}" 2>/dev/null)
      ;;
  esac
}

# The program of `memspy run`, which is word number $1, and its arguments.
_memspy_program() {
  if declare -F _command_offset >/dev/null; then
    _command_offset "$1"
  elif ((${#_memspy_words[@]} - 1 == $1)); then
    mapfile -t COMPREPLY < <(compgen -c -- "${_memspy_words[-1]}")
  else
    compopt -o default 2>/dev/null
  fi
}

# Finds the subcommand: sets subcommand, and next to the number of the word behind it. Without a pipeline: when one of
# its processes ends by SIGPIPE, bash gives the terminal the settings back that it has outside of line editing.
_memspy_find() {
  subcommand=show next=1
  local last=$((${#_memspy_words[@]} - 1)) word=${_memspy_words[1]}
  [[ $last -gt 1 && -n $word && $'\n'$(_memspy_subcommands '')$'\n' == *$'\n'"$word"$'\n'* ]] || return 0
  subcommand=$word next=2
  [[ -n $(_memspy_subcommands "$word") && $last -gt 2 ]] || return 0
  subcommand="$word ${_memspy_words[2]}" next=3
}

# Offers what may be the word under the cursor, from word $2 on those of subcommand $1.
_memspy_complete() {
  local subcommand=$1 cur=${_memspy_words[-1]} last=$((${#_memspy_words[@]} - 1)) given=0 options=yes i word
  for ((i = $2; i < last; i++)); do
    word=${_memspy_words[i]}
    if [[ $options == yes && $word == -- ]]; then
      options=no
    elif [[ $options == yes && $word == -?* ]]; then
      # An option whose value is the next word.
      [[ $subcommand == run || $word == *=* || -z $(_memspy_values "$subcommand $word") ]] || ((++i))
      if ((i == last)); then
        _memspy_value "$subcommand" "$word" "$cur" ''
        return
      fi
    elif [[ $subcommand == run ]]; then
      _memspy_program "$i"
      return
    else
      ((++given))
    fi
  done
  if [[ $options == yes && $cur == --*=* ]]; then
    _memspy_value "$subcommand" "${cur%%=*}" "${cur#*=}" "${cur%%=*}="
  elif [[ $options == yes && $cur == -* ]]; then
    _memspy_offer "$cur" '' < <(_memspy_options "$subcommand")
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
  elif [[ $subcommand == run ]]; then
    _memspy_program "$last"
  else
    _memspy_argument "$subcommand" "$given" "$cur"
  fi
}

_memspy() {
  local _memspy_words _memspy_kept subcommand next i
  COMPREPLY=()
  _memspy_split
  _memspy_find
  local last=$((${#_memspy_words[@]} - 1))
  if ((last == 1)); then
    _memspy_offer "${_memspy_words[1]}" '' < <(_memspy_subcommands '')
    [[ ${_memspy_words[1]} != -* ]] || _memspy_offer "${_memspy_words[1]}" '' <<<--version
  elif [[ $last -eq 2 && -n $(_memspy_subcommands "$subcommand") ]]; then
    _memspy_offer "${_memspy_words[2]}" '' < <(_memspy_subcommands "$subcommand")
    return
  fi
  _memspy_complete "$subcommand" "$next"
  for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$_memspy_kept"}; done
}

complete -F _memspy memspy
