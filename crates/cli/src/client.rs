//! Runs batches from scripts and standard input on a session and prints their results.

use crate::attention::{Attention, Finish};
use crate::connect::{connect, server_of_command};
use crate::edit;
use crate::encoding::{Encoding, Lines};
use crate::output::Printer;
use crate::script::{Fault, Reader, Step};
use crate::session::Session;
use crate::sql_options::{ServerName, StatisticsForm, environment};
use crate::variables::Variables;
use sluice_base::sync::Arc;
use sluice_engine::script::Batch;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::Duration;

/// The reason why the program ends early. The exit code is 1 unless a variant says otherwise.
pub(crate) enum Failure {
    /// A failure outside the scripts: a file, the folder, the output. The text is for the user and
    /// not printed yet.
    Outside(String),
    /// A command that `-X1` forbids: it ends the shell, too.
    Fatal(String),
    /// An error of a batch under `-b` or `:on error exit`, which has been printed.
    Batch,
    /// The script ends with this exit code.
    Code(u8),
    /// The reader of the output has closed the pipe. The exit code is 0.
    Silent,
    /// The signal with this number ended the process. The exit code is 128 plus the number.
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

/// Runs the steps of scripts on one session, one after another.
pub(crate) struct Client<W: Write> {
    pub(crate) session: Session,
    pub(crate) printer: Printer<W>,
    /// The values of `$(NAME)`.
    pub(crate) variables: Variables,
    setup: Setup,
    stop_on_error: bool,
    depth: u32,
    attention: Arc<Attention>,
    /// The last batch that ran, for `:ed`.
    last: String,
}

/// The command line's settings of a client.
pub(crate) struct Setup {
    /// `-b`.
    pub(crate) stop_on_error: bool,
    /// `-e`: lines of scripts are printed.
    pub(crate) echo: bool,
    /// The word that ends a batch.
    pub(crate) terminator: String,
    /// The encoding of scripts.
    pub(crate) input: Encoding,
    /// `-p`.
    pub(crate) statistics: Option<StatisticsForm>,
    /// The defaults of `:connect`.
    pub(crate) connection: ServerName,
}

impl<W: Write> Client<W> {
    /// Returns the client of a session; the printer adopts the settings of the variables.
    pub(crate) fn new(
        session: Session,
        mut printer: Printer<W>,
        (variables, setup): (Variables, Setup),
        attention: Arc<Attention>,
    ) -> Client<W> {
        printer.adopt(&variables);
        let (stop_on_error, last) = (setup.stop_on_error, String::new());
        Client { session, printer, variables, setup, stop_on_error, depth: 0, attention, last }
    }

    /// Makes a database the current one. Fails if the session isn't in it afterwards; the server's
    /// error has been printed.
    pub(crate) fn enter(&mut self, name: &str) -> Result<(), Failure> {
        let text = format!("USE [{}]", name.replace(']', "]]"));
        self.run(&text, 1)?;
        if self.session.database_name().eq_ignore_ascii_case(name) { Ok(()) } else { Err(Failure::Batch) }
    }

    /// Returns the word that ends a batch.
    pub(crate) fn terminator(&self) -> &str {
        &self.setup.terminator
    }

    /// Returns a reader of scripts.
    pub(crate) fn reader(&self) -> Reader {
        Reader::new(&self.setup.terminator)
    }

    /// Runs a script, with its last batch even if no GO follows. Returns whether the script
    /// requested the end of input; its text after that point doesn't run. Fails if the file can't
    /// be read or has a wrong command; a failed batch fails only under `-b` or `:on error exit`.
    pub(crate) fn file(&mut self, path: &Path) -> Result<bool, Failure> {
        let mut reader = self.reader();
        self.include(path, &mut reader)
            .and_then(|is_end| if is_end { Ok(true) } else { self.finish(&mut reader).map(|()| false) })
    }

    /// Runs the lines of `input` as [`Client::file`] runs a script, with a prompt for each line if
    /// `prompt`. `name` is for messages. Returns whether the input requested the end.
    pub(crate) fn lines(&mut self, input: impl BufRead, name: &Path, prompt: bool) -> Result<bool, Failure> {
        let mut reader = self.reader();
        if self.feed(input, name, prompt, &mut reader)? {
            return Ok(true);
        }
        self.finish(&mut reader).map(|()| false)
    }

    /// Feeds the lines of a file to `reader`. The text after its last batch stays there.
    fn include(&mut self, path: &Path, reader: &mut Reader) -> Result<bool, Failure> {
        let file = open_script(path)?;
        if self.depth == NESTING_MAX {
            return Err(Failure::Outside(format!("'{}': :r is nested more than {NESTING_MAX} deep", path.display())));
        }
        self.depth += 1;
        let outcome = self.feed(BufReader::new(file), path, false, reader);
        self.depth -= 1;
        outcome
    }

    fn feed(&mut self, input: impl BufRead, name: &Path, prompt: bool, reader: &mut Reader) -> Result<bool, Failure> {
        let (mut lines, mut number, mut line_of_batch) = (Lines::new(input, self.setup.input), 0u64, 0u64);
        loop {
            if prompt {
                line_of_batch = if reader.is_empty() { 1 } else { line_of_batch + 1 };
                self.prompt(line_of_batch);
            }
            number += 1;
            let line = lines.next();
            let line =
                line.map_err(|error| Failure::Outside(format!("could not read '{}': {error}", name.display())))?;
            let Some(line) = line else { return Ok(false) };
            if self.setup.echo {
                self.printer.say(line.trim_end_matches(['\r', '\n']));
            }
            let step = reader.line(&line, &self.variables).map_err(|Fault(command)| {
                let file = name.display();
                Failure::Outside(format!("Syntax error at line {number} near command '{command}' in file '{file}'."))
            })?;
            if let Some(step) = step
                && self.take(step, reader)?
            {
                return Ok(true);
            }
        }
    }

    /// Runs the batch that the end of a script completes.
    fn finish(&mut self, reader: &mut Reader) -> Result<(), Failure> {
        reader.finish().map_or(Ok(()), |batch| self.batch(&batch))
    }

    /// Executes a step of the script in `reader`. Returns whether it requested the end of input.
    /// Batches that fail fail here only if the script stops on errors.
    pub(crate) fn take(&mut self, step: Step, reader: &mut Reader) -> Result<bool, Failure> {
        match step {
            Step::Run(batch) => self.batch(&batch)?,
            Step::OnError(stop) => self.stop_on_error = stop,
            Step::Read(path) => {
                let Some(path) = self.argument(&path)? else { return Ok(false) };
                return self.include(Path::new(&path), reader);
            }
            Step::Exit => return Ok(true),
            Step::Print(text) if text.is_empty() => {}
            Step::Print(text) => self.printer.say(&text),
            Step::Shell(command) => self.shell(&command)?,
            Step::Edit => self.edit(reader)?,
            Step::SetVariable(name, value) => {
                let outcome = self.variables.set(&name, value.as_deref());
                outcome.or_else(|what| self.complain(&what))?;
                self.printer.adopt(&self.variables);
            }
            Step::ListVariables => self.printer.say(&self.variables.list()),
            Step::Redirect(stream, target) => {
                let Some(target) = self.argument(&target)? else { return Ok(false) };
                let outcome = self.printer.redirect(stream, &target);
                outcome.or_else(|error| self.complain(&format!("could not write '{target}': {error}")))?;
            }
            Step::Connect(arguments) => self.connect(&arguments)?,
            Step::Xml(is_on) => self.printer.set_xml(is_on),
            Step::Refuse(reason) => self.complain(reason)?,
            Step::ExitWith(before, query) => return self.exit_with(before, query),
        }
        Ok(false)
    }

    /// Prints an error of a command. It ends the script under `-b` and `:on error exit`.
    fn complain(&mut self, what: &str) -> Result<(), Failure> {
        self.printer.complain(&format!("Sqlcmd: Error: {what}"));
        if self.stop_on_error { Err(Failure::Batch) } else { Ok(()) }
    }

    /// Returns the argument of a command with its variables replaced; `None` after an undefined
    /// one.
    fn argument(&mut self, text: &str) -> Result<Option<String>, Failure> {
        let (text, undefined) = self.variables.expand(text);
        self.undefined(&undefined)?;
        Ok(undefined.is_empty().then_some(text))
    }

    /// Reports undefined variables. They end the script under `-b` and `:on error exit`
    /// (`tools/sqlcmd/sqlcmd-use-scripting-variables`, example F).
    fn undefined(&mut self, names: &[String]) -> Result<(), Failure> {
        names.iter().try_for_each(|name| {
            self.printer.complain(&format!("'{name}' scripting variable not defined."));
            if self.stop_on_error { Err(Failure::Batch) } else { Ok(()) }
        })
    }

    /// Returns whether `-X` disables commands of the system (`tools/sqlcmd/sqlcmd-utility`, -X). If
    /// so, reports that to the user; the printer keeps the error of a failed write. Under `-X1`
    /// fails with [`Failure::Fatal`] instead, which ends the shell, too.
    pub(crate) fn is_disabled(&mut self) -> Result<bool, Failure> {
        let limits = self.variables.limits();
        if limits.ends_at_disabled {
            return Err(Failure::Fatal(DISABLED.to_owned()));
        }
        if limits.is_closed {
            self.printer.complain(DISABLED);
        }
        Ok(limits.is_closed)
    }

    /// Runs a command of the system.
    fn shell(&mut self, command: &str) -> Result<(), Failure> {
        if self.is_disabled()? {
            return Ok(());
        }
        let Some(command) = self.argument(command)? else { return Ok(()) };
        self.printer.flush();
        let ran = std::process::Command::new("sh").arg("-c").arg(&command).status();
        ran.map(|_| ()).map_err(|error| Failure::Outside(format!("could not run '{command}': {error}")))
    }

    /// Edits the text of `reader`, or else the last batch. The edited text replaces it.
    fn edit(&mut self, reader: &mut Reader) -> Result<(), Failure> {
        if self.is_disabled()? {
            return Ok(());
        }
        let text = if reader.is_empty() { self.last.clone() } else { reader.text().to_owned() };
        self.printer.flush();
        match edit::edited(self.variables.text("SQLCMDEDITOR"), &text) {
            Ok(edited) => {
                reader.reset();
                self.feed(edited.as_bytes(), Path::new("the edited text"), false, reader).map(|_| ())
            }
            Err(what) => self.complain(&what),
        }
    }

    /// Connects to another server. The present session ends first.
    fn connect(&mut self, arguments: &str) -> Result<(), Failure> {
        let Some(arguments) = self.argument(arguments)? else { return Ok(()) };
        self.session = Session::Closed;
        let limits = self.variables.limits();
        let name = server_of_command(&arguments, &self.setup.connection, |name| environment(limits, name));
        let connected = name
            .and_then(|name| connect(&name, &self.variables, &mut self.printer).map(|connection| (name, connection)));
        match connected {
            Err(what) => self.complain(&what),
            Ok((name, connection)) => {
                self.session = Session::Remote(Box::new(connection));
                self.variables.put("SQLCMDSERVER", &name.server);
                self.variables.put("SQLCMDUSER", &name.user);
                self.printer.say(&format!("Sqlcmd: Successfully connected to server '{}'.", name.server));
                Ok(())
            }
        }
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

    /// Runs a batch as often as its GO wants.
    fn batch(&mut self, batch: &Batch) -> Result<(), Failure> {
        batch.text.clone_into(&mut self.last);
        let (text, undefined) = self.variables.expand(&batch.text);
        self.undefined(&undefined)?;
        let took_ns = self.run(&text, batch.count)?;
        if let Some(form) = self.setup.statistics {
            let packet_bytes = self.variables.number("SQLCMDPACKETSIZE");
            statistics(form, packet_bytes, batch.count, took_ns).iter().for_each(|line| self.printer.statistics(line));
        }
        self.printer.flush();
        Ok(())
    }

    /// Runs a text `count` times. Returns the time that it took, in nanoseconds.
    fn run(&mut self, text: &str, count: u64) -> Result<u64, Failure> {
        let mut total_ns = 0;
        for _ in 0..count {
            let errors_before = self.printer.errors();
            self.printer.begin_batch(text);
            let began_ns = self.attention.now_ns();
            if !self.attention.start("", self.session.stopper()) {
                self.attention.finish();
                return Err(self.ended());
            }
            let limit_s = self.variables.number("SQLCMDSTATTIMEOUT").unsigned_abs();
            if limit_s > 0 {
                self.attention.limit(Duration::from_secs(limit_s));
            }
            let outcome = self.session.execute(text, &mut self.printer);
            let finish = self.attention.finish();
            if finish == Finish::TimedOut {
                self.printer.fail("Timeout expired");
            } else if (self.printer.is_cancelled() || finish == Finish::Stopped) && self.printer.terminal().is_some() {
                self.printer.canceled();
            }
            let took_ns = self.attention.now_ns() - began_ns;
            total_ns += took_ns;
            self.printer.end_batch(took_ns);
            if self.attention.ending().is_some() {
                return Err(self.ended());
            }
            self.output()?;
            outcome.map_err(Failure::Outside)?;
            if let Some(number) = self.printer.quit() {
                return Err(Failure::Code(number as u8));
            }
            if self.stop_on_error && self.printer.errors() > errors_before {
                return Err(Failure::Batch);
            }
            if finish != Finish::Complete {
                break;
            }
        }
        self.printer.flush();
        Ok(total_ns)
    }

    /// Fails if writing the output failed.
    pub(crate) fn output(&self) -> Result<(), Failure> {
        self.printer.broken().map_or(Ok(()), |error| Err(Failure::of_output(error)))
    }

    /// Prints the result of an internal query, without row counts. The error is the end of the
    /// session.
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

/// Returns the lines of the statistics of `-p` (`tools/sqlcmd/sqlcmd-utility`, -p).
fn statistics(form: StatisticsForm, packet_bytes: i64, count: u64, took_ns: u64) -> Vec<String> {
    let total_ms = took_ns / 1_000_000;
    let average_ms = took_ns as f64 / 1e6 / count as f64;
    let per_second = count as f64 * 1e9 / took_ns.max(1) as f64;
    match form {
        StatisticsForm::Colons => {
            vec![format!("{packet_bytes}:{count}:{total_ms}:{average_ms:.2}:{per_second:.2}")]
        }
        StatisticsForm::Lines => [
            "",
            &format!("Network packet size (bytes): {packet_bytes}"),
            "",
            &format!("{count} xact[s]:"),
            "",
            &format!("Clock Time (ms.): total {total_ms:>8}  avg {average_ms:>8.2} ({per_second:.2} xacts per sec.)"),
        ]
        .map(str::to_owned)
        .to_vec(),
    }
}

/// Opens a script for reading; the failure names the path.
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
