//! DuckDB, which a program in Python runs: `duckdb.py`, beside this file. The user's Python has the
//! module `duckdb`.

use super::compare::Cell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A process with a database in memory. The text `.new` makes it an empty one.
pub(super) struct DuckDb {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl DuckDb {
    /// Starts a process. `python` is the interpreter's path.
    pub(super) fn start(python: &str) -> Result<DuckDb, String> {
        let failed = |error: std::io::Error| format!("{python}: {error}");
        let mut process = Command::new(python)
            .args(["-c", BRIDGE])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(format!("{python} has no pipes"));
        };
        let mut started = DuckDb { process, input, output: BufReader::new(output) };
        started.run("SELECT 1")?.map(|_| started)
    }

    /// Runs a text and returns the rows of its last statement, or DuckDB's message. Fails if the
    /// process has ended.
    pub(super) fn run(&mut self, text: &str) -> Result<Result<Vec<Vec<Cell>>, String>, String> {
        let failed = |error: std::io::Error| format!("DuckDB's process: {error}");
        writeln!(self.input, "{text}").and_then(|()| self.input.flush()).map_err(failed)?;
        let mut rows = Vec::new();
        let mut line = String::new();
        loop {
            line.clear();
            if self.output.read_line(&mut line).map_err(failed)? == 0 {
                return Err(format!("DuckDB's process has ended at {text}"));
            }
            let line = line.trim_end_matches('\n');
            match line.strip_prefix('!') {
                Some(message) => return Ok(Err(message.to_owned())),
                None if line == "." => return Ok(Ok(rows)),
                None => rows.push(line.split('\t').map(cell).collect()),
            }
        }
    }
}

impl Drop for DuckDb {
    fn drop(&mut self) {
        // The process may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn cell(text: &str) -> Cell {
    match text.split_at_checked(1) {
        Some(("t", text)) => Cell::Text(text.to_owned()),
        Some(("n", number)) => Cell::Number(number.parse().unwrap_or(f64::NAN)),
        _ => Cell::Null,
    }
}

const BRIDGE: &str = include_str!("duckdb.py");
