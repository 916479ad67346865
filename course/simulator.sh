#!/bin/sh
# Copies the simulator as far as programs need it: without its tests, pages and recordings, and not built.
# usage: course/simulator.sh FOLDER      (FOLDER/simulator is made)
mkdir "$1/simulator" || exit 3
for part in simulator/*; do
    case ${part##*/} in
    build | tests | docs | calibrate | speed | tools | examples | *.md) ;;
    *) cp -R "$part" "$1/simulator" || exit 3 ;;
    esac
done
