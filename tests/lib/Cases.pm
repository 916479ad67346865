# Cases of the grader's tests: kernels made of the steps' solutions, as the files in course/cases say.
# A case begins with
#     ## STEPS NAME TEST: what it does
# STEPS such as "02-09", "07" or "06 09 10": for each of them there is a kernel of the case; TEST is the
# test that it must lose, where there is one. Behind it stand parts, each below its word:
#     sed:     a sed script for the whole source; it comes first
#     above:   lines that are put before the first function
#     tree:    lines in place of what adds up the numbers of all threads
#     region:  lines in place of what the exercise asks for
#     kernel:  lines in place of all that stands above main
# A part is left out where the step has no place for it. "steps: 02-04" narrows the steps; "seed: 11" draws other
# launches than those of all.
package Cases;
use strict;
use warnings;
use Exporter 'import';
use File::Temp qw(tempfile);
our @EXPORT = qw(read_cases changed_source);

sub numbers_of {
    my ($text) = @_;
    return map { /^(\d+)-(\d+)$/ ? map { sprintf '%02d', $_ } $1 .. $2 : $_ } split ' ', $text;
}

# The cases of a file: each a hash with name, number (of the step), test, title and parts.
sub read_cases {
    my ($path) = @_;
    my (@cases, @steps, $case, $part);
    open my $file, '<', $path or die "$path: $!\n";
    my $keep = sub {
        push @cases, map { {%$case, number => $_, name => "step${_}_$case->{name}"} } @steps if $case;
    };
    while (my $line = <$file>) {
        if ($line =~ /^## ([\d -]*\d) (\w+)(?: ([\w-]+))?: (.+)$/) {
            $keep->();
            @steps = numbers_of($1);
            $case = {name => $2, test => $3 // '', title => $4};
            $part = undef;
        } elsif ($line =~ /^steps: (.+)$/) {
            @steps = numbers_of($1);
        } elsif ($line =~ /^seed: (\d+)$/) {
            $case->{seed} = $1;
        } elsif ($line =~ /^(sed|above|tree|region|kernel):$/) {
            $part = $1;
        } elsif (defined $part) {
            $case->{parts}{$part} .= $line;
        } elsif ($line =~ /\S/ && $line !~ /^#/) {
            die "$path: $line";
        }
    }
    $keep->();
    close $file;
    s/\n+\z/\n/ for map { values %{$_->{parts}} } @cases;
    return @cases;
}

sub run_sed {
    my ($script, $text) = @_;
    my ($script_file, $script_path) = tempfile(UNLINK => 1);
    my ($text_file, $text_path) = tempfile(UNLINK => 1);
    print $script_file $script;
    print $text_file $text;
    close $_ or die "$!\n" for $script_file, $text_file;
    my $changed = `sed -f $script_path $text_path`;
    die "sed: $script" if $? != 0;
    return $changed;
}

# The source that a case makes of a solution; dies where a part finds no place.
sub changed_source {
    my ($case, $source) = @_;
    my %part = %{$case->{parts}};
    my $lab = qr{^#include "../common/lab.h"\n}m;
    my $tree = $case->{number} < 10
        ? qr{^    smem\[tid\] = [^\n]*\n    __syncthreads\(\);\n\K.*?(?=^    // the first thread holds)}ms
        : qr{^    sum = warpSum\(sum\);\n.*?(?=^    // the first thread holds)}ms;

    $source = run_sed($part{sed}, $source) if defined $part{sed};
    if (defined $part{tree}) {
        $source =~ s/$tree/$part{tree}\n/ or die "$case->{name}: no tree\n";
    }
    if (defined $part{region}) {
        $source =~ s{^ *// SOLUTION BEGIN.*?// SOLUTION END\n}{$part{region}}ms
            or die "$case->{name}: no region\n";
    }
    if (defined $part{kernel}) {
        $source =~ s{$lab\K.*?(?=^int main\()}{\n$part{kernel}\n}ms or die "$case->{name}: no kernel\n";
    }
    if (defined $part{above}) {
        $source =~ s/$lab\K/\n$part{above}/ or die "$case->{name}: no place above\n";
    }
    return $source;
}

1;
