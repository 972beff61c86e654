//! The binary as users run it: options, scripts, output, exit codes, and the articles' scripts.

mod program;

mod scripts;

mod sqlcmd;

mod bcp;

mod failures;

mod killed;

mod workloads;

mod screen;

mod terminal;

mod shell;

mod serve;

mod bench;

mod experiments;

mod tour;
