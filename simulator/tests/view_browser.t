# The view's pages of real runs, in a real browser: they open without a complaint, show what the
# simulator counts and finds, and do what keys and buttons say.
use strict;
use warnings;
use lib 'tests/lib';
use Browser;
use Drawn;
use JSON::PP;
use Built;
use Csv;
use Examples;
use Run;
use Pictures;
use Test::More;

plan skip_all => Browser::missing() if Browser::missing();
delete @ENV{grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";

my $json = JSON::PP->new->utf8->allow_nonref->canonical;
my $browser = Browser->start(paints => 0);
my $folder = scratch();

# Runs a program with a view and its counters; returns its file, the counters of its lines.
sub view_of {
    my ($name, $command, $settings) = @_;
    my $base = "$folder/$name";
    my ($status, $out, $errors) = run(($settings // '') . " SIM_VIEW=$base.html SIM_LINES_CSV=$base.csv $command");
    return {path => "$base.html", status => $status, out => $out, errors => $errors,
            lines => [rows("$base.csv")]};
}

# Opens and says what is wrong with that, if anything.
sub opens {
    my ($path, %with) = @_;
    $browser->open_file($path, %with);
    return complaints();
}

# What is wrong with what is shown.
sub complaints {
    my $wide = $browser->value('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    return join "\n", grep { $_ ne '' } $browser->said, map("fetches $_", $browser->fetched),
        $wide > 0 ? "$wide pixels too wide" : '';
}

# What the heat columns show, as {"file line" => number}.
sub heat {
    my ($measure) = @_;
    $browser->click("[data-heat=$measure]");
    my $shown = $browser->value('[...document.querySelectorAll("table.source")].flatMap(table => [...table.rows]'
        . '.filter(row => row.cells.length > 2)'
        . '.map(row => [`${table.caption.textContent} ${row.cells[1].textContent}`, row.cells[0].textContent]))');
    return {map { my ($line, $text) = @$_; $text =~ s/[, %]//g; $text eq '' ? () : ($line => $text) } @$shown};
}

# From the counters of the lines: one measure of the kernel that is shown.
my %measures = (
    sectors    => sub { $_[0]{global_load_sectors} + $_[0]{global_store_sectors} + $_[0]{global_atomic_sectors} },
    wavefronts => sub { $_[0]{shared_load_wavefronts} + $_[0]{shared_store_wavefronts} },
    diverged   => sub { $_[0]{divergent_branches} },
    barriers   => sub { $_[0]{block_barriers} + $_[0]{warp_barriers} },
);

my $waits = qr/requestAnimationFrame|requestIdleCallback|(?:Resize|Intersection)Observer|startViewTransition/;
is(join(' ', grep { read_file($_) =~ $waits } glob 'view/page/*'), '', 'nothing waits for a frame: the page is tested unpainted');

# ---- every program: examples, and guests if there are any -------------------------------------------
# Of both some are drawn, and the one whose page is used below.
my $turn = 0;
for ((map { [$_, example($_)] } 'interleaved', drawn(grep { $_ ne 'interleaved' } examples())), map { [$_, guest($_)] } drawn(guests())) {
    my ($program, $command) = @$_;
    my $view = view_of($program, "$command -n 8192");
    if ($view->{status} == 77) {
        SKIP: { skip($view->{errors} =~ s/\n//r, 1) }
        next;
    }
    is($view->{status}, 0, "$program runs") or diag($view->{errors});
    cmp_ok(-s $view->{path}, '<', 1e6, "$program: its page is under 1 MB");
    is(opens($view->{path}), '', "$program: opens without a complaint");
    is($browser->value('State.get().view'), 'source', "$program: at its source");

    my $shown_launch = $browser->value('(({run, chosen}) => { const {kernel, grid, block} = Select.launchOf(run, chosen);'
        . ' return {kernel, grid, block}; })(State.active())');
    my $kernel = $shown_launch->{kernel};
    my ($grid, $block) = map { $_->[1] * $_->[2] == 1 ? $_->[0] : '(' . join(', ', @$_) . ')' } @$shown_launch{qw(grid block)};
    # a program may launch a kernel in several shapes
    my @counted = grep { $_->{kernel} eq $kernel && $_->{grid} eq $grid && $_->{block} eq $block && $_->{file} ne '' }
        @{$view->{lines}};
    cmp_ok(scalar @counted, '>', 3, "$program: lines of $kernel are counted");
    for my $measure (sort keys %measures) {
        my %wanted;
        for (@counted) {
            my $count = $measures{$measure}($_); # of one launch
            $wanted{"$_->{file} $_->{line}"} += $count if $count;
        }
        is_deeply(heat($measure), \%wanted, "$program: $measure beside the lines are the simulator's");
    }
    my %share = map { ("$_->{file} $_->{line}" => $_->{modelled_time_share}) } grep { $_->{modelled_time_share} > .05 } @counted;
    my $shown = heat('time');
    my @off = grep { abs(($shown->{$_} // 0) - $share{$_}) > .06 } sort keys %share;
    is("@off", '', "$program: shares of the time");

    # Each request's cost as the page's own rules have it, against what the simulator counted.
    my $requests = $browser->value('(() => { const wrong = []; let count = 0; const {run, chosen} = State.active();'
        . ' const launch = Select.launchOf(run, chosen); launch.blocks.forEach((_, i) => {'
        . ' for (const step of Data.block(launch, i).warps.flat().filter(Data.isRequest)) { count++;'
        . ' const request = Data.request(launch, step), {accesses, size, isLoad} = request;'
        . ' const cost = request.space === "shared" ? AccessRules.wavefronts(AccessRules.words(accesses, size, isLoad))'
        . '   : AccessRules.sectors(accesses, size).length;'
        . ' if (cost !== request.cost) wrong.push(`${i} ${step.warp} ${step.index}: ${cost}, not ${request.cost}`); } });'
        . ' return {count, wrong}; })()');
    cmp_ok($requests->{count}, '>', 0, "$program: requests are recorded");
    is(join("\n", @{$requests->{wrong}}), '', "$program: their sectors and wavefronts are the simulator's");

    # What a load of shared memory has read is what the replay has there in the column before.
    my $replay = $browser->value('(() => { const wrong = []; const {run, chosen} = State.active();'
        . ' const launch = Select.launchOf(run, chosen), block = Data.block(launch, 0), {columnOf} = ReplayRules.columns(block);'
        . ' for (const step of block.warps[0].filter(one => one.what === "l" && one.space === "shared")) {'
        . ' const {words} = ReplayRules.sharedAt(block, columnOf[0][step.index] - 1);'
        . ' for (const {lane, address, read} of Data.request(launch, step).accesses)'
        . ' if (read !== null && words.get(address)?.value !== read)'
        . '   wrong.push(`step ${step.index}, lane ${lane}: ${read}, not ${words.get(address)?.value}`); }'
        . ' return wrong.slice(0, 5); })()');
    is(join("\n", @$replay), '', "$program: the replay's shared memory is what the kernel reads");

    like($browser->value('document.getElementById("facts").textContent'), qr/modelled \d/, "$program: its time is marked");

    # All views: of every second program narrow, light and in English, of the others wide, dark and in Chinese.
    my @complaints;
    for ($turn++ % 2 ? [400, 'light', 'en'] : [1200, 'dark', 'zh']) {
        my ($width, $theme, $language) = @$_;
        my $complain = sub { push @complaints, "$_[0], $width, $theme, $language: $_[1]" };
        my $wrong = opens($view->{path}, width => $width, theme => $theme, hash => "view=source&language=$language");
        $complain->('source', $wrong) if $wrong ne '';
        for my $shown_view (qw(source replay access time findings)) {
            $browser->click("#tab-$shown_view");
            my $wrong = complaints();
            my $visible = $browser->value("document.getElementById('$shown_view').innerText.length");
            $complain->($shown_view, $wrong) if $wrong ne '' || $visible < 40;
        }
    }
    is(join("\n", @complaints), '', "$program: all views");
}

# ---- keys and buttons ---------------------------------------------------------------------------------
my $page = "$folder/interleaved.html";
is(opens($page), '', 'interleaved.cu opens');
my $state = sub { $browser->value("State.get().$_[0]") };
my $chosen = sub { $browser->value("State.get().chosen[0].$_[0]") };
for ([2, 'replay'], [3, 'access'], [4, 'time'], [5, 'findings'], [1, 'source']) {
    $browser->press($_->[0]);
    is($state->('view'), $_->[1], "key $_->[0]");
}
$browser->click('#tab-replay');
is($state->('view'), 'replay', 'a click on a tab');
my $column = $chosen->('column');
$browser->press('ArrowRight');
cmp_ok($chosen->('column'), '>', $column, 'right: the next step');
$browser->press('ArrowLeft');
is($chosen->('column'), $column, 'left: the step before');
$browser->press('ArrowDown', 'ArrowDown', 'ArrowUp');
is($chosen->('warp'), 1, 'down and up: warps');
$browser->press('b');
my $what = '(() => { const {run, chosen} = State.active(); return Select.stepOf(run, chosen)?.what; })()';
is($browser->value($what), 'B', 'b: the next barrier');
$browser->press('ArrowUp', 'd');
is($browser->value($what), 'd', 'd: the next divergence');
my $line = $chosen->('line');
$browser->press('j');
cmp_ok($chosen->('line'), '>', $line, 'j: the next line');
$browser->press('k');
is($chosen->('line'), $line, 'k: the line before');
$browser->press('h');
is($state->('heat'), 'sectors', 'h: another heat column');
$browser->press('p');
$column = $chosen->('column');
$browser->value('new Promise(done => setTimeout(done, 1600))');
cmp_ok($chosen->('column'), '>', $column, 'p: it plays');
$browser->press('p');
$column = $chosen->('column');
$browser->value('new Promise(done => setTimeout(done, 1000))');
is($chosen->('column'), $column, 'p again: it pauses');
$browser->press('l');
is($browser->value('document.documentElement.lang'), 'zh-CN', 'l: Chinese');
like($browser->value('document.getElementById("tab-replay").textContent'), qr/\x{56de}\x{653e}/, 'in its words');
$browser->press('l');
$browser->press('t', 't');
is($browser->value('document.documentElement.dataset.theme'), 'dark', 't: a dark theme');
$browser->press('t');
$browser->press('?');
ok($browser->value('document.getElementById("help").open'), '?: the keys');
$browser->press('Escape');
ok(!$browser->value('document.getElementById("help").open'), 'Escape closes them');
# What has the focus keeps it when what it stands in is made anew.
$browser->value("State.set({view: 'access'}); State.chooseActive((run, now) => Select.block(run, now, 0))");
for my $selector ('#source .requests button', '#chosen .steps button:last-child', '#access .controls button:last-child') {
    $browser->value("document.querySelector('$selector').focus()");
    my $before = $chosen->('column');
    $browser->press('Enter') for 1 .. 3;
    ok($browser->value("document.activeElement.matches('$selector')"), "$selector keeps the focus");
    cmp_ok($chosen->('column'), '>', $before + 1, 'and goes on') if $selector =~ /last/;
}
# Everything that can be pressed is reached by Tab, and can be seen to be.
my %reached;
$browser->value("State.set({view: 'replay'})");
$browser->value('document.activeElement.blur()');
for (1 .. 80) {
    $browser->press('Tab');
    my $where = $browser->value('(() => { const element = document.activeElement, style = getComputedStyle(element);'
        . ' return [element.closest("[id]")?.id ?? "", style.outlineStyle]; })()');
    $reached{$where->[0]} = 1;
    is($where->[1], 'solid', "Tab $_: the focus is visible") if $where->[1] ne 'solid' && $where->[0] ne '';
}
is(join(' ', grep { !$reached{$_} } qw(language theme help-open answer tab-replay chosen source replay)), '', 'Tab goes everywhere');
for my $view (qw(source replay access time findings)) {
    $browser->value("State.set({view: '$view'})");
    $browser->value('document.querySelectorAll("main section:not([hidden]) button:not(:disabled)").forEach(button => button.click())');
    is($browser->said, '', "$view: each button can be pressed");
}
# On paper stand all views, in light colours.
cmp_ok($browser->value('localStorage.length'), '>', 0, 'language and theme are remembered');
is(opens($page, theme => 'dark', hash => 'view=time'), '', 'a dark page');
is($browser->value('localStorage.length'), 0, '... but not from one test to the next');
my $paper = '[document.documentElement.dataset.theme, document.querySelectorAll("main section:not([hidden])").length].join(" ")';
my $shown = $browser->value($paper);
$browser->value("dispatchEvent(new Event('beforeprint')); 0");
is($browser->value($paper), 'light 5', 'it is printed light, with all views');
$browser->value("dispatchEvent(new Event('afterprint')); 0");
is($browser->value($paper), $shown, 'and is dark again');
is(opens($page, hash => 'view=access'), '', 'the access view');
$browser->click('.sandbox button:nth-of-type(4)');
like($browser->value('document.getElementById("sandbox-shared").textContent'), qr/^32 wavefronts/, 'the sandbox: a column');
$browser->click('.sandbox button:nth-of-type(5)');
like($browser->value('document.getElementById("sandbox-shared").textContent'), qr/^1 wavefront/, 'padded');
for ('view=nothing&run0=9.9.9.9.9.9', 'run0=0.0.0.-1.0.0', 'run0=a.b.c.d.e.f&line=999999', '%%%', 'run0=0.0.99999.0.0.0') {
    is(opens($page, hash => $_), '', "an address that asks for what is not there: $_");
}

# ---- two programs beside each other -----------------------------------------------------------------
sub together {
    my ($n, @names) = @_;
    my @data = map { "$folder/$_.json" } @names;
    my $made = "$folder/" . join('_', @names) . '.html';
    for my $name (@names) {
        my ($status, undef, $errors) = run("SIM_VIEW=$folder/$name.json " . example($name) . " -n $n");
        is("$status$errors", '0', "$name for a page of two");
    }
    run("build/assemble view/page/page.html @data >$made");
    return $made;
}
my $pair = together(8192, qw(neighbored interleaved));
my ($adds) = grep { (split /\n/, read_file('examples/neighbored.cu'))[$_ - 1] =~ /smem\[index\] \+=/ } 1 .. 80;
is(opens($pair, hash => "view=access&line=$adds"), '', 'neighbored.cu and interleaved.cu side by side');
my $words = sub { [$browser->value('[...document.querySelectorAll("#access .cost")].map(one => one.textContent)')] };
my @conflicts = map { /(\d+) wavefronts?\./ } @{$words->()[0]};
is("@conflicts", '2 1', 'the same addition: a conflict on the left, none on the right');
my @rows = @{$browser->value('[...document.querySelectorAll("#access svg.access")].slice(0, 2)'
    . '.map(picture => new Set([...picture.querySelectorAll(".word rect")].map(rect => rect.getAttribute("y"))).size)')};
is("@rows", '2 1', 'seen as rows of words');
$browser->press('ArrowRight') for 1 .. 12;
is($browser->said, '', 'both move');
is(opens($pair, width => 400, hash => "view=$_"), '', "the pair at 400 pixels: $_") for qw(source replay access time findings);

$pair = together(2 ** 20, qw(two_loads eight_loads));
is(opens($pair, hash => 'view=time'), '', 'two_loads.cu and eight_loads.cu side by side');
my @percent = map { /, (\d+) %/ } @{$browser->value('[...document.querySelectorAll("#time .soft")]'
    . '.map(one => one.textContent).filter(text => text.includes("bandwidth"))')};
cmp_ok($percent[1], '>', 1.5 * $percent[0], "bytes under way: $percent[0] % and $percent[1] % of what is needed");
is($browser->value('document.querySelectorAll("#time .little").length'), 2, 'beside the line of Little\'s law');

# ---- findings -----------------------------------------------------------------------------------------
my @broken = drawn(map { m{/(\w+)\.cu$} } glob 'tests/broken/*.cu');
my @ended = qw(null_pointer host_pointer misaligned_int4 device_variable_address);
my $made = broken_programs(@broken, 'missing_barrier', 'one_past_end', @ended);
sub broken {
    my ($name) = @_;
    my ($program, $said) = @{$made->{$name}};
    is($said, '0', "$name compiles");
    return view_of($name, $program);
}
my $race = broken('missing_barrier');
is($race->{status}, FOUND, 'missing_barrier: an error');
is(opens($race->{path}), '', 'missing_barrier opens');
is($state->('view'), 'findings', 'where the finding is');
my ($first, $second) = $race->{errors} =~ /^simulator: race: \S+?(\d+) and \S+?:(\d+) /m;
my $text = $browser->value('document.getElementById("findings").textContent');
my ($said) = $race->{errors} =~ /^  (thread .*?)(?: \(\d+ (?:times|such pairs).*)?$/m;
like($text, qr/\Q$said\E/, 'it says what the simulator says');
like($text, qr/missing_barrier\.cu:$_\b/, "line $_ is one of its two") for $first =~ s/.*://r, $second;
is($browser->value('document.querySelectorAll("#findings .thread").length'), 2, 'two accesses');
is($browser->value('document.querySelectorAll("#findings .missing").length'), 1, 'and the order that is missing');
my @threads = $text =~ /thread (\d+) of block 0/g;
$browser->click('#findings .finding .controls button');
is($state->('view'), 'replay', 'its button leads to the replay');
my $access = $browser->value('State.active().run.shown[0].findings[0].accesses[0]');
is($chosen->('warp'), int($access->{thread} / 32), 'to the warp');
like($browser->value('document.querySelector("#replay .details").textContent'), qr/missing_barrier\.cu/, 'and the step');

my $past = broken('one_past_end');
is(opens($past->{path}), '', 'one_past_end opens');
like($browser->value('document.getElementById("findings").textContent'), qr/right past its end.*offset 40028/s, 'the address beside its array');
is($browser->value('document.querySelectorAll("#findings .array").length'), 1, 'the array');
# What has ended a launch is there in the replay and among the requests, wherever the address was.
for my $name (@ended) {
    is(opens(broken($name)->{path}), '', "$name opens");
    $browser->click('#findings .finding .controls button');
    is($state->('view'), 'replay', 'its button leads to the replay');
    my @lines = split /\n/, read_file("tests/broken/$name.cu");
    my ($line) = grep { $lines[$_ - 1] =~ m{/\* finding:} } 1 .. @lines;
    like($browser->value('document.querySelector("#replay .details").textContent'), qr/$name\.cu:$line\b/, 'to the step');
    $browser->click('#tab-access');
    like($browser->value('document.getElementById("access").textContent'), qr/ 1 of 32 lanes.*$name\.cu:$line\b/s, 'and the request');
    is($browser->said, '', 'without a complaint');
}

# The same in Chinese: each message in words that are known, with the same numbers in it.
my $messages = q{[...document.querySelectorAll('.finding :is(h3 [lang], .message, .advice)')].map(one => [one.lang, one.textContent])};
sub numbers_in { return join ' ', sort grep { $_ ne '32' } $_[0] =~ /0x[0-9a-f]+|\d+/g }
sub is_chinese {
    my ($name) = @_;
    my @english = @{$browser->value($messages)};
    $browser->press('l');
    my @chinese = @{$browser->value($messages)};
    $browser->press('l');
    my @wrong = grep { $chinese[$_][0] ne 'zh-CN' || $chinese[$_][1] !~ /\p{Han}/
                       || numbers_in($english[$_][1]) ne numbers_in($chinese[$_][1]) } 0 .. $#english;
    is(join("\n", map { "$english[$_][1] | $chinese[$_][1]" } @wrong), '', "$name: in Chinese");
    cmp_ok(scalar @english, '>=', 3, 'kind, message and advice') if @english;
}
for my $name (@broken) {
    next if $name =~ /^(?:missing_barrier|one_past_end|endless_spin)$/;
    my $view = broken($name);
    my $findings = () = $view->{errors} =~ /^simulator: (?!\d)(?!.*: cannot)/mg;
    my $wrong = opens($view->{path}, hash => 'view=findings');
    is($wrong, '', "$name opens");
    ok($wrong eq '' && ($findings == 0 || $browser->value('document.querySelectorAll(".finding").length') > 0), "$name: its findings are shown");
    is_chinese($name);
}

# ---- the pictures of docs/view.md ------------------------------------------------------------------------
# Drawn anew they say the same, wherever lines end. How much of a long source or a time line can be
# seen depends on fonts and the clock: of those it is enough that they have words.
mkdir "$folder/$_" for 'docs', 'docs/view', 'docs/zh-CN', 'docs/zh-CN/view';
my ($drawn, undef, $complaints) = run("$^X -Itests/lib tools/pictures.pl docs/view/pictures.txt $folder/docs/view $folder/docs/zh-CN/view", 300);
is("$drawn$complaints", '0', 'the pictures can be drawn');
for my $picture (pictures()) {
    for my $name ("docs/view/$picture->{name}.svg", "docs/zh-CN/view/$picture->{name}.svg") {
        my ($old, $new) = map { join('', read_file($_) =~ m{<text[^>]*>(.*?)</text>}gs) =~ s/\s+//gr } $name, "$folder/$name";
        cmp_ok(length $_, '>', 50, "$name has words") for $old, $new;
        is($new, $old, "$name says what it would say now") unless $picture->{address} =~ /view=(?:time|source)/;
    }
}

# ---- other programs -----------------------------------------------------------------------------------
my %programs = (
    none => 'int main(void) { return 0; }',
    forty => '__global__ void add(int *a) { atomicAdd(a, threadIdx.x); } int main(void) { int *a; cudaMalloc((void **)&a, 4); cudaMemset(a, 0, 4);'
             . ' for (int i = 0; i < 40; i++) add<<<i + 1, 32 << (i % 3)>>>(a); return cudaDeviceSynchronize() != cudaSuccess; }',
    odd => "// </script><!-- <b>&amp;\n__global__ void odd(double *a) { extern __shared__ double s[]; const char *t = \"</script>\"; "
           . 's[threadIdx.x] = t[threadIdx.x % 3] + .5; __syncthreads(); a[threadIdx.x] = s[31 - threadIdx.x]; } int main(void) { double *a;'
           . ' cudaMalloc((void **)&a, 256); odd<<<dim3(2, 2), 32, 256>>>(a); return cudaDeviceSynchronize() != cudaSuccess; }',
);
for my $name (sort keys %programs) {
    open my $file, '>', "$folder/$name.cu" or die;
    print $file "#include <cuda_runtime.h>\n$programs{$name}\n";
    close $file;
    my ($status, undef, $errors) = run("build/simcc $folder/$name.cu -o $folder/$name");
    is("$status$errors", '0', "$name compiles");
    my $view = view_of($name, "$folder/$name");
    for my $shown (qw(source replay access time findings)) {
        is(opens($view->{path}, hash => "view=$shown"), '', "$name: $shown");
    }
    is(opens($view->{path}, width => 400), '', "$name: on a phone");
}
is(opens("$folder/odd.html"), '', 'tags in a source');
like($browser->value('document.getElementById("source").textContent'), qr{</script><!-- <b>&amp;}, 'are shown as they are');
my $clockless = view_of('clockless', example('interleaved') . ' -n 4096', 'SIM_CLOCK=0');
is(opens($clockless->{path}, hash => 'view=time'), '', 'without a clock');
like($browser->value('document.getElementById("time").textContent'), qr/no modelled times/, 'the time view says so');

done_testing;
