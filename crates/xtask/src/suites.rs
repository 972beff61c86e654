//! `cargo xtask test ARGUMENTS`: builds the tests as `cargo test ARGUMENTS` does, and runs one test
//! program per processor at a time.
//!
//! `cargo test` runs one program after the other, so that all processors but one idle while the
//! longest test of a program ends, or in a program with a single test. Here each program runs its
//! tests one by one, and another program has the other processor. Programs with the whole engine in
//! them take longest, and are the largest: the largest programs start first.

use crate::workspace;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

/// A test program.
#[derive(Debug, PartialEq, Eq)]
struct Program {
    path: PathBuf,
    /// The folder of its crate, in which cargo runs it.
    folder: PathBuf,
    bytes: u64,
}

/// Builds and runs the tests. Passes a line for each program to `show`, with the output of one that
/// fails. Returns whether all succeeded.
pub fn run(arguments: &[&str], show: impl Fn(String) + Sync) -> Result<bool, String> {
    let mut cargo = workspace::cargo();
    cargo.args(["test", "--no-run", "--message-format", "json-render-diagnostics"]).args(arguments);
    let built = cargo.stderr(Stdio::inherit()).output().map_err(|error| format!("{cargo:?}: {error}"))?;
    if !built.status.success() {
        return Ok(false);
    }
    let mut programs: Vec<Program> = String::from_utf8_lossy(&built.stdout).lines().filter_map(program).collect();
    programs.sort_by_key(|program| std::cmp::Reverse(program.bytes));
    let (waiting, failed) = (Mutex::new(VecDeque::from(programs)), Mutex::new(0));
    let next = || waiting.lock().ok()?.pop_front();
    let work = || {
        while let Some(program) = next() {
            let (line, is_passed) = outcome(&program);
            show(line);
            *failed.lock().expect("no thread panics with the lock") += usize::from(!is_passed);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let failed = failed.into_inner().expect("no thread panics with the lock");
    Ok(failed == 0)
}

/// Returns the test program that a message of cargo names. Other messages name none.
fn program(message: &str) -> Option<Program> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    if message["profile"]["test"] != true {
        return None;
    }
    let path = PathBuf::from(message["executable"].as_str()?);
    let folder = PathBuf::from(message["manifest_path"].as_str()?).parent()?.to_owned();
    let bytes = std::fs::metadata(&path).map_or(0, |found| found.len());
    Some(Program { path, folder, bytes })
}

/// Runs a program. Returns its line, and whether its tests passed.
fn outcome(program: &Program) -> (String, bool) {
    let began = Instant::now();
    let name = program.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = program.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut command = Command::new(&program.path);
    let ended = command.args(["--quiet", "--test-threads=1"]).current_dir(&program.folder).output();
    let took = format!("{folder}: {name}, {} s", began.elapsed().as_secs());
    match ended {
        Ok(output) if output.status.success() => (format!("ok {took}"), true),
        Ok(output) => {
            let [out, error] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
            (format!("{out}\n{error}\nFAILED {took}: {}", output.status), false)
        }
        Err(error) => (format!("FAILED {took}: {error}"), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_test_programs_are_run() {
        let message = |is_test: bool, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/x/crates/wal/Cargo.toml","profile":{{"test":{is_test}}},"executable":{executable}}}"#
            )
        };
        let found = program(&message(true, r#""/x/target/debug/deps/it-1""#)).expect("a program");
        let (path, folder) = ("/x/target/debug/deps/it-1".into(), "/x/crates/wal".into());
        assert_eq!(found, Program { path, folder, bytes: 0 });
        // A program of the workspace, a library, another message.
        let others = [message(false, r#""/x/target/debug/sluice""#), message(true, "null"), "{}".to_owned()];
        assert!(others.iter().all(|other| program(other).is_none()));
    }

    #[test]
    fn failing_program_is_reported_with_its_output() {
        let run = |path: &str| outcome(&Program { path: path.into(), folder: "/".into(), bytes: 0 });
        assert!(run("/bin/true").1);
        let (line, is_passed) = run("/bin/false");
        assert!(!is_passed && line.contains("FAILED"), "{line}");
        assert!(!run("/nowhere/at/all").1);
    }
}
