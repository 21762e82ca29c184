# Completion of memspy's command line for bash. The functions at the top are generated from the program's tables.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=bash

# (tables)
# Sets _memspy_words to the words up to the cursor. (Bash also divides words at = and :, which this function undoes.)
# Sets _memspy_kept to the part of the word under the cursor that bash keeps: the part before the last division.
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

# Offers the words on standard input (one in each line) that begin with $1. Each offered word is preceded by $2.
_memspy_offer() {
  local word
  while IFS= read -r word; do
    [[ $word != "$1"* ]] || COMPREPLY+=("$2$word")
  done
}

# Offers folders, and files that match one of the patterns $3..., if they begin with $1. Each is preceded by $2.
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

# Completes the value $3 of the option $2 of the subcommand $1. Each offered value is preceded by $4. Returns 1 if the
# option has no value.
_memspy_value() {
  local values
  mapfile -t values < <(_memspy_values "$1 $2")
  case ${values[0]} in
    '') return 1 ;;
    :words:) _memspy_offer "$3" "$4" < <(printf '%s\n' "${values[@]:1}") ;;
    :file:) _memspy_files "$3" "$4" '*' ;;
  esac
}

# Completes the argument $3, which is argument number $2 (0, 1, ...) of the subcommand $1.
_memspy_argument() {
  local kinds kind label i db=()
  mapfile -t kinds < <(_memspy_arguments "$1")
  kind=${kinds[$2]}
  [[ ${#kinds[@]} -lt 2 || ${kinds[-1]} != ... || $2 -lt ${#kinds[@]}-1 ]] || kind=${kinds[-2]}
  case $kind in
    FILE)
      _memspy_files "$3" '' '*.memspy' 'memspy.out.*'
      # A profile can have any name. If no file with a usual name begins with the word, any file is offered.
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

# Completes the program of `memspy run`, which is word number $1, and its arguments.
_memspy_program() {
  if declare -F _command_offset >/dev/null; then
    _command_offset "$1"
  elif ((${#_memspy_words[@]} - 1 == $1)); then
    mapfile -t COMPREPLY < <(compgen -c -- "${_memspy_words[-1]}")
  else
    compopt -o default 2>/dev/null
  fi
}

# Finds the subcommand. Sets `subcommand`, and sets `next` to the number of the word after it. Uses no pipeline: if a
# process of a pipeline ended by SIGPIPE, bash would restore the terminal settings from outside of line editing.
_memspy_find() {
  subcommand=show next=1
  local last=$((${#_memspy_words[@]} - 1)) word=${_memspy_words[1]}
  [[ $last -gt 1 && -n $word && $'\n'$(_memspy_subcommands '')$'\n' == *$'\n'"$word"$'\n'* ]] || return 0
  subcommand=$word next=2
  [[ -n $(_memspy_subcommands "$word") && $last -gt 2 ]] || return 0
  subcommand="$word ${_memspy_words[2]}" next=3
}

# Offers completions of the word under the cursor. The words from number $2 on belong to the subcommand $1.
_memspy_complete() {
  local subcommand=$1 cur=${_memspy_words[-1]} last=$((${#_memspy_words[@]} - 1)) given=0 options=yes i word
  for ((i = $2; i < last; i++)); do
    word=${_memspy_words[i]}
    if [[ $options == yes && $word == -- ]]; then
      options=no
    elif [[ $options == yes && $word == -?* ]]; then
      # the value of this option is the next word
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
