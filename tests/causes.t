#!/usr/bin/perl
# Every sentence of a step's page that names a cause stands on something: it names a comparison of `make
# stepNN why` itself, as in (`a > b`), or tests/causes.tsv says on what it stands. So no cause gets into a
# page that nobody has tried, and none stays when its trial goes.
#
# tests/causes.tsv has a line for each such sentence: the page's step, what it stands on, the sentence.
#   03 a > b    a comparison of step 03
#   fact        a rule of the hardware, of the language or of arithmetic, with its source where it is introduced
#   counted     counters, or times, that stand beside it
#   model       the simulator's clock, and the sentence or the one before it says so
#   guess       nothing: the sentence or its paragraph says that it is a guess, or that we do not know
#   no cause    it uses such a word for something else
use strict;
use warnings;
use utf8;
use Encode qw(encode);
use Test::More;
use lib 'tests/lib';
use Lab;
use Causes;

# The comparisons that were recorded: "step03_nodivergence a > b".
sub comparisons {
    my ($file) = @_;
    my %has;
    for (grep { !/^#|^step,/ } split /\n/, read_file($file)) {
        /^(\w+),"[^"]*",\w+,\d+,"[^"]*",(\w),(?:"[^"]*"|[^,]*),(?:"[^"]*"|[^,]*)(?:,[^,]*){6},(\w),/ or die "cannot read: $_";
        $has{"$1 $2 > $3"} = 1;
    }
    return \%has;
}

my @pages = pages_with_causes();
my @recorded = map { comparisons($_) } glob 'docs/results/{h100,h200}/why.csv';
my %step = map { (substr($_, 4, 2) => s{/.*}{}r) } @pages;
my %basis = %{basis_of()};

my %used;
for my $page (@pages) {
    my ($number) = $page =~ /^step(\d\d)/;
    my @without;
    for my $sentence (grep { names_a_cause($_) } sentences($page)) {
        my @named = named_comparisons($sentence);
        $used{"$number\t$sentence"} = 1;
        push @without, $sentence unless @named || $basis{"$number\t$sentence"};
    }
    is(encode('UTF-8', join("\n", @without)), '', "$page: each sentence that names a cause stands on something");
    # also in other sentences, a comparison that is named is there; "[its `a > b`](../stepNN..." is of another page
    my @missing;
    for my $sentence (sentences($page)) {
        while ($sentence =~ /(?:\[its )?`([a-z] > [a-z])`(?:\]\(\.\.\/(step\d\d_\w+))?/g) {
            my $row = ($2 // $step{$number}) . " $1";
            push @missing, $row if grep { !$_->{$row} } @recorded;
        }
    }
    is("@missing", '', "$page: each comparison that is named was recorded on both devices");
}
is(join('', map { encode('UTF-8', "$_\n") } grep { !$used{$_} } sort keys %basis), '',
    'tests/causes.tsv has no sentence that no page has');
my @wrong;
for (sort keys %basis) {
    next if $basis{$_} =~ /^(?:fact|counted|model|guess|no cause)$/;
    my ($number, $row) = $basis{$_} =~ /^(\d\d) ([a-z] > [a-z])$/;
    push @wrong, "$basis{$_}: $_" unless $row && $step{$number} && !grep { !$_->{"$step{$number} $row"} } @recorded;
}
is(encode('UTF-8', join("\n", @wrong)), '', 'and names only what is there');
# ---- the reader's test ----------------------------------------------------------------------------
# What a reader may ask of a page, and the row that answers it: it is in the page's table, with both GPUs at two sizes,
# and the words beside the table name it. The page's first lines lead to that table.
my @asked = (
    ['03', 'a > b', 'what did the remainder cost?'],
    ['05', 'a > c', 'what do smaller blocks gain, in the place of step 05?'],
    ['05', 'b > c', 'what would step 05 gain with smaller blocks?'],
    ['06', 'b > g', 'what is the first of its ideas worth, without more loads under way?'],
    ['06', 'g > i', 'and the loads under way?'],
    ['06', 'a > b', 'and the second idea?'],
);
for (@asked) {
    my ($number, $row, $question) = @$_;
    my $page = read_file("$step{$number}/README.md");
    my ($table, $words) = $page =~ /^<!-- measured why -->$(.*?)^<!-- end of measured why -->$(.*?)^## /ms;
    like($table, qr/^\| `\Q$row\E` [^|]+ \| [^|]+ \|(?: -?\d+\.\d % \|){4}/m, "$number: $question");
    like($words, qr/`\Q$row\E`/, 'and the words say it');
    like($page, qr/\A.{0,600}\]\(#take-it-away\)/s, 'one look away');
}

# ---- what stands and what falls ----------------------------------------------------------------------
my $folder = scratch();
sub write_file {
    my ($name, $text) = @_;
    open my $file, '>', "$folder/$name" or die "$name: $!\n";
    print $file $text;
    close $file or die "$name: $!\n";
}

# A sentence that is told, and what its trial says of it; the whole of b, c is what d, e is said to be the gain of.
sub why_row {
    my ($n, $times, $before, $after, $before_ms, $after_ms) = @_;
    return qq{step02_smem,"NVIDIA H100 80GB",$times,$n,"it",$before,"one","k",1,64,$before_ms,1,1,right,$after,"two","k",1,64,$after_ms,1,1,right\n};
}
my $why_head = "# GPU\nstep,device,times,n,taken_away,before_letter,before,before_kernel,before_grid,before_block,before_ms,before_min_ms,"
    . "before_max_ms,before_sum,after_letter,after,after_kernel,after_grid,after_block,after_ms,after_min_ms,after_max_ms,after_sum\n";
write_file('modelled.csv', $why_head . why_row(1 << 24, 'modelled', 'a', 'b', 10, 1));
for (['gain,,', 10, 9, 10, 9.7, 'stands'], ['gain,,', 10, 9, 10, 9.9, 'in part'], ['gain,,', 10, 10.5, 10, 9.9, 'falls'],
     ['none,,', 10, 9.9, 10, 10.1, 'stands'], ['none,,', 10, 9.9, 10, 10.3, 'in part'], ['loss,,', 10, 11, 10, 11, 'stands'], ['loss,,', 10, 10, 10, 9, 'falls'],
     ['gain,d,e', 10, 8.6, 10, 8.6, 'stands'], ['gain,d,e', 10, 9, 10, 9, 'in part'], ['gain,d,e', 10, 9.5, 10, 9.5, 'falls'], ['none,d,e', 10, 9.5, 10, 9.5, 'stands'],
     [',,', 10, 5, 10, 5, '']) {
    my ($expects, $before24, $after24, $before28, $after28, $verdict) = @$_;
    write_file('why.csv', $why_head . why_row(1 << 24, 'measured', 'a', 'b', $before24, $after24) . why_row(1 << 24, 'measured', 'd', 'e', 10, 8)
               . why_row(1 << 28, 'measured', 'a', 'b', $before28, $after28) . why_row(1 << 28, 'measured', 'd', 'e', 10, 8));
    write_file('stories.csv', qq{step,before,after,expects,of_before,of_after,said\nstep02_smem,a,b,$expects,"So it is told."\nstep02_smem,a,b,,,,"(So it is not.)"\n});
    my ($status, $out, $err) = run("build/tools/why_section stories $folder/stories.csv $folder/modelled.csv $folder");
    like($out, qr/\| So it is told\. \| `a > b` it \| $verdict \|.*\| \(So it is not\.\) \| `a > b` it \| not told \|/s, "$expects: $verdict");
    my %tally = (stands => 0, 'in part' => 0, falls => 0, $verdict => 1);
    my $told = $verdict eq '' ? 0 : 1;
    like($out, qr/^Of $told sentences that are told $tally{stands} stand, $tally{'in part'} stand in part, $tally{falls} fall\. 1 rows are not told\.$/m, 'counted');
}
done_testing();
