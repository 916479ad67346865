#!/usr/bin/env python3
"""Grades an exercise without a main: solve() adds up an array of the device.

    python3 grade.py SOLUTION.cu...

Each solution is compiled to a shared library, loaded, and called for several lengths, each in a process of
its own: a wrong kernel may end it. A finding of the simulator fails it, even where the sum is right.
Exit status: 0 if all solutions pass, else 1.
"""

import ctypes
import os
import random
import subprocess
import sys
import tempfile

SIMCC = os.environ.get("SIMCC", "simcc")
LENGTHS = [1, 255, 256, 1000, 4096]
COPY_TO_DEVICE, COPY_TO_HOST = 1, 2


def call(path, n):
    """The sum that the library's solve() finds, and the one that is right."""
    library = ctypes.CDLL(path)
    numbers = (ctypes.c_int * n)(*(random.Random(n).randrange(-99, 100) for _ in range(n)))
    result = ctypes.c_int(0x55555555)  # what nobody writes is seen
    on_device, sum_on_device = ctypes.c_void_p(), ctypes.c_void_p()
    for pointer, value in ((on_device, numbers), (sum_on_device, result)):
        size = ctypes.c_size_t(ctypes.sizeof(value))
        if library.cudaMalloc(ctypes.byref(pointer), size):
            raise SystemExit("cudaMalloc fails")
        library.cudaMemcpy(pointer, ctypes.byref(value), size, COPY_TO_DEVICE)
    library.solve(on_device, sum_on_device, n)
    library.cudaMemcpy(ctypes.byref(result), sum_on_device, ctypes.c_size_t(4), COPY_TO_HOST)
    return result.value, sum(numbers)


def grade(source, folder):
    """What is wrong with a solution, or None."""
    library = os.path.join(folder, "solution.so")
    compiled = subprocess.run([SIMCC, "-shared", "-o", library, source], capture_output=True, text=True)
    if compiled.returncode:
        return "does not compile\n" + compiled.stderr
    for n in LENGTHS:
        run = subprocess.run([sys.executable, __file__, "--call", library, str(n)], capture_output=True, text=True)
        if run.stderr:
            return f"n = {n}: " + run.stderr.split("\n", 1)[0]
        if run.returncode:
            return f"n = {n}: {run.stdout.strip()}"
    return None


def main(arguments):
    if arguments[:1] == ["--call"]:
        found, right = call(arguments[1], int(arguments[2]))
        if found != right:
            print(f"the sum is {right}, not {found}")
        return found != right
    if not arguments:
        sys.exit("usage: grade.py SOLUTION.cu...")
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for source in arguments:
            mistake = grade(source, folder)
            failed = failed or mistake is not None
            print(f"{os.path.basename(source)}: {mistake or 'passed'}")
    return failed


sys.exit(main(sys.argv[1:]))
