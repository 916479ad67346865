# The words of docs/diagrams/*.dot in Chinese, for tools/diagrams.sh.
s/Helvetica,Arial,sans-serif/Helvetica,Arial,PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif/
s/\\na line of a kernel/\\n核函数的一行/
s/a hook is compiled before each access/编译时在每次访问前插入钩子（hook）/
s/the hook runs: one lane, one address/钩子运行：一个通道，一个地址/
s/recording\\nof lane \([0-9]*\)/通道 \1\\n的记录/
s/lanes at one place go together/同一位置的通道一起走/
s/a request of the warp, its sectors counted/线程束的一个请求，数出它的扇区/
s/counters:\\nsums/计数器：\\n合计/
s/checks:\\nraces/检查：\\n数据竞争/
s/clock:\\na trace/时钟：\\n轨迹/
s/view:\\nsteps/视图：\\n步/
s/tables,\\nlistings/表格、\\n源代码/
s/findings,\\nadvice/查出的问题、\\n建议/
s/modelled\\ntime/时间的\\n模型值/
s/Time of a launch: lines modelled, dots measured/一次启动的时间：线是模型值，点是实测值/
s/bytes read, logarithmic/读取的字节数，对数刻度/
s/step \([01][0-9]\), cold cache/步骤 \1，冷缓存/
s/few blocks, second time/少量线程块，第二次读/
s/many blocks, second time/大量线程块，第二次读/
s/a page to\\nclick in/可点击的\\n页面/
s/million accesses a second/每秒访问次数，百万/
s/host threads/主机线程/
s/threads in a block/线程块里的线程数/
s/saxpy, plain/saxpy，--plain/
s/sum, plain/sum，--plain/
s/saxpy, counted/saxpy，计数/
s/sum, counted/sum，计数/
s/, \([0-9]*\) cores, \([0-9]* GiB\)/，\1 核，\2/
