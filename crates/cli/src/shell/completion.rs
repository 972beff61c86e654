//! Tab completion: the words that fit at a position of a batch.
//!
//! The position is classified by the words before it, not by the grammar. A qualifier selects
//! members: a table's or alias's columns, a schema's objects, a database's schemas. Otherwise the
//! preceding keyword decides, or else all candidates are offered.

use super::commands;
use super::names::{KnownNames, Object, quote};
use super::words::{Kind, Token, is_of_name, tokens};
use std::collections::BTreeSet;

/// Returns the start of the word to complete at the byte `at`, and the candidates that begin with
/// its part before `at`, in any case. They are sorted and delimited where necessary. Strings and
/// comments have none. `keywords` are SQL's words in capitals; `database` is the current one.
pub(crate) fn offers(
    text: &str,
    at: usize,
    (known, database, keywords): (&KnownNames, &str, &[&str]),
) -> (usize, Vec<String>) {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let begun = text[line..at].trim_start_matches(super::gutter::is_gutter);
    if begun.starts_with(['\\', ':']) && !begun.contains(char::is_whitespace) {
        return (
            at - begun.len(),
            commands::names().filter(|name| name.starts_with(begun)).map(str::to_owned).collect(),
        );
    }
    let words = tokens(text);
    let before: Vec<Token> = tokens(&text[..at]);
    let (typed, start, before) = match before.split_last() {
        // Strings and comments have no completion.
        Some((last, _)) if last.is_open && last.kind != Kind::Delimited => return (at, Vec::new()),
        Some((last, rest)) if last.end == at && is_name(*last) => (last.name(&text[..at]), last.start, rest),
        _ => (String::new(), at, before.as_slice()),
    };
    if typed.starts_with('@') {
        return (start, variables(text, &words, &typed, at));
    }
    let place = CompletionContext { text, words: &words, before, known, database };
    let mut offered = match place.qualifiers() {
        qualifiers if !qualifiers.is_empty() => place.members(&qualifiers),
        _ => place.plain(keywords, &typed),
    };
    let begins = |name: &String| name.to_lowercase().starts_with(&typed.to_lowercase());
    offered.retain(begins);
    let sorted: BTreeSet<String> = offered.into_iter().map(|name| written(&name, keywords)).collect();
    (start, sorted.into_iter().collect())
}

struct CompletionContext<'a> {
    text: &'a str,
    words: &'a [Token],
    before: &'a [Token],
    known: &'a KnownNames,
    database: &'a str,
}

impl CompletionContext<'_> {
    /// Returns the dotted names before the position, outermost first.
    fn qualifiers(&self) -> Vec<String> {
        let (mut names, mut rest) = (Vec::new(), self.before);
        while let [others @ .., name, dot] = rest
            && dot.text_in(self.text) == "."
            && is_name(*name)
        {
            names.insert(0, name.name(self.text));
            rest = others;
        }
        names
    }

    fn objects_of(&self, database: &str) -> &[Object] {
        self.known.objects.get(&database.to_ascii_lowercase()).map_or(&[], Vec::as_slice)
    }

    /// Returns the candidates after `a.` or `a.b.`.
    fn members(&self, qualifiers: &[String]) -> Vec<String> {
        let of_schema = |database: &str, schema: &str| -> Vec<String> {
            let all = self.objects_of(database).iter().chain(&self.known.system);
            all.filter(|object| same(&object.schema, schema)).map(|object| object.name.clone()).collect()
        };
        match qualifiers {
            [one] => {
                let columns = self.columns_behind(one);
                if !columns.is_empty() {
                    return columns;
                }
                let members = of_schema(self.database, one);
                if members.is_empty() && self.known.databases.iter().any(|name| same(name, one)) {
                    return ["dbo", "sys", "INFORMATION_SCHEMA"].map(str::to_owned).to_vec();
                }
                members
            }
            [database, schema] if self.known.databases.iter().any(|name| same(name, database)) => {
                of_schema(database, schema)
            }
            [schema, table] => {
                let mut all = self.objects_of(self.database).iter().chain(&self.known.system);
                let found = all.find(|object| same(&object.schema, schema) && same(&object.name, table));
                found.map(|object| object.columns.clone()).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the columns of the table or alias `name` in this batch.
    fn columns_behind(&self, name: &str) -> Vec<String> {
        let sources = self.sources();
        let by_alias = sources.iter().find(|(alias, _)| alias.as_deref().is_some_and(|alias| same(alias, name)));
        let by_name = || sources.iter().find(|(_, object)| same(&object.name, name));
        by_alias.or_else(by_name).map(|(_, object)| object.columns.clone()).unwrap_or_default()
    }

    /// Returns the tables and views named in the batch, each with its alias if the next word is
    /// one.
    fn sources(&self) -> Vec<(Option<String>, &Object)> {
        let mut sources = Vec::new();
        for (number, word) in self.words.iter().enumerate().filter(|(_, word)| is_name(**word)) {
            let name = word.name(self.text);
            let all = self.objects_of(self.database).iter().chain(&self.known.system);
            let mut all = all.filter(|object| object.has_rows() && same(&object.name, &name));
            let Some(object) = all.next() else { continue };
            let mut behind = self.words[number + 1..].iter();
            let mut next = behind.next();
            if next.is_some_and(|word| word.is_word(self.text, "AS")) {
                next = behind.next();
            }
            sources.push((next.filter(|word| is_name(**word)).map(|word| word.name(self.text)), object));
        }
        sources
    }

    /// Returns the candidates without a qualifier.
    fn plain(&self, keywords: &[&str], typed: &str) -> Vec<String> {
        let last = self
            .before
            .last()
            .filter(|word| word.kind == Kind::Word)
            .map(|word| word.text_in(self.text).to_ascii_uppercase());
        let objects = self.objects_of(self.database);
        let pick = |wanted: &dyn Fn(&Object) -> bool| -> Vec<String> {
            let mut names: Vec<String> =
                objects.iter().filter(|object| wanted(object)).map(|object| object.name.clone()).collect();
            names.extend(["dbo", "sys", "INFORMATION_SCHEMA"].map(str::to_owned));
            names
        };
        match last.as_deref() {
            Some("USE" | "DATABASE") => return self.known.databases.clone(),
            Some("FROM" | "JOIN" | "INTO" | "UPDATE" | "TABLE" | "APPLY" | "REFERENCES" | "ON")
                if self.is_of_table() =>
            {
                return pick(&Object::has_rows);
            }
            Some("EXEC" | "EXECUTE" | "PROCEDURE" | "PROC") => return pick(&|object| object.kind == "P"),
            Some("VIEW") => return pick(&|object| object.kind == "V"),
            Some("FUNCTION") => return pick(&|object| matches!(object.kind.as_str(), "FN" | "IF" | "TF")),
            Some("SEQUENCE" | "FOR") if self.is_behind_next_value() => return pick(&|object| object.kind == "SO"),
            _ => {}
        }
        let lower = typed.chars().any(char::is_lowercase) && !typed.chars().any(char::is_uppercase);
        let mut all: Vec<String> =
            keywords.iter().map(|word| if lower { word.to_lowercase() } else { (*word).to_owned() }).collect();
        for (alias, object) in self.sources() {
            all.extend(object.columns.iter().cloned());
            all.push(object.name.clone());
            all.extend(alias.filter(|alias| !keywords.iter().any(|word| same(word, alias))));
        }
        all.extend(objects.iter().map(|object| object.name.clone()));
        all.extend(["dbo", "sys", "INFORMATION_SCHEMA"].map(str::to_owned));
        all
    }

    /// Returns whether an ON before the position precedes a table, as in CREATE INDEX.
    fn is_of_table(&self) -> bool {
        let Some((last, rest)) = self.before.split_last() else { return false };
        !last.is_word(self.text, "ON")
            || rest
                .iter()
                .rev()
                .take(4)
                .any(|word| ["INDEX", "TRIGGER", "STATISTICS"].iter().any(|object| word.is_word(self.text, object)))
    }

    fn is_behind_next_value(&self) -> bool {
        match self.before {
            [.., next, value, _] => next.is_word(self.text, "NEXT") && value.is_word(self.text, "VALUE"),
            _ => true,
        }
    }
}

/// Returns the batch's variables except the word being typed.
fn variables(text: &str, words: &[Token], typed: &str, at: usize) -> Vec<String> {
    let others = words.iter().filter(|word| word.kind == Kind::Variable && !(word.start < at && at <= word.end));
    let names = others.map(|word| word.text_in(text)).chain(GLOBALS.iter().copied());
    let begins = |name: &&str| name.to_lowercase().starts_with(&typed.to_lowercase());
    names.filter(begins).map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
}

fn is_name(word: Token) -> bool {
    matches!(word.kind, Kind::Word | Kind::Delimited | Kind::Variable)
}

fn same(left: &str, right: &str) -> bool {
    left.eq_ignore_ascii_case(right)
}

/// Returns the name as a batch must write it, delimited if necessary.
fn written(name: &str, keywords: &[&str]) -> String {
    let is_keyword = keywords.iter().any(|word| *word == name || word.to_lowercase() == name);
    let is_plain = name.chars().all(is_of_name) && !name.starts_with(|sign: char| sign.is_ascii_digit() || sign == '$');
    if is_keyword || is_plain { name.to_owned() } else { quote(name) }
}

const GLOBALS: &[&str] = &[
    "@@DATEFIRST",
    "@@ERROR",
    "@@FETCH_STATUS",
    "@@IDENTITY",
    "@@NESTLEVEL",
    "@@ROWCOUNT",
    "@@SPID",
    "@@TRANCOUNT",
    "@@VERSION",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> KnownNames {
        let object = |schema: &str, name: &str, kind: &str, columns: &[&str]| Object {
            schema: schema.to_owned(),
            name: name.to_owned(),
            kind: kind.to_owned(),
            columns: columns.iter().map(|&column| column.to_owned()).collect(),
        };
        let objects = vec![
            object("dbo", "Orders", "U", &["id", "customer", "order date"]),
            object("dbo", "Order Lines", "U", &["line"]),
            object("dbo", "Overview", "V", &["total"]),
            object("dbo", "PlaceOrder", "P", &[]),
            object("dbo", "Numbers", "SO", &[]),
        ];
        KnownNames {
            databases: vec!["master".to_owned(), "Shop".to_owned()],
            objects: [("shop".to_owned(), objects)].into(),
            system: vec![object("sys", "databases", "S", &["name", "database_id"])],
        }
    }

    /// Returns the candidates at the `|`.
    fn at(text: &str) -> Vec<String> {
        let place = text.find('|').unwrap();
        let keywords = ["FROM", "NULLIF", "SELECT", "SET"];
        offers(&text.replace('|', ""), place, (&known(), "Shop", &keywords)).1
    }

    #[test]
    fn keywords_follow_the_typed_case() {
        assert_eq!(at("se|"), ["select", "set"]);
        assert_eq!(at("SE|"), ["SELECT", "SET"]);
        assert_eq!(at("x = nul|"), ["nullif"]);
    }

    #[test]
    fn previous_word_selects_candidates() {
        assert_eq!(at("select * from o|"), ["Orders", "Overview", "[Order Lines]"]);
        assert_eq!(at("exec p|"), ["PlaceOrder"]);
        assert_eq!(at("use s|"), ["Shop"]);
        assert_eq!(at("select next value for n|"), ["Numbers"]);
        assert_eq!(at("create index i on ord|"), ["Orders", "[Order Lines]"]);
    }

    #[test]
    fn qualifier_selects_candidates() {
        assert_eq!(at("select o.| from Orders as o"), ["[order date]", "customer", "id"]);
        assert_eq!(at("select Orders.c| from Orders"), ["customer"]);
        assert_eq!(at("from dbo.Ord|"), ["Orders", "[Order Lines]"]);
        assert_eq!(at("from sys.d|"), ["databases"]);
        assert_eq!(at("from Shop.dbo.Ov|"), ["Overview"]);
        assert_eq!(at("from Shop.|"), ["INFORMATION_SCHEMA", "dbo", "sys"]);
        assert_eq!(at("where dbo.Orders.i|"), ["id"]);
    }

    #[test]
    fn columns_and_variables_of_the_batch_are_offered() {
        assert_eq!(at("select cust| from Orders"), ["customer"]);
        assert_eq!(at("declare @rows int, @row int; set @r|"), ["@row", "@rows"]);
        assert_eq!(at("select @@ro|"), ["@@ROWCOUNT"]);
        assert_eq!(at("select [ord| from Orders"), ["Orders", "[Order Lines]"]);
    }

    #[test]
    fn strings_have_no_completion_and_lines_begin_with_commands() {
        assert!(at("select 'se|").is_empty() && at("-- se|").is_empty());
        assert_eq!(at("\\q|"), ["\\q"]);
        assert_eq!(at("select 1\n:set|"), [":setvar"]);
    }
}
