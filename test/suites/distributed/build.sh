#!/usr/bin/env bash
# Builds PostgreSQL's Debian packages with Citus in CACHE, about three minutes. Nothing is installed on the machine.
#   build.sh CACHE GIT_REPOSITORY TAG
set -euo pipefail
cache=$1 repository=$2 tag=$3
major=15

missing=()
# need FILE PACKAGE: adds the Debian package to those to install unless the file is there.
need() {
  [ -e "$1" ] || missing+=("$2")
}
need /usr/include/zstd.h libzstd-dev
need /usr/include/lz4.h liblz4-dev
need /usr/include/gssapi/gssapi.h libkrb5-dev
need /usr/include/openssl/ssl.h libssl-dev
need /usr/include/libxml2 libxml2-dev
need /usr/include/readline/readline.h libreadline-dev
[ "${#missing[@]}" -eq 0 ] || { echo "Header files are missing: apt-get install -y ${missing[*]}" >&2; exit 1; }

mkdir -p "$cache"
cd "$cache"
rm -rf packages root source build
mkdir packages root source build

# A tree of its own, because PostgreSQL looks for extensions next to its programs. Without libpq5, Citus would link libpq.a and not work.
(cd packages && apt-get download "postgresql-$major" "postgresql-client-$major" "postgresql-server-dev-$major" libpq-dev libpq5)
for package in packages/*.deb; do dpkg -x "$package" root; done

git -c advice.detachedHead=false clone --quiet --depth 1 --branch "$tag" "$repository" source
# PostgreSQL 15.20 declares a function that Citus 13.2.2 defines for all releases of 15.
grep -rl have_createdb_privilege source/src | xargs sed -i 's/\bhave_createdb_privilege\b/citus_&/'
root=$PWD/root
export PATH="$root/usr/lib/postgresql/$major/bin:$PATH"
cd build
CPPFLAGS="-I$root/usr/include/postgresql" ../source/configure --quiet --without-libcurl \
  PG_CONFIG="$root/usr/lib/postgresql/$major/bin/pg_config"
nice make --silent with_llvm=no COPT="-O1 -g0 -w" -j"$(nproc)" install-extension >make.log 2>&1 || { tail -n 30 make.log >&2; exit 1; }
chmod -R go+rX "$cache"
echo "$tag" >"$cache/built"
