//! JSON paths: `$.name."other name"[0]`, after `lax` or `strict`
//! (json-path-expressions-sql-server.md). JSON_CONTAINS also has `[*]`. An invalid path fails with
//! 13607.

use sluice_types::SqlError;
use sluice_types::json::{self, Json, Kind, quoted};

/// A parsed path.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Path {
    /// Whether a missing value is an error.
    pub(crate) is_strict: bool,
    steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Debug)]
enum Step {
    Member(String),
    Element(usize),
    /// `[*]`.
    Elements,
}

impl Step {
    /// Returns the step to one item; `None` for `[*]`.
    fn single(&self) -> Option<json::Step<'_>> {
        match self {
            Step::Member(name) => Some(json::Step::Member(name)),
            Step::Element(place) => Some(json::Step::Element(*place)),
            Step::Elements => None,
        }
    }
}

impl Path {
    /// Parses a path to one value. A path without `strict` is lax. Fails with 13607 for any other
    /// text, wildcards included.
    pub(crate) fn parse(text: &str) -> Result<Path, SqlError> {
        Reader { text, at: 0 }.path(false)
    }

    /// Parses a path that may have `[*]` in place of an index. Otherwise as [`Path::parse`].
    pub(crate) fn parse_with_wildcards(text: &str) -> Result<Path, SqlError> {
        Reader { text, at: 0 }.path(true)
    }

    /// Parses the path of JSON_MODIFY. Returns also whether it begins with `append`.
    pub(super) fn parse_target(text: &str) -> Result<(Path, bool), SqlError> {
        let mut reader = Reader { text, at: 0 };
        reader.blanks();
        let appends = reader.word() == "append";
        if appends {
            reader.at += "append".len();
        }
        reader.path(false).map(|path| (path, appends))
    }

    /// Returns the number of levels of a document whose items the path names.
    pub(crate) fn levels(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether the path is `$`.
    pub(crate) fn is_root(&self) -> bool {
        self.steps.is_empty()
    }

    /// If the last step names a member, returns the value that should contain it, and its name. The
    /// value may be no object and may lack the member. `None` if the last step is another one, the
    /// path is `$`, or the value doesn't exist.
    pub(crate) fn member_of<'p, 'j, 't>(&'p self, json: &'j Json<'t>) -> Option<(&'j Json<'t>, &'p str)> {
        match self.steps.split_last() {
            Some((Step::Member(name), around)) => Some((follow(around, json)?, name)),
            _ => None,
        }
    }

    /// Returns the value at the path; the first of several members with the same name. `None` if
    /// there is none.
    pub(crate) fn find<'j, 't>(&self, json: &'j Json<'t>) -> Option<&'j Json<'t>> {
        follow(&self.steps, json)
    }

    /// Does the same as [`Path::find`] in a text that is read only as far as needed
    /// (`sluice_types::json::find`).
    pub(super) fn find_in<'t>(&self, text: &'t str, reads_scalar: bool) -> Result<Option<Json<'t>>, SqlError> {
        let steps: Vec<json::Step<'_>> = self.steps.iter().filter_map(Step::single).collect();
        json::find(text, &steps, reads_scalar)
    }

    /// Returns the values at a path with wildcards. Steps follow in lax manner: an element or
    /// member that doesn't exist is left out. `[*]` of something other than an array also finds
    /// nothing.
    pub(crate) fn find_all<'j, 't>(&self, json: &'j Json<'t>) -> Vec<&'j Json<'t>> {
        let mut found = vec![json];
        for step in &self.steps {
            let next = |json: &'j Json<'t>| match (&json.kind, step) {
                (Kind::Array(elements), Step::Elements) => elements.iter().collect(),
                _ => follow(std::slice::from_ref(step), json).into_iter().collect::<Vec<_>>(),
            };
            found = found.into_iter().flat_map(next).collect();
        }
        found
    }
}

/// A position in a path. Blanks may stand between its tokens.
struct Reader<'p> {
    text: &'p str,
    at: usize,
}

impl<'p> Reader<'p> {
    fn path(&mut self, has_wildcards: bool) -> Result<Path, SqlError> {
        self.blanks();
        let mode = self.word();
        let is_strict = mode == "strict";
        if is_strict || mode == "lax" {
            self.at += mode.len();
        }
        if !self.has('$') {
            return Err(self.unexpected(false));
        }
        let mut steps = Vec::new();
        loop {
            self.blanks();
            if self.at == self.text.len() {
                return Ok(Path { is_strict, steps });
            }
            steps.push(if self.has('[') {
                self.element(has_wildcards)?
            } else if self.has('.') {
                self.member()?
            } else {
                return Err(self.unexpected(false));
            });
        }
    }

    fn member(&mut self) -> Result<Step, SqlError> {
        self.blanks();
        let word = self.word();
        if !word.is_empty() {
            self.at += word.len();
            return Ok(Step::Member(word.to_owned()));
        }
        if self.rest().starts_with('"') {
            return self.quoted_member();
        }
        if self.digits().is_empty() {
            return Err(self.unexpected(false));
        }
        self.number_without_word()?;
        Err(self.unexpected(false))
    }

    fn quoted_member(&mut self) -> Result<Step, SqlError> {
        let Some((name, length)) = quoted(self.rest()) else {
            let is_closed = self.rest()[1..].contains('"');
            self.at = if is_closed { self.at } else { self.text.len() };
            return Err(self.error(if is_closed { BAD_ESCAPE } else { UNTERMINATED }));
        };
        self.at += length;
        if self.rest().starts_with(is_word_character) {
            return Err(self.error(MISPLACED));
        }
        Ok(Step::Member(name.into_owned()))
    }

    fn element(&mut self, has_wildcards: bool) -> Result<Step, SqlError> {
        self.blanks();
        let step = if has_wildcards && self.has('*') {
            Step::Elements
        } else {
            let digits = self.digits();
            if digits.is_empty() {
                return Err(self.unexpected(true));
            }
            self.number_without_word()?;
            Step::Element(digits.parse::<u32>().map_err(|_| self.error(TOO_LARGE))? as usize)
        };
        self.at += match step {
            Step::Elements => 0,
            _ => self.digits().len(),
        };
        if self.has(']') { Ok(step) } else { Err(self.unexpected(true)) }
    }

    /// Fails if a word follows the number here directly.
    fn number_without_word(&mut self) -> Result<(), SqlError> {
        let behind = self.at + self.digits().len();
        if self.text[behind..].starts_with(is_word_character) {
            self.at = behind;
            return Err(self.error(NUMBER_WITH_WORD));
        }
        Ok(())
    }

    fn rest(&self) -> &'p str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    /// Skips blanks, and the sign if it is next.
    fn has(&mut self, sign: char) -> bool {
        self.blanks();
        let has = self.rest().starts_with(sign);
        self.at += usize::from(has);
        has
    }

    /// Returns the word here, without skipping it; empty if there is none.
    fn word(&self) -> &'p str {
        let rest = self.rest();
        let end = rest.find(|character| !is_word_character(character)).unwrap_or(rest.len());
        if rest.starts_with(|character: char| character.is_ascii_digit()) { "" } else { &rest[..end] }
    }

    fn digits(&self) -> &'p str {
        let rest = self.rest();
        &rest[..rest.len() - rest.trim_start_matches(|character: char| character.is_ascii_digit()).len()]
    }

    /// Returns the error of a token that can't stand here. Its state depends on whether the token
    /// exists elsewhere, and on whether it is inside brackets.
    fn unexpected(&mut self, is_inside: bool) -> SqlError {
        self.blanks();
        let is_sign = |character| matches!(character, '$' | '.' | '[' | ']' | '*' | ',' | '"' | '0'..='9');
        let is_token = self.rest().chars().next().is_none_or(is_sign) || KEYWORDS.contains(&self.word());
        self.error(match (is_token, is_inside) {
            (true, _) => MISPLACED,
            (false, true) => UNKNOWN_INSIDE,
            (false, false) => UNKNOWN,
        })
    }

    fn error(&self, state: u8) -> SqlError {
        let position = self.text[..self.at].encode_utf16().count();
        let character = self.rest().chars().next().map_or_else(|| ".".to_owned(), |character| character.to_string());
        SqlError::invalid_json_path(character, position).in_state(state)
    }
}

fn is_word_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

const KEYWORDS: [&str; 5] = ["append", "last", "lax", "strict", "to"];
/// The states of 13607.
const MISPLACED: u8 = 14;
const NUMBER_WITH_WORD: u8 = 15;
const TOO_LARGE: u8 = 16;
const BAD_ESCAPE: u8 = 17;
const UNTERMINATED: u8 = 20;
const UNKNOWN_INSIDE: u8 = 21;
const UNKNOWN: u8 = 22;

fn follow<'j, 't>(steps: &[Step], json: &'j Json<'t>) -> Option<&'j Json<'t>> {
    steps.iter().try_fold(json, |json, step| match (&json.kind, step) {
        (Kind::Object(members), Step::Member(name)) => {
            members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
        }
        (Kind::Array(elements), Step::Element(place)) => elements.get(*place),
        _ => None,
    })
}
