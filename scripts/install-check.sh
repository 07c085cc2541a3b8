#!/usr/bin/env bash
# Installs a program into a scratch folder and checks that it runs, that shells can read its
# completions, that manual pages have no errors, that everything is listed, and that uninstalling
# leaves nothing. Missing shells and page formatters are skipped with a note.
#
#   scripts/install-check.sh PROGRAM
set -euo pipefail
program=$(realpath "${1:?"usage: scripts/install-check.sh PROGRAM"}")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "install-check: $1" >&2; failures=$((failures + 1)); }
has() { command -v "$1" >/dev/null || { echo "install-check: $1 is missing; its checks are skipped"; return 1; }; }
files() { (cd "$1" && find . -mindepth 1 | LC_ALL=C sort); }

# A staged installation, as for packages: the files are below DESTDIR, but name paths in PREFIX.
stage=$work/stage
make --no-print-directory install PROGRAM="$program" PREFIX=/usr DESTDIR="$stage" 2>"$work/notes" ||
  { fail "installing fails: $(<"$work/notes")"; exit 1; }
root=$stage/usr

version=$("$program" --version)
[ "$("$root/bin/hunch" --version)" = "$version" ] || fail "the installed program has another version"
HUNCH_STORE=$work/store.sqlite "$root/bin/hunch" import "$root/share/hunch/demo.jsonl" --quiet || fail "the demonstration log cannot be imported"
HUNCH_STORE=$work/store.sqlite "$root/bin/hunch" suggest --user ada --at 2026-04-29T18:00:00+02:00 -n 1 >"$work/answer" || fail "the program suggests nothing"
[ -s "$work/answer" ] || fail "the program answers nothing"

"$root/bin/hunch" worker learn <"$root/share/hunch/demo.jsonl" | tail -1 | grep -q '"end":true' || fail "the installed worker writes no trailer"

completion=$root/share/bash-completion/completions/hunch
bash -n "$completion" || fail "bash cannot read its completions"
bash -c 'source "$1" && complete -p hunch' - "$completion" >/dev/null || fail "bash has no completion of hunch"
if has zsh; then
  zsh -n "$root/share/zsh/site-functions/_hunch" || fail "zsh cannot read its completions"
  head -1 "$root/share/zsh/site-functions/_hunch" | grep -q '^#compdef hunch' || fail "zsh finds no #compdef line"
fi
if has fish; then fish -n "$root/share/fish/vendor_completions.d/hunch.fish" || fail "fish cannot read its completions"; fi

# Every command of the program has a page.
commands=$("$program" --help | sed -n '/SUBCOMMANDS:$/,$s/^  \([a-z]\{1,\}\) .*/\1/p')
[ "$(wc -w <<<"$commands")" -gt 20 ] || fail "the help lists too few commands: $commands"
for name in $commands; do [ -s "$root/share/man/man1/hunch-$name.1" ] || fail "hunch $name has no page"; done
for page in "$root"/share/man/man1/*.1; do
  if command -v groff >/dev/null; then
    groff -K utf8 -ww -man -Tutf8 -P-cbou -rLL=100n "$page" >"$work/page" 2>"$work/warnings" || fail "groff cannot read ${page##*/}"
    [ ! -s "$work/warnings" ] || fail "${page##*/}: $(<"$work/warnings")"
    grep -q NAME "$work/page" || fail "${page##*/} has no section NAME"
  fi
done
has groff || true
if has man; then
  for page in "$root"/share/man/man1/*.1; do
    warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings=all -l "$page" 2>&1 >/dev/null) || true
    [ -z "$warnings" ] || fail "${page##*/}: $warnings"
  done
  LC_ALL=C.UTF-8 MANPATH=$root/share/man man -P cat hunch-suggest 2>/dev/null | grep -q 'hunch suggest' || fail "man does not find hunch-suggest"
fi

# The units start installed programs, with arguments that these understand.
units=$root/lib/systemd/user
for unit in hunchd.service hunchd.socket hunch-import.service hunch-import.timer; do
  [ -s "$units/$unit" ] || fail "$unit is not installed"
  if grep -q '@' "$units/$unit"; then fail "$unit has a placeholder"; fi
done
for unit in hunchd hunch-import; do
  read -r -a start < <(sed -n 's/^ExecStart=//p' "$units/$unit.service")
  [ -x "$stage${start[0]}" ] || fail "$unit.service starts ${start[0]}, which is not installed"
done
(export HOME=$work/home && mkdir -p "$HOME" && "$stage${start[0]}" "${start[@]:1}") 2>"$work/notes" && code=0 || code=$?
[ "$code" = 1 ] || fail "hunch-import.service without an agreement exits with $code: $(<"$work/notes")"
if has systemd-analyze; then
  XDG_RUNTIME_DIR=$work systemd-analyze verify --user --man=no "$units/hunch-import.timer" 2>"$work/notes" ||
    fail "systemd does not understand hunch-import.timer: $(<"$work/notes")"
fi

# Installing again changes nothing, but removes the page of a command that no longer exists.
files "$stage" >"$work/first"
printf 'file share/man/man1/hunch-gone.1\n' >>"$root/share/hunch/installed"
: >"$root/share/man/man1/hunch-gone.1"
scripts/install.sh "$program" /usr "$stage" 2>/dev/null
files "$stage" | diff "$work/first" - || fail "installing again changes the files"

make --no-print-directory uninstall PREFIX=/usr DESTDIR="$stage" 2>/dev/null || fail "uninstalling fails"
left=$(files "$stage")
[ -z "$left" ] || [ "$left" = ./usr ] || fail "uninstalling leaves: $left"

# In a shared folder, uninstalling keeps the files of others.
shared=$work/shared
mkdir -p "$shared/bin" "$shared/share/man/man1"
: >"$shared/bin/other" && : >"$shared/share/man/man1/hunch-other.1"
files "$shared" >"$work/before"
scripts/install.sh "$program" "$shared" 2>/dev/null
scripts/install.sh --uninstall "$shared" 2>/dev/null
files "$shared" | diff "$work/before" - || fail "uninstalling changed the files of others"
if scripts/install.sh --uninstall "$shared" 2>/dev/null; then fail "uninstalling without an installation succeeds"; fi
mkdir -p "$shared/share/hunch" && printf 'file ../outside\n' >"$shared/share/hunch/installed" && : >"$work/outside"
if scripts/install.sh --uninstall "$shared" 2>/dev/null; then fail "a list with a path outside of the prefix is accepted"; fi
[ -e "$work/outside" ] || fail "a file outside of the prefix was removed"
# Files behind links that lead out of the prefix are kept.
mkdir -p "$work/elsewhere" && : >"$work/elsewhere/precious" && ln -s "$work/elsewhere" "$shared/share/out"
mkdir -p "$shared/share/inside" && : >"$shared/share/inside/ours" && ln -s inside "$shared/share/in"
printf '%s\n' 'file share/out/precious' 'file share/in/ours' 'folder share/out' >"$shared/share/hunch/installed"
scripts/install.sh --uninstall "$shared" 2>/dev/null || fail "uninstalling fails because of a link"
[ -e "$work/elsewhere/precious" ] || fail "a file behind a link out of the prefix was removed"
[ ! -e "$shared/share/inside/ours" ] || fail "a file behind a link within the prefix was not removed"
linked=$work/linked && mkdir -p "$linked/share" && ln -s "$work/elsewhere" "$linked/share/man"
if scripts/install.sh "$program" "$linked" 2>/dev/null; then fail "installing through a link out of the prefix succeeds"; fi
[ -z "$(find "$linked" -type f)" ] && [ "$(ls "$work/elsewhere")" = precious ] || fail "something was installed although a link leads out of the prefix"
if scripts/install.sh "$program" relative 2>/dev/null; then fail "a relative prefix is accepted"; fi

# A build with another number of jobs would compile everything again.
jobs=$(scripts/jobs.sh release 2>/dev/null)
[ "$(JOBS=$((jobs + 1)) scripts/jobs.sh release 2>/dev/null)" = "$jobs" ] || fail "make install JOBS=… compiles everything again"

[ $failures = 0 ] && echo "install-check: installed, checked and uninstalled hunch $version"
exit $((failures > 0))
