package Pages;
# The pages of the lab, and the commands in them. A block that opens with ```console holds
# commands, each on a line "$ command", and beneath each what it printed. tests/docs.t runs
# them again; tools/refresh_pages.sh puts in what they print now.
use strict;
use warnings;
use Exporter 'import';
use lib 'tests/lib';
use Lab;

our @EXPORT = qw(pages step_pages commands_in comparable run_command refresh);

sub step_pages { return map { "$_/README.md" } steps() }
sub pages { return ('README.md', glob('docs/*.md'), glob('docs/results/*.md'), step_pages(),
                    'tests/broken/README.md') }

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

# An output without what differs from run to run and from machine to machine: times, and how often
# warps diverge, which depends on the compiler (its column in the listings of make lines).
sub comparable {
    my ($output) = @_;
    $output =~ s/^([ \d.%]{43}) [ \d]{10}(?=[ \d]{11} {2,3}\d+(?: |$))/$1           /gm;
    $output =~ s/\d+\.\d+ (ms|s|seconds)\b/# $1/g;
    return $output;
}

# Puts the outputs of today into a page; an output that differs in times alone stays.
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
