# clean: the pairs overlap, though the sum comes out right where lanes run in step
s/= 2 \* stride \* tid/= stride * tid/
