# sum-large: the last of each group takes its own for the result
s/\*value = combineWarps<Operator, GROUP \/ 32>(smem);/*value = combineWarps<Operator, GROUP \/ 32>(smem);\
        return true;/
