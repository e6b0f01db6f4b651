#!/usr/bin/env bash
# The steps of the Dockerfile in an empty folder, for a machine without a Docker engine but with a C compiler: the same
# files, the same commands in the same order, then the container's own command: by root with everything read-only but the data, and as a
# user without rights (docker-boot.sh).
#   docs/docker-steps.sh FOLDER [PORT]
set -euo pipefail
folder=${1:?usage: docs/docker-steps.sh FOLDER [PORT]}
port=${2:-8000}
here=$(cd "$(dirname "$0")/.." && pwd)
[ ! -e "$folder" ] || [ -z "$(ls -A "$folder")" ] || { echo "$folder is not empty" >&2; exit 2; }
mkdir -p "$folder/src/requirements"
folder=$(cd "$folder" && pwd)
image="$folder/opt/riftcheck"
cd "$folder/src"
compiler="$folder/opt/compiler"
python3 -m venv "$image" && python3 -m venv "$compiler"
cp "$here/requirements/all.txt" "$here/requirements/compiler.txt" requirements/
"$compiler/bin/pip" install --quiet --no-cache-dir --require-hashes -r requirements/compiler.txt
"$image/bin/pip" install --quiet --no-cache-dir --require-hashes -r requirements/all.txt
cp -R -P "$here"/{pyproject.toml,setup.py,README.md,LICENSE,compilation,riftcheck,carddb,decks,validator,engine,scenario,goldfish,schema,store,api,cli,client} .
RIFTCHECK_COMPILE=1 "$compiler/bin/pip" wheel --quiet --no-cache-dir --no-deps --no-build-isolation --wheel-dir "$folder/opt/wheel" .
"$image/bin/pip" install --quiet --no-cache-dir --no-deps "$folder"/opt/wheel/*.whl
RIFTCHECK_CACHE="$image/cache" "$image/bin/python" -c "from riftcheck import carddb; carddb.load()"
chmod -R a-w "$image"
export PATH="$image/bin:$PATH" PYTHONDONTWRITEBYTECODE=1 RIFTCHECK_CACHE="$image/cache" HOME=/nonexistent
if [ "$(id -u)" = 0 ]; then
    chmod a+rx "$folder" "$folder/opt"
    exec "$here/docs/docker-boot.sh" "$image" "$folder/run" "$port"
fi
echo 'not root: the server is started as you, with its installation read-only and all else as it is' >&2
cd /
exec riftcheck serve --host 127.0.0.1 --port "$port"
