# sum-blocks: asks for more than the round needs
s/iBlockSize >= 256/iBlockSize > 256/
