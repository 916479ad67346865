# The playground in a browser: a kernel is edited and run, its race is underlined, mended, and made faster; texts that
# two programs write are both kept; and when the page is closed, nothing of it runs on.
use strict;
use warnings;
use utf8;
use lib 'tests/lib';
use Browser;
use Lab;
use Playground;
use Test::More;

plan skip_all => Playground::missing() || Browser::missing() if Playground::missing() || Browser::missing();
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s playground_built >/dev/null') == 0 or die "the playground does not build\n";
my $own = scratch() . '/own';
mkdir $own;
my $server = Playground->start($own);
my $browser = Browser->start;
my $quoting = JSON::PP->new->allow_nonref;

# Waits until an expression in the page is true; says so as a test only where it never is.
sub wait_for {
    my ($expression, $what) = @_;
    my $end = time + 60;
    while (time < $end) {
        return 1 if $browser->value("Boolean($expression)");
        select undef, undef, undef, .05;
    }
    fail("$what: $expression");
    return 0;
}

sub open_page {
    my ($name, %with) = @_;
    $browser->call('Emulation.setDeviceMetricsOverride',
                   {width => $with{width} // 1200, height => 900, deviceScaleFactor => 1, mobile => JSON::PP::false});
    $browser->call('Emulation.setEmulatedMedia',
                   {features => [{name => 'prefers-color-scheme', value => $with{theme} // 'light'}]});
    $browser->visit('about:blank');
    $browser->{errors} = [];
    $browser->{requests} = [];
    $browser->visit("$server->{url}#$name");
    wait_for("Kernel.name() === '$name'", 'the kernel is opened');
    $browser->value('document.getElementById("n").value = "4096"; 0') if !$with{n};
}

sub answer { return $browser->value('document.getElementById("answer").innerText') }

sub press_run {
    $browser->click('#run');
    wait_for('document.body.getAttribute("aria-busy") === "false"', 'the run ends');
    return answer();
}

# Replaces a part of the text, as somebody would who types over it.
sub edit {
    my ($from, $to) = map { $quoting->encode($_) } @_;
    return $browser->value("(() => { const text = Editors.text(), at = text.indexOf($from); if (at < 0) return false;"
        . " const own = Editors.own(); own.replaceRange($to, own.posFromIndex(at), own.posFromIndex(at + $from.length)); return true; })()");
}

sub underlined {
    return join ' ', sort { $a <=> $b } @{$browser->value('Editors.own().getAllMarks().filter(mark => mark.isFinding).map(mark => mark.find().from.line + 1)')};
}

sub shown_lines {
    return $browser->value('[...document.querySelectorAll("#own .count.time")].map(cell => parseFloat(cell.textContent)).reduce((sum, share) => sum + share, 0)');
}

sub complaints {
    my $wide = $browser->value('document.documentElement.scrollWidth - innerWidth');
    return join "\n", grep { $_ ne '' } $browser->said, map("fetches $_", grep { !/^\Q$server->{origin}\E/ } $browser->fetched),
        $wide > 0 ? "$wide pixels too wide" : '';
}

# ---- Edit, run, a race, mended, faster -----------------------------------------------------------------
open_page('step03_nodivergence');
like(press_run(), qr/^Right\. [\d.]+ µs, modelled$/, 'step 03 is right');
cmp_ok(abs(shown_lines() - 100), '<', 3, 'its time stands beside the lines');
is(underlined(), '', 'nothing is underlined');
my $file = "$own/step03_nodivergence.cu";
ok(!-e $file, 'no file is made before there is a change');
my @lines = split /\n/, read_file('step03_nodivergence/reduce.cu');
my ($barrier) = grep { $lines[$_] =~ /^ {8}__syncthreads\(\);/ } 0 .. $#lines;
ok(edit("\n$lines[$barrier]", "\n"), 'a barrier is taken out');
like(press_run(), qr/^(?:Wrong, with|The result is right, by luck: there (?:is|are)) .*error.*race.*line/, '... the answer says so');
my $add = (grep { $lines[$_] =~ /smem\[index\] \+= / } 0 .. $#lines)[0] + 1;
like(underlined(), qr/\b$add\b/, '... the line is underlined');
like($browser->value('document.querySelector(".finding.error").innerText'), qr/race.*__syncthreads\(\)/s, '... and an advice given');
cmp_ok($browser->value("(() => { const mark = document.querySelector('#own .found-error'); return getComputedStyle(mark).textDecorationStyle === 'wavy' ? 1 : 0; })()"),
       '==', 1, '... with a wave that can be seen');
$browser->click('#undo');
like(press_run(), qr/^Right\. .*µs/, 'undone, it is right again');
is(underlined(), '', '... and nothing is underlined');
my $better = join("\n", @lines) =~ s/for \(unsigned int stride = 1; stride < blockDim\.x; stride \*= 2\).*?\n    \}/for (unsigned int stride = blockDim.x \/ 2; stride > 0; stride \/= 2) {\n        if (tid < stride)\n            smem[tid] += smem[tid + stride];\n        __syncthreads();\n    }/sr;
$browser->value('Editors.replace(' . $quoting->encode("$better\n") . ')');
like(press_run(), qr/^Right\. .*1\.\d+ times as fast as the run before/, 'made better, it is faster');
is(read_file($file), "$better\n", 'the file has what the editor has');

# ---- Two versions ----------------------------------------------------------------------------------------
$browser->value('(() => { const select = document.getElementById("version"); select.value = "run2"; select.dispatchEvent(new Event("change")); })()');
like($browser->value('document.querySelector("#beside .CodeMirror").CodeMirror.getValue()'), qr/stride = 1;/, 'an earlier version stands beside it');
cmp_ok($browser->value('document.querySelectorAll(".differs").length'), '>=', 3, '... with what differs');
is($browser->value('document.querySelectorAll("table.counters thead th").length'), 2, '... and the counters of both');
$browser->value('document.getElementById("view").open = true; 0');
wait_for('document.querySelector("#frame iframe")', 'the view');
is($browser->value('document.querySelector("#frame iframe").getAttribute("sandbox")'), 'allow-scripts', 'the view is in a sandbox');
like($browser->value('document.querySelector("#frame iframe").src'), qr/with=\d+$/, '... with both runs');
is(complaints(), '', 'nobody complains');

# ---- Two programs write the file ---------------------------------------------------------------------------
sub write_file {
    open my $out, '>', $_[0] or die "$_[0]: $!";
    print $out $_[1];
    close $out;
}
for (['take', "theirs\n", qr/stride > 0/], ['keep', "theirs, once more\n", qr/mine, now/]) {
    my ($choice, $theirs, $mine) = @$_;
    edit('theirs', 'mine, now theirs') if $choice eq 'keep';
    wait_for('document.getElementById("saved").textContent === "saved"', 'it is saved');
    write_file($file, $theirs);
    wait_for('!document.getElementById("changed").hidden', 'a change on the disk is noticed');
    $browser->value('Editors.own().replaceRange("x", {line: 0, ch: 0}); 0');
    select undef, undef, undef, 1;
    is(read_file($file), $theirs, "$choice: nothing is written before the choice");
    $browser->click("#$choice");
    wait_for('document.getElementById("changed").hidden && document.getElementById("saved").textContent === "saved"', 'the choice is made');
    my ($aside) = sort { -M $a <=> -M $b } glob "$file.*~";
    if ($choice eq 'take') {
        is(read_file($file), $theirs, 'theirs is taken');
        like(join('', map { read_file($_) } glob "$file.*~"), $mine, '... mine is kept beside it');
        $browser->click('#undo');
        like($browser->value('Editors.text()'), qr/^x/, '... and can be had by undo');
        $browser->click('#redo');
    } else {
        like(read_file($file), $mine, 'mine is kept');
        like(join('', map { read_file($_) } glob "$file.*~"), qr/theirs, once more/, '... theirs lies beside it');
    }
}

# ---- A kernel of one's own, in Chinese, on a phone -----------------------------------------------------------
$browser->click('#new-open');
$browser->value('document.getElementById("new-frame").value = "rows"; document.getElementById("new-name").value = "step1"; 0');
$browser->click('#new button[value=make]');
like($browser->value('document.getElementById("new-wrong").textContent'), qr/Letters/, 'a name that will not do');
$browser->value('document.getElementById("new-name").value = "mine"; 0');
$browser->click('#new button[value=make]');
wait_for('Kernel.name() === "mine.rows"', 'a new kernel');
is(read_file("$own/mine.rows.cu"), read_file('playground/frames/rows_kernel.cu'), '... is a file');
like(press_run(), qr/^Right/, '... and right');
$browser->click('#language');
wait_for('document.getElementById("answer").innerText.startsWith("结果")', 'Chinese');
is($browser->value('document.documentElement.lang'), 'zh-CN', 'the page says that it is Chinese');
like(answer(), qr/^结果正确/, 'the answer, in Chinese');
is($browser->value('[...document.querySelectorAll("header, main")].map(part => part.innerText).join().match(/\b(?:undefined|null|NaN)\b|\{\w+\}/)'), undef, 'all texts are there');
for my $theme (qw(light dark)) {
    open_page('mine.rows', width => 400, theme => $theme);
    press_run();
    is(complaints(), '', "at 400 pixels, $theme: not too wide, no complaint");
}
# ---- With keys alone ------------------------------------------------------------------------------------------
# The keys of a keyboard, one after the other: text is typed, Tab goes on, and so does a button that is pressed by Enter.
sub type_keys {
    $browser->call('Input.dispatchKeyEvent', {type => 'char', text => $_}) for split //, $_[0];
}
sub tab_to {
    my ($selector) = @_;
    for (1 .. 60) {
        $browser->press('Tab');
        return 1 if $browser->value("document.activeElement.matches('$selector')");
    }
    return 0;
}
$browser->visit('about:blank');
open_page('step03_nodivergence');
ok(tab_to('#new-open'), 'Tab reaches the button for a new kernel');
$browser->press('Enter');
ok($browser->value('document.getElementById("new").open'), '... which opens');
ok(tab_to('#new-frame'), '... and has the frames');
$browser->press('ArrowDown');
ok(tab_to('#new-name'), '... a name');
type_keys('keys');
$browser->press('Enter');
wait_for('Kernel.name() === "keys.rows"', 'a kernel in the frame that was chosen');
ok(tab_to('#own [contenteditable]'), 'Tab reaches the editor');
is($browser->value('getComputedStyle(document.getElementById("leave")).visibility'), 'visible', '... which names the way out');
$browser->value('Editors.own().setCursor(Editors.own().posFromIndex(Editors.text().indexOf("sum += matrix"))); 0');
$browser->press('Tab');
like($browser->value('Editors.text()'), qr/ {4}sum \+= matrix/, 'within it, Tab indents');
type_keys('sums[0] = ');
$browser->call('Input.dispatchKeyEvent', {type => 'keyDown', key => 'Enter', windowsVirtualKeyCode => 13, modifiers => 2});
wait_for('document.body.getAttribute("aria-busy") === "true"', 'Ctrl+Enter runs');
wait_for('document.body.getAttribute("aria-busy") === "false"', 'the run ends');
$browser->press('Escape', 'Tab');
is($browser->value('document.activeElement.id'), 'version', 'Escape, then Tab leaves it');
ok(tab_to('.finding button'), '... for the findings');
$browser->press('Enter');
like($browser->value('(() => { const own = Editors.own(); return own.hasFocus() && own.getLine(own.getCursor().line); })()'), qr/sums\[0\] = /, '... of which each leads to its line');
$browser->press('Escape', 'Tab');
ok(tab_to('#view > summary'), 'Tab reaches the view');
$browser->press('Enter');
wait_for('document.querySelector("#frame iframe")', '... which opens');
$browser->value('document.getElementById("view").open = false; 0');

# ---- Again and again; and the page is closed in the middle ----------------------------------------------------
open_page('mine.rows');
my $rounds = $ENV{PLAYGROUND_RUNS} || 3;
my @not_right = grep { press_run() !~ /^结果正确/ } 1 .. $rounds;
is("@not_right", '', "$rounds runs in a row");
is($server->left_at_last, '', '... leave nothing running');
cmp_ok(scalar(() = glob "$server->{runs}/*"), '<=', 12, '... and few folders');
edit('sum += matrix[row * columns + i];', 'sums[0] += matrix[row * columns + i];');
like(press_run(), qr/数据竞争，/, 'a finding has its Chinese name');
like($browser->value('document.querySelector(".finding.error").innerText'), qr/线程.*\p{Han}/s, '... and tells all in Chinese');
$browser->click('#undo');
edit('float sum = 0;', 'float sum = 0; for (volatile int i = 0; i < 1; ) if (rows == 0) break;');
$browser->click('#run');
wait_for('document.getElementById("answer").textContent.includes("正在运行")', 'an endless kernel runs');
$browser->visit('about:blank');
is($server->left_at_last, '', 'when the page is closed, its run ends');
is($server->stop, 0, 'and the server is well');
done_testing;
