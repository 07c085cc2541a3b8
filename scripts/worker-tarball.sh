#!/usr/bin/env bash
# Packs hunch-worker with the libraries that it needs, for machines that have neither Swift nor
# these packages: any x86-64 Linux with the glibc of this machine or a newer one.
#
#   scripts/worker-tarball.sh PROGRAM TARBALL
#
# The program is at the top of the archive, and its libraries in lib; it contains the shipped model.
# The same files give the same bytes.
set -euo pipefail
usage="usage: scripts/worker-tarball.sh PROGRAM TARBALL"
program=$(realpath "${1:?"$usage"}")
tarball=$(realpath -m "${2:?"$usage"}")
cd "$(dirname "$0")/.."
limit=40000000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$work/top
mkdir -p "$top/lib" "$top/licenses"
install -m 755 "$program" "$top/hunch-worker"
cp LICENSE "$top/licenses/hunch"

# Copies the licence of the package that a library is from.
license() {
  local package
  package=$(dpkg-query --search "$(realpath "$1")" 2>/dev/null | sed 's/:.*//;q') || true
  [ -z "$package" ] || cp -L "/usr/share/doc/$package/copyright" "$top/licenses/$package"
}

# Everything but glibc, which every system has.
while read -r name path; do
  case $name in libc.so.* | libm.so.* | libpthread.so.* | libdl.so.* | librt.so.*) continue ;; esac
  cp -L "$path" "$top/lib/$name"
  license "$path"
  case $path in */usr/lib/swift/*) swift=${path%/lib/swift/*} ;; esac
done < <(ldd "$program" | awk '$3 ~ /^\// { print $1, $3 }')
[ -z "${swift:-}" ] || cp "$swift/share/swift/LICENSE.txt" "$top/licenses/swift" 2>/dev/null || true

# Of OpenBLAS only the calls that are used, with the kernels for all processors: a third less, and
# without Fortran.
archive=$(dirname "$(realpath "$(ldd "$program" | awk '$1 == "libopenblas.so.0" { print $3 }')")")/libopenblas.a
if [ -f "$archive" ]; then
  calls=$(nm --dynamic --undefined-only "$program" | awk '$2 ~ /^(cblas|openblas)_/ { print "-Wl,-u," $2 }')
  # shellcheck disable=SC2086
  cc -shared -o "$top/lib/libopenblas.so.0" -Wl,-soname,libopenblas.so.0 $calls -Wl,--gc-sections "$archive" -lm -lpthread
  rm -f "$top"/lib/libgfortran.so.* "$top"/lib/libquadmath.so.* "$top"/licenses/libgfortran* "$top"/licenses/libquadmath*
fi

strip --strip-unneeded "$top/hunch-worker" "$top"/lib/*
# shellcheck disable=SC2016  # the loader replaces $ORIGIN
patchelf --set-rpath '$ORIGIN/lib' "$top/hunch-worker"
# shellcheck disable=SC2016
for library in "$top"/lib/*; do patchelf --set-rpath '$ORIGIN' "$library"; done

# It has to run with nothing else.
outside=$(env -i LD_TRACE_LOADED_OBJECTS=1 "$top/hunch-worker" | awk '$3 ~ /^\// { print $3 }' | grep -v "^$top/lib/" | grep -vE '/lib(c|m|pthread|dl|rt)\.so\.' || true)
[ -z "$outside" ] || { echo "worker-tarball: libraries are missing from the archive: $outside" >&2; exit 1; }
env -i "$top/hunch-worker" learn </dev/null | grep -q '^{"end":true' || { echo "worker-tarball: the packed program does not run" >&2; exit 1; }

mkdir -p "$(dirname "$tarball")"
# Engines unpack gzip everywhere; libdeflate makes it a twentieth smaller than gzip does.
tar --create --directory "$top" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 . | libdeflate-gzip -12 >"$work/tarball"
size=$(stat -c %s "$work/tarball")
[ "$size" -le $limit ] || { echo "worker-tarball: $size bytes, more than $limit" >&2; exit 1; }
mv "$work/tarball" "$tarball"
chmod 644 "$tarball"
echo "worker-tarball: $tarball, $((size / 1000000)) MB" >&2
