//! Reads the grammar: rules with their alternatives, and the row sources for queries.

use sluice_base::sync::LazyLock;
use std::collections::HashMap;

/// A piece of an alternative.
pub(super) enum Piece {
    /// Literal text.
    Text(&'static str),
    /// `{rule}` with its mark.
    Rule {
        name: &'static str,
        /// The number of expansions.
        mark: Mark,
    },
}

/// The meaning of the last character of a placeholder.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// No mark: once.
    Once,
    /// `?`: every second time.
    Maybe,
    /// `,`: a list with commas.
    List,
    /// `;`: a list of statements.
    Statements,
    /// `'`: once, with quotes doubled.
    Quoted,
}

#[derive(Default)]
pub(super) struct Rule {
    /// The alternatives, the simplest first.
    pub(super) alternatives: Vec<Vec<Piece>>,
    /// Whether the rule opens a query scope.
    pub(super) opens_scope: bool,
}

/// A row source for a FROM clause.
pub(super) struct Source {
    /// The text in FROM.
    pub(super) text: &'static str,
    /// The columns: names and types.
    pub(super) columns: Vec<(&'static str, &'static str)>,
}

pub(super) struct Grammar {
    rules: HashMap<&'static str, Rule>,
    /// The row sources.
    pub(super) sources: Vec<Source>,
    /// Kinds of statements that must be first in their batch.
    pub(super) first_in_batch: Vec<&'static str>,
}

impl Grammar {
    /// Returns the grammar of `grammar.txt` and the other files of that kind.
    pub(super) fn get() -> &'static Grammar {
        static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| Grammar::read(&TEXTS));
        &GRAMMAR
    }

    /// Returns the rule `name`. A placeholder without a rule is a mistake in the grammar, which a
    /// test finds.
    pub(super) fn rule(&self, name: &str) -> Option<&Rule> {
        self.rules.get(name)
    }

    fn read(texts: &[&'static str]) -> Grammar {
        let mut grammar = Grammar { rules: HashMap::new(), sources: Vec::new(), first_in_batch: Vec::new() };
        let mut section = "";
        for line in
            texts.iter().flat_map(|text| text.lines()).filter(|line| !line.is_empty() && !line.starts_with(";;"))
        {
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'))
                && name.chars().all(|character| character.is_alphanumeric() || "@.!".contains(character))
                && !name.is_empty()
            {
                section = name.trim_end_matches('!');
                let opens_scope = name.ends_with('!');
                grammar.rules.entry(section).or_default().opens_scope = opens_scope;
                continue;
            }
            match section {
                "@sources" => grammar.sources.extend(source(line)),
                "first" => grammar.first_in_batch.push(line),
                _ => grammar.rules.entry(section).or_default().alternatives.push(pieces(line)),
            }
        }
        grammar
    }
}

/// Parses `text : name type, name type`.
fn source(line: &'static str) -> Option<Source> {
    let (text, columns) = line.rsplit_once(" : ")?;
    Some(Source { text, columns: columns.split(", ").filter_map(|column| column.split_once(' ')).collect() })
}

fn pieces(line: &'static str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('{') {
        let placeholder = after.split_once('}').filter(|(name, _)| is_placeholder(name));
        match placeholder {
            Some((name, after)) => {
                pieces.push(Piece::Text(before));
                let (name, mark) = marked(name);
                pieces.push(Piece::Rule { name, mark });
                rest = after;
            }
            None => {
                let end = before.len() + 1;
                pieces.push(Piece::Text(&rest[..end]));
                rest = after;
            }
        }
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// Returns whether text in braces is a placeholder rather than JSON.
fn is_placeholder(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|character| character.is_ascii_alphanumeric() || ".?,;'".contains(character))
}

fn marked(name: &'static str) -> (&'static str, Mark) {
    let marks = [('?', Mark::Maybe), (',', Mark::List), (';', Mark::Statements), ('\'', Mark::Quoted)];
    let found = marks.into_iter().find_map(|(sign, mark)| Some((name.strip_suffix(sign)?, mark)));
    found.unwrap_or((name, Mark::Once))
}

const TEXTS: [&str; 4] = [
    include_str!("grammar.txt"),
    include_str!("grammar_queries.txt"),
    include_str!("grammar_changes.txt"),
    include_str!("grammar_definitions.txt"),
];
