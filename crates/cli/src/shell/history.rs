//! The history of entered batches, newest last, kept in a file of the user.
//!
//! A line of the file is a batch, with line ends written as `\n` and backslashes doubled. Only the
//! owner can read the file. A batch with a password is not written to it. Several shells append to
//! one file; each reads it when it starts.

use super::gutter;
use rustyline::history::{History, SearchDirection, SearchResult};
use std::borrow::Cow;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The entered batches and their file.
pub(crate) struct Batches {
    entries: Vec<String>,
    file: Option<PathBuf>,
    /// The gutter width of batches returned to the editor.
    pub(crate) gutter: usize,
}

impl Batches {
    /// Reads `file`. An unreadable file counts as empty: the shell works without a history. Only
    /// the newest entries are kept; a file that has grown much too long is rewritten.
    pub(crate) fn open(file: Option<PathBuf>) -> Batches {
        let mut entries: Vec<String> = file.as_deref().map(read).unwrap_or_default();
        let too_many = entries.len().saturating_sub(KEPT);
        entries.drain(..too_many);
        if too_many > KEPT
            && let Some(path) = &file
        {
            // A failed rewrite is retried at the next start.
            let _ = replace(path, &entries);
        }
        Batches { entries, file, gutter: 0 }
    }

    /// Adds a batch, unless it equals the last one. Trailing blanks are cut, and an empty text
    /// isn't added. A failed write is ignored. A text with the word "password" isn't written to the
    /// history file.
    pub(crate) fn enter(&mut self, text: &str) {
        let text = text.trim_end();
        if text.is_empty() || self.entries.last().is_some_and(|last| last == text) {
            return;
        }
        self.entries.push(text.to_owned());
        if let Some(file) = &self.file
            && !names_password(text)
        {
            // A failed write of the history is ignored.
            let _ = append(file, text);
        }
    }

    fn found(&self, number: usize, position: usize) -> SearchResult<'_> {
        let entry = &self.entries[number];
        let of_line = self.gutter * gutter::BLANK.len_utf8() + gutter::MARK.len_utf8();
        let before = entry[..position].matches('\n').count() * of_line;
        SearchResult { entry: Cow::Owned(gutter::with_gutter(entry, self.gutter)), idx: number, pos: position + before }
    }

    /// Returns the first entry from `start` on for which `place` returns a position.
    fn look(
        &self,
        start: usize,
        direction: SearchDirection,
        place: impl Fn(&str) -> Option<usize>,
    ) -> Option<SearchResult<'_>> {
        let hit = |number: usize| place(&self.entries[number]).map(|position| self.found(number, position));
        match direction {
            SearchDirection::Reverse => (0..self.entries.len().min(start + 1)).rev().find_map(hit),
            SearchDirection::Forward => (start..self.entries.len()).find_map(hit),
        }
    }
}

/// Returns the user's history file: `SLUICE_HISTORY`, or `sluice/history` in the user's data
/// folder. `None` if there is no such folder or the variable is empty.
pub(crate) fn file_of_user() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if std::env::var_os("SLUICE_HISTORY").is_some() {
        return set("SLUICE_HISTORY");
    }
    let data = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")))?;
    Some(data.join("sluice").join("history"))
}

fn read(file: &Path) -> Vec<String> {
    let mut text = Vec::new();
    if File::open(file).and_then(|mut file| file.read_to_end(&mut text)).is_err() {
        return Vec::new();
    }
    String::from_utf8_lossy(&text).lines().map(unescaped).collect()
}

fn append(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    let mut opened = OpenOptions::new().append(true).create(true).mode(0o600).open(file)?;
    if opened.metadata()?.permissions().mode() & 0o077 != 0 {
        opened.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    opened.write_all(format!("{}\n", escaped(text)).as_bytes())
}

fn replace(file: &Path, entries: &[String]) -> std::io::Result<()> {
    let beside = file.with_extension("new");
    let mut opened = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&beside)?;
    let lines: String = entries.iter().map(|entry| escaped(entry) + "\n").collect();
    opened.write_all(lines.as_bytes())?;
    std::fs::rename(beside, file)
}

fn names_password(text: &str) -> bool {
    text.to_ascii_lowercase().contains("password")
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n")
}

fn unescaped(line: &str) -> String {
    let (mut text, mut signs) = (String::with_capacity(line.len()), line.chars());
    while let Some(sign) = signs.next() {
        match (sign, sign == '\\') {
            (_, true) => match signs.next() {
                Some('n') => text.push('\n'),
                Some(other) => text.push(other),
                None => text.push('\\'),
            },
            (sign, false) => text.push(sign),
        }
    }
    text
}

impl History for Batches {
    fn get(&self, index: usize, _: SearchDirection) -> rustyline::Result<Option<SearchResult<'_>>> {
        Ok((index < self.entries.len()).then(|| self.found(index, 0)))
    }

    fn add(&mut self, line: &str) -> rustyline::Result<bool> {
        self.enter(&gutter::without_gutter(line));
        Ok(true)
    }

    fn add_owned(&mut self, line: String) -> rustyline::Result<bool> {
        self.add(&line)
    }

    fn len(&self) -> usize {
        self.entries.len()
    }

    fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn set_max_len(&mut self, _: usize) -> rustyline::Result<()> {
        Ok(())
    }

    fn ignore_dups(&mut self, _: bool) -> rustyline::Result<()> {
        Ok(())
    }

    fn ignore_space(&mut self, _: bool) {}

    // The file is written as batches are entered, not at the editor's request.
    fn save(&mut self, _: &Path) -> rustyline::Result<()> {
        Ok(())
    }

    fn append(&mut self, _: &Path) -> rustyline::Result<()> {
        Ok(())
    }

    fn load(&mut self, _: &Path) -> rustyline::Result<()> {
        Ok(())
    }

    fn clear(&mut self) -> rustyline::Result<()> {
        self.entries.clear();
        Ok(())
    }

    fn search(&self, term: &str, start: usize, dir: SearchDirection) -> rustyline::Result<Option<SearchResult<'_>>> {
        let term = term.to_ascii_lowercase();
        if term.is_empty() {
            return Ok(None);
        }
        Ok(self.look(start, dir, |entry| entry.to_ascii_lowercase().find(&term)))
    }

    fn starts_with(
        &self,
        term: &str,
        start: usize,
        dir: SearchDirection,
    ) -> rustyline::Result<Option<SearchResult<'_>>> {
        let term = gutter::without_gutter(term).into_owned();
        Ok(self.look(start, dir, |entry| entry.starts_with(&term).then_some(term.len())))
    }
}

/// The number of batches kept. The file may grow to twice this number.
const KEPT: usize = 2_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_is_reloaded_and_private_to_owner() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep").join("history");
        let mut batches = Batches::open(Some(file.clone()));
        let first = "select 'a\\n\nb'\nGO";
        batches.enter(first);
        batches.enter(first);
        batches.enter("\\d");
        batches.enter("CREATE LOGIN a WITH PASSWORD = 'secret'\nGO");
        assert_eq!(batches.entries.len(), 3);
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(Batches::open(Some(file)).entries, [first, "\\d"]);
    }

    #[test]
    fn long_history_file_is_truncated() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("history");
        let lines: String = (0..2 * KEPT + 1).map(|number| format!("select {number}\n")).collect();
        std::fs::write(&file, lines).unwrap();
        assert_eq!(Batches::open(Some(file.clone())).entries[0], format!("select {}", KEPT + 1));
        assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), KEPT);
    }

    #[test]
    fn search_ignores_case_and_counts_gutters() {
        let mut batches = Batches::open(None);
        batches.gutter = 2;
        batches.enter("select 1\nfrom T\nGO");
        batches.enter("print 2\nGO");
        let found = batches.search("From t", 1, SearchDirection::Reverse).unwrap().unwrap();
        assert_eq!((found.idx, &found.entry[found.pos..][..6]), (0, "from T"));
        assert!(batches.search("nothing", 1, SearchDirection::Reverse).unwrap().is_none());
        assert_eq!(batches.starts_with("pr", 0, SearchDirection::Forward).unwrap().unwrap().idx, 1);
    }
}
