//! `cargo xtask coverage`: measures the lines of the binder that the corpus of generated programs
//! reaches.
//!
//! The command needs `rustup component add llvm-tools`. The instrumented build (`-C
//! instrument-coverage`) goes to `target/coverage`.

use crate::workspace;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Measures the coverage. Passes a line per file, least covered first, and a line for all files to
/// `show`. Returns whether the bar is met.
pub fn run(show: impl Fn(String)) -> Result<bool, String> {
    let root = workspace::root();
    let tools = tools(&root)?;
    let folder = root.join("target/coverage");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let binary = built(&root, &folder)?;
    let (raw, merged) = (folder.join("corpus.profraw"), folder.join("corpus.profdata"));
    let mut test = Command::new(&binary);
    test.arg(TEST).current_dir(root.join("crates/sim")).env("LLVM_PROFILE_FILE", &raw);
    output(&mut test)?;
    let mut merge = Command::new(tools.join("llvm-profdata"));
    output(merge.args(["merge", "-sparse", "-o"]).args([&merged, &raw]))?;
    let mut export = Command::new(tools.join("llvm-cov"));
    export.args(["export", "-summary-only", "-instr-profile"]).arg(&merged).arg(&binary);
    let report = output(export.arg("--sources").arg(root.join(SOURCES)))?;
    let report: serde_json::Value = serde_json::from_str(&report).map_err(|error| format!("llvm-cov: {error}"))?;
    let data = &report["data"][0];
    let mut files: Vec<(f64, &str)> = data["files"].as_array().into_iter().flatten().filter_map(file).collect();
    files.sort_by(|one, other| one.0.total_cmp(&other.0));
    for (percent, name) in files {
        show(format!("{percent:6.2} % {}", name.trim_start_matches(&*root.to_string_lossy())));
    }
    let total = data["totals"]["lines"]["percent"].as_f64().ok_or("llvm-cov reports no total")?;
    let verdict = if total >= LEAST { "PASS " } else { "SHORT" };
    show(format!("{verdict} lines of the binder that the corpus reaches: {total:.2} % (at least {LEAST} %)"));
    Ok(total >= LEAST)
}

fn file(of: &serde_json::Value) -> Option<(f64, &str)> {
    Some((of["summary"]["lines"]["percent"].as_f64()?, of["filename"].as_str()?))
}

/// Returns the folder of the compiler's own LLVM tools.
fn tools(root: &Path) -> Result<PathBuf, String> {
    let libraries = output(Command::new("rustc").args(["--print", "target-libdir"]).current_dir(root))?;
    let tools = Path::new(libraries.trim()).with_file_name("bin");
    match tools.join("llvm-profdata").exists() || tools.join("llvm-profdata.exe").exists() {
        true => Ok(tools),
        false => Err(format!("{} has no llvm-profdata: rustup component add llvm-tools", tools.display())),
    }
}

/// Builds the test and returns its path.
fn built(root: &Path, folder: &Path) -> Result<PathBuf, String> {
    let mut cargo = workspace::cargo();
    cargo.args(["test", "--quiet", "--no-run", "-p", "sluice-sim", "--test", "programs"]);
    cargo.args(["--message-format", "json"]).current_dir(root).env("CARGO_TARGET_DIR", folder);
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "0").env("RUSTFLAGS", "-C instrument-coverage");
    let messages = output(&mut cargo)?;
    let message = |line: &str| serde_json::from_str::<serde_json::Value>(line).ok();
    let mut path = messages.lines().filter_map(message).filter_map(|one| Some(one["executable"].as_str()?.to_owned()));
    path.next_back().map(PathBuf::from).ok_or_else(|| "cargo built no test".to_owned())
}

/// Runs a command that must succeed. Returns its standard output.
fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

const TEST: &str = "programs_of_the_corpus_do_not_panic";
const SOURCES: &str = "crates/binder/src";
/// The minimum percentage of covered lines.
const LEAST: f64 = 90.0;
