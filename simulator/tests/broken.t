# Every broken kernel of tests/broken is found, at the right lines; its sound twin is silent.
#
# A source says itself what must be found in it. On the offending line stands
#     /* finding: race */          (or several kinds, with commas between)
# and, where a finding names two lines, on the other one (or each that it may be)
#     /* also: race */
# What the text of the findings must contain besides is marked /* says: TEXT */.
# What is only noted, which leaves the exit status alone, is marked /* note: race */, with
# /* also: note: race */ on the other line. A mistake that only the result shows is marked /* wrong sum */, one that the result does
# not show /* right sum */.
use strict;
use warnings;
use lib 'tests/lib';
use Built;
use Drawn;
use Run;
use Test::More;

-x 'build/simcc' or system('make -s') == 0
    or die "the simulator does not build\n";

my @names = map { m{([^/]+)\.cu$} } glob 'tests/broken/*.cu';
cmp_ok(scalar @names, '>=', 20, 'there are broken kernels');

# What a source says must be found:
# ({kind => {finding => {line => 1}, also => {...}}}, sum, [texts]).
sub expected {
    my ($name) = @_;
    my (%kinds, $sum, @texts);
    my $line = 0;
    for (split /\n/, read_file("tests/broken/$name.cu")) {
        $line++;
        $sum = $1 if m{/\* (right|wrong) sum \*/};
        push @texts, $1 if m{/\* says: (.+?) \*/};
        next unless m{/\* (finding|also|note): (.+?) \*/};
        my ($marker, $its_kinds) = ($1, $2);
        for (split /, /, $its_kinds) {
            my $kind = $marker eq 'note' ? "note: $_" : $_;
            $kinds{$kind}{$marker eq 'also' ? 'also' : 'finding'}{$line} = 1;
        }
    }
    return (\%kinds, $sum, \@texts);
}

# The findings in what a program says on stderr: ([kind, text, line...], ...).
sub findings {
    my ($name, $errors) = @_;
    my @found;
    my $place = qr{(?:\S*/)?\Q$name\E\.cu:(\d+)};
    for ($errors =~ /^(simulator: .*)$/mg) {
        next if /^simulator: \d+ (?:errors?|notes?)\b/; # the last line counts them
        my ($kind, @lines) = /^simulator: (.+?): $place(?: and $place)?(?: in .+)?$/;
        push @found, [$kind // 'not understood', $_, grep { defined } @lines];
    }
    return @found;
}

# What is wrong with the findings, one line each; nothing if they are the expected ones.
sub complaints {
    my ($kinds, @found) = @_;
    my @wrong;
    for my $kind (sort keys %$kinds) {
        my ($first, $other) = @{$kinds->{$kind}}{qw(finding also)};
        for my $line (sort { $a <=> $b } keys %$first) {
            my @at = grep {
                my ($its_kind, undef, @lines) = @$_;
                $its_kind eq $kind && (grep { $_ == $line } @lines)
                    && (!$other || (grep { $other->{$_} } @lines));
            } @found;
            push @wrong, "no '$kind' at line $line"
                . ($other ? ' and one of ' . join ', ', sort { $a <=> $b } keys %$other : '') unless @at;
        }
    }
    for (@found) {
        my ($kind, $text, @lines) = @$_;
        my ($first, $other) = @{$kinds->{$kind} // {}}{qw(finding also)};
        push @wrong, "not expected: $text"
            if !@lines || grep { !$first->{$_} && !$other->{$_} } @lines;
    }
    return @wrong;
}

# ---- builds -----------------------------------------------------------------------
my @all_names = @names;
my %is_drawn = map { $_ => 1 } drawn(@names), 'lockstep_volatile'; # which has a test of its own
@names = grep { $is_drawn{$_} } @names;
my $made = broken_programs(map { ($_, "$_.sound") } @names);
is($made->{$_}[1], '0', "$_ compiles") for map { ($_, "$_.sound") } @names;

# ---- runs --------------------------------------------------------------------------
my %setting = (
    one => 'SIM_THREADS=1', two => 'SIM_THREADS=2',
    hostile => 'SIM_THREADS=2 SIM_ORDER=adversarial',
);
my @programs = map { ($_, "$_.sound") } @names;
my @pairs = ((map { (["one", $_], ["two", $_]) } @programs),
             map { ["hostile", $_] } 'lockstep_volatile', map { "$_.sound" } @names);
# 20 seconds of a processor, however long a busy machine takes for them; who waits for ever is stopped, too.
my @results = run_many(map { "ulimit -t 20; $setting{$_->[0]} timeout -k 1 150 $made->{$_->[1]}[0]" } @pairs);
my %run;
for my $i (0 .. $#results) {
    my ($setting, $program) = @{$pairs[$i]};
    my (undef, $status, $out, $err) = @{$results[$i]};
    $run{$program}{$setting} = {status => $status, out => $out, err => $err};
}

sub transcript {
    my ($run) = @_;
    return "status $run->{status}\n$run->{out}$run->{err}";
}

my %row = map { /^\| `(\w+)` / ? ($1 => $_) : () } split /\n/, read_file('tests/broken/README.md');
is_deeply([sort keys %row], [sort @all_names], 'the table in README.md names them all');

for my $name (@names) {
    my ($kinds, $sum, $texts) = expected($name);
    ok(%$kinds || $sum, "$name says what is wrong with it");
    my ($said) = ($row{$name} // '') =~ /\| ([^|]*) \|$/;
    is(join(', ', sort(($said // '') =~ /`(.+?)`/g)), join(', ', sort keys %$kinds),
       "$name: what README.md says");

    my $broken = $run{$name}{two};
    my $status = (grep { !/^note: / } keys %$kinds) ? FOUND : ($sum // '') eq 'wrong' ? 1 : 0;
    is($broken->{status}, $status, "$name: exit status")
        or diag(transcript($broken));
    my @wrong = complaints($kinds, findings($name, $broken->{err}));
    is(scalar @wrong, 0, "$name: what is found")
        or diag(join "\n", @wrong, transcript($broken));
    like($broken->{err}, qr/\Q$_\E/, "$name: what the findings say") for @$texts;
    is($broken->{err}, '', "$name: silent") unless %$kinds;
    like($broken->{out}, qr/^sum -?\d+, expected \d+: $sum$/, "$name: $sum sum") if $sum;

    for my $setting ('two', 'hostile') {
        my $sound = $run{"$name.sound"}{$setting};
        my $where = "$name.sound" . ($setting eq 'hostile' ? ' in a hostile order' : '');
        is($sound->{err}, '', "$where: silent");
        like($sound->{out}, qr/^sum \d+, expected \d+: right$/, "$where: right sum");
        is($sound->{status}, 0, "$where: exit status");
    }
    for my $program ($name, "$name.sound") {
        is(transcript($run{$program}{one}), transcript($run{$program}{two}),
           "$program: the same on one host thread and on two");
    }
}

like($run{lockstep_volatile}{hostile}{out}, qr/: wrong$/, 'lockstep goes wrong in a hostile order');

done_testing();
