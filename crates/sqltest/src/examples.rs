//! The documentation's examples as golden cases: which pages are done, and the share of exceptions.
//!
//! `tests/sql/examples/pages.txt` lists the pages: a `## ` line with a folder below `docs/t-sql`,
//! or beside it as `../relational-databases/xml`, then a page a line, without `.md`. A page without
//! a mark has its examples in the scripts beside the list or in `exceptions.txt`. A mark behind
//! ` - ` says why it has none:
//!
//! - `unread`: nobody has taken its examples over yet.
//! - `none`: it has no example with a shown result that needs no sample database.
//! - `refused: FEATURE`: all of its examples need a feature that the engine refuses by name.

use crate::scripts;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

/// The state of the documentation's examples.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Examples {
    /// Pages per folder.
    pub folders: Vec<Folder>,
    /// Results that the documentation shows and golden scripts have.
    pub shown: usize,
    /// Examples in `exceptions.txt`.
    pub exceptions: usize,
    /// Contradictions between the list, the scripts and the exceptions.
    pub faults: Vec<String>,
}

/// The pages of a folder of the documentation.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Folder {
    /// The path from `docs/t-sql`.
    pub name: String,
    /// Pages whose examples are golden cases or exceptions.
    pub done: usize,
    /// Pages without an example to take over.
    pub none: usize,
    /// Pages of features that the engine refuses.
    pub refused: usize,
    /// Pages whose examples are not taken over.
    pub unread: usize,
}

impl Examples {
    /// The greatest percentage of exceptions among the examples (issue 19).
    pub const EXCEPTIONS_MOST: usize = 10;
    /// The greatest number of unread pages; it may only shrink.
    pub const UNREAD_MOST: usize = 0;

    /// Reads the list, the scripts and the exceptions of `tests/sql`.
    pub fn count() -> io::Result<Self> {
        let folder = scripts::root().join("examples");
        let list = fs::read_to_string(folder.join("pages.txt"))?;
        let exceptions = fs::read_to_string(folder.join("exceptions.txt"))?;
        let mut cited = BTreeSet::new();
        for script in scripts::below(&folder)? {
            cited.extend(pages_in(&fs::read_to_string(script)?));
        }
        let mut examples = Self::compare(&list, &exceptions, &cited);
        for script in scripts::below(&scripts::root())? {
            examples.shown += results_in(&script)?;
        }
        Ok(examples)
    }

    fn compare(list: &str, exceptions: &str, cited: &BTreeSet<String>) -> Self {
        let mut examples = Self::default();
        let mut excepted = BTreeSet::new();
        for line in exceptions.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('|').map(str::trim);
            excepted.insert(fields.next().unwrap_or_default());
            examples.exceptions += examples_in(fields.next().unwrap_or_default());
        }
        for line in list.lines().filter(|line| !line.is_empty()) {
            if let Some(name) = line.strip_prefix("## ") {
                examples.folders.push(Folder { name: name.to_owned(), ..Folder::default() });
                continue;
            }
            let Some(folder) = examples.folders.last_mut() else { continue };
            let (page, mark) = line.split_once(" - ").map_or((line, None), |(page, mark)| (page, Some(mark)));
            let is_done = cited.contains(page) || excepted.contains(format!("{}/{page}", folder.name).as_str());
            match (mark, is_done) {
                (None, true) => folder.done += 1,
                (Some("unread"), false) => folder.unread += 1,
                (Some("none"), false) => folder.none += 1,
                (Some(mark), false) if mark.starts_with("refused: ") => folder.refused += 1,
                (None, false) => examples.faults.push(format!("{page}: no script has its examples")),
                (Some(mark), true) => {
                    examples.faults.push(format!("{page}: marked `{mark}`, but its examples are there"))
                }
                (Some(mark), false) => examples.faults.push(format!("{page}: unknown mark `{mark}`")),
            }
        }
        examples
    }

    /// Returns the number of unread pages.
    pub fn unread(&self) -> usize {
        self.folders.iter().map(|folder| folder.unread).sum()
    }

    /// Returns the exceptions as a percentage of all examples, rounded up.
    pub fn percentage(&self) -> usize {
        (100 * self.exceptions).div_ceil((self.shown + self.exceptions).max(1))
    }
}

/// Returns the pages that the script's comments cite, without path and `.md`.
fn pages_in(script: &str) -> impl Iterator<Item = String> {
    let comments = script.lines().filter_map(|line| line.split_once("--").map(|(_, comment)| comment));
    let words = comments.flat_map(|comment| comment.split(|c: char| c.is_whitespace() || ",;:()".contains(c)));
    words.filter_map(|word| Some(word.split_once(".md")?.0.rsplit('/').next()?.to_owned()))
}

/// Returns the number of results that the documentation shows: runs of `-->` lines.
fn results_in(script: &Path) -> io::Result<usize> {
    let text = fs::read_to_string(script)?;
    let marks: Vec<bool> = text.lines().map(|line| line.starts_with("--> ")).collect();
    Ok(marks.iter().zip([&false].into_iter().chain(&marks)).filter(|(mark, before)| **mark && !**before).count())
}

/// Returns the number of examples that an exception names: `A, C to E and G` are five.
fn examples_in(named: &str) -> usize {
    let letter = |word: &str| word.chars().next().filter(|c| c.is_ascii_uppercase() && word.len() == 1);
    let parts = named.split([',', ';']).flat_map(|part| part.split(" and "));
    let counts = parts.map(|part| {
        let words: Vec<&str> = part.split_whitespace().collect();
        match words[..] {
            [.., first, "to", last] => match (letter(first), letter(last)) {
                (Some(first), Some(last)) => (u32::from(last) + 1).saturating_sub(first.into()) as usize,
                _ => 0,
            },
            [.., last] => usize::from(letter(last).is_some()),
            [] => 0,
        }
    });
    counts.sum::<usize>().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_compared_with_scripts_and_exceptions() {
        let list = "# Comment\n## functions\na\nb\nc - unread\nd - none\ne - refused: keys\nf\ng - unread\nh - later\n";
        let cited = ["a", "g"].map(str::to_owned).into();
        let examples = Examples::compare(list, "# Comment\nfunctions/b | A to C and E | keys\n", &cited);
        let folder = Folder { name: "functions".to_owned(), done: 2, none: 1, refused: 1, unread: 1 };
        assert_eq!((examples.folders, examples.exceptions), (vec![folder], 4));
        let faults = ["f: no script has", "g: marked `unread`, but", "h: unknown mark"];
        assert!(examples.faults.iter().zip(faults).all(|(fault, start)| fault.starts_with(start)));
        assert_eq!(examples.faults.len(), 3);
    }

    #[test]
    fn exceptions_are_counted_by_letter() {
        let counts =
            ["A", "D, E", "Adding columns H, I", "M to O", "E, the INSERT", "t1 to t3", "the table", "A to D, F"];
        assert_eq!(counts.map(examples_in), [1, 2, 2, 3, 1, 1, 1, 5]);
    }

    #[test]
    fn citations_lose_their_path() {
        let pages: Vec<String> =
            pages_in("-- docs/t-sql/x/a-b.md, c.md: text\nSELECT 1 -- (d.md)\nSELECT 'e.md'").collect();
        assert_eq!(pages, ["a-b", "c", "d"]);
    }

    #[test]
    fn percentage_is_rounded_up() {
        let examples = Examples { shown: 989, exceptions: 11, ..Examples::default() };
        assert_eq!(examples.percentage(), 2);
    }
}
