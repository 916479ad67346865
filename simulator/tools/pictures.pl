# Draws the pictures of the view that docs/view/pictures.txt lists, from the programs' own pages.
# usage: perl -Itests/lib tools/pictures.pl FOLDER CHINESE
# Writes FOLDER/NAME.svg in English and CHINESE/NAME.svg in Chinese, and prints their names. Needs
# Chromium; the simulator must be built. A picture in the folders whose sum still holds is left alone:
# another release of Chromium, or other fonts, would draw the same in other words.
use strict;
use warnings;
use Encode qw(encode_utf8);
use Browser;
use Examples;
use Pictures;
use Run;

my %folder;
@folder{qw(en zh)} = @ARGV;
die "usage: perl -Itests/lib tools/pictures.pl FOLDER CHINESE\n" unless @ARGV == 2 && -d $folder{en} && -d $folder{zh};
delete @ENV{grep { /^SIM_/ } keys %ENV};

my $page = 'view/page/page.html';
my $browser;

# The source of an example or of a broken kernel.
sub source_of {
    my ($name) = @_;
    return -f "examples/$name.cu" ? "examples/$name.cu" : "tests/broken/$name.cu";
}

sub executable {
    my ($name) = @_;
    my $source = source_of($name);
    return example($name) if $source =~ /^examples/;
    my $made = scratch() . "/$name";
    system('build/simcc', $source, '-o', $made) == 0 or die "$name does not compile\n";
    return $made;
}

# The page of the programs side by side. That a broken one fails is as it should be.
my %page_of;
sub page_of {
    my ($n, @names) = @_;
    return $page_of{"$n @names"} if $page_of{"$n @names"};
    my @data;
    for my $name (@names) {
        my $file = scratch() . "/$name.json";
        run("SIM_VIEW=$file " . executable($name) . ($n eq '-' ? '' : " -n $n"));
        push @data, $file;
    }
    my $path = scratch() . '/page' . keys(%page_of) . '.html';
    system("build/assemble $page @data >$path") == 0 or die "the page of @names cannot be put together\n";
    return $page_of{"$n @names"} = $path;
}

# {text} in an address stands for the number of the first line that has the text.
sub with_lines {
    my ($address, $source) = @_;
    my @lines = split /\n/, read_file($source);
    return $address =~ s{\{(.*?)\}}{my $text = $1; 1 + (grep { index($lines[$_], $text) >= 0 } 0 .. $#lines)[0]}er;
}

sub draw {
    my ($picture, $language, $path) = @_;
    my @names = @{$picture->{programs}};
    my $address = with_lines($picture->{address}, source_of($names[0]));
    $browser //= Browser->start;
    $browser->open_file(page_of($picture->{n}, @names), width => $picture->{width},
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

for my $picture (pictures()) {
    for my $language (sort keys %folder) {
        my $path = "$folder{$language}/$picture->{name}.svg";
        draw($picture, $language, $path) unless read_file($path) =~ /, sum $picture->{sum} /;
    }
}
