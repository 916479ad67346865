#!/bin/sh
# What `make help` prints. A handout of the course lacks some of it.
whole_lab=1
example=05
if [ -e course/steps ]; then
    whole_lab=
    read -r example others <course/steps
fi

# For 80 columns: what does not fit goes on below, under where it begins.
narrow() {
    awk '{
        below = match($0, /^          */) ? RLENGTH : /^  make/ ? 28 : 20
        while (length($0) > 79) {
            for (end = 80; end > below && substr($0, end, 1) != " "; end--)
                ;
            print substr($0, 1, end - 1)
            $0 = sprintf("%" below "s", "") substr($0, end + 1)
        }
        print
    }'
}

{
sed "s/step05/step$example/" <<'TEXT'
Parallel reduction, step by step.

  make run                  every step, one table
  make step05 run           builds and runs one step; name several if you like
  make step05 counters      what its kernel does to memory, counted
  make step05 lines         its kernel with the counters beside each line (simulator)
  make step05 clock         what its modelled time goes to (simulator);
                            two steps: side by side
  make step05 why           its causes, each taken away: the time with and without it
  make step05 view          a page that shows what happens inside (simulator);
                            two steps: side by side
  make step05 trace         its modelled time line as a file for Perfetto (simulator); both of 2^22 numbers, unless N says otherwise
  make step05 predict       asks for three numbers, runs the step, shows where they are seen
  make step05 check         races, bad addresses, uninitialised reads, misused barriers
  make step05 debug         gdb, with its CUDA threads (simulator)
  make step05 diff          what changed since the step before
  make playground           an editor in the browser, results beside it; PORT=, OWN=folder for your files
  make step05 ptx | sass    the code that nvcc made of it
  make step05 profile       a full Nsight Compute report
TEXT
[ -z "$whole_lab" ] || cat <<'TEXT'
  make lockstep run         step 06 as the slides write it; also lockstep_no_volatile
  make block_atomics run    step 13 with one atomic addition a block
  make ranks run | diff     step 18 with a process for each GPU, under MPI

  make book_integer run     all kernels of the book; ARGS="--operator max" for another operator
  make article_double run   the article: a sum of doubles, its time and its error
  make intro_template run   the introduction: one template for int, float and double
  make notes_volatile run   the notes on unrolling; notes_lockstep: as the notes write it

  make handout OUT=folder   a repository of exercises for students (docs/instructors.md)
  make handout OUT=folder KIND=bugs   the same, with mistakes in place of gaps
  make grade STUDENT=folder grades a submission; make grade-all DIR=folder a class;
                            PERFORMANCE=1 adds points for speed, on a GPU
                            LANGUAGE=zh: in Chinese; HINT_PRICE="2 3 5": what hints cost
  make autograder OUT=x.zip what Gradescope builds and runs; STEPS says which exercises
  make test-course          all cases of the grader's tests, in some minutes
TEXT
sed "s/step05/step$example/" <<'TEXT'
  make grade                grades the exercises on the simulator; also step05 grade
  make step05 watch         grades again whenever you save
  make step05 hint          the next of three hints for an exercise
  make handin               packs what is to be handed in

TEXT
[ -z "$whole_lab" ] || cat <<'TEXT'
  make test                 every test; ends with a line "N passed, N failed"
                            HOUSE=lab or HOUSE=simulator: one of the two; TESTS="tests/docs.t": some
                            ALL=1: all cases that are alike; without it one of sixteen, others at each commit
  make compare              step 14 against CUB, Thrust and the memory (GPU)
  make types                step 16 against CUB, for every type and operator (GPU)
  make variants             step 14 against other tiles and ideas (GPU)
  make cache                what a cache full of another's lines does to a time (GPU)
  make rows                 step 17 against CUB and PyTorch: part of make compare (GPU)
  make floor                how fast a sum of few numbers can be (GPU)
  make gpus | overlap       step 18 on one GPU and on several; what overlapping brings (GPUs, NCCL)
  make plot                 the measured times as charts (needs gnuplot)
  make bench-sim            how fast the simulator is; AGAINST=TREE: beside another copy of the lab
  make sanitize             looks for mistakes in the simulator itself
  make record DEVICE=name   measures this machine's GPU into docs/results/name/
  make calibrate DEVICE=name
                            the simulator's clock beside what was measured
  make results              writes what was measured into the pages
  make docs                 draws the diagrams of the pages anew (needs Graphviz)
  make site                 the tutorial as a site, a book and slides (needs Node.js)
  make pages-status         which sections of the Chinese pages are behind the English ones
TEXT
cat <<'TEXT'
  make doctor               what is installed here, what is missing, what to do about it
  make clean | format | help

Variables
  BACKEND=gpu|sim   where it runs (default: the GPU if there is one, else the simulator)
  N=2^24            how many numbers; also 16M or 16777216
  BLOCK=512         threads per block: 64, 128, 256, 512, 1024
  REPEAT=20         timed runs on a GPU
  GPUS=2            how many GPUs, for step 18 and ranks (default: all)
  SIM_DEVICE=h100   what the simulator models: h100, h200, k20m, rtx2070s; simulator/docs/clock.md
  SIM_DEVICES=2     how many devices it has: 1 to 16
  SIM_VIEW_BLOCKS=0,7-9
                    which blocks a view shows (default: first, last, middle, with findings)
  NCCL_HOME=folder  where NCCL is, if not with CUDA or where packages put it; MPICC=, MPIEXEC= for MPI
  CUDA_ARCH=sm_90   what to compile for (default: the GPU that is here)
  STEPS="02 03 04"  which exercises are handed out or graded
  V=1               shows the commands that build, in place of a short line for each file
  TEST=idea         runs only those of the grader's tests that have this in their names
  SEED=7 JSON=file  the numbers that the grader draws; its points for other programs
  GRADESCOPE=file   the same, as Gradescope reads it
  ARGS="--seed 7"   anything else for the programs; make step01 run ARGS=-h lists it
  LANGUAGE=zh       zh: help and doctor in Chinese, as with LANG=zh_CN.UTF-8
TEXT
} | if [ "$(tools/run/language.sh)" = zh ]; then
    tools/run/in_chinese.sh 79
else
    narrow
fi
