package Pages;
# The pages of the lab. What they show is run again by tests/docs.t (Console); tools/pages/refresh_pages.sh
# puts in what it prints now.
use strict;
use warnings;
use Exporter 'import';
use lib 'tests/lib';
use Console;
use Lab;
use Links;

our @EXPORT = (@Console::EXPORT, @Links::EXPORT, qw(pages step_pages));

sub step_pages { return map { "$_/README.md" } steps() }
sub pages { return ('README.md', glob('docs/*.md'), glob('docs/results/*.md'), step_pages()) }

1;
