"""PyTorch's sum of each row, timed like those of compare/rows.cu and over the same shapes.

usage: python3 compare/rows_torch.py N ROUNDS CSV     (tools/run/compare.sh calls it where there is a PyTorch)

Before each sum 256 MB are read, which drives all else out of the cache, and the device is kept busy
until the host has queued the sum between two events. The output is there before. Rows:
N = ROWS * COLUMNS or somewhat less, columns of floats; one line of csv for each shape, like rows.cu's.
"""

import statistics
import sys

import torch

ODD_COLUMNS = (3, 5, 7, 12, 31, 33, 67, 100, 129, 250, 513, 1000, 1001, 3001, 10007, 100003, 1000003)
SCRATCH_BYTES = 256000000
WAIT_CYCLES = 200000  # about 100 microseconds


def shapes(n):
    rows = 1
    while rows <= n:
        yield rows, n // rows
        rows *= 2
    for columns in ODD_COLUMNS:
        if columns <= n:
            yield n // columns, columns


def time_sums(matrix, sums, scratch, found, rounds):
    """The milliseconds of each round; one more, which comes first, warms up."""
    times = []
    for _ in range(rounds + 1):
        torch.sum(scratch, dim=0, out=found)
        torch.cuda._sleep(WAIT_CYCLES)
        start = torch.cuda.Event(enable_timing=True)
        stop = torch.cuda.Event(enable_timing=True)
        start.record()
        torch.sum(matrix, dim=1, out=sums)
        stop.record()
        stop.synchronize()
        times.append(start.elapsed_time(stop))
    return times[1:]


def main():
    n, rounds = int(sys.argv[1]), int(sys.argv[2])
    device = torch.device("cuda")
    # multiples of 1/64, so that up to 2^18 of them add up without rounding
    numbers = (torch.randint(0, 256, (n,), device=device).float() - 128) / 64
    sums = torch.empty(n, device=device)
    scratch = torch.zeros(SCRATCH_BYTES // 4, device=device)
    found = torch.empty((), device=device)

    with open(sys.argv[3], "w") as csv:
        csv.write("# PyTorch %s, CUDA %s\n" % (torch.__version__, torch.version.cuda))
        csv.write("rows,columns,who,median_ms,min_ms,max_ms,shape\n")
        for rows, columns in shapes(n):
            matrix = numbers[: rows * columns].view(rows, columns)
            times = time_sums(matrix, sums[:rows], scratch, found, rounds)
            exact = matrix.double().sum(dim=1).float()
            if columns <= 1 << 18 and not torch.equal(exact, sums[:rows]):
                sys.exit("torch: %d rows of %d columns: wrong sums" % (rows, columns))
            csv.write("%d,%d,torch,%.6f,%.6f,%.6f,\n"
                      % (rows, columns, statistics.median(times), min(times), max(times)))
            csv.flush()


main()
