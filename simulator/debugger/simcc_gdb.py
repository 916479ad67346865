"""gdb's commands for the CUDA threads of a program that simcc has compiled with -g -G.

gdb loads this file with the program, if its folder is among those that it trusts: docs/debugger.md.

    info cuda threads     the threads of the block that runs: where they are, what they wait for
    cuda thread X[,Y,Z]   looks at that thread (bt, print, up, list); the program is not moved
    cuda thread           back to the thread that runs

The program stops where the simulator finds a mistake. Its blocks run one after the other (SIM_THREADS=1),
unless that was set otherwise. For x86-64.
"""

import re

import gdb

# As fibre_switch pushes them, the last one lowest; above them is where the thread goes on.
SAVED = ["r15", "r14", "r13", "r12", "rbx", "rbp"]
LAYOUT = ["version", "lane_size", "fibre", "warp_size", "exited", "host_thread", "worker", "lanes", "warps",
          "running", "threads", "indices", "stacks", "stack_stride", "stack", "stack_start", "looping", "loop_first"]
WARP = 32
# The headers' functions, not the runtime's that they call: these may be left by a jump, and have no frame then.
WAITS = {
    "__syncthreads": "at a barrier",
    "sim_syncthreads_behind": "at a barrier",
    "__syncthreads_count": "at a barrier",
    "__syncthreads_and": "at a barrier",
    "__syncthreads_or": "at a barrier",
    "cooperative_groups::grid_group::sync": "at a barrier of the grid",
    "__syncwarp": "at a barrier of the warp",
}
OF_SIMULATOR = re.compile(r"/(?:include/(?:sim/|cooperative_groups|cuda_)|libraries/\w+[+]*/)")


def read(address, size=8):
    return int.from_bytes(bytes(gdb.selected_inferior().read_memory(address, size)), "little")


def address_of(name):
    return int(gdb.parse_and_eval("(unsigned long)&" + name))


def register(name):
    return int(gdb.newest_frame().read_register(name)) & 0xFFFFFFFFFFFFFFFF


def named(index):
    return "(%d,%d,%d)" % index


class Block:
    """The block that the selected host thread runs, by the runtime's own table: runtime/launch/debugger.c."""

    def __init__(self):
        try:
            table = address_of("sim_debugger_layout")
            self.at = {name: read(table + 8 * i) for i, name in enumerate(LAYOUT)}
            slots = read(address_of("sim_debugger_slots"))
            count = read(read(address_of("sim_debugger_slot_count")), 4)
            here = register("fs_base")
        except (gdb.error, gdb.MemoryError):
            raise gdb.GdbError("no program of simcc runs") from None
        if self.at["version"] != 5:
            raise gdb.GdbError("this program was linked by another simcc than that of simcc_gdb.py")
        of_host = {read(slot + self.at["host_thread"]): read(slot + self.at["worker"])
                   for slot in (read(slots + 8 * i) for i in range(count))}
        self.worker = of_host.get(here)
        if not self.worker:
            raise gdb.GdbError("this host thread runs no block: break in a kernel first")
        self.threads = read(self.worker + self.at["threads"], 4)
        self.indices = [tuple(read(self.worker + self.at["indices"] + 12 * thread + 4 * i, 4) for i in range(3))
                        for thread in range(self.threads)]

    def thread(self, index):
        if index not in self.indices:
            raise gdb.GdbError("the block has no thread %s: there are %d" % (named(index), self.threads))
        return self.indices.index(index)

    def on_stack(self, stack):
        """The thread whose stack that is, or None: one that has ended leaves its stack to one that begins."""
        number = (stack - read(self.worker + self.at["stacks"])) // self.at["stack_stride"]
        lanes = self.worker + self.at["lanes"] + self.at["stack"]
        for thread in range(self.threads):
            if read(lanes + thread * self.at["lane_size"], 4) == number:
                return self.running() if thread in self.loop() else thread
        return None

    def running(self):
        return read(self.worker + self.at["running"], 4)

    def loop(self):
        """Threads that have run one after the other on the first one's stack, and ended; last the running one."""
        if not read(self.worker + self.at["looping"], 4):
            return range(0)
        return range(read(self.worker + self.at["loop_first"], 4), self.running() + 1)

    def has_ended(self, thread):
        if thread in self.loop():
            return thread != self.running()
        warp = self.worker + self.at["warps"] + thread // WARP * self.at["warp_size"]
        return bool(read(warp + self.at["exited"], 4) >> thread % WARP & 1)

    def registers(self, thread):
        """Those with which a thread goes on that does not run."""
        lane = self.worker + self.at["lanes"] + thread * self.at["lane_size"]
        if not read(lane + self.at["stack_start"]):  # it has not begun, and no other has left a stack for it
            end = read(self.worker + self.at["stacks"]) + (read(lane + self.at["stack"], 4) + 1) * self.at["stack_stride"]
            return {**dict.fromkeys(SAVED, 0), "rip": 0, "rsp": end - 64}
        stack = read(lane + self.at["fibre"])
        found = {name: read(stack + 8 * i) for i, name in enumerate(SAVED)}
        place = read(stack + 8 * len(SAVED))
        # Where it goes on is behind the call in which it waits, and may be another line's, if the call is inlined.
        if gdb.find_pc_line(place - 1).symtab:
            place -= 1
        found.update(rip=place, rsp=stack + 8 * len(SAVED) + 8)
        return found


class Focus:
    """The thread that is looked at. While it is not the one that runs, that one's registers are kept here."""

    def __init__(self):
        self.kept = None

    def put(self, registers, index):
        gdb.newest_frame().select()
        for name, value in registers.items():
            gdb.execute("set $%s = %d" % (name, value), to_string=True)
        gdb.selected_inferior().write_memory(self.place, index)

    def look(self, block, thread):
        self.restore()
        if thread == block.on_stack(register("rsp")):
            return
        self.place = address_of("threadIdx")
        self.kept = ({name: register(name) for name in SAVED + ["rip", "rsp"]},
                     bytes(gdb.selected_inferior().read_memory(self.place, 12)))
        self.put(block.registers(thread), b"".join(i.to_bytes(4, "little") for i in block.indices[thread]))

    def restore(self):
        if self.kept:
            kept, self.kept = self.kept, None
            self.put(*kept)


focus = Focus()


def is_of_program(frame):
    symtab = frame.find_sal().symtab
    return bool(symtab and symtab.objfile.lookup_static_symbol("threadIdx")
                and not OF_SIMULATOR.search(symtab.fullname()))


def program_frame():
    """The innermost frame of the program's own code, or None."""
    frame = gdb.newest_frame()
    while frame is not None and not is_of_program(frame):
        frame = frame.older()
    return frame


def show_program_frame():
    frame = program_frame()
    if frame is not None:
        frame.select()
        gdb.execute("frame")


def where():
    """Where the thread is that is looked at, and what it waits for."""
    waits, frame = "waits for its turn", gdb.newest_frame()
    while frame is not None and not is_of_program(frame):
        waits = WAITS.get((frame.name() or "").split("(")[0], waits)
        frame = frame.older()
    if frame is None:
        return "has not begun" if focus.kept else "is outside of the kernel"
    line = frame.find_sal()
    return "%s: %s at %s:%d" % (waits if focus.kept else "runs", frame.name(), line.symtab.filename, line.line)


class InfoCuda(gdb.Command):
    """What is known of the program's CUDA threads."""

    def __init__(self):
        super().__init__("info cuda", gdb.COMMAND_STATUS, prefix=True)


class InfoCudaThreads(gdb.Command):
    """The threads of the block that runs: where they are, what they wait for. * is looked at."""

    def __init__(self):
        super().__init__("info cuda threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        block = Block()
        looked_at = block.on_stack(register("rsp"))
        block_index = gdb.parse_and_eval("blockIdx")
        states = []
        for thread in range(block.threads):
            if block.has_ended(thread):
                states.append("has ended")
            else:
                focus.look(block, thread)
                states.append(where())
        focus.restore()
        if looked_at is not None:
            focus.look(block, looked_at)
        frame = program_frame()
        if frame is not None:
            frame.select()
        print("block %s: %d threads" % (named(tuple(int(block_index[i]) for i in "xyz")), block.threads))
        first = 0
        for i in range(1, block.threads + 1):
            if i == block.threads or states[i] != states[first] or looked_at in (i, first):
                name = named(block.indices[first])
                if i - 1 > first:
                    name += " to " + named(block.indices[i - 1])
                print("%s %-24s %s" % ("*" if first == looked_at else " ", name, states[first]))
                first = i


class Cuda(gdb.Command):
    """Looks at a CUDA thread."""

    def __init__(self):
        super().__init__("cuda", gdb.COMMAND_STACK, prefix=True)


class CudaThread(gdb.Command):
    """cuda thread X[,Y[,Z]] looks at that thread of the block; cuda thread: at the one that runs."""

    def __init__(self):
        super().__init__("cuda thread", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        if not re.fullmatch(r"[(\s]*(?:\d+[,\s]*){0,3}[)\s]*", argument):
            raise gdb.GdbError("cuda thread takes X, X,Y or X,Y,Z")
        numbers = [int(number) for number in re.findall(r"\d+", argument)]
        block = Block()
        if numbers:
            thread = block.thread(tuple((numbers + [0, 0])[:3]))
            if block.has_ended(thread):
                raise gdb.GdbError("thread %s has ended" % named(block.indices[thread]))
            focus.look(block, thread)
        else:
            focus.restore()
        print(where())
        show_program_frame()


class KernelFrames:
    """In bt: the kernel and what it calls of the program, without the simulator's frames around them."""

    def __init__(self):
        self.name, self.priority, self.enabled = "kernel", 100, True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        frames = list(frames)
        try:
            is_kernel = Block().on_stack(register("rsp")) is not None
        except gdb.GdbError:
            is_kernel = False
        own = [frame for frame in frames if is_of_program(frame.inferior_frame())]
        return iter(own if is_kernel and own else frames)


def show_source(pc):
    """The lines around a place."""
    line = gdb.find_pc_line(pc - 1)
    if line.symtab:
        print("at %s:%d" % (line.symtab.filename, line.line))
        gdb.execute("list %s:%d,%d" % (line.symtab.filename, max(1, line.line - 2), line.line + 2))


class FindingStop(gdb.Breakpoint):
    """Stops where a mistake is found, and shows the places of both accesses."""

    def __init__(self):
        super().__init__("sim_debugger_finding", internal=True)
        self.silent = True
        self.seen = set()  # a launch with findings may run again, to look more closely

    def stop(self):
        kind, what, place, other, is_note = (register(name) for name in ("rdi", "rsi", "rdx", "rcx", "r8"))
        if is_note & 1:
            return False
        kind, what = (gdb.Value(words).cast(gdb.lookup_type("char").pointer()).string() for words in (kind, what))
        if (what, place, other) in self.seen:
            return False
        self.seen.add((what, place, other))
        print("simulator: %s: %s" % (kind, what))
        for pc in (place, other):
            if pc:
                show_source(pc)
        if kind == "uninitialised read":
            print("A missing barrier may be why: nobody has written it so far.")
        return True


def say_end():
    """A step may leave the kernel: where it has come to is of no interest."""
    try:
        block = Block()
        thread = block.on_stack(register("rsp"))
    except gdb.GdbError:
        return  # the host's code
    if thread is not None:
        print("thread %s has no more code: continue goes on with the others" % named(block.indices[thread]))


def on_stop(event):
    if isinstance(event, gdb.BreakpointEvent) and any(isinstance(b, FindingStop) for b in event.breakpoints):
        show_program_frame()
    elif type(event) is gdb.StopEvent and program_frame() is None:
        say_end()


def start():
    if "not defined" in gdb.execute("show environment SIM_THREADS", to_string=True):
        gdb.execute("set environment SIM_THREADS 1")
    gdb.execute("set print thread-events off")  # the host's threads
    for command in (InfoCuda, InfoCudaThreads, Cuda, CudaThread, KernelFrames, FindingStop):
        command()
    gdb.events.stop.connect(on_stop)
    gdb.events.exited.connect(lambda event: setattr(focus, "kept", None))
    gdb.simcc_focus = focus  # for the commands below, which see no names of this file
    # The program goes on as the thread that runs, whatever was looked at.
    for command in ("continue", "next", "step", "nexti", "stepi", "finish", "until", "advance", "jump", "detach"):
        gdb.execute("define hook-%s\npython gdb.simcc_focus.restore()\nend" % command)


# Each program of a session asks for it.
if not hasattr(gdb, "simcc_focus"):
    start()
