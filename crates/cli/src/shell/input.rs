//! When what is being typed may run, and what of it is a command to the shell.

use sluice_engine::script::Splitter;

/// Whether Enter ends the text: its last line is GO, or a command. Until then Enter begins another line.
pub(crate) fn is_complete(text: &str) -> bool {
    let (pending, last) = last_line(text);
    let mut splitter = Splitter::new();
    pending.split_inclusive('\n').for_each(|line| drop(splitter.line(line)));
    if splitter.is_plain() && is_command(last) {
        return true;
    }
    drop(splitter.line(last));
    splitter.finish().is_none()
}

/// The command in the text's last line, if it is one of the shell's own (`\...`, `:...`), and the text before it.
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
    line.starts_with(['\\', ':']) || ["exit", "quit"].iter().any(|word| line.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_and_commands_end_a_text() {
        for text in
            ["", "go", "select 1\nGO 5", "select 1\nselect 2\n go \n", "\\?", "select 1\n\\e", ":r a.sql", " Exit"]
        {
            assert!(is_complete(text), "{text}");
        }
        for text in ["select 1", "select 1\ngo\nselect 2", "select '\ngo", "/*\n\\q", "select '\n:r x", "exit 1"] {
            assert!(!is_complete(text), "{text}");
        }
    }

    #[test]
    fn a_command_leaves_the_text_before_it() {
        assert_eq!(command("select 1\n\\e \n"), Some(("select 1\n", "\\e")));
        assert_eq!(command("\\d t"), Some(("", "\\d t")));
        assert_eq!(command("select '\n\\q"), None);
        assert_eq!(command("select 1\ngo"), None);
    }
}
