# What the runtime writes for a view: valid, the same every time, and true: it agrees with the counters and with what
# can be worked out from it. Beside this: tests/view_limits.t (sizes, times, odd texts) and tests/view_findings.t.
use strict;
use warnings;
use lib 'tests/lib';
use Built;
use Csv;
use Examples;
use Run;
use Numbers;
use View;
use ViewCommands;
use JSON::PP ();
use List::Util qw(sum0);
use Test::More;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, $out, $errors);

# ---- The checker itself: a view that is wrong somewhere is found out ----------------------------
{
    my ($view) = view(example('interleaved') . ' -n 500 -b 64', 'SIM_VIEW_BLOCKS=0-63');
    is_sound($view, 'a view of interleaved.cu', 1);
    my $text = JSON::PP->new->canonical->encode($view);
    my $launch = sub { $_[0]{runs}[0]{shown}[0] };
    my %wrong = (
        'a cost' => sub { $launch->($_[0])->{blocks}[1]{warps}[0]{requests}{cost}[1]++ },
        'an address' => sub { $launch->($_[0])->{blocks}[1]{warps}[0]{requests}{at}[0] += 4 },
        'a distance' => sub { $launch->($_[0])->{blocks}[1]{warps}[0]{requests}{by}[2] = 8 },
        'a value' => sub { $launch->($_[0])->{blocks}[1]{warps}[0]{requests}{values}[3][2]++ },
        'a mask' => sub { $launch->($_[0])->{masks}[1] ^= 1 },
        'a step' => sub { pop @{$launch->($_[0])->{blocks}[1]{warps}[1]{steps}} },
        'a turn' => sub { $launch->($_[0])->{blocks}[1]{turns}[1]++ },
        'a block' => sub { pop @{$launch->($_[0])->{blocks}} },
        'a barrier' => sub { $launch->($_[0])->{blocks}[1]{warps}[1]{barriers}[2] = 0 },
        'a counter' => sub { $launch->($_[0])->{lines}{wavefronts}[1]++ },
        'a length' => sub { $launch->($_[0])->{time}{spans}[0]{lengths}[0] += 5000 },
        'a share' => sub { $launch->($_[0])->{time}{shares}[0] += 0.1 },
        'a bin' => sub { $launch->($_[0])->{time}{bins}{causes}[0][9] += 1 },
        'a position' => sub { $launch->($_[0])->{kinds}{position}[3] = 77 },
    );
    for (sort keys %wrong) {
        my $other = JSON::PP->new->decode($text);
        $wrong{$_}->($other);
        isnt(join("\n", view_problems($other, 1)), '', "$_ that is wrong is noticed");
    }
}

# ---- Every program, examples and guests: all blocks of a small grid, against the counters -------------------------
# The view's name of a counter, and the columns of the csv files that it is the sum of.
my %columns = ((map { ("global_$_" => [map { "global_${_}" } "load_$_", "store_$_", "atomic_$_"]) }
                    qw(requests sectors)),
               shared_requests => [qw(shared_load_requests shared_store_requests
                                      shared_atomic_requests)],
               diverged => ['divergent_branches'], block_barriers => ['block_barriers'],
               warp_barriers => ['warp_barriers'], exchanges => ['warp_exchanges']);

sub csv_of { my ($row, $counter) = @_; return sum0(map { $row->{$_} || 0 } @{$columns{$counter}}) }

my @programs = ((map { [$_, example($_), ''] } examples()),
                (map { [$_, guest($_), $ENV{GUEST_SOURCES} ? "$ENV{GUEST_SOURCES}/" : ''] } guests()));
for (@programs) {
    my ($program, $command, $from) = @$_;
    my ($view, $status, $errors) =
        view("$command -n 1499 -b 64",
             "SIM_VIEW_BLOCKS=0-63 SIM_CSV=$folder/kernels.csv SIM_LINES_CSV=$folder/lines.csv");
    if ($status == 77) {
        SKIP: { skip($errors =~ s/\n//r, 1) }
        next;
    }
    is("$status$errors", '0', "$program runs");
    is_sound($view, "$program: the view is sound", 1);
    my $run = $view->{runs}[0];
    is("$run->{program} @{$run->{arguments}}", "$program -n 1499 -b 64", 'it says what ran');
    my @kernels = rows("$folder/kernels.csv");
    my @lines = rows("$folder/lines.csv");
    my @different;
    for my $launch (@{$run->{shown}}) {
        my $shape = sub { my ($s) = @_; return $s->[1] * $s->[2] == 1 ? $s->[0] : '(' . join(', ', @$s) . ')' };
        my ($grid, $block) = map { $shape->($_) } @$launch{qw(grid block)};
        my $is_it = sub { $_[0]{kernel} eq $launch->{kernel} && $_[0]{grid} eq $grid && $_[0]{block} eq $block };
        my @rows = grep { $is_it->($_) } @kernels;
        push @different, "$launch->{kernel} is in the csv file" if @rows != 1;
        push @different, 'all blocks are there' if $launch->{left_out}{blocks};
        for my $counter (keys %columns) {
            my $expected = csv_of($rows[0], $counter);
            push @different, "$launch->{kernel}: $counter $launch->{totals}{$counter}, not $expected"
                if $launch->{totals}{$counter} != $expected;
        }
        for my $i (0 .. $#{$launch->{lines}{position}}) {
            my ($file, $line) = @{$run->{positions}[$launch->{lines}{position}[$i]]};
            next if $file < 0;
            my ($row) = grep { $is_it->($_) && $_->{line} == $line &&
                               $_->{file} eq $run->{files}[$file]{name} } @lines;
            push @different, "line $line is in the csv file" if !$row;
            for my $counter (grep { $row } keys %columns) {
                my ($got, $expected) = ($launch->{lines}{$counter}[$i], csv_of($row, $counter));
                push @different, "line $line: $counter $got, not $expected" if $got != $expected;
            }
        }
    }
    is(join("\n", @different), '', "$program: the counters are those of SIM_CSV and SIM_LINES_CSV");
    my ($source) = @{$run->{files}};
    my $text = join "\n", @{$source->{lines}}, '';
    utf8::encode($text);
    is($text, read_file("$from$source->{name}"), "$program: its source");
}
SKIP: {
    skip no_guests_reason(), 1 if no_guests_reason();
    pass('and those of other programs');
}

# ---- The page that describes the format has every member ----------------------------------------
{
    my ($view) = view(broken_programs('missing_barrier')->{missing_barrier}[0]);
    my $page = read_file('docs/view_format.md');
    my %missing;
    my @todo = ($view);
    while (defined(my $thing = pop @todo)) {
        if (ref $thing eq 'HASH') {
            for (grep { $page !~ /`\Q$_\E`/ } keys %$thing) { $missing{$_} = 1 }
            # constants of devices have names of their own
            push @todo, map { $thing->{$_} } grep { !/^(?:constants|units)$/ } keys %$thing;
        } elsif (ref $thing eq 'ARRAY') {
            push @todo, @$thing;
        }
    }
    is(join(' ', sort keys %missing), '', 'docs/view_format.md names every member');
    my $causes = $view->{runs}[0]{shown}[0]{time}{causes};
    is(join(' ', grep { $page !~ /`\Q$_\E`/ } @$causes), '', 'and every cause');
}

# ---- Values: what the threads read is what the input has ----------------------------------------
{
    my ($view) = view(example('interleaved') . ' -n 500 -b 64', 'SIM_VIEW_BLOCKS=0-63');
    my $launch = $view->{runs}[0]{shown}[0];
    my @numbers = (lecture_numbers(500), (undef) x 12);
    my $wrong = '';
    for my $block (@{$launch->{blocks}}) {
        my @own = @numbers[64 * $block->{index} .. 64 * $block->{index} + 63];
        for my $warp (0, 1) {
            my $values = $block->{warps}[$warp]{requests}{values}[0];
            my @expected = grep { defined } @own[32 * $warp .. 32 * $warp + 31];
            $wrong .= "block $block->{index}, warp $warp: @$values\n" if "@$values" ne "@expected";
        }
        my $sum = $block->{warps}[0]{requests}{values}[-1];
        $wrong .= "block $block->{index}: sum $sum\n" if $sum != sum0(grep { defined } @own);
    }
    is($wrong, '', 'what lanes load is the input, what the last one stores is the sum');
}

# ---- Values of all sizes, grids in three dimensions, many launches --------------------------------
compiled_for_view(qw(values grid launches));
{
    my ($view, $status, $errors) = view("$folder/values");
    is("$status$errors", '0', 'values');
    is_sound($view, 'accesses of all sizes', 1);
    my $launch = $view->{runs}[0]{shown}[0];
    my ($block) = @{$launch->{blocks}};
    my $values = $block->{warps}[0]{requests}{values};
    my @lanes = 0 .. 31;
    my $bits = sub { my ($pack, $unpack, $value) = @_; return unpack $unpack, pack $pack, $value };
    my $is = sub {
        my ($number, $name, @expected) = @_;
        my $got = $values->[$number];
        is("@{ref $got ? $got : [($got) x 32]}", "@expected", $name);
    };
    $is->(0, 'bytes, signed', map { 200 + $_ - 256 } @lanes);
    $is->(1, 'shorts', map { -1000 - $_ } @lanes);
    $is->(2, 'ints', (7) x 32);
    $is->(3, 'the bits of floats', map { $bits->('f<', 'l<', 0.5 * $_) } @lanes);
    $is->(4, 'longs', map { $bits->('Q<', 'q<', ($_ & 15) << 60) } @lanes);
    $is->(5, 'the bits of doubles', map { $bits->('d<', 'q<', 0.25 * $_) } @lanes);
    is(JSON::PP->new->encode($values->[6]),
       '[' . join(',', map { "[$_,-1," . (1 << 30) . ',0]' } @lanes) . ']', 'int4s');
    my ($atomic) = grep { $launch->{kinds}{what}[$_] eq 'a' } @{$block->{warps}[0]{steps}};
    ok(defined $atomic, 'an atomic');
    my @sums = (0);
    push @sums, $sums[-1] + $_ for @lanes;
    my ($pair) = grep { ref $_ && ref $_->[0] && @$_ == 2 } @$values;
    is("@{$pair->[0]} | @{$pair->[1]}", "@sums[0 .. 31] | @sums[1 .. 32]",
       'its values before and after');
    my ($ballot, $shuffle) = @{$block->{warps}[0]{exchanges}};
    is("$ballot->[0] @{$ballot->[2]} $ballot->[3]", "ballot @{[map { $_ & 1 } @lanes]} -1431655766",
       'a vote');
    is("$shuffle->[0] $shuffle->[1] @{$shuffle->[3]}",
       "shuffle_down 4 @sums[map { $_ < 28 ? $_ + 4 : $_ } @lanes]", 'a shuffle');
    my %elements = map { ($_->{name} || $_->{kind}) => $_->{element} } @{$launch->{arrays}};
    is($elements{pairs}, 'double', 'what looks like doubles is called so');
}
{
    my ($view, $status, $errors) = view("$folder/grid", 'SIM_VIEW_BLOCKS=0-11');
    is("$status$errors", '0', 'grid');
    is_sound($view, 'a grid in three dimensions, with barriers', 1);
    my $blocks = $view->{runs}[0]{shown}[0]{blocks};
    is(join(' ', map { join ',', @{$_->{coordinates}} } @$blocks[0, 1, 2, 11]),
       '0,0,0 1,0,0 0,1,0 1,2,1', 'blocks have their coordinates');
    is(join(' ', map { "@{$_->{barriers}}" } @{$blocks->[5]{warps}}), '0 1 0 1',
       'both warps pass both barriers of the grid');
}
for my $launches (0, 1, 40, 1000) {
    my ($view, $status, $errors) = view("$folder/launches $launches");
    is("$status$errors", '0', "$launches launches");
    is_sound($view, 'they are sound', 1);
    my $run = $view->{runs}[0];
    is($run->{launches_total}, $launches, 'all are counted');
    is(sum0(map { $_->{count} } @{$run->{launches}}), $launches, 'each is in the list');
    cmp_ok(scalar @{$run->{shown}}, '<=', 4, 'few are shown');
    is($run->{left_out}{launches}, $launches - @{$run->{shown}}, 'it says how many are not');
    is("@{$run->{shown}[0]{grid}}", '64 1 1', 'the one that takes longest comes first') if $launches;
}
{
    my ($view) = view(example('vectorized') . ' -n 1000000');
    is(join(' ', map { $_->{number} } @{$view->{runs}[0]{shown}}), '1 2', 'both launches of vectorized.cu');
}

# ---- Blocks ----------------------------------------------------------------------------------------
{
    my ($view) = view(example('interleaved') . ' -n 6400 -b 64');
    like(blocks_of($view), qr/^0=first (\d+)=middle 99=last$/, 'first, middle, last');
    blocks_of($view) =~ / (\d+)=middle/;
    cmp_ok(abs($1 - 50), '<', 5, 'the middle one is near the middle');
    cmp_ok((grep { $_ >= 0 } @{$view->{runs}[0]{shown}[0]{time}{blocks}{recorded}}), '>', 0,
           'the time line has steps of blocks that are recorded');
    ($view) = view(example('interleaved') . ' -n 64 -b 64');
    is(blocks_of($view), '0=first+last+middle', 'one block is all of them');
    ($view) = view(example('interleaved') . ' -n 6400 -b 64', 'SIM_VIEW_BLOCKS=7,12-14,7,98-102');
    is(blocks_of($view), join(' ', map { "$_=asked" } 7, 12, 13, 14, 98, 99), 'those asked for');
    ($view, $status, $errors) = view(example('interleaved') . ' -n 640 -b 64', 'SIM_VIEW_BLOCKS=10');
    is($errors, "simulator: SIM_VIEW_BLOCKS=10: no launch has such a block\n", 'one that is not there');
    is("$status " . blocks_of($view), '0 ', 'is not shown');
}
for ('x', '1,,2', ',', '1,', '5-2', '0-64', '0-63,70', '-1', '1-', '1-2-3', '99999999999999999999', '1 2') {
    ($status, $out, $errors) = run("SIM_VIEW_BLOCKS='$_' $folder/launches 1");
    is("$status $errors", "2 simulator: SIM_VIEW_BLOCKS=$_: must be numbers of blocks such as " .
                          "0,7,12-15, at most 64\n", "SIM_VIEW_BLOCKS=$_");
}

# ---- The same every time ---------------------------------------------------------------------------
for my $command ('neighbored -n 50021', 'last_block -n 300007', 'unrolled -n 3000', 'race -n 9000') {
    my ($name, $arguments) = split ' ', $command, 2;
    my $program = example($name);
    my %texts;
    for my $threads (1, 2, 5, 5) {
        run("SIM_THREADS=$threads SIM_VIEW=$folder/view.json $program $arguments");
        $texts{read_file("$folder/view.json")} = 1;
    }
    is(scalar keys %texts, 1, "$command: the same with any number of host threads");
}

done_testing;
