//! `cargo xtask accept NAME`: an issue's acceptance, with a line per figure: PASS or SHORT, the
//! measured quantity, the value, the bar.
//!
//! `sluice-bench` measures the engine and prints lines of the same form. This file has the figures
//! about the project itself. Measure on an idle machine.

use crate::{tidy, workspace};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// A figure about the project.
struct Line {
    met: bool,
    name: &'static str,
    value: String,
    bar: String,
}

/// Measures the figures called `name` and passes each line to `show`. `rest` goes to
/// `sluice-bench`: a part, or `scale=SHARE`. With a `rest`, the figures about the project are left
/// out. Returns whether all bars were met.
pub fn run(name: &str, rest: &[&str], show: impl Fn(String)) -> Result<bool, String> {
    if !NAMES.contains(&name) {
        return Err(format!("no acceptance is called '{name}': there are {}", NAMES.join(", ")));
    }
    let root = workspace::root();
    let target = target_folder(&root)?;
    build(&root, &target, &["sluice-cli", "sluice-bench"])?;
    let mut met = bench(&target.join("release"), name, rest)?;
    if !rest.is_empty() {
        return Ok(met);
    }
    let mut lines = house(&root)?;
    if name == "slice" {
        lines.push(cold_build(&root, &target)?);
    }
    for line in lines {
        let verdict = if line.met { "PASS " } else { "SHORT" };
        show(format!("{verdict} {}: {} ({})", line.name, line.value, line.bar));
        met &= line.met;
    }
    if name == "articles" {
        show(FUZZING.to_owned());
    }
    Ok(met)
}

fn bench(release: &Path, name: &str, rest: &[&str]) -> Result<bool, String> {
    let program = release.join("sluice-bench");
    let status = Command::new(&program).arg(name).arg(release.join("sluice")).args(rest).status();
    match status.map_err(|error| format!("{}: {error}", program.display()))?.code() {
        Some(0) => Ok(true),
        Some(1) => Ok(false),
        _ => Err("sluice-bench could not measure".to_owned()),
    }
}

fn house(root: &Path) -> Result<Vec<Line>, String> {
    let report = tidy::check(root)?;
    let tidiness = Line {
        met: report.findings.is_empty(),
        name: "tidy: breaches",
        value: report.findings.len().to_string(),
        bar: "none".to_owned(),
    };
    let median = Line {
        met: report.sizes.median <= MEDIAN_LINES,
        name: "median file",
        value: format!("{} lines of {} files", report.sizes.median, report.sizes.files),
        bar: format!("at most {MEDIAN_LINES} lines"),
    };
    Ok(vec![tidiness, median])
}

/// Builds the binary from scratch.
fn cold_build(root: &Path, target: &Path) -> Result<Line, String> {
    let cold = target.join("cold-build");
    clear(&cold)?;
    let start = Instant::now();
    build(root, &cold, &["sluice-cli"])?;
    let seconds = start.elapsed().as_secs();
    clear(&cold)?;
    Ok(Line {
        met: seconds <= COLD_BUILD_S,
        name: "cold release build",
        value: format!("{seconds} s"),
        bar: format!("at most {COLD_BUILD_S} s"),
    })
}

fn build(root: &Path, target: &Path, packages: &[&str]) -> Result<(), String> {
    let mut command = workspace::cargo();
    command.args(["build", "--quiet", "--release", "--locked"]).current_dir(root).env("CARGO_TARGET_DIR", target);
    for package in packages {
        command.args(["--package", package]);
    }
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the build of {packages:?} failed: {status}")),
        Err(error) => Err(format!("could not run cargo: {error}")),
    }
}

fn target_folder(root: &Path) -> Result<PathBuf, String> {
    let metadata = workspace::metadata(root, &["--no-deps"])?;
    let folder = metadata["target_directory"].as_str().ok_or("cargo metadata names no target folder")?;
    Ok(PathBuf::from(folder))
}

fn clear(folder: &Path) -> Result<(), String> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(format!("{}: {error}", folder.display())),
        _ => Ok(()),
    }
}

/// The `-quick` variants are small, to verify that the measurement works.
const NAMES: [&str; 10] = [
    "slice",
    "slice-quick",
    "storage",
    "storage-quick",
    "articles",
    "articles-quick",
    "sessions",
    "sessions-quick",
    "truths",
    "truths-quick",
];
/// Fuzzing takes half an hour and a nightly compiler, so only a reminder is printed.
const FUZZING: &str = "NOTE  the parser's fuzzer is not run here: cd fuzz && mkdir -p found/parse && \
    cargo +nightly fuzz run parse found/parse corpus/parse -- -max_total_time=1800";
const MEDIAN_LINES: usize = 150;
const COLD_BUILD_S: u64 = 180;
