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
# Each recorded line stands where it was when tools/record/instructions.sh ran, and each that is asked for was recorded.
my @asked_for = map { s/"//gr } grep { /^\d/ } split /\n/, read_file('docs/instructions.csv');
for my $recording (grep { -e } map { "docs/results/$_.csv" } 'ptx', 'sass') {
    my (%recorded, @moved);
    for (split /\n/, read_file($recording)) {
        my ($page, $program, $line, $source) = /^(\d\d),(\w+),(\d+),"([^"]*)","[^"]+"$/ or next;
        $recorded{"$page,$program,$source"}++;
        my $now = (split /\n/, read_file("$program/reduce.cu"))[$line - 1];
        push @moved, "$program:$line: $source" if index($now, $source) < 0;
    }
    is("@moved", '', "$recording: the lines have not changed since (tools/record/instructions.sh)");
    is(join("\n", sort keys %recorded), join("\n", sort @asked_for), 'and each of docs/instructions.csv was recorded');
}

# Machine code is found by its comments: here a disassembler says for each line what is to be found, and much that is not.
my $tools = scratch() . '/tools';
mkdir $tools;
my %disassembled;
for (@asked_for) {
    my ($program, $source) = /^\d\d,(\w+),(.*)$/;
    my @lines = split /\n/, read_file("$program/reduce.cu");
    my ($line) = grep { index($lines[$_ - 1], $source) >= 0 } 1 .. @lines;
    my $here = qq{//## File "/lab/$program/reduce.cu", line $line};
    $disassembled{$program} .= <<"END";
\t.section\t.text.before$line,"ax",\@progbits
.text.before$line:
\t${here}9
        /*0000*/                   WRONG.LINE ;
\t//## File "/other_$program/reduce.cu", line $line
        /*0010*/                   WRONG.FILE ;
\t.section\t.text.kernel$line,"ax",\@progbits
.text.kernel$line:
\t$here
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/              \@!P0 BRA `(.L_x_$line) ;
\t//## File "/lab/$program/reduce.cu", line 1
        /*0020*/                   NEXT.LINE ;
.L_x_$line:
\t//## File "/cuda/include/intrinsics.hpp", line 3 inlined at "/lab/$program/reduce.cu", line $line
\t//## File "/lab/$program/reduce.cu", line 1
        /*0030*/                   SHFL.DOWN PT, R5, R2, 0x10, 0x1f ;  /* 0x0aa */
	//## File "/lab/$program/reduce.cu", line 1
        /*0040*/                   NEXT.LINE ;
        /*0050*/                   NEXT.LINE ;
	$here
        /*0060*/              \@P0 LDC R2, c[0x0][0x28] ;
.L_x_end:
\t.section\t.text.again$line,"ax",\@progbits
.text.again$line:
\t$here
        /*0000*/                   ONCE.MORE ;
END
}
sub program_of_text {
    my ($path, $text) = @_;
    open my $file, ">", $path or die "$path: $!\n";
    print $file $text;
    close $file or die "$path: $!\n";
    chmod 0755, $path;
}
program_of_text("$tools/$_", $disassembled{$_}) for keys %disassembled;
program_of_text("$tools/nvcc", qq{#!/bin/sh\n[ "\$1" != --version ] || echo "Cuda compilation tools, release 13.0, V13.0.88"\n});
program_of_text("$tools/nvdisasm", qq{#!/bin/sh\nfor file; do :; done\ncat "$tools/\$(basename "\$file" .cubin)"\n});
my ($status, $out, $err) = run("PATH=$tools:\$PATH tools/record/instructions.sh sass $tools/sass.csv");
is("$status$err", '0', 'tools/record/instructions.sh sass');
my @found = split /\n/, read_file("$tools/sass.csv");
is(shift @found, '# nvcc 13.0.88, compute capability 9.0', 'says of what');
shift @found;
is(scalar @found, 3 * @asked_for, 'three instructions of each line');
is(join('|', map { /"([^"]*)"$/ } splice @found, 0, 3), 'LDC R1, c[0x0][0x28]|@!P0 BRA `(.L_x_29)|SHFL.DOWN PT, R5, R2, 0x10, 0x1f',
   'of its own alone, and of what is inlined there');
is(join("\n", grep { !/,"(?:LDC|@!P0 BRA|SHFL)[^"]*"$/ } @found), '', 'of each');
($status, $out, $err) = run("cp docs/results/ptx.csv $tools && tools/pages/instructions_section.sh 03 $tools");
like($out,
     qr/^PTX by nvcc 13.*^```\n\nMachine code \(SASS\) by nvcc 13\.0\.88 for compute capability 9\.0:\n\n```\nstep02_smem\/reduce\.cu:29: .*\n    LDC R1/ms,
     'and the page gets both');
($status, $out, $err) = run("tools/record/instructions.sh sas $tools/sass.csv");
is("$status$out", '2', 'another word is refused');

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
