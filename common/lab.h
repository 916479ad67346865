/*
 * Everything that the steps share, in one include. None of it launches a kernel but what
 * cool_cache.h says.
 */
#ifndef LAB_H
#define LAB_H

#include "check.h"      /* CHECK(cudaCall(...)) */
#include "cool_cache.h" /* cool_cache: before each run */
#include "cpu_sum.h"    /* sum_on_cpu: the right sum, two ways */
#include "device.h"     /* select_device, require_device_memory */
#include "input.h"      /* make_input: the lecture's numbers */
#include "memory.h"     /* allocate: host memory or a clear end */
#include "options.h"    /* parse_options: -n, -b, -r, ... */
#include "report.h"     /* report_start, report_run, report_finish */

#endif
