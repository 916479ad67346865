#!/bin/sh
# Prints the packages of a distribution that are for these purposes, or the command that installs them.
# usage: tools/machine/packages.sh [--command] debian|fedora|arch|opensuse PURPOSE...
# The purposes are those of tools/machine/packages.txt. Exit status: 2 for a name that is not in it.
list=${0%/*}/packages.txt
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
# Those of each purpose in the order of the list, each once; or the purpose that is not there.
packages=$(awk -v purposes="$*" -v column=$column '
    { of[$1] = of[$1] " " $column }
    END {
        count = split(purposes, purpose)
        for (i = 1; i <= count; i++) {
            if (!(purpose[i] in of)) { print purpose[i]; exit 2 }
            names = split(of[purpose[i]], name)
            for (j = 1; j <= names; j++)
                if (!seen[name[j]]++) line = line (line == "" ? "" : " ") name[j]
        }
        print line
    }' "$list") || {
    echo "packages: nothing is for '$packages'" >&2
    exit 2
}
echo "${command:+$install }$packages"
