//! Runs the real binary as a child process: its response time, its memory, and its data after
//! SIGKILL.

use sluice_base::clock::Clock;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The binary and its data folder.
#[derive(Clone, Debug)]
pub struct Program {
    /// The binary `sluice`.
    pub binary: PathBuf,
    /// The data folder.
    pub data: PathBuf,
}

/// The cost of a start.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Milliseconds from the start of the process to the first answer.
    pub first_answer_ms: f64,
    /// The peak memory up to then, in MB of 2^20 bytes.
    pub memory_mb: f64,
}

impl Program {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.binary);
        command.arg("sql").arg("--data").arg(&self.data).args(["-h", "-1", "-W"]);
        command
    }

    /// Runs `sluice sql` with further arguments to its end. Returns its standard output. Fails with
    /// both outputs if it ends with an exit code other than 0.
    pub fn run(&self, arguments: &[&str]) -> Result<String, String> {
        let output = self.command().args(arguments).stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if !output.status.success() {
            return Err(format!("{}: {text}{}", output.status, String::from_utf8_lossy(&output.stderr)));
        }
        Ok(text)
    }

    /// Returns the values of a query with one column of integers.
    pub fn column(&self, query: &str) -> Result<Vec<i64>, String> {
        let text = self.run(&["-b", "-Q", &format!("SET NOCOUNT ON; {query}")])?;
        let value = |line: &str| line.trim().parse().map_err(|_| format!("'{line}' is not a number, in: {text}"));
        text.lines().filter(|line| !line.trim().is_empty()).map(value).collect()
    }

    /// Creates a table of one row, which [`Program::start`] queries.
    pub fn prepare_start(&self) -> Result<(), String> {
        self.run(&["-b", "-Q", "USE PerformanceV3; CREATE TABLE dbo.One(n INT NOT NULL); INSERT dbo.One VALUES(1);"])
            .map(|_| ())
    }

    /// Starts on the existing folder, queries a row, and reads the waiting process's memory.
    pub fn start(&self, clock: &dyn Clock) -> Result<Start, String> {
        let begun = clock.monotonic_ns();
        let (mut child, mut answers) = self.interactive()?;
        let mut questions = child.stdin.take().ok_or("no standard input")?;
        let ask = "SET NOCOUNT ON; SELECT n FROM PerformanceV3.dbo.One;\nGO\n";
        questions.write_all(ask.as_bytes()).map_err(|error| error.to_string())?;
        let mut answer = String::new();
        answers.read_line(&mut answer).map_err(|error| error.to_string())?;
        let first_answer_ms = (clock.monotonic_ns() - begun) as f64 / 1e6;
        answer.trim().parse::<u64>().map_err(|_| format!("'{answer}' is no answer"))?;
        let memory_mb = peak_memory_mb(child.id())?;
        drop(questions);
        child.wait().map_err(|error| error.to_string())?;
        Ok(Start { first_answer_ms, memory_mb })
    }

    /// Starts on the existing folder and runs a batch that returns one number. Returns the number,
    /// and the process's peak memory in MB of 2^20 bytes.
    pub fn peak_memory_of(&self, batch: &str) -> Result<(i64, f64), String> {
        let (mut child, mut answers) = self.interactive()?;
        let mut questions = child.stdin.take().ok_or("no standard input")?;
        questions.write_all(format!("SET NOCOUNT ON;\n{batch}\nGO\n").as_bytes()).map_err(|error| error.to_string())?;
        let mut answer = String::new();
        answers.read_line(&mut answer).map_err(|error| error.to_string())?;
        let number = answer.trim().parse().map_err(|_| format!("'{answer}' is no number"))?;
        let memory_mb = peak_memory_mb(child.id())?;
        drop(questions);
        child.wait().map_err(|error| error.to_string())?;
        Ok((number, memory_mb))
    }

    fn interactive(&self) -> Result<(Child, BufReader<ChildStdout>), String> {
        let mut child = self
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{}: {error}", self.binary.display()))?;
        let answers = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        Ok((child, answers))
    }

    /// Inserts rows from `first` on, each into `dbo.T1` of all these databases in one transaction,
    /// with a PRINT after each commit. Kills the process after `after`. Returns the last
    /// acknowledged row, if any.
    pub fn killed_while_inserting(
        &self,
        databases: &[&str],
        first: i64,
        after: Duration,
        wait: impl Fn(Duration),
    ) -> Result<Option<i64>, String> {
        let (mut child, answers) = self.interactive()?;
        let mut questions = child.stdin.take().ok_or("no standard input")?;
        let insert = |database: &&str| format!("INSERT INTO {database}.dbo.T1(col1) VALUES(@i);");
        let inserts: String = databases.iter().map(insert).collect();
        let script = format!(
            "SET NOCOUNT ON; USE PerformanceV3;
             DECLARE @i AS INT = {first};
             WHILE 1 = 1
             BEGIN
                 BEGIN TRAN
                 {inserts}
                 COMMIT TRAN;
                 PRINT @i;
                 SET @i += 1;
             END;\nGO\n"
        );
        questions.write_all(script.as_bytes()).map_err(|error| error.to_string())?;
        let reader = std::thread::spawn(move || {
            // A line cut short by the kill doesn't count as acknowledged.
            let whole = |line: &String| line.ends_with('\n');
            let mut lines = Lines(answers);
            std::iter::from_fn(|| lines.next_line())
                .take_while(whole)
                .filter_map(|line| line.trim().parse().ok())
                .last()
        });
        wait(after);
        child.kill().map_err(|error| error.to_string())?;
        child.wait().map_err(|error| error.to_string())?;
        reader.join().map_err(|_| "the reader of the output failed".to_owned())
    }
}

struct Lines(BufReader<ChildStdout>);

impl Lines {
    /// Returns the next line with its end; `None` at the end of the output.
    fn next_line(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.0.read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(line),
        }
    }
}

/// Returns the peak memory of a running process, from `/proc`.
fn peak_memory_mb(process: u32) -> Result<f64, String> {
    let path = format!("/proc/{process}/status");
    let text = std::fs::read_to_string(Path::new(&path)).map_err(|error| format!("{path}: {error}"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    let kb: f64 = line.trim().trim_end_matches(" kB").parse().map_err(|_| format!("VmHWM is '{line}'"))?;
    Ok(kb / 1024.0)
}
