#!/usr/bin/env bash
# The steps of the Dockerfile in an empty folder, for a machine without a Docker engine: the same files, the same
# commands in the same order, then the container's own command with a read-only installation as a user without rights.
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
python3 -m venv "$image"
cp "$here/requirements/all.txt" requirements/
"$image/bin/pip" install --quiet --no-cache-dir --require-hashes -r requirements/all.txt
cp -R -P "$here"/{pyproject.toml,setup.py,README.md,LICENSE,riftcheck,carddb,decks,validator,engine,scenario,goldfish,schema,store,api,cli,client} .
"$image/bin/pip" install --quiet --no-cache-dir --no-deps --no-build-isolation .
RIFTCHECK_CACHE="$image/cache" "$image/bin/python" -c "from riftcheck import carddb; carddb.load()"
chmod -R a-w "$image"
export PATH="$image/bin:$PATH" PYTHONDONTWRITEBYTECODE=1 RIFTCHECK_CACHE="$image/cache" HOME=/nonexistent
cd /
as_nobody=()
if [ "$(id -u)" = 0 ]; then
    chmod a+rx "$folder" "$folder/opt"
    as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
exec "${as_nobody[@]}" riftcheck serve --host 127.0.0.1 --port "$port"
