//! Reads scripts: sqlcmd's commands and batches (`tools/sqlcmd/sqlcmd-commands`).
//!
//! The reader knows the form of commands. Variables in arguments and batches are replaced when the
//! client executes the step.

use crate::destinations::Stream;
use crate::variables::{Variables, is_name};
use sluice_engine::script::{Batch, Splitter};

/// The next action of a script.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Run(Batch),
    OnError(bool),
    /// `:r FILE`: continue with the lines of that file.
    Read(String),
    /// `:exit` or `:quit`: stop reading.
    Exit,
    /// `:exit(QUERY)`: run the batch before it, then the query, whose value is the exit code.
    ExitWith(Option<Batch>, Option<Batch>),
    /// `:list`, `:help`: text to print.
    Print(String),
    /// `!! COMMAND`: run a command of the system.
    Shell(String),
    /// `:ed`: edit the text, or the last batch.
    Edit,
    /// `:setvar NAME [VALUE]`.
    SetVariable(String, Option<String>),
    ListVariables,
    /// `:out`, `:error`, `:perftrace`: direct a stream to a target.
    Redirect(Stream, String),
    /// `:connect SERVER [OPTIONS]`.
    Connect(String),
    /// `:xml on|off`.
    Xml(bool),
    /// A command that is not supported, and the reason.
    Refuse(&'static str),
}

/// The command that isn't understood, as written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault(pub(crate) String);

/// Splits a script into steps, line by line.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    splitter: Splitter,
    /// The text of `:exit(` so far, if its parenthesis is open.
    exit: Option<String>,
}

impl Reader {
    /// Returns a reader whose batches end with `terminator`.
    pub(crate) fn new(terminator: &str) -> Reader {
        Reader { splitter: Splitter::with_terminator(terminator), exit: None }
    }

    /// Takes the next line and returns the action it completes, if any. Inside a string or comment,
    /// no line is a command. Fails for an unknown command or a wrong argument.
    pub(crate) fn line(&mut self, line: &str, variables: &Variables) -> Result<Option<Step>, Fault> {
        if let Some(mut exit) = self.exit.take() {
            exit.push_str(line);
            return Ok(self.exit_with(exit));
        }
        if !self.splitter.is_plain() {
            return Ok(self.splitter.line(line).map(Step::Run));
        }
        let trimmed = line.trim();
        // A call of a system function may begin with two colons.
        if let Some(command) = trimmed.strip_prefix(':').filter(|rest| !rest.starts_with(':')) {
            return self.command(command.trim_start());
        }
        // sqlcmd accepts these words without a colon.
        let word = trimmed.split('(').next().unwrap_or_default().trim_end();
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        let is_alone = word.len() == trimmed.len();
        if trimmed.starts_with("!!")
            || is("exit") && (is_alone || trimmed[word.len()..].trim_start().starts_with('('))
            || is_alone && ["quit", "reset", "ed"].into_iter().any(is)
        {
            return self.command(trimmed);
        }
        let mut words = trimmed.split_whitespace();
        let is_counted = words.next().is_some_and(|word| word.eq_ignore_ascii_case(self.splitter.terminator()))
            && words.next().is_some_and(|count| count.starts_with("$("));
        let expanded = if is_counted { variables.expand(line).0 } else { line.to_owned() };
        Ok(self.splitter.line(&expanded).map(Step::Run))
    }

    /// Returns whether no batch has begun.
    pub(crate) fn is_empty(&self) -> bool {
        self.splitter.is_empty()
    }

    /// Returns the text after the last batch.
    pub(crate) fn text(&self) -> &str {
        self.splitter.text()
    }

    /// Drops the text after the last batch.
    pub(crate) fn reset(&mut self) {
        self.splitter.finish();
    }

    /// Returns the batch that the end of the script completes. `None` if it is blank.
    pub(crate) fn finish(&mut self) -> Option<Batch> {
        self.splitter.finish()
    }

    fn command(&mut self, command: &str) -> Result<Option<Step>, Fault> {
        if let Some(command) = command.strip_prefix("!!") {
            return Ok(Some(Step::Shell(command.trim().to_owned())));
        }
        let end = command.find(|sign: char| sign.is_whitespace() || sign == '(').unwrap_or(command.len());
        let (name, rest) = command.split_at(end);
        let name = name.to_ascii_lowercase();
        if name == "exit" && rest.trim_start().starts_with('(') {
            return Ok(self.exit_with(rest.trim_start().to_owned()));
        }
        let fault = || Fault(format!(":{command}"));
        let rest = uncommented(rest);
        let argument = || if rest.is_empty() { Err(fault()) } else { Ok(unquoted(rest)) };
        let alone = |step: Step| if rest.is_empty() { Ok(Some(step)) } else { Err(fault()) };
        let lower = rest.to_ascii_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        match name.as_str() {
            "setvar" => variable(rest).map(Some).ok_or_else(fault),
            "listvar" => alone(Step::ListVariables),
            "list" => alone(Step::Print(self.splitter.text().trim_end().to_owned())),
            "help" => alone(Step::Print(help())),
            "reset" => {
                self.reset();
                Ok(None)
            }
            "ed" => alone(Step::Edit),
            "r" => Ok(Some(Step::Read(argument()?))),
            "out" => Ok(Some(Step::Redirect(Stream::Results, argument()?))),
            "error" => Ok(Some(Step::Redirect(Stream::Errors, argument()?))),
            "perftrace" => Ok(Some(Step::Redirect(Stream::Statistics, argument()?))),
            "connect" if !rest.is_empty() => Ok(Some(Step::Connect(rest.to_owned()))),
            "serverlist" => {
                Ok(Some(Step::Refuse(":ServerList is not supported: servers are not announced on the network")))
            }
            "xml" | "on" => match (name.as_str(), words.as_slice()) {
                ("xml", ["on"]) => Ok(Some(Step::Xml(true))),
                ("xml", ["off"]) => Ok(Some(Step::Xml(false))),
                ("on", ["error", "exit"]) => Ok(Some(Step::OnError(true))),
                ("on", ["error", "ignore"]) => Ok(Some(Step::OnError(false))),
                _ => Err(fault()),
            },
            "exit" | "quit" => alone(Step::Exit),
            _ => Err(fault()),
        }
    }

    /// Takes the text from `:exit`'s parenthesis on. Returns the step once the parenthesis is
    /// closed.
    fn exit_with(&mut self, text: String) -> Option<Step> {
        let Some(query) = closed(&text) else {
            self.exit = Some(text.trim_end_matches('\n').to_owned() + "\n");
            return None;
        };
        let query = query.trim();
        let query = (!query.is_empty()).then(|| Batch { text: query.to_owned(), first_line: 1, count: 1 });
        Some(Step::ExitWith(self.splitter.finish(), query))
    }
}

/// Returns the text of `:help`. One line for each command.
pub(crate) fn help() -> String {
    let line = |(name, takes, what): &(&str, &str, &str)| {
        let form = format!("{name} {takes}");
        format!("{:<34} {what}", form.trim_end())
    };
    COMMANDS.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the text within the parenthesis that `text` begins with; `None` if it is open.
fn closed(text: &str) -> Option<&str> {
    let (mut depth, mut quote) = (0u32, None);
    for (at, sign) in text.char_indices() {
        match (quote, sign) {
            (None, '(') => depth += 1,
            (None, ')') if depth == 1 => return Some(&text[1..at]),
            (None, ')') => depth -= 1,
            (None, '\'' | '"') => quote = Some(sign),
            (Some(end), sign) if end == sign => quote = None,
            _ => {}
        }
    }
    None
}

/// Parses the argument of `:setvar`. Returns `None` if it isn't valid.
fn variable(text: &str) -> Option<Step> {
    let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let value = value.trim();
    let is_quoted = value.len() > 1 && value.starts_with('"') && value.ends_with('"');
    if !is_name(name) || !is_quoted && value.contains(char::is_whitespace) {
        return None;
    }
    Some(Step::SetVariable(name.to_owned(), (!value.is_empty()).then(|| unquoted(value))))
}

/// Returns the argument without a comment at its end.
fn uncommented(text: &str) -> &str {
    let mut is_quoted = false;
    let comment = text.char_indices().find(|(at, sign)| {
        is_quoted ^= *sign == '"';
        let follows_blank = text[..*at].chars().next_back().is_none_or(char::is_whitespace);
        !is_quoted && follows_blank && text[*at..].starts_with("--")
    });
    text[..comment.map_or(text.len(), |(at, _)| at)].trim()
}

/// Returns a value without its quotation marks; doubled marks inside stand for one.
pub(crate) fn unquoted(text: &str) -> String {
    match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => text.to_owned(),
    }
}

/// sqlcmd's commands: name, arguments, description.
pub(crate) const COMMANDS: &[(&str, &str, &str)] = &[
    (":!!", "COMMAND", "run a command of the system"),
    (":connect", "SERVER [-U LOGIN [-P PASSWORD]] ...", "connect to a server; also -l, -N, -C, -F, -D"),
    (":ed", "", "edit the text, or the last batch, with the editor of SQLCMDEDITOR"),
    (":error", "FILE|STDERR|STDOUT", "direct errors there"),
    (":exit", "[(QUERY)]", "leave; the exit code is the query's value"),
    (":help", "", "list the commands"),
    (":list", "", "show the text that has not run yet"),
    (":listvar", "", "show the variables"),
    (":on", "error exit|ignore", "choose whether an error ends the script"),
    (":out", "FILE|STDERR|STDOUT", "direct results there"),
    (":perftrace", "FILE|STDERR|STDOUT", "direct the statistics of -p there"),
    (":quit", "", "leave"),
    (":r", "FILE", "continue with the lines of a file"),
    (":reset", "", "drop the text that has not run yet"),
    (":setvar", "NAME [\"VALUE\"]", "set or remove a variable"),
    (":xml", "on|off", "print XML and JSON as a stream"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(script: &str) -> Vec<Result<Step, Fault>> {
        let (mut reader, variables) = (Reader::default(), Variables::default());
        let mut steps: Vec<_> =
            script.split_inclusive('\n').filter_map(|line| reader.line(line, &variables).transpose()).collect();
        steps.extend(reader.finish().map(Step::Run).map(Ok));
        steps
    }

    #[test]
    fn commands_are_read_between_batches() {
        let steps = steps(":setvar rows 10 -- ten\n:on error exit\n:r \"other file.sql\"\nselect $(rows)\ngo\n:exit\n");
        assert_eq!(steps[0], Ok(Step::SetVariable("rows".to_owned(), Some("10".to_owned()))));
        assert_eq!(steps[1], Ok(Step::OnError(true)));
        assert_eq!(steps[2], Ok(Step::Read("other file.sql".into())));
        assert!(matches!(&steps[3], Ok(Step::Run(batch)) if batch.text == "select $(rows)\n"));
        assert_eq!(steps[4], Ok(Step::Exit));
    }

    #[test]
    fn commands_without_colon_need_their_own_line() {
        assert_eq!(steps("EXIT\nselect 1\n")[0], Ok(Step::Exit));
        assert_eq!(steps("  quit \n")[0], Ok(Step::Exit));
        assert_eq!(steps("ED\n")[0], Ok(Step::Edit));
        assert!(matches!(&steps("select 'a\nexit\n'\n")[0], Ok(Step::Run(batch)) if batch.text.contains("exit")));
        assert!(matches!(&steps("select exit_code\n")[0], Ok(Step::Run(_))));
        assert!(matches!(&steps("select * from\n::fn_helpcollations()\n")[0], Ok(Step::Run(_))));
    }

    #[test]
    fn exit_reads_lines_until_its_parenthesis_closes() {
        let query = |text: &str| Batch { text: text.to_owned(), first_line: 1, count: 1 };
        assert_eq!(
            steps("EXIT(SELECT ')',\n(1))\nnot read\n")[0],
            Ok(Step::ExitWith(None, Some(query("SELECT ')',\n(1)"))))
        );
        assert_eq!(steps(":exit()\n")[0], Ok(Step::ExitWith(None, None)));
    }

    #[test]
    fn targets_are_read() {
        let target = |stream, name: &str| Ok(Step::Redirect(stream, name.to_owned()));
        let steps = steps(":OUT \"a b.txt\"\n:error stderr\n:perftrace p.txt\n:xml ON\n:connect h,1 -U sa\n");
        assert_eq!(steps[0], target(Stream::Results, "a b.txt"));
        assert_eq!(steps[1], target(Stream::Errors, "stderr"));
        assert_eq!(steps[2], target(Stream::Statistics, "p.txt"));
        assert_eq!(steps[3], Ok(Step::Xml(true)));
        assert_eq!(steps[4], Ok(Step::Connect("h,1 -U sa".to_owned())));
    }

    #[test]
    fn invalid_commands_are_reported() {
        for line in [":nonsense a", ":out", ":xml maybe", ":setvar a b c", ":setvar $(a) b", ":quit now", ":connect"] {
            assert_eq!(steps(&format!("{line}\n"))[0], Err(Fault(line.to_owned())), "{line}");
        }
    }

    #[test]
    fn help_lists_every_command() {
        let help = help();
        assert!(COMMANDS.iter().all(|(name, _, _)| help.contains(name)));
    }
}
