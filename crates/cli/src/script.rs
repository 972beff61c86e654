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
            return command_step(command, variables);
        }
        // sqlcmd accepts these words without a colon where a batch may begin.
        if self.splitter.is_plain() && matches!(trimmed.to_ascii_lowercase().as_str(), "exit" | "quit") {
            return Ok(Some(Step::Exit));
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
}

fn command_step(command: &str, variables: &mut Variables) -> Result<Option<Step>, String> {
    let mut words = command.split_whitespace();
    let name = words.next().unwrap_or_default().to_ascii_lowercase();
    let rest = command.trim().get(name.len()..).unwrap_or_default().trim();
    match name.as_str() {
        "setvar" => {
            let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            variables.set(name, unquote(value.trim()));
            Ok(None)
        }
        "r" => Ok(Some(Step::Read(Path::new(unquote(rest)).to_owned()))),
        "on" => match words.map(str::to_ascii_lowercase).collect::<Vec<_>>().as_slice() {
            [error, exit] if error == "error" && exit == "exit" => Ok(Some(Step::OnError(true))),
            [error, ignore] if error == "error" && ignore == "ignore" => Ok(Some(Step::OnError(false))),
            _ => Err(":on error takes exit or ignore".to_owned()),
        },
        "exit" | "quit" => Ok(Some(Step::Exit)),
        _ => Err(format!("':{name}' is not supported")),
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
