/*
 * The words for findings. An advice names the cure first, then the reason.
 */
#include "report/advice.h"

#include <stddef.h>

static const struct {
    const char *name, *advice;
} kinds[FINDING_KINDS] = {
    [FINDING_RACE] = {"race", NULL},
    [FINDING_RACE_BETWEEN_BLOCKS] = {"race between blocks", NULL},
    [FINDING_OUT_OF_BOUNDS] = {"out of bounds",
                               "Compare the index with the number of elements before using it."},
    [FINDING_USE_AFTER_FREE] = {"use after free",
                                "Free memory only after the last kernel that uses it."},
    [FINDING_MISALIGNED] =
        {"misaligned access",
         "An access of 2, 4, 8 or 16 bytes needs an address that is a multiple of its size."},
    [FINDING_HOST_POINTER] =
        {"host pointer",
         "A kernel cannot follow a pointer to the host's memory: copy the data to the device "
         "(cudaMalloc, cudaMemcpy) and pass that pointer."},
    [FINDING_NULL_POINTER] =
        {"null pointer", "Check that the allocation succeeded and that its pointer was passed."},
    [FINDING_DEVICE_POINTER] =
        {"device pointer on the host",
         "The host cannot read or write device memory: copy it with cudaMemcpy."},
    [FINDING_UNINITIALISED] =
        {"uninitialised read",
         "Write the memory before reading it: every thread that others read from must have "
         "stored its element, those past the end of the input as well."},
    [FINDING_BARRIER_NOT_REACHED] =
        {"barrier not reached by all threads",
         "All threads of the block must reach the same barrier: move it out of the branch."},
    [FINDING_BARRIER_LINES] = {"barrier at different lines", NULL},
    [FINDING_GRID_BARRIER] =
        {"invalid grid barrier",
         "Launch the kernel with cudaLaunchCooperativeKernel: only then are all blocks resident at "
         "the same time."},
    [FINDING_INACTIVE_LANE] =
        {"inactive lane",
         "A lane must take part in the exchange for others to read its value: let the whole "
         "warp reach it, or lessen the distance."},
    [FINDING_MASK] =
        {"mask mismatch",
         "Move the call out of the branch, or name only the lanes that enter it, as "
         "__ballot_sync() before the branch gives them: the mask must name exactly the lanes that "
         "execute the call together, each with the same mask."},
    [FINDING_COPY] =
        {"copy not waited for",
         "Wait for the copy first, in the thread that makes it: __pipeline_commit and "
         "__pipeline_wait_prior, consumer_wait, or the barrier's wait. Other threads then need a "
         "barrier behind that wait."},
    [FINDING_ENDLESS] = {"endless launch", NULL},
    [FINDING_ASSERTION] = {"assertion failed", "An assert() in the kernel did not hold."},
    [FINDING_STACK] =
        {"stack overflow",
         "Make a loop of the recursion, or the thread's own arrays smaller: a thread has little "
         "stack, on a GPU 1 KiB if cudaDeviceSetLimit does not ask for more."},
    [FINDING_TRAP] = {"trap",
                      "Look at the condition before it: __trap() ends the launch, and all of the "
                      "device's memory is lost to the program."},
    [FINDING_CONSTANT] =
        {"constant memory written",
         "Write __constant__ memory from the host, with cudaMemcpyToSymbol before the launch, or "
         "make it a __device__ variable: a kernel can only read it."},
    [FINDING_INVALID_ARGUMENT] =
        {"invalid argument",
         "Correct what the line above says, and look at the error that each call returns: this one "
         "was refused, as by CUDA, and has done nothing."},
    [FINDING_OUT_OF_MEMORY] =
        {"out of memory",
         "A larger SIM_MEMORY (128G at most) gives the device more; what a "
         "program touches of it takes several times as much of this machine's memory."},
    [FINDING_NOT_DONE] = {"not done yet",
                          "Let the host wait for the later event first: cudaEventSynchronize."},
    [FINDING_OTHER_DEVICE] =
        {"memory of another device",
         "Let the device that runs the kernel use the other's memory with "
         "cudaDeviceEnablePeerAccess, or copy the data to it: a GPU stops such a kernel."},
    [FINDING_RACE_BETWEEN_STREAMS] =
        {"race between streams",
         "Let the later one wait: record an event after the earlier one (cudaEventRecord) and let "
         "the other's stream wait for it (cudaStreamWaitEvent), or synchronise on the host in "
         "between. Streams, and devices, order nothing among each other by themselves."},
    [FINDING_RACE_IN_GROUP] = {"race within a group",
                               "Put them into two groups, or give each its own buffer: the calls "
                               "of a group may run at the "
                               "same time."},
    [FINDING_RANKS_DIFFER] =
        {"ranks differ",
         "Let all ranks of a communicator make the same calls in the same order, with the same "
         "count, type, operator and root: GPUs would hang, or give wrong results."},
    [FINDING_RANK_MISSING] =
        {"rank missing",
         "Let every rank of the communicator make the call. One thread that calls for several "
         "ranks does so between ncclGroupStart and ncclGroupEnd. GPUs would wait for ever."},
    [FINDING_INVALID_RANK_CALL] =
        {"invalid NCCL call",
         "Correct the arguments: NCCL checks few of them itself, and GPUs would hang, fail or give "
         "wrong results."},
    [FINDING_INVALID_BLAS_CALL] =
        {"invalid cuBLAS call",
         "Correct the argument, and look at the status that each call returns: cuBLAS has computed "
         "nothing."},
};

static const char *const races[RACE_ADVICES] = {
    [RACE_ADVICE_BLOCK_BARRIER] =
        "Put __syncthreads() between these two accesses, where all threads of the block reach "
        "it: nothing orders them.",
    [RACE_ADVICE_WARP_BARRIER] =
        "Put __syncwarp() between these two accesses: since Volta, the lanes of a warp do not "
        "move in step.",
    [RACE_ADVICE_SAME_STORE] = "Give each lane a place of its own, let one lane store, or use an "
                               "atomic: these lanes store "
                               "to one place at once, and which value stays is left to chance.",
    [RACE_ADVICE_SAME_LINE] =
        "Use an atomic, such as atomicAdd or atomicOr, or give each thread a place of its own: "
        "several threads change this word by one statement, and only one of them stays. If they do "
        "so in different rounds of a loop, put __syncthreads() between the rounds.",
    [RACE_ADVICE_LOCKSTEP] =
        "Put __syncwarp() between the reads and the writes of each round: volatile orders "
        "nothing, and since Volta the lanes of a warp do not move in step.",
    [RACE_ADVICE_COPY] =
        "Wait for the asynchronous copy before this block tells others that it has read, or meets "
        "them: until __pipeline_wait_prior, consumer_wait or the barrier's wait, the copy may "
        "still read.",
    [RACE_ADVICE_ATOMIC] =
        "Update the word with an atomic, let each block write a place of its own, or split the "
        "work into two launches: blocks run in any order. To hand data to another block, write "
        "it, then __threadfence(), then an atomic that the other block waits for.",
    [RACE_ADVICE_FENCE_WRITER] = "Put __threadfence() between the write and the atomic that tells "
                                 "others of it, in the thread "
                                 "that writes or, behind a barrier, in the one that executes the "
                                 "atomic: without it they may "
                                 "see the atomic first. A plain store is no such signal, and a "
                                 "thread that passes it on by another word needs a fence between "
                                 "the two.",
    [RACE_ADVICE_FENCE_BETWEEN] =
        "Put __threadfence() into the thread that passes the signal on, between the atomic by "
        "which it has seen it and the one by which it tells others; or let this thread wait for "
        "the signal itself: the other thread has a fence and a signal behind its access, but what "
        "they say does not come here.",
    [RACE_ADVICE_FENCE_EARLIER_READ] =
        "Put __threadfence() between the read and the atomic that tells others that it is done, in "
        "the thread that reads or, behind a barrier, in the one that executes the atomic: without "
        "it they may see the atomic first, and write before it reads.",
    [RACE_ADVICE_ARRIVED] =
        "Wait at the cuda::barrier before this access, with wait or arrive_and_wait: a thread that "
        "has only arrived is in no order with what the others did before they arrived, even if it "
        "was the last of them.",
    [RACE_ADVICE_FENCE_READER] =
        "Put __threadfence() between the atomic and the read, in the thread that executes the "
        "atomic or, behind a barrier, in the one that reads: CUDA's memory model wants a fence on "
        "both sides, the writer's before its atomic "
        "and the reader's after.",
    [RACE_ADVICE_RAN_AHEAD] =
        "Let the block that goes on wait for a signal that the other has done its part, with "
        "__threadfence() on both sides: here it ran ahead of the other, which a GPU may let it do "
        "and the simulator's usual order of blocks does not show.",
    [RACE_ADVICE_WARP_SIGNAL] =
        "Put __syncthreads() between these two accesses, where all threads of the block reach it; "
        "or let the warp that goes on wait for a signal that the other has done its part, with "
        "__threadfence_block() on both sides: nothing orders them, and a warp may run ahead of "
        "others.",
    [RACE_ADVICE_SCOPE] =
        "Use the atomic without _block, and __threadfence() in place of __threadfence_block(): "
        "those of block scope order nothing between blocks.",
    [RACE_ADVICE_SIZES] =
        "Use atomics of one size on the same word: those that overlap only in part are not "
        "atomic with each other.",
    [RACE_ADVICE_ATOMIC_PLAIN] =
        "Make the plain access an atomic too, such as atomicAdd(p, 0) to read or atomicExch to "
        "write, or order it: by a barrier within a block; between blocks by __threadfence() and "
        "an atomic on both sides, or by a second launch.",
    [RACE_ADVICE_SAME_VALUE] =
        "Let one thread store it, or leave it: both store the same value, so that the result "
        "does not depend on who is last.",
    [RACE_ADVICE_FAILED_SWAP] = "The compare-and-swap has found another value than it wants, and "
                                "stored nothing new, so that "
                                "the plain read finds the same before and after. By CUDA's rules "
                                "it is a race all the same: "
                                "read the word with an atomic, or volatile.",
    [RACE_ADVICE_CAS_READ] =
        "Leave it, or read through a volatile pointer: the compare-and-swap checks the value, "
        "and one that is out of date only costs another round.",
};

static const char *const memory[MEMORY_ADVICES] = {
    [MEMORY_ADVICE_DYNAMIC] =
        "Give the launch as many bytes of dynamic shared memory as the kernel uses, as the third "
        "argument of <<<...>>>; or compare the index with the number of elements before using it.",
    [MEMORY_ADVICE_OTHER_KERNEL] =
        "Hand the kernel global memory: shared memory belongs to one block of the kernel that "
        "declares it, and a kernel that is launched by another sees nothing of its parent's.",
    [MEMORY_ADVICE_NEW] =
        "Write the memory before reading it: new memory holds anything, and zeros only by chance. "
        "Set it with cudaMemset, or copy to it, before the launch; or let the kernel store every "
        "element that is read, those past the end of the input as well.",
    [MEMORY_ADVICE_ELEMENTS] =
        "Give that call its size in bytes: the number of elements times the size of one, as in "
        "n * sizeof(float).",
    [MEMORY_ADVICE_COPIED] =
        "Look whether the kernel that is to write this memory was launched (ask cudaGetLastError), "
        "and whether it stores here.",
    [MEMORY_ADVICE_TAIL] =
        "Give each element a thread: round the number of blocks up, (n + 255) / 256 for blocks of "
        "256, and let the kernel compare its index with n; a loop that takes several elements at "
        "once leaves a rest. If the program does not use these elements, leave it, or copy without "
        "them.",
    [MEMORY_ADVICE_GAPS] =
        "Let the kernel store every element that is copied: look at its index, at the if before "
        "the store and at the stride of its loop. If the program does not use these elements, "
        "leave it, or copy without them.",
    [MEMORY_ADVICE_REST] =
        "Let the launch before write every element that this one reads: round its number of blocks "
        "up, (n + 255) / 256 for blocks of 256, and let the kernel compare its index with n. Or "
        "read only what it has written: new memory holds anything, and zeros only by chance.",
};

static const char *const barriers[BARRIER_ADVICES] = {
    [BARRIER_ADVICE_BRANCH] =
        "All threads of the block must reach the same barrier: move it out of the branch.",
    [BARRIER_ADVICE_ONE_LINE] =
        "Put one barrier behind the branch in place of the two in it: that they stand on one line "
        "does not make them the same, and all threads of the block must reach the same one.",
    [BARRIER_ADVICE_GRID_THREADS] =
        "Let all threads of every block reach grid.sync(), not one of each block: it is a barrier "
        "for each thread of the grid, and has __syncthreads() within it. In place of an early "
        "return, put the work before it and behind it into an if.",
    [BARRIER_ADVICE_GRID_BLOCKS] =
        "Let every block reach grid.sync() as often as the others, also those that have nothing "
        "to do: in place of an early return, put the work before it and behind it into an if. A "
        "GPU would hang.",
};

static const char *const endless[ENDLESS_ADVICES] = {
    [ENDLESS_ADVICE_LIMIT] =
        "A loop does not end, or threads wait for something that never happens. SIM_LIMIT "
        "sets how long a thread may run.",
    [ENDLESS_ADVICE_LOOP] =
        "Look at the loop's condition and at what changes in it: an unsigned char never reaches "
        "256, an unsigned number is never below 0, and a step of 0 goes nowhere.",
    [ENDLESS_ADVICE_HOST] = "Let the host write the word before the launch; or end the kernel "
                            "where it waits, and launch "
                            "another one when the host is ready.",
    [ENDLESS_ADVICE_WAIT] =
        "Look who is to do what the loop waits for, and whether that thread has ended or waits "
        "itself: a counter never gets to one more than there are, and a lane must not wait for "
        "another lane that comes behind the loop.",
};

const char *kind_name(enum finding_kind kind)
{
    return kinds[kind].name;
}

const char *kind_advice(enum finding_kind kind)
{
    return kinds[kind].advice;
}

const char *memory_advice(enum memory_advice advice)
{
    return memory[advice];
}

const char *barrier_advice(enum barrier_advice advice)
{
    return barriers[advice];
}

const char *graph_advice(void)
{
    return "Let the later node depend on the earlier one: with cudaGraphAddDependencies, or, in a "
           "capture, with an event that is recorded after the earlier one (cudaEventRecord) and "
           "waited for by the later one's stream (cudaStreamWaitEvent). Branches of a graph may "
           "run at the same time.";
}

const char *endless_advice(enum endless_advice advice)
{
    return endless[advice];
}

const char *race_advice(enum race_advice advice)
{
    return races[advice];
}
