//! `sluice sql`: opens the instance, feeds it batches, prints what comes back.

use crate::arguments::{Input, SqlOptions};
use crate::output::{Printer, Style};
use crate::script::{Reader, Step};
use crate::variables::Variables;
use sluice_engine::script::Batch;
use sluice_engine::{Instance, InstanceOptions, Session};
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::Path;

/// Why the program ends early, with what it tells the user.
pub(crate) enum Failure {
    /// Something outside the scripts: a file, the folder, the output.
    Outside(String),
    /// An error of a batch under `-b` or `:on error exit`.
    Batch,
    /// Nobody reads the output any more.
    Silent,
}

/// Runs what the options ask for.
pub(crate) fn run(options: SqlOptions) -> Result<(), Failure> {
    // A script that is not there is told before an instance is made for it.
    for input in &options.inputs {
        if let Input::File(path) = input {
            open_script(path)?;
        }
    }
    let instance = if options.memory {
        Instance::open(InstanceOptions::in_memory())
    } else {
        Instance::open(InstanceOptions::in_folder(&options.data))
    };
    let instance = instance.map_err(|error| Failure::Outside(error.to_string()))?;
    let session = instance.connect().map_err(|error| Failure::Outside(error.to_string()))?;
    if options.inputs.is_empty() && std::io::stdin().is_terminal() {
        greet(&options);
    }
    let style = Style { headers: options.headers, separator: options.separator, trim: options.trim };
    let out = std::io::BufWriter::with_capacity(64 << 10, std::io::stdout());
    let mut client = Client {
        session,
        printer: Printer::new(out, style),
        variables: Variables::default(),
        stop_on_error: options.stop_on_error,
        depth: 0,
    };
    for (name, value) in &options.variables {
        client.variables.set(name, value);
    }
    let outcome = client.run_all(options.database.as_deref(), &options.inputs);
    client.printer.flush();
    drop(client);
    let closed = instance.close().map_err(|error| Failure::Outside(error.to_string()));
    outcome.and(closed)
}

struct Client<W: Write> {
    session: Session,
    printer: Printer<W>,
    variables: Variables,
    stop_on_error: bool,
    depth: u32,
}

impl<W: Write> Client<W> {
    fn run_all(&mut self, database: Option<&str>, inputs: &[Input]) -> Result<(), Failure> {
        if let Some(name) = database {
            let text = format!("USE [{}]", name.replace(']', "]]"));
            self.batch(&Batch { text, first_line: 1, count: 1 })?;
            if self.printer.errors() > 0 {
                return Err(Failure::Batch);
            }
        }
        for input in inputs {
            match input {
                Input::File(path) => self.file(path)?,
                Input::Query(text) => self.lines(text.as_bytes(), Path::new("-Q"), false)?,
            };
        }
        if inputs.is_empty() {
            let prompt = std::io::stdin().is_terminal();
            self.lines(std::io::stdin().lock(), Path::new("standard input"), prompt)?;
        }
        Ok(())
    }

    /// Whether the script asked to read nothing more.
    fn file(&mut self, path: &Path) -> Result<bool, Failure> {
        let file = open_script(path)?;
        if self.depth == NESTING_MAX {
            return Err(Failure::Outside(format!("'{}': :r is nested more than {NESTING_MAX} deep", path.display())));
        }
        self.depth += 1;
        let outcome = self.lines(BufReader::new(file), path, false);
        self.depth -= 1;
        outcome
    }

    fn lines(&mut self, mut input: impl BufRead, name: &Path, prompt: bool) -> Result<bool, Failure> {
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
            let step = reader
                .line(text, &mut self.variables)
                .map_err(|what| Failure::Outside(format!("{}, line {number}: {what}", name.display())))?;
            match step {
                None => {}
                Some(Step::Run(batch)) => self.batch(&batch)?,
                Some(Step::OnError(stop)) => self.stop_on_error = stop,
                Some(Step::Read(path)) => {
                    let ended = self.file(&path)?;
                    if ended {
                        return Ok(true);
                    }
                }
                Some(Step::Exit) => return Ok(true),
            }
        }
        match reader.finish() {
            Some(batch) => self.batch(&batch).map(|()| false),
            None => Ok(false),
        }
    }

    fn batch(&mut self, batch: &Batch) -> Result<(), Failure> {
        for _ in 0..batch.count {
            let errors_before = self.printer.errors();
            let outcome = self.session.execute(&batch.text, &mut self.printer);
            if self.printer.broken().is_some() {
                return Err(Failure::Silent);
            }
            outcome.map_err(|error| Failure::Outside(error.to_string()))?;
            if self.stop_on_error && self.printer.errors() > errors_before {
                return Err(Failure::Batch);
            }
        }
        self.printer.flush();
        Ok(())
    }

    /// As sqlcmd's: the line's number in its batch.
    fn prompt(&mut self, line: u64) {
        self.printer.flush();
        let mut terminal = std::io::stderr();
        // A prompt that can't be shown is no reason to stop.
        let _ = write!(terminal, "{line}> ").and_then(|()| terminal.flush());
    }
}

fn open_script(path: &Path) -> Result<std::fs::File, Failure> {
    std::fs::File::open(path).map_err(|error| Failure::Outside(format!("could not open '{}': {error}", path.display())))
}

/// Tells who sits at a terminal what to do there.
fn greet(options: &SqlOptions) {
    let place = if options.memory { "in memory".to_owned() } else { format!("data in '{}'", options.data.display()) };
    // A greeting that can't be shown is no reason to stop.
    let _ = writeln!(
        std::io::stderr(),
        "Sluice {}, {place}. A line with GO runs the batch before it; EXIT leaves.",
        env!("CARGO_PKG_VERSION")
    );
}

/// How deep `:r` may nest: a script that reads itself ends with a message.
const NESTING_MAX: u32 = 32;
