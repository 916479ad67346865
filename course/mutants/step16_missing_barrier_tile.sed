# clean: the first warp does not wait for the parts of the others
/every warp has left its value/d
