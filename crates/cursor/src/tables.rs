//! The tables of a cursor's query: their keys, the columns that may be updated, and the columns
//! that are added to the query.
//!
//! A table's row is found by its key. Its rowversion, or else a checksum of its values, shows
//! whether it has changed since it was fetched
//! (`t-sql/language-elements/declare-cursor-transact-sql.md`, OPTIMISTIC).

use crate::key::{expression, key_columns, qualified};
use crate::leaves::{Leaf, has_rows_of_tables, is_key, leaves};
use crate::viewed_table::viewed_table;
use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_base::sync::Arc;
use sluice_binder::ROW_ADDRESS;
use sluice_catalog::{Index, ObjectName, Table};
use sluice_command::statement::Env;
use sluice_plan::object_name;
use sluice_session::open_cursor::{CursorKey, CursorSpec, CursorTable, Sensitivity};
use sluice_session::sink::CursorOrigin;
use sluice_syntax::Span;
use sluice_syntax::ast::{self, Expr, ExprKind, Name, Query, QueryBody, SelectItem, SelectItemKind};
use sluice_table::database::Database;
use sluice_types::{DataType, Length, SqlError, bracketed};

/// A table and its database.
pub(crate) type DatabaseTable = (Arc<Database>, Arc<Table>);

/// Key columns and their types.
type KeyColumns = Vec<(String, DataType)>;

/// Returns the key of the query's rows and adds the key columns to `query`, followed by the values
/// that detect updates. Returns `None` if the cursor needs no key, or if its rows aren't those of
/// tables with keys. Fails with 207, 209 or 4104 for an unknown column after FOR UPDATE OF.
pub(crate) fn keyed(env: &Env<'_, '_>, spec: &CursorSpec, query: &mut Query) -> Result<Option<CursorKey>, SqlError> {
    keyed_by(env, spec, query, None)
}

/// Does the work of [`keyed`]. `index` is the id of the index whose columns are the key of a query
/// over one table, by default the first unique one.
pub(crate) fn keyed_by(
    env: &Env<'_, '_>,
    spec: &CursorSpec,
    query: &mut Query,
    index: Option<u16>,
) -> Result<Option<CursorKey>, SqlError> {
    if spec.updates.is_none() && spec.is_static() {
        return Ok(None);
    }
    let QueryBody::Select(select) = &mut query.body else { return Ok(None) };
    if !query.with.is_empty() || query.for_clause.is_some() || !has_rows_of_tables(select) {
        return Ok(None);
    }
    let Some(leaves) = leaves(&select.from) else { return Ok(None) };
    let mut found = Vec::with_capacity(leaves.len());
    for leaf in &leaves {
        let table = if leaf.is_sampled { None } else { table_of(env, &object_name(leaf.name))? };
        let Some(table) = table else { return Ok(None) };
        found.push(table);
    }
    let updated = updated_columns(spec, &leaves, &found)?;
    let mut tables = Vec::with_capacity(leaves.len());
    for ((leaf, (database, table)), updated) in leaves.iter().zip(&found).zip(updated) {
        let Some((columns, address)) = key_of(table, spec, index) else { return Ok(None) };
        tables.push(CursorTable {
            table: (database.id, table.id),
            full_name: vec![database.name.clone(), table.schema.clone(), table.name.clone()],
            name: leaf.name.clone(),
            qualifier: leaf.qualifier(),
            columns,
            address,
            check: updated.as_ref().and_then(|_| check_of(table, spec.by_values)),
            updated,
            is_optional: leaf.is_optional,
        });
    }
    let origin = CursorOrigin {
        tables: tables.iter().map(|table| table.full_name.clone()).collect(),
        columns: select.items.iter().flat_map(|item| columns_of(&item.kind, &leaves, &found)).collect(),
    };
    drop(leaves);
    let added = added_columns(&tables);
    select.items.extend(added);
    Ok(Some(CursorKey { tables, origin }))
}

/// Whether a cursor of `spec` reads its rows by a key.
pub fn has_key(env: &mut Env<'_, '_>, spec: &CursorSpec) -> Result<bool, SqlError> {
    Ok(keyed(env, spec, &mut Query::clone(&spec.query))?.is_some())
}

/// Returns the key columns of a table, or the expression of its rows' address. `chosen` is the id
/// of the key's index. `None` if the cursor needs a key and the table has none.
fn key_of(table: &Table, spec: &CursorSpec, chosen: Option<u16>) -> Option<(KeyColumns, Option<String>)> {
    let is_chosen = |index: &&Index| is_key(table, index) && chosen.is_none_or(|chosen| index.id == chosen);
    if let Some(index) = table.indexes.iter().find(is_chosen) {
        let columns = index.keys.iter().map(|key| &table.columns[key.column]);
        return Some((columns.map(|column| (column.name.clone(), column.data_type)).collect(), None));
    }
    // A dynamic cursor needs no key (`t-sql/language-elements/declare-cursor-transact-sql.md`).
    let needs_none = spec.updates.is_some() && (spec.is_dynamic || spec.sensitivity == Sensitivity::Passing);
    needs_none.then(|| {
        let address = format!("{}({})", bracketed(ROW_ADDRESS), bracketed(&table.columns[0].name));
        (vec![(String::new(), DataType::VarBinary(Length::Limited(ADDRESS_BYTES)))], Some(address))
    })
}

/// Returns for each table the columns that may be updated through the cursor: empty for all, `None`
/// for a table that can't be changed. A table that the query uses several times is changed by its
/// first use.
fn updated_columns(
    spec: &CursorSpec,
    leaves: &[Leaf<'_>],
    tables: &[DatabaseTable],
) -> Result<Vec<Option<Vec<Box<str>>>>, SqlError> {
    let first_use = |number: usize| {
        let id = |(database, table): &DatabaseTable| (database.id, table.id);
        tables.iter().position(|table| id(table) == id(&tables[number])).unwrap_or(number)
    };
    let Some(listed) = &spec.updates else { return Ok(vec![None; leaves.len()]) };
    if listed.is_empty() {
        return Ok((0..leaves.len()).map(|number| (first_use(number) == number).then(Vec::new)).collect());
    }
    let mut updated: Vec<Option<Vec<Box<str>>>> = vec![None; leaves.len()];
    for column in listed {
        let is_meant = |number: &usize| match &column.qualifier {
            Some(qualifier) => leaves[*number].is_called(qualifier),
            None => tables[*number].1.column(&column.name.text).is_some(),
        };
        let mut meant: Vec<usize> = (0..leaves.len()).filter(is_meant).map(first_use).collect();
        meant.dedup();
        let number = match (meant.as_slice(), &column.qualifier) {
            ([number], _) if tables[*number].1.column(&column.name.text).is_some() => *number,
            ([], Some(qualifier)) => {
                let written = format!("{}.{}", qualifier.name.text, column.name.text);
                return Err(SqlError::multi_part_identifier_not_bound(&written));
            }
            ([] | [_], _) => return Err(SqlError::invalid_column_name(&column.name.text)),
            _ => return Err(SqlError::ambiguous_column_name(&column.name.text)),
        };
        updated[number].get_or_insert_default().push(column.name.text.clone());
    }
    Ok(updated)
}

/// Returns the select items of the key columns of all tables, followed by those of the values that
/// detect updates. Their aliases can't occur in the query's ORDER BY.
fn added_columns(tables: &[CursorTable]) -> Vec<SelectItem> {
    let keys = tables.iter().flat_map(|table| key_columns(table, Some(&table.qualifier)));
    let keys = keys.enumerate().map(|(number, column)| item(column, &format!(" key {number}")));
    let checks = tables.iter().enumerate().filter_map(|(number, table)| {
        let check = expression(&table.check.as_ref()?.0)?;
        Some(item(qualified(check, Some(&table.qualifier)), &format!(" check {number}")))
    });
    keys.chain(checks).collect()
}

fn item(value: ExprKind, alias: &str) -> SelectItem {
    let alias = Some(Name::new(alias, Span::default()));
    let kind = SelectItemKind::Value { value: Expr::new(value, Span::default()), alias };
    SelectItem { kind, span: Span::default() }
}

/// Looks up the table `written`. It's resolved like a statement's name. A view over one table is a
/// table with the view's columns ([`viewed_table`]). `None` for any other name.
pub(crate) fn table_of(env: &Env<'_, '_>, written: &ObjectName) -> Result<Option<DatabaseTable>, SqlError> {
    let mut name = env.placed(written);
    let database = env.database_of(&name)?;
    let catalog = env.state.transaction.work.catalog(&database);
    if written.database.is_none() {
        name = catalog.in_schema(name, env.state.first_schema().map(|schema| &**schema));
    }
    let viewed = || viewed_table(&catalog, catalog.module(&name)?);
    let table = catalog.table(&name).map(Arc::clone).or_else(viewed);
    Ok(table.map(|table| (database, table)))
}

/// Returns the ids of the table `written`, or `None` if the name isn't a table.
pub fn table_named(env: &Env<'_, '_>, written: &ObjectName) -> Result<Option<(DatabaseId, ObjectId)>, SqlError> {
    Ok(table_of(env, written)?.map(|(database, table)| (database.id, table.id)))
}

/// Returns the expression that detects changes of a row: its rowversion unless `by_values`, or else
/// a checksum of its values.
fn check_of(table: &Table, by_values: bool) -> Option<(String, DataType)> {
    let version = table.columns.iter().find(|column| column.data_type == DataType::RowVersion);
    if let Some(version) = version.filter(|_| !by_values) {
        return Some((bracketed(&version.name), DataType::Binary(DataType::ROWVERSION_BYTES)));
    }
    let counts = |column: &&sluice_catalog::Column| column.computed.is_none() && !column.data_type.is_document();
    let names: Vec<String> = table.columns.iter().filter(counts).map(|column| bracketed(&column.name)).collect();
    (!names.is_empty()).then(|| (format!("BINARY_CHECKSUM({})", names.join(", ")), DataType::Int))
}

/// Returns the table columns that a select item shows, each with its table's index; `None` for an
/// expression.
fn columns_of(item: &SelectItemKind, leaves: &[Leaf<'_>], tables: &[DatabaseTable]) -> Vec<Option<(usize, String)>> {
    let numbers = |qualifier: Option<&ast::ObjectName>| {
        let is_meant = |number: &usize| qualifier.is_none_or(|qualifier| leaves[*number].is_called(qualifier));
        (0..leaves.len()).filter(is_meant).collect::<Vec<_>>()
    };
    match item {
        SelectItemKind::Star(qualifier) => {
            let columns = numbers(qualifier.as_ref()).into_iter().flat_map(|number| {
                tables[number].1.columns.iter().map(move |column| Some((number, column.name.clone())))
            });
            columns.collect()
        }
        SelectItemKind::Value { value: Expr { kind: ExprKind::Column(column), .. }, .. } => {
            let found = numbers(column.qualifier.as_ref()).into_iter().find_map(|number| {
                let table = &tables[number].1;
                table.column(&column.name.text).map(|place| (number, table.columns[place].name.clone()))
            });
            vec![found]
        }
        _ => vec![None],
    }
}

/// The longest address of a row, in bytes.
const ADDRESS_BYTES: u16 = 900;
