# clean: values of warps that no tile has are combined as well
s/value = combineWarps<Operator, iWarps>(smem);/value = combineWarps<Operator, 32>(smem);/
