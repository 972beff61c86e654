//! The binary `sluice`. It reads options and scripts, and prints; the engine does the rest.
#![expect(clippy::print_stderr, reason = "a command line tool talks to its terminal")]

mod bench_options;

mod serve_options;

mod arguments;

mod variables;

mod script;

mod colours;

mod screen;

mod text_width;

mod grid;

mod caret;

mod output;

mod session;

mod attention;

mod client;

mod shell;

mod run;

mod notify;

mod serve;

mod bench;

use arguments::{Command, USAGE};
use client::Failure;
use sluice_base::heap::{self, CountingAllocator};
use std::io::Write;
use std::process::ExitCode;

/// The process counts its heap, so that 'max server memory' governs all of it.
#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

fn main() -> ExitCode {
    heap::keep_little();
    let command = match arguments::parse(lexopt::Parser::from_env()) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("sluice: {error}\nsluice --help lists the options");
            return ExitCode::from(2);
        }
    };
    code(match command {
        Command::Help => say(USAGE),
        Command::Version => say(concat!("sluice ", env!("CARGO_PKG_VERSION"), "\n")),
        Command::BenchHelp => say(bench_options::USAGE),
        Command::Bench(options) => bench::run(&options),
        Command::Serve(options) => serve::run(&options),
        Command::Sql(options) => run::run(&options),
    })
}

fn say(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::of_output(&error))
}

fn code(outcome: Result<(), Failure>) -> ExitCode {
    match outcome {
        Ok(()) | Err(Failure::Silent) => ExitCode::SUCCESS,
        Err(Failure::Signal(number)) => ExitCode::from((attention::EXIT_BY_SIGNAL + number) as u8),
        Err(Failure::Batch) => ExitCode::FAILURE,
        Err(Failure::Outside(message)) => {
            eprintln!("sluice: {message}");
            ExitCode::FAILURE
        }
    }
}
