# clean: threads add what others are writing
/^        if (tid < stride)/d
