//! Nested DML statements whose OUTPUT rows are the source of an INSERT
//! (`t-sql/queries/output-clause-transact-sql`, *Inserting Data Returned From an OUTPUT Clause Into
//! a Table*).

use super::Binder;
use super::bound::BoundQuery;
use super::bound::BoundSource;
use super::level::Level;
use crate::expression::{ColumnId, Expr};
use crate::physical::{Node, Rows};
use crate::refusal::unsupported;
use crate::statement::{BoundBody, BoundOutput, InnerChange};
use sluice_catalog::Table;
use sluice_syntax::ast::{self, NestedChange};
use sluice_types::SqlError;

impl Binder<'_> {
    /// Binds the source query of an INSERT, which may contain a nested DML statement.
    pub(super) fn taking_changes<T>(
        &mut self,
        bind: impl FnOnce(&mut Self) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        self.nesting.is_source = !self.nesting.is_inside;
        let bound = bind(self);
        self.nesting.is_source = false;
        bound
    }

    /// Binds `(change) AS alias`. Fails with 10729 outside an INSERT's source, with 10716 if the
    /// statement has no OUTPUT clause. A change of a table with triggers and OUTPUT INTO fail with
    /// 40517. The rows become a source with the OUTPUT columns.
    pub(super) fn bind_change_source(
        &mut self,
        change: &NestedChange,
        alias: &ast::TableAlias,
    ) -> Result<BoundSource, SqlError> {
        if !std::mem::take(&mut self.nesting.is_source) {
            return Err(SqlError::nested_change_not_allowed());
        }
        let levels = std::mem::replace(&mut self.levels, vec![Level::default()]);
        self.nesting.is_inside = true;
        let body = self.bind_nested(change);
        self.nesting.is_inside = false;
        self.levels = levels;
        let body = body?;
        if changed_by(&body).is_some_and(|(database, table)| self.has_triggers(database.as_deref(), table)) {
            return Err(unsupported("a nested change of a table with triggers"));
        }
        let outputs = match output_of(&body) {
            None => return Err(SqlError::nested_change_without_output()),
            Some(output) if output.into.is_some() => return Err(unsupported("OUTPUT INTO in a nested change")),
            Some(output) => output.columns.clone(),
        };
        let columns: Vec<ColumnId> = outputs.iter().map(|_| self.new_column()).collect();
        let values = columns.iter().zip(&outputs);
        let values = values.map(|(id, output)| Expr::column(*id, output.data_type, output.nullable)).collect();
        self.nesting.met = Some(InnerChange { body, columns: columns.clone() });
        let rows = Rows { node: Node::Given(columns), values };
        self.named_rows(BoundQuery { rows, columns: outputs }, &alias.name, &alias.columns)
    }

    fn bind_nested(&mut self, change: &NestedChange) -> Result<BoundBody, SqlError> {
        Ok(match change {
            NestedChange::Insert(insert) => BoundBody::Insert(self.bind_insert(insert)?),
            NestedChange::Update(update) => BoundBody::Update(self.bind_update(update)?),
            NestedChange::Delete(delete) => BoundBody::Delete(self.bind_delete(delete)?),
            NestedChange::Merge(merge) => BoundBody::Merge(Box::new(self.bind_merge(merge)?)),
        })
    }
}

fn changed_by(body: &BoundBody) -> Option<(&Option<String>, &Table)> {
    match body {
        BoundBody::Insert(insert) => Some((&insert.database, &insert.table)),
        BoundBody::Update(change) | BoundBody::Delete(change) => Some((&change.database, &change.table)),
        BoundBody::Merge(merge) => Some((&merge.database, &merge.table)),
        _ => None,
    }
}

fn output_of(body: &BoundBody) -> Option<&BoundOutput> {
    match body {
        BoundBody::Insert(insert) => insert.output.as_ref(),
        BoundBody::Update(change) | BoundBody::Delete(change) => change.output.as_ref(),
        BoundBody::Merge(merge) => merge.output.as_ref(),
        _ => None,
    }
}
