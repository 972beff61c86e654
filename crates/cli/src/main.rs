//! The binary `sluice`: parses options, runs scripts on the engine or a server, prints results,
//! serves clients and measures.
//!
//! Main modules: `arguments` parses the command line; `run` is `sluice sql`, `serve` is `sluice
//! serve`, `bench` is `sluice bench`. `client` runs batches on a `session` and `output` prints;
//! `shell` is the interactive part. Start reading at `run`.
//!
//! Failures end as `client::Failure`: exit code 1 for a failed script or batch under `-b`, 2 for
//! wrong options, 128 plus the number for a signal.
#![expect(clippy::print_stderr, reason = "a command line tool talks to its terminal")]

mod log_output;

mod bench_options;

mod cache_options;

mod serve_options;

mod variables;

mod encoding;

mod destinations;

mod script;

mod edit;

mod colours;

mod screen;

mod text_width;

mod grid;

mod caret;

mod output;

mod session;

mod long_options;

mod sql_options;

mod bcp_options;

mod connect;

mod arguments;

mod os_signal;

mod attention;

mod client;

mod shell;

mod run;

mod bcp;

mod notify;

mod serve;

mod bench;

use arguments::{Command, USAGE};
use client::Failure;
use sluice_allocator::Allocator;
use std::io::Write;
use std::process::ExitCode;

/// Counts the process's heap, so that 'max server memory' governs all of it.
#[global_allocator]
static HEAP: Allocator = sluice_allocator::allocator();

fn main() -> ExitCode {
    sluice_allocator::set_up();
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
        Command::BenchCacheHelp => say(cache_options::USAGE),
        Command::BenchCache(options) => bench::run_cache(&options),
        Command::Serve(options) => serve::run(&options),
        Command::Sql(options) => run::run(&options),
        Command::Bcp(options) => bcp::run(&options),
        Command::BcpHelp => say(bcp_options::USAGE),
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
        Err(Failure::Code(code)) => ExitCode::from(code),
        Err(Failure::Batch) => ExitCode::FAILURE,
        Err(Failure::Outside(message) | Failure::Fatal(message)) => {
            eprintln!("sluice: {message}");
            ExitCode::FAILURE
        }
    }
}
