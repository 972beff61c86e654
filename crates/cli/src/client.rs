//! Runs batches from scripts and standard input on a session and prints their results.

use crate::attention::Attention;
use crate::output::Printer;
use crate::script::{Reader, Step};
use crate::session::Session;
use crate::variables::Variables;
use sluice_base::sync::Arc;
use sluice_engine::script::Batch;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// The reason why the program ends early, with the message for the user.
pub(crate) enum Failure {
    /// A failure outside the scripts: a file, the folder, the output.
    Outside(String),
    /// An error of a batch under `-b` or `:on error exit`.
    Batch,
    /// The script ends with this exit code.
    Code(u8),
    /// The reader of the output has closed the pipe.
    Silent,
    /// A signal ended the process.
    Signal(i32),
}

impl Failure {
    /// Returns the failure for an error of standard output: silent for a closed pipe, reported for
    /// others such as a full disk.
    pub(crate) fn of_output(error: &std::io::Error) -> Failure {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::Silent,
            _ => Failure::Outside(format!("could not write to the standard output: {error}")),
        }
    }
}

pub(crate) struct Client<W: Write> {
    pub(crate) session: Session,
    pub(crate) printer: Printer<W>,
    /// The values of `$(NAME)`.
    pub(crate) variables: Variables,
    stop_on_error: bool,
    /// Whether lines of scripts are printed.
    pub(crate) echo: bool,
    depth: u32,
    attention: Arc<Attention>,
}

impl<W: Write> Client<W> {
    pub(crate) fn new(
        session: Session,
        printer: Printer<W>,
        stop_on_error: bool,
        attention: Arc<Attention>,
    ) -> Client<W> {
        Client { session, printer, variables: Variables::default(), stop_on_error, echo: false, depth: 0, attention }
    }

    pub(crate) fn enter(&mut self, name: &str) -> Result<(), Failure> {
        let text = format!("USE [{}]", name.replace(']', "]]"));
        self.batch(&Batch { text, first_line: 1, count: 1 })?;
        if self.session.database_name().eq_ignore_ascii_case(name) { Ok(()) } else { Err(Failure::Batch) }
    }

    /// Runs a script. Returns whether it requested the end of input.
    pub(crate) fn file(&mut self, path: &Path) -> Result<bool, Failure> {
        let file = open_script(path)?;
        if self.depth == NESTING_MAX {
            return Err(Failure::Outside(format!("'{}': :r is nested more than {NESTING_MAX} deep", path.display())));
        }
        self.depth += 1;
        let outcome = self.lines(BufReader::new(file), path, false);
        self.depth -= 1;
        outcome
    }

    /// Runs the lines of `input`, with a prompt for each line if `prompt`. Returns whether the
    /// input requested the end.
    pub(crate) fn lines(&mut self, mut input: impl BufRead, name: &Path, prompt: bool) -> Result<bool, Failure> {
        let (mut reader, mut line, mut number) = (Reader::default(), String::new(), 0u64);
        let mut line_of_batch = 0u64;
        loop {
            if prompt {
                line_of_batch = if reader.is_empty() { 1 } else { line_of_batch + 1 };
                self.prompt(line_of_batch);
            }
            line.clear();
            number += 1;
            match input.read_line(&mut line) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) => return Err(Failure::Outside(format!("could not read '{}': {error}", name.display()))),
            }
            let text = if number == 1 { line.strip_prefix('\u{feff}').unwrap_or(&line) } else { &line };
            if self.echo {
                self.printer.say(text.trim_end_matches(['\r', '\n']));
            }
            let step = reader
                .line(text, &mut self.variables)
                .map_err(|what| Failure::Outside(format!("{}, line {number}: {what}", name.display())))?;
            if let Some(step) = step
                && self.take(step)?
            {
                return Ok(true);
            }
        }
        match reader.finish() {
            Some(batch) => self.batch(&batch).map(|()| false),
            None => Ok(false),
        }
    }

    /// Executes a step of a script. Returns whether it requested the end of input.
    pub(crate) fn take(&mut self, step: Step) -> Result<bool, Failure> {
        match step {
            Step::Run(batch) => self.batch(&batch)?,
            Step::OnError(stop) => self.stop_on_error = stop,
            Step::Read(path) => return self.file(&path),
            Step::Exit => return Ok(true),
            Step::Print(text) if text.is_empty() => {}
            Step::Print(text) => self.printer.say(&text),
            Step::Shell(command) => self.shell(&command)?,
            Step::ExitWith(before, query) => return self.exit_with(before, query),
        }
        Ok(false)
    }

    /// Runs a command of the system, unless `-X` disables that
    /// (`tools/sqlcmd/sqlcmd-utility`, -X).
    fn shell(&mut self, command: &str) -> Result<(), Failure> {
        let limits = self.variables.limits;
        if limits.ends_at_disabled {
            return Err(Failure::Outside(DISABLED.to_owned()));
        }
        if limits.is_closed {
            self.printer.say(DISABLED);
            return Ok(());
        }
        self.printer.flush();
        let ran = std::process::Command::new("sh").arg("-c").arg(command).status();
        ran.map(|_| ()).map_err(|error| Failure::Outside(format!("could not run '{command}': {error}")))
    }

    /// Runs the batch before `:exit(QUERY)` and the query. Its exit code is the first column of the
    /// last row; without one, sqlcmd's codes -100 to -102 (`tools/sqlcmd/sqlcmd-commands`, EXIT).
    fn exit_with(&mut self, before: Option<Batch>, query: Option<Batch>) -> Result<bool, Failure> {
        let errors = self.printer.errors();
        if let Some(before) = before {
            self.batch(&before)?;
        }
        let Some(query) = query else { return Ok(true) };
        self.printer.watch_value();
        self.batch(&query)?;
        let code = match self.printer.value() {
            _ if self.printer.errors() > errors => ERROR_BEFORE_VALUE,
            None => NO_ROWS,
            Some(value) => value.trim().parse::<i32>().unwrap_or(NO_NUMBER),
        };
        Err(Failure::Code(code as u8))
    }

    fn batch(&mut self, batch: &Batch) -> Result<(), Failure> {
        for _ in 0..batch.count {
            let errors_before = self.printer.errors();
            self.printer.begin_batch(&batch.text);
            let began_ns = self.attention.now_ns();
            if !self.attention.start("", self.session.stopper()) {
                self.attention.finish();
                return Err(self.ended());
            }
            let outcome = self.session.execute(&batch.text, &mut self.printer);
            let is_stopped = self.attention.finish();
            if is_stopped && self.session.stops_in_silence() && self.printer.terminal().is_some() {
                self.printer.canceled();
            }
            self.printer.end_batch(self.attention.now_ns() - began_ns);
            if self.attention.ending().is_some() {
                return Err(self.ended());
            }
            self.output()?;
            outcome.map_err(Failure::Outside)?;
            if let Some(number) = self.printer.quit() {
                return Err(Failure::Code(number as u8));
            }
            if is_stopped {
                break;
            }
            if self.stop_on_error && self.printer.errors() > errors_before {
                return Err(Failure::Batch);
            }
        }
        self.printer.flush();
        Ok(())
    }

    /// Fails if writing the output failed.
    pub(crate) fn output(&self) -> Result<(), Failure> {
        self.printer.broken().map_or(Ok(()), |error| Err(Failure::of_output(error)))
    }

    /// Prints the result of an internal query, without row counts.
    pub(crate) fn query(&mut self, query: &str) -> Result<(), String> {
        self.printer.begin_batch(query);
        self.printer.set_counting(false);
        let outcome = self.session.execute(query, &mut self.printer);
        self.printer.set_counting(true);
        self.printer.flush();
        outcome
    }

    fn ended(&self) -> Failure {
        Failure::Signal(self.attention.ending().unwrap_or_default())
    }

    /// Prints sqlcmd's prompt: the number of the line in its batch.
    fn prompt(&mut self, line: u64) {
        self.printer.flush();
        let mut terminal = std::io::stderr();
        // A failed write of the prompt is ignored.
        let _ = write!(terminal, "{line}> ").and_then(|()| terminal.flush());
    }
}

pub(crate) fn open_script(path: &Path) -> Result<std::fs::File, Failure> {
    std::fs::File::open(path).map_err(|error| Failure::Outside(format!("could not open '{}': {error}", path.display())))
}

/// The message about a command disabled by `-X`.
const DISABLED: &str = "ED and !!<command> commands, startup script, and environment variables are disabled.";
/// sqlcmd's exit codes of `:exit(QUERY)`.
const ERROR_BEFORE_VALUE: i32 = -100;
const NO_ROWS: i32 = -101;
const NO_NUMBER: i32 = -102;
/// The limit of nested `:r`, so that a script that reads itself ends with an error.
const NESTING_MAX: u32 = 32;
