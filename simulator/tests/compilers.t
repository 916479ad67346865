# The table of compilers, from what was tried. That the pages have it as it is: tests/pages.t.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

my $folder = scratch();

# ---- compilers ----------------------------------------------------------------------------------
my $compilers = read_file('docs/compilers.csv') =~ s/\n.*//sr . "\n" .
           "clang-14,14.0.6,bookworm,2.36,4.3,5.36,clean,10,100,0,8.0,90,5,0,1,abc,2026-01-01\n" .
           "gcc-9,9.4,old,2.31,4.2,5.30,no,,,,,,,,,abc,2026-01-01\n" .
           "gcc-12,12.2.0,bookworm,2.36,4.3,5.36,warnings,10,100,3,0.0,0,5,2,1,abc,2026-01-01\n";
open my $file, '>', "$folder/compilers.csv" or die;
print $file $compilers;
close $file;
my @table = split /\n/, (run("tools/compilers_section.sh $folder/compilers.csv"))[1];
is(scalar @table, 5, 'a row for each compiler');
is(join(' ', map { /^\| (\S+)/ } @table[2 .. 4]), 'gcc-9 gcc-12 clang-14', 'in the order of their versions');
is($table[3], '| gcc-12 (12.2.0) | bookworm | 2.36 | 4.3 | 5.36 | warnings | 10 | 3 of 100 | 0.0 %, at most 0 % | 5 | 2 | 1 |',
   'what was seen');
like($table[2], qr/\| fails \| – \|/, 'a compiler that fails');

# ---- CMake, and projects of others ----------------------------------------------------------------
open $file, '>', "$folder/tried.csv" or die;
print $file "project,builds,runs\na/b,yes,\nc/d,no,yes\ne/f,yes,yes\n";
close $file;
is((run("COUNT=builds tools/tried_section.sh $folder/tried.csv"))[1],
   "| project | builds | runs |\n|---|---|---|\n| a/b | yes | – |\n| c/d | no | yes |\n| e/f | yes | yes |\n\n2 of 3: builds.\n", 'what was tried, and how often it went well');
unlike((run("tools/tried_section.sh $folder/tried.csv"))[1], qr/of 3/, 'or without that');
is((run("tools/tried_section.sh $folder/none.csv"))[1], "Not tried yet.\n", 'nothing was');

done_testing;
