/*
 * How the headers' functions are compiled: inlined, so that their accesses stand at the user's
 * line, or hidden from the instrumentation.
 */
#ifndef SIM_ATTRIBUTES_H
#define SIM_ATTRIBUTES_H

/* A function of CUDA's: part of the line that calls it. */
#define SIM_INLINE static inline __attribute__((always_inline, unused))

/* The same for a member of a class. */
#define SIM_MEMBER __attribute__((always_inline))

/* A function whose loads, stores and branches are not the kernel's. */
#if defined(__clang__)
/* no_sanitize("thread") would still announce the function as one of the call stack. */
#define SIM_HIDDEN __attribute__((disable_sanitizer_instrumentation, no_sanitize("coverage")))
#elif __GNUC__ >= 12
#define SIM_HIDDEN __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#else
#define SIM_HIDDEN __attribute__((no_sanitize("thread")))
#endif

#endif
