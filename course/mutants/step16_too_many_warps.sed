# clean: values of warps that no tile has are combined as well
s/combineWarps<Operator, iWarps>(smem)/combineWarps<Operator, 32>(smem)/
