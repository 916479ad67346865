#!/bin/sh
# Prints the packages of a distribution that are for these purposes, or the command that installs them.
# usage: tools/machine/packages.sh [--command] debian|fedora|arch|opensuse PURPOSE...
# The purposes are those of tools/machine/packages.txt. Exit status: 2 for a name that is not in it.
list=$(dirname "$0")/packages.txt
command=
if [ "$1" = --command ]; then
    command=1
    shift
fi
case $1 in
debian) column=2 install="sudo apt-get install" ;;
fedora) column=3 install="sudo dnf install" ;;
arch) column=4 install="sudo pacman -S --needed" ;;
opensuse) column=5 install="sudo zypper install" ;;
*)
    echo "packages: debian, fedora, arch or opensuse, not '$1'" >&2
    exit 2
    ;;
esac
shift
for purpose; do
    grep -q "^$purpose " "$list" || {
        echo "packages: nothing is for '$purpose'" >&2
        exit 2
    }
done
packages=$(for purpose; do
    awk -v purpose="$purpose" -v column=$column '$1 == purpose { print $column }' "$list"
done | awk '!seen[$0]++' | tr '\n' ' ')
echo "${command:+$install }${packages% }"
