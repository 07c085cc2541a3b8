# The hook of Hunch for zsh: records the commands that you run, and puts the next one into the line
# when you press Alt-n. `hunch init zsh` prints it.
#
# It appends a line to a file in $XDG_RUNTIME_DIR/hunch, without starting a process; `hunch` takes
# the line into its store the next time it runs. Not recorded: lines that begin with a space or
# match HISTORY_IGNORE, shells of agents, and everything while HUNCH_INCOGNITO=1 is set.
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
    return 0
  }

  # Appends a line to the spool of the store that `hunch` would use.
  _hunch_record() {
    local store=${HUNCH_STORE:-} base=${XDG_RUNTIME_DIR:-} data=${XDG_DATA_HOME:-}
    [[ $data == /* ]] || data=${HOME:+$HOME/.local/share}
    [[ -n $store ]] || store=${data:+$data/hunch/donations.sqlite}
    [[ $store == /* ]] || return 0
    if [[ $base == /* && -O $base ]]; then base=$base/hunch; else base=/tmp/hunch-$UID; fi
    local name=${${store//\%/%25}//\//%2F}
    (( ${#name} <= 200 )) || return 0
    [[ -d $base ]] || zf_mkdir -m 700 $base
    [[ -O $base && ! -L $base ]] || return 0
    local spool=$base/spool/$name
    [[ -d $base/spool ]] || zf_mkdir -m 700 $base/spool
    [[ -d $spool ]] || zf_mkdir -m 700 $spool || return 0

    local -a fields=(
      1 $_hunch_session.$((++_hunch_count)) $_hunch_start $_hunch_offset $1
      $((EPOCHREALTIME - _hunch_start)) "$_hunch_previous" zsh "${HOST-}" "$_hunch_folder"
      "$_hunch_repository" "$_hunch_branch" "$_hunch_taken" "$_hunch_line" .
    )
    fields=("${(@)fields//\\/\\\\}")
    fields=("${(@)fields//$'\t'/\\t}")
    fields=("${(@)fields//$'\n'/\\n}")
    fields=("${(@)fields//$'\x01'/}")
    print -r -- $'\x01'${(pj:\t:)fields} >>|$spool/$_hunch_session
  }

  # Puts the next command into the line; again, the one after it. A typed text is a prefix.
  hunch-next() {
    emulate -L zsh
    if [[ -z $_hunch_offered || $BUFFER != $_hunch_offered ]]; then
      _hunch_rank=0 _hunch_prefix=$BUFFER
    fi
    local line=$(command hunch next --quiet --rank $((_hunch_rank + 1)) --exit "$_hunch_previous" \
      ${_hunch_prefix:+--prefix=$_hunch_prefix} 2>/dev/null)
    if [[ -n $line ]]; then
      _hunch_rank+=1 _hunch_offered=$line BUFFER=$line CURSOR=$#line
    elif (( _hunch_rank > 0 )); then
      # After the last one, the line is again as it was.
      _hunch_rank=0 _hunch_offered= BUFFER=$_hunch_prefix CURSOR=$#_hunch_prefix
    fi
  }
  zle -N hunch-next
  bindkey '^[n' hunch-next

  add-zsh-hook preexec _hunch_preexec
  add-zsh-hook precmd _hunch_precmd
fi
[[ -n $_hunch_aliases ]] && setopt aliases
unset _hunch_aliases
