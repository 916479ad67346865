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

our @EXPORT = (@Console::EXPORT, @Links::EXPORT, qw(pages step_pages second_pages));

sub step_pages { return map { "$_/README.md" } steps() }
# A step may have more to say than fits one page.
sub second_pages { return grep { !/README|\.zh-CN\./ } map { glob("$_/*.md") } steps() }
sub pages { return ('README.md', glob('docs/*.md'), glob('docs/results/*.md'), step_pages(), second_pages()) }

1;
