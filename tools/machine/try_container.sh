#!/usr/bin/env bash
# Builds the container of the lab where no image can be fetched: on a Debian that debootstrap makes, under the
# name of the image that the Containerfile starts from. Then runs some steps in it, as README.md says.
# usage: tools/machine/try_container.sh FOLDER
# FOLDER gets some 4 GB and is used again. Needs administrator's rights, debootstrap, buildah and Debian's packages.
set -eu
[ $# -eq 1 ] || {
    sed -n 's/^# usage: /usage: /p' "$0" >&2
    exit 2
}
cd "$(dirname "$0")/../.."
mkdir -p "$1"
folder=$(cd "$1" && pwd)
image=$(sed -n 's/^FROM //p' Containerfile)
release=${image##*:}
release=${release%-slim}

# builder COMMAND...: buildah, with all that it keeps in FOLDER
builder() {
    local command=$1
    shift
    buildah --root "$folder/storage" --runroot "$folder/run" --storage-driver vfs "$command" "$@"
}

if ! builder inspect --type image "$image" >/dev/null 2>&1; then
    echo "A clean $release as $image ..."
    rm -rf "$folder/base"
    debootstrap --variant=minbase "$release" "$folder/base" http://deb.debian.org/debian >"$folder/debootstrap.log" 2>&1
    container=$(builder from scratch)
    builder copy -q "$container" "$folder/base" / >/dev/null
    builder commit -q --rm "$container" "$image" >/dev/null
    rm -rf "$folder/base"
fi
echo "Building the container ..."
builder build --isolation chroot --pull=never -q -t lab . >"$folder/build.log" 2>&1 || {
    tail -n 5 "$folder/build.log" >&2
    exit 1
}
# Its user has the lab in a folder of the machine's own, as README.md has it.
rm -rf "$folder/lab"
git clone -q . "$folder/lab"
container=$(builder from --pull=never lab)
trap 'builder rm "$container" >/dev/null' EXIT
builder run --isolation chroot -v "$folder/lab":/lab "$container" make doctor
builder run --isolation chroot -v "$folder/lab":/lab "$container" make run BACKEND=sim N=2^16
