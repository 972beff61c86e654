//! The commands of the shell: their names, what they take, what they do in a few words.

use crate::grid::Expanded;
use std::path::PathBuf;

/// What the user asks the shell for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// What commands there are.
    Help,
    /// Leave.
    Quit,
    /// Run a script.
    Include(PathBuf),
    /// Show the text that has not run.
    List,
    /// Forget it.
    Reset,
    /// The databases.
    Databases,
    /// The objects of the database.
    Objects,
    /// One object.
    Describe(String),
    /// Edit the text in the user's own editor.
    Edit,
    /// Tell how long batches take; or the other way round.
    Timing(Option<bool>),
    /// Show rows as records; or the other way round.
    Expanded(Option<Expanded>),
    /// One of sqlcmd's, which scripts know too.
    OfScripts,
}

/// The command that a line writes; an error says what is wrong with it.
pub(crate) fn parse(line: &str) -> Result<Command, String> {
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim().trim_end_matches(';');
    let Some(known) = COMMANDS.iter().find(|known| known.0.split(' ').any(|word| word.eq_ignore_ascii_case(name)))
    else {
        return Err(format!("'{name}' is no command of the shell; \\? lists those that there are"));
    };
    match known.0 {
        "\\? :help" => Ok(Command::Help),
        "\\q" => Ok(Command::Quit),
        "\\i" if rest.is_empty() => Err("\\i takes the name of a script".to_owned()),
        "\\i" => Ok(Command::Include(PathBuf::from(rest.trim_matches('"')))),
        "\\l" => Ok(Command::Databases),
        "\\d" if rest.is_empty() => Ok(Command::Objects),
        "\\d" => Ok(Command::Describe(rest.to_owned())),
        "\\e :ed" => Ok(Command::Edit),
        "\\timing" => Ok(Command::Timing(one_of(name, rest, &[("on", true), ("off", false)])?)),
        "\\x" => {
            let words = [("on", Expanded::On), ("off", Expanded::Off), ("auto", Expanded::Auto)];
            Ok(Command::Expanded(one_of(name, rest, &words)?))
        }
        "\\p :list" => Ok(Command::List),
        "\\r :reset" => Ok(Command::Reset),
        _ => Ok(Command::OfScripts),
    }
}

/// What the word behind a command's name means; none if there is no word.
fn one_of<T: Copy>(name: &str, word: &str, words: &[(&str, T)]) -> Result<Option<T>, String> {
    if word.is_empty() {
        return Ok(None);
    }
    let found = words.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, meaning)| *meaning);
    let known: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
    found.map(Some).ok_or_else(|| format!("{name} takes nothing or one of {}", known.join(", ")))
}

/// All names, for completion.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().flat_map(|(names, _, _)| names.split(' '))
}

/// What `\?` shows.
pub(crate) fn help() -> String {
    let mut shown = String::from("A batch is what stands before a line with GO; GO n runs it n times.\n\n");
    for (names, takes, what) in COMMANDS {
        let form = format!("{} {takes}", names.replace(' ', ", "));
        shown.push_str(&format!("  {:<24} {what}\n", form.trim_end()));
    }
    shown
        .push_str("\nTab completes, Ctrl-R searches what was entered, Ctrl-C gives up what is typed, Ctrl-D leaves.\n");
    shown
}

/// Names (that of `\` and sqlcmd's), what it takes, what it does.
const COMMANDS: &[(&str, &str, &str)] = &[
    ("\\? :help", "", "this list"),
    ("\\l", "", "the databases"),
    ("\\d", "[NAME]", "the objects of the database, or what one of them is made of"),
    ("\\timing", "[on|off]", "tell how long each batch takes"),
    ("\\x", "[on|off|auto]", "show rows as records; auto: where they are wider than the terminal"),
    ("\\e :ed", "", "edit the text, or the last one, with $VISUAL, $EDITOR or vi"),
    ("\\i", "FILE", "run a script"),
    ("\\p :list", "", "show the text that has not run yet"),
    ("\\r :reset", "", "forget it"),
    ("\\q", "", "leave, as EXIT does"),
    (":r", "FILE", "put a script's lines here"),
    (":setvar", "NAME VALUE", "set a variable for $(NAME)"),
    (":on", "error exit|ignore", "whether an error ends the shell"),
    (":exit :quit", "", "leave"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_known_by_each_of_their_names() {
        assert_eq!(parse("\\?"), Ok(Command::Help));
        assert_eq!(parse(":HELP"), Ok(Command::Help));
        assert_eq!(parse("\\i \"my file.sql\""), Ok(Command::Include("my file.sql".into())));
        assert_eq!(parse(":setvar a b"), Ok(Command::OfScripts));
        assert_eq!(parse("\\d dbo.t;"), Ok(Command::Describe("dbo.t".to_owned())));
        assert_eq!(parse("\\timing OFF"), Ok(Command::Timing(Some(false))));
        assert_eq!(parse("\\x"), Ok(Command::Expanded(None)));
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
