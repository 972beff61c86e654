//! The text of `docs/compatibility.md`.

use super::index::Part;
use super::probes::Status;
use std::fmt::Write;

/// Returns the page: a table of counts, and a section for each part.
pub(super) fn text(parts: &[(Part, Vec<Status>)]) -> String {
    let mut page = HEAD.to_owned();
    for (part, statuses) in parts {
        let count = |wanted: fn(&Status) -> bool| statuses.iter().filter(|status| wanted(status)).count();
        let works = count(|status| matches!(status, Status::Works));
        let partly = count(|status| matches!(status, Status::Partly(_)));
        let refused = count(|status| matches!(status, Status::Refused));
        line(&mut page, &format!("| {} | {works} | {partly} | {refused} |", part.title));
    }
    for (part, statuses) in parts {
        section(&mut page, part, statuses);
    }
    page
}

fn section(page: &mut String, part: &Part, statuses: &[Status]) {
    line(page, &format!("\n## {}\n", part.title));
    line(page, &format!("Source: {}.", part.source));
    let entries = || part.entries.iter().zip(statuses);
    let names = |wanted: fn(&Status) -> bool| -> Vec<String> {
        entries().filter(|(_, status)| wanted(status)).map(|(entry, _)| entry.name.clone()).collect()
    };
    list(page, "Works", &names(|status| matches!(status, Status::Works)));
    let mut is_first = true;
    for (entry, status) in entries() {
        if let Status::Partly(reasons) = status {
            if is_first {
                line(page, "\n**Partly**, without:\n");
            }
            is_first = false;
            wrap(page, &format!("- {}: {}", entry.name, reasons.join("; ")), "  ");
        }
    }
    list(page, "Refused", &names(|status| matches!(status, Status::Refused)));
}

fn list(page: &mut String, heading: &str, names: &[String]) {
    if !names.is_empty() {
        line(page, &format!("\n**{heading}**\n"));
        wrap(page, &names.join(", "), "");
    }
}

/// Writes `text` in lines of at most [`WIDTH`] columns. Lines after the first begin with `indent`.
fn wrap(page: &mut String, text: &str, indent: &str) {
    let mut current = String::new();
    for word in text.replace('_', "\\_").replace('*', "\\*").split(' ') {
        if !current.is_empty() && current.chars().count() + 1 + word.chars().count() > WIDTH {
            line(page, &current);
            current = indent.to_owned();
        } else if !current.is_empty() {
            current.push(' ');
        }
        current.push_str(word);
    }
    line(page, &current);
}

fn line(page: &mut String, line: &str) {
    writeln!(page, "{line}").expect("a string takes what is written to it");
}

/// The width of the project's documents.
const WIDTH: usize = 120;

const HEAD: &str = "\
# Compatibility

Every statement, SET option, console command, data type, function, procedure and view of SQL Server's documentation,
with its status here. A test writes this page: it runs the statements of `tests/compatibility` and compares.

- **Works**: every statement of the test succeeds.
- **Partly**: some succeed; the others are refused by the named feature (error 40517).
- **Refused**: the name is known and refused (40517).

Views of absent features exist and are empty: a catalog view works if it has all documented columns. Names of Azure
alone and of Analytics Platform System are left out.

| part | works | partly | refused |
|---|---|---|---|
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped_and_escaped() {
        let mut page = String::new();
        wrap(&mut page, &vec!["sys.a_b,"; 15].join(" "), "  ");
        let lines: Vec<&str> = page.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH) && lines[1].starts_with("  sys.a\\_b,"));
    }
}
