//! The files of `tests/compatibility`.
//!
//! The first line of a file is `# Title: source`. A line without indentation is a name, and the
//! indented lines below it are its probes: batches, divided by ` GO ` if there are several.
//! A name without probes uses the file's `@probe`, in which `{}` stands for the line. More lines:
//!
//! - `@setup`: a batch that runs before the probes.
//! - `@unknown`: the only error that shows that the engine doesn't know a name. Any other error
//!   shows that it does (a call without its arguments).
//! - `@absent`: an error by which the engine refuses a name.
//! - `@known`: an error that isn't a refusal, such as that for a file that doesn't exist.

use std::fs;
use std::path::Path;

/// A part of the documentation's index.
pub(super) struct Part {
    /// The name of the file.
    pub(super) file: String,
    pub(super) title: String,
    /// Folders of the documentation.
    pub(super) source: String,
    pub(super) setup: Vec<String>,
    pub(super) unknown: Option<i32>,
    pub(super) absent: Vec<i32>,
    pub(super) known: Vec<i32>,
    pub(super) entries: Vec<Entry>,
}

/// A documented name.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) probes: Vec<String>,
}

/// Reads the files in the order of the page.
pub(super) fn parts(folder: &Path) -> Result<Vec<Part>, String> {
    let read = |name: &&str| {
        let path = folder.join(name).with_extension("txt");
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        part(name, &text)
    };
    FILES.iter().map(read).collect()
}

fn part(file: &str, text: &str) -> Result<Part, String> {
    let fault = |what: &str| format!("tests/compatibility/{file}.txt: {what}");
    let heading = text.lines().next().and_then(|line| line.strip_prefix("# "));
    let (title, source) = heading.and_then(|line| line.split_once(": ")).ok_or_else(|| fault("no heading"))?;
    let source = source.split_once(". ").map_or(source, |(source, _)| source).trim_end_matches('.');
    let mut part = Part {
        file: file.to_owned(),
        title: title.to_owned(),
        source: source.to_owned(),
        setup: Vec::new(),
        unknown: None,
        absent: Vec::new(),
        known: Vec::new(),
        entries: Vec::new(),
    };
    let mut template = None;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let number = |text: &str| text.parse().map_err(|_| fault("an error number is expected"));
        match line.split_once(' ') {
            Some(("@setup", batch)) => part.setup.push(batch.to_owned()),
            Some(("@probe", probe)) => template = Some(probe.to_owned()),
            Some(("@unknown", error)) => part.unknown = Some(number(error)?),
            Some(("@absent", error)) => part.absent.push(number(error)?),
            Some(("@known", error)) => part.known.push(number(error)?),
            Some(("", probe)) => {
                let entry = part.entries.last_mut().ok_or_else(|| fault("a probe without a name"))?;
                entry.probes.push(probe.trim().to_owned());
            }
            _ => part.entries.push(Entry { name: line.to_owned(), probes: Vec::new() }),
        }
    }
    for entry in part.entries.iter_mut().filter(|entry| entry.probes.is_empty()) {
        let template = template.as_deref().ok_or_else(|| fault(&format!("no probe for {}", entry.name)))?;
        entry.probes.push(template.replace("{}", &entry.name));
        entry.name = name_of(&entry.name).to_owned();
    }
    Ok(part)
}

/// Returns the name that is used in an expression, such as `ABS` of `ABS(1)`.
fn name_of(expression: &str) -> &str {
    let called = expression.strip_prefix("* FROM ").unwrap_or(expression);
    let end = called.find('(').or_else(|| called.find(" FROM "));
    end.map_or(called, |end| &called[..end])
}

/// The order of the page.
const FILES: [&str; 10] = [
    "statements",
    "set_options",
    "console_commands",
    "data_types",
    "functions",
    "procedures",
    "catalog_views",
    "compatibility_views",
    "information_schema",
    "management_views",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_names_and_probes() {
        let text = "# Title: `a/b`. More.\n@probe SELECT {}\n@unknown 2812\nABS(1)\nNAME\n    PRINT 1\n    PRINT 2\n";
        let part = part("x", text).unwrap();
        assert_eq!((part.title.as_str(), part.source.as_str(), part.unknown), ("Title", "`a/b`", Some(2812)));
        let entries: Vec<_> = part.entries.iter().map(|entry| (entry.name.as_str(), entry.probes.join("|"))).collect();
        assert_eq!(entries, [("ABS", "SELECT ABS(1)".to_owned()), ("NAME", "PRINT 1|PRINT 2".to_owned())]);
    }

    #[test]
    fn name_without_probe_is_an_error() {
        assert!(part("x", "# Title: `a`\nNAME\n").is_err() && part("x", "NAME\n").is_err());
    }

    #[test]
    fn name_of_an_expression_is_its_function() {
        let names = ["ABS(1)", "@@SPID", "AVG(a) FROM t", "* FROM sys.fn_x(1)", "@@ROWCOUNT FROM t"].map(name_of);
        assert_eq!(names, ["ABS", "@@SPID", "AVG", "sys.fn_x", "@@ROWCOUNT"]);
    }
}
