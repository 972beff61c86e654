//! A thousand databases in one instance: `sluice-bench thousand BINARY [disk|memory] [COUNT]`.
//!
//! The instance is the binary as a separate process with at most `FILES_MAX` open files. The
//! databases are created one by one, then the process is left alone, ended and started again, and
//! killed with `DIRTY` changed databases.

use crate::figure::Figure;
use crate::served::{memory_kb, spent_s};
use sluice_base::clock::{Clock, SystemClock, sleep};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The storage of the databases' files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Medium {
    /// A folder on disk.
    Disk,
    /// The instance's memory.
    Memory,
}

/// Measures an instance with `count` databases, at least one. In memory, only creating them and the
/// idle instance are measured. The folder is new.
pub fn measure(binary: &Path, folder: &Path, medium: Medium, count: u32) -> Result<Vec<Figure>, String> {
    let clock = SystemClock::new();
    let start = || Running::start(binary, folder, medium, &clock);
    let (mut running, _makes_instance) = start()?;
    let created_ms: Result<Vec<f64>, String> = (1..=count)
        .map(|number| running.timed(&clock, &format!("CREATE DATABASE d{number}"), "1").map(|(took, _)| took))
        .collect();
    let mut created_ms = created_ms?;
    created_ms.sort_by(f64::total_cmp);
    let bar = if medium == Medium::Disk { 25.0 } else { 5.0 };
    let (middle, slowest) = (created_ms[created_ms.len() / 2], created_ms[created_ms.len() - 1]);
    let mean = created_ms.iter().sum::<f64>() / f64::from(count);
    let mut figures = vec![
        Figure::at_most("CREATE DATABASE in the middle", middle, bar, "ms"),
        Figure::at_most("CREATE DATABASE on average", mean, bar, "ms"),
        Figure::at_most(&format!("CREATE DATABASE, the slowest of {count}"), slowest, 10.0 * bar, "ms"),
    ];
    for number in 1..=DIRTY.min(count) {
        running.ask(&format!("CREATE TABLE d{number}.dbo.t (n int NOT NULL)"), "1")?;
    }
    figures.extend(running.idle(medium)?);
    if medium == Medium::Memory {
        return Ok(figures);
    }
    running.end()?;
    let (mut running, took_ms) = start()?;
    figures.push(Figure::at_most("the start after a clean end", took_ms, 50.0, "ms"));
    let listed = running.ask("", "(SELECT COUNT(*) FROM sys.databases WHERE name LIKE 'd[0-9]%')")?;
    figures.push(Figure::holds("databases listed", listed == count.to_string(), listed, "all of them"));
    for number in 1..=DIRTY.min(count) {
        let delayed = if number % 2 == 0 { "COMMIT WITH (DELAYED_DURABILITY = ON)" } else { "COMMIT" };
        running.ask(
            &format!(
                "ALTER DATABASE d{number} SET DELAYED_DURABILITY = ALLOWED;
                 BEGIN TRAN; INSERT d{number}.dbo.t VALUES ({number}); {delayed};"
            ),
            "1",
        )?;
    }
    running.kill()?;
    let (mut running, took_ms) = start()?;
    figures.push(Figure::at_most(&format!("the start after kill -9 with {DIRTY} dirty"), took_ms, 50.0, "ms"));
    let (took_ms, _) = running.timed(&clock, "", "(SELECT n FROM d1.dbo.t)")?;
    figures.push(Figure::at_most("the first use of a dirty database then", took_ms, 50.0, "ms"));
    let mut lost = 0;
    for number in 1..=DIRTY.min(count) {
        let found = running.ask("", &format!("(SELECT COUNT(*) FROM d{number}.dbo.t WHERE n = {number})"))?;
        lost += u32::from(found != "1");
    }
    figures.push(Figure::at_most("acknowledged rows lost", f64::from(lost), 0.0, ""));
    running.end()?;
    Ok(figures)
}

/// A running instance with one session.
struct Running {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Running {
    /// Starts the process. Returns it and the milliseconds until its first answer.
    fn start(binary: &Path, folder: &Path, medium: Medium, clock: &dyn Clock) -> Result<(Running, f64), String> {
        let begun = clock.monotonic_ns();
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -n {FILES_MAX}; exec \"$0\" \"$@\"")]).arg(binary).arg("sql");
        match medium {
            Medium::Disk => command.arg("--data").arg(folder),
            Medium::Memory => command.arg("--memory"),
        };
        let mut child = command
            .args(["-h", "-1", "-W"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", binary.display()))?;
        let questions = child.stdin.take().ok_or("no standard input")?;
        let answers = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        let mut running = Running { child, questions, answers };
        running.ask("", "1")?;
        Ok((running, (clock.monotonic_ns() - begun) as f64 / 1e6))
    }

    /// Runs a batch and reads the value of `expression`.
    fn ask(&mut self, batch: &str, expression: &str) -> Result<String, String> {
        let text = format!("SET NOCOUNT ON; {batch}\nGO\nSELECT {expression};\nGO\n");
        self.questions.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer).map_err(|error| error.to_string())?;
        let is_number = answer.trim().parse::<i64>().is_ok();
        if is_number { Ok(answer.trim().to_owned()) } else { Err(format!("'{batch}' is answered by '{answer}'")) }
    }

    /// Asks, and returns the milliseconds and the answer.
    fn timed(&mut self, clock: &dyn Clock, batch: &str, expression: &str) -> Result<(f64, String), String> {
        let begun = clock.monotonic_ns();
        let answer = self.ask(batch, expression)?;
        Ok(((clock.monotonic_ns() - begun) as f64 / 1e6, answer))
    }

    /// Leaves the instance alone. Returns its memory and its share of a processor.
    fn idle(&self, medium: Medium) -> Result<Vec<Figure>, String> {
        sleep(SETTLING);
        let spent = || spent_s(self.child.id()).ok_or("the process has no times in /proc");
        let before = spent()?;
        sleep(IDLE);
        let share = (spent()? - before) / IDLE.as_secs_f64() * 100.0;
        let bar = if medium == Medium::Disk { 100.0 } else { 400.0 };
        Ok(vec![
            Figure::at_most("resident memory when idle", memory_kb(self.child.id())? as f64 / 1024.0, bar, "MB"),
            Figure::at_most("share of a core when idle", share, 1.0, "%"),
        ])
    }

    /// Ends the process properly.
    fn end(self) -> Result<(), String> {
        let Running { mut child, questions, .. } = self;
        drop(questions);
        let status = child.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("the process ended with {status}")) }
    }

    /// Kills the process.
    fn kill(mut self) -> Result<(), String> {
        self.child.kill().and_then(|()| self.child.wait()).map(drop).map_err(|error| error.to_string())
    }
}

const FILES_MAX: u32 = 1024;
const DIRTY: u32 = 100;
/// The time after the last statement until an instance counts as idle.
const SETTLING: Duration = Duration::from_secs(15);
const IDLE: Duration = Duration::from_secs(20);
