'use strict';
/*
 * All texts of the page, in English and Chinese. {name}: a value. {name|one|many}: one of two
 * words, by that value.
 */
const Texts = (() => {
    // One text a line.
    // clang-format off
    const TEXTS = {
        // The page
        title: ['Playground', '试验场'],
        otherLanguage: ['中文', 'English'],
        theme_auto: ['Theme: auto', '主题：自动'],
        theme_light: ['Theme: light', '主题：浅色'],
        theme_dark: ['Theme: dark', '主题：深色'],
        kernel: ['Kernel', '核函数'],
        steps: ['Steps (your copy)', '步骤（你的副本）'],
        exercises: ['Exercises', '习题'],
        own: ['Your own kernels', '你自己的核函数'],
        stepName: ['Step {number}: {name}', '步骤 {number}：{name}'],
        exerciseName: ['Exercise {number}: {name}', '习题 {number}：{name}'],
        ownName: ['{name} ({frame})', '{name}（{frame}）'],
        block: ['block', '线程块'],
        device: ['Device', '设备'],
        editors: ['Editor', '编辑器'],
        leave: ['Esc, then Tab or Shift+Tab, leaves the editor', '按 Esc，再按 Tab 或 Shift+Tab，即可离开编辑器'],
        results: ['Results', '结果'],
        undo: ['Undo', '撤销'],
        redo: ['Redo', '重做'],
        startAgain: ['Start again', '从头再来'],
        run: ['Run', '运行'],
        stop: ['Stop', '停止'],
        runKey: ['Run (Ctrl+Enter)', '运行（Ctrl+Enter）'],

        // The file
        saved: ['saved', '已保存'],
        unsaved: ['not saved yet', '尚未保存'],
        untouched: ['not changed yet: the first change makes the file', '还没有改动：第一次改动时才会创建文件'],
        cannotSave: ['It cannot be saved: {reason}', '无法保存：{reason}'],
        tooLong: ['The text is longer than 256 KiB: it is neither saved nor run.', '代码超过 256 KiB：既不保存，也不运行。'],
        changedOnDisk: ['Another program has changed this file. Whichever text you do not choose is kept beside it, in a file whose name ends in ~.', '另一个程序改动了这个文件。没有选中的那一份会留在旁边一个以 ~ 结尾的文件里。'],
        takeTheirs: ['Take the file’s text', '采用文件里的'],
        keepMine: ['Keep the text of this page', '保留本页的'],
        gone: ['The playground has ended: start it again with `make playground`, and open its new address. Your text is still here.', '试验场已经结束：请重新运行 `make playground`，打开新的地址。你的代码还在这里。'],

        // A new kernel
        newKernel: ['New kernel', '新建核函数'],
        newSays: ['You write the kernel; the frame makes the input, launches it, and checks the results with the CPU.', '你来写核函数；框架负责准备输入、启动它，并用 CPU 核对结果。'],
        frame: ['In the frame of', '框架'],
        frame_sum: ['a sum', '求和'],
        frame_rows: ['sums of rows', '按行求和'],
        frame_map: ['a map', '映射'],
        frame_stencil: ['a stencil', '模板计算（stencil）'],
        name: ['Name', '名字'],
        make: ['Make it', '创建'],
        cancel: ['Cancel', '取消'],
        wrongName: ['Letters, digits, _ and -, please; up to 40, and not beginning with “step”.', '请用英文字母、数字、_ 和 -，最多 40 个，且不以 “step” 开头。'],
        nameTaken: ['There is a kernel of that name already.', '已经有同名的核函数。'],

        // What a run says
        first: ['Press Run: the kernel is compiled and run here, on the simulator.', '按“运行”：核函数会在本机的模拟器上编译并运行。'],
        compiling: ['Compiling …', '正在编译……'],
        running: ['Running …', '正在运行……'],
        stopped: ['Stopped.', '已停止。'],
        busy: ['Two runs are under way already: try again when one of them is done.', '已有两次运行正在进行：等其中一次结束再试。'],
        notStarted: ['It could not be started: {reason}', '无法启动：{reason}'],
        right: ['Right.', '结果正确。'],
        wrong: ['Wrong result.', '结果不对。'],
        rightButFindings: ['The result is right, by luck: there {count|is an error|are {count} errors}.', '结果正确，但只是碰巧：有 {count} 个错误。'],
        wrongAndFindings: ['Wrong, with {count} {count|error|errors}.', '结果不对，有 {count} 个错误。'],
        noCompile: ['It does not compile.', '编译没有通过。'],
        compileLimit: ['The compiler was over its limit of {seconds} seconds.', '编译超过了 {seconds} 秒的限制。'],
        overTime: ['Ended: over the limit of {seconds} seconds of processor time. Is a loop endless, or n too large?', '已终止：超过了 {seconds} 秒处理器时间的限制。是循环不结束，还是 n 太大？'],
        overRealTime: ['Ended: it did not end in time, and used little of a processor. Does it wait for something?', '已终止：没有按时结束，而且几乎没用处理器。它在等什么吗？'],
        crashed: ['It crashed: {signal}.', '程序崩溃：{signal}。'],
        forbidden: ['Ended: it asked the system for what no kernel may have.', '已终止：它向系统请求了核函数不该有的东西。'],
        failed: ['It ended with status {status}.', '程序以状态 {status} 结束。'],
        badUsage: ['It takes no such n or block: the output says why.', '不接受这样的 n 或线程块：原因见输出。'],
        time: ['{time} µs, modelled', '{time} µs（模型值）'],
        faster: ['{times} times as fast as the run before', '速度是上一次运行的 {times} 倍'],
        slower: ['{times} times as slow as the run before', '用时是上一次运行的 {times} 倍'],
        sameTime: ['as fast as the run before', '与上一次运行一样快'],
        otherSetting: ['the run before had another n, block or device', '上一次运行的 n、线程块或设备不同'],

        // Findings
        findings: ['Findings', '查出的问题'],
        messages: ['The compiler says', '编译器的消息'],
        noFindings: ['No races, no bad addresses, no misused barriers.', '没有数据竞争，没有错误的地址，没有用错屏障。'],
        line: ['line {line}', '第 {line} 行'],
        lines: ['lines {line} and {other}', '第 {line} 行和第 {other} 行'],
        elsewhere: ['elsewhere', '在别处'],
        times: ['{count} times', '{count} 次'],

        // Counters
        colSays_time: ['share of the time (modelled)', '占模型时间的比例'],
        colSays_sectors: ['sectors of global memory', '全局内存的扇区数'],
        colSays_wavefronts: ['wavefronts of shared memory', '共享内存的波前数'],
        colSays_idle: ['lanes that had nothing to do', '无事可做的通道占比'],
        columns: ['Beside each line: {columns}', '每行旁边：{columns}'],
        stale: ['The numbers are those of the last run; the text has changed since.', '这些数字来自上一次运行；此后代码改过。'],
        totals: ['Counters of the launch', '这次启动的计数'],
        launch: ['Launch', '启动'],
        kernelTime: ['kernel, modelled (µs)', '核函数，模型值（µs）'],
        launchTime: ['empty launch, on top (µs)', '空启动，另加（µs）'],
        sectors: ['sectors', '扇区'],
        efficiency: ['bytes used of those moved', '搬运字节中用到的比例'],
        wavefronts: ['wavefronts', '波前'],
        conflicts: ['wavefronts per request', '每个请求的波前数'],
        diverged: ['divergent branches', '分化的分支'],
        barriers: ['barriers of blocks', '线程块屏障'],
        errors: ['errors', '错误'],
        result: ['result', '结果'],

        // What if
        whatIf: ['What if? (modelled)', '如果没有……（模型值）'],
        whatIfSays: ['The kernel once more, each time without one of its costs.', '同一个核函数再来一遍，每次去掉一种开销。'],
        if_divergence: ['no divergence', '没有线程束分化'],
        if_bank_conflicts: ['no bank conflicts', '没有存储体冲突'],
        if_uncoalesced: ['all accesses coalesced', '所有访问都合并'],
        if_barriers: ['no waiting at barriers', '不在屏障处等待'],
        if_load_latency: ['loads that answer at once', '加载立即返回'],
        if_bandwidth: ['memory of any bandwidth', '带宽无限的内存'],
        if_atomics: ['atomics at once', '原子操作不花时间'],
        if_block_starts: ['blocks that start at once', '线程块立即开始'],
        if_line: ['without line {line}', '没有第 {line} 行'],
        gainsNothing: ['No single cost is worth 2 %.', '去掉任何一项开销，都省不到 2 %。'],

        // Two versions
        beside: ['Beside it:', '并排显示：'],
        nothing: ['nothing', '不显示'],
        originalVersion: ['as it was handed out', '最初的样子'],
        runVersion: ['run {number}: {what}', '第 {number} 次运行：{what}'],
        fileVersion: ['the other text of {time}', '{time} 的另一份代码'],
        adopt: ['Go back to this version', '回到这个版本'],
        thisVersion: ['now', '现在'],
        otherVersion: ['beside', '并排'],

        // Below
        view: ['The view: what happened, step by step', '视图：一步一步看发生了什么'],
        output: ['Output', '输出'],
        cut: ['… (the rest is left out)', '……（其余省略）'],
    };
    // clang-format on

    const LANGUAGES = ['en', 'zh-CN'];
    let language = 0;

    function get(key, values = {}) {
        const text = TEXTS[key][language];
        return fill(text, values);
    }

    /* Words by number may hold values themselves. */
    function fill(text, values) {
        return text.replace(/\{(\w+)\|((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g,
                            (_, name, one, many) => values[name] === 1 ? one : many)
            .replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
    }

    function has(key) {
        return key in TEXTS;
    }

    function choose(name) {
        language = name?.startsWith('zh') ? 1 : 0;
        document.documentElement.lang = LANGUAGES[language];
    }

    /* Puts the texts into all elements that name one. */
    function show() {
        for (const element of document.querySelectorAll('[data-text]'))
            element.textContent = get(element.dataset.text);
        for (const element of document.querySelectorAll('[data-label]'))
            element.setAttribute('aria-label', get(element.dataset.label));
        document.title = get('title');
    }

    /* For the view's texts of findings: "en" or "zh". */
    const shortName = () => LANGUAGES[language].slice(0, 2);

    return {get, has, choose, show, language: shortName, isChinese: () => language === 1};
})();
