//! The shell's loop: read, run, print.

use super::commands::{self, Command};
use super::describe;
use super::editor::{Editor, Typed};
use super::input;
use super::plan;
use crate::client::{Client, Failure};
use crate::colours::Colours;
use crate::edit;
use crate::grid::Expanded;
use crate::script::{Fault, Step};
use sluice_base::sync::Arc;
use sluice_engine::Instance;
use std::io::{IsTerminal, Write};

/// Returns whether lines can be edited: input and output are a terminal with escape sequences.
pub(crate) fn can_edit() -> bool {
    let understands = std::env::var("TERM").is_ok_and(|name| !name.is_empty() && !PLAIN.contains(&name.as_str()));
    understands && std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Reads and runs until the user leaves. Fails if the terminal cannot be used for editing, if the
/// session is lost, and with each failure of a batch or script that isn't `Outside`; the shell
/// prints an `Outside` and goes on.
pub(crate) fn run<W: Write>(
    client: &mut Client<W>,
    instance: Option<&Arc<Instance>>,
    colours: Colours,
) -> Result<(), Failure> {
    let Some(editor) = Editor::new(instance, colours, client.terminator()) else {
        return Err(Failure::Outside("the terminal can't be read".to_owned()));
    };
    let mut shell = Shell { client, editor, pending: String::new(), last: String::new() };
    while shell.turn()? == After::Again {}
    Ok(())
}

struct Shell<'c, W: Write> {
    client: &'c mut Client<W>,
    editor: Editor,
    /// The text typed before a command, which the next prompt shows again.
    pending: String,
    /// The last text that ran, for the editor.
    last: String,
}

#[derive(PartialEq, Eq)]
enum After {
    Again,
    Leave,
}

impl<W: Write> Shell<'_, W> {
    fn turn(&mut self) -> Result<After, Failure> {
        self.client.printer.flush();
        let database = self.client.session.database_name();
        let pending = std::mem::take(&mut self.pending);
        let text = match self.editor.read(&database, &pending).map_err(Failure::Outside)? {
            Typed::Text(text) => text,
            Typed::GivenUp => return Ok(After::Again),
            Typed::End => return Ok(After::Leave),
        };
        self.editor.remember(&text);
        match input::command(&text) {
            Some((pending, line)) => {
                pending.clone_into(&mut self.pending);
                self.command(line)
            }
            None => {
                let after = self.lines(&text);
                self.last = text;
                after
            }
        }
    }

    fn command(&mut self, line: &str) -> Result<After, Failure> {
        match commands::parse(line) {
            Err(what) => self.say(&what),
            Ok(Command::Help) => self.say(commands::help().trim_end()),
            Ok(Command::Quit) => return Ok(After::Leave),
            Ok(Command::Include(path)) => return self.include(&path),
            Ok(Command::List) => self.client.printer.say(self.pending.trim_end()),
            Ok(Command::Reset) => self.pending.clear(),
            Ok(Command::OfScripts) => {
                let pending = std::mem::take(&mut self.pending);
                return self.lines(&(pending + line));
            }
            Ok(Command::Databases) => self.describe(&describe::databases()),
            Ok(Command::Objects) => self.describe(&describe::objects()),
            Ok(Command::Describe(name)) => self.describe(&describe::object(&name)),
            Ok(Command::Plan) => self.plan()?,
            Ok(Command::Edit) => self.edit()?,
            Ok(Command::Timing(wanted)) => self.time(wanted),
            Ok(Command::Expanded(wanted)) => self.expand(wanted),
        }
        Ok(After::Again)
    }

    /// Runs typed text like the lines of a script. The text after its last batch is the next
    /// prompt's.
    fn lines(&mut self, text: &str) -> Result<After, Failure> {
        let mut reader = self.client.reader();
        for line in text.trim_end_matches('\n').split('\n') {
            match reader.line(&format!("{line}\n"), &self.client.variables) {
                Err(Fault(command)) => self.say(&format!("Syntax error near command '{command}'.")),
                Ok(None) => {}
                Ok(Some(step)) => {
                    let outcome = self.client.take(step, &mut reader);
                    if self.goes_on(outcome)? == After::Leave {
                        return Ok(After::Leave);
                    }
                }
            }
        }
        reader.text().clone_into(&mut self.pending);
        Ok(After::Again)
    }

    fn describe(&mut self, queries: &[String]) {
        for query in queries {
            let outcome = self.client.query(query);
            if let Err(what) = outcome {
                return self.say(&what);
            }
        }
    }

    /// Draws the plans of the pending text, or else of the last text that ran. The text stays for
    /// the next prompt.
    fn plan(&mut self) -> Result<(), Failure> {
        let text = if self.pending.trim().is_empty() { self.last.clone() } else { self.pending.clone() };
        let mut reader = self.client.reader();
        let mut batches = Vec::new();
        for line in text.trim_end_matches('\n').split('\n') {
            match reader.line(&format!("{line}\n"), &self.client.variables) {
                Ok(Some(Step::Run(batch))) => batches.push(batch.text),
                Ok(None) => {}
                Ok(Some(_)) | Err(Fault(_)) => {
                    self.say("\\plan takes a text without commands.");
                    return Ok(());
                }
            }
        }
        batches.extend(reader.finish().map(|batch| batch.text));
        for batch in batches {
            let drawn = plan::drawn(&mut self.client.session, &mut self.client.printer, &batch);
            match drawn {
                Ok(drawn) => self.say(drawn.trim_end()),
                Err(what) => return Err(Failure::Outside(what)),
            }
        }
        Ok(())
    }

    /// Opens the user's editor on the pending text, or else on the last text that ran.
    fn edit(&mut self) -> Result<(), Failure> {
        if self.client.is_disabled()? {
            return Ok(());
        }
        let text = if self.pending.is_empty() { &self.last } else { &self.pending };
        match edit::edited(self.client.variables.text("SQLCMDEDITOR"), text) {
            Ok(text) => self.pending = text.trim_end().to_owned(),
            Err(what) => self.say(&what),
        }
        Ok(())
    }

    fn time(&mut self, wanted: Option<bool>) {
        let Some(terminal) = self.client.printer.terminal() else { return self.say(AS_SQLCMD) };
        terminal.timing = wanted.unwrap_or(!terminal.timing);
        let what = if terminal.timing { "Batches are timed." } else { "Batches are not timed." };
        self.say(what);
    }

    fn expand(&mut self, wanted: Option<Expanded>) {
        let Some(terminal) = self.client.printer.terminal() else { return self.say(AS_SQLCMD) };
        let next = if terminal.look.expanded == Expanded::On { Expanded::Auto } else { Expanded::On };
        terminal.look.expanded = wanted.unwrap_or(next);
        let what = match terminal.look.expanded {
            Expanded::On => "Rows are shown as records.",
            Expanded::Off => "Rows are shown as lines, however long.",
            Expanded::Auto => "Rows that are wider than the terminal are shown as records.",
        };
        self.say(what);
    }

    fn include(&mut self, path: &std::path::Path) -> Result<After, Failure> {
        let outcome = self.client.file(path);
        self.goes_on(outcome)
    }

    /// Prints a failure. The shell goes on unless its session has ended.
    fn goes_on(&mut self, outcome: Result<bool, Failure>) -> Result<After, Failure> {
        match outcome {
            Ok(true) => Ok(After::Leave),
            Ok(false) => Ok(After::Again),
            Err(Failure::Outside(what)) if !self.client.session.is_lost() => {
                self.say(&what);
                Ok(After::Again)
            }
            Err(failure) => Err(failure),
        }
    }

    fn say(&mut self, what: &str) {
        if !what.is_empty() {
            self.client.printer.say(what);
        }
    }
}

const AS_SQLCMD: &str = "Output is sqlcmd's, since -h, -s or -W was given.";
/// Terminals without escape sequences.
const PLAIN: &[&str] = &["dumb", "cons25", "emacs"];
