# The view's page without a run: its files, its texts, and the rules of its modules against rules
# written anew here and against the simulator's own counters.
use strict;
use warnings;
use lib 'tests/lib';
use Browser;
use JSON::PP;
use Letters;
use Run;
use Test::More;
use Pictures;
use ViewPage;
use ViewRuns;

my $folder = page_folder();
my $page = read_file("$folder/page.html");
my %source = map { m{([^/]+)$} => read_file($_) } glob "$folder/*";
my @scripts = page_scripts();
my $all_scripts = join "\n", @source{@scripts};

# ---- the files ------------------------------------------------------------------------------
my @named = sort @scripts, $page =~ m{^<link rel="stylesheet" href="([\w.]+)">$}mg;
is("@named", join(' ', sort grep { !/\.html$/ } keys %source), 'the page names each file once');
for my $name (sort keys %source) {
    my $text = $source{$name};
    my @lines = split /\n/, $text;
    cmp_ok(scalar @lines, '<', 400, "$name: fewer than 400 lines");
    is(join(' ', grep { $lines[$_ - 1] =~ /\t| $/ } 1 .. @lines), '', "$name: no tabs, no spaces at ends");
    unlike($text, qr{</s(?:cript|tyle)|<!--(?!\s*$)}i, "$name: nothing that would end its element")
        if $name ne 'page.html';
    # The name of SVG is an address that nobody opens.
    my $bare = $text =~ s{'http://www\.w3\.org/2000/svg'}{}r;
    unlike($bare, qr{\bhttps?:|//\w+\.\w|\b(?:url\((?!#)|\@import|fetch\(|XMLHttpRequest|WebSocket|import\b)},
           "$name: nothing from elsewhere");
    next unless $name =~ /\.js$/;
    like($text, qr{\A'use strict';\n/\*\n \* [A-Z]}, "$name: strict, and says what it is");
    unlike($text, qr{innerHTML|outerHTML|document\.write|\beval\(|new Function|\bvar |console\.|\bdebugger\b|[^=!]==[^=]|!=[^=]},
           "$name: nothing that reads texts as HTML or code, no loose comparisons, nothing left from a search");
}
SKIP: {
    my ($status, $version) = run('clang-format --version');
    skip 'needs clang-format 14 or later', 1 if $status || $version !~ /version (\d+)/ || $1 < 14;
    my ($formatted, undef, $complaints) = run("clang-format --dry-run -Werror $folder/*.js");
    is("$formatted$complaints", '0', 'the scripts are formatted (make format)');
}

# ---- names ----------------------------------------------------------------------------------
# What a module offers is used by another, and what is used of it is offered.
for my $name (@scripts) {
    next if $name eq 'main.js';
    my ($module, $offers) = $source{$name} =~ /^const (\w+) = .*return \{([^}]*)\};\n\}\)\(\);/ms or next;
    my @offered = map { /(\w+)/ } split /,(?![^(]*\))/, $offers =~ s/:[^,]*//gr;
    my $others = join "\n", map { $source{$_} } grep { $_ ne $name } @scripts;
    my %used = map { $_ => 1 } $others =~ /\b$module\.(\w+)/g;
    $used{$_} = 1 for map { /(\w+)/g } $others =~ /const \{([^}]*)\} = $module;/g;
    # Views are made and updated by their names in main.js.
    my @idle = grep { !$used{$_} && !($module =~ /View$/ && $_ eq 'create') } @offered;
    my %offered = map { $_ => 1 } @offered;
    is("@idle", '', "$name: all that it offers is used");
    is(join(' ', grep { !$offered{$_} } sort keys %used), '', "$name: all that others use is there");
}
my %id_there = map { $_ => 1 } ($page =~ /\bid="([\w-]+)"/g);
my %id_used = map { $_ => 1 } $all_scripts =~ /byId\('([\w-]+)'\)/g;
my %made = map { $_ => 1 } $all_scripts =~ /\bid: '([\w-]+)'/g;
is(join(' ', grep { !$id_there{$_} && !$made{$_} } sort keys %id_used), '', 'elements that are used are there');
my ($views) = $all_scripts =~ /VIEWS = \[([^\]]*)\]/;
$id_used{$_} = 1 for $views =~ /'(\w+)'/g;
is(join(' ', grep { !$id_used{$_} } sort keys %id_there), '', 'elements that are there are used');
my @classes = ($all_scripts =~ /\bclass: '([\w -]+)'/g, $page =~ /class="([\w -]+)"/g);
my $styles = join "\n", map { $source{$_} } grep { /\.css$/ } keys %source;
my %styled = map { $_ => 1 } $styles =~ /\.([a-zA-Z][\w-]*)/g;
my %given = map { $_ => 1 } map { split } @classes, $all_scripts =~ /`([\w -]+) \$\{/g,
            $all_scripts =~ /'([\w -]+)' ?(?::|,|\))/g, $all_scripts =~ /(\w+) :\s*\n?\s*'/g;
is(join(' ', grep { !$given{$_} && index($all_scripts, $_) < 0 } sort keys %styled), '',
   'no style for what is never made');

unlike($styles, qr/user-select:\s*none/, 'all text can be selected');

# ---- texts ----------------------------------------------------------------------------------
my $texts = $source{'texts.js'};
my (%text, @doubled);
while ($texts =~ /^        (\w+): \['((?:[^'\\]|\\.)*)', '((?:[^'\\]|\\.)*)'\],$/mg) {
    push @doubled, $1 if $text{$1};
    $text{$1} = [$2, $3];
}
my ($table) = $texts =~ /TEXTS = \{\n(.*?)^    \};/ms;
my $entries = grep { !m{^\s*//} } split /\n/, $table;
is(scalar keys %text, $entries, 'each line of the dictionary is a text in both languages');
is("@doubled", '', 'each key is there once');
my $placeholders = sub { my %names = map { $_ => 1 } $_[0] =~ /\{(\w+)/g; join ' ', sort keys %names };
is(join(' ', grep { $placeholders->($text{$_}[0]) ne $placeholders->($text{$_}[1]) } sort keys %text), '',
   'both languages have the same values in them');
is(join(' ', grep { $text{$_}[0] eq '' || $text{$_}[1] eq '' } sort keys %text), '', 'none is empty');
my @same = grep { $text{$_}[0] eq $text{$_}[1] && $_ !~ /^cause_L[12]$/ } sort keys %text;
is("@same", '', 'what is said in Chinese is not the English');
# Keys are written out, or made of a beginning and what the data says.
my $elsewhere = join "\n", $page, map { $source{$_} } grep { $_ ne 'texts.js' } @scripts;
my %mentioned = map { $_ => 1 } $elsewhere =~ /['"](\w+)['"]/g;
my @beginnings = $elsewhere =~ /`(\w+_)\$\{/g;
my @endings = $elsewhere =~ /\$\{\w+\}(\w+)`/g;
my @unused = grep { my $key = $_; !$mentioned{$key} && !grep({ index($key, $_) == 0 } @beginnings) && !grep { $key =~ /\w$_$/ } @endings; }
             sort keys %text;
is("@unused", '', 'each text is used');
my @missing = grep { !$text{$_} } $elsewhere =~ /Texts\.say\(\s*'(\w+)'/g, $page =~ /data-(?:text|label)="(\w+)"/g;
is("@missing", '', 'each text that is used is there');
is(join(' ', grep { $source{$_} =~ /join\('[,;] '\)/ } @scripts), '', 'the parts of a list are joined as the language does');

# ---- the pictures of it ------------------------------------------------------------------------
my %listed;
for my $folder ('docs', 'docs/zh-CN') {
    my $pages = join "\n", map { read_file($_) } glob "$folder/*.md";
    for (pictures()) {
        my $name = "$folder/view/$_->{name}.svg";
        $listed{$name} = 1;
        like(read_file($name), qr/, sum $_->{sum} -->/, "$name is drawn with the page as it is (make docs)");
        cmp_ok(letters_on_phone(read_file($name)), '>=', 9, "$name: its letters on a phone, in pixels");
        like($pages, qr{!\[[^\]]{20,}\]\(view/$_->{name}\.svg\)}, "a page shows it, described in words");
    }
}
is(join(' ', grep { !$listed{$_} } glob 'docs/view/*.svg docs/zh-CN/view/*.svg'), '', 'there are no others');

# ---- the modules' rules -----------------------------------------------------------------------
my $missing = engine_missing();
if ($missing) {
  SKIP: {
    skip "what the modules do $missing", 1;
  }
    done_testing;
    exit;
}
my $value = engine();
my $json = JSON::PP->new->utf8->allow_nonref->canonical;

# The words of findings: each kind and each advice that the simulator has, and sentences of which no
# broken kernel of the tests makes it say one. The numbers in both languages are the same.
{
    my @strings = map { join('', /"((?:[^"\\]|\\.)*)"/g) }
                  read_file('runtime/report/advice.c') =~ /((?:"(?:[^"\\]|\\.)*"\s*)+)(?=[,}])/g;
    my @kinds = grep { /^[a-z]/ } @strings;
    my @advices = grep { /^[A-Z]/ } @strings;
    cmp_ok(scalar @kinds, '>=', 17, 'kinds of findings');
    cmp_ok(scalar @advices, '>=', 24, 'advices');
    my $who = 'thread (1, 2) of block (3, 4, 5)';
    my @messages = (
        "$who writes 4 bytes at address 0; cudaMalloc of 99 bytes at a.cu:7 failed, SIM_MEMORY allows 8",
        "$who has run for longer than SIM_LIMIT steps",
        "$who has run for 60 s without a step that is counted: SIM_WATCHDOG allows no more", "$who frees memory that was freed before",
        "$who frees what no malloc in a kernel has returned", "$who reads 8 bytes at address 0x77, where no array is",
        "$who has written over its stack: a function would not return to its caller",
        "$who needs more than 64 KiB of stack",
        "$who calls too many functions from within each other to be looked at",
        "a.cu:7: $who: place -3 of an array of type 'int [4]'",
        "$who reads 1 byte that nobody has written: flag + 1 byte (a shared variable of 8 bytes)",
        "$who writes 1 byte at byte 0 of the 1 byte from a.cu:3 (cudaMallocAsync)",
        "$who updates with an atomic what $who wrote: byte 7 of the 12 bytes from cudaMallocManaged no. 3",
        "$who waits in a loop for memory that the host can write, but the simulator runs a launch to its end "
            . 'before the host goes on: a kernel that waits for the host cannot work here',
        'cudaFree: the pointer was freed already', 'cudaFree: the pointer is no allocation of its kind',
        "cudaFree: the pointer is not the allocation's start",
        map({ "cudaMemcpy: the target is $_: invalid argument" } 'a null pointer', 'memory that was freed',
            'a device address that belongs to no allocation', 'a host pointer where a device pointer must be',
            'the name of a variable of the device, which only the calls for symbols take',
            'a device pointer where a host pointer must be', '16 bytes at offset 8 of an allocation of 20 bytes'),
        'cudaMemcpy: the source is a null pointer: invalid argument',
        'cudaMemcpyToSymbol: 16 bytes at offset 4 of limits, which has 12 bytes',
        'cudaEventRecord: the event was destroyed: invalid handle', 'cudaEventRecord: the stream was never created: invalid handle',
        'free of memory from cudaMalloc: cudaFree gives it back',
        'free of memory from cudaMallocHost or cudaMallocManaged: cudaFreeHost or cudaFree gives it back',
        "$who of a kernel on device 0 writes 4 bytes of device 1: byte 8 of the 400 bytes from a.cu:15 (cudaMalloc)",
        map({ "kernel sum on device 1 $_->[0] what ncclReduce of rank 7 on device 3 $_->[1]: "
              . '6 bytes from byte 2 of the 400 bytes from a.cu:15 (cudaMalloc)' }
            ['reads', 'wrote'], ['writes', 'read'], ['updates with atomics', 'updated with atomics'],
            ['frees', 'allocated'], ['writes', 'freed']),
        'rank 1 calls ncclReduce and ncclBroadcast in one group, and they share a buffer that one of them writes',
        'rank 1 calls ncclReduce with 99 elements, rank 0 with 100', 'rank 1 calls ncclReduce with ncclMax, rank 0 with ncclMin',
        'rank 1 calls ncclReduce where rank 0 calls ncclSend', 'rank 2 calls ncclReduce, but rank 1 of 3 does not',
        'rank 2 calls ncclReduce, but ranks 1 and 3 of 4 do not');
    my $say = sub {
        my ($what, @texts) = @_;
        my $shown = $value->("(() => { Texts.choose('zh'); const all = " . $json->encode(\@texts)
                             . ".map(FindingTexts.$what); Texts.choose('en'); return all; })()");
        my $numbers = sub { join ' ', sort $_[0] =~ /0x[0-9a-f]+|-?\d+/g };
        my @wrong = grep { $shown->[$_]{lang} ne 'zh-CN' || $shown->[$_]{text} !~ /\p{Han}/ || $shown->[$_]{text} =~ /[{}]/
                           || $numbers->($texts[$_]) ne $numbers->($shown->[$_]{text}) } 0 .. $#texts;
        is(join("\n", map { "$texts[$_] | $shown->[$_]{text}" } @wrong), '', "each $what in Chinese");
    };
    $say->('kind', @kinds);
    $say->('advice', @advices);
    $say->('message', @messages);
    my ($of_managed) = grep { /cudaMallocManaged no\. 3$/ } @messages;
    is($json->encode($value->("FindingTexts.message('no such text')")), '{"lang":"en","text":"no such text"}', 'others stay as they are');
    like($value->("(() => { Texts.choose('zh'); const {text} = FindingTexts.message('$of_managed'); Texts.choose('en'); return text; })()"),
         qr/^\x{7ebf}.* \(3, 4, 5\) .* \(1, 2\).*cudaMallocManaged/, 'a sentence with its values');
}

# Patterns that students try, the edges, and some by chance: stride, offset, size, padding, lanes.
srand 4;
my @patterns = ('1,0,4,0,32', '2,0,4,0,32', '32,0,4,0,32', '32,0,4,1,32', '0,0,4,0,32', '1,0,16,0,32',
                '1,1,8,0,32', '3,5,16,2,7', '2,0,8,0,17', '1,3,1,0,32', '64,64,2,8,32', '1,0,4,0,1');
my @pick = map { join ',', int rand 65, int rand 65, (1, 2, 4, 8, 16)[rand 5], int rand 9, 1 + int rand 32 } 1 .. 60;
@patterns = (@patterns, @pick);

# The rules again, byte by byte and bank by bank.
sub addresses {
    my ($stride, $offset, $size, $padding, $lanes) = @_;
    return map { my $index = $offset + $_ * $stride; ($index + int($index / 32) * $padding) * $size } 0 .. $lanes - 1;
}
sub sectors_of {
    my ($size, @addresses) = @_;
    my %sector = map { my $at = $_; map { int(($at + $_) / 32) => 1 } 0 .. $size - 1 } @addresses;
    return scalar keys %sector;
}
sub bytes_of {
    my ($size, @addresses) = @_;
    my %byte = map { my $at = $_; map { $at + $_ => 1 } 0 .. $size - 1 } @addresses;
    return scalar keys %byte;
}
sub wavefronts_of {
    my ($size, @addresses) = @_;
    my $together = $size <= 4 ? 32 : 128 / $size;
    my $sum = 0;
    for (my $i = 0; $i < @addresses; $i += $together) {
        my (%in_bank, $most);
        for my $at (grep { defined } @addresses[$i .. $i + $together - 1]) {
            $in_bank{int($_ / 4) % 32}{int($_ / 4)} = 1 for map { $at + $_ } 0 .. $size - 1;
        }
        $most = 0;
        for (values %in_bank) { $most = keys %$_ if keys %$_ > $most }
        $sum += $most;
    }
    return $sum;
}
my $given = $json->encode([map { my %p; @p{qw(stride offset size padding lanes)} = map { 0 + $_ } split /,/; \%p } @patterns]);
my $costs = $value->("$given.map(pattern => { const accesses = AccessRules.pattern(pattern);"
    . ' const touched = AccessRules.sectors(accesses, pattern.size);'
    . ' return [touched.length, AccessRules.bytesAsked(touched),'
    . ' AccessRules.wavefronts(AccessRules.words(accesses, pattern.size))]; })');
my @wrong;
for my $i (0 .. $#patterns) {
    my ($stride, $offset, $size, $padding, $lanes) = split /,/, $patterns[$i];
    my @at = addresses($stride, $offset, $size, $padding, $lanes);
    my $wanted = join ' ', sectors_of($size, @at), bytes_of($size, @at), wavefronts_of($size, @at);
    push @wrong, "$patterns[$i]: @{$costs->[$i]}, not $wanted" if "@{$costs->[$i]}" ne $wanted;
}
is(join("\n", @wrong), '', 'sectors, bytes and wavefronts of ' . @patterns . ' patterns');

# The simulator's counters of the same patterns, a line for each and each memory.
my $base = scratch() . '/patterns';
system('make -s simulator') == 0 or die "the simulator does not build\n";
my ($status, undef, $errors) = run("$^X tests/view/patterns.pl @patterns >$base.cu && build/simcc $base.cu -o $base && "
    . "SIM_CHECKS=0 SIM_LINES_CSV=$base.csv $base");
is("$status$errors", '0', 'a program with these patterns runs');
my ($header, @rows) = split /\n/, read_file("$base.csv");
my @columns = split /,/, $header;
my %counted;
for (@rows) {
    my %row;
    @row{@columns} = map { s/"//gr } split /,/;
    $counted{$row{line}} = \%row;
}
@wrong = ();
for my $i (0 .. $#patterns) {
    my ($global, $shared) = map { $counted{6 + 2 * $i + $_} } 0, 1;
    my $wanted = join ' ', $global->{global_store_sectors}, $global->{global_store_bytes}, $shared->{shared_store_wavefronts};
    push @wrong, "$patterns[$i]: @{$costs->[$i]}, not $wanted" if "@{$costs->[$i]}" ne $wanted;
}
is(join("\n", @wrong), '', 'they are the counters of the simulator');

# ---- two sources beside each other ---------------------------------------------------------------
sub common {    # the length of the longest common subsequence
    my ($left, $right) = @_;
    my @row = (0) x (@$right + 1);
    for my $line (@$left) {
        my @next = (0);
        push @next, $line eq $right->[$_] ? $row[$_] + 1 : $row[$_ + 1] > $next[$_] ? $row[$_ + 1] : $next[$_] for 0 .. $#$right;
        @row = @next;
    }
    return $row[-1];
}
for my $seed (1 .. 12) {
    srand $seed;
    my @left = map { ('a', 'b', 'c', '}', "call($_)")[rand 5] } 1 .. int rand 30;
    my @right = grep { rand() < .8 } map { rand() < .2 ? ("new$_ = 1", $_) : $_ } @left;
    my $rows = $value->('Align.lines(' . $json->encode(\@left) . ', ' . $json->encode(\@right) . ')');
    is(join(' ', grep { $_ >= 0 } map { $_->{left} } @$rows), join(' ', 0 .. $#left), "seed $seed: each left line once, in order");
    is(join(' ', grep { $_ >= 0 } map { $_->{right} } @$rows), join(' ', 0 .. $#right), "seed $seed: and each right line");
    my @equal = grep { !$_->{changed} } @$rows;
    is(join(' ', grep { $left[$_->{left}] ne $right[$_->{right}] } @equal), '', "seed $seed: lines that are the same");
    is(scalar @equal, common(\@left, \@right), "seed $seed: as many as can be");
}
my $near = $value->('Align.lines(["if (index < n)", "smem[index] += smem[index + stride];"], '
                    . '["smem[tid] += smem[tid + stride];", "}"])');
is(join(' ', map { "$_->{left}:$_->{right}" } @$near), '0:-1 1:0 -1:1', 'changed lines stand beside those that are like them');
my @before = ('// the same rounds', 'for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {',
              'unsigned int index = 2 * stride * tid;', 'if (index < blockDim.x)', 'smem[index] += smem[index + stride];');
my @after = ('// pair the first half', 'for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {', 'if (tid < stride)',
             'smem[tid] += smem[tid + stride];');
$near = $value->('Align.lines(' . $json->encode(\@before) . ', ' . $json->encode(\@after) . ')');
is(join(' ', grep { !/-1/ } map { "$_->{left}:$_->{right}" } @$near), '0:0 1:1 3:2 4:3', 'as in steps 03 and 04');
is($value->('Align.lines([], []).length'), 0, 'nothing beside nothing');
is(join(' ', map { "$_->{left}:$_->{right}" } @{$value->('Align.lines(["x"], [])')}), '0:-1', 'a line beside nothing');

# ---- the replay ---------------------------------------------------------------------------------
for my $seed (1 .. 25) {
    my @sizes = $seed % 3 ? (4) : (1, 2, 4, 8, 16);
    my $made = random_run($seed, @sizes);
    my $text = $json->encode({version => 1, runs => [$made->{run}]});
    my $seen = $value->('(() => { const [run] = Data.read(' . $json->encode($text) . ');'
        . ' const block = Data.block(run.shown[0], 0), {parts, count, columnOf} = ReplayRules.columns(block);'
        . ' const ends = [...parts.slice(1), count].map(end => end - 1);'
        . ' const memory = ends.map(end => Object.fromEntries([...ReplayRules.sharedAt(block, end).words]'
        . '.map(([at, {size, value}]) => [at, [size, value]])));'
        . ' return {widths: parts.map((part, i) => (parts[i + 1] ?? count) - part), memory, columnOf}; })()');
    is("@{$seen->{widths}}", "@{$made->{columns}}", "seed $seed: each part as wide as its longest warp");
    my @backward = grep { my $columns = $_; grep { $columns->[$_] <= $columns->[$_ - 1] } 1 .. $#$columns } @{$seen->{columnOf}};
    is(scalar @backward, 0, "seed $seed: a warp's steps stand in order");
    my $flat = sub { my ($memory) = @_; $json->encode({map { my ($size, $held) = @{$memory->{$_}};
        $_ => [$size, ref $held ? $held->[0] : $held] } keys %$memory}) };
    is(join("\n", map { $flat->($_) } @{$seen->{memory}}), join("\n", map { $flat->($_) } @{$made->{memory}}),
       "seed $seed: shared memory at each barrier");
}

# ---- what follows from a choice ------------------------------------------------------------------
for my $seed (1 .. 8) {
    my $made = random_run($seed, 4);
    my $text = $json->encode({version => 1, runs => [$made->{run}]});
    my $seen = $value->('(() => { const [run] = Data.read(' . $json->encode($text) . ');'
        . ' let chosen = Select.start(run); const wrong = [];'
        . ' const block = Select.blockOf(run, chosen), {count} = ReplayRules.columns(block);'
        . ' const check = what => { const step = Select.stepOf(run, chosen);'
        . '   if (step && (step.warp !== chosen.warp || Data.place(run, step.position).line !== chosen.line)) wrong.push(what);'
        . '   if (chosen.column < 0 || chosen.column >= count) wrong.push(`${what}: column`); };'
        . ' for (const warp of [0, 99, -1]) { chosen = Select.warp(run, chosen, warp); check(`warp ${warp}`); }'
        . ' for (const column of [0, 5, 9999, -3]) { chosen = Select.column(run, chosen, column); check(`column ${column}`); }'
        . ' for (const line of [1, 2, 3]) { const before = chosen; chosen = Select.line(run, chosen, {file: 0, line});'
        . '   if (chosen.line !== line) wrong.push(`line ${line}`);'
        . '   const {columnOf} = ReplayRules.columns(block), later = block.warps[before.warp].some(one => Data.isRequest(one) &&'
        . '     Data.place(run, one.position).line === line && columnOf[one.warp][one.index] >= before.column);'
        . '   if (later && (chosen.warp !== before.warp || chosen.column < before.column)) wrong.push(`line ${line}: back`);'
        . '   const step = Select.stepOf(run, chosen), any = block.warps.flat().some(one => Data.place(run, one.position).line === line);'
        . '   if (any && Data.place(run, step.position).line !== line) wrong.push(`line ${line}: step`); }'
        . ' chosen = Select.column(run, {...chosen, warp: 0}, 0); let steps = Select.stepOf(run, chosen) ? 1 : 0;'
        . ' for (let next; (next = Select.neighbour(run, chosen, 1)) !== chosen; chosen = next) steps++;'
        . ' if (steps !== block.warps[0].length) wrong.push(`${steps} steps, not ${block.warps[0].length}`);'
        . ' let barriers = 0; for (let at = -1; (at = ReplayRules.nextBarrier(block, at)) >= 0;) barriers++;'
        . " if (barriers !== $made->{barriers}) wrong.push(`\${barriers} barriers`);"
        . ' return wrong; })()');
    is("@$seen", '', "seed $seed: warp, column, line and step agree");
}

# ---- values and data ---------------------------------------------------------------------------------
is($value->('Data.valueText(1065353216, 4, "float")'), '1', 'the bits of a float');
is($value->('Data.valueText(-1082130432, 4, "float")'), '-1', 'of a negative one');
is($value->('Data.valueText("4607182418800017408", 8, "double")'), '1', 'of a double, too large for a number');
is($value->('Data.valueText([1, 2, -3, 4], 16, "integer")'), '1 2 -3 4', 'four numbers');
is($value->('Data.valueText(null, 4, "integer")'), '', 'a value that is not known');
for (['{"version":2,"runs":[]}', 'version 2'], ['{"version":1,', 'JSON'], ['', 'JSON']) {
    my ($text, $says) = @$_;
    like($value->('(() => { try { Data.read(' . $json->encode($text) . '); return "read"; } catch (error) { return error.message; } })()'),
         qr/$says/, "data that cannot be read: '$text'");
}
is($value->('Texts.say("sectorCount", {count: 1}) + "; " + Texts.say("sectorCount", {count: 2})'), '1 sector; 2 sectors', 'one and many');

done_testing;
