# Draws the pictures of the view that a list such as docs/view/pictures.txt names, from the programs' own pages.
# usage: perl -Itests/lib tools/pictures.pl [--stale] LIST FOLDER CHINESE
# Writes FOLDER/NAME.svg in English and CHINESE/NAME.svg in Chinese, and prints their names. Needs
# Chromium; the simulator must be built, and so must guests that the list names (tests/lib/Examples.pm). A picture
# in the folders whose sum still holds is left alone: another release of Chromium, or other fonts, would draw
# the same in other words. --stale only prints the names of the others.
use strict;
use warnings;
use Encode qw(encode_utf8);
use Browser;
use Examples;
use JSON::PP;
use Pictures;
use Run;

my $only_names = @ARGV && $ARGV[0] eq '--stale' && shift;
my ($list, %folder);
($list, @folder{qw(en zh)}) = @ARGV;
die "usage: perl -Itests/lib tools/pictures.pl [--stale] LIST FOLDER CHINESE\n" unless @ARGV == 3 && -d $folder{en} && -d $folder{zh};
delete @ENV{grep { /^SIM_/ } keys %ENV};

my $page = 'view/page/page.html';
my $browser;

# The command that runs an example, a broken kernel or a guest.
sub executable {
    my ($name) = @_;
    return example($name) if -f "examples/$name.cu";
    return guest($name) if !-f "tests/broken/$name.cu";
    my $made = scratch() . "/$name";
    system('build/simcc', "tests/broken/$name.cu", '-o', $made) == 0 or die "$name does not compile\n";
    return $made;
}

# The page of the programs side by side. That a broken one fails is as it should be.
my (%page_of, %source_of);
sub page_of {
    my ($n, @names) = @_;
    return $page_of{"$n @names"} if $page_of{"$n @names"};
    my @data;
    for my $name (@names) {
        my $file = scratch() . "/$name.json";
        run("SIM_VIEW=$file " . executable($name) . ($n eq '-' ? '' : " -n $n"));
        push @data, $file;
        $source_of{$name} = JSON::PP->new->utf8->decode(read_file($file))->{runs}[0]{files}[0];
    }
    my $path = scratch() . '/page' . keys(%page_of) . '.html';
    system("build/assemble $page @data >$path") == 0 or die "the page of @names cannot be put together\n";
    return $page_of{"$n @names"} = $path;
}

# {text} in an address stands for the number of the first line that has the text, in the program's file.
sub with_lines {
    my ($address, $source) = @_;
    my @lines = @{$source->{lines}};
    return $address =~ s{\{(.*?)\}}{my $text = $1; $source->{first} + (grep { index($lines[$_], $text) >= 0 } 0 .. $#lines)[0]}er;
}

sub draw {
    my ($picture, $language, $path) = @_;
    my @names = @{$picture->{programs}};
    my $page_path = page_of($picture->{n}, @names);
    my $address = with_lines($picture->{address}, $source_of{$names[0]});
    $browser //= Browser->start(paints => 0);
    $browser->open_file($page_path, width => $picture->{width},
                        height => $picture->{height}, hash => "$address&language=$language&theme=light");
    $browser->value("document.head.append(Elements.html('style', {}, '$picture->{hidden} { display: none !important; }')); 0")
        if $picture->{hidden};
    $browser->value(read_file('tools/snapshot.js') =~ s/const Snapshot/globalThis.Snapshot/r . '; 0');
    my $svg = $browser->value("Snapshot.of(document.querySelector('$picture->{shown}'))");
    my $from = "<!-- Drawn by `make docs` from docs/view/pictures.txt, sum $picture->{sum} -->";
    open my $file, '>', $path or die "$path: $!\n";
    print $file encode_utf8($svg =~ s{^(<svg[^>]*>\n)}{$1$from\n}r);
    close $file;
    print "$path\n";
}

for my $picture (pictures($list)) {
    for my $language (sort keys %folder) {
        my $path = "$folder{$language}/$picture->{name}.svg";
        next if read_file($path) =~ /, sum $picture->{sum} /;
        $only_names ? print "$path\n" : draw($picture, $language, $path);
    }
}
