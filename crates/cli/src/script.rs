//! Reads scripts: sqlcmd's commands (`:r`, `:setvar`, `:on error`, ...), variables, and batches.

use crate::variables::Variables;
use sluice_engine::script::{Batch, Splitter};
use std::path::{Path, PathBuf};

/// The next action of a script.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Run(Batch),
    OnError(bool),
    /// `:r FILE`: run that script here.
    Read(PathBuf),
    /// `:exit` or `:quit`: stop reading.
    Exit,
    /// `:exit(QUERY)`: run the batch before it, then the query, whose value is the exit code.
    ExitWith(Option<Batch>, Option<Batch>),
    /// Text to print.
    Print(String),
    /// `!! COMMAND`: run a command of the system.
    Shell(String),
}

#[derive(Debug, Default)]
pub(crate) struct Reader {
    splitter: Splitter,
}

impl Reader {
    /// Takes the next line and returns the action it completes, if any. An error describes the
    /// fault of the line.
    pub(crate) fn line(&mut self, line: &str, variables: &mut Variables) -> Result<Option<Step>, String> {
        let trimmed = line.trim();
        if let Some(command) = trimmed.strip_prefix(':')
            && self.splitter.is_plain()
        {
            return self.command(command.trim_start(), variables);
        }
        // sqlcmd accepts these words without a colon where a batch may begin.
        let word = trimmed.split('(').next().unwrap_or_default().trim_end().to_ascii_lowercase();
        let is_command = match word.as_str() {
            "exit" => word.len() == trimmed.len() || trimmed.ends_with(')'),
            "quit" | "reset" => word.len() == trimmed.len(),
            _ => trimmed.starts_with("!!"),
        };
        if self.splitter.is_plain() && is_command {
            return self.command(trimmed, variables);
        }
        let line = variables.expand(line).map_err(|name| format!("'{name}' scripting variable not defined."))?;
        Ok(self.splitter.line(&line).map(Step::Run))
    }

    /// Returns whether no batch has begun.
    pub(crate) fn is_empty(&self) -> bool {
        self.splitter.is_empty()
    }

    /// Returns the batch that the end of the script completes.
    pub(crate) fn finish(&mut self) -> Option<Batch> {
        self.splitter.finish()
    }

    fn command(&mut self, command: &str, variables: &mut Variables) -> Result<Option<Step>, String> {
        if let Some(command) = command.strip_prefix("!!") {
            return Ok(Some(Step::Shell(command.trim().to_owned())));
        }
        let end = command.find(|sign: char| sign.is_whitespace() || sign == '(').unwrap_or(command.len());
        let (name, rest) = command.split_at(end);
        let (name, rest) = (name.to_ascii_lowercase(), rest.trim());
        match name.as_str() {
            "setvar" => {
                let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let value = value.trim();
                if value.is_empty() {
                    variables.remove(name)
                } else {
                    variables.set(name, &unquoted(value))
                }
                Ok(None)
            }
            "listvar" => Ok(Some(Step::Print(variables.list()))),
            "list" => Ok(Some(Step::Print(self.splitter.text().trim_end().to_owned()))),
            "reset" => {
                self.splitter.finish();
                Ok(None)
            }
            "r" => Ok(Some(Step::Read(Path::new(unquote(rest)).to_owned()))),
            "on" => match rest.to_ascii_lowercase().split_whitespace().collect::<Vec<_>>().as_slice() {
                ["error", "exit"] => Ok(Some(Step::OnError(true))),
                ["error", "ignore"] => Ok(Some(Step::OnError(false))),
                _ => Err(":on error takes exit or ignore".to_owned()),
            },
            "exit" if rest.starts_with('(') => {
                let query = rest[1..].strip_suffix(')').ok_or(":exit takes (QUERY) on one line")?.trim();
                let before = self.splitter.finish();
                let query =
                    variables.expand(query).map_err(|name| format!("'{name}' scripting variable not defined."))?;
                let query = (!query.is_empty()).then_some(Batch { text: query, first_line: 1, count: 1 });
                Ok(Some(Step::ExitWith(before, query)))
            }
            "exit" | "quit" => Ok(Some(Step::Exit)),
            _ => Err(format!("':{name}' is not supported")),
        }
    }
}

/// Returns a value without its quotation marks; doubled marks inside stand for one.
fn unquoted(text: &str) -> String {
    match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => text.to_owned(),
    }
}

fn unquote(text: &str) -> &str {
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(script: &str) -> Vec<Result<Step, String>> {
        let (mut reader, mut variables) = (Reader::default(), Variables::default());
        let mut steps: Vec<_> =
            script.split_inclusive('\n').filter_map(|line| reader.line(line, &mut variables).transpose()).collect();
        steps.extend(reader.finish().map(Step::Run).map(Ok));
        steps
    }

    #[test]
    fn commands_are_read_between_batches() {
        let steps = steps(":setvar rows 10\n:on error exit\n:r \"other file.sql\"\nselect $(rows)\ngo\n:exit\n");
        assert_eq!(steps[0], Ok(Step::OnError(true)));
        assert_eq!(steps[1], Ok(Step::Read("other file.sql".into())));
        assert!(matches!(&steps[2], Ok(Step::Run(batch)) if batch.text == "select 10\n"));
        assert_eq!(steps[3], Ok(Step::Exit));
    }

    #[test]
    fn exit_and_quit_need_their_own_line_but_no_colon() {
        assert_eq!(steps("EXIT\nselect 1\n")[0], Ok(Step::Exit));
        assert_eq!(steps("  quit \n")[0], Ok(Step::Exit));
        assert!(matches!(&steps("select 'a\nexit\n'\n")[0], Ok(Step::Run(batch)) if batch.text.contains("exit")));
        assert!(matches!(&steps("select exit_code\n")[0], Ok(Step::Run(_))));
    }

    #[test]
    fn invalid_lines_are_reported() {
        assert_eq!(steps("select $(x)\n")[0], Err("'x' scripting variable not defined.".to_owned()));
        assert_eq!(steps(":connect a\n")[0], Err("':connect' is not supported".to_owned()));
    }
}
