#!/bin/sh
# Starts gdb with a program and the simulator's commands for CUDA threads.
# usage: tools/run/debug.sh gpu|sim PROGRAM -- [ARGUMENT...]
# GDB_FLAGS has more of gdb's flags. Without -n it runs with 1000 numbers, as its blocks run one after the other.
backend=$1
shift
if [ "$backend" != sim ]; then
    echo "debug is the simulator's: add BACKEND=sim. (On a GPU, cuda-gdb is the debugger.)" >&2
    exit 2
fi
program=$1
if [ "$2" != -- ]; then
    echo 'debug takes one program, as in `make step05 debug`' >&2
    exit 2
fi
shift 2
command -v gdb >/dev/null || {
    echo 'gdb is not installed: sudo apt install gdb, or your system'\''s way' >&2
    exit 3
}
case " $* " in *' -n '*) ;; *) set -- -n 1000 "$@" ;; esac
echo 'break FUNCTION if threadIdx.x == 5, run, info cuda threads, cuda thread 40: simulator/docs/debugger.md' >&2
exec gdb -q -iex "add-auto-load-safe-path $PWD/simulator" $GDB_FLAGS --args "build/debug/$program" "$@"
