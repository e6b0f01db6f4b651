#!/usr/bin/env bash
# Boots an installation as the image is meant to run, where no Docker engine is at hand: a user without rights, every file
# system read-only but for two folders, as with `docker run --read-only --tmpfs /tmp -v DATA:/var/lib/riftcheck`. Needs root.
#   docs/docker-boot.sh INSTALLATION FOLDER [PORT]
# Games, jobs and keys are kept in FOLDER/data; FOLDER/tmp stands for /tmp.
set -euo pipefail
usage='usage: docs/docker-boot.sh INSTALLATION FOLDER [PORT]'
installation=${1:?$usage}
folder=$(mkdir -p "${2:?$usage}/data" "${2}/tmp" && cd "$2" && pwd)
port=${3:-8000}
user=10001 # as in the Dockerfile
[ "$(id -u)" = 0 ] || { echo 'docker-boot.sh needs root: it makes file systems read-only and becomes another user' >&2; exit 2; }
chown "$user:$user" "$folder/data" "$folder/tmp"
export folder installation
# In a mount namespace of its own, which ends with the server; nothing outside changes.
exec unshare --mount --propagation private -- bash -euo pipefail -c '
    mount --bind "$folder" "$folder"
    while read -r place; do mount -o remount,bind,ro "$place" 2>/dev/null || true; done < <(
        awk "\$5 !~ \"^/(proc|sys|dev)(/|\$)\" { print \$5 }" /proc/self/mountinfo
    )
    for writable in data tmp; do
        mount --bind "$folder/$writable" "$folder/$writable"
        mount -o remount,bind,rw "$folder/$writable"
    done
    for place in / "$folder" "$installation"; do
        ! { : > "$place/.written"; } 2>/dev/null || { rm -f "$place/.written"; echo "$place can be written" >&2; exit 1; }
    done
    cd /
    unset XDG_DATA_HOME XDG_CACHE_HOME XDG_CONFIG_HOME
    export PATH="$installation/bin:$PATH" HOME=/nonexistent TMPDIR="$folder/tmp" PYTHONDONTWRITEBYTECODE=1
    export RIFTCHECK_GAMES="$folder/data/games.sqlite3" RIFTCHECK_JOBS="$folder/data/jobs.sqlite3"
    export RIFTCHECK_KEYS="$folder/data/keys.sqlite3"
    exec setpriv --reuid='"$user"' --regid='"$user"' --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
        riftcheck serve --host 127.0.0.1 --port "$0"
' "$port"
