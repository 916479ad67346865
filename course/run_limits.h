/*
 * How much a graded kernel may take: its compilation, and one run of it.
 */
#ifndef RUN_LIMITS_H
#define RUN_LIMITS_H

/* Seconds of processor time; real time as a multiple of these: course/limited.h. */
enum { COMPILE_SECONDS = 30, COMPILE_REAL_TIME = 2 };
enum { RUN_SECONDS = 5, RUN_REAL_TIME = 4 };
/*
 * A right kernel's run that is looked at exactly comes to 3 seconds on one machine and to 6 on
 * another: one that was over its limit has these, and points depend on no machine.
 */
enum { RUN_SECONDS_AGAIN = 40, RUN_REAL_TIME_AGAIN = 6 };

/* Bytes that a file may grow to, and of addresses. */
#define COMPILE_FILE_BYTES (32ull << 20)
#define COMPILE_BYTES      (4ull << 30)
#define RUN_FILE_BYTES     (16ull << 20)
/*
 * The simulator reserves addresses for device memory and its state of each byte: more than 35 GiB
 * for this much device memory, more than 40 where it looks exactly. The rest is the program's own.
 */
#define RUN_DEVICE_MEMORY "SIM_MEMORY=160M"
#define RUN_BYTES         (48ull << 30)

/* Steps of a thread, after which a launch is endless. */
#define RUN_STEPS "SIM_LIMIT=200000"

#endif
