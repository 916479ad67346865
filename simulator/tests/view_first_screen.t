# What a person sees of a view before anything is pressed: the answer, the hottest line in sight, the kernel's file first; of two
# runs how they differ, and their pictures; the replay's slider and values; paper.
use strict;
use warnings;
use lib 'tests/lib';
use Browser;
use Csv;
use Examples;
use JSON::PP;
use MIME::Base64;
use Run;
use Test::More;
use ViewPage;

plan skip_all => Browser::missing() if Browser::missing();
delete @ENV{grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";

my $json = JSON::PP->new->utf8->allow_nonref->canonical;
my $browser = Browser->start(paints => 0);
my $folder = scratch();
binmode $_, ':utf8' for map { Test::More->builder->$_ } qw(output failure_output todo_output);

sub data_of {
    my ($name, $command, $settings) = @_;
    my ($status, undef, $errors) = run(($settings // '') . " SIM_VIEW=$folder/$name.json $command");
    return ($json->decode(read_file("$folder/$name.json")), $status, $errors);
}

sub text_of { return $browser->value("document.querySelector('$_[0]')?.innerText ?? ''") =~ s/\s+/ /gr }

# 1 if the element can be seen: in the window, and in the box that scrolls it.
sub in_sight {
    my ($selector) = @_;
    return $browser->value("(() => { const element = document.querySelector('$selector'); if (!element) return 0;"
        . ' const {top, bottom} = element.getBoundingClientRect(), box = element.closest(".sources")?.getBoundingClientRect();'
        . ' return Number(bottom > top && top >= Math.max(0, box?.top ?? 0) && bottom <= Math.min(innerHeight, box?.bottom ?? innerHeight)); })()');
}

# ---- the answer, and the line ----------------------------------------------------------------------
my %beyond;
for my $name (qw(neighbored interleaved eight_loads last_block longer)) {
    # of so many numbers a line of the kernel is worth more than any cost
    my $command = $name eq 'longer' ? example('neighbored') . ' -n 300007' : example($name) . ' -n 100003';
    my ($data, $status, $errors) = data_of($name, $command, "SIM_LINES_CSV=$folder/lines.csv");
    is("$status$errors", '0', "$name runs");
    my $run = $data->{runs}[0];
    my $launch = $run->{shown}[0];
    my $shape = sub { my ($s) = @_; return $s->[1] * $s->[2] == 1 ? $s->[0] : '(' . join(', ', @$s) . ')' };
    my ($hottest) = sort { $b->{modelled_time_share} <=> $a->{modelled_time_share} }
                    grep { $_->{grid} eq $shape->($launch->{grid}) && $_->{kernel} eq $launch->{kernel} && $_->{line} } rows("$folder/lines.csv");
    my %without = map { $_->{without} => $_->{kernel_ns} } grep { $_->{without} ne 'line' } @{$launch->{time}{what_if}};
    my ($least) = sort { $a <=> $b } values %without;
    my $kernel = $launch->{time}{kernel_ns};
    my $text = sub { my ($ns) = @_; return $ns >= 1000 ? (0 + sprintf '%.4g', $ns / 1000) . " \x{b5}s" : sprintf '%.0f ns', $ns };
    my $path = assemble($data, "$folder/$name.html");
    for ([1200, 800], [400, 700]) {
        my ($width, $height) = @$_;
        $browser->open_file($path, width => $width, height => $height);
        is($browser->said, '', "$name at $width: opens");
        is($browser->value('document.documentElement.scrollWidth - innerWidth'), 0, 'no wider than the window');
        is($browser->value('State.get().chosen[0].line'), $hottest->{line}, 'at the hottest line');
        ok(in_sight('#source td.code.chosen'), "which is in sight at $width x $height");
        ok(in_sight('#answer .slow'), 'and so is the answer');
        $browser->press('2');
        is($browser->value('document.getElementById("source").offsetHeight') ? 1 : 0, $width > 1000 ? 1 : 0, 'a small screen has one view at a time');
        $browser->press('1');
    }
    my $says = text_of('#answer .slow');
    my $share = sprintf '%.1f', $hottest->{modelled_time_share};
    like($says, qr/largest share of the warps\S+ time, \Q$share\E %, goes by at line $hottest->{line}\b/, "$name: the line and its share: $says");
    # what is worth most is named first: a line, where one is worth clearly more than any cost
    my ($line) = sort { $a->{kernel_ns} <=> $b->{kernel_ns} } grep { $_->{without} eq 'line' } @{$launch->{time}{what_if}};
    my $of_line = $line ? $line->{kernel_ns} : 9e9;
    my $beyond = $of_line <= .95 * $kernel && $of_line <= $least - .02 * $kernel;
    my ($first) = $says =~ /^(.*?would (?:still )?take .*?)(?: modelled|\. The| Of the costs)/;
    my ($less, $whole) = $first =~ /would (?:still )?take (\S+ (?:ns|\x{b5}s)).*? instead of [\d.]+ \S+?(?:; without the whole line, (\S+ \S+))?$/;
    my ($named) = grep { $text->($without{$_}) eq ($less // '') } sort keys %without;
    my $number = $line ? $run->{positions}[$line->{position}][1] : 0;
    if ($beyond) {
        like($first, $number == $hottest->{line} ? qr/goes by at line $number, .*\. The reason is / : qr/^What costs most is line $number, /, 'the line that is worth more');
        is($whole // $less, $text->($of_line), 'with the time without it');
        cmp_ok($kernel - $without{$named}, '>=', ($kernel - $of_line) / 3 - 1e-6, 'the cost that is its reason is a third of that, or more') if $whole;
    } else {
        ok(defined $named, 'the time is one of what if');
        cmp_ok($without{$named // ''} // 9e9, '<=', $least + .02 * $kernel + 1e-6, 'and the least, or as good as that');
        unlike($says, qr/What costs most is line|The reason is its instructions|without the whole line/, 'no line is worth more');
    }
    like($first, qr/instead of \Q@{[$text->($kernel)]}\E\b/, 'beside the time as it is');
    $beyond{$beyond ? 1 : 0}++;
    is(scalar($says =~ /No single cost/ ? 1 : 0), !$beyond && $least > .95 * $kernel ? 1 : 0, 'only gains that count are told');
    my $of_launch = $launch->{time}{launch_ns};
    my $sum = join ' ', $text->($kernel), 'kernel +', $text->($of_launch), 'launch =', $text->($kernel + $of_launch);
    like(text_of('#facts'), qr/modelled \Q$sum\E from event to event/, 'kernel and launch apart');
    $browser->press('l');
    like(text_of('#answer .slow'), qr/(?=.*\Q$hottest->{line}\E \x{884c}).*\Q@{[$text->($kernel)]}\E/, "$name: in Chinese");
    $browser->press('l');
    $browser->click('#answer .slow > button:last-child');
    is($browser->value('document.querySelectorAll("#time .what-if tr").length'), 11, 'a button leads to all of them');
}

is(scalar keys %beyond, 2, 'some have such a line, some have none');

# ---- files: the kernel's first, the simulator's last and folded --------------------------------------------------
{
    my $data = $json->decode(read_file("$folder/interleaved.json"));
    my $run = $data->{runs}[0];
    my $other = sub { return {name => $_[0], first => 1, of_simulator => $_[1], lines => [map { "line $_" } 1 .. 50]} };
    my $header = $other->('/usr/include/sim/atomics.h', JSON::PP::true);
    unshift @{$run->{files}}, $header, $other->('helper.h', JSON::PP::false);
    $_->[0] += 2 for grep { $_->[0] >= 0 } @{$run->{positions}};
    push @{$run->{positions}}, map { [0, $_] } 1 .. 40;    # more lines than the kernel's own, and more time
    for my $line (1 .. 40) {
        push @{$run->{shown}[0]{lines}{$_}}, $_ eq 'position' ? @{$run->{positions}} - 41 + $line : $_ eq 'time' ? .5 : 0
            for keys %{$run->{shown}[0]{lines}};
    }
    $browser->open_file(assemble($data, "$folder/files.html"));
    my $names = $browser->value('[...document.querySelectorAll("#source caption")].map(one => one.textContent)');
    is(join(' ', @$names), 'examples/interleaved.cu helper.h /usr/include/sim/atomics.h', 'the order of the files');
    is($browser->value('[...document.querySelectorAll("#source details")].map(one => one.open).join(" ")'), 'false', 'one is folded');
    is($browser->value('State.get().chosen[0].file'), 2, 'the hottest line is one of the kernel');
    $browser->value('State.chooseLine(0, {file: 0, line: 7})');
    ok(in_sight('#source td.code.chosen'), 'a line of it that is chosen is shown');
}

# ---- what is wrong comes first ------------------------------------------------------------------------------------
{
    system("build/simcc -o $folder/broken tests/broken/missing_barrier.cu") == 0 or die;
    my ($data) = data_of('broken', "$folder/broken");
    $browser->open_file(assemble($data, "$folder/broken.html"), width => 400, height => 800);
    my ($file, $line) = @{$data->{runs}[0]{positions}[$data->{runs}[0]{shown}[0]{findings}[0]{positions}[0]]};
    like(text_of('#answer > :first-child'), qr/1 error was found, first: race at line $line\. /, 'an error before all else');
    is($browser->value('document.querySelector("#answer").firstElementChild.className'), 'wrong', 'and before the answer');
    $browser->press('1');
    $browser->click('#answer .wrong > button:last-child');
    is($browser->value('State.get().view'), 'findings', 'its button leads there');
    my $outside = '[...document.querySelectorAll(".finding-picture")].flatMap(picture => [...picture.querySelectorAll("text")].filter(text => {'
        . ' const all = picture.getBoundingClientRect(), one = text.getBoundingClientRect();'
        . ' return one.left < all.left || one.right > all.right; })).map(text => text.textContent).join(" | ")';
    is($browser->value($outside), '', 'on a phone the picture of a race has all its words');
    cmp_ok($browser->value('document.querySelectorAll(".finding-picture text").length'), '>=', 8, 'it has some');
    # a file's name that is longer than the picture is wide: its end stays
    my $name = 'a_name_that_goes_on_and_on_' x 3 . 'missing_barrier.cu';
    $data->{runs}[0]{files}[$file]{name} = $name;
    $browser->open_file(assemble($data, "$folder/long.html"), width => 400, height => 800, hash => 'view=findings');
    is($browser->value($outside), '', 'with a long name, too');
    like($browser->value('document.querySelector(".finding-picture").textContent'), qr/\x{2026}\S+missing_barrier\.cu:\d/, 'of which the end is there');
}

# ---- two runs -----------------------------------------------------------------------------------------------------
{
    my $pair = $json->decode(read_file("$folder/neighbored.json"));
    push @{$pair->{runs}}, $json->decode(read_file("$folder/interleaved.json"))->{runs}[0];
    assemble($pair, "$folder/pair.html");
    my @launches = map { $_->{shown}[0] } @{$pair->{runs}};
    my ($a, $b) = map { $_->{totals}{wavefronts} - $_->{totals}{shared_requests} } @launches;
    my $grouped = sub { 1 while $_[0] =~ s/(\d)(\d{3})(?!\d)/$1,$2/; $_[0] };
    for my $width (1200, 400) {
        $browser->open_file("$folder/pair.html", width => $width, height => 900, hash => 'view=source');
        my $says = text_of('#answer .difference');
        my $factor = 0 + sprintf '%.3g', $launches[0]{time}{kernel_ns} / $launches[1]{time}{kernel_ns};
        like($says, qr/^B interleaved takes .*, A neighbored .*: \Q$factor\E times as long\. modelled/, "two runs at $width: the times: $says");
        like($says, qr/bank conflicts: \Q@{[$grouped->("$a")]}\E in A, \Q@{[$grouped->("$b")]}\E in B/, 'and what they come from');
        like($says, qr/Alike within 5 %: .*barriers/, 'and what is alike');
        ok(in_sight('#answer .difference'), 'in sight');
        my %picture = (replay => '.grid svg', access => 'svg.access', time => 'canvas.rows');
        for my $view ($width > 1000 ? sort keys %picture : ()) {
            $browser->open_file("$folder/pair.html", width => $width, height => 900, hash => "view=$view&line=39");
            cmp_ok($browser->value("document.querySelector('#$view $picture{$view}').getBoundingClientRect().top"), '<', 700,
                   "the picture of $view begins above the fold");
            is($browser->said, '', 'without a complaint');
        }
    }
    # the same run twice: nothing differs
    $pair->{runs}[1] = $json->decode($json->encode($pair->{runs}[0]));
    $browser->open_file(assemble($pair, "$folder/same.html"));
    like(text_of('#answer .difference'), qr/take as long.*Alike/s, 'two runs that are the same');
    is($browser->value('document.querySelectorAll("#answer .difference li:not(.soft)").length'), 0, 'differ in nothing');
}

# ---- the replay: slider, drag, values -----------------------------------------------------------------------------
$browser = Browser->start; # from here on painted: a mouse that moves and a wheel wait for a frame, and paper is painted, too
{
    $browser->open_file("$folder/interleaved.html", width => 1200, height => 1000, hash => 'view=replay');
    my $column = sub { $browser->value('State.get().chosen[0].column') };
    $browser->value('(() => { const slider = document.querySelector(".slider"); slider.value = 7; slider.dispatchEvent(new Event("input")); })()');
    is($column->(), 7, 'the slider goes to a column');
    $browser->value('document.querySelector(".slider").focus()');
    $browser->press('ArrowRight');
    is($column->(), 8, 'with keys, too');
    is($browser->value('document.activeElement.className'), 'slider', 'and keeps the focus');
    $browser->press('b');
    is($browser->value('Number(document.querySelector(".slider").value)'), $column->(), 'it follows other keys');
    my ($x, $y) = @{$browser->value('(() => { const {left, top} = document.querySelector(".canvas svg").getBoundingClientRect();'
        . ' const box = document.querySelector(".grid").getBoundingClientRect(); return [Math.max(left, box.left + 60), top]; })()')};
    $browser->call('Input.dispatchMouseEvent', {type => 'mousePressed', x => $x + 60, y => $y + 30, button => 'left', buttons => 1, clickCount => 1});
    my @seen;
    for my $far (110, 160, 210) {
        $browser->call('Input.dispatchMouseEvent', {type => 'mouseMoved', x => $x + $far, y => $y + 50, button => 'left', buttons => 1});
        push @seen, $column->();
    }
    $browser->call('Input.dispatchMouseEvent', {type => 'mouseReleased', x => $x + 210, y => $y + 50, button => 'left', clickCount => 1});
    ok($seen[0] < $seen[1] && $seen[1] < $seen[2], "the choice follows a mouse that is held: @seen");
    is($browser->value('State.get().chosen[0].warp'), 1, 'over warps, too');
    $browser->call('Input.dispatchMouseEvent', {type => 'mouseMoved', x => $x + 60, y => $y + 50, buttons => 0});
    is($column->(), $seen[2], 'and stays when it is let go');

    # The values are those of the data: all that thread 37 loads and stores, line by line to the end.
    $browser->value('(() => { const {run, chosen} = State.active(); State.set({lane: 5});'
        . ' State.choose(0, Select.column(run, {...chosen, warp: 1}, 9999)); })()');
    my $rows = $browser->value('[...document.querySelectorAll(".lane-values tbody tr")].map(row => [...row.cells].slice(0, 4).map(cell => cell.textContent).join(" "))');
    my $launch = $json->decode(read_file("$folder/interleaved.json"))->{runs}[0]{shown}[0];
    my $warp = $launch->{blocks}[0]{warps}[1];
    my ($number, @expected) = (0);
    for my $step (0 .. $#{$warp->{steps}}) {
        my $kind = $warp->{steps}[$step];
        my $what = $launch->{kinds}{what}[$kind];
        next if $what !~ /[lsa]/;
        my $mask = $launch->{masks}[$launch->{kinds}{mask}[$kind]];
        my $request = $warp->{requests};
        if ($mask >> 5 & 1) {
            my $index = grep { $mask >> $_ & 1 } 0 .. 4;
            my ($first) = grep { $mask >> $_ & 1 } 0 .. 31;
            my $by = $request->{by}[$number];
            my $offset = $request->{at}[$number] + (ref $by ? $by->[$index] : $by * (5 - $first));
            my $values = $request->{values}[$number];
            my $array = $launch->{arrays}[$request->{array}[$number]];
            my $name = $array->{parameters} || $array->{name} || 'smem';
            push @expected, join ' ', $step + 1, $what eq 'l' ? 'loads' : 'stores', "${name}[" . $offset / 4 . ']', ref $values ? $values->[$index] : $values;
        }
        $number++;
    }
    cmp_ok(scalar @expected, '>', 8, 'thread 37 loads and stores');
    is(join("\n", @$rows), join("\n", (reverse @expected)[0 .. 7]), 'its latest values, with the names of the kernel');
    $browser->value('State.choose(0, Select.column(State.active().run, State.active().chosen, 0))');
    like(text_of('.values'), qr/has not touched memory yet/, 'none before the first');
    is($browser->said, '', 'without a complaint');
}

# ---- the time line: a wheel, a mouse that pulls ----------------------------------------------------------------
{
    $browser->open_file("$folder/eight_loads.html", width => 1200, height => 1000, hash => 'view=time');
    my $window = sub { $browser->value('(() => { const {window} = State.get(); return window ? [window.from, window.to] : null; })()') };
    my ($x, $y, $width) = @{$browser->value('(() => { const {left, top, width} = document.querySelector("canvas.rows").getBoundingClientRect();'
        . ' return [left, top, width]; })()')};
    my $all = $browser->value('State.active().run.shown[0].time.cycles');
    my $wheel = sub { $browser->call('Input.dispatchMouseEvent', {type => 'mouseWheel', x => $x + $width / 4, y => $y + 20, deltaX => 0, deltaY => -100, modifiers => $_[0]}) };
    $wheel->(0);
    is($window->(), undef, 'a wheel alone is the page\'s');
    $browser->value('scrollTo(0, 0)');
    $wheel->(2) for 1 .. 4;
    my ($from, $to) = @{$window->()};
    cmp_ok(abs(($to - $from) / $all - .25), '<', .01, 'with Ctrl it zooms');
    cmp_ok(abs(($from + ($to - $from) / 4) / $all - .25), '<', .01, 'where the pointer is');
    my $before = $browser->value('State.get().chosen[0].column');
    $browser->call('Input.dispatchMouseEvent', {type => 'mousePressed', x => $x + 200, y => $y + 20, button => 'left', buttons => 1, clickCount => 1});
    $browser->call('Input.dispatchMouseEvent', {type => 'mouseMoved', x => $x + 200 + $_, y => $y + 20, button => 'left', buttons => 1}) for 20, 40, 60;
    $browser->call('Input.dispatchMouseEvent', {type => 'mouseReleased', x => $x + 260, y => $y + 20, button => 'left', clickCount => 1});
    my $length = $to - $from;
    cmp_ok(abs($window->()[0] - ($from - 60 / $width * $length)) / $length, '<', .02, 'a mouse that is held pulls it along');
    is($browser->value('State.get().chosen[0].column'), $before, 'and chooses nothing');
    $browser->call('Input.dispatchMouseEvent', {type => 'mouseMoved', x => $x + 100, y => $y + 20});
    cmp_ok(abs($window->()[0] - ($from - 60 / $width * $length)) / $length, '<', .02, 'until it is let go');
    is($browser->said, '', 'without a complaint');
}

# ---- is it true? Kernels that never had what the sentence blames -------------------------------------------------
SKIP: {
    my $compiler = $ENV{CXX} // 'g++';
    skip 'the loops are those that gcc leaves', 6 if `$compiler --version` !~ /Free Software Foundation/;
    system("build/simcc -o $folder/what_if tests/clock/what_if.cu") == 0 or die;
    my ($data) = data_of('what_if', "$folder/what_if", "SIM_CSV=$folder/times.csv");
    my %time = map { $_->{kernel} => $_->{modelled_us} } rows("$folder/times.csv");
    $browser->open_file(assemble($data, "$folder/what_if.html"));
    my $shown = $browser->value('(() => { const {run} = State.active(); return run.shown.map((launch, i) => {'
        . ' State.choose(0, Select.start(run, i)); return [launch.kernel, document.querySelector("#answer .slow").innerText]; }); })()');
    my %says = map { $_->[0] => $_->[1] } @$shown;
    my %like = ('sum_shared<8>' => ['bank conflicts', 'sum_shared<1>'], load_rows => ['access that is not coalesced', 'load_columns'],
                remainders => ['its instructions', 'no_remainders']);
    for my $kernel (sort keys %like) {
        my ($reason, $other) = @{$like{$kernel}};
        my ($less, $unit) = ($says{$kernel} // '') =~ /The reason is \Q$reason\E: .*would take ([\d.]+) (\S+) instead/;
        ok(defined $less, "$kernel: the reason is $reason");
        $less /= 1000 if ($unit // '') eq 'ns';
        cmp_ok(abs(($less // 0) / $time{$other} - 1), '<', 0.1, "and the time that of $other");
    }
}

# ---- paper -------------------------------------------------------------------------------------------------------
for my $name (qw(pair eight_loads)) {
    $browser->open_file("$folder/$name.html");
    my $paper = decode_base64($browser->call('Page.printToPDF', {printBackground => JSON::PP::true})->{data});
    cmp_ok(length $paper, '<', 1.5e6, "$name: small on paper");
    cmp_ok(length $paper, '>', 5e4, 'and not empty');
}

done_testing;
