'use strict';
/*
 * Findings in Chinese. The simulator writes them in English, in a fixed set of sentences. An
 * English sentence has {names} for values, which are inserted into the Chinese one.
 */
const FindingTexts =
    (() => {
        // One sentence a line.
        // clang-format off
    const KINDS = [
        ['race', '数据竞争'],
        ['race between blocks', '线程块之间的数据竞争'],
        ['out of bounds', '越界访问'],
        ['use after free', '释放后使用'],
        ['misaligned access', '未对齐的访问'],
        ['host pointer', '主机指针'],
        ['null pointer', '空指针'],
        ['device pointer on the host', '主机使用设备指针'],
        ['uninitialised read', '读取未初始化的内存'],
        ['barrier not reached by all threads', '并非所有线程都到达屏障'],
        ['barrier at different lines', '屏障位于不同的行'],
        ['invalid grid barrier', '无效的网格屏障'],
        ['inactive lane', '不活动的通道'],
        ['copy not waited for', '没有等待复制完成'],
        ['mask mismatch', '掩码不符'],
        ['endless launch', '不会结束的启动'],
        ['assertion failed', '断言失败'],
        ['invalid argument', '无效的参数'],
        ['out of memory', '内存不够'],
        ['not done yet', '还没有完成'],
        ['memory of another device', '另一设备的内存'],
        ['race between streams', '流之间的数据竞争'],
        ['race within a group', '组内的数据竞争'],
        ['ranks differ', '各个秩的调用不一致'],
        ['rank missing', '有的秩没有调用'],
        ['invalid NCCL call', '无效的 NCCL 调用'],
        ['invalid cuBLAS call', '无效的 cuBLAS 调用'],
        ['trap', '陷阱指令'],
        ['stack overflow', '栈溢出'],
        ['constant memory written', '写入常量内存'],
        ['read-only memory written', '写入了按只读加载的内存'],
    ];
    const ADVICES = [
        ['Compare the index with the number of elements before using it.', '使用下标之前，先与元素个数比较。'],
        ['Free memory only after the last kernel that uses it.', '在最后一个使用该内存的核函数之后再释放它。'],
        ['An access of 2, 4, 8 or 16 bytes needs an address that is a multiple of its size.', '2、4、8 或 16 字节的访问，要求地址是其大小的倍数。'],
        ['A kernel cannot follow a pointer to the host\'s memory: copy the data to the device (cudaMalloc, cudaMemcpy) and pass that pointer.', '核函数不能使用指向主机内存的指针：把数据复制到设备（cudaMalloc、cudaMemcpy），并传入那个指针。'],
        ['Check that the allocation succeeded and that its pointer was passed.', '检查分配是否成功，以及是否传入了它的指针。'],
        ['The host cannot read or write device memory: copy it with cudaMemcpy.', '主机不能读写设备内存：用 cudaMemcpy 复制。'],
        ['Write the memory before reading it: every thread that others read from must have stored its element, those past the end of the input as well.', '先写后读：别的线程要读哪个线程的元素，那个线程就必须先把它存好，超出输入末尾的线程也不例外。'],
        ['Hand the kernel global memory: shared memory belongs to one block of the kernel that declares it, and a kernel that is launched by another sees nothing of its parent\'s.', '把全局内存传给核函数：共享内存只属于声明它的核函数的一个线程块；由另一个核函数启动的核函数，看不到启动它的那个核函数的共享内存。'],
        ['Give the launch as many bytes of dynamic shared memory as the kernel uses, as the third argument of <<<...>>>; or compare the index with the number of elements before using it.', '核函数用多少字节的动态共享内存，启动时就给多少，写在 <<<...>>> 的第三个参数里；或者在使用下标之前，先与元素个数比较。'],
        ['Write the memory before reading it: new memory holds anything, and zeros only by chance. Set it with cudaMemset, or copy to it, before the launch; or let the kernel store every element that is read, those past the end of the input as well.', '先写后读：新分配的内存里什么都可能有，是零也只是碰巧。启动前用 cudaMemset 设置它，或把数据复制过去；或者让核函数存入每个要读的元素，包括超出输入末尾的。'],
        ['Look whether the kernel that is to write this memory was launched (ask cudaGetLastError), and whether it stores here.', '检查应当写入这块内存的核函数是否启动了（用 cudaGetLastError 查），以及它是否存到了这里。'],
        ['All threads of the block must reach the same barrier: move it out of the branch.', '线程块的所有线程必须到达同一个屏障：把它移出分支。'],
        ['Launch the kernel with cudaLaunchCooperativeKernel: only then are all blocks resident at the same time.', '用 cudaLaunchCooperativeKernel 启动核函数：只有这样，所有线程块才会同时常驻在设备上。'],
        ['A lane must take part in the exchange for others to read its value: let the whole warp reach it, or lessen the distance.', '通道必须参加交换，其他通道才能读取它的值：让整个线程束到达此处，或减小距离。'],
        ['The mask must name exactly the lanes that execute the call together, each with the same mask.', '掩码必须恰好列出一起执行这个调用的通道，而且每个通道的掩码相同。'],
        ['Wait for the copy first, in the thread that makes it: __pipeline_commit and __pipeline_wait_prior, consumer_wait, or the barrier\'s wait. Other threads then need a barrier behind that wait.', '先在发起复制的线程中等待它完成：用 __pipeline_commit 和 __pipeline_wait_prior、consumer_wait，或者该屏障的 wait。别的线程要读，这个等待之后还需要一个屏障。'],
        ['A loop does not end, or threads wait for something that never happens. SIM_LIMIT sets how long a thread may run.', '循环不会结束，或线程在等待永远不会发生的事。SIM_LIMIT 设定一个线程可以运行多久。'],
        ['Correct the argument, and look at the status that each call returns: cuBLAS has computed nothing.', '改正参数，并检查每次调用返回的状态：cuBLAS 什么也没有计算。'],
        ['Make one handle with cublasCreate before the first call, ask for its status, and destroy it after the last call.', '第一次调用之前用 cublasCreate 创建一个句柄，检查返回的状态，最后一次调用之后再销毁它。'],
        ['Destroy a stream only after the last call that uses it.', '在最后一次使用流的调用之后，再销毁这个流。'],
        ['Call cuBLAS outside of the capture, between launches of graphs.', '在录制之外、图的各次启动之间调用 cuBLAS。'],
        ['Make a handle for each device, and set the device before a call with it.', '为每个设备各创建一个句柄，用某个句柄调用之前，先选定它的设备。'],
        ['Pass the distance of two columns in elements: cuBLAS\'s matrices lie column by column. A matrix that lies row by row is the transpose of one that lies column by column.', '传入两列之间相隔多少个元素：cuBLAS 的矩阵是一列一列存放的。一行一行存放的矩阵，就是一列一列存放的矩阵的转置。'],
        ['Set the pointer mode back with cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST), or pass a pointer to the device\'s memory: in the handle\'s mode alpha, beta and results are there.', '用 cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST) 恢复指针模式，或者传入指向设备内存的指针：按句柄现在的模式，alpha、beta 和结果都在设备内存里。'],
        ['Call cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) before, or pass the address of a variable of the host.', '先调用 cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE)，或者传入主机变量的地址。'],
        ['Give the result memory of its own: threads write to it while others still read.', '给结果单独一块内存：有的线程在写的时候，别的线程还在读。'],
        ['Allocate (n - 1) * increment + 1 elements, or pass the number of those that there are: in gemv, x and y change their lengths with the transposition.', '分配 (n - 1) * 间隔 + 1 个元素，或者传入实际有的个数：在 gemv 中，转置会交换 x 和 y 的长度。'],
        ['Allocate leading dimension * columns elements. Matrices lie column by column, with the rows and columns that they have before a transposition.', '分配“主维长度 * 列数”个元素。矩阵一列一列存放，行数和列数以转置之前的为准。'],
        ['Allocate memory of the device with cudaMalloc, copy the data there (cublasSetMatrix, cudaMemcpy) and pass that pointer.', '用 cudaMalloc 分配设备内存，把数据复制过去（cublasSetMatrix、cudaMemcpy），并传入那个指针。'],
        ['Pass a pointer that cudaMalloc gave, or one into its memory.', '传入 cudaMalloc 给出的指针，或者指向那块内存里面的指针。'],
        ['Free memory only after the last call that uses it.', '在最后一次使用内存的调用之后，再释放它。'],
        ['Write the memory before the call: new memory holds anything, and zeros only by chance. Copy all rows and columns to it, or set it with cudaMemset; with beta 0, cuBLAS does not read C or y.', '调用之前先写好内存：新分配的内存里什么都可能有，是零也只是碰巧。把所有的行和列都复制过去，或者用 cudaMemset 设置；beta 为 0 时，cuBLAS 不读 C 和 y。'],
        ['The list of pointers, too, must be in the device\'s memory: allocate it with cudaMalloc and copy the list there.', '指针的列表也必须在设备的内存里：用 cudaMalloc 分配，并把列表复制过去。'],
        ['There are A and B of CUDA_R_16F, CUDA_R_16BF or CUDA_R_32F with C of that type or CUDA_R_32F and CUBLAS_COMPUTE_32F; CUDA_R_16F alone with CUBLAS_COMPUTE_16F; CUDA_R_64F alone with CUBLAS_COMPUTE_64F.', '可用的组合：A 和 B 为 CUDA_R_16F、CUDA_R_16BF 或 CUDA_R_32F，C 为同样的类型或 CUDA_R_32F，用 CUBLAS_COMPUTE_32F；全是 CUDA_R_16F，用 CUBLAS_COMPUTE_16F；全是 CUDA_R_64F，用 CUBLAS_COMPUTE_64F。'],
        ['Give each product of the batch a C of its own: strideC is at least ldc * n, and no pointer is there twice.', '让这一批的每个乘积有自己的 C：strideC 至少为 ldc * n，指针不能重复。'],
        ['An assert() in the kernel did not hold.', '核函数中的 assert() 不成立。'],
        ['Correct what the line above says, and look at the error that each call returns: this one was refused, as by CUDA, and has done nothing.', '改正上面一行所说的，并查看每个调用返回的错误：这个调用与在 CUDA 中一样被拒绝了，什么也没有做。'],
        ['Let the device that runs the kernel use the other\'s memory with cudaDeviceEnablePeerAccess, or copy the data to it: a GPU stops such a kernel.', '用 cudaDeviceEnablePeerAccess 让运行核函数的设备使用另一设备的内存，或把数据复制过去：GPU 会终止这样的核函数。'],
        ['Let the later one wait: record an event after the earlier one (cudaEventRecord) and let the other\'s stream wait for it (cudaStreamWaitEvent), or synchronise on the host in between. Streams, and devices, order nothing among each other by themselves.', '让后者等待：在前者之后记录事件（cudaEventRecord），并让后者的流等待它（cudaStreamWaitEvent），或在两者之间于主机上同步。流与流、设备与设备之间本身没有次序。'],
        ['Let the later node depend on the earlier one: with cudaGraphAddDependencies, or, in a capture, with an event that is recorded after the earlier one (cudaEventRecord) and waited for by the later one\'s stream (cudaStreamWaitEvent). Branches of a graph may run at the same time.', '让后面的节点依赖前面的节点：用 cudaGraphAddDependencies；录制时，在前者之后记录事件（cudaEventRecord），并让后者的流等待它（cudaStreamWaitEvent）。图的各个分支可能同时运行。'],
        ['Put them into two groups, or give each its own buffer: the calls of a group may run at the same time.', '把它们分到两个组，或各用自己的缓冲区：同一组的调用可能同时运行。'],
        ['Let all ranks of a communicator make the same calls in the same order, with the same count, type, operator and root: GPUs would hang, or give wrong results.', '让通信器的所有秩以同样的次序进行同样的调用，元素个数、类型、运算和根都相同：否则 GPU 会挂起，或给出错误的结果。'],
        ['Let every rank of the communicator make the call. One thread that calls for several ranks does so between ncclGroupStart and ncclGroupEnd. GPUs would wait for ever.', '让通信器的每个秩都进行该调用。一个线程替几个秩调用时，须在 ncclGroupStart 与 ncclGroupEnd 之间进行。否则 GPU 会永远等下去。'],
        ['Correct the arguments: NCCL checks few of them itself, and GPUs would hang, fail or give wrong results.', '改正参数：NCCL 自己只检查其中少数几个；在 GPU 上会挂起、失败，或给出错误的结果。'],
        ['Put __syncthreads() between these two accesses, where all threads of the block reach it; or let the warp that goes on wait for a signal that the other has done its part, with __threadfence_block() on both sides: nothing orders them, and a warp may run ahead of others.', '在这两次访问之间加上线程块的所有线程都会到达的 __syncthreads()；或者让继续前进的线程束等待对方已完成的信号，两边都用 __threadfence_block()：没有任何东西规定两者的先后，线程束可能跑到别的前面。'],
        ['Let the block that goes on wait for a signal that the other has done its part, with __threadfence() on both sides: here it ran ahead of the other, which a GPU may let it do and the simulator\'s usual order of blocks does not show.', '让继续前进的线程块等待对方已完成的信号，两边都用 __threadfence()：这里它跑到了对方前面：GPU 上可能如此，模拟器平常的线程块次序却显不出来。'],
        ['Put __syncthreads() between these two accesses, where all threads of the block reach it: nothing orders them.', '在这两次访问之间、线程块的所有线程都能到达的地方加上 __syncthreads()：目前它们之间没有次序。'],
        ['Put __syncwarp() between these two accesses: since Volta, the lanes of a warp do not move in step.', '在这两次访问之间加上 __syncwarp()：自 Volta 起，线程束的通道并不同步前进。'],
        ['Give each lane a place of its own, let one lane store, or use an atomic: these lanes store to one place at once, and which value stays is left to chance.', '让每个通道写自己的位置，或者只让一个通道写，或者使用原子操作：这些通道同时写同一个位置，留下哪个值全凭偶然。'],
        ['Put __syncwarp() between the reads and the writes of each round: volatile orders nothing, and since Volta the lanes of a warp do not move in step.', '在每一轮的读与写之间加上 __syncwarp()：volatile 不产生任何次序，而自 Volta 起，线程束的通道并不同步前进。'],
        ['Wait for the asynchronous copy before this block tells others that it has read, or meets them: until __pipeline_wait_prior, consumer_wait or the barrier\'s wait, the copy may still read.', '本线程块告诉别的线程块已经读完、或与它们会合之前，先等待异步复制完成：在 __pipeline_wait_prior、consumer_wait 或屏障的等待返回之前，复制可能还在读取。'],
        ['Update the word with an atomic, let each block write a place of its own, or split the work into two launches: blocks run in any order. To hand data to another block, write it, then __threadfence(), then an atomic that the other block waits for.', '用原子操作更新该字，或让每个线程块写自己的位置，或把工作分成两次启动：线程块以任意次序运行。要把数据交给另一个线程块：先写入，再 __threadfence()，再执行对方等待的原子操作。'],
        ['Put __threadfence() between the write and the atomic that tells others of it, in the thread that writes or, behind a barrier, in the one that executes the atomic: without it they may see the atomic first. A plain store is no such signal, and a thread that passes it on by another word needs a fence between the two.', '在写入之后、通知别的线程的原子操作之前，加上 __threadfence()：放在写入的线程中；若中间有屏障，也可放在屏障之后、执行原子操作的线程中。否则别的线程可能先看到原子操作。普通的存储不算这样的信号；线程若看到信号后再用另一个字转告别的线程，这两步之间也要有内存栅栏。'],
        ['Put __threadfence() into the thread that passes the signal on, between the atomic by which it has seen it and the one by which it tells others; or let this thread wait for the signal itself: the other thread has a fence and a signal behind its access, but what they say does not come here.', '在转告信号的线程中，看到信号的原子操作与转告别的线程的原子操作之间，加上 __threadfence()；或者让这个线程自己等待那个信号：对方在访问之后有内存栅栏，也发出了信号，但信号没有传到这里。'],
        ['Put __threadfence() between the read and the atomic that tells others that it is done, in the thread that reads or, behind a barrier, in the one that executes the atomic: without it they may see the atomic first, and write before it reads.', '读取之后，要用一个原子操作告诉别的线程读完了：在两者之间加上 __threadfence()，放在读取的线程中；若中间有屏障，也可放在屏障之后、执行原子操作的线程中。否则别的线程可能先看到原子操作，在读取之前就写入。'],
        ['Wait at the cuda::barrier before this access, with wait or arrive_and_wait: a thread that has only arrived is in no order with what the others did before they arrived, even if it was the last of them.', '在这次访问之前，先用 wait 或 arrive_and_wait 在 cuda::barrier 处等待：只到达而不等待的线程，与别的线程到达之前所做的事之间没有先后，哪怕它是最后一个到达的。'],
        ['Put __threadfence() between the atomic and the read, in the thread that executes the atomic or, behind a barrier, in the one that reads: CUDA\'s memory model wants a fence on both sides, the writer\'s before its atomic and the reader\'s after.', '在原子操作与读取之间加上 __threadfence()，放在执行原子操作的线程中；若中间有屏障，也可放在屏障之后、读取的线程中：CUDA 的内存模型要求两边都有内存栅栏，写方在其原子操作之前，读方在其后。'],
        ['Use the atomic without _block, and __threadfence() in place of __threadfence_block(): those of block scope order nothing between blocks.', '使用不带 _block 的原子操作，并用 __threadfence() 代替 __threadfence_block()：作用域限于线程块的，不规定线程块之间的任何先后。'],
        ['Use atomics of one size on the same word: those that overlap only in part are not atomic with each other.', '对同一个字使用同样大小的原子操作：只有部分重叠的原子操作彼此并不是原子的。'],
        ['Make the plain access an atomic too, such as atomicAdd(p, 0) to read or atomicExch to write, or order it: by a barrier within a block; between blocks by __threadfence() and an atomic on both sides, or by a second launch.', '把普通访问也改成原子操作，例如用 atomicAdd(p, 0) 读取、用 atomicExch 写入；或者规定先后：线程块内用屏障；线程块之间，两边都用 __threadfence() 和原子操作，或者分成两次启动。'],
        ['Let one thread store it, or leave it: both store the same value, so that the result does not depend on who is last.', '只让一个线程存入，或保持原样：两者存入的值相同，所以结果与谁最后写入无关。'],
        ['The compare-and-swap has found another value than it wants, and stored nothing new, so that the plain read finds the same before and after. By CUDA\'s rules it is a race all the same: read the word with an atomic, or volatile.', '比较并交换遇到的不是它要的值，没有写入新值，所以普通的读取前后读到的一样。按 CUDA 的规则它仍是数据竞争：用原子操作读，或者用 volatile 读。'],
        ['A larger SIM_MEMORY (128G at most) gives the device more; what a program touches of it takes several times as much of this machine\'s memory.', '把 SIM_MEMORY 设得更大（最多 128G），给设备更多内存；程序用到其中多少，这台机器就要占好几倍的内存。'],
        ['Let the host wait for the later event first: cudaEventSynchronize.', '先让主机等较晚的事件完成：cudaEventSynchronize。'],
        ['Leave it, or read through a volatile pointer: the compare-and-swap checks the value, and one that is out of date only costs another round.', '保持原样，或通过 volatile 指针读取：比较并交换会检查该值，过时的值只会多花一轮。'],
        ['Move the call out of the branch, or name only the lanes that enter it, as __ballot_sync() before the branch gives them: the mask must name exactly the lanes that execute the call together, each with the same mask.', '把这个调用移到分支之外；或者只列出进入分支的通道，在分支之前用 __ballot_sync() 可以得到它们：掩码必须恰好列出一起执行这个调用的通道，而且每个通道的掩码相同。'],
        ['Make a loop of the recursion, or the thread\'s own arrays smaller: a thread has little stack, on a GPU 1 KiB if cudaDeviceSetLimit does not ask for more.', '把递归改成循环，或减小线程自己的数组：线程的栈很小，在 GPU 上只有 1 KiB，除非用 cudaDeviceSetLimit 要求更多。'],
        ['Look at the condition before it: __trap() ends the launch, and all of the device\'s memory is lost to the program.', '检查它前面的条件：__trap() 会结束这次启动，程序从此再也用不了设备上的任何内存。'],
        ['Load it plainly, without __ldg() or PTX\'s ld.global.nc, or write it in a launch of its own: what a launch reads that way, no thread of it may write, also behind a barrier, as the read-only cache may hold what was there before.', '改用普通的加载，不用 __ldg() 或 PTX 的 ld.global.nc；或者在另一次启动里写它：一次启动这样读的内存，它的任何线程都不可以写，隔着屏障也不行，因为只读缓存里可能还是原来的值。'],
        ['Write __constant__ memory from the host, with cudaMemcpyToSymbol before the launch, or make it a __device__ variable: a kernel can only read it.', '从主机写 __constant__ 内存，在启动之前用 cudaMemcpyToSymbol；或者改成 __device__ 变量：核函数只能读常量内存。'],
        ['Use an atomic, such as atomicAdd or atomicOr, or give each thread a place of its own: several threads change this word by one statement, and only one of them stays. If they do so in different rounds of a loop, put __syncthreads() between the rounds.', '用原子操作，例如 atomicAdd 或 atomicOr；或者让每个线程写自己的位置：几个线程用同一条语句修改这个字，只有一个的结果会留下。如果修改发生在循环的不同轮次，就在轮次之间放 __syncthreads()。'],
        ['Give each element a thread: round the number of blocks up, (n + 255) / 256 for blocks of 256, and let the kernel compare its index with n; a loop that takes several elements at once leaves a rest. If the program does not use these elements, leave it, or copy without them.', '让每个元素都有线程处理：线程块的个数向上取整，线程块为 256 时是 (n + 255) / 256，核函数里再用下标与 n 比较；一次处理几个元素的循环会剩下一些元素。如果程序用不到这些元素，可以不管，或者复制时不带上它们。'],
        ['Give that call its size in bytes: the number of elements times the size of one, as in n * sizeof(float).', '给那次调用的大小要以字节计：元素的个数乘以一个元素的大小，如 n * sizeof(float)。'],
        ['Let the kernel store every element that is copied: look at its index, at the if before the store and at the stride of its loop. If the program does not use these elements, leave it, or copy without them.', '要复制的每一个元素，核函数都要存入：检查下标、存储之前的 if，以及循环的步长。如果程序用不到这些元素，可以不管，或者复制时不带上它们。'],
        ['Let the launch before write every element that this one reads: round its number of blocks up, (n + 255) / 256 for blocks of 256, and let the kernel compare its index with n. Or read only what it has written: new memory holds anything, and zeros only by chance.', '前一次启动要写入这次启动读取的每一个元素：线程块的个数向上取整，线程块为 256 时是 (n + 255) / 256，核函数里再用下标与 n 比较。或者只读取它写过的元素：新分配的内存里什么值都可能有，是零只是碰巧。'],
        ['Put one barrier behind the branch in place of the two in it: that they stand on one line does not make them the same, and all threads of the block must reach the same one.', '把分支里的两个屏障换成分支后面的一个：写在同一行并不等于同一个屏障，线程块的所有线程必须走到同一个。'],
        ['Let all threads of every block reach grid.sync(), not one of each block: it is a barrier for each thread of the grid, and has __syncthreads() within it. In place of an early return, put the work before it and behind it into an if.', '每个线程块的所有线程都要走到 grid.sync()，而不是每块只有一个：它是网格中每个线程的屏障，里面已经包含 __syncthreads()。不要提前 return，把它前后的工作放进 if 里。'],
        ['Let every block reach grid.sync() as often as the others, also those that have nothing to do: in place of an early return, put the work before it and behind it into an if. A GPU would hang.', '每个线程块走到 grid.sync() 的次数都要相同，没有工作可做的线程块也一样：不要提前 return，把它前后的工作放进 if 里。否则 GPU 会挂起。'],
        ['Look at the loop\'s condition and at what changes in it: an unsigned char never reaches 256, an unsigned number is never below 0, and a step of 0 goes nowhere.', '检查循环的条件和循环中改变的量：unsigned char 永远到不了 256，无符号数永远不会小于 0，步长为 0 就永远不会前进。'],
        ['Let the host write the word before the launch; or end the kernel where it waits, and launch another one when the host is ready.', '让主机在启动之前写这个字；或者在等待之处结束核函数，等主机准备好再启动另一个。'],
        ['Look who is to do what the loop waits for, and whether that thread has ended or waits itself: a counter never gets to one more than there are, and a lane must not wait for another lane that comes behind the loop.', '检查循环所等待的事由谁来做，那个线程是否已经结束，或者自己也在等待：计数永远到不了参加者的个数加一；通道也不能等待要到循环之后才轮到的另一个通道。'],
    ];
    const SENTENCES = [
        ['{who} {does} what {other} {did}: {place}', '{who} {does}的位置，{other} {did}过：{place}'],
        ['{who} reads {number} bytes that nobody has written: {place}', '{who} 读取 {number} 个字节，此前无人写入：{place}'],
        ['{who} {does} {number} bytes at {place}, which were freed', '{who} {does} {number} 个字节，该内存已释放：{place}'],
        ['{who} {does} {number} bytes at {place}, which this kernel does not have', '{who} {does} {number} 个字节，这个数组不属于该核函数：{place}'],
        ['{who} {does} {number} bytes that its own asynchronous copy may not have written yet: {place}', '{who} {does} {number} 个字节，它自己的异步复制可能还没有写入：{place}'],
        ['{who} {does} {number} bytes that its own asynchronous copy may still read: {place}', '{who} {does} {number} 个字节，它自己的异步复制可能还在读取：{place}'],
        ['{who} {does} {number} bytes that the asynchronous copy of {other} may not have written yet: {place}', '{who} {does} {number} 个字节，{other} 的异步复制可能还没有写入：{place}'],
        ['{who} {does} {number} bytes that the asynchronous copy of {other} may still read: {place}', '{who} {does} {number} 个字节，{other} 的异步复制可能还在读取：{place}'],
        ['{who} {does} {number} bytes of the host\'s memory', '{who} {does}主机内存的 {number} 个字节'],
        ['{who} {does} {number} bytes at address {hex}; {call} of {size} bytes at {line} failed, {limit} allows {most}', '{who} {does}地址 {hex} 处的 {number} 个字节；{line} 的 {call} 申请 {size} 字节失败，{limit} 只允许 {most}'],
        ['{who} {does} {number} bytes at address {hex}', '{who} {does}地址 {hex} 处的 {number} 个字节'],
        ['{who} {does} {number} bytes at {place}: address {hex}', '{who} {does} {number} 个字节，地址为 {hex}：{place}'],
        ['{who} {does} {number} bytes at {place}', '{who} {does} {number} 个字节：{place}'],
        ['{who} of a kernel on device {own} {does} {number} bytes of device {device}: {place}', '设备 {own} 上核函数的{who} {does}设备 {device} 的 {number} 个字节：{place}'],
        ['{work} on device {own} {changes} what {earlier} on device {device} {changed}: {number} bytes from {place}', '设备 {own} 上的{work}{changes}的位置，设备 {device} 上的{earlier}{changed}过：{number} 个字节，起点为 {place}'],
        ['rank {rank} calls {call} and {calls} in one group, and they share a buffer that one of them writes', '秩 {rank} 在同一组中调用 {call} 与 {calls}，而它们共用一个缓冲区，其中一个写入它'],
        ['rank {rank} calls {call} with {count} elements, rank {ranks} {calls} with {counts}', '秩 {rank} 以 {count} 个元素调用 {call}，秩 {ranks} 则以 {counts} 个调用 {calls}'],
        ['rank {rank} calls {call} with {count} elements, rank {ranks} with {counts}', '秩 {rank} 以 {count} 个元素调用 {call}，秩 {ranks} 则以 {counts} 个'],
        ['rank {rank} calls {call} where rank {ranks} calls {calls}', '秩 {rank} 调用 {call}，而秩 {ranks} 在此处调用 {calls}'],
        ['rank {rank} calls {call} with {what}, rank {ranks} with {whats}', '秩 {rank} 以 {what} 调用 {call}，秩 {ranks} 则以 {whats}'],
        ['rank {rank} calls {call}, but rank {ranks} of {count} does not', '秩 {rank} 调用 {call}，而 {count} 个秩中的秩 {ranks} 没有调用'],
        ['rank {rank} calls {call}, but ranks {ranks} and {last} of {count} do not', '秩 {rank} 调用 {call}，而 {count} 个秩中的秩 {ranks} 和 {last} 没有调用'],
        ['rank {rank} calls {call}, but rank {ranks} of {count} has destroyed its communicator', '秩 {rank} 调用 {call}，而 {count} 个秩中的秩 {ranks} 已经销毁了自己的通信器'],
        ['rank {rank} calls {call}, but ranks {ranks} and {last} of {count} have destroyed their communicators', '秩 {rank} 调用 {call}，而 {count} 个秩中的秩 {ranks} 和 {last} 已经销毁了自己的通信器'],
        ['rank {rank} calls {call} for rank {ranks}, which does not call {calls} for it', '秩 {rank} 调用 {call} 发给秩 {ranks}，而后者没有为此调用 {calls}'],
        ['rank {rank} calls {call} for rank {ranks}, which does not call {calls} to it', '秩 {rank} 调用 {call} 等待秩 {ranks}，而后者没有为此调用 {calls}'],
        ['rank {rank} calls {call} for rank {ranks}, which has destroyed its communicator', '秩 {rank} 为秩 {ranks} 调用 {call}，而后者已经销毁了自己的通信器'],
        ['{who} waits at one barrier, {other} at another', '{who} 在一个屏障处等待，{other} 在另一个屏障处等待'],
        ['{who} waits here, {other} waits at {at}, {line}: neither can go on', '{who} 在此等待，{other} 在{at}等待（{line}）：两者都无法继续'],
        ['{who} waits here for all threads of the grid, {other} has exited: {count} of the {size} threads of this block have', '{who} 在此等待网格的所有线程，而{other} 已退出：该线程块的 {size} 个线程中有 {count} 个已退出'],
        ['{who} waits here for all blocks of the grid, but {count} of the {size} has ended without reaching this barrier', '{who} 在此等待网格的所有线程块，但 {size} 个中有 {count} 个没有到达这个屏障就已结束'],
        ['{who} waits here for all blocks of the grid, but {count} of the {size} have ended without reaching this barrier', '{who} 在此等待网格的所有线程块，但 {size} 个中有 {count} 个没有到达这个屏障就已结束'],
        ['{who} reads, as read-only, what this launch has written: {place}', '{who} 按只读加载这次启动写过的位置：{place}'],
        ['{who} writes what this launch has read as read-only: {place}', '{who} 写入这次启动按只读加载过的位置：{place}'],
        ['the launch has blocks of {number} threads, and the kernel\'s __launch_bounds__ allows {most}', '这次启动的线程块有 {number} 个线程，而核函数的 __launch_bounds__ 只允许 {most} 个'],
        ['{who} needs more than {number} KiB of stack', '{who} 需要的栈超过 {number} KiB'],
        ['{who} has called __trap()', '{who} 调用了 __trap()'],
        ['{who} is in a loop without an end: nothing in it can change whether it goes on', '{who} 处在停不下来的循环中：循环里没有什么能改变它是否继续'],
        ['{who} {does} {number} bytes of __constant__ memory: {place}', '{who} {does} __constant__ 内存的 {number} 个字节：{place}'],
        ['{who} uses the host\'s address of {name}: the device\'s comes from cudaGetSymbolAddress', '{who} 使用 {name} 在主机上的地址：设备上的地址由 cudaGetSymbolAddress 给出'],
        ['{call} reads {number} bytes that nobody has written: {place}', '{call} 读取 {number} 个字节，此前无人写入：{place}'],
        ['{call} reads {number} bytes, {count} of which nobody has written: first {place}', '{call} 读取 {number} 个字节，其中 {count} 个此前无人写入：第一个是{place}'],
        ['{call} reads {number} elements of {size} bytes, {count} of which nobody has written: first element {first}, {place}', '{call} 读取 {number} 个 {size} 字节的元素，其中 {count} 个此前无人写入：第一个是元素 {first}，{place}'],
        ['{who} waits here, {other} went around the barrier and has exited', '{who} 在此等待，{other} 绕过屏障并已退出'],
        ['{who} waits here for threads that wait elsewhere or have exited', '{who} 在此等待的线程，有的在别处等待，有的已退出'],
        ['{who} (lane {lane}) is not in its own mask {hex}', '{who}（通道 {lane}）不在它自己的掩码 {hex} 中'],
        ['{who} (lane {lane}) names lanes in its mask {hex} that do not come: {others}; lane {from} waits at the barrier at {line}', '{who}（通道 {lane}）的掩码 {hex} 中有不会到来的通道：{others}；通道 {from} 在 {line} 的屏障处等待'],
        ['{who} (lane {lane}) names lanes in its mask {hex} that do not come: {others}; lane {from} waits at {line} with mask {asked}', '{who}（通道 {lane}）的掩码 {hex} 中有不会到来的通道：{others}；通道 {from} 在 {line} 等待，掩码为 {asked}'],
        ['{who} (lane {lane}) names lanes in its mask {hex} that do not come: {others}; lane {from} went around the call, and has exited', '{who}（通道 {lane}）的掩码 {hex} 中有不会到来的通道：{others}；通道 {from} 绕过这个调用并已退出'],
        ['{who} (lane {lane}) names lanes in its mask {hex} that do not come: {others}; lane {from} called the same with another mask meanwhile, and has exited', '{who}（通道 {lane}）的掩码 {hex} 中有不会到来的通道：{others}；通道 {from} 其间以别的掩码调用过同一操作，并已退出'],
        ['{who} (lane {lane}) names lanes in its mask {hex} that do not come: {others}', '{who}（通道 {lane}）的掩码 {hex} 中有不会到来的通道：{others}'],
        ['{who} (lane {lane}) reads from lane {from}, which takes no part: the value is undefined', '{who}（通道 {lane}）读取没有参加的通道 {from}：得到的值未定义'],
        ['{who} has run for longer than SIM_LIMIT steps', '{who} 运行的步数已超过 SIM_LIMIT'],
        ['{who} has run for {number} s without a step that is counted: SIM_WATCHDOG allows no more', '{who} 运行了 {number} 秒，其间没有一步可以计数：已到 SIM_WATCHDOG 的上限'],
        ['{who} waits in a loop while no other thread can do anything', '{who} 在循环中等待，而其他线程都无法前进'],
        ['{who} waits at a barrier where {number} of {size} have arrived, while no other thread can do anything', '{who} 在一个屏障处等待，{size} 个中只有 {number} 个到达，而其他线程都无法前进'],
        ['{who} waits in a loop for memory that the host can write, but the simulator runs a launch to its end before the host goes on: a kernel that waits for the host cannot work here', '{who} 在循环中等待主机可写的内存，但模拟器要等一次启动结束后主机才继续：等待主机的核函数在此无法工作'],
        ['{who} has written over its stack: a function would not return to its caller', '{who} 改写了自己的栈：某个函数将无法返回调用者'],
        ['{who} calls too many functions from within each other to be looked at', '{who} 的函数调用嵌套过深，无法检查'],
        ['{who} frees memory that was freed before', '{who} 释放已经释放过的内存'],
        ['{who} frees what no malloc in a kernel has returned', '{who} 释放的不是核函数中 malloc 返回的内存'],
        ['{who} is at a grid barrier, but the launch is not cooperative', '{who} 位于网格屏障处，但此次启动不是协作启动'],
        ['{line}: {function}: {who}: assertion `{expression}\' failed', '{line}：{function}：{who}：断言 {expression} 不成立'],
        ['{line}: {who}: place {number} of an array of type {type}', '{line}：{who}：类型为 {type} 的数组的第 {number} 个位置'],
        ['the host touches device memory: {place}', '主机访问了设备内存：{place}'],
        ['{call}: the handle is NULL: cublasCreate was not called, or failed', '{call}：句柄是 NULL：没有调用 cublasCreate，或者调用失败了'],
        ['{call}: the handle was destroyed', '{call}：句柄已经销毁'],
        ['{call}: the handle was never created', '{call}：句柄从未创建'],
        ['{call}: the handle\'s stream was destroyed', '{call}：句柄的流已经销毁'],
        ['{call}: the handle\'s stream is captured into a graph, and the simulator\'s graphs have no calls of cuBLAS', '{call}：句柄的流正在录制成图，而模拟器的图里没有 cuBLAS 的调用'],
        ['{call}: the stream is captured into a graph, and the simulator\'s graphs have no calls of cuBLAS', '{call}：流正在录制成图，而模拟器的图里没有 cuBLAS 的调用'],
        ['{call}: the handle is one of device {number}, but the current device is {device}', '{call}：句柄属于设备 {number}，而当前的设备是 {device}'],
        ['{call}: the simulator\'s cuBLAS does not have these types together', '{call}：模拟器的 cuBLAS 没有这些类型的组合'],
        ['{call}: {name} is {number}: it is the distance of a vector\'s elements', '{call}：{name} 是 {number}：它是向量相邻元素的间隔'],
        ['{call}: {name} is {number}: it must be at least {most}', '{call}：{name} 是 {number}：至少应为 {most}'],
        ['{call}: {name} is {number}: it must be CUBLAS_OP_N, CUBLAS_OP_T or CUBLAS_OP_C', '{call}：{name} 是 {number}：应为 CUBLAS_OP_N、CUBLAS_OP_T 或 CUBLAS_OP_C'],
        ['{call}: {name} is {number}, but {place} has {count} row as it is stored', '{call}：{name} 是 {number}，而 {place} 按存放的方式有 {count} 行'],
        ['{call}: {name} is {number}, but {place} has {count} rows as it is stored', '{call}：{name} 是 {number}，而 {place} 按存放的方式有 {count} 行'],
        ['{call}: the send buffer of rank {rank} is {wrong}', '{call}：秩 {rank} 的发送缓冲区是{wrong}'],
        ['{call}: the receive buffer of rank {rank} is {wrong}', '{call}：秩 {rank} 的接收缓冲区是{wrong}'],
        ['{call}: {place} is a null pointer', '{call}：{place} 是空指针'],
        ['{call}: {place} is a pointer to the device\'s memory, where the host\'s must be', '{call}：{place} 指向设备的内存，而这里应指向主机的内存'],
        ['{call}: {place} is a pointer to the host\'s memory, where the device\'s must be', '{call}：{place} 指向主机的内存，而这里应指向设备的内存'],
        ['{call}: {place} is a device address that belongs to no allocation', '{call}：{place} 是不属于任何分配的设备地址'],
        ['{call}: {place} is memory that was freed', '{call}：{place} 的内存已经释放'],
        ['{call}: {place} is memory of device {number}, but the handle\'s device is {device}', '{call}：{place} 的内存属于设备 {number}，而句柄的设备是 {device}'],
        ['{call}: {place} is at an address that is no multiple of {size}', '{call}：{place} 的地址不是 {size} 的倍数'],
        ['{call}: {place} is too small: {rows} x {columns} {elements} with a leading dimension of {ld} take {size} bytes, and there are {number} at offset {offset} of an allocation of {all} bytes', '{call}：{place} 太小：{rows} x {columns} 的 {elements}，主维长度为 {ld}，要 {size} 字节，而 {all} 字节的分配中，偏移 {offset} 处只有 {number} 字节'],
        ['{call}: {place} is too small: {count} {elements} with an increment of {ld} take {size} bytes, and there are {number} at offset {offset} of an allocation of {all} bytes', '{call}：{place} 太小：{count} 个 {elements}，间隔为 {ld}，要 {size} 字节，而 {all} 字节的分配中，偏移 {offset} 处只有 {number} 字节'],
        ['{call}: {place} is too small: {count} {elements} take {size} bytes, and there are {number} at offset {offset} of an allocation of {all} bytes', '{call}：{place} 太小：{count} 个 {elements} 要 {size} 字节，而 {all} 字节的分配中，偏移 {offset} 处只有 {number} 字节'],
        ['{call}: C of matrix {count} of the batch and of matrix {counts} overlap', '{call}：这一批中矩阵 {count} 与矩阵 {counts} 的 C 重叠'],
        ['{call}: {name} and {names} overlap, and {written} is written', '{call}：{name} 与 {names} 重叠，而 {written} 是要写入的'],
        ['{call}: element {first} of {place} (counted from 0, in memory\'s order) was written by nobody', '{call}：{place} 的第 {first} 个元素（从 0 数起，按内存中的次序）没有人写过'],
        ['{call}: row {row}, column {column} of {place} (counted from 0, as the matrix is stored) was written by nobody', '{call}：{place} 的第 {row} 行第 {column} 列（从 0 数起，按矩阵存放的方式）没有人写过'],
        ['a launch: the stream is device {number}\'s, but the current device is {device}: {error}', '启动：流属于设备 {number}，而当前的设备是 {device}：{error}'],
        ['cudaEventRecord: the event was created for device {number}, the stream is device {device}\'s: {error}', 'cudaEventRecord：事件是为设备 {number} 创建的，而流属于设备 {device}：{error}'],
        ['cudaEventElapsedTime: an event is not over, so no time is stored: {error}', 'cudaEventElapsedTime：有一个事件还没有完成，所以没有存下时间：{error}'],
        ['cudaStreamEndCapture: another stream\'s work was captured, and this one has not waited for its end: {error}', 'cudaStreamEndCapture：录制了另一个流的工作，而这个流没有等它结束：{error}'],
        ['{call}: the source is memory of device {number}, the call names device {device}: {error}', '{call}：来源的内存属于设备 {number}，而调用指定的是设备 {device}：{error}'],
        ['{call}: the target is memory of device {number}, the call names device {device}: {error}', '{call}：目标的内存属于设备 {number}，而调用指定的是设备 {device}：{error}'],
        ['{size} bytes are asked for, and of the {all} that the simulated device has {number} are in use', '要分配 {size} 字节，而模拟的设备一共有 {all} 字节，其中 {number} 字节已在使用'],
        ['ncclGroupStart without ncclGroupEnd: the calls in the group, {number}, never begin', 'ncclGroupStart 没有对应的 ncclGroupEnd：组里的 {number} 个调用永远不会开始'],
        ['ncclGroupEnd without ncclGroupStart', 'ncclGroupEnd 没有对应的 ncclGroupStart'],
        ['{call}: rank {rank} of {count} did not come', '{call}：{count} 个秩中的秩 {rank} 没有来'],
        ['{call}: ranks {ranks} and {last} of {count} did not come', '{call}：{count} 个秩中的秩 {ranks} 和 {last} 没有来'],
        ['{call}: rank {rank} of {count} comes twice', '{call}：{count} 个秩中的秩 {rank} 来了两次'],
        ['{call}: ranks {rank} and {ranks} are both on device {device}, each needs one of its own (cudaSetDevice)', '{call}：秩 {rank} 和秩 {ranks} 都在设备 {device} 上，而每个秩要有自己的设备（cudaSetDevice）'],
        ['{call}: rank {rank} says that there are {count} ranks, another rank {counts}', '{call}：秩 {rank} 说一共有 {count} 个秩，另一个秩说有 {counts} 个'],
        ['{call}: no such data type here', '{call}：这里没有这种数据类型'],
        ['{call}: no such operator', '{call}：没有这种运算'],
        ['{call}: more elements than any memory has', '{call}：元素多得没有哪块内存放得下'],
        ['{call}: the simulator does not capture it into a graph', '{call}：模拟器不把它录制成图'],
        ['{call}: less than one device', '{call}：设备少于一个'],
        ['{call}: the communicator was never made', '{call}：通信器从未创建'],
        ['{call}: the communicator was destroyed', '{call}：通信器已经销毁'],
        ['{call}: the communicator is not ready before the group ends in which it is made', '{call}：通信器要等创建它的组结束之后才能用'],
        ['{call}: the process that called ncclGetUniqueId has ended, or is on another machine', '{call}：调用 ncclGetUniqueId 的进程已经结束，或者在另一台机器上'],
        ['{call}: a null pointer', '{call}：空指针'],
        ['{call}: rank {rank} of {ranks} ranks', '{call}：{ranks} 个秩中的秩 {rank}'],
        ['{call}: device {number}; there is {count} (SIM_DEVICES)', '{call}：设备 {number}；一共有 {count} 个（SIM_DEVICES）'],
        ['{call}: device {number}; there are {count} (SIM_DEVICES)', '{call}：设备 {number}；一共有 {count} 个（SIM_DEVICES）'],
        ['{call}: device {number} is in the list twice', '{call}：设备 {number} 在列表中出现了两次'],
        ['{call}: rank {rank}; there are ranks 0 to {ranks}', '{call}：秩 {rank}；只有秩 0 到秩 {ranks}'],
        ['{call}: the stream is device {number}\'s, but rank {rank} is device {device}\'s', '{call}：流属于设备 {number}，而秩 {rank} 属于设备 {device}'],
        ['{call}: the buffers of rank {rank} overlap, and not in the way in which it works in place', '{call}：秩 {rank} 的两个缓冲区重叠，而且不是允许就地进行的那种重叠'],
        ['{call}: element {first} of what rank {rank} sends was written by nobody', '{call}：秩 {rank} 要发送的第 {first} 个元素没有人写过'],
        ['{call}: the pointer {wrong}', '{call}：该指针{wrong}'],
        ['{call}: no such direction: {error}', '{call}：没有这种复制方向：{error}'],
        ['{call}: the target is {wrong}: {error}', '{call}：目标是{wrong}：{error}'],
        ['{call}: the source is {wrong}: {error}', '{call}：来源是{wrong}：{error}'],
        ['{call}: {size} bytes at offset {offset} of {name}, which has {all} bytes', '{call}：{name} 偏移 {offset} 处的 {size} 字节，而它共有 {all} 字节'],
        ['{call}: the {handle} was destroyed: {error}', '{call}：该 {handle} 已销毁：{error}'],
        ['{call}: the {handle} was never created: {error}', '{call}：该 {handle} 从未创建：{error}'],
        ['free of memory from cudaMalloc: cudaFree gives it back', '对 cudaMalloc 的内存调用 free：应由 cudaFree 归还'],
        ['free of memory from cudaMallocHost or cudaMallocManaged: cudaFreeHost or cudaFree gives it back', '对 cudaMallocHost 或 cudaMallocManaged 的内存调用 free：应由 cudaFreeHost 或 cudaFree 归还'],
    ];
    const PLACES = [
        ['{place}; {call} at {line} wrote {size} bytes, as many as there are elements', '{place}；{line} 的 {call} 只写了 {size} 字节，与元素的个数相同'],
        ['{place}; the last launch that wrote new bytes there, {kernel} at {line}, had {number} threads: {count} block of {size}', '{place}；最后一次在那里写入新字节的启动是 {line} 的 {kernel}，有 {number} 个线程：{count} 个线程块，每块 {size} 个'],
        ['{place}; the last launch that wrote new bytes there, {kernel} at {line}, had {number} threads: {count} blocks of {size}', '{place}；最后一次在那里写入新字节的启动是 {line} 的 {kernel}，有 {number} 个线程：{count} 个线程块，每块 {size} 个'],
        ['{place}; the last launch that wrote new bytes there, {what}, had {number} threads: {count} block of {size}', '{place}；最后一次在那里写入新字节的启动是 {what}，有 {number} 个线程：{count} 个线程块，每块 {size} 个'],
        ['{place}; the last launch that wrote new bytes there, {what}, had {number} threads: {count} blocks of {size}', '{place}；最后一次在那里写入新字节的启动是 {what}，有 {number} 个线程：{count} 个线程块，每块 {size} 个'],
        ['a variable of its own', '它自己的变量'],
        ['{place}; the address is {number} more than a multiple of {size}', '{place}；这个地址比 {size} 的倍数多 {number}'],
        ['{place}: an unsigned index below 0, which wraps around', '{place}：无符号下标小于 0 而回绕'],
        ['{name} of matrix {count} of the batch', '这一批中矩阵 {count} 的 {name}'],
        ['{name} {sign} {number} bytes (a variable of {size} bytes)', '{name} {sign} {number} 字节（变量，共 {size} 字节）'],
        ['{name} {sign} {number} bytes (a shared array of {size} bytes)', '{name} {sign} {number} 字节（共享数组，共 {size} 字节）'],
        ['{name} {sign} {number} bytes (a shared variable of {size} bytes)', '{name} {sign} {number} 字节（共享变量，共 {size} 字节）'],
        ['dynamic shared memory {sign} {number} bytes (of {size})', '动态共享内存 {sign} {number} 字节（共 {size} 字节）'],
        ['byte {number} of the {size} bytes from {line} (malloc in a kernel)', '{line} 处核函数里的 malloc 分配的 {size} 字节中偏移 {number} 处'],
        ['byte {number} of the {size} bytes from {line} ({call})', '{line} 的 {call} 分配的 {size} 字节中偏移 {number} 处'],
        ['byte {number} of the {size} bytes from {call} no. {count}', '第 {count} 次 {call} 分配的 {size} 字节中偏移 {number} 处'],
        ['address {hex}, where no array is', '地址 {hex}，那里没有数组'],
        ['an address where no array is', '某个地址，那里没有数组'],
    ];
    const BARRIERS = [
        ['the block\'s barrier', '线程块的屏障'],
        ['the grid\'s barrier', '网格的屏障'],
        ['an exchange of its warp', '线程束的一次交换'],
    ];
    const WRONGS = [
        ['a null pointer', '空指针'],
        ['a device address that belongs to no allocation', '不属于任何分配的设备地址'],
        ['a pointer to the host\'s memory, where the device\'s must be', '指向主机内存的指针，而这里应指向设备的内存'],
        ['the name of a variable of the device, which only the calls for symbols take', '设备变量的名字，只有针对符号的调用才接受'],
        ['a host pointer where a device pointer must be', '主机指针，而此处须为设备指针'],
        ['memory of device {number}, but the rank\'s device is {device}', '设备 {number} 的内存，而这个秩的设备是 {device}'],
        ['too small: {size} bytes at offset {offset} of an allocation of {all} bytes', '太小的一段：从偏移 {offset} 处起要 {size} 字节，而这块分配一共 {all} 字节'],
        ['memory that was freed', '已释放的内存'],
        ['a device pointer where a host pointer must be', '设备指针，而此处须为主机指针'],
        ['{size} bytes at offset {offset} of an allocation of {all} bytes', '一块 {all} 字节的分配中偏移 {offset} 处的 {size} 字节'],
        ['is no allocation of its kind', '不是这一类分配'],
        ['was freed already', '已经释放过'],
        ['is not the allocation\'s start', '不是分配的起点'],
    ];
    const THREADS = [['thread {index} of block {block}', '线程块 {block} 的线程 {index}']];
    const VERBS = [
        ['reads', '读取'], ['writes', '写入'], ['updates', '更新'], ['updates with an atomic', '以原子操作更新'],
        ['read', '读取'], ['wrote', '写入'], ['updated', '更新'], ['updated with an atomic', '以原子操作更新'],
        ['updates with atomics', '以原子操作更新'], ['updated with atomics', '以原子操作更新'],
        ['allocates', '分配'], ['allocated', '分配'], ['frees', '释放'], ['freed', '释放'],
    ];
    // What a stream has done, between words: a name in Latin letters has spaces around it.
    const WORKS = [
        ['kernel {kernel}', '核函数 {kernel} '],
        ['{call} of rank {rank}', '秩 {rank} 的 {call} '],
        ['{call}', ' {call} '],
    ];
    const ELEMENTS = [['halves', 'half'], ['bfloat16s', 'bfloat16'], ['floats', 'float'], ['doubles', 'double'], ['ints', 'int'], ['pointers', '指针']];
        // clang-format on

        const INDEX = String.raw`(?:\d+|\([\d, ]+\))`;
        const THREAD = `thread ${INDEX} of block ${INDEX}`;
        /* Values of a name that are not any text, and their sentences. */
        const FORMS = {
            who: [THREAD, THREADS],
            other: [THREAD, THREADS],
            does: ['reads|writes|updates(?: with an atomic)?', VERBS],
            did: ['read|wrote|updated(?: with an atomic)?', VERBS],
            changes: ['reads|writes|updates with atomics|allocates|frees', VERBS],
            changed: ['read|wrote|updated with atomics|allocated|freed', VERBS],
            place: ['.+', PLACES],
            wrong: ['.+', WRONGS],
            work: ['.+?', WORKS],
            earlier: ['.+?', WORKS],
            elements: [String.raw`\w+`, ELEMENTS],
            at: ['.+', BARRIERS],
            index: [INDEX],
            block: [INDEX],
            number: [String.raw`-?\d+`],
            sign: ['[+-]'],
            hex: ['0(?:x[0-9a-f]+)?']
        };

        /* The sentences with their names, and a pattern of each English one, also for a single
         * byte. */
        const patterns = new Map();
        function patternsOf(sentences) {
            if (!patterns.has(sentences)) {
                patterns.set(sentences, sentences.map(([english, chinese]) => {
                    const names = [];
                    const pattern = english.replace(/[.*+?^$|()[\]\\]/g, '\\$&')
                                        .replace(/\bbytes\b/g, 'bytes?')
                                        .replace(/\{(\w+)\}/g, (_, name) => {
                                            names.push(name);
                                            return `(${FORMS[name]?.[0] ?? '.+?'})`;
                                        });
                    return {pattern: new RegExp(`^${pattern}$`), names, chinese};
                }));
            }
            return patterns.get(sentences);
        }

        /* The Chinese for an English text, or null. */
        function chineseOf(text, sentences) {
            for (const {pattern, names, chinese} of patternsOf(sentences)) {
                const found = pattern.exec(text);
                if (!found)
                    continue;
                return chinese.replace(/\{(\w+)\}/g, (_, name) => {
                    const value = found[names.indexOf(name) + 1];
                    return FORMS[name]?.[1] ? chineseOf(value, FORMS[name][1]) ?? value : value;
                });
            }
            return null;
        }

        /* {text, lang}: in the page's language if the sentence is known, else in English. */
        function say(text, sentences) {
            const chinese = Texts.language() === 'zh' ? chineseOf(text, sentences) : null;
            return chinese === null ? {text, lang: 'en'} : {text: chinese, lang: 'zh-CN'};
        }

        const kind = text => say(text, KINDS);
        const message = text => say(text, SENTENCES);
        const advice = text => say(text, ADVICES);

        return {kind, message, advice};
    })();
