# clean: threads ask whether theirs is the last block before that is known
/all know whether theirs is the last block/d
