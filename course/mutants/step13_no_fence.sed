# clean: nothing orders a block's sum before its ticket
/^        __threadfence/d
