//! JSON paths: `$.name."other name"[0]`, after `lax` or `strict`
//! (json-path-expressions-sql-server.md). JSON_CONTAINS also has `[*]`. An invalid path fails with
//! 13607.

use sluice_types::SqlError;
use sluice_types::json::{Json, Kind, quoted};

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

impl Path {
    /// Parses a path to one value. A path without `strict` is lax. Fails with 13607 for any other
    /// text, wildcards included.
    pub(crate) fn parse(text: &str) -> Result<Path, SqlError> {
        Path::parse_steps(text, false)
    }

    /// Parses a path that may have `[*]` in place of an index. Otherwise as [`Path::parse`].
    pub(crate) fn parse_with_wildcards(text: &str) -> Result<Path, SqlError> {
        Path::parse_steps(text, true)
    }

    fn parse_steps(text: &str, has_wildcards: bool) -> Result<Path, SqlError> {
        let wrong = |rest: &str| {
            let position = text.len() - rest.len();
            let character = rest.chars().next().map_or_else(|| ".".to_owned(), |character| character.to_string());
            SqlError::invalid_json_path(character, position)
        };
        let mut rest = text.trim_start();
        let mut is_strict = false;
        if let Some(behind) = rest.strip_prefix("strict ") {
            (rest, is_strict) = (behind.trim_start(), true);
        } else if let Some(behind) = rest.strip_prefix("lax ") {
            rest = behind.trim_start();
        }
        rest = rest.strip_prefix('$').ok_or_else(|| wrong(rest))?;
        let mut steps = Vec::new();
        while !rest.is_empty() {
            if let Some(behind) = rest.strip_prefix('[') {
                let end = behind.find(']').ok_or_else(|| wrong(behind))?;
                steps.push(match behind[..end].trim() {
                    "*" if has_wildcards => Step::Elements,
                    number => Step::Element(number.parse().map_err(|_| wrong(behind))?),
                });
                rest = &behind[end + 1..];
                continue;
            }
            let behind = rest.strip_prefix('.').ok_or_else(|| wrong(rest))?;
            if behind.starts_with('"') {
                let (name, length) = quoted(behind).ok_or_else(|| wrong(behind))?;
                steps.push(Step::Member(name.into_owned()));
                rest = &behind[length..];
                continue;
            }
            let end = behind.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(behind.len());
            if end == 0 || behind.starts_with(|c: char| c.is_ascii_digit()) {
                return Err(wrong(behind));
            }
            steps.push(Step::Member(behind[..end].to_owned()));
            rest = &behind[end..];
        }
        Ok(Path { is_strict, steps })
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

fn follow<'j, 't>(steps: &[Step], json: &'j Json<'t>) -> Option<&'j Json<'t>> {
    steps.iter().try_fold(json, |json, step| match (&json.kind, step) {
        (Kind::Object(members), Step::Member(name)) => {
            members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
        }
        (Kind::Array(elements), Step::Element(place)) => elements.get(*place),
        _ => None,
    })
}
