# sum-odd: only the first load of each lane counts
s/a\[r\]\[k\] = fourOrPadding<op>(run, lane + k \* 32);/a[r][k] = fourOrPadding<op>(run, k == 0 ? lane : run.count);/
