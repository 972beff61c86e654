//! The real binary, run as a child process: what a user waits for, what it holds, and what a SIGKILL leaves.

use sluice_base::clock::Clock;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// Where the binary is, and where its data goes.
#[derive(Clone, Debug)]
pub struct Program {
    /// The binary `sluice`.
    pub binary: PathBuf,
    /// The data folder.
    pub data: PathBuf,
}

/// What a start cost.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Milliseconds from the start of the process to the first answer.
    pub first_answer_ms: f64,
    /// The most memory it held until then, in MB of 2^20 bytes.
    pub memory_mb: f64,
}

impl Program {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.binary);
        command.arg("sql").arg("--data").arg(&self.data).args(["-h", "-1", "-W"]);
        command
    }

    /// Runs scripts to their end and gives what they printed.
    pub fn run(&self, arguments: &[&str]) -> Result<String, String> {
        let output = self.command().args(arguments).stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if !output.status.success() {
            return Err(format!("{}: {text}{}", output.status, String::from_utf8_lossy(&output.stderr)));
        }
        Ok(text)
    }

    /// The values that a query of one column gives.
    pub fn column(&self, query: &str) -> Result<Vec<i64>, String> {
        let text = self.run(&["-b", "-Q", &format!("SET NOCOUNT ON; {query}")])?;
        let value = |line: &str| line.trim().parse().map_err(|_| format!("'{line}' is not a number, in: {text}"));
        text.lines().filter(|line| !line.trim().is_empty()).map(value).collect()
    }

    /// Makes a table of one row beside the large one, for [`Program::start`] to ask.
    pub fn prepare_start(&self) -> Result<(), String> {
        self.run(&["-b", "-Q", "USE PerformanceV3; CREATE TABLE dbo.One(n INT NOT NULL); INSERT dbo.One VALUES(1);"])
            .map(|_| ())
    }

    /// Starts on the existing folder, asks for a row of a table, and looks at the process while it waits for more.
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

    /// Starts on the existing folder, runs a batch that gives one number, and looks at the process: the number, and the most
    /// memory that it held until then, in MB of 2^20 bytes.
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

    /// Lets the loop insert rows from `first` on, each told by a PRINT once its commit returned, and kills the process
    /// after `after`. The last row that it told, if any.
    pub fn killed_while_inserting(
        &self,
        first: i64,
        after: Duration,
        wait: impl Fn(Duration),
    ) -> Result<Option<i64>, String> {
        let (mut child, answers) = self.interactive()?;
        let mut questions = child.stdin.take().ok_or("no standard input")?;
        let script = format!(
            "SET NOCOUNT ON; USE PerformanceV3;
             DECLARE @i AS INT = {first};
             WHILE 1 = 1
             BEGIN
                 BEGIN TRAN
                 INSERT INTO dbo.T1(col1) VALUES(@i);
                 COMMIT TRAN;
                 PRINT @i;
                 SET @i += 1;
             END;\nGO\n"
        );
        questions.write_all(script.as_bytes()).map_err(|error| error.to_string())?;
        let reader = std::thread::spawn(move || {
            // A line that the kill cut short was not told to anybody.
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
    /// The next line with its end; none at the end of the output.
    fn next_line(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.0.read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(line),
        }
    }
}

/// The most memory a living process held, from the kernel's account of it.
fn peak_memory_mb(process: u32) -> Result<f64, String> {
    let path = format!("/proc/{process}/status");
    let text = std::fs::read_to_string(Path::new(&path)).map_err(|error| format!("{path}: {error}"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    let kb: f64 = line.trim().trim_end_matches(" kB").parse().map_err(|_| format!("VmHWM is '{line}'"))?;
    Ok(kb / 1024.0)
}
