//! Compiled regular expressions, their flags, and the matches in a text.

use super::syntax::{invalid, translated};
use crate::text::str_of;
use regex::{CaptureLocations, Regex, RegexBuilder};
use sluice_base::interruption::is_raised;
use sluice_base::sync::{Arc, Mutex, OnceLock};
use sluice_types::{SqlError, Value};

/// Returns the compiled regular expression of a pattern with flags. Fails with 19302 and 19303 for
/// invalid flags, and as [`translated`]. Small ones are kept for later calls of the whole process,
/// the most recent first. One that is too large fails as invalid.
pub(super) fn compiled(pattern: &str, flags: Option<&Value>) -> Result<Arc<Regex>, SqlError> {
    let flags = Flags::parse(flags.map_or("", str_of))?;
    let recent = RECENT.get_or_init(|| Mutex::new(Vec::new()));
    if let Some(regex) = used_again(&mut recent.lock(), pattern, flags) {
        return Ok(regex);
    }
    let text = translated(pattern)?;
    let build = |bytes_max| {
        RegexBuilder::new(&text)
            .case_insensitive(flags.ignores_case)
            .multi_line(flags.is_multi_line)
            .dot_matches_new_line(flags.dot_matches_newline)
            .size_limit(bytes_max)
            .dfa_size_limit(DFA_BYTES)
            .build()
    };
    let (regex, is_small) = match build(SMALL_BYTES) {
        Err(regex::Error::CompiledTooBig(_)) => (build(BYTES_MAX), false),
        small => (small, true),
    };
    let regex = Arc::new(regex.map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => invalid(pattern, "pattern too large - compile failed"),
        _ => invalid(pattern, &format!("invalid named capture group: {pattern}")),
    })?);
    if is_small {
        let mut recent = recent.lock();
        recent.truncate(RECENT_MAX - 1);
        recent.insert(0, Recent { pattern: pattern.to_owned(), flags, regex: Arc::clone(&regex) });
    }
    Ok(regex)
}

/// Finds an expression used lately and moves it to the front.
fn used_again(recent: &mut [Recent], pattern: &str, flags: Flags) -> Option<Arc<Regex>> {
    let place = recent.iter().position(|known| known.flags == flags && known.pattern == pattern)?;
    recent[..=place].rotate_right(1);
    Some(Arc::clone(&recent[0].regex))
}

/// The flags `c`, `i`, `m` and `s`.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Flags {
    ignores_case: bool,
    is_multi_line: bool,
    dot_matches_newline: bool,
}

impl Flags {
    /// Reads the flags. The last one of `c` and `i` counts.
    fn parse(text: &str) -> Result<Flags, SqlError> {
        let count = text.chars().count();
        if count > FLAGS_MAX {
            return Err(SqlError::too_many_flags(FLAGS_MAX, count));
        }
        let mut flags = Flags::default();
        for flag in text.chars() {
            match flag {
                'c' => flags.ignores_case = false,
                'i' => flags.ignores_case = true,
                'm' => flags.is_multi_line = true,
                's' => flags.dot_matches_newline = true,
                _ => return Err(SqlError::invalid_flags(text, "{c,i,s,m}")),
            }
        }
        Ok(flags)
    }
}

/// A search for the matches in a text, from a byte on. An empty match at the end of the match
/// before it doesn't count.
pub(super) struct Search {
    regex: Arc<Regex>,
    groups: CaptureLocations,
    next: usize,
    last_end: Option<usize>,
}

impl Search {
    /// Starts a search at byte `start`, which is a character boundary of the text passed to `next`.
    pub(super) fn new(regex: Arc<Regex>, start: usize) -> Search {
        Search { groups: regex.capture_locations(), regex, next: start, last_end: None }
    }

    /// Returns the bytes of the next match; `None` if there is none or the request was interrupted.
    /// After it, [`Search`] also has the match's groups.
    pub(super) fn next(&mut self, text: &str) -> Option<(usize, usize)> {
        while self.next <= text.len() && !is_raised() {
            let found = match self.regex.captures_len() {
                1 => self.regex.find_at(text, self.next),
                _ => self.regex.captures_read_at(&mut self.groups, text, self.next),
            }?;
            if found.is_empty() && self.last_end == Some(found.end()) {
                self.next = after_character(text, found.end());
                continue;
            }
            self.next = found.end();
            self.last_end = Some(found.end());
            return Some((found.start(), found.end()));
        }
        None
    }

    /// Returns the byte range of each group of the last match, whose own range is `found`; `None`
    /// for a group outside the match. If the pattern has no groups, `found` is the only range.
    pub(super) fn groups(&self, found: (usize, usize)) -> impl Iterator<Item = Option<(usize, usize)>> {
        let count = self.regex.captures_len();
        let whole = (count == 1).then_some(Some(found));
        whole.into_iter().chain((1..count).map(|group| self.groups.get(group)))
    }

    /// Returns the bytes of a group of the last match, which is `found`. Group 0 is the match.
    /// `None` for a group that took no part in the match.
    pub(super) fn group(&self, found: (usize, usize), group: usize) -> Option<(usize, usize)> {
        if group == 0 { Some(found) } else { self.groups.get(group).filter(|_| group < self.regex.captures_len()) }
    }
}

fn after_character(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(1, char::len_utf8)
}

/// A regular expression that was used lately.
struct Recent {
    pattern: String,
    flags: Flags,
    regex: Arc<Regex>,
}

/// The small expressions used lately by all sessions, the last one first.
static RECENT: OnceLock<Mutex<Vec<Recent>>> = OnceLock::new();

const RECENT_MAX: usize = 16;

/// Expressions above this size are compiled for each call rather than kept.
const SMALL_BYTES: usize = 256 << 10;

const BYTES_MAX: usize = 8 << 20;

/// Limit of the tables that grow while an expression runs.
const DFA_BYTES: usize = 1 << 20;

const FLAGS_MAX: usize = 30;
