#!/bin/sh
# Prints which of the distributions of tools/machine/packages.txt this machine has, or is like: debian, fedora,
# arch, opensuse; else macos, windows or unknown.
# usage: tools/machine/distribution.sh [OS-RELEASE] [SYSTEM]
# They stand for /etc/os-release and what uname -s says.
file=${1:-/etc/os-release}
case ${2:-$(uname -s)} in
Darwin) echo macos && exit ;;
MINGW* | MSYS* | CYGWIN*) echo windows && exit ;;
esac
# What it is comes before what it is like: Ubuntu is like Debian, Rocky like Fedora.
names=$(sed -n 's/^ID=//p; s/^ID_LIKE=//p' "$file" 2>/dev/null | tr -d \"\' | tr '\n' ' ')
for name in $names; do
    case $name in
    debian | ubuntu | linuxmint | pop | raspbian) echo debian && exit ;;
    fedora | rhel | centos | rocky | almalinux) echo fedora && exit ;;
    arch | manjaro | endeavouros) echo arch && exit ;;
    opensuse* | suse | sles) echo opensuse && exit ;;
    esac
done
echo unknown
