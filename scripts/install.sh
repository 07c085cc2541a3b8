#!/usr/bin/env bash
# Installs the program with its completions, manual pages and demonstration log, or removes them:
#
#   scripts/install.sh PROGRAM PREFIX [DESTDIR]
#   scripts/install.sh --uninstall PREFIX [DESTDIR]
#
# PREFIX/share/hunch/installed lists the installed files and the new folders; nothing else is ever
# removed.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
usage="usage: scripts/install.sh PROGRAM|--uninstall PREFIX [DESTDIR]"
program=${1:?"$usage"}
prefix=${2:?"$usage"}
case $prefix in
  /*) ;;
  *) echo "install: PREFIX must be an absolute path, like /usr/local or \$HOME/.local: $prefix" >&2; exit 64 ;;
esac
root=${3:-}${prefix%/}
list=$root/share/hunch/installed

# Returns whether a path stays within the prefix once its links are followed.
is_within() {
  local top place
  top=$(realpath -m -- "$root") place=$(realpath -m -- "$root/$1/..")
  [ "$place" = "$top" ] || [[ $place == "${top%/}"/* ]]
}

# Rejects a list with a line that no installation writes.
check() {
  local kind path
  while read -r kind path; do
    case $path in "" | /* | .. | ../* | */.. | */../*) echo "install: $list has a line that no installation writes: $path" >&2; exit 65 ;; esac
  done <"$1"
}

# Removes a file, unless a link on its path leads out of the prefix.
take() {
  if is_within "$1"; then rm -f "$root/$1"; else echo "install: kept $root/$1: a link on its path leads out of $root" >&2; fi
}

# Removes the files of a list, then its empty folders, the deepest first.
remove() {
  local kind path
  check "$1"
  while read -r kind path; do [ "$kind" != file ] || take "$path"; done <"$1"
  take "${list#"$root"/}"
  sed -n 's/^folder //p' "$1" | LC_ALL=C sort -r | while read -r path; do
    [ ! -d "$root/$path" ] || [ -L "$root/$path" ] || ! is_within "$path" || rmdir --ignore-fail-on-non-empty "$root/$path"
  done
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ "$program" = --uninstall ]; then
  [ -e "$list" ] || { echo "install: nothing is installed under $root: $list does not exist" >&2; exit 66; }
  cp "$list" "$work/installed"
  remove "$work/installed"
  echo "removed hunch from $root" >&2
  exit 0
fi

[ -x "$program" ] || { echo "install: no program $program; run make install-build" >&2; exit 66; }

# Generates everything before installing anything.
mkdir -p "$work/man"
version=$("$program" --version)
"$program" --experimental-dump-help >"$work/help.json"
swift "$here/scripts/manual.swift" "$work/help.json" "$version" "$work/man"
for shell in bash zsh fish; do "$program" --generate-completion-script "$shell" >"$work/$shell"; done

modes=() sources=() files=() folders=()
# Creates a folder within the prefix, with its parents, and records those that are new.
folder() {
  local path=$1
  [ -d "$root/$path" ] && return
  [[ $path != */* ]] || folder "${path%/*}"
  install -d -m 755 "$root/$path"
  folders+=("$path")
}
# Records a file to install; fails if a link on its path leads out of the prefix.
put() {
  is_within "$3" || { echo "install: $root/$3: a link on its path leads out of $root; remove it, or choose another PREFIX" >&2; exit 73; }
  modes+=("$1") sources+=("$2") files+=("$3")
}

old=$work/old
: >"$old"
[ ! -e "$list" ] || cp "$list" "$old"
check "$old"
put 755 "$program" bin/hunch
# The resident program, the client and the batch worker are in the same folder.
for name in hunchd hunch-client hunch-worker; do
  [ -x "$(dirname "$program")/$name" ] || { echo "install: no program $(dirname "$program")/$name; run make install-build" >&2; exit 66; }
  put 755 "$(dirname "$program")/$name" "bin/$name"
done
for unit in hunchd.service hunchd.socket hunch-import.service hunch-import.timer; do
  sed "s|@bin@|${prefix%/}/bin|" "$here/scripts/systemd/$unit" >"$work/$unit"
  put 644 "$work/$unit" "lib/systemd/user/$unit"
done
put 644 "$work/bash" share/bash-completion/completions/hunch
put 644 "$work/zsh" share/zsh/site-functions/_hunch
put 644 "$work/fish" share/fish/vendor_completions.d/hunch.fish
for page in "$work"/man/*.1; do put 644 "$page" "share/man/man1/${page##*/}"; done
put 644 "$here/datasets/demo.jsonl" share/hunch/demo.jsonl
install -d -m 755 "$root"
for index in "${!files[@]}"; do
  folder "${files[index]%/*}"
  install -m "${modes[index]}" "${sources[index]}" "$root/${files[index]}"
done

{
  printf 'file %s\n' "${files[@]}"
  { sed -n 's/^folder //p' "$old"; [ ${#folders[@]} = 0 ] || printf '%s\n' "${folders[@]}"; } | LC_ALL=C sort -u | sed 's/^/folder /'
} >"$work/installed"
# Removes the pages of commands that only an earlier version had.
sed -n 's/^file //p' "$old" | while read -r path; do
  grep -qxF "file $path" "$work/installed" || take "$path"
done
install -m 644 "$work/installed" "$list"
echo "installed hunch $version under $root, with completions and manual pages" >&2
case ":$PATH:" in *":${prefix%/}/bin:"*) ;; *) echo "note: ${prefix%/}/bin is not on your PATH" >&2 ;; esac
