# The hook of Hunch for fish: records the commands that you run, and puts the next one into the line
# when you press Alt-n. `hunch init fish` prints it.
#
# It appends a line to a file in $XDG_RUNTIME_DIR/hunch; `hunch` takes the line into its store the
# next time it runs. Not recorded: lines that begin with a space, private mode, shells of agents,
# and everything while HUNCH_INCOGNITO=1 is set.
if status is-interactive; and not set -q _hunch_session
    and test -z "$CLAUDECODE$CODEX_SANDBOX$CURSOR_AGENT$GEMINI_CLI$OPENCODE$AI_AGENT"

    set -g _hunch_session $fish_pid.(random)(random)
    set -g _hunch_count 0
    set -g _hunch_previous ''
    set -g _hunch_offered ''
    set -g _hunch_rank 0
    set -g _hunch_launched ''
    set -g _hunch_named ''
    set -g _hunch_path ''

    # Finds the repository of the working folder, and its branch.
    function _hunch_find_repository
        set -g _hunch_repository ''
        set -g _hunch_branch ''
        set -l folder $PWD
        while test -n "$folder"; and not test -e "$folder/.git"
            set folder (string replace -r '/[^/]*$' '' -- "$folder" | string collect)
        end
        test -n "$folder"; or return 0
        set -g _hunch_repository $folder
        set -l git $folder/.git
        set -l head ''
        # A worktree has a file that names its folder.
        if test -f $git
            read head <$git
            set git (string replace 'gitdir: ' '' -- "$head" | string collect)
            string match -q '/*' -- $git; or set git $folder/$git
        end
        if test -r $git/HEAD
            read head <$git/HEAD
            string match -q 'ref: refs/heads/*' -- $head
            and set -g _hunch_branch (string replace 'ref: refs/heads/' '' -- $head)
        end
        return 0
    end

    function _hunch_preexec --on-event fish_preexec
        set -g _hunch_line ''
        test -z "$argv[1]"; and return 0
        set -q fish_private_mode; and return 0
        string match -qr '^\s' -- "$argv[1]"; and return 0
        test "$HUNCH_INCOGNITO" = 1; and return 0
        test (string length -- "$argv[1]") -gt 8000; and return 0
        set -g _hunch_line "$argv[1]"
        set -g _hunch_taken ''
        test "$_hunch_line" = "$_hunch_offered"; and set -g _hunch_taken 1
        set -g _hunch_offered ''
        set -g _hunch_folder $PWD
        _hunch_find_repository 2>/dev/null
    end

    function _hunch_postexec --on-event fish_postexec
        set -l code $status
        test -n "$_hunch_line"; and _hunch_record $code $CMD_DURATION 2>/dev/null
        set -g _hunch_previous $code
        set -g _hunch_line ''
        return 0
    end

    # Puts the next command into the line; again, the one after it. A typed text is a prefix.
    function _hunch_next
        set -l typed (commandline -b | string collect)
        if test -z "$_hunch_offered"; or test "$typed" != "$_hunch_offered"
            set -g _hunch_rank 0
            set -g _hunch_prefix "$typed"
        end
        set -l options --quiet --rank (builtin math $_hunch_rank + 1) --exit "$_hunch_previous"
        test -n "$_hunch_prefix"; and set -a options --prefix="$_hunch_prefix"
        # The resident program knows the next command, or else the store. The client exits with 1 if no
        # line is left; any other failure means that there is no answer.
        set -l lines
        set -l code 69
        if command -q hunch-client
            set lines (command hunch-client next $options --session $_hunch_session 2>/dev/null)
            set code $status
        end
        if test $code -gt 1
            set lines (command hunch next $options 2>/dev/null)
            # At most once a minute.
            if test (builtin math (date +%s) - 0"$_hunch_launched") -ge 60
                set -g _hunch_launched (date +%s)
                command -q hunchd; and command hunchd --detach </dev/null >/dev/null 2>&1
            end
        end
        set -l line (string join \n -- $lines | string collect)
        if test -n "$line"
            set -g _hunch_rank (builtin math $_hunch_rank + 1)
            set -g _hunch_offered "$line"
            commandline -r -- "$line"
        else if test $_hunch_rank -gt 0
            # After the last one, the line is again as it was.
            set -g _hunch_rank 0
            set -g _hunch_offered ''
            commandline -r -- "$_hunch_prefix"
        end
    end
    # In both modes of vi, too.
    bind \en _hunch_next
    bind -M insert \en _hunch_next

    # Finds the one path of a store: without links, `.` and `..`. In the usual case, no process is
    # started.
    function _hunch_find_path
        test "$argv[1]" = "$_hunch_named"; and return 0
        set -g _hunch_named "$argv[1]"
        set -g _hunch_path "$argv[1]"
        set -l way "$argv[1]"
        while test -n "$way"; and not test -L "$way"
            set way (string replace -r '/[^/]*$' '' -- "$way" | string collect)
        end
        if test -n "$way"; or string match -qr '/(\.{0,2}/|\.{0,2}$)' -- "$argv[1]"
            set -l found (command realpath -m -- "$argv[1]" | string collect)
            string match -q '/*' -- "$found"; and set -g _hunch_path "$found"
        end
        return 0
    end

    # Appends a line to the spool of the store that `hunch` would use.
    function _hunch_record
        set -l data "$XDG_DATA_HOME"
        if not string match -q '/*' -- $data
            test -n "$HOME"; and set data "$HOME/.local/share"; or set data ''
        end
        set -l store "$HUNCH_STORE"
        test -z "$store"; and test -n "$data"; and set store "$data/hunch/donations.sqlite"
        string match -q '/*' -- $store; or return 0
        set -l base "$XDG_RUNTIME_DIR/hunch"
        string match -q '/*' -- "$XDG_RUNTIME_DIR"; and test -O "$XDG_RUNTIME_DIR"
        or set base /tmp/hunch-(command id -u)
        _hunch_find_path "$store"
        set -l name (string replace -a % %25 -- "$_hunch_path" | string collect)
        set name (string replace -a / %2F -- "$name" | string collect)
        test (string length -- "$name") -le 200; or return 0
        test -d "$base"; or command mkdir -m 700 "$base"
        test -O "$base"; and not test -L "$base"; or return 0
        set -l spool "$base/spool/$name"
        test -d "$base/spool"; or command mkdir -m 700 "$base/spool"
        test -d "$spool"; or command mkdir -m 700 "$spool"; or return 0

        set -l now (command date '+%s.%N %z' | string split ' ')
        set -l start (builtin math --scale=6 "$now[1] - $argv[2] / 1000")
        set -l duration (builtin math --scale=3 "$argv[2] / 1000")
        set -g _hunch_count (builtin math $_hunch_count + 1)
        set -l record 1
        for field in $_hunch_session.$_hunch_count $start $now[2] $argv[1] $duration "$_hunch_previous" fish "$hostname" "$_hunch_folder" "$_hunch_repository" "$_hunch_branch" "$_hunch_taken" "$_hunch_line" .
            # The lines of a field, each escaped, are joined again.
            set -l lines
            for line in (string split \n -- "$field")
                set -a lines (string replace -a '\\' '\\\\' -- "$line" | string replace -a \t '\\t' | string replace -a \x01 '')
            end
            set -a record (string join '\\n' -- $lines)
        end
        printf '\x01%s\n' (string join \t -- $record) >>"$spool/$_hunch_session"
    end
end
