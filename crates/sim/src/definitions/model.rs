//! The tables of the database as its clients know them, and the statements that change them.

use crate::commit_log::Contents;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A table's name: the index of its schema in [`SCHEMAS`], and a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name {
    pub(super) schema: u8,
    pub(super) number: u8,
}

/// A column that was added to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Column {
    /// The smallest row number with an own value; older rows have none.
    pub(super) since: i32,
    /// The value in newer rows, less the row's number.
    pub(super) base: i32,
    /// The number of its DEFAULT constraint. With a default, all rows have the value
    /// [`Column::base`].
    pub(super) default: Option<i32>,
}

/// A table with the columns `id`, `v` and `pad`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Table {
    /// Whether `id` is the primary key, with the clustered index.
    pub(super) is_keyed: bool,
    /// Whether `v` is a bigint.
    pub(super) is_wide: bool,
    /// The added columns, by number.
    pub(super) columns: BTreeMap<u8, Column>,
    /// The indexes by number, and whether each is unique.
    pub(super) indexes: BTreeMap<u8, bool>,
    pub(super) rows: BTreeSet<i32>,
}

/// The tables of the database.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Tables(pub(super) BTreeMap<Name, Table>);

/// The effect of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// CREATE TABLE; whether with a primary key.
    Create(Name, bool),
    /// DROP TABLE.
    Drop(Name),
    /// `sp_rename`, or ALTER SCHEMA TRANSFER.
    Move(Name, Name),
    /// ALTER TABLE ADD.
    AddColumn(Name, u8, Column),
    /// ALTER TABLE DROP, with the column's constraint.
    DropColumn(Name, u8),
    /// `sp_rename` of a column.
    RenameColumn(Name, u8, u8),
    /// ALTER COLUMN `v` BIGINT.
    Widen(Name),
    /// CREATE INDEX; whether it is unique.
    AddIndex(Name, u8, bool),
    /// DROP INDEX.
    DropIndex(Name, u8),
    /// `sp_rename` of an index.
    RenameIndex(Name, u8, u8),
    /// TRUNCATE TABLE.
    Truncate(Name),
    /// INSERT of a number of rows, from a row number on.
    Insert(Name, i32, i32),
    /// DELETE of one row.
    Delete(Name, i32),
}

impl Name {
    /// Returns all possible table names.
    pub(super) fn all() -> impl Iterator<Item = Name> {
        (0..SCHEMAS.len() as u8).flat_map(|schema| (0..NUMBERS).map(move |number| Name { schema, number }))
    }

    /// Returns the name without the schema.
    pub(super) fn bare(self) -> String {
        format!("t{}", self.number)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.t{}", SCHEMAS[usize::from(self.schema)], self.number)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Column {
    /// Returns the column's value in a row; `None` is NULL.
    pub(super) fn value(&self, row: i32) -> Option<i64> {
        match self.default {
            Some(_) => Some(i64::from(self.base)),
            None => (row >= self.since).then(|| i64::from(row + self.base)),
        }
    }
}

impl Tables {
    /// Returns the table with the name, if it exists.
    pub(super) fn table(&self, name: Name) -> Option<&Table> {
        self.0.get(&name)
    }
}

impl Contents for Tables {
    type Change = Change;

    fn apply(&mut self, change: &Change) {
        let (name, other) = change.names();
        match change {
            Change::Create(_, is_keyed) => {
                self.0.insert(name, Table { is_keyed: *is_keyed, ..Table::default() });
            }
            Change::Drop(_) => drop(self.0.remove(&name)),
            Change::Move(..) => {
                let table = self.0.remove(&name).expect("the table is there");
                self.0.insert(other.expect("a move has two names"), table);
            }
            _ => self.0.get_mut(&name).expect("the table is there").apply(change),
        }
    }
}

impl Table {
    fn apply(&mut self, change: &Change) {
        match change {
            Change::AddColumn(_, number, column) => drop(self.columns.insert(*number, *column)),
            Change::DropColumn(_, number) => drop(self.columns.remove(number)),
            Change::RenameColumn(_, from, to) => {
                let column = self.columns.remove(from).expect("the column is there");
                self.columns.insert(*to, column);
            }
            Change::Widen(_) => self.is_wide = true,
            Change::AddIndex(_, number, is_unique) => drop(self.indexes.insert(*number, *is_unique)),
            Change::DropIndex(_, number) => drop(self.indexes.remove(number)),
            Change::RenameIndex(_, from, to) => {
                let is_unique = self.indexes.remove(from).expect("the index is there");
                self.indexes.insert(*to, is_unique);
            }
            Change::Truncate(_) => self.rows.clear(),
            Change::Insert(_, from, count) => self.rows.extend(*from..from + count),
            Change::Delete(_, row) => drop(self.rows.remove(row)),
            Change::Create(..) | Change::Drop(_) | Change::Move(..) => {}
        }
    }
}

impl Change {
    /// Returns the table's name, and its new name if the statement moves it.
    pub(super) fn names(&self) -> (Name, Option<Name>) {
        match self {
            Change::Move(from, to) => (*from, Some(*to)),
            Change::Create(name, _)
            | Change::Drop(name)
            | Change::AddColumn(name, ..)
            | Change::DropColumn(name, _)
            | Change::RenameColumn(name, ..)
            | Change::Widen(name)
            | Change::AddIndex(name, ..)
            | Change::DropIndex(name, _)
            | Change::RenameIndex(name, ..)
            | Change::Truncate(name)
            | Change::Insert(name, ..)
            | Change::Delete(name, _) => (*name, None),
        }
    }

    /// Returns whether the statement changes the catalog.
    pub(super) fn is_definition(&self) -> bool {
        !matches!(self, Change::Insert(..) | Change::Delete(..) | Change::Truncate(_))
    }

    /// Returns the statement's text, for the tables before it.
    pub(super) fn text(&self, tables: &Tables) -> String {
        let (name, _) = self.names();
        match self {
            Change::Create(_, is_keyed) => {
                let key = if *is_keyed { " PRIMARY KEY" } else { "" };
                format!("CREATE TABLE {name}(id INT NOT NULL{key}, v INT NOT NULL, pad VARCHAR(800) NOT NULL);")
            }
            Change::Drop(_) => format!("DROP TABLE {name};"),
            Change::Move(from, to) if from.schema == to.schema => format!("EXEC sp_rename '{from}', '{}';", to.bare()),
            Change::Move(from, to) => format!("ALTER SCHEMA {} TRANSFER {from};", SCHEMAS[usize::from(to.schema)]),
            Change::AddColumn(_, number, column) => match column.default {
                Some(default) => {
                    format!(
                        "ALTER TABLE {name} ADD c{number} INT NOT NULL CONSTRAINT d{default} DEFAULT {};",
                        column.base
                    )
                }
                None => format!("ALTER TABLE {name} ADD c{number} INT NULL;"),
            },
            Change::DropColumn(_, number) => {
                let column = tables.table(name).and_then(|table| table.columns.get(number));
                let default = column.and_then(|column| column.default);
                let constraint = default.map_or_else(String::new, |default| format!("CONSTRAINT d{default}, "));
                format!("ALTER TABLE {name} DROP {constraint}COLUMN c{number};")
            }
            Change::RenameColumn(_, from, to) => format!("EXEC sp_rename '{name}.c{from}', 'c{to}', 'COLUMN';"),
            Change::Widen(_) => format!("ALTER TABLE {name} ALTER COLUMN v BIGINT NOT NULL;"),
            Change::AddIndex(_, number, true) => format!("CREATE UNIQUE INDEX i{number} ON {name} (id DESC);"),
            Change::AddIndex(_, number, false) => format!("CREATE INDEX i{number} ON {name} (v) INCLUDE (pad);"),
            Change::DropIndex(_, number) => format!("DROP INDEX i{number} ON {name};"),
            Change::RenameIndex(_, from, to) => format!("EXEC sp_rename '{name}.i{from}', 'i{to}', 'INDEX';"),
            Change::Truncate(_) => format!("TRUNCATE TABLE {name};"),
            Change::Insert(_, from, count) => tables.table(name).map_or_else(String::new, |table| {
                let rows: Vec<String> = (*from..from + count).map(|row| table.row_text(row)).collect();
                format!("INSERT INTO {name}({}) VALUES {};", table.insert_columns().join(", "), rows.join(", "))
            }),
            Change::Delete(_, row) => format!("DELETE FROM {name} WHERE id = {row};"),
        }
    }
}

impl Table {
    /// Returns the columns for an INSERT: those without a default.
    fn insert_columns(&self) -> Vec<String> {
        let added = self.columns.iter().filter(|(_, column)| column.default.is_none());
        let names = ["id", "v", "pad"].map(str::to_owned);
        names.into_iter().chain(added.map(|(number, _)| format!("c{number}"))).collect()
    }

    fn row_text(&self, row: i32) -> String {
        let added = self.columns.values().filter(|column| column.default.is_none());
        let values: String = added.map(|column| format!(", {}", row + column.base)).collect();
        format!("({row}, {}, REPLICATE('x', {}){values})", row * V_TIMES, row % PAD_LENGTHS)
    }

    /// Returns the values of a row by column; for `pad`, its length.
    pub(super) fn row(&self, row: i32) -> BTreeMap<String, Option<i64>> {
        let own = [("id", row), ("v", row * V_TIMES), ("pad", row % PAD_LENGTHS)];
        let own = own.map(|(name, value)| (name.to_owned(), Some(i64::from(value))));
        let added = self.columns.iter().map(|(number, column)| (format!("c{number}"), column.value(row)));
        own.into_iter().chain(added).collect()
    }
}

pub(super) const SCHEMAS: [&str; 2] = ["dbo", "s"];
/// The greatest number of tables in a schema.
const NUMBERS: u8 = 3;
const V_TIMES: i32 = 3;
const PAD_LENGTHS: i32 = 700;
