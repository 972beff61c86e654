//! The same text in the languages of the engines.

/// A part of a statement in all languages.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    pub(super) sluice: String,
    pub(super) sqlite: String,
    pub(super) duckdb: String,
}

impl Text {
    /// Returns a text that SQLite and DuckDB share.
    pub(super) fn new(sluice: &str, peers: &str) -> Text {
        Text::three(sluice, peers, peers)
    }

    /// Returns a text that differs in each language.
    pub(super) fn three(sluice: &str, sqlite: &str, duckdb: &str) -> Text {
        Text { sluice: sluice.to_owned(), sqlite: sqlite.to_owned(), duckdb: duckdb.to_owned() }
    }

    /// Returns a text that all languages have.
    pub(super) fn same(text: impl Into<String>) -> Text {
        let sluice = text.into();
        Text { sqlite: sluice.clone(), duckdb: sluice.clone(), sluice }
    }

    /// Returns a pattern with the parts in the places of `{0}`, `{1}` and so on.
    pub(super) fn fill(pattern: &str, parts: &[&Text]) -> Text {
        Text::fill_three(pattern, pattern, pattern, parts)
    }

    /// Fills the pattern of Sluice and that of SQLite and DuckDB.
    pub(super) fn fill_both(sluice: &str, peers: &str, parts: &[&Text]) -> Text {
        Text::fill_three(sluice, peers, peers, parts)
    }

    /// Fills a pattern for each language.
    pub(super) fn fill_three(sluice: &str, sqlite: &str, duckdb: &str, parts: &[&Text]) -> Text {
        Text {
            sluice: filled(sluice, parts, |part| &part.sluice),
            sqlite: filled(sqlite, parts, |part| &part.sqlite),
            duckdb: filled(duckdb, parts, |part| &part.duckdb),
        }
    }

    /// Returns the texts with `between` between each two.
    pub(super) fn join(texts: &[Text], between: &str) -> Text {
        let part = |of: fn(&Text) -> &str| texts.iter().map(of).collect::<Vec<_>>().join(between);
        Text { sluice: part(|text| &text.sluice), sqlite: part(|text| &text.sqlite), duckdb: part(|text| &text.duckdb) }
    }

    /// Appends a text.
    pub(super) fn add(&mut self, text: &Text) {
        self.sluice.push_str(&text.sluice);
        self.sqlite.push_str(&text.sqlite);
        self.duckdb.push_str(&text.duckdb);
    }
}

/// Replaces each `{n}` of the pattern. A part's own braces stay, as each place is replaced once.
fn filled<'t>(pattern: &str, parts: &[&'t Text], language: impl Fn(&'t Text) -> &'t str) -> String {
    let (mut result, mut rest) = (String::new(), pattern);
    while let Some(start) = rest.find('{') {
        let place = rest[start + 1..].split('}').next().and_then(|digits| digits.parse::<usize>().ok());
        result.push_str(&rest[..start]);
        match place.and_then(|place| parts.get(place)) {
            Some(part) => {
                result.push_str(language(part));
                rest = &rest[start + 1..];
                rest = &rest[rest.find('}').map_or(0, |end| end + 1)..];
            }
            None => {
                result.push('{');
                rest = &rest[start + 1..];
            }
        }
    }
    result.push_str(rest);
    result
}
