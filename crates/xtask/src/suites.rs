//! `cargo xtask test ARGUMENTS`: builds the tests as `cargo test ARGUMENTS` does, and runs a part
//! of a test program per processor at a time.
//!
//! `cargo test` runs one program after the other, so that all processors but one idle while the
//! longest test of a program ends, or in a program with a single test. Here a program's tests are
//! cut into parts. Each part is a process that runs its tests one by one, and another part has the
//! other processor. Programs with the whole engine in them take longest, and are the largest: their
//! parts start first.

use crate::workspace;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

/// The number of tests that a process runs. Shorter parts balance the processors better; each costs
/// the start of a process.
const PART_TESTS: usize = 60;

/// A test program.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Program {
    path: PathBuf,
    /// The folder of its crate, in which cargo runs it.
    folder: PathBuf,
    bytes: u64,
}

/// Tests of one program.
struct Part {
    program: Program,
    /// The number of the part in its program, from 1.
    number: usize,
    /// The number of its tests.
    count: usize,
    /// The full names of the program's other tests. All test harnesses can skip many tests; not all
    /// can select many.
    skipped: Vec<String>,
}

/// Builds and runs the tests. Passes a line for each part to `show`, with the output of one that
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
    let mut waiting = VecDeque::new();
    for program in programs {
        waiting.extend(parts(program)?);
    }
    let (waiting, failed) = (Mutex::new(waiting), Mutex::new(0));
    let next = || waiting.lock().ok()?.pop_front();
    let work = || {
        while let Some(part) = next() {
            let (line, is_passed) = outcome(&part);
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

/// Returns the parts of a program, in the order of its tests. A program without tests has none.
/// Fails if the program can't list its tests.
fn parts(program: Program) -> Result<Vec<Part>, String> {
    let shown = program.path.display();
    let mut command = Command::new(&program.path);
    let listed = command.args(["--list", "--format", "terse"]).current_dir(&program.folder).output();
    let listed = listed.map_err(|error| format!("{shown}: {error}"))?;
    if !listed.status.success() {
        return Err(format!("{shown} --list: {}", listed.status));
    }
    let lines = String::from_utf8_lossy(&listed.stdout);
    let tests: Vec<String> = lines.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect();
    let part = |(place, chosen): (usize, &[String])| {
        let begin = place * PART_TESTS;
        let skipped = [&tests[..begin], &tests[begin + chosen.len()..]].concat();
        Part { program: program.clone(), number: place + 1, count: chosen.len(), skipped }
    };
    Ok(tests.chunks(PART_TESTS).enumerate().map(part).collect())
}

/// Runs a part. Returns its line, and whether its tests passed.
fn outcome(part: &Part) -> (String, bool) {
    let Part { program, number, count, skipped } = part;
    let began = Instant::now();
    let name = program.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = program.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut command = Command::new(&program.path);
    command.args(["--quiet", "--test-threads=1", "--exact"]);
    for test in skipped {
        command.args(["--skip", test]);
    }
    let ended = command.current_dir(&program.folder).output();
    let took = format!("{folder}: {name}, part {number} of {count} tests, {} s", began.elapsed().as_secs());
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

    fn at(path: &str) -> Program {
        Program { path: path.into(), folder: "/".into(), bytes: 0 }
    }

    #[test]
    fn parts_have_each_test_once() {
        let own = std::env::current_exe().expect("the path of this program");
        let parts = parts(at(&own.to_string_lossy())).expect("its tests");
        let (number, all) = (parts.len(), parts.iter().map(|part| part.count).sum::<usize>());
        assert!(parts.iter().map(|part| part.number).eq(1..=number));
        assert!(parts.iter().all(|part| part.count + part.skipped.len() == all));
        // A test is skipped by all parts but its own.
        let mut skips = std::collections::HashMap::new();
        for test in parts.iter().flat_map(|part| &part.skipped) {
            *skips.entry(test.as_str()).or_insert(0) += 1;
        }
        assert!(number == 1 || skips.len() == all);
        assert!(skips.values().all(|times| *times == number - 1), "{skips:?}");
    }

    #[test]
    fn program_that_lists_no_tests_is_an_error() {
        assert!(parts(at("/bin/false")).is_err());
        assert!(parts(at("/nowhere/at/all")).is_err());
    }

    #[test]
    fn failing_program_is_reported_with_its_output() {
        let run = |path: &str| outcome(&Part { program: at(path), number: 1, count: 0, skipped: Vec::new() });
        assert!(run("/bin/true").1);
        let (line, is_passed) = run("/bin/false");
        assert!(!is_passed && line.contains("FAILED"), "{line}");
        assert!(!run("/nowhere/at/all").1);
    }
}
