//! `cargo xtask NAME`: prints a tool's findings. The exit code is 0 if there are none, 1 if there
//! are some, and 2 if the tool fails or the arguments are wrong.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool talks to its terminal")]

use std::process::ExitCode;
use xtask::{accept, coverage, definitions, deps, mutants, suites, tables, tidy, views, workspace};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["tidy"] => run_tidy(),
        ["deps"] => run_deps(),
        ["test", rest @ ..] => suites::run(rest, |line| println!("{line}")),
        ["coverage"] => coverage::run(|line| println!("{line}")),
        ["definitions", seed, count] => definitions::run(&workspace::root(), seed, count, |line| println!("{line}")),
        ["table", name, source] => tables::write(&workspace::root(), name, source).map(|()| true),
        ["views", folder] => views::run(std::path::Path::new(folder), |line| println!("{line}")),
        ["mutants", "storage", names @ ..] => mutants::run(names, |line| println!("{line}")),
        ["accept", name, rest @ ..] => accept::run(name, rest, |line| println!("{line}")),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run_tidy() -> Result<bool, String> {
    let report = tidy::check(&workspace::root())?;
    for finding in &report.findings {
        println!("{finding}");
    }
    let sizes = &report.sizes;
    println!("{} files, {} lines: median {}, p90 {}", sizes.files, sizes.lines, sizes.median, sizes.p90);
    println!("longest file: {} lines, {}", sizes.longest.0, sizes.longest.1);
    println!(
        "longest function: {} lines, {} ({} over 50)",
        sizes.longest_function.0, sizes.longest_function.1, sizes.long_functions
    );
    println!("largest crate: {} product lines, {}", sizes.largest_crate.0, sizes.largest_crate.1);
    println!("{} sentences of more than 30 words", report.long_sentences.0);
    Ok(report.findings.is_empty())
}

fn run_deps() -> Result<bool, String> {
    let breaches = deps::check(&workspace::root())?;
    for breach in &breaches {
        println!("{breach}");
    }
    Ok(breaches.is_empty())
}

const USAGE: &str = "\
usage: cargo xtask tidy | test [ARGUMENTS] | deps | coverage | accept NAME [PART] [scale=SHARE] | table NAME FILE |
       definitions SEED COUNT | views FOLDER | mutants storage [NAME …]";
