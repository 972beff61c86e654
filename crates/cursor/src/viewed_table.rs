//! Views whose rows are those of one table, seen as tables with the view's columns.
//!
//! A cursor over such a view finds a row by the columns that show the key of the view's table, and
//! changes the row through the view. A view that doesn't show a key, or that joins, groups or sorts
//! out rows, isn't one of them; cursors over it are static. Permissions are those on the view.

use crate::leaves::{has_rows_of_tables, is_key, leaves};
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Column, Computed, Index, IndexKey, Module, ModuleKind, Table};
use sluice_plan::{object_name, script_of};
use sluice_syntax::ast::{Expr, ExprKind, Query, QueryBody, SelectItemKind, StatementKind, View};
use sluice_types::DataType;

/// Returns a view as a table that has the view's id, name and columns, and the unique indexes of
/// the view's table whose keys the view shows. `None` if the rows aren't those of one table, if the
/// view shows no key, or if an INSTEAD OF trigger takes its changes.
pub(crate) fn viewed_table(catalog: &Catalog, module: &Module) -> Option<Arc<Table>> {
    let mut views = Vec::new();
    viewed(catalog, module, &mut views)
}

/// Does the work of [`viewed_table`]. `views` are the views above this one.
fn viewed<'c>(catalog: &'c Catalog, module: &'c Module, views: &mut Vec<&'c Module>) -> Option<Arc<Table>> {
    let is_known = views.iter().any(|view| view.id == module.id);
    if module.kind != ModuleKind::View
        || is_known
        || views.len() >= VIEWS_MAX
        || !catalog.triggers_of(module.id).is_empty()
    {
        return None;
    }
    views.push(module);
    let statement = script_of(module).statements.into_iter().next()?;
    let StatementKind::View(view) = statement.kind else { return None };
    let View { columns: names, query, .. } = *view;
    let base = base_of(catalog, module, &query, views)?;
    let shown = columns_of(&query, &base)?;
    let named = shown.iter().enumerate().map(|(place, (own, of_base))| {
        let shown_name = names.get(place).map_or(own.as_str(), |name| &name.text);
        column(shown_name, of_base.map(|of_base| &base.columns[of_base]))
    });
    let columns: Vec<Column> = named.collect();
    let place_of = |of_base: usize| shown.iter().position(|(_, known)| *known == Some(of_base));
    let keys = base.indexes.iter().filter(|index| is_key(&base, index));
    let indexes: Vec<Index> = keys.filter_map(|index| with_places(index, place_of)).collect();
    if indexes.is_empty() {
        return None;
    }
    let mut bases = base.bases.clone();
    bases.push(base.id);
    Some(Arc::new(Table {
        id: module.id,
        schema: module.schema.clone(),
        name: module.name.clone(),
        columns,
        constraints: Vec::new(),
        indexes,
        statistics: Vec::new(),
        bases,
        ..Table::clone(&base)
    }))
}

/// Returns the only table of a view's query, which may be another view's. `None` if the query's
/// rows aren't those of a table of this database.
fn base_of<'c>(
    catalog: &'c Catalog,
    module: &Module,
    query: &Query,
    views: &mut Vec<&'c Module>,
) -> Option<Arc<Table>> {
    let QueryBody::Select(select) = &query.body else { return None };
    let is_whole = query.with.is_empty() && query.for_clause.is_none() && query.offset.is_none();
    if !is_whole || select.top.is_some() || !has_rows_of_tables(select) {
        return None;
    }
    let leaves = leaves(&select.from)?;
    let [leaf] = leaves.as_slice() else { return None };
    if leaf.is_sampled || leaf.name.server.is_some() || leaf.name.database.is_some() {
        return None;
    }
    let written = catalog.in_schema(object_name(leaf.name), Some(&module.schema));
    match catalog.table(&written) {
        Some(table) => Some(Arc::clone(table)),
        None => viewed(catalog, catalog.module(&written)?, views),
    }
}

/// Returns the columns of a view's query: their names, and their places in `base`, or `None` for an
/// expression.
fn columns_of(query: &Query, base: &Table) -> Option<Vec<(String, Option<usize>)>> {
    let QueryBody::Select(select) = &query.body else { return None };
    let mut found = Vec::with_capacity(select.items.len());
    for item in &select.items {
        match &item.kind {
            SelectItemKind::Star(_) => {
                found.extend(base.columns.iter().enumerate().map(|(place, column)| (column.name.clone(), Some(place))));
            }
            SelectItemKind::Value { value, alias } => {
                let of_base = match value {
                    Expr { kind: ExprKind::Column(column), .. } => base.column(&column.name.text),
                    _ => None,
                };
                let own = of_base.map(|place| base.columns[place].name.as_str());
                let shown = alias.as_ref().map(|alias| &*alias.text).or(own).unwrap_or_default();
                found.push((shown.to_owned(), of_base));
            }
            _ => return None,
        }
    }
    Some(found)
}

/// Returns a column of a view. One that isn't a table's column is computed.
fn column(shown: &str, of_base: Option<&Column>) -> Column {
    match of_base {
        Some(of_base) => Column { name: shown.to_owned(), ..of_base.clone() },
        None => {
            let mut column = Column::new(shown.to_owned(), DataType::Int, true);
            column.computed = Some(Computed { definition: Arc::from(""), is_persisted: false });
            column
        }
    }
}

/// Returns an index with the places of its key columns in the view, or `None` if the view doesn't
/// show them all.
fn with_places(index: &Index, place_of: impl Fn(usize) -> Option<usize>) -> Option<Index> {
    let keys = index.keys.iter().map(|key| Some(IndexKey { column: place_of(key.column)?, ..*key }));
    let keys = keys.collect::<Option<Vec<_>>>()?;
    Some(Index { keys, included: Vec::new(), ..index.clone() })
}

/// The greatest depth of views, beyond which a query over them fails.
const VIEWS_MAX: usize = 32;
