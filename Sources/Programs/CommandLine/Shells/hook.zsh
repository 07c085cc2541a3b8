# The hook of Hunch for zsh: records the commands that you run, shows the next one as grey text at
# the empty prompt, and puts it into the line when you press Alt-n. `hunch init zsh` prints it.
#
# It appends a line to a file in $XDG_RUNTIME_DIR/hunch, without starting a process; `hunch` takes
# the line into its store the next time it runs. Not recorded: lines that begin with a space or
# match HISTORY_IGNORE, shells of agents, and everything while HUNCH_INCOGNITO=1 is set.
#
# The grey text comes from the resident program, `hunchd`. Right arrow takes it, Alt-f takes a word,
# Alt-n puts another line in its place, Alt-r never offers it again, and Ctrl-G removes it. There is
# none with HUNCH_GREY_TEXT=off; HUNCH_GREY_MINIMUM=0.5 shows it only if it is right one time in two.
'builtin' 'typeset' '-g' '+x' '_hunch_aliases='
[[ -o aliases ]] && _hunch_aliases=1
'builtin' 'setopt' 'noaliases'
if [[ -o interactive && ${precmd_functions[(I)_hunch_precmd]-0} == 0 ]] &&
  [[ -z ${CLAUDECODE-}${CODEX_SANDBOX-}${CURSOR_AGENT-}${GEMINI_CLI-}${OPENCODE-}${AI_AGENT-} ]] &&
  zmodload zsh/datetime 2>/dev/null && zmodload -F zsh/files b:zf_mkdir 2>/dev/null &&
  autoload -Uz add-zsh-hook 2>/dev/null; then

  typeset -g +x _hunch_session=$$.${EPOCHREALTIME/[.,]/} _hunch_line= _hunch_previous= _hunch_exit=
  typeset -g +x _hunch_offered= _hunch_taken= _hunch_prefix=
  typeset -g +x _hunch_start _hunch_folder _hunch_repository _hunch_branch _hunch_offset
  typeset -gi +x _hunch_count=0 _hunch_rank=0
  # The spool, its folder and its store; the socket to ask, and the answer until now.
  typeset -g +x _hunch_base= _hunch_spool= _hunch_places= _hunch_usual= _hunch_socket= _hunch_answer= _hunch_asked=
  # A process that tries whether hunchd takes a connection, and whether it did.
  typeset -g +x _hunch_trial= _hunch_trial_process= _hunch_trusted= _hunch_launched=
  # The grey text on the screen, its highlight, the trap that removes it on Ctrl-C, and the user's.
  typeset -g +x _hunch_grey= _hunch_highlight= _hunch_trap= _hunch_own_trap= _hunch_removed=
  # The grey text of this prompt; that of an earlier one, and its outcome, until hunchd knows it.
  typeset -g +x _hunch_shown= _hunch_reported= _hunch_outcome=
  typeset -gi +x _hunch_silent_until=0
  typeset -ga +x _hunch_lines=() _hunch_candidates=()

  # Finds the repository of the working folder, and its branch.
  _hunch_find_repository() {
    local folder=$PWD head=
    _hunch_repository= _hunch_branch=
    while [[ -n $folder && ! -e $folder/.git ]]; do folder=${folder%/*}; done
    [[ -n $folder ]] || return 0
    _hunch_repository=$folder
    local git=$folder/.git
    # A worktree has a file that names its folder.
    if [[ -f $git ]]; then
      read -r head <$git
      git=${head#gitdir: }
      [[ $git == /* ]] || git=$folder/$git
    fi
    [[ -r $git/HEAD ]] && read -r head <$git/HEAD && [[ $head == 'ref: refs/heads/'* ]] &&
      _hunch_branch=${head#ref: refs/heads/}
    return 0
  }

  # Returns whether HISTORY_IGNORE matches a line, as a pattern of the user's shell.
  _hunch_is_ignored() { [[ -n ${HISTORY_IGNORE-} && $1 == ${~HISTORY_IGNORE} ]] }

  _hunch_preexec() {
    local extended=
    [[ -o extendedglob ]] && extended=1
    emulate -L zsh
    _hunch_line= _hunch_exit=ran
    _hunch_end_prompt "$1" 2>/dev/null
    [[ -n $extended ]] && setopt extendedglob
    # If the pattern is not valid, zsh ends this function here, and records nothing.
    _hunch_is_ignored "$1" 2>/dev/null && return 0
    unsetopt extendedglob
    [[ -z $1 || $1 == [[:space:]]* || ${HUNCH_INCOGNITO:-0} == 1 || ${#1} -gt 8000 ]] && return 0
    _hunch_line=$1 _hunch_start=$EPOCHREALTIME _hunch_folder=$PWD
    _hunch_taken=${${(M)1:#$_hunch_offered}:+1} _hunch_offered=
    strftime -s _hunch_offset %z $EPOCHSECONDS
    _hunch_find_repository 2>/dev/null
  }

  _hunch_precmd() {
    local code=$?
    emulate -L zsh
    if [[ -n $_hunch_line ]]; then _hunch_record $code 2>/dev/null; fi
    [[ -n $_hunch_exit ]] && _hunch_previous=$code
    _hunch_line= _hunch_exit=
    _hunch_begin_prompt 2>/dev/null
    return 0
  }

  # Sets REPLY to the one path of a store: without links, `.` and `..`. In the usual case, no process
  # is started.
  _hunch_find_path() {
    local way=$1
    REPLY=$1
    while [[ -n $way && ! -L $way ]]; do way=${way%/*}; done
    [[ -n $way || $1/ == *//* || $1/ == */./* || $1/ == */../* ]] || return 0
    REPLY=$(command realpath -m -- $1)
    [[ $REPLY == /* ]] || REPLY=${1:P}
  }

  # Finds the spool of the store that `hunch` would use.
  _hunch_find_spool() {
    local places="${HUNCH_STORE:-}:${XDG_RUNTIME_DIR:-}:${XDG_DATA_HOME:-}:${HOME:-}"
    [[ $places != "$_hunch_places" || -z $_hunch_spool ]] || return 0
    _hunch_spool= _hunch_places=$places
    local store=${HUNCH_STORE:-} base=${XDG_RUNTIME_DIR:-} data=${XDG_DATA_HOME:-}
    [[ $data == /* ]] || data=${HOME:+$HOME/.local/share}
    data=${data:+$data/hunch/donations.sqlite}
    [[ -n $store ]] || store=$data
    [[ $store == /* ]] || return 1
    # A store has one spool, whatever links, `.` and `..` its path has.
    _hunch_find_path $store
    store=$REPLY
    _hunch_find_path $data
    data=$REPLY
    if [[ $base == /* && -O $base ]]; then base=$base/hunch; else base=/tmp/hunch-$UID; fi
    local name=${${store//\%/%25}//\//%2F}
    (( ${#name} <= 200 )) || return 1
    _hunch_base=$base _hunch_spool=$base/spool/$name _hunch_usual=
    [[ $store != "$data" ]] || _hunch_usual=1
  }

  # Appends a line to the spool.
  _hunch_record() {
    _hunch_find_spool || return 0
    [[ -d $_hunch_base ]] || zf_mkdir -m 700 $_hunch_base
    [[ -O $_hunch_base && ! -L $_hunch_base ]] || return 0
    [[ -d $_hunch_base/spool ]] || zf_mkdir -m 700 $_hunch_base/spool
    [[ -d $_hunch_spool ]] || zf_mkdir -m 700 $_hunch_spool || return 0

    local -a fields=(
      1 $_hunch_session.$((++_hunch_count)) $_hunch_start $_hunch_offset $1
      $((EPOCHREALTIME - _hunch_start)) "$_hunch_previous" zsh "${HOST-}" "$_hunch_folder"
      "$_hunch_repository" "$_hunch_branch" "$_hunch_taken" "$_hunch_line" .
    )
    fields=("${(@)fields//\\/\\\\}")
    fields=("${(@)fields//$'\t'/\\t}")
    fields=("${(@)fields//$'\n'/\\n}")
    fields=("${(@)fields//$'\x01'/}")
    print -r -- $'\x01'${(pj:\t:)fields} >>|$_hunch_spool/$_hunch_session
  }

  # Sets REPLY to a text as JSON writes it. Fails if it is not UTF-8, or has other control
  # characters than tabs and line feeds.
  _hunch_quote() {
    REPLY=$1
    [[ $1 == *[^0-9A-Za-z/._+:@~,=\ -]* ]] || return 0
    setopt localoptions extendedglob nomultibyte
    local rest=$'[\x80-\xbf]'
    [[ $1 != *[$'\x80'-$'\xff']* || $1 == ([$'\x01'-$'\x7f']|[$'\xc2'-$'\xdf']${~rest}|$'\xe0'[$'\xa0'-$'\xbf']${~rest}|[$'\xe1'-$'\xec\xee\xef']${~rest}${~rest}|$'\xed'[$'\x80'-$'\x9f']${~rest}|$'\xf0'[$'\x90'-$'\xbf']${~rest}${~rest}|[$'\xf1'-$'\xf3']${~rest}${~rest}${~rest}|$'\xf4'[$'\x80'-$'\x8f']${~rest}${~rest})# ]] || return 1
    REPLY=${1//\\/\\\\}
    REPLY=${REPLY//\"/\\\"}
    REPLY=${REPLY//$'\n'/\\n}
    REPLY=${REPLY//$'\t'/\\t}
    [[ $REPLY != *[$'\x01'-$'\x1f']* ]]
  }

  # Sets REPLY to the address of hunchd's socket, if the user owns it and its folder.
  _hunch_find_socket() {
    local address= folder
    _hunch_find_spool && [[ -O $_hunch_base && ! -L $_hunch_base ]] || return 1
    [[ -O $_hunch_spool && -f $_hunch_spool/.address && -O $_hunch_spool/.address ]] &&
      IFS= read -r address <$_hunch_spool/.address
    # systemd listens for a program that does not run yet.
    [[ -S $address || -z $_hunch_usual ]] || address=$_hunch_base/hunchd
    folder=${address%/*}
    [[ $address == /* && -S $address && -O $address && -O $folder && ! -L $folder ]] || return 1
    REPLY=$address
  }

  # Starts hunchd, at most once a minute.
  _hunch_launch() {
    (( EPOCHSECONDS - ${_hunch_launched:-0} >= 60 )) || return 0
    _hunch_launched=$EPOCHSECONDS
    setopt localoptions nomonitor
    whence -p hunchd >/dev/null && (command hunchd --detach </dev/null >/dev/null 2>&1 &)
    return 0
  }

  # Sets REPLY to a request: its prefix, limit and further members.
  _hunch_request() {
    local request='{"v":1,"type":"next"' prefix=$1 limit=$2 more=$3
    _hunch_quote $PWD || return 1
    request+=",\"session\":\"$_hunch_session\",\"folder\":\"$REPLY\""
    [[ $_hunch_previous == <-> ]] && request+=",\"exit\":$_hunch_previous"
    if [[ -n $prefix ]]; then
      _hunch_quote $prefix || return 1
      request+=",\"prefix\":\"$REPLY\""
    fi
    _hunch_quote "${HOST-}" && [[ -n $REPLY ]] && request+=",\"host\":\"$REPLY\""
    REPLY="$request,\"limit\":$limit$more}"
  }

  # Reads the lines of an answer into _hunch_lines; returns 1 if it is not one.
  _hunch_read_answer() {
    setopt localoptions nomultibyte
    local rest=$1 line control=$'[\x01-\x1f\x7f]'
    _hunch_lines=()
    [[ $rest == '{'*'}' && $rest != *${~control}* ]] || return 1
    # Escaped characters become control characters, which are absent until here.
    rest=${rest//\\\\/$'\x01'}
    rest=${rest//\\\"/$'\x02'}
    [[ $rest == *'"lines":['*'"type":"next"'* ]] || return 1
    rest=${rest#*'"lines":['}
    while [[ $rest == '{"line":"'*'"'* ]]; do
      rest=${rest#'{"line":"'}
      line=${rest%%\"*}
      rest=${rest#*\"}
      rest=${rest#*\}}
      rest=${rest#,}
      line=${line//\\n/$'\n'}
      line=${line//\\t/$'\t'}
      line=${line//\\\//\/}
      # Other escapes are control characters, or come from another program.
      [[ -n $line && $line != *\\* && $line != *$'\xc2'[$'\x80'-$'\x9f']* ]] || continue
      line=${line//$'\x01'/\\}
      _hunch_lines+=("${line//$'\x02'/\"}")
    done
  }

  # Ends what waits for hunchd.
  _hunch_close() {
    if [[ -n $_hunch_trial ]]; then
      zle -F $_hunch_trial
      exec {_hunch_trial}<&-
      # It is still there only if hunchd does not take connections.
      kill -KILL $_hunch_trial_process && _hunch_silent_until=$((EPOCHSECONDS + 60))
      _hunch_trial=
    fi
    if [[ -n $_hunch_socket ]]; then
      zle -F $_hunch_socket
      exec {_hunch_socket}>&-
      _hunch_socket=
      # A program that hangs must not collect connections.
      [[ -n $_hunch_trusted ]] || (( EPOCHREALTIME - _hunch_asked < 2 )) ||
        _hunch_silent_until=$((EPOCHSECONDS + 60))
    fi
    return 0
  }

  # Tries in a process whether hunchd takes a connection, as zsh would wait if it does not. This is
  # needed only until it has answered.
  _hunch_try() {
    setopt localoptions nomonitor
    exec {_hunch_trial}< <(zsocket $1 && print yes)
    _hunch_trial_process=$sysparams[procsubstpid]
  }

  # Connects, and sends a request.
  _hunch_send() {
    local request=$2 code
    if ! zsocket $1; then
      _hunch_trusted=
      _hunch_launch
      return 1
    fi
    _hunch_socket=$REPLY _hunch_answer= _hunch_trusted= _hunch_asked=$EPOCHREALTIME
    print -r -u $_hunch_socket -- $request
    code=$?
    (( code == 0 )) || _hunch_close
    return $code
  }

  # Reads what has arrived, for at most some seconds: returns 0 with a whole answer, 1 without one,
  # 2 if there will be none.
  _hunch_receive() {
    local part= code
    sysread -t $1 -i $_hunch_socket part
    code=$?
    (( code == 4 )) && return 1
    _hunch_answer+=$part
    (( code == 0 && ${#_hunch_answer} < 1000000 )) || return 2
    [[ $_hunch_answer == *$'\n'* ]] || return 1
    _hunch_trusted=1
    _hunch_read_answer ${_hunch_answer%%$'\n'*} || return 2
  }

  # Asks and waits for the answer, for at most some seconds.
  _hunch_ask_now() {
    local part= address
    local -F end=$((EPOCHREALTIME + $1)) left=$1
    local -i code=1
    _hunch_close
    (( EPOCHSECONDS >= _hunch_silent_until )) || return 1
    if ! _hunch_find_socket; then
      _hunch_launch
      return 1
    fi
    address=$REPLY
    if [[ -z $_hunch_trusted ]]; then
      _hunch_try $address
      sysread -t $left -i $_hunch_trial part
      exec {_hunch_trial}<&-
      _hunch_trial=
      if [[ $part != yes* ]]; then
        kill -KILL $_hunch_trial_process || _hunch_launch
        return 1
      fi
    fi
    _hunch_request "$2" $3 "$4" && _hunch_send $address $REPLY || return 1
    while (( code == 1 && (left = end - EPOCHREALTIME) > 0 )); do
      _hunch_receive $left
      code=$?
    done
    _hunch_close
    return $code
  }

  # Asks for the grey text at an empty prompt, without waiting.
  _hunch_line_init() {
    emulate -L zsh
    _hunch_ask 2>/dev/null
    return 0
  }

  _hunch_ask() {
    _hunch_close
    [[ ${CONTEXT-} == start && -z $BUFFER && ${HUNCH_GREY_TEXT-} != off && ${TERM:-dumb} != dumb &&
      ${HUNCH_INCOGNITO:-0} != 1 ]] || return 0
    (( PENDING == 0 && KEYS_QUEUED_COUNT == 0 && EPOCHSECONDS >= _hunch_silent_until )) || return 0
    if ! _hunch_find_socket; then
      _hunch_launch
    elif [[ -n $_hunch_trusted ]]; then
      _hunch_ask_grey $REPLY
    else
      _hunch_try $REPLY && zle -F -w $_hunch_trial _hunch_tried
    fi
  }

  _hunch_tried() {
    emulate -L zsh
    {
      local part=
      [[ $1 == "$_hunch_trial" ]] || return 0
      sysread -t 0 -i $1 part
      zle -F $1
      exec {_hunch_trial}<&-
      _hunch_trial=
      if [[ $part == yes* ]]; then
        [[ -z $BUFFER ]] && _hunch_find_socket && _hunch_ask_grey $REPLY
      else
        _hunch_launch
      fi
    } 2>/dev/null
    return 0
  }

  _hunch_ask_grey() {
    setopt localoptions extendedglob
    local address=$1 more=',"grey":true' minimum=${HUNCH_GREY_MINIMUM-}
    [[ $minimum == .<-> ]] && minimum=0$minimum
    [[ $minimum == (0(|.[0-9]##)|1(|.0##)) ]] && more+=",\"minimum\":$minimum"
    if [[ -n $_hunch_outcome ]] && _hunch_quote $_hunch_reported; then
      more+=",\"shown\":\"$REPLY\",\"outcome\":\"$_hunch_outcome\""
    fi
    _hunch_request '' 1 $more && _hunch_send $address $REPLY || return 0
    _hunch_outcome= _hunch_reported=
    zle -F -w $_hunch_socket _hunch_arrived
  }

  _hunch_arrived() {
    emulate -L zsh
    {
      [[ $1 == "$_hunch_socket" ]] || return 0
      _hunch_receive 0
      case $? in
        0) _hunch_close; _hunch_show "${_hunch_lines[1]-}" ;;
        2) _hunch_close ;;
      esac
    } 2>/dev/null
    return 0
  }

  _hunch_show() {
    [[ -n $1 && ${#1} -le 1000 && $1 != *[$'\n\t']* && -z $BUFFER && -z ${POSTDISPLAY-} ]] || return 0
    [[ ${CONTEXT-} == start ]] && (( PENDING == 0 )) || return 0
    _hunch_grey=$1 _hunch_shown=$1 _hunch_offered=
    POSTDISPLAY=$1
    _hunch_paint
    _hunch_set_trap
    zle -R
  }

  # Gives the grey text its colour; other hooks may have removed it. zsh moves a highlight with the
  # text, so it is recognised by its memo, or by its style before zsh 5.9.
  _hunch_paint() {
    local place="$#BUFFER $(($#BUFFER + $#POSTDISPLAY))" style=${ZSH_AUTOSUGGEST_HIGHLIGHT_STYLE:-fg=8}
    [[ -n ${(M)region_highlight:#$place *$_hunch_highlight*} && -n $_hunch_highlight ]] && return 0
    _hunch_unpaint
    _hunch_highlight=$style
    [[ -n $_hunch_memo ]] && _hunch_highlight=$_hunch_memo style+=" $_hunch_memo"
    region_highlight+=("$place $style")
  }

  _hunch_unpaint() {
    [[ -n $_hunch_highlight ]] && region_highlight=("${(@)region_highlight:#*$_hunch_highlight*}")
    _hunch_highlight=
  }

  # Returns whether the grey text was on the screen when the key was pressed, right of the cursor.
  # Plugins can have emptied POSTDISPLAY before they let a widget run.
  _hunch_is_grey() {
    [[ -n $_hunch_grey && $_hunch_grey == "$BUFFER"* && ( -z $BUFFER || $BUFFER == "$_hunch_offered" ) ]] &&
      [[ $CURSOR -eq $#BUFFER || (${KEYMAP-} == vicmd && $CURSOR -eq $#BUFFER-1) ]]
  }

  # Removes the grey text; what others have put there stays.
  _hunch_hide() {
    [[ -n $_hunch_grey ]] || return 0
    [[ -n ${POSTDISPLAY-} && $_hunch_grey == *"$POSTDISPLAY" &&
      ( -z ${ZSH_AUTOSUGGEST_STRATEGY-} || $POSTDISPLAY == "$_hunch_grey" ||
      $BUFFER$POSTDISPLAY != "$_hunch_grey" ) ]] && POSTDISPLAY=
    _hunch_unpaint
    _hunch_grey=
  }

  # Before the line is drawn: typing removes the grey text, and makes an answer come too late.
  _hunch_redraw() {
    [[ -n $_hunch_grey$_hunch_removed$_hunch_socket$_hunch_trial ]] || return 0
    emulate -L zsh
    {
      # A plugin can have put back the grey text that a key has removed.
      [[ -n $_hunch_removed && ${POSTDISPLAY-} == "$_hunch_removed" ]] && POSTDISPLAY=
      [[ -n $BUFFER ]] && _hunch_close
      if [[ -n $_hunch_grey ]]; then
        if [[ -n ${POSTDISPLAY-} && $BUFFER$POSTDISPLAY == "$_hunch_grey" ]] && _hunch_is_grey; then
          _hunch_paint
        else
          # Another widget can have taken the whole text.
          [[ $BUFFER == "$_hunch_grey" ]] && _hunch_offered=$BUFFER
          _hunch_hide
        fi
      fi
    } 2>/dev/null
    return 0
  }

  _hunch_line_finish() {
    emulate -L zsh
    _hunch_close 2>/dev/null
    _hunch_hide 2>/dev/null
    return 0
  }

  # Makes Ctrl-C remove the grey text before zsh leaves the line, and then run the user's TRAPINT. With
  # a trap of the kind `trap … INT`, zsh does not leave the line, and the grey text can stay.
  _hunch_set_trap() {
    local traps file=$_hunch_base/.traps-$$ end='return $((128 + $1))'
    [[ -z $_hunch_trap ]] || return 0
    setopt localoptions nolocaltraps noaliases
    _hunch_own_trap=${functions[TRAPINT]-}
    if [[ -n $_hunch_own_trap ]]; then
      end=$_hunch_own_trap
    else
      trap >|$file && traps=$(<$file)
      zf_rm -f $file
      [[ $traps == *' INT'($'\n'*|) ]] && return 0
    fi
    functions[TRAPINT]='[[ -z $_hunch_grey ]] || { zle && zle _hunch_line_finish && zle -R; } 2>/dev/null'$'\n'$end
    _hunch_trap=$functions[TRAPINT]
  }

  # Lets Ctrl-C do again what it did, unless somebody has changed that meanwhile.
  _hunch_remove_trap() {
    [[ -n $_hunch_trap ]] || return 0
    setopt localoptions nolocaltraps noaliases
    if [[ ${functions[TRAPINT]-} == "$_hunch_trap" ]]; then
      if [[ -n $_hunch_own_trap ]]; then functions[TRAPINT]=$_hunch_own_trap; else unfunction TRAPINT; fi
    fi
    _hunch_trap= _hunch_own_trap=
  }

  # When a line has been read: decides what became of the grey text.
  _hunch_end_prompt() {
    _hunch_close
    _hunch_remove_trap
    _hunch_grey= _hunch_highlight= _hunch_removed=
    if [[ -n $_hunch_shown ]]; then
      _hunch_reported=$_hunch_shown
      # A line that was typed by hand was right, too; it is recorded as the user's own.
      if [[ $1 == "$_hunch_shown" ]]; then
        _hunch_outcome=taken
      else
        _hunch_outcome=${_hunch_outcome:-overtyped}
      fi
    fi
    _hunch_shown=
  }

  _hunch_begin_prompt() {
    _hunch_close
    _hunch_remove_trap
    _hunch_grey= _hunch_highlight= _hunch_shown= _hunch_removed=
    # What was not about grey text that was shown is not sent.
    [[ -n $_hunch_reported ]] || _hunch_outcome=
    (( $+_hunch_hooks )) || return 0
    [[ ${widgets[zle-line-init]-} == user:(_hunch_line_init|azhw:*) &&
      ${widgets[zle-line-finish]-} == user:(_hunch_line_finish|azhw:*) &&
      ${widgets[zle-line-pre-redraw]-} == user:(_hunch_redraw|azhw:*) ]] || _hunch_hook_line
  }

  # Hooks into the line; with other hooks, through zsh's own function, which takes longer.
  _hunch_hook_line() {
    local name hook
    for name hook in line-init _hunch_line_init line-finish _hunch_line_finish line-pre-redraw _hunch_redraw; do
      case ${widgets[zle-$name]-} in
        '') zle -N zle-$name $hook ;;
        user:$hook) ;;
        *) add-zle-hook-widget $name $hook ;;
      esac
    done
    (( _hunch_hooks++ )) && return 0
    # The first prompt: other plugins have set their widgets.
    for name in forward-char vi-forward-char end-of-line vi-end-of-line; do
      _hunch_wrap $name _hunch_take
    done
    for name in forward-word emacs-forward-word vi-forward-word vi-forward-blank-word; do
      _hunch_wrap $name _hunch_take_word
    done
    _hunch_wrap send-break _hunch_dismiss
    for name in history-incremental-{,pattern-}search-{back,for}ward; do
      _hunch_wrap $name _hunch_leave
    done
  }

  # Lets a widget run a function first, and then itself if the function fails.
  _hunch_wrap() {
    local previous=.$1
    if [[ ${widgets[$1]-} != builtin ]]; then
      (( ${+widgets[$1]} )) || return 0
      previous=_hunch_previous_$1
      zle -A $1 $previous
    fi
    functions[_hunch_widget_$1]="$2 $1 || zle $previous -- \"\$@\""
    zle -N $1 _hunch_widget_$1
  }

  _hunch_take() {
    emulate -L zsh
    [[ ${KEYMAP-} != viopp ]] && _hunch_is_grey || return 1
    local line=$_hunch_grey
    _hunch_hide
    POSTDISPLAY= BUFFER=$line CURSOR=$#line _hunch_offered=$line
  }

  _hunch_take_word() {
    emulate -L zsh
    [[ ${KEYMAP-} != viopp ]] && _hunch_is_grey || return 1
    local -i from=$#BUFFER
    POSTDISPLAY= BUFFER=$_hunch_grey CURSOR=from
    zle .$1
    BUFFER=${_hunch_grey[1,CURSOR]}
    [[ ${KEYMAP-} != vicmd || $CURSOR -lt $#_hunch_grey-1 ]] || BUFFER=$_hunch_grey
    CURSOR=$#BUFFER POSTDISPLAY=${_hunch_grey:$#BUFFER} _hunch_offered=$BUFFER
    if [[ -n $POSTDISPLAY ]]; then _hunch_paint; else _hunch_hide; fi
    return 0
  }

  _hunch_dismiss() {
    emulate -L zsh
    _hunch_is_grey || return 1
    POSTDISPLAY= _hunch_outcome=dismissed _hunch_removed=$_hunch_grey
    _hunch_hide
  }

  # Removes the grey text, and lets the widget run.
  _hunch_leave() {
    emulate -L zsh
    _hunch_hide
    return 1
  }

  # Never offers the grey text, or the line that Alt-n has put here, again.
  hunch-never() {
    emulate -L zsh
    local line=$_hunch_grey folder= removed=$_hunch_grey
    if ! _hunch_is_grey; then
      [[ -n $BUFFER && $BUFFER == "$_hunch_offered" ]] || return 0
      line=$BUFFER
    fi
    {
      _hunch_quote $PWD && folder=",\"folder\":\"$REPLY\""
      _hunch_close
      if _hunch_quote $line && line=$REPLY && _hunch_find_socket && [[ -n $_hunch_trusted ]] &&
        _hunch_send $REPLY "{\"v\":1,\"type\":\"never\",\"line\":\"$line\"$folder}"; then
        _hunch_receive 1
        [[ $_hunch_answer == *'"type":"done"'* ]] && line=
        _hunch_close
      fi
      _hunch_hide
    } 2>/dev/null
    if [[ -n $line ]]; then
      zle -M 'Hunch did not answer; try hunch prompt --never.'
      return 0
    fi
    POSTDISPLAY= BUFFER= _hunch_offered= _hunch_outcome=dismissed _hunch_removed=$removed
    zle -M 'Hunch will not offer this line again.'
  }

  # Puts the next command into the line; again, the one after it. A typed text is a prefix. The line
  # that stands there as grey text is left out.
  hunch-next() {
    emulate -L zsh
    local line= grey=
    if [[ -z $_hunch_offered || $BUFFER != "$_hunch_offered" ]]; then
      _hunch_is_grey && grey=$_hunch_grey
      _hunch_rank=0 _hunch_prefix=$BUFFER _hunch_candidates=()
      {
        _hunch_hide
        _hunch_ask_now 1 "$BUFFER" 20 '' && _hunch_candidates=(server "${(@)_hunch_lines:#$grey}")
      } 2>/dev/null
    fi
    if [[ -n ${_hunch_candidates-} ]]; then
      line=${_hunch_candidates[_hunch_rank + 2]-}
    else
      line=$(command hunch next --quiet --rank $((_hunch_rank + 1)) --exit "$_hunch_previous" \
        ${_hunch_prefix:+--prefix=$_hunch_prefix} 2>/dev/null)
    fi
    if [[ -n $line ]]; then
      _hunch_rank+=1 _hunch_offered=$line BUFFER=$line CURSOR=$#line
    elif (( _hunch_rank > 0 )); then
      # After the last one, the line is again as it was.
      _hunch_rank=0 _hunch_offered= BUFFER=$_hunch_prefix CURSOR=$#_hunch_prefix
    fi
  }

  # A strategy for zsh-autosuggestions: ZSH_AUTOSUGGEST_STRATEGY=(hunch history).
  _zsh_autosuggest_strategy_hunch() {
    emulate -L zsh
    typeset -g suggestion=
    _hunch_ask_now 0.02 "$1" 1 ',"grey":true,"minimum":0' 2>/dev/null || return 0
    [[ ${_hunch_lines[1]-} == "$1"* && ${_hunch_lines[1]-} != *[$'\n\t']* ]] && suggestion=$_hunch_lines[1]
    return 0
  }

  zle -N hunch-next
  bindkey -M emacs '^[n' hunch-next
  bindkey -M viins '^[n' hunch-next
  bindkey -M vicmd '^[n' hunch-next

  # Without these modules and functions, there is no grey text; Alt-n works with `hunch` then.
  if zmodload zsh/net/socket zsh/system zsh/zleparameter zsh/parameter 2>/dev/null &&
    zmodload -F zsh/files b:zf_rm 2>/dev/null &&
    autoload -Uz add-zle-hook-widget 2>/dev/null; then
    typeset -gi +x _hunch_hooks=0
    typeset -g +x _hunch_memo=
    [[ $ZSH_VERSION == (5.9*|5.[1-9][0-9]*|[6-9].*) ]] && _hunch_memo=memo=hunch
    zle -N hunch-never
    # Alt-r is free in zsh, and Escape, r does nothing at an empty line of vi; browsers remove a
    # suggestion with Shift-Delete.
    for _hunch_line in emacs viins; do
      bindkey -M $_hunch_line '^[r' hunch-never '^[[3;2~' hunch-never
    done
    _hunch_line=
    zle -N _hunch_tried
    zle -N _hunch_arrived
    zle -N _hunch_line_finish
  fi

  add-zsh-hook preexec _hunch_preexec
  add-zsh-hook precmd _hunch_precmd
fi
[[ -n $_hunch_aliases ]] && setopt aliases
unset _hunch_aliases
