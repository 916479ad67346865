package Console;
# The commands in pages. A block that opens with ```console holds commands, each on a line "$ command",
# and beneath each what it printed. Tests run them again; refresh puts in what they print now.
use strict;
use warnings;
use Drawn;
use Exporter 'import';
use Run;
use Test::More ();

our @EXPORT = qw(commands_in comparable has_pages_compiler settled run_command check_commands refresh);

# The commands in a page: ({line, command, output}, ...); line is that of the command.
sub commands_in {
    my ($page) = @_;
    my (@commands, $inside);
    my $line = 0;
    for (split /^/, read_file($page)) {
        $line++;
        if (/^```/) {
            $inside = /^```console$/;
        } elsif ($inside && /^\$ (.*)$/) {
            push @commands, {line => $line, command => $1, output => ''};
        } elsif ($inside && @commands) {
            $commands[-1]{output} .= $_;
        }
    }
    return @commands;
}

# What a reader would see: both streams, and no word of compilers.
my %seen;
sub run_command {
    my ($command) = @_;
    # as in a fresh shell, except that make is quiet
    my %without = map { $_ => 1 } qw(N BLOCK REPEAT ARGS BACKEND MAKELEVEL),
                                  grep { /^SIM_/ } keys %ENV;
    local %ENV = map { $_ => $ENV{$_} } grep { !$without{$_} } keys %ENV;
    my $shell = "export MAKEFLAGS=s; { $command ; } 2>&1";
    return $seen{$command} //= (run($shell, 300))[1] =~ s/[ \t]+$//gmr;
}

# An output without what differs from run to run and from machine to machine: times that were
# measured, and how often warps diverge, which depends on the compiler (its column in the listings
# of make lines).
sub comparable {
    my ($output) = @_;
    $output =~ s/^([ \d.%]{43}) [ \d]{10}(?=[ \d]{10}(?:[ \d.]{8}[ %])? [ \d]{3}\d(?: |$))/$1           /gm;
    return join '', map { /modelled/ ? $_ : s/\d+\.\d+ (ms|s|seconds)\b/# $1/gr } split /^/, $output;
}

# An output in pieces, of which every second one is a modelled number, with the blanks before it. In
# a line that says "modelled" these are the numbers with a unit behind them. In a table, where the
# heading of a column says so, they are that column's and those of what is made of the times; where
# the heading of the first column says nothing else, they are those of all columns. In a listing of
# make lines they are the column before the lines' numbers.
sub modelled_parts {
    my ($output) = @_;
    my $made_of_times = qr{^(?:step|cumulative|GB/s|% of peak)$};
    my (@parts, %modelled);
    my $text = '';
    for (split /^/, $output) {
        if (/^([ \d.%]{64})( +\d+\.\d)(% +\d+(?: .*|$))/s) {
            push @parts, $text . $1, $2;
            $text = $3;
            next;
        }
        my @cells = split /(?<=\|)/;
        my @headings = map { s/^\s+|[\s|]+$//gr } @cells;
        if (@cells < 2) {
            %modelled = () unless /:$/;    # which is a heading within the table
        } elsif (grep { /modelled/ } @headings) {
            # The comparison of two kernels has the word in the corner, for all its columns.
            my $columns = $headings[0] eq 'modelled' ? qr/./ : qr/modelled|$made_of_times/;
            %modelled = map { $_ => 1 } grep { $headings[$_] =~ $columns } 0 .. $#headings;
        }
        my $unit = /modelled/ ? qr{ (?:ns|us|ms|s|GB/s|%|\+-)(?=[\s,;.)]|$)} : qr/(?!)/;
        for my $i (0 .. $#cells) {
            my $number = $modelled{$i} ? qr/ *\d+\.\d+/ : qr/ *\d+(?:\.\d+)?(?=$unit)/;
            my @pieces = split /($number)/, $cells[$i], -1;
            $text .= shift @pieces;
            while (my ($value, $behind) = splice @pieces, 0, 2) {
                push @parts, $text, $value;
                $text = $behind;
            }
        }
    }
    return (@parts, $text);
}

# Whether programs are compiled with the compiler that has made the pages' outputs: the model is told of
# a kernel's instructions, and of the lines that they are of, by the compiler.
my $has_pages_compiler;
sub has_pages_compiler {
    my $compiler = $ENV{CXX} // 'g++';
    return $has_pages_compiler //= `$compiler --version` =~ /g\+\+.* 12\.\d/ ? 1 : 0;
}

# What a command prints now, with the modelled numbers that the page shows where they differ by 30 %
# at most (and one of the last digit): the constants of the clock's model change a little now and
# then. With another compiler, as is_other says, they may be any.
sub settled {
    my ($now, $shown, $is_other) = @_;
    my @now = modelled_parts($now);
    my @shown = modelled_parts($shown);
    return $now if @now != @shown;
    for (my $i = 1; $i < @now; $i += 2) {
        my $digit = 10 ** -length(($now[$i] =~ /\.(\d+)/)[0] // '');
        my ($least, $most) = sort { $a <=> $b } $now[$i], $shown[$i];
        $now[$i] = $shown[$i] if $is_other || $most - $least <= 0.3 * $most + 1.01 * $digit;
    }
    return join '', @now;
}

# Whether what a command prints hangs on the compiler: of which parts a time is, and what is of which line.
sub hangs_on_compiler { return $_[0] =~ / (?:clock|lines) |SIM_REPORT=(?:clock|lines)/ }

# Tests that the commands of pages print what these show, each wherever it stands. Measured times are not compared;
# modelled ones may differ by 30 % (settled). Of those that make runs some are drawn; others may need what one before them made.
sub check_commands {
    my @shown = map { my $page = $_; map { {page => $page, %$_} } commands_in($page) } @_;
    my %is_known;
    my @made = grep { !$is_known{$_}++ && /^make / } map { $_->{command} } @shown;
    my %is_drawn = map { $_ => 1 } drawn(@made);
    for (grep { $is_drawn{$_->{command}} || $_->{command} !~ /^make / } @shown) {
        my $name = "$_->{page}:$_->{line}: $_->{command}";
        my $builder = Test::More->builder;
        if (!has_pages_compiler() && hangs_on_compiler($_->{command})) {
            $builder->skip("$name: modelled, of what g++ 12 compiles");
            next;
        }
        my $now = settled(run_command($_->{command}), $_->{output}, !has_pages_compiler());
        $builder->is_eq(comparable($now), comparable($_->{output}), $name);
    }
}

# Puts the outputs of today into a page; an output that differs in measured times alone stays. (One
# that differs in modelled times does not: they are the same whenever a command is run.)
sub refresh {
    my ($page) = @_;
    my ($text, $inside, $skipping) = ('', 0, 0);
    my @commands = commands_in($page);
    for (split /^/, read_file($page)) {
        if (/^```/) {
            $inside = /^```console$/;
            $skipping = 0;
        } elsif ($inside && /^\$ /) {
            my $shown = shift @commands;
            my $now = run_command($shown->{command});
            $text .= $_;
            $text .= comparable($now) eq comparable($shown->{output}) ? $shown->{output} : $now;
            $skipping = 1;
            next;
        }
        $text .= $_ unless $skipping;
    }
    return if $text eq read_file($page);
    open my $file, '>', $page or die "$page: $!\n";
    print $file $text;
    close $file or die "$page: $!\n";
    print "$page\n";
}

1;
