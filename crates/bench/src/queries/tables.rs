//! Random tables, with the same rows in all engines.

use super::column_type::{ColumnType, Family};
use super::text::Text;
use crate::dice::Dice;

/// The settings of a schema that change plans.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Whether the tables are large, so that queries join two of them at most.
    pub(super) is_large: bool,
    /// Whether every plan that can be parallel is: `cost threshold for parallelism` is 0.
    pub(super) is_parallel: bool,
    /// Whether the instance has little memory, and the tables have wide columns, so that operators
    /// spill.
    pub(super) is_tight: bool,
}

impl Kind {
    /// Returns the kind of the schema with a seed.
    pub(super) fn new(seed: u64) -> Kind {
        let is_large = seed % 40 == 5;
        Kind { is_large, is_parallel: seed % 2 == 1, is_tight: seed % 4 >= 2 && !is_large }
    }
}

/// The tables of a schema.
pub(super) struct Tables {
    pub(super) tables: Vec<Table>,
    /// The settings of the schema.
    pub(super) kind: Kind,
    /// Whether queries join two of the tables at most.
    pub(super) is_large: bool,
}

/// A table: a key `id` and columns of random types.
pub(super) struct Table {
    pub(super) name: String,
    /// The columns with their types, the key first.
    pub(super) columns: Vec<(String, ColumnType)>,
    /// The columns that can't be NULL, beside the key.
    pub(super) required: Vec<String>,
    /// A computed column, the last one, with its expression.
    pub(super) computed: Option<(String, Text)>,
    /// The names of the indexes in Sluice.
    pub(super) indexes: Vec<String>,
    rows: usize,
}

impl Tables {
    /// Returns random tables.
    pub(super) fn new(dice: &Dice, kind: Kind) -> Tables {
        let tables = (0..dice.between(2, 4)).map(|number| Table::new(dice, kind, format!("s{number}")));
        Tables { tables: tables.collect(), kind, is_large: kind.is_large || kind.is_tight }
    }

    /// Returns the statements that make and fill the tables.
    pub(super) fn statements(&mut self, dice: &Dice) -> Vec<Text> {
        self.tables.iter_mut().flat_map(|table| table.statements(dice)).collect()
    }
}

impl Table {
    fn new(dice: &Dice, kind: Kind, name: String) -> Table {
        let mut columns = vec![("id".to_owned(), ColumnType::Int)];
        let count = dice.between(3, 7);
        columns.extend((0..count).map(|place| (format!("x{place}"), dice.one_of(&ColumnType::ALL))));
        if kind.is_tight {
            columns.push(("w".to_owned(), ColumnType::Wide));
        }
        let required = columns.iter().skip(1).filter(|_| dice.one_in(4)).map(|(name, _)| name.clone()).collect();
        let mut computed = None;
        if let Some((name, column)) = dice.pick(&columns[1..])
            && dice.one_in(3)
        {
            let (of, expression) = match column {
                ColumnType::TinyInt | ColumnType::SmallInt | ColumnType::Int => {
                    (ColumnType::Int, Text::same(format!("{name} * 2 + 1")))
                }
                ColumnType::BigInt => (ColumnType::BigInt, Text::same(format!("{name} % 3"))),
                ColumnType::Float => (ColumnType::Float, Text::same(format!("{name} + 0.5"))),
                ColumnType::VarChar | ColumnType::Char => {
                    (ColumnType::Int, Text::new(&format!("LEN({name})"), &format!("length({name})")))
                }
                _ => (ColumnType::Int, Text::same(format!("CASE WHEN {name} IS NULL THEN 1 ELSE 0 END"))),
            };
            columns.push(("k".to_owned(), of));
            computed = Some(("k".to_owned(), expression));
        }
        let rows = match dice.below(30) {
            0 => 0,
            1 => 1,
            _ if kind.is_large => dice.between(200, 600) as usize,
            _ if kind.is_tight => dice.between(40, 90) as usize,
            _ if kind.is_parallel => dice.between(10, 60) as usize,
            _ => dice.between(3, 24) as usize,
        };
        Table { name, columns, required, computed, indexes: Vec::new(), rows }
    }

    /// Returns the columns that have values of their own.
    pub(super) fn stored(&self) -> impl Iterator<Item = &(String, ColumnType)> {
        self.columns.iter().filter(|(name, _)| self.computed.as_ref().is_none_or(|(computed, _)| computed != name))
    }

    /// Returns the statement that computes the computed column in DuckDB.
    pub(super) fn recompute(&self) -> Option<Text> {
        let (name, expression) = self.computed.as_ref()?;
        Some(Text::three("", "", &format!("UPDATE {} SET {name} = {}", self.name, expression.duckdb)))
    }

    fn statements(&mut self, dice: &Dice) -> Vec<Text> {
        let mut columns: Vec<Text> = self
            .stored()
            .skip(1)
            .map(|(name, column)| {
                let null = match self.required.contains(name) {
                    true => Text::same(" NOT NULL"),
                    false => Text::new(" NULL", ""),
                };
                Text::fill(&format!("{name} {{0}}{{1}}"), &[&column.declaration(), &null])
            })
            .collect();
        if let Some((name, expression)) = &self.computed {
            let of = self.columns.last().map_or(ColumnType::Int, |(_, of)| *of).declaration();
            let kept = dice.one_of(&["", " PERSISTED"]);
            // DuckDB computes such a column above outer joins, so it gets an ordinary one.
            columns.push(Text::fill_three(
                &format!("{name} AS ({{0}}){kept}"),
                &format!("{name} {{1}} AS ({{0}})"),
                &format!("{name} {{1}}"),
                &[expression, &of],
            ));
        }
        let (key, is_clustered) = dice.one_of(&[
            ("id int NOT NULL PRIMARY KEY", true),
            ("id int NOT NULL PRIMARY KEY NONCLUSTERED", false),
            ("id int NOT NULL", false),
        ]);
        let created = Text::fill_both(
            &format!("CREATE TABLE {} ({key}, {{0}})", self.name),
            &format!("CREATE TABLE {} (id INTEGER, {{0}})", self.name),
            &[&Text::join(&columns, ", ")],
        );
        let mut statements = vec![created];
        let names: Vec<&str> = self.stored().map(|(name, _)| name.as_str()).collect();
        let into = format!("INSERT INTO {} ({}) VALUES {{0}}", self.name, names.join(", "));
        let rows: Vec<Text> = (1..=self.rows).map(|id| self.row(id, dice)).collect();
        for rows in rows.chunks(ROWS_AT_ONCE) {
            statements.push(Text::fill(&into, &[&Text::join(rows, ", ")]));
        }
        statements.extend(self.recompute());
        // An index of an empty table is filled by the rows.
        let place = if dice.one_in(3) { 1 } else { statements.len() };
        for number in 0..dice.below(4) {
            let name = format!("i{number}");
            let is_clustered = !is_clustered && number == 0 && dice.one_in(3);
            let (sluice, sqlite) = self.index(dice, &name, is_clustered);
            statements.insert(place, Text::three(&sluice, &sqlite, ""));
            self.indexes.push(name);
        }
        statements
    }

    /// Returns the statements that make an index.
    fn index(&self, dice: &Dice, name: &str, is_clustered: bool) -> (String, String) {
        let short: Vec<&str> = self
            .columns
            .iter()
            .filter(|(name, of)| *of != ColumnType::Wide && (*of != ColumnType::Float || name != "k"))
            .map(|(name, _)| name.as_str())
            .collect();
        let mut keys: Vec<&str> = Vec::new();
        for _ in 0..=dice.below(3) {
            let column = dice.one_of(&short);
            if !keys.contains(&column) {
                keys.push(column);
            }
        }
        let ordered: Vec<String> = keys.iter().map(|key| format!("{key}{}", dice.one_of(&["", "", " DESC"]))).collect();
        let mut more = String::new();
        let others: Vec<&str> =
            self.columns.iter().map(|(name, _)| name.as_str()).filter(|name| !keys.contains(name)).collect();
        if let Some(other) = dice.pick(&others)
            && !is_clustered
            && dice.one_in(3)
        {
            more.push_str(&format!(" INCLUDE ({other})"));
        }
        let stored: Vec<&(String, ColumnType)> =
            self.stored().filter(|(_, of)| of.family() == Family::Integer).collect();
        if let Some((filtered, of)) = dice.pick(&stored)
            && !is_clustered
            && dice.one_in(4)
        {
            let condition = match dice.below(3) {
                0 => "IS NOT NULL".to_owned(),
                1 => format!("> {}", of.constant(dice).sluice),
                _ => format!("IN ({}, 1)", of.constant(dice).sluice),
            };
            more.push_str(&format!(" WHERE {filtered} {condition}"));
        }
        let word = if is_clustered { "CLUSTERED " } else { "" };
        let unique = if keys.contains(&"id") && dice.one_in(3) { "UNIQUE " } else { "" };
        (
            format!("CREATE {unique}{word}INDEX {name} ON {} ({}){more}", self.name, ordered.join(", ")),
            format!("CREATE INDEX {}{name} ON {0} ({})", self.name, keys[0]),
        )
    }

    fn row(&self, id: usize, dice: &Dice) -> Text {
        let mut values = vec![Text::same(id.to_string())];
        values.extend(self.stored().skip(1).map(|(name, column)| {
            if dice.one_in(6) && !self.required.contains(name) { Text::same("NULL") } else { column.constant(dice) }
        }));
        Text::fill("({0})", &[&Text::join(&values, ", ")])
    }
}

const ROWS_AT_ONCE: usize = 500;
