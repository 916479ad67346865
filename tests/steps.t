# A step's difference from the one before is its lesson: mostly code, and the page shows it as the command
# does. A step that is a new program says so.
use strict;
use warnings;
use lib 'tests/lib';
use List::Util 'first';
use Lab;
use Test::More;

# The lines that change, as `make STEP diff` prints them.
sub changed_lines {
    my ($output) = @_;
    return grep { /^[-+]/ && !/^(?:---|\+\+\+) step/ } split /\n/, $output;
}

# Neither a comment nor an empty line.
sub is_code { return $_[0] =~ m{^[-+]\s*(?!//|/\*|\*[ /]|$)\S} }

# What is wrong with the lines that a page shows of those that change: one that is not among them, in this order;
# or left out without a word. The words are: (8 of the 35 lines that change are left out: ...)
sub wrong_excerpt {
    my ($page, @changed) = @_;
    my ($block) = $page =~ /^```diff\n(.*?)^```$/sm or return 'no excerpt';
    my $at = 0;
    my @shown = grep { /^[-+]/ } split /\n/, $block;
    for my $line (@shown) {
        my $found = first { $changed[$_] eq $line } $at .. $#changed;
        return "not in the difference, or not there: $line" unless defined $found;
        $at = $found + 1;
    }
    my $left_out = @changed - @shown;
    my ($said, $of) = $page =~ /^\((\d+) of the (\d+) lines that change are left\s+out: \S/m;
    return $left_out ? "does not say that $left_out of " . @changed . ' lines are left out' : '' unless defined $said;
    return $said == $left_out && $of == @changed ? '' : "$left_out of " . @changed . " lines are left out, not $said of $of";
}

# ---- the test of the test -----------------------------------------------------------------
my $block = "```diff\n-a\n+b\n```\n";
is(wrong_excerpt($block, '-a', '+b'), '', 'all that changes');
like(wrong_excerpt($block, '-a', '+b', '+c'), qr/^does not say that 1 of 3/, 'less without a word');
is(wrong_excerpt("$block\n(1 of the 3 lines that change are left out: c.)\n", '-a', '+b', '+c'), '', 'less, and it says so');
like(wrong_excerpt("$block\n(2 of the 3 lines that change are left out: c.)\n", '-a', '+b', '+c'), qr/, not 2 of 3/,
     'another number');
like(wrong_excerpt($block, '+b', '-a'), qr/: \+b$/, 'another order');
is(join(' ', map { is_code($_) ? 1 : 0 } '+int *p;', '-    *p = 1; // one', '+', '-    ', '+    // why', '-/* what */', '+ * more'),
   '1 1 0 0 0 0 0', 'code among comments and empty lines');

# ---- all steps -----------------------------------------------------------------------------
for my $step (steps()) {
    my ($status, $out) = run("make -s $step diff");
    is($status, 0, "$step: make diff");
    my @changed = changed_lines($out);
    my $page = read_file("$step/README.md");
    my ($what_changed) = $page =~ /^## What changed\n(.*?)^## /sm;
    if ($step =~ /^step01/) {
        like($out, qr/is the first step/, "$step has none before it");
    } elsif ($step le 'step14') {
        my $code = grep { is_code($_) } @changed;
        cmp_ok($code, '>=', 2 / 3 * @changed, "$step: $code of " . @changed . ' lines that change are code');
        is(wrong_excerpt($what_changed, @changed), '', "$step: the page shows them");
    } else {
        like($out, qr/^This is a new program\b/m, "$step: a new program");
        is("@changed", '', "$step: so nothing is shown as its difference");
        like($what_changed, qr/\A\nThis is a new program\b/m, "$step: the page says so, too");
        unlike($page, qr/^```diff/m, "$step: nor does it show a difference");
    }
}

# ---- what nvcc makes of them ----------------------------------------------------------------------
# Each recorded line stands where it was when tools/record/ptx.sh ran, and each that is asked for was recorded.
my (%recorded, @moved);
for (split /\n/, read_file('docs/results/ptx.csv')) {
    my ($page, $program, $line, $source) = /^(\d\d),(\w+),(\d+),"([^"]*)","[^"]+"$/ or next;
    $recorded{"$page,$program,$source"}++;
    my $now = (split /\n/, read_file("$program/reduce.cu"))[$line - 1];
    push @moved, "$program:$line: $source" if index($now, $source) < 0;
}
is("@moved", '', 'the lines whose PTX was recorded have not changed since (tools/record/ptx.sh)');
my @asked_for = map { s/"//gr } grep { /^\d/ } split /\n/, read_file('docs/ptx.csv');
is(join("\n", sort keys %recorded), join("\n", sort @asked_for), 'and each of docs/ptx.csv was recorded');

# ---- step 18 -------------------------------------------------------------------------------------
# Its kernel is that of step 14, line by line, but for GPUs without numbers.
sub kernel_in {
    my ($kernel) = read_file($_[0]) =~ m{^(/\* Adds up one number of each lane.*?^#define N_MAX [^\n]*$)}sm;
    return split /\n/, $kernel;
}
my @before = kernel_in('step14_speed_of_light/reduce.cu');
my @now = kernel_in('step18_many_gpus/sum_on_device.h');
is(scalar @now, scalar @before, "step 18's kernel has the lines of step 14's");
is(join("\n", map { $now[$_] } grep { $before[$_] ne $now[$_] } 0 .. $#before), <<'END' =~ s/\n\z//r, 'of which two differ');
/* One block for each tile of n numbers; of no numbers, one that writes their sum. */
    unsigned int grid = n == 0 ? 1 : (unsigned int)((n - 1) / (4 * iLoads * iBlockSize) + 1);
END

done_testing();
