# clean: loads fours that are not there
s/return idx < count ? fours\[idx\] : .*/return fours[idx];/
