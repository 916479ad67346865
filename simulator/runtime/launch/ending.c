#include "launch/ending.h"

#include <stdio.h>

#include "base/errors.h"
#include "clock/timeline.h"
#include "clock/viewed.h"
#include "report/findings.h"
#include "report/report.h"
#include "view/view.h"

int ending_write(void)
{
    fflush(stdout);
    int failed = report_write();
    error_unasked();
    timeline_note();
    findings_summary();
    viewed_answer();
    return view_write() | failed;
}
