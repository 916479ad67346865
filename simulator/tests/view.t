# What the runtime writes for a view: valid, the same every time, small enough, and true: it
# agrees with the counters, with the findings, and with what can be worked out from it.
use strict;
use warnings;
use lib 'tests/lib';
use Built;
use Run;
use Numbers;
use View;
use JSON::PP ();
use List::Util qw(sum sum0 max);
use Test::More;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};

my $make = 'make -s BACKEND=sim';
my @steps = steps();
my @companions = qw(book_integer article_double intro_template notes_volatile);
system("$make @{[map { s/_.*//r } @steps]} @companions lockstep >/dev/null") == 0
    or die "the programs do not build\n";
my $folder = scratch();
my ($status, $out, $errors);

# Runs a command with SIM_VIEW; returns the data, the status and the errors.
sub view {
    my ($command, $settings) = @_;
    my $file = "$folder/view.json";
    unlink $file;
    my ($status, undef, $errors) = run("export SIM_VIEW=$file " . ($settings // '') . "; $command");
    return (view_of($file), $status, $errors);
}

sub is_sound {
    my ($view, $name, $race_free) = @_;
    is(join("\n", view_problems($view, $race_free)), '', $name);
}

# The lines of a csv file, each as {column => value}.
sub rows {
    my ($path) = @_;
    my ($header, @lines) = split /\n/, read_file($path);
    my @names = split /,/, $header;
    my @rows;
    for (@lines) {
        my @values = map { s/^"|"$//gr } /("(?:[^"]|"")*"|[^,]*)(?:,|$)/g;
        push @rows, {map { $names[$_] => $values[$_] } 0 .. $#names};
    }
    return @rows;
}

# ---- The checker itself: a view that is wrong somewhere is found out ----------------------------
{
    my ($view) = view('build/sim/step04_interleaved -n 500 -b 64', 'SIM_VIEW_BLOCKS=0-63');
    is_sound($view, 'a view of step 04', 1);
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

# ---- Every program: all blocks of a small grid, against the counters -------------------------
# The view's name of a counter, and the columns of the csv files that it is the sum of.
my %columns = ((map { ("global_$_" => [map { "global_${_}" } "load_$_", "store_$_", "atomic_$_"]) }
                    qw(requests sectors)),
               shared_requests => [qw(shared_load_requests shared_store_requests
                                      shared_atomic_requests)],
               diverged => ['divergent_branches'], block_barriers => ['block_barriers'],
               warp_barriers => ['warp_barriers'], exchanges => ['warp_exchanges']);

sub csv_of { my ($row, $counter) = @_; return sum0(map { $row->{$_} || 0 } @{$columns{$counter}}) }

for my $program (@steps, @companions) {
    my ($view, $status, $errors) =
        view("build/sim/$program -n 1499 -b 64",
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
    is($text, read_file($source->{name}), "$program: its source");
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
    my ($view) = view('build/sim/step04_interleaved -n 500 -b 64', 'SIM_VIEW_BLOCKS=0-63');
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
for (qw(values grid launches divergent)) {
    ($status, undef, $errors) = run("build/simcc -o $folder/$_ tests/view/$_.cu");
    is("$status$errors", '0', "$_.cu compiles");
}
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
    my ($view) = view('build/sim/step12_gridstride -n 100000');
    is(join(' ', map { $_->{number} } @{$view->{runs}[0]{shown}}), '1 2', 'both launches of step 12');
}

# ---- Blocks ----------------------------------------------------------------------------------------
sub blocks_of { return join ' ', map { $_->{index} . '=' . join('+', @{$_->{why}}) } @{$_[0]{runs}[0]{shown}[0]{blocks}} }
{
    my ($view) = view('build/sim/step04_interleaved -n 6400 -b 64');
    like(blocks_of($view), qr/^0=first (\d+)=middle 99=last$/, 'first, middle, last');
    blocks_of($view) =~ / (\d+)=middle/;
    cmp_ok(abs($1 - 50), '<', 5, 'the middle one is near the middle');
    cmp_ok((grep { $_ >= 0 } @{$view->{runs}[0]{shown}[0]{time}{blocks}{recorded}}), '>', 0,
           'the time line has steps of blocks that are recorded');
    ($view) = view('build/sim/step04_interleaved -n 64 -b 64');
    is(blocks_of($view), '0=first+last+middle', 'one block is all of them');
    ($view) = view('build/sim/step04_interleaved -n 6400 -b 64', 'SIM_VIEW_BLOCKS=7,12-14,7,98-102');
    is(blocks_of($view), join(' ', map { "$_=asked" } 7, 12, 13, 14, 98, 99), 'those asked for');
    ($view, $status, $errors) = view('build/sim/step04_interleaved -n 640 -b 64', 'SIM_VIEW_BLOCKS=10');
    is($errors, "simulator: SIM_VIEW_BLOCKS=10: no launch has such a block\n", 'one that is not there');
    is("$status " . blocks_of($view), '0 ', 'is not shown');
}
for ('x', '1,,2', ',', '1,', '5-2', '0-64', '0-63,70', '-1', '1-', '1-2-3', '99999999999999999999', '1 2') {
    ($status, $out, $errors) = run("SIM_VIEW_BLOCKS='$_' $folder/launches 1");
    is("$status $errors", "2 simulator: SIM_VIEW_BLOCKS=$_: must be numbers of blocks such as " .
                          "0,7,12-15, at most 64\n", "SIM_VIEW_BLOCKS=$_");
}

# ---- The same every time ---------------------------------------------------------------------------
for my $command ('step01_neighbored_gmem -n 50021', 'step13_singlepass -n 300007', 'book_integer -n 3000',
                 'lockstep -n 9000') {
    my %texts;
    for my $threads (1, 2, 5, 5) {
        run("SIM_THREADS=$threads SIM_VIEW=$folder/view.json build/sim/$command");
        $texts{read_file("$folder/view.json")} = 1;
    }
    is(scalar keys %texts, 1, "$command: the same with any number of host threads");
}

# What the programs that were run have taken of the processors.
sub cpu_seconds { my (undef, undef, $user, $system) = times; return $user + $system }

# ---- Size ------------------------------------------------------------------------------------------
for (['step01_neighbored_gmem -n 2^13', 1], ['step01_neighbored_gmem -n 2^24', 3],
     ['step04_interleaved -n 1000003 -b 1024', 3], ['step06_unrollwarp -n 2^24 -b 1024', 3],
     ['step11_vectorized -n 16777213 -b 1024', 3], ['step12_gridstride -n 2^24 -b 64', 3],
     ['step14_speed_of_light -n 2^10', 3], ['step14_speed_of_light -n 2^24 -b 1024', 3],
     ['step14_speed_of_light -n 12345677', 3]) {
    my ($command, $most) = @$_;
    my $file = "$folder/view.html";
    my $begun = cpu_seconds();
    ($status, $out, $errors) = run("SIM_VIEW=$file build/sim/$command");
    is("$status$errors", '0', $command);
    # by the processors' time: how long it takes beside other tests says nothing
    cmp_ok((cpu_seconds() - $begun) / 2, '<', 10, 'the page is there in ten seconds on two cores');
    cmp_ok(-s $file, '<', $most * 1e6, "the page is under $most MB");
    my $view = view_of($file);
    is_sound($view, 'it is sound', 1);
}
{
    my ($view) = view('build/sim/step12_gridstride -n 2^22 -b 1024',
                      'SIM_VIEW_BLOCKS=0-63 SIM_DEVICE=h100,multiprocessors=16');
    is_sound($view, 'more than there is room for', 1);
    my $launch = $view->{runs}[0]{shown}[0];
    cmp_ok($launch->{left_out}{steps} + $launch->{left_out}{values}, '>', 0, 'it says what it leaves out');
    is($launch->{left_out}{steps}, sum(map { $_->{steps_left_out} } @{$launch->{blocks}}),
       'of which block');
    cmp_ok(-s "$folder/view.json", '<', 1.5e6, 'and is small enough for two in a page');
}

for ('', 'SIM_VIEW_BLOCKS=0-7') {
    my ($view, $status, $errors) = view("$folder/divergent", $_);
    is("$status$errors", '0', "divergent $_");
    is_sound($view, 'as much text for each step as can be', 1);
    cmp_ok(-s "$folder/view.json", '<', 1.3e6, 'is small enough for two in a page');
    cmp_ok($view->{runs}[0]{shown}[0]{left_out}{steps}, '>', 0, 'as some is left out');
}
{
    # many files, long ones, long lines
    open my $file, '>', "$folder/long.cu" or die;
    print $file "#include <cuda_runtime.h>\n__global__ void k(int *p)\n{\n    p[0] = 1;\n",
                "    // \xE4\xB8\xAD", 'x' x 3000, "\n", map({ "    // line $_ of many\n" } 1 .. 30000),
                "    p[1] = 2;\n}\nint main()\n{\n    int *p;\n    cudaMalloc(&p, 8);\n",
                "    k<<<1, 1>>>(p);\n    return 0;\n}\n";
    close $file;
    run("build/simcc -o $folder/long $folder/long.cu");
    my ($view, $status, $errors) = view("$folder/long");
    is("$status$errors", '0', 'a long source');
    is_sound($view, 'it is sound', 1);
    my $run = $view->{runs}[0];
    cmp_ok(-s "$folder/view.json", '<', 6e5, 'is cut');
    my ($long) = grep { $_->{name} =~ /long\.cu$/ } @{$run->{files}};
    cmp_ok(scalar @{$long->{lines}}, '>', 1000, 'as far as needed');
    # with some compilers there is a header, too, at which something stands
    my ($lines, $all) = (0, 0);
    for my $file (@{$run->{files}}) {
        $lines += @{$file->{lines}};
        $all += read_file($file->{name}) =~ tr/\n//;
    }
    is($run->{left_out}{lines} + $lines, $all, 'and it says so');
}

# ---- Findings: as they are printed -------------------------------------------------------------------
# What stderr says of findings: [kind, level, text].
sub printed {
    my ($errors) = @_;
    my @findings;
    while ($errors =~ /^simulator: (note: )?([a-z ]+): \S+:\d+.*\n((?:  \S.*\n)+)/mg) {
        my ($note, $kind, @lines) = ($1, $2, split /\n/, $3);
        push @findings, [$kind, $note ? 'note' : 'error',
                         $lines[-2] =~ s/^  //r =~ s/ \(\d+ (?:times|such pairs) in this launch.*//r];
    }
    return @findings;
}

sub told { return map { "$_->[0], $_->[1]: $_->[2]" } @_ }

my %accesses = (missing_barrier => 'read write', last_block_no_fence => 'write read',
                one_past_end => 'read', device_array_past => 'write', early_exit => 'read',
                read_before_write => 'read', heap_use_after_free => 'read', misaligned_int4 => 'read',
                null_pointer => 'write', same_value => 'write write', barrier_lines => '',
                barrier_in_branch => '', shuffle_inactive_lane => '', endless_spin => '',
                host_pointer => 'read', left_neighbour => 'read', unsigned_below_zero => 'read',
                device_variable_address => 'read', dynamic_shared_short => 'write',
                plain_sum => 'write read', grid_barrier_no_fence => 'write read',
                atomic_sizes => undef, no_volatile => undef, device_pointer_on_host => undef);
my $made = broken_programs(keys %accesses);
for my $name (sort keys %accesses) {
    my ($view, $status, $errors) = view($made->{$name}[0]);
    is_sound($view, "$name is sound");
    my $run = $view->{runs}[0];
    my @found = map { [@$_{qw(kind level text)}] } map { @$_ } $run->{host_findings},
                map { $_->{findings} } @{$run->{shown}};
    my @expected = printed($errors);
    cmp_ok(scalar @expected, '>', 0, "$name has findings");
    is(join("\n", sort(told(@found))), join("\n", sort(told(@expected))), 'the view has them');
    next if !defined $accesses{$name};
    my ($finding) = @{$run->{shown}[0]{findings}};
    my @accesses = @{$finding->{accesses}};
    is(join(' ', map { $_->{kind} } @accesses), $accesses{$name}, 'with their accesses');
    my @steps = grep { defined } map { $_->{step} } @accesses;
    is(scalar @steps, scalar @accesses, 'each of which is a step of a block that is shown');
    if (defined $run->{shown}[0]{error} && @steps == 1) {
        my ($block, $warp, $step) = @{$steps[0]};
        my $of_warp = $run->{shown}[0]{blocks}[$block]{warps}[$warp]{steps};
        is($step, $#$of_warp, 'what ends a launch is the last that its warp does');
    }
    my ($position) = @{$finding->{positions}};
    my ($file, $line) = @{$run->{positions}[$position]};
    my $source = $run->{files}[$file];
    like($source->{lines}[$line - $source->{first}], qr/(?:finding|also|note): $finding->{kind}/,
         'at the line that is marked');
}
{
    my ($view) = view('build/sim/lockstep -n 9000');
    my $launch = $view->{runs}[0]{shown}[0];
    cmp_ok(scalar @{$launch->{findings}}, '>', 5, 'a kernel with many races shows them');
    is(scalar(grep { !$_->{step} } map { @{$_->{accesses}} } @{$launch->{findings}}), 0,
       'and the steps of each');
}
{
    my ($view) = view($made->{one_past_end}[0]);
    my $launch = $view->{runs}[0]{shown}[0];
    my ($access) = @{$launch->{findings}[0]{accesses}};
    my $array = $launch->{arrays}[$access->{array}];
    is($access->{offset}, $array->{bytes}, 'an access past an array: the array and where');
    no warnings 'portable'; # addresses have 64 bits
    is(hex $access->{address}, hex($array->{address}) + $access->{offset}, 'and the address');
    like(blocks_of($view), qr/\b$access->{block}=\S*findings/, 'its block is shown');
}

# ---- Times -----------------------------------------------------------------------------------------
{
    my %settings = ('' => 1, SIM_VIEW => 1, SIM_TRACE => 1);
    my %csv;
    for (sort keys %settings) {
        run(($_ ? "$_=$folder/view.html " : '') .
            "SIM_CSV=$folder/kernels.csv build/sim/step06_unrollwarp -n 300000");
        $csv{read_file("$folder/kernels.csv")} = 1;
    }
    is(scalar keys %csv, 1, 'counters and modelled times are the same with and without a view');
    my ($view) = view('build/sim/step06_unrollwarp -n 300000', "SIM_CSV=$folder/kernels.csv");
    my ($row) = rows("$folder/kernels.csv");
    my $time = $view->{runs}[0]{shown}[0]{time};
    cmp_ok(abs($time->{kernel_ns} / 1000 - $row->{modelled_us}), '<',
           0.01, 'the modelled time is that of SIM_CSV');
    my $lines = $view->{runs}[0]{shown}[0]{lines};
    cmp_ok(abs(sum(@{$lines->{time}}) - 1), '<', 1e-6, "the lines' shares of the time are all of it");
    my $bytes = sum(@{$time->{bins}{bytes}}) * $time->{bins}{width} / $time->{cycles};
    my $multiprocessors = $time->{bytes_under_way} / $bytes;
    cmp_ok($multiprocessors, '>', 30, 'bytes under way: on one of many multiprocessors');
    cmp_ok($multiprocessors, '<', 140, 'but not more than there are');
}
{
    my %bytes;
    for my $program (qw(step05_unroll2 step06_unrollwarp)) {
        my ($view) = view("build/sim/$program -n 2^22");
        $bytes{$program} = $view->{runs}[0]{shown}[0]{time}{bytes_under_way};
    }
    cmp_ok($bytes{step06_unrollwarp}, '>', 1.5 * $bytes{step05_unroll2},
           'step 06 has more bytes under way than step 05');
    my %wavefronts;
    for my $program (qw(step03_nodivergence step04_interleaved)) {
        my ($view) = view("build/sim/$program -n 2^13");
        my $requests = $view->{runs}[0]{shown}[0]{blocks}[0]{warps}[0]{requests};
        $wavefronts{$program} = max(@{$requests->{cost}}[1 .. $#{$requests->{cost}}]);
    }
    is($wavefronts{step04_interleaved}, 1, 'step 04 has no request of more than one wavefront');
    cmp_ok($wavefronts{step03_nodivergence}, '>', 1, 'step 03 has');
}
{
    my ($view, $status, $errors) = view('build/sim/step04_interleaved -n 5000', 'SIM_CLOCK=0');
    is("$status$errors", '0', 'without the clock');
    is_sound($view, 'it is sound', 1);
    ok(!$view->{runs}[0]{clock} && !defined $view->{runs}[0]{shown}[0]{time}, 'there are no times');
}

# ---- Text that could break a page -----------------------------------------------------------------
{
    open my $file, '>:raw', "$folder/odd.cu" or die;
    print $file "#include <cuda_runtime.h>\n// </script><script>alert(1)</script> <!-- \"\\ \xFF\xFE " .
                "\xC3\xA9 \xED\xA0\x80 \xE4\xB8\xAD\ttab\r\n",
                "__global__ void k(int *p)\n{\n    p[0] = 1; // </script> \xF0\x9F\x98\x80 \xC0\xAF\n}\n",
                "int main()\n{\n    int *p;\n    cudaMalloc(&p, 4);\n    k<<<1, 1>>>(p);\n    return 0;\n}\n";
    close $file;
    run("build/simcc -o $folder/odd $folder/odd.cu");
    ($status, $out, $errors) =
        run("SIM_VIEW=$folder/view.html $folder/odd '</script>' \"\$(printf 'a\\377b')\"");
    is("$status$errors", '0', 'a source with odd text');
    my $view = view_of("$folder/view.html");
    is_sound($view, 'its page is sound', 1);
    my $run = $view->{runs}[0];
    is($run->{files}[0]{lines}[1], "// </script><script>alert(1)</script> <!-- \"\\ \x{FFFD}\x{FFFD} " .
       "\x{E9} \x{FFFD}\x{FFFD}\x{FFFD} \x{4E2D}\ttab", 'the text is whole');
    is($run->{files}[0]{lines}[4], "    p[0] = 1; // </script> \x{1F600} \x{FFFD}\x{FFFD}", 'all of it');
    is(join('|', @{$run->{arguments}}), "</script>|a\x{FFFD}b", 'so are arguments');
}

# ---- What cannot be ---------------------------------------------------------------------------------
for (["SIM_VIEW=$folder/nowhere/x.html", 3, "simulator: cannot write $folder/nowhere/x.html\n"],
     ["SIM_VIEW=$folder", 3, "simulator: cannot write $folder\n"],
     ['SIM_VIEW=/dev/full', 3, "simulator: cannot write /dev/full\n"],
     ["SIM_TRACE=$folder/nowhere/x.json", 3, "simulator: cannot write $folder/nowhere/x.json\n"],
     ["SIM_VIEW=$folder/x.html SIM_COUNTERS=0", 2,
      "simulator: SIM_VIEW shows counters: SIM_COUNTERS=0 cannot go with it\n"]) {
    my ($settings, $expected, $message) = @$_;
    ($status, $out, $errors) = run("$settings $folder/launches 1");
    is("$status $errors", "$expected $message", $settings =~ s/\Q$folder\E/FOLDER/gr);
}
{
    ($status, $out, $errors) = run("SIM_VIEW=$folder/kept.html build/sim/step04_interleaved -n 0");
    is($status, 2, 'bad usage');
    run("build/simcc --plain -o $folder/plain tests/view/launches.cu");
    my ($view, $status, $errors) = view("$folder/plain 3");
    is("$status$errors", '0', 'a program without hooks');
    is_sound($view, 'it is sound');
    is("$view->{runs}[0]{launches_total} " . @{$view->{runs}[0]{shown}}, '3 0',
       'its launches are counted, none is shown');
}

# ---- A page, put together --------------------------------------------------------------------------
my $assemble = 'build/assemble';
{
    run("SIM_VIEW=$folder/one.json build/sim/step03_nodivergence -n 5000");
    run("SIM_VIEW=$folder/two.json build/sim/step04_interleaved -n 5000");
    my $page = 'view/page/page.html';
    ($status, $out, $errors) = run("$assemble $page $folder/one.json $folder/two.json >$folder/both.html");
    is("$status$errors", '0', 'two runs in a page');
    my $view = view_of("$folder/both.html");
    is(join(' ', map { $_->{program} } @{$view->{runs}}), 'step03_nodivergence step04_interleaved',
       'both are there');
    is_sound($view, 'they are sound', 1);
    my $text = read_file("$folder/both.html");
    unlike($text, qr/<script src=|<link rel="stylesheet"|https?:\/\/(?!www\.w3\.org\/)/,
           'the page needs no other file');
    ($status, $out, $errors) = run("SIM_VIEW=$folder/own.html build/sim/step04_interleaved -n 5000");
    run("$assemble $page $folder/two.json >$folder/other.html");
    is(read_file("$folder/own.html"), read_file("$folder/other.html"),
       'a program writes the page that is assembled of its data');
    my %pages = (
        'no place' => "<p>\n", 'two places' => qq{<script type="application/json" id="data"></script>\n} x 2,
        'a style that is not there' => qq{<link rel="stylesheet" href="gone.css">\n},
        'a script that ends itself' => qq{<script src="bad.js"></script>\n});
    my %message = (
        'no place' => qr/^assemble: \S+ has 0 places for the data, not one$/,
        'two places' => qr/^assemble: \S+ has 2 places for the data, not one$/,
        'a style that is not there' => qr/^assemble: cannot read \S+gone\.css$/,
        'a script that ends itself' => qr/^assemble: \S+bad\.js has a <\/script, .*cannot stand in a page$/);
    my %status = ('a style that is not there' => 3);
    open my $bad, '>', "$folder/bad.js" or die;
    print $bad "text = '</SCRIPT>'\n";
    close $bad;
    for (sort keys %pages) {
        open my $file, '>', "$folder/page.html" or die;
        print $file $pages{$_};
        close $file;
        ($status, $out, $errors) = run("$assemble $folder/page.html");
        is($status, $status{$_} // 2, "a page with $_");
        like($errors, $message{$_}, 'is refused in one line');
    }
    for ("$folder/bad.js", "$folder/gone.json") {
        ($status, $out, $errors) = run("$assemble $page $_");
        is($status, /gone/ ? 3 : 2, s{.*/}{}r . ' is no data');
        is(scalar(split /\n/, $errors), 1, 'one line says so');
    }
}

# ---- make ------------------------------------------------------------------------------------------
{
    ($status, $out, $errors) = run("$make step04 view N=2^13 BLOCK=64 SIM_DEVICE=k20m SIM_VIEW_BLOCKS=3");
    is("$status$errors", '0', 'make step04 view');
    like($out, qr{^The view: build/sim/view/step04\.html}m, 'says where the page is');
    my $view = view_of('build/sim/view/step04.html');
    is_sound($view, 'it is sound', 1);
    is($view->{runs}[0]{device}{key} . ' ' . blocks_of($view), 'k20m 3=asked',
       'with N, BLOCK, SIM_DEVICE and SIM_VIEW_BLOCKS');
    ($status, $out, $errors) = run("$make step03 step04 view N=2^13");
    is("$status$errors", '0', 'make step03 step04 view');
    like($out, qr{^The view: build/sim/view/step03_step04\.html}m, 'is one page');
    $view = view_of('build/sim/view/step03_step04.html');
    is_sound($view, 'it is sound', 1);
    is(scalar @{$view->{runs}}, 2, 'of two runs');
    ($status, $out, $errors) = run("$make step04 trace N=2^15");
    is("$status$errors", '0', 'make step04 trace');
    like($out, qr{^The trace, modelled: build/sim/view/step04\.trace\.json}m, 'says where the file is');
    my $trace = JSON::PP->new->utf8->decode(read_file('build/sim/view/step04.trace.json'));
    my @events = @{$trace->{traceEvents}};
    my %phases;
    $phases{$_->{ph}}++ for @events;
    is(join(' ', sort keys %phases), 'C M X', 'it has names, bars and counters');
    my (%end, $overlap);
    for (sort { $a->{ts} <=> $b->{ts} } grep { $_->{ph} eq 'X' } @events) {
        my $row = "$_->{pid} $_->{tid}";
        $overlap = $_ if $_->{ts} < ($end{$row} // 0) - 1e-3;
        $end{$row} = $_->{ts} + $_->{dur};
    }
    is($overlap && JSON::PP->new->encode($overlap), undef, 'no bars of a row overlap');
    ($status, $out, $errors) = run("$make step04 view N=0");
    isnt($status, 0, 'a bad N is refused');
    unlike($out, qr/The view/, 'and no page is promised');
    ($status, $out, $errors) = run("$make lockstep view N=9000");
    isnt($status, 0, 'a program with races fails');
    like($out, qr{^The view: build/sim/view/lockstep\.html}m, 'and shows them');
    ($status, $out, $errors) = run('tools/run/view.sh view gpu step04_interleaved --');
    is($status, 2, 'on a GPU there is no view');
    like($errors, qr/BACKEND=sim/, 'and it says what to do');
    ($status, $out, $errors) = run("$make step04 trace SIM_CLOCK=0");
    isnt($status, 0, 'without the clock there is no trace');
    like((run('make -s help'))[1], qr/make step05 view .*make step05 trace /s, 'make help knows both');
}

done_testing;
