//! The commands of the shell: names, arguments and descriptions.

use crate::grid::Expanded;
use crate::script;
use std::path::PathBuf;

/// A command of the shell.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// List the commands.
    Help,
    Quit,
    /// Run a script.
    Include(PathBuf),
    /// Show the pending text.
    List,
    /// Drop the pending text.
    Reset,
    /// List the databases.
    Databases,
    /// List the objects of the database.
    Objects,
    /// Describe one object.
    Describe(String),
    /// Draw the plans of the pending or the last text.
    Plan,
    /// Edit the text in the user's editor.
    Edit,
    /// Show elapsed times, or toggle that.
    Timing(Option<bool>),
    /// Show rows as records, or toggle that.
    Expanded(Option<Expanded>),
    /// A command of sqlcmd, which scripts accept too.
    OfScripts,
}

/// Parses a command line. The name is known in any case; a trailing semicolon is ignored. A command
/// of scripts is `OfScripts`, and its arguments are not checked here. An error describes the fault
/// to the user.
pub(crate) fn parse(line: &str) -> Result<Command, String> {
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim().trim_end_matches(';');
    let is_known = |names: &str| names.split(' ').any(|word| word.eq_ignore_ascii_case(name));
    let Some(known) = COMMANDS.iter().find(|known| is_known(known.0)) else {
        if line.starts_with(":!!") || script::COMMANDS.iter().any(|known| is_known(known.0)) {
            return Ok(Command::OfScripts);
        }
        return Err(format!("'{name}' is no command of the shell; \\? lists the commands"));
    };
    match known.0 {
        "\\? :help" => Ok(Command::Help),
        "\\q" => Ok(Command::Quit),
        "\\i" if rest.is_empty() => Err("\\i takes the name of a script".to_owned()),
        "\\i" => Ok(Command::Include(PathBuf::from(rest.trim_matches('"')))),
        "\\l" => Ok(Command::Databases),
        "\\d" if rest.is_empty() => Ok(Command::Objects),
        "\\d" => Ok(Command::Describe(rest.to_owned())),
        "\\plan" => Ok(Command::Plan),
        "\\e :ed" => Ok(Command::Edit),
        "\\timing" => Ok(Command::Timing(one_of(name, rest, &[("on", true), ("off", false)])?)),
        "\\x" => {
            let words = [("on", Expanded::On), ("off", Expanded::Off), ("auto", Expanded::Auto)];
            Ok(Command::Expanded(one_of(name, rest, &words)?))
        }
        "\\p :list" => Ok(Command::List),
        _ => Ok(Command::Reset),
    }
}

/// Looks up the argument of a command. Returns `None` if there is no argument.
fn one_of<T: Copy>(name: &str, word: &str, words: &[(&str, T)]) -> Result<Option<T>, String> {
    if word.is_empty() {
        return Ok(None);
    }
    let found = words.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, meaning)| *meaning);
    let known: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
    found.map(Some).ok_or_else(|| format!("{name} takes nothing or one of {}", known.join(", ")))
}

/// Returns the names of the shell's and of sqlcmd's commands, for completion.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    all().flat_map(|(names, _, _)| names.split(' '))
}

/// Returns the output of `\?`. It ends with the keys.
pub(crate) fn help() -> String {
    let mut shown = String::from("A batch is what stands before a line with GO; GO n runs it n times.\n\n");
    for (names, takes, what) in all() {
        let form = format!("{} {takes}", names.replace(' ', ", "));
        shown.push_str(&format!("  {:<24} {what}\n", form.trim_end()));
    }
    shown.push_str("\nTab completes, Ctrl-R searches the history, Ctrl-C drops the input, Ctrl-D leaves.\n");
    shown
}

/// Returns the shell's commands, then those of sqlcmd that have no other name here.
fn all() -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str)> {
    let is_here = |name: &str| COMMANDS.iter().any(|(names, _, _)| names.split(' ').any(|known| known == name));
    COMMANDS.iter().chain(script::COMMANDS.iter().filter(move |(name, _, _)| !is_here(name)))
}

/// Names (the shell's and sqlcmd's), arguments, description.
const COMMANDS: &[(&str, &str, &str)] = &[
    ("\\? :help", "", "this list"),
    ("\\l", "", "the databases"),
    ("\\d", "[NAME]", "the objects of the database, or a description of one"),
    ("\\plan", "", "draw the plans of the text, or of the last one, without running it"),
    ("\\timing", "[on|off]", "show the time of each batch"),
    ("\\x", "[on|off|auto]", "show rows as records; auto: if they are wider than the terminal"),
    ("\\e :ed", "", "edit the text, or the last one, with the editor of SQLCMDEDITOR"),
    ("\\i", "FILE", "run a script"),
    ("\\p :list", "", "show the text that has not run yet"),
    ("\\r :reset", "", "drop the text that has not run yet"),
    ("\\q", "", "leave, as EXIT does"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_name_is_parsed() {
        assert_eq!(parse("\\?"), Ok(Command::Help));
        assert_eq!(parse(":HELP"), Ok(Command::Help));
        assert_eq!(parse("\\i \"my file.sql\""), Ok(Command::Include("my file.sql".into())));
        for line in [":setvar a b", ":!!ls", ":connect h -U sa", ":OUT x", ":xml on"] {
            assert_eq!(parse(line), Ok(Command::OfScripts));
        }
        assert_eq!(parse("\\d dbo.t;"), Ok(Command::Describe("dbo.t".to_owned())));
        assert_eq!(parse("\\timing OFF"), Ok(Command::Timing(Some(false))));
        assert_eq!(parse("\\x"), Ok(Command::Expanded(None)));
        assert_eq!(parse("\\plan"), Ok(Command::Plan));
        assert!(parse("\\x perhaps").unwrap_err().contains("on, off, auto"));
        assert!(parse("\\i").is_err());
        assert!(parse("\\z").unwrap_err().contains("\\?"));
    }

    #[test]
    fn help_names_every_command() {
        let help = help();
        assert!(names().all(|name| help.contains(name)) && help.lines().all(|line| line.chars().count() <= 100));
    }
}
