package ViewPage;
# The view's page: its files, the page put together around some data, and its modules alone.
use strict;
use warnings;
use Exporter 'import';
use JSON::PP;
use lib 'tests/lib';
use Browser;
use Run;

our @EXPORT = qw(page_folder page_scripts assemble engine engine_missing);

sub page_folder { return 'view/page' }

# The scripts of the page, in the order in which it loads them.
sub page_scripts { return read_file(page_folder() . '/page.html') =~ m{^<script src="([\w.]+)"></script>$}mg }

# The page as one file, around the data: what the simulator writes, put together independently.
sub assemble {
    my ($data, $path) = @_;
    my $folder = page_folder();
    my $page = read_file("$folder/page.html");
    my $json = ref $data ? JSON::PP->new->utf8->canonical->encode($data) : $data;
    $json =~ s/</\\u003c/g;
    $page =~ s{^<link rel="stylesheet" href="([\w.]+)">$}{'<style>' . read_file("$folder/$1") . '</style>'}gme;
    $page =~ s{^<script src="([\w.]+)"></script>$}{'<script>' . read_file("$folder/$1") . '</script>'}gme;
    $page =~ s{(<script type="application/json" id="data">)}{$1$json};
    open my $file, '>', $path or die "$path: $!";
    print $file $page;
    close $file;
    return $path;
}

# Why the modules cannot be run here, or nothing.
sub engine_missing {
    return Browser::command() || `command -v node 2>/dev/null` ? '' : 'needs Chromium or node';
}

# A function that gives the value of a JavaScript expression with all modules but main.js there.
sub engine {
    my @modules = map { page_folder() . "/$_" } grep { $_ ne 'main.js' } page_scripts();
    my $source = join "\n", map { read_file($_) =~ s/^'use strict';\n//r } @modules;
    if (Browser::command()) {
        my $browser = Browser->start(paints => 0);
        utf8::decode($source);
        $browser->value("$source; 0");
        return sub { $browser->value($_[0]) };
    }
    return sub {
        my $path = scratch() . "/modules$$.js";
        open my $file, '>', $path or die "$path: $!";
        print $file "$source\nconsole.log(JSON.stringify($_[0]));\n";
        close $file;
        my ($status, $out, $errors) = run("node $path");
        die $errors if $status;
        return JSON::PP->new->utf8->allow_nonref->decode($out);
    };
}

1;
