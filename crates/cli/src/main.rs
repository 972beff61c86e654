//! The binary `sluice`. It reads options and scripts, and prints; the engine does the rest.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool talks to its terminal")]

mod arguments;

mod variables;

mod script;

mod colours;

mod output;

mod client;

mod shell;

mod run;

use arguments::{Command, USAGE};
use client::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let command = match arguments::parse(lexopt::Parser::from_env()) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("sluice: {error}\nsluice --help lists the options");
            return ExitCode::from(2);
        }
    };
    match command {
        Command::Help => print!("{USAGE}"),
        Command::Version => println!("sluice {}", env!("CARGO_PKG_VERSION")),
        Command::Sql(options) => {
            return match run::run(options) {
                Ok(()) | Err(Failure::Silent) => ExitCode::SUCCESS,
                Err(Failure::Batch) => ExitCode::FAILURE,
                Err(Failure::Outside(message)) => {
                    eprintln!("sluice: {message}");
                    ExitCode::FAILURE
                }
            };
        }
    }
    ExitCode::SUCCESS
}
