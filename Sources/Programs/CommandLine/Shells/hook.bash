# The hook of Hunch for bash: records the commands that you run. `hunch init bash` prints it.
#
# It appends a line to a file in $XDG_RUNTIME_DIR/hunch; `hunch` takes the line into its store the
# next time it runs. Not recorded: commands that bash's own history leaves out (HISTCONTROL,
# HISTIGNORE), lines that begin with a space, shells of agents, and everything while
# HUNCH_INCOGNITO=1 is set.
if [[ $- == *i* && -z ${_hunch_session-} && ${BASH_VERSINFO[0]} -ge 4 ]] &&
  [[ -z ${CLAUDECODE-}${CODEX_SANDBOX-}${CURSOR_AGENT-}${GEMINI_CLI-}${OPENCODE-}${AI_AGENT-} ]]; then

  printf -v _hunch_session '%s.%(%s)T%s' "$$" -1 "$RANDOM"
  _hunch_count=0 _hunch_number= _hunch_start= _hunch_previous= _hunch_folder=$PWD _hunch_unset=()
  _hunch_offered= _hunch_taken= _hunch_prefix= _hunch_rank=0

  # Finds the repository of the working folder, and its branch.
  _hunch_find_repository() {
    local folder=$PWD git head=
    _hunch_repository= _hunch_branch=
    while [[ -n $folder && ! -e $folder/.git ]]; do folder=${folder%/*}; done
    [[ -n $folder ]] || return 0
    _hunch_repository=$folder git=$folder/.git
    # A worktree has a file that names its folder.
    if [[ -f $git ]]; then
      IFS= read -r head <"$git"
      git=${head#gitdir: }
      [[ $git == /* ]] || git=$folder/$git
    fi
    [[ -r $git/HEAD ]] && IFS= read -r head <"$git/HEAD" && [[ $head == 'ref: refs/heads/'* ]] &&
      _hunch_branch=${head#ref: refs/heads/}
    return 0
  }

  # Replaces a field by its form in the spool.
  _hunch_escape() {
    local text=${1//\\/\\\\}
    text=${text//$'\t'/\\t}
    text=${text//$'\n'/\\n}
    _hunch_escaped=${text//$'\x01'/}
  }

  # Appends a line to the spool of the store that `hunch` would use.
  _hunch_record() {
    local code=$1 line=$2 seconds=$3 end=${EPOCHREALTIME-} start duration= store base data spool offset
    store=${HUNCH_STORE:-} base=${XDG_RUNTIME_DIR:-} data=${XDG_DATA_HOME:-}
    [[ $data == /* ]] || data=${HOME:+$HOME/.local/share}
    [[ -n $store ]] || store=${data:+$data/hunch/donations.sqlite}
    [[ $store == /* ]] || return 0
    if [[ $base == /* ]]; then base=$base/hunch; else base=/tmp/hunch-$UID; fi
    spool=${store//%/%25}
    spool=$base/spool/${spool//\//%2F}
    if [[ ! -d $spool ]]; then
      command mkdir -m 700 "$base" "$base/spool" "$spool"
      [[ -d $spool ]] || return 0
    fi
    [[ -O $base && ! -L $base ]] || return 0

    # The start in microseconds, if bash counts them; else the second in the history.
    end=${end//[!0-9]/}
    if [[ -n $_hunch_start && -n $end ]]; then
      printf -v start '%d.%06d' "$((_hunch_start / 1000000))" "$((_hunch_start % 1000000))"
      printf -v duration '%d.%06d' "$(((end - _hunch_start) / 1000000))" "$(((end - _hunch_start) % 1000000))"
    else
      start=$seconds
    fi
    printf -v offset '%(%z)T' -1
    local record=$'\x01'1 field
    for field in "$_hunch_session.$((++_hunch_count))" "$start" "$offset" "$code" "$duration" \
      "$_hunch_previous" bash "${HOSTNAME-}" "$_hunch_folder" "$_hunch_repository" "$_hunch_branch" "$_hunch_taken" \
      "$line" .; do
      _hunch_escape "$field"
      record+=$'\t'$_hunch_escaped
    done
    printf '%s\n' "$record" >>"$spool/$_hunch_session"
  }

  _hunch_precmd() {
    local code=$? entry number line
    # Without a start, no command was run, or bash is too old to say so.
    if [[ -n $_hunch_start || -z ${EPOCHREALTIME-} ]]; then
      entry=$(HISTTIMEFORMAT=$'%s\t' builtin history 1 2>/dev/null)
      if [[ $entry =~ ^[[:space:]]*([0-9]+)\*?[[:space:]]+([0-9]+)$'\t'(.*)$ ]]; then
        number=${BASH_REMATCH[1]} line=${BASH_REMATCH[3]}
        # The same number means that the history left the command out.
        if [[ $number != "$_hunch_number" ]]; then
          if [[ -n $_hunch_number && $line != [[:space:]]* && ${HUNCH_INCOGNITO:-0} != 1 && ${#line} -le 8000 ]]; then
            [[ $line == "$_hunch_offered" ]] && _hunch_taken=1 || _hunch_taken=
            _hunch_record "$code" "$line" "${BASH_REMATCH[2]}"
          fi
          _hunch_number=$number
        fi
      fi
      _hunch_previous=$code
    fi 2>/dev/null
    # What the next command begins with.
    _hunch_start= _hunch_folder=$PWD _hunch_offered=
    _hunch_find_repository 2>/dev/null
    return "$code"
  }

  # Puts the next command into the line; again, the one after it. A typed text is a prefix.
  _hunch_next() {
    local line
    if [[ -z $_hunch_offered || $READLINE_LINE != "$_hunch_offered" ]]; then
      _hunch_rank=0 _hunch_prefix=$READLINE_LINE
    fi
    line=$(command hunch next --quiet --rank "$((_hunch_rank + 1))" --exit "$_hunch_previous" \
      --prefix "$_hunch_prefix" 2>/dev/null)
    if [[ -n $line ]]; then
      _hunch_rank=$((_hunch_rank + 1)) _hunch_offered=$line READLINE_LINE=$line
    elif ((_hunch_rank > 0)); then
      # After the last one, the line is again as it was.
      _hunch_rank=0 _hunch_offered= READLINE_LINE=$_hunch_prefix
    fi
    READLINE_POINT=${#READLINE_LINE}
  }
  bind -x '"\en": _hunch_next' 2>/dev/null

  # The number of the last entry before the first command.
  _hunch_number=$(HISTTIMEFORMAT= builtin history 1 2>/dev/null)
  [[ $_hunch_number =~ ^[[:space:]]*([0-9]+) ]] && _hunch_number=${BASH_REMATCH[1]} || _hunch_number=0

  # Bash expands PS0 when it has read a command; the subscript notes the time, and the text is empty.
  PS0='${_hunch_unset[_hunch_start = ${EPOCHREALTIME//[!0-9]/}, 0]-}'"${PS0-}"
  if [[ $(declare -p PROMPT_COMMAND 2>/dev/null) == 'declare -a'* ]]; then
    PROMPT_COMMAND=(_hunch_precmd "${PROMPT_COMMAND[@]}")
  else
    PROMPT_COMMAND=_hunch_precmd${PROMPT_COMMAND:+$'\n'$PROMPT_COMMAND}
  fi
fi
