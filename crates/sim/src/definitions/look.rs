//! Reads the state after a start from the catalog views, the name lookups and the tables
//! themselves.

use super::model::{Name, SCHEMAS, Table, Tables};
use crate::machine::{Machine, batch};
use sluice_engine::{Collector, Session, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A table as shown by the catalog and its rows.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Shown {
    /// The columns with their types.
    columns: BTreeMap<String, String>,
    /// The indexes except the primary key's, and whether each is unique.
    indexes: BTreeMap<String, bool>,
    has_key: bool,
    defaults: BTreeSet<String>,
    rows: Rows,
}

/// The tables by their full names.
pub(super) type ShownTables = BTreeMap<String, Shown>;

/// The rows by number, each with its values by column.
pub(super) type Rows = BTreeMap<i64, BTreeMap<String, Option<i64>>>;

/// Returns the expected catalog content for these tables.
pub(super) fn expected(tables: &Tables) -> ShownTables {
    tables.0.iter().map(|(name, table)| (name.to_string(), shown(table))).collect()
}

fn shown(table: &Table) -> Shown {
    let v = if table.is_wide { "bigint" } else { "int" };
    let own = [("id", "int"), ("v", v), ("pad", "varchar")].map(|(name, of)| (name.to_owned(), of.to_owned()));
    let added = table.columns.keys().map(|number| (format!("c{number}"), "int".to_owned()));
    Shown {
        columns: own.into_iter().chain(added).collect(),
        indexes: table.indexes.iter().map(|(number, is_unique)| (format!("i{number}"), *is_unique)).collect(),
        has_key: table.is_keyed,
        defaults: table.columns.values().filter_map(|column| Some(format!("d{}", column.default?))).collect(),
        rows: expected_rows(table),
    }
}

/// Returns the expected rows of a table.
pub(super) fn expected_rows(table: &Table) -> Rows {
    table.rows.iter().map(|row| (i64::from(*row), table.row(*row))).collect()
}

/// Reads the whole database. Returns `None` if the power is cut.
pub(super) fn look(machine: &Machine, session: &mut Session) -> Result<Option<ShownTables>, String> {
    match read_all(session) {
        Err(_) if machine.is_off() => Ok(None),
        read => read.map(Some),
    }
}

fn read_all(session: &mut Session) -> Result<ShownTables, String> {
    let mut tables = ShownTables::new();
    if !matches!(must(session, "SELECT DB_ID(N'D')")?.scalar(), Some(Value::SmallInt(_) | Value::Int(_))) {
        return Ok(tables);
    }
    must(session, "USE D; DBCC CHECKDB WITH NO_INFOMSGS;")?;
    for name in Name::all() {
        if let Some(table) = read_table(session, name)? {
            tables.insert(name.to_string(), table);
        }
    }
    let sent = must(session, STRAYS)?;
    match sent.results.first().map(|result| result.rows.as_slice()) {
        Some([]) => Ok(tables),
        found => Err(format!("rule 2: the catalog has what belongs to no table: {found:?}")),
    }
}

/// Reads a table by each way to look up its name.
fn read_table(session: &mut Session, name: Name) -> Result<Option<Shown>, String> {
    let schema = SCHEMAS[usize::from(name.schema)];
    let sent = must(
        session,
        &format!(
            "SELECT OBJECT_ID(N'{name}'), (SELECT object_id FROM sys.tables \
             WHERE name = N'{}' AND SCHEMA_NAME(schema_id) = N'{schema}');",
            name.bare()
        ),
    )?;
    let id = match sent.results.first().and_then(|result| result.rows.first()).map(Vec::as_slice) {
        Some([Value::Null, Value::Null]) => return Ok(None),
        Some([Value::Int(one), Value::Int(other)]) if one == other => *one,
        found => return Err(format!("rule 2: OBJECT_ID and sys.tables have {found:?} for {name}")),
    };
    let sent = must(
        session,
        &format!(
            "SELECT name, TYPE_NAME(user_type_id) FROM sys.columns WHERE object_id = {id}; \
             SELECT name, is_unique, is_primary_key FROM sys.indexes WHERE object_id = {id} AND index_id > 0; \
             SELECT name FROM sys.default_constraints WHERE parent_object_id = {id};"
        ),
    )?;
    let [columns, indexes, defaults] = sent.results.as_slice() else { return Err("not three results".to_owned()) };
    let mut table = Shown::default();
    for row in &columns.rows {
        table.columns.insert(text(&row[0])?, text(&row[1])?);
    }
    for row in &indexes.rows {
        match (&row[1], &row[2]) {
            (_, Value::Bit(true)) => table.has_key = true,
            (Value::Bit(is_unique), _) => drop(table.indexes.insert(text(&row[0])?, *is_unique)),
            found => return Err(format!("two bits are {found:?}")),
        }
    }
    for row in &defaults.rows {
        table.defaults.insert(text(&row[0])?);
    }
    let columns: Vec<String> = table.columns.keys().cloned().collect();
    table.rows = rows(&must(session, &read_text(name, &columns))?)?;
    Ok(Some(table))
}

/// Returns the query for these columns of a table, with the length of `pad`.
pub(super) fn read_text(name: Name, columns: &[String]) -> String {
    let columns: Vec<&str> =
        columns.iter().map(|column| if column == "pad" { "LEN(pad) AS pad" } else { column.as_str() }).collect();
    format!("SELECT {} FROM {name};", columns.join(", "))
}

/// Returns the rows from a query of [`read_text`].
pub(super) fn rows(sent: &Collector) -> Result<Rows, String> {
    let mut rows = Rows::new();
    let result = sent.results.first().ok_or("a query sent no result")?;
    for row in &result.rows {
        let values =
            result.columns.iter().zip(row).map(|(column, value)| Ok((column.name.to_string(), integer(value)?)));
        let values: BTreeMap<String, Option<i64>> = values.collect::<Result<_, String>>()?;
        let number = values.get("id").copied().flatten().ok_or("a row has no number")?;
        if rows.insert(number, values).is_some() {
            return Err(format!("row {number} is there twice"));
        }
    }
    Ok(rows)
}

fn integer(value: &Value) -> Result<Option<i64>, String> {
    match value {
        Value::Null => Ok(None),
        Value::Int(value) => Ok(Some(i64::from(*value))),
        Value::BigInt(value) => Ok(Some(*value)),
        other => Err(format!("an integer column gave {other:?}")),
    }
}

fn text(value: &Value) -> Result<String, String> {
    match value {
        Value::Str(text) => Ok(text.to_string()),
        other => Err(format!("a name is {other:?}")),
    }
}

fn must(session: &mut Session, text: &str) -> Result<Collector, String> {
    let sent = batch(session, text)?;
    match sent.first_error() {
        None => Ok(sent),
        Some((number, what)) => Err(format!("`{text}`: {number} {what}")),
    }
}

/// Finds objects, columns and indexes without an owner, and duplicate names.
const STRAYS: &str = "\
    SELECT name, 'object' AS what FROM sys.objects WHERE is_ms_shipped = 0 AND type <> 'U' \
        AND parent_object_id NOT IN (SELECT object_id FROM sys.tables) \
    UNION ALL SELECT name, 'column' FROM sys.columns WHERE object_id NOT IN (SELECT object_id FROM sys.all_objects) \
    UNION ALL SELECT name, 'index' FROM sys.indexes WHERE object_id NOT IN (SELECT object_id FROM sys.all_objects) \
    UNION ALL SELECT name, 'twice' FROM sys.objects GROUP BY name, schema_id HAVING COUNT(*) > 1 \
    UNION ALL SELECT name, 'id twice' FROM sys.all_objects \
        WHERE object_id IN (SELECT object_id FROM sys.all_objects GROUP BY object_id HAVING COUNT(*) > 1);";
