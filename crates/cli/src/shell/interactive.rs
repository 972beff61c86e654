//! The turns of the shell: read, run, print, again.

use super::commands::{self, Command};
use super::editor::{Editor, Typed};
use super::input;
use crate::client::{Client, Failure};
use crate::colours::Colours;
use crate::script::Reader;
use sluice_base::sync::Arc;
use sluice_engine::Instance;
use std::io::{IsTerminal, Write};

/// Whether lines can be edited: both ends are a terminal that understands more than plain text.
pub(crate) fn can_edit() -> bool {
    let understands = std::env::var("TERM").is_ok_and(|name| !name.is_empty() && !PLAIN.contains(&name.as_str()));
    understands && std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Reads and runs until the user leaves.
pub(crate) fn run<W: Write>(client: &mut Client<W>, instance: &Arc<Instance>) -> Result<(), Failure> {
    let Some(editor) = Editor::new(instance, Colours::of_output()) else {
        return Err(Failure::Outside("the terminal can't be read from".to_owned()));
    };
    let mut shell = Shell { client, editor, pending: String::new() };
    while shell.turn()? == After::Again {}
    Ok(())
}

struct Shell<'c, W: Write> {
    client: &'c mut Client<W>,
    editor: Editor,
    /// What was typed before a command, and stands at the prompt again after it.
    pending: String,
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
            None => self.lines(&text),
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
            Ok(Command::OfScripts) => return self.lines(line),
        }
        Ok(After::Again)
    }

    /// Runs what was typed, as lines of a script are.
    fn lines(&mut self, text: &str) -> Result<After, Failure> {
        let mut reader = Reader::default();
        for line in text.split('\n') {
            let step = match reader.line(&format!("{line}\n"), &mut self.client.variables) {
                Ok(step) => step,
                Err(what) => {
                    self.say(&what);
                    return Ok(After::Again);
                }
            };
            let Some(step) = step else { continue };
            let outcome = self.client.take(step);
            if self.goes_on(outcome)? == After::Leave {
                return Ok(After::Leave);
            }
        }
        Ok(After::Again)
    }

    fn include(&mut self, path: &std::path::Path) -> Result<After, Failure> {
        let outcome = self.client.file(path);
        self.goes_on(outcome)
    }

    /// What could not be done is told; the shell goes on, unless its session is over.
    fn goes_on(&mut self, outcome: Result<bool, Failure>) -> Result<After, Failure> {
        match outcome {
            Ok(true) => Ok(After::Leave),
            Ok(false) => Ok(After::Again),
            Err(Failure::Outside(what)) if !self.client.session.database_name().is_empty() => {
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

/// Terminals that know no escape sequences.
const PLAIN: &[&str] = &["dumb", "cons25", "emacs"];
