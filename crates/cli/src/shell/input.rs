//! Decides when typed text runs, and which part of it is a command to the shell.

use sluice_engine::script::Splitter;

/// Whether Enter ends the text: its last line is the batch terminator or a command, outside strings
/// and comments. A blank text is complete. Otherwise Enter begins another line.
pub(crate) fn is_complete(text: &str, terminator: &str) -> bool {
    let (pending, last) = last_line(text);
    let mut splitter = Splitter::with_terminator(terminator);
    pending.split_inclusive('\n').for_each(|line| drop(splitter.line(line)));
    if splitter.is_plain() && is_command(last) {
        return true;
    }
    drop(splitter.line(last));
    splitter.finish().is_none()
}

/// Returns the text before the last line, and the last line if it is a command of the shell
/// (`\...`, `:...`).
pub(crate) fn command(text: &str) -> Option<(&str, &str)> {
    let (pending, last) = last_line(text);
    let mut splitter = Splitter::new();
    pending.split_inclusive('\n').for_each(|line| drop(splitter.line(line)));
    let is_command = splitter.is_plain() && last.trim_start().starts_with(['\\', ':']);
    is_command.then(|| (pending, last.trim()))
}

fn last_line(text: &str) -> (&str, &str) {
    let text = text.trim_end_matches('\n');
    text.split_at(text.rfind('\n').map_or(0, |end| end + 1))
}

fn is_command(line: &str) -> bool {
    let line = line.trim();
    line.starts_with(['\\', ':'])
        || line.starts_with("!!")
        || ["exit", "quit", "reset", "ed"].iter().any(|word| line.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_or_command_completes_a_text() {
        for text in [
            "",
            "go",
            "select 1\nGO 5",
            "select 1\nselect 2\n go \n",
            "\\?",
            "select 1\n\\e",
            ":r a.sql",
            " Exit",
            "!!ls",
            "Ed",
        ] {
            assert!(is_complete(text, "GO"), "{text}");
        }
        for text in ["select 1", "select 1\ngo\nselect 2", "select '\ngo", "/*\n\\q", "select '\n:r x", "exit 1"] {
            assert!(!is_complete(text, "GO"), "{text}");
        }
    }

    #[test]
    fn another_terminator_completes_a_text() {
        assert!(is_complete("select 1\nend", "END") && !is_complete("select 1\nGO", "END"));
    }

    #[test]
    fn command_is_separated_from_the_text_before_it() {
        assert_eq!(command("select 1\n\\e \n"), Some(("select 1\n", "\\e")));
        assert_eq!(command("\\d t"), Some(("", "\\d t")));
        assert_eq!(command("select '\n\\q"), None);
        assert_eq!(command("select 1\ngo"), None);
    }
}
