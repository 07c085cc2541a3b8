# The hook of Hunch for bash 5.1 and newer: records the commands that you run, and puts the next one
# into the line when you press Alt-n. `hunch init bash` prints it.
#
# It appends a line to a file in $XDG_RUNTIME_DIR/hunch; `hunch` takes the line into its store the
# next time it runs. Not recorded: commands that bash's own history leaves out (HISTCONTROL,
# HISTIGNORE), lines that begin with a space, shells of agents, and everything while
# HUNCH_INCOGNITO=1 is set.
\builtin shopt -q expand_aliases && _hunch_aliases=1 || _hunch_aliases=
\builtin shopt -u expand_aliases
if [[ $- == *i* && " ${PROMPT_COMMAND[*]-} " != *" _hunch_precmd "* && (${BASH_VERSINFO[0]} -gt 5 || ${BASH_VERSINFO[0]}.${BASH_VERSINFO[1]} == 5.[1-9]*) ]] &&
  [[ -z ${CLAUDECODE-}${CODEX_SANDBOX-}${CURSOR_AGENT-}${GEMINI_CLI-}${OPENCODE-}${AI_AGENT-} ]]; then

  _hunch_session=$$.${EPOCHREALTIME//[!0-9]/}
  _hunch_count=0 _hunch_number= _hunch_start= _hunch_previous= _hunch_folder=$PWD _hunch_unset=()
  _hunch_repository= _hunch_branch= _hunch_escaped= _hunch_entry=
  _hunch_offered= _hunch_taken= _hunch_prefix= _hunch_rank=0 _hunch_launched=
  _hunch_named= _hunch_path=

  # Finds the repository of the working folder, and its branch.
  _hunch_find_repository() {
    local folder=$PWD git head=
    _hunch_repository= _hunch_branch=
    while [[ -n $folder && ! -e $folder/.git ]]; do folder=${folder%/*}; done
    [[ -n $folder ]] || return 0
    _hunch_repository=$folder git=$folder/.git
    # A worktree has a file that names its folder.
    if [[ -f $git ]]; then
      IFS= read -r head <"$git" || :
      git=${head#gitdir: }
      [[ $git == /* ]] || git=$folder/$git
    fi
    if [[ -r $git/HEAD ]]; then
      IFS= read -r head <"$git/HEAD" || :
      [[ $head != 'ref: refs/heads/'* ]] || _hunch_branch=${head#ref: refs/heads/}
    fi
  }

  # Replaces a field by its form in the spool.
  _hunch_escape() {
    _hunch_escaped=$1
    [[ $1 == *[$'\\\t\n\x01']* ]] || return 0
    _hunch_escaped=${_hunch_escaped//\\/\\\\}
    _hunch_escaped=${_hunch_escaped//$'\t'/\\t}
    _hunch_escaped=${_hunch_escaped//$'\n'/\\n}
    _hunch_escaped=${_hunch_escaped//$'\x01'/}
  }

  # Finds the one path of a store: without links, `.` and `..`. In the usual case, no process is started.
  _hunch_find_path() {
    local way=$1
    [[ $1 != "$_hunch_named" ]] || return 0
    _hunch_named=$1 _hunch_path=$1
    while [[ -n $way && ! -L $way ]]; do way=${way%/*}; done
    [[ -z $way && $1/ != *//* && $1/ != */./* && $1/ != */../* ]] ||
      _hunch_path=$(command realpath -m -- "$1") || :
    [[ $_hunch_path == /* ]] || _hunch_path=$1
  }

  # Appends a line to the spool of the store that `hunch` would use.
  _hunch_record() {
    local code=$1 line=$2 start=$3 end=${EPOCHREALTIME//[!0-9]/} duration= store base data name offset
    store=${HUNCH_STORE:-} base=${XDG_RUNTIME_DIR:-} data=${XDG_DATA_HOME:-}
    [[ $data == /* ]] || data=${HOME:+$HOME/.local/share}
    [[ -n $store ]] || store=${data:+$data/hunch/donations.sqlite}
    [[ $store == /* ]] || return 0
    if [[ $base == /* && -O $base ]]; then base=$base/hunch; else base=/tmp/hunch-$UID; fi
    _hunch_find_path "$store"
    name=${_hunch_path//%/%25}
    name=${name//\//%2F}
    [[ ${#name} -le 200 ]] || return 0
    [[ -d $base ]] || command mkdir -m 700 "$base"
    [[ -O $base && ! -L $base ]] || return 0
    [[ -d $base/spool/$name ]] || command mkdir -p -m 700 "$base/spool" "$base/spool/$name" || return 0

    # The start in microseconds, if PS0 noted it; else the second in the history.
    if [[ -n $_hunch_start ]]; then
      printf -v start '%d.%06d' "$((_hunch_start / 1000000))" "$((_hunch_start % 1000000))"
      printf -v duration '%d.%06d' "$(((end - _hunch_start) / 1000000))" "$(((end - _hunch_start) % 1000000))"
    fi
    printf -v offset '%(%z)T' -1
    # Only these fields may have a tab, a backslash or a line feed.
    local folder repository branch
    _hunch_escape "$_hunch_folder"
    folder=$_hunch_escaped
    _hunch_escape "$_hunch_repository"
    repository=$_hunch_escaped
    _hunch_escape "$_hunch_branch"
    branch=$_hunch_escaped
    _hunch_escape "$line"
    line=$_hunch_escaped
    printf '\x011\t%s\t%s\t%s\t%s\t%s\t%s\tbash\t%s\t%s\t%s\t%s\t%s\t%s\t.\n' \
      "$_hunch_session.$((++_hunch_count))" "$start" "$offset" "$code" "$duration" "$_hunch_previous" \
      "${HOSTNAME-}" "$folder" "$repository" "$branch" "$_hunch_taken" "$line" \
      >>"$base/spool/$name/$_hunch_session"
  }

  # The first of the prompt's commands, which sees how the last command ended.
  _hunch_precmd() {
    local code=$? format='\!' entry number seconds line
    number=${format@P}
    # Bash keeps the number if it erases an earlier equal entry: then the last entry has changed.
    if [[ -n $_hunch_number ]] && [[ $number -gt $_hunch_number || ${HISTCONTROL-} == *erasedups* ]] &&
      entry=$(HISTTIMEFORMAT=$'%s\t' builtin history 1) &&
      [[ $number -gt $_hunch_number || $entry != "$_hunch_entry" ]]; then
      entry=${entry#"${entry%%[0-9]*}"}
      entry=${entry#"${entry%%[!0-9]*}"}
      entry=${entry#"${entry%%[0-9]*}"}
      seconds=${entry%%$'\t'*} line=${entry#*$'\t'}
      [[ -n $seconds && -z ${seconds//[0-9]/} ]] || seconds=0
      if [[ $line != [[:space:]]* && ${HUNCH_INCOGNITO:-0} != 1 && ${#line} -le 8000 ]]; then
        _hunch_taken=
        [[ $line != "$_hunch_offered" ]] || _hunch_taken=1
        _hunch_record "$code" "$line" "$seconds" || :
      fi
    fi 2>/dev/null
    [[ $number == "$_hunch_number" && -z $_hunch_start ]] || _hunch_previous=$code
    return 0
  }

  # The last of the prompt's commands, after others have read or written the history.
  _hunch_ready() {
    local format='\!'
    _hunch_number=${format@P} _hunch_start= _hunch_folder=$PWD _hunch_offered=
    # Bash says 1 for an empty history, too.
    [[ $_hunch_number != 1 || -n $(builtin history 1) ]] || _hunch_number=0
    [[ ${HISTCONTROL-} != *erasedups* ]] || _hunch_entry=$(HISTTIMEFORMAT=$'%s\t' builtin history 1)
    _hunch_find_repository 2>/dev/null || :
    return 0
  }

  # Prints the next command: the resident program knows it, or else the store.
  _hunch_ask() {
    local code=69 options=(next --quiet --rank "$1" --exit "$_hunch_previous" ${2:+"--prefix=$2"})
    if type -P hunch-client >/dev/null; then
      code=0
      command hunch-client "${options[@]}" --session "$_hunch_session" || code=$?
    fi
    # 1: no line is left. Any other failure: no answer.
    if [[ $code -gt 1 ]]; then command hunch "${options[@]}" || :; fi
    return "$code"
  }

  # Puts the next command into the line; again, the one after it. A typed text is a prefix.
  _hunch_next() {
    local line code=0
    if [[ -z $_hunch_offered || $READLINE_LINE != "$_hunch_offered" ]]; then
      _hunch_rank=0 _hunch_prefix=$READLINE_LINE
    fi
    line=$(_hunch_ask "$((_hunch_rank + 1))" "$_hunch_prefix" 2>/dev/null) || code=$?
    # At most once a minute.
    if [[ $code -gt 1 && $((SECONDS - ${_hunch_launched:--60})) -ge 60 ]]; then
      _hunch_launched=$SECONDS
      ! type -P hunchd >/dev/null || (command hunchd --detach </dev/null &>/dev/null &)
    fi
    if [[ -n $line ]]; then
      _hunch_rank=$((_hunch_rank + 1)) _hunch_offered=$line READLINE_LINE=$line
    elif [[ $_hunch_rank -gt 0 ]]; then
      # After the last one, the line is again as it was.
      _hunch_rank=0 _hunch_offered= READLINE_LINE=$_hunch_prefix
    fi
    READLINE_POINT=${#READLINE_LINE}
  }
  # In all keymaps, as `set -o vi` may come later.
  for _hunch_entry in emacs vi-insert vi-command; do
    bind -m $_hunch_entry -x '"\en": _hunch_next' 2>/dev/null || :
  done
  _hunch_entry=

  # Bash expands PS0 when it has read a command; the subscript notes the time, and the text is empty.
  if shopt -q promptvars; then
    PS0='${_hunch_unset[_hunch_start = ${EPOCHREALTIME//[!0-9]/}, 0]-}'"${PS0-}"
  fi
  # As elements of an array, each command sees the exit codes of the last command line.
  PROMPT_COMMAND=(_hunch_precmd "${PROMPT_COMMAND[@]}" _hunch_ready)
  declare +x PROMPT_COMMAND "${!_hunch_@}"
fi
[[ -z $_hunch_aliases ]] || \builtin shopt -s expand_aliases
\builtin unset _hunch_aliases
