# make stepNN why: the sums of the variants, the agreement of the steps among them with the steps' own
# programs, and that each row says something.
use strict;
use warnings;
use lib 'tests/lib';
use Drawn;
use Lab;
use Test::More;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};

my $backend = backend();
my $make = "make -s BACKEND=$backend";
my @with_why = map { m{^(.*)/why\.cu$} } sort glob 'step[0-9][0-9]_*/why.cu';
my $n = 100003;    # odd: the last block of each grid is partly empty
my $repeat = $backend eq 'gpu' ? 3 : 0;

# Some kernels lack a barrier or a fence on purpose, so the simulator looks for no mistakes.
$ENV{SIM_CHECKS} = 0;

sub why_program { return "build/$backend/why/$_[0]" }

# The rows of a file of comma-separated values, as hashes of columns.
sub rows_of {
    my ($text) = @_;
    my ($head, @lines) = split /\n/, $text;
    my @columns = split /,/, $head // '';
    return map {
        my @cells;
        push @cells, $1 // $2 while /\G(?:"([^"]*)"|([^,]*))(?:,|$)/g && @cells < @columns;
        my %row;
        @row{@columns} = @cells;
        \%row;
    } @lines;
}

# The variants that the comparisons name: letter, name, milliseconds, whether the sum is right.
sub variants_of {
    my %variants;
    for my $row (@_) {
        for my $side ('before', 'after') {
            $variants{$row->{"${side}_letter"}} = {
                name => $row->{$side}, kernel => $row->{"${side}_kernel"}, ms => $row->{"${side}_ms"}, sum => $row->{"${side}_sum"},
            };
        }
    }
    return %variants;
}

# What is wrong with the tables: a variant that no comparison names, words that are too long for their
# column, a step's time that is not the one of its own program.
sub wrong_words {
    my ($out, @comparisons) = @_;
    my %named = variants_of(@comparisons);
    my @letters = $out =~ /^([a-z]) .* \d+ x \d+ /mg;
    return 'no variants' unless @letters;
    for my $letter (@letters) {
        return "no comparison names variant $letter" unless $named{$letter};
        return "the name of $letter is too long" if length $named{$letter}{name} > 46;
    }
    for my $row (@comparisons) {
        return "too long: $row->{taken_away}" if length $row->{taken_away} > 55;
        return "nothing is told apart: $row->{taken_away}" if $row->{before_letter} eq $row->{after_letter};
    }
    return '';
}

# How far a time is from another one, in percent of that.
sub percent_off { return 100 * abs($_[0] - $_[1]) / $_[1] }

# ---- the test of the test -----------------------------------------------------------------
my $csv = qq{taken_away,before_letter,before,before_ms,before_sum,after_letter,after,after_ms,after_sum\n}
    . qq{"a, b",a,"one",1.5,right,b,"two, three",1,wrong on purpose\n};
my @example = rows_of($csv);
is($example[0]{after}, 'two, three', 'a cell with a comma');
is($example[0]{after_sum}, 'wrong on purpose', 'and the last one');
my $table = "a one    12 x 64   1.5\nb two, three   12 x 64   1.0\n";
is(wrong_words($table, @example), '', 'tables as they are to be');
like(wrong_words("${table}c four   12 x 64   1.0\n", @example), qr/^no comparison names variant c$/, 'a row more');
like(wrong_words($table, {%{$example[0]}, taken_away => 'x' x 56}), qr/^too long: x+$/, 'a long one');
like(wrong_words($table, {%{$example[0]}, before => 'x' x 47}), qr/^the name of a is too long$/, 'a long name');

# ---- all of them, at all sizes of a block -------------------------------------------------
cmp_ok(scalar @with_why, '>', 5, 'steps with a why: ' . join ' ', @with_why);
my @tried = drawn(@with_why);
my $last = $with_why[-1];
my @built = map { why_program($_) } @tried, $last, grep { $_ eq 'step16_any_type' } @with_why;
system("make -s -j2 BACKEND=$backend @built") == 0 or die "the programs are not built\n";
my (@commands, %file);
for my $step (@tried) {
    for my $block (64, 128, 256, 512, 1024) {
        $file{$step, $block} = scratch() . "/$step.$block.csv";
        push @commands, why_program($step) . " -n $n -b $block -r $repeat --csv $file{$step, $block}";
    }
}
my (%worked, %compared);
for my $result (run_many(@commands)) {
    my ($command, $status, $out, $err) = @$result;
    my ($step, $block) = $command =~ m{/why/(\S+) .* -b (\d+)};
    if ($status == 2) {
        like($err, qr/\A\S+: -b $block: these kernels take blocks of \d+(?: to \d+)? threads\n\z/,
             "$step at $block is refused in one line");
        next;
    }
    is($status, 0, "$step at $block") or diag $err;
    $worked{$step}++;
    my @comparisons = rows_of(read_file($file{$step, $block}));
    is(wrong_words($out, @comparisons), '', "$step at $block: each row is compared");
    my %variants = variants_of(@comparisons);
    is_deeply([grep { $_->{sum} eq 'WRONG' } values %variants], [], "$step at $block: the sums");
    cmp_ok(scalar(grep { $_->{sum} eq 'right' } values %variants), '>=', 2, "$step at $block: some are right");
    $compared{$step, $block} = [grep { $_->{name} =~ /^step (\d\d): / && $_->{kernel} =~ /^step$1::/ } values %variants];
}
is(scalar(grep { !$worked{$_} } @tried), 0, 'each step works at some size of a block');

# ---- the steps among the variants ---------------------------------------------------------
SKIP: {
    skip 'a GPU\'s times differ from run to run', 1 if $backend eq 'gpu';
    # Step 16's kernel is compiled with others here, and g++ makes other instructions of it: its counters are
    # held, all of them, and its time to a few percent.
    my %most = (step16_any_type => 4);
    my %rows;    # of a step's own program and a size of a block: the rows that are to agree with it
    for my $step (@tried) {
        for my $block (64, 512) {
            for my $row (@{$compared{$step, $block} // []}) {
                my ($number) = $row->{name} =~ /^step (\d\d): /;
                my ($own) = grep { /^step$number/ } steps();
                push @{$rows{program($own) . " -n $n -b $block --csv -"}}, "$step at $block", $row->{ms};
            }
        }
    }
    for my $result (run_many(sort keys %rows)) {
        my ($command, $status, $out) = @$result;
        my ($own) = rows_of($out);
        my @agreeing = @{$rows{$command}};
        while (my ($where, $ms) = splice @agreeing, 0, 2) {
            cmp_ok(percent_off($ms, $own->{median_ms}), '<=', $most{$own->{program}} // 0.1, "$where: the time of $own->{program}, $own->{median_ms} ms");
        }
    }
    for my $step (grep { -d } keys %most) {
        for my $block (grep { @{$compared{$step, $_} // []} } 64, 512) {
            my @counters = map {
                my $csv = scratch() . '/counters.csv';
                unlink $csv;
                is((run("SIM_CSV=$csv $_ -n $n -b $block"))[0], 0, "$_ at $block");
                my ($own) = grep { $_->{kernel} =~ /^(?:step\d\d::)?reduceAnyType_16<Sum<int>/ } rows_of(read_file($csv));
                +{map { $_ => $own->{$_} } grep { !/^(?:kernel$|launches$|modelled)/ } keys %{$own // {}}};
            } program($step), why_program($step);
            cmp_ok(scalar(keys %{$counters[0]}), '>', 20, "$step at $block: there are counters");
            is_deeply($counters[1], $counters[0], "$step at $block: all counters are the step's");
        }
    }
    for my $step (@tried) {
        cmp_ok(scalar(grep { @{$compared{$step, $_} // []} } 64, 512), '>', 0, "$step: a step is among the variants");
    }
}

# ---- through make, with the counters ------------------------------------------------------
SKIP: {
    skip 'no step 16, or no counters', 1 if $backend eq 'gpu' || !-d 'step16_any_type';
    my ($status, $out, $err) = run('make step16 why N=4096 BLOCK=512', 300);
    is("$status$err", '0', 'one tile alone, which has no end to change, has counters, too');
}
for my $step (@tried) {
    my ($status, $out, $err) = run("$make $step why N=$n REPEAT=$repeat", 300);
    is($status, 0, "make $step why") or diag $err;
    my ($tables, $moved) = split /^which counters moved.*\n/m, $out;
    my @gains = $tables =~ /^([a-z] > [a-z]  .+?) {2,}(?:\d+\.\d+|-) -> /mg;
    cmp_ok(scalar @gains, '>', 2, "$step: comparisons");
    next if $backend eq 'gpu';
    is_deeply([$moved =~ /^([a-z] > [a-z]  .+)$/mg], \@gains, "$step: the counters of each");
}

# ---- what is refused ----------------------------------------------------------------------
for my $refused (['-n 0', qr/-n 0: not a whole number/], ['-b 100', qr/-b 100/], ['-n 5000000000', qr/-n 5000000000/],
                 ['--csv -', qr/--csv needs a file/], ['--nonsense', qr/--nonsense/]) {
    my ($status, $out, $err) = run(why_program($last) . " $refused->[0]");
    is($status, 2, "$refused->[0] is refused");
    like($err, $refused->[1], 'by its name');
    is($out, '', 'and nothing is run');
}
for my $step ('step15', 'step01') {
    my ($status, $out, $err) = run("$make $step why");
    isnt($status, 0, "$step has no why");
    like($err, qr/\A[^\n]*$step\w* has no why: nothing is taken away there[^\n]*\n\z/, 'and says so in one line');
    is($err =~ /make step02 why/, $step eq 'step01', 'of step 01 it says where its causes are tried');
    is($out, '', 'and runs nothing');
}

done_testing;
