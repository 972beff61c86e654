//! The tables of a FROM clause, and the queries whose rows are rows of tables.

use sluice_catalog::{Index, Table, name};
use sluice_plan::AggregateKind;
use sluice_syntax::ast::{self, Expr, ExprKind, JoinKind, Name, Select, SelectItemKind, TableSource, TableSourceKind};
use sluice_syntax::walk;

/// A table in a FROM clause.
#[derive(Clone, Copy)]
pub(crate) struct Leaf<'q> {
    /// Name of the table.
    pub(crate) name: &'q ast::ObjectName,
    /// Alias.
    pub(crate) alias: Option<&'q Name>,
    /// Whether an outer join can have NULLs in place of a row.
    pub(crate) is_optional: bool,
    /// Whether the query takes a sample of the rows.
    pub(crate) is_sampled: bool,
}

impl Leaf<'_> {
    /// Returns the qualifier of the table's columns: the alias, or else the name.
    pub(crate) fn qualifier(&self) -> ast::ObjectName {
        self.alias.map_or_else(|| self.name.clone(), |alias| ast::ObjectName::simple(alias.clone()))
    }

    /// Whether a qualifier of a column denotes the table.
    pub(crate) fn is_called(&self, written: &ast::ObjectName) -> bool {
        let own = self.qualifier();
        let is_same = |own: Option<&Name>, written: Option<&Name>| match (own, written) {
            (Some(own), Some(written)) => name::same(&own.text, &written.text),
            (_, written) => written.is_none(),
        };
        name::same(&own.name.text, &written.name.text)
            && is_same(own.schema.as_ref(), written.schema.as_ref())
            && is_same(own.database.as_ref(), written.database.as_ref())
    }
}

/// Returns the tables of a FROM clause from left to right. `None` if a source is anything else than
/// a table or a join of tables.
pub(crate) fn leaves(from: &[TableSource]) -> Option<Vec<Leaf<'_>>> {
    let mut found = Vec::new();
    let mut rest: Vec<_> = from.iter().rev().map(|source| (source, false)).collect();
    while let Some((source, is_optional)) = rest.pop() {
        match &source.kind {
            TableSourceKind::Table { name, alias, sample, .. } => {
                found.push(Leaf { name, alias: alias.as_ref(), is_optional, is_sampled: sample.is_some() });
            }
            TableSourceKind::Join { kind, left, right, .. } => {
                let (of_left, of_right) = match kind {
                    JoinKind::Inner | JoinKind::Cross => (false, false),
                    JoinKind::Left => (false, true),
                    JoinKind::Right => (true, false),
                    JoinKind::Full => (true, true),
                    JoinKind::CrossApply | JoinKind::OuterApply => return None,
                };
                rest.push((right, is_optional || of_right));
                rest.push((left, is_optional || of_left));
            }
            _ => return None,
        }
    }
    Some(found)
}

/// Returns the tables that a FROM clause names, from left to right. Sources that aren't tables are
/// left out.
pub(crate) fn named_tables(from: &[TableSource]) -> Vec<Leaf<'_>> {
    let (mut found, mut rest) = (Vec::new(), Vec::from_iter(from.iter().rev()));
    while let Some(source) = rest.pop() {
        match &source.kind {
            TableSourceKind::Table { name, alias, .. } => {
                found.push(Leaf { name, alias: alias.as_ref(), is_optional: false, is_sampled: false });
            }
            TableSourceKind::Join { left, right, .. } => rest.extend([&**right, &**left]),
            _ => {}
        }
    }
    found
}

/// Whether each row of a SELECT is one row of each of its sources, and depends on no other rows.
pub(crate) fn has_rows_of_tables(select: &Select) -> bool {
    let is_grouped = select.distinct || !select.group_by.items.is_empty() || select.having.is_some();
    let mut looks_around = false;
    for item in &select.items {
        if let SelectItemKind::Value { value, .. } = &item.kind {
            walk::expr(value, &mut |met| {
                // An aggregate or a window function depends on other rows.
                if let walk::Met::Expr(Expr { kind: ExprKind::Call(call), .. }) = met {
                    looks_around |= call.over.is_some() || AggregateKind::named(&call.name.name.text).is_some();
                }
                !matches!(met, walk::Met::Query(_))
            });
        }
    }
    !(is_grouped || looks_around || select.into.is_some() || select.from.is_empty())
}

/// Whether an index has a unique key for each row of its table, without NULLs.
pub(crate) fn is_key(table: &Table, index: &Index) -> bool {
    index.unique
        && !index.is_disabled
        && index.filter.is_none()
        && index.keys.iter().all(|key| !table.columns[key.column].nullable)
}
