//! Browse information of a result: the base columns, the hidden key columns by which a client finds
//! rows again (`t-sql/queries/select-for-clause-transact-sql.md`, FOR BROWSE), and the order of the
//! rows.

use super::Binder;
use super::bound::BoundQuery;
use super::scope::ScopeColumn;
use super::state::Browsing;
use sluice_base::sync::Arc;
use sluice_catalog::{Index, Module, ModuleKind, Table, name};
use sluice_plan::expression::ColumnId;
use sluice_plan::physical::{Join, JoinKind, Node, Passage};
use sluice_plan::sort_key::SortKey;
use sluice_plan::statement::{BrowseMode, Browsed, OutputColumn, SourceColumn};
use sluice_syntax::ast::{self, ExprKind, Literal, QueryBody};
use sluice_types::SqlError;
use std::collections::BTreeMap;

/// Fails with 172 if a table of a query FOR BROWSE has the hint HOLDLOCK.
pub(super) fn refuse_browsed_locks(query: &ast::Query) -> Result<(), SqlError> {
    fn holds(source: &ast::TableSource) -> bool {
        match &source.kind {
            ast::TableSourceKind::Table { hints, .. } | ast::TableSourceKind::Variable { hints, .. } => {
                hints.iter().any(|hint| hint.words.first().is_some_and(|word| word.is("HOLDLOCK")))
            }
            ast::TableSourceKind::Join { left, right, .. } => holds(left) || holds(right),
            _ => false,
        }
    }
    let QueryBody::Select(select) = &query.body else { return Ok(()) };
    if select.from.iter().any(holds) { Err(SqlError::holdlock_in_browse_mode()) } else { Ok(()) }
}

/// Fails with 171 if the query is FOR BROWSE, for an INSERT or SELECT INTO.
pub(super) fn refuse_browsed_change(query: &ast::Query) -> Result<(), SqlError> {
    match query.for_clause.as_deref() {
        Some(ast::ForClause::Browse) => Err(SqlError::browse_of_change()),
        _ => Ok(()),
    }
}

impl<'a> Binder<'a> {
    /// Makes the binder collect this amount of browse information.
    pub fn browsing(mut self, mode: BrowseMode) -> Binder<'a> {
        self.browse(mode);
        self
    }

    /// Begins to record tables and columns for browse information. Does nothing for
    /// [`BrowseMode::Off`].
    pub(super) fn browse(&mut self, mode: BrowseMode) {
        if mode != BrowseMode::Off {
            self.browsing = Some(Box::new(Browsing { mode, sources: BTreeMap::new(), tables: Vec::new() }));
        }
    }

    /// Records a table that the statement reads. Its columns get their origin: table, column and
    /// whether they are in its key. Does nothing unless browse information on tables is wanted, and
    /// for table variables.
    pub(super) fn note_browsed(&mut self, database: Option<&String>, table: &Arc<Table>, columns: &[ScopeColumn]) {
        let Some(browsing) = &mut self.browsing else { return };
        if browsing.mode == BrowseMode::Order || table.is_variable() {
            return;
        }
        let key = key_of(table);
        let is_in = |index: &Index, place: usize| index.keys.iter().any(|key| key.column == place);
        for (place, (column, known)) in columns.iter().zip(&table.columns).enumerate() {
            let source = SourceColumn {
                database: database.cloned(),
                schema: table.schema.clone(),
                table: table.name.clone(),
                column: known.name.clone(),
                is_key: key.is_some_and(|key| is_in(key, place)),
                is_unique: table.indexes.iter().any(|index| index.unique && is_in(index, place)),
            };
            browsing.sources.insert(column.id.number, source);
        }
        browsing.tables.push((Arc::clone(table), columns.iter().map(|column| column.id).collect()));
    }

    /// Records a view that the statement reads. Its columns have the view as their origin. Only for
    /// browse information that names views.
    pub(super) fn note_browsed_view(&mut self, database: Option<&String>, module: &Module, columns: &[ScopeColumn]) {
        let Some(browsing) = self.browsing.as_mut().filter(|browsing| browsing.mode == BrowseMode::Named) else {
            return;
        };
        if module.kind != ModuleKind::View {
            return;
        }
        for column in columns {
            let source = SourceColumn {
                database: database.cloned(),
                schema: module.schema.clone(),
                table: module.name.clone(),
                column: column.name.clone(),
                is_key: false,
                is_unique: false,
            };
            browsing.sources.insert(column.id.number, source);
        }
    }

    /// Returns the browse information of a result column; it has no source if the column is
    /// computed. `None` if no browse information is collected.
    pub(super) fn browsed(&self, column: Option<ColumnId>) -> Option<Box<Browsed>> {
        let browsing = self.browsing.as_ref()?;
        let source = column.and_then(|id| browsing.sources.get(&id.number)).cloned();
        Some(Box::new(Browsed { source, ..Browsed::default() }))
    }

    /// Adds browse information to a statement's result, including hidden key columns. Key columns
    /// that the select list lacks are appended as hidden columns, if the rows have them. A table
    /// without a unique key gets none.
    pub(super) fn add_browsed(&mut self, query: &ast::Query, bound: BoundQuery) -> BoundQuery {
        let Some(browsing) = self.browsing.as_ref() else { return bound };
        let (mode, tables) = (browsing.mode, browsing.tables.clone());
        let BoundQuery { mut rows, mut columns } = bound;
        for column in &mut columns {
            column.browsed.get_or_insert_default().order_length = number(query.order_by.len());
        }
        if mode != BrowseMode::Tables {
            return BoundQuery { rows, columns };
        }
        let there = rows.node.columns();
        for (table, ids) in &tables {
            let Some(key) = key_of(table) else { continue };
            let key: Vec<usize> = key.keys.iter().map(|key| key.column).collect();
            let is_found = |place: &usize| {
                // An outer join can produce NULLs for a missing row, so a nullable key doesn't
                // identify a row.
                there.contains(&ids[*place]) && !(table.columns[*place].nullable && is_padded(&rows.node, ids[*place]))
            };
            if !key.iter().all(is_found) {
                let of_table = rows.values.iter().zip(&mut columns);
                let of_table = of_table.filter(|(value, _)| value.as_column().is_some_and(|id| ids.contains(&id)));
                of_table
                    .filter_map(|(_, column)| column.browsed.as_mut()?.source.as_mut())
                    .for_each(|of_it| of_it.is_key = false);
                continue;
            }
            for place in key {
                let (column, id) = (&table.columns[place], ids[place]);
                if rows.values.iter().any(|value| value.as_column() == Some(id)) {
                    continue;
                }
                let nullable = column.nullable || is_padded(&rows.node, id);
                let value = sluice_plan::expression::Expr::column(id, column.data_type, nullable);
                let mut hidden: OutputColumn = self.output_column(&column.name, &value);
                let browsed = hidden.browsed.get_or_insert_default();
                (browsed.is_hidden, browsed.order_length) = (true, number(query.order_by.len()));
                self.note_use(id);
                rows.values.push(value);
                columns.push(hidden);
            }
        }
        BoundQuery { rows, columns }
    }
}

/// Marks the columns of a statement's result that are in its ORDER BY. Each gets its number in
/// ORDER BY and its direction. A result without ORDER BY or with a FOR clause stays as it is.
pub(super) fn mark_order(query: &ast::Query, bound: &mut BoundQuery) {
    if query.order_by.is_empty() || query.for_clause.is_some() {
        return;
    }
    let keys = sort_keys(&bound.rows.node);
    for (place, (column, value)) in bound.columns.iter_mut().zip(&bound.rows.values).enumerate() {
        let ordered = query.order_by.iter().enumerate().find(|(at, item)| {
            let key = keys.get(*at).and_then(|key| key.expr.as_column());
            key.is_some() && key == value.as_column() || names(item, place, &column.name)
        });
        column.ordered = ordered.map(|(at, item)| (number(at + 1), item.descending));
    }
}

/// Returns the index by which a client finds a row again: the primary key, otherwise a unique
/// index, preferably without nullable columns.
fn key_of(table: &Table) -> Option<&Index> {
    let is_nullable = |index: &Index| index.keys.iter().any(|key| table.columns[key.column].nullable);
    let unique = table.indexes.iter().filter(|index| index.unique && index.filter.is_none());
    unique.min_by_key(|index| (!index.is_primary_key(), is_nullable(index), index.id))
}

/// Returns the sort keys of a query.
fn sort_keys(node: &Node) -> &[SortKey] {
    match node {
        Node::Sort(_, keys) => keys,
        _ => match node.passage() {
            Some((Passage::Limited, input)) => sort_keys(input),
            _ => &[],
        },
    }
}

/// Whether an ORDER BY item denotes the column at `place`, by number or name.
fn names(item: &ast::OrderItem, place: usize, called: &str) -> bool {
    match &item.value.kind {
        ExprKind::Literal(Literal::Integer(number)) => usize::try_from(*number) == Ok(place + 1),
        ExprKind::Column(column) => column.qualifier.is_none() && name::same(&column.name.text, called),
        _ => false,
    }
}

/// Whether an outer join can pad the column with NULL.
fn is_padded(node: &Node, id: ColumnId) -> bool {
    match node {
        Node::Join(join) => {
            let Join { kind, left, right, .. } = &**join;
            let of_right = right.columns().contains(&id);
            let pads = match kind {
                JoinKind::Inner | JoinKind::Semi | JoinKind::Anti | JoinKind::NotIn => false,
                JoinKind::Left => of_right,
                JoinKind::Full => of_right || left.columns().contains(&id),
            };
            pads || is_padded(left, id) || is_padded(right, id)
        }
        _ => node.passage().is_some_and(|(_, input)| is_padded(input, id)),
    }
}

fn number(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}
