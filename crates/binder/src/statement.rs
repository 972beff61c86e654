//! One statement of each kind: the parts are bound in order, then finished.

use crate::Binder;
use crate::level::Level;
use crate::source::AGGREGATE_IN_WHERE;
use sluice_base::stack;
use sluice_base::sync::Arc;
use sluice_catalog::Column;
use sluice_functions::SetOptions;
use sluice_plan::collation::{Label, collation_of, label};
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::statement::{Bound, BoundBody, ColumnOrigin, OutputColumn};
use sluice_syntax::ast::{self, StatementKind};
use sluice_syntax::walk;
use sluice_types::{CollationId, DataType, Length, SqlError};

impl<'a> Binder<'a> {
    /// Binds under these SET options.
    pub fn under(self, options: SetOptions) -> Binder<'a> {
        Binder { options, ..self }
    }

    /// Binds a SELECT to the client or into variables.
    pub fn select(mut self, query: &ast::Query) -> Result<Bound, SqlError> {
        let unhinted = || StatementKind::Select(Arc::new(ast::Query { hints: Vec::new(), ..query.clone() }));
        self.check_assumptions(&query.hints, unhinted)?;
        self.note_addresses(|visit| walk::query(query, visit));
        let body = self.bind_select(query)?;
        self.finish(body)
    }

    /// Binds an INSERT.
    pub fn insert(mut self, insert: &ast::Insert) -> Result<Bound, SqlError> {
        self.verb = "INSERT";
        let hints = match &insert.source {
            ast::InsertSource::Query(query) => &query.hints,
            _ => &insert.hints,
        };
        self.check_assumptions(hints, || {
            let mut unhinted = insert.clone();
            unhinted.hints.clear();
            if let ast::InsertSource::Query(query) = &mut unhinted.source {
                query.hints.clear();
            }
            StatementKind::Insert(Arc::new(unhinted))
        })?;
        let body = match self.bind_instead_of_insert(insert)? {
            Some(instead) => BoundBody::Instead(Box::new(instead)),
            None => match self.bind_partitioned_insert(insert)? {
                Some(change) => BoundBody::Partitioned(Box::new(change)),
                None => BoundBody::Insert(self.bind_insert(insert)?),
            },
        };
        self.finish(body)
    }

    /// Binds an UPDATE.
    pub fn update(mut self, update: &ast::Update) -> Result<Bound, SqlError> {
        self.verb = "UPDATE";
        let unhinted = || StatementKind::Update(Arc::new(ast::Update { hints: Vec::new(), ..update.clone() }));
        self.check_assumptions(&update.hints, unhinted)?;
        self.note_addresses(|visit| update.condition.iter().for_each(|condition| walk::condition(condition, visit)));
        let body = match self.bind_instead_of_update(update)? {
            Some(instead) => BoundBody::Instead(Box::new(instead)),
            None => match self.bind_partitioned_update(update)? {
                Some(change) => BoundBody::Partitioned(Box::new(change)),
                None => BoundBody::Update(self.bind_update(update)?),
            },
        };
        self.finish(body)
    }

    /// Binds a DELETE.
    pub fn delete(mut self, delete: &ast::Delete) -> Result<Bound, SqlError> {
        self.verb = "DELETE";
        let unhinted = || StatementKind::Delete(Arc::new(ast::Delete { hints: Vec::new(), ..delete.clone() }));
        self.check_assumptions(&delete.hints, unhinted)?;
        self.note_addresses(|visit| delete.condition.iter().for_each(|condition| walk::condition(condition, visit)));
        let body = match self.bind_instead_of_delete(delete)? {
            Some(instead) => BoundBody::Instead(Box::new(instead)),
            None => match self.bind_partitioned_delete(delete)? {
                Some(change) => BoundBody::Partitioned(Box::new(change)),
                None => BoundBody::Delete(self.bind_delete(delete)?),
            },
        };
        self.finish(body)
    }

    /// Binds a MERGE.
    pub fn merge(mut self, merge: &ast::Merge) -> Result<Bound, SqlError> {
        self.verb = "MERGE";
        let unhinted = || StatementKind::Merge(Arc::new(ast::Merge { hints: Vec::new(), ..merge.clone() }));
        self.check_assumptions(&merge.hints, unhinted)?;
        let body = self.bind_merge(merge)?;
        self.finish(BoundBody::Merge(Box::new(body)))
    }

    /// Binds `SET variable operator value`.
    pub fn set(
        mut self,
        variable: &ast::Name,
        operator: ast::AssignmentOperator,
        value: &ast::Expr,
    ) -> Result<Bound, SqlError> {
        self.draw_once();
        let (target, value) = self.drawing(|binder| binder.bind_assignment(variable, operator, value))?;
        self.finish(BoundBody::Set { target, value })
    }

    /// Binds the condition of an IF or WHILE.
    pub fn test(mut self, condition: &ast::Condition) -> Result<Bound, SqlError> {
        let condition = self.bind_condition(condition)?;
        self.finish(BoundBody::Test(condition))
    }

    /// Binds the value of a PRINT. An aggregate fails with 1045.
    pub fn print(mut self, value: &ast::Expr) -> Result<Bound, SqlError> {
        let value = self.bind_value(value).map_err(|error| match error.number {
            AGGREGATE_IN_WHERE if crate::select::has_aggregate_expr(value) => SqlError::aggregate_not_allowed(),
            _ => error,
        })?;
        // A message has at most 8,000 bytes: 8,000 varchar or 4,000 nvarchar characters.
        let is_binary = matches!(value.data_type, DataType::Binary(_) | DataType::VarBinary(_) | DataType::RowVersion);
        let printed = match value.data_type {
            DataType::Char(_, page) | DataType::VarChar(_, page) => {
                DataType::VarChar(Length::Limited(DataType::CHAR_MAX), page)
            }
            _ => DataType::NVarChar(Length::Limited(DataType::NCHAR_MAX)),
        };
        let text = match is_binary {
            // Binary values are printed with their digits: `0x4D`.
            true => crate::conversion::explicit(value, printed, Some(1), false)?,
            false => crate::conversion::implicit(value, printed)?,
        };
        self.finish(BoundBody::Print(text))
    }

    /// Binds a procedure argument, converted to `data_type`.
    pub fn argument(mut self, value: &ast::Expr, data_type: sluice_types::DataType) -> Result<Expr, SqlError> {
        let value = self.bind_value(value)?;
        crate::conversion::implicit(value, data_type)
    }

    /// Binds a procedure argument whose parameter type is unknown.
    pub fn untyped_argument(mut self, value: &ast::Expr) -> Result<Expr, SqlError> {
        self.bind_value(value)
    }

    /// Checks that binding can nest deeper. Fails with 8631 if the stack is low, with 3617 if the
    /// batch was cancelled.
    pub(crate) fn deeper(&self) -> Result<(), SqlError> {
        SqlError::check_interruption()?;
        if stack::is_low() { Err(SqlError::out_of_stack()) } else { Ok(()) }
    }

    /// Completes a bound statement. Fails with 8621 if the plan is too deep for the stack. Fails
    /// with 8622 if the hints allow no plan.
    pub(crate) fn finish(mut self, body: BoundBody) -> Result<Bound, SqlError> {
        let needs = self.settled_needs();
        let Binder { subqueries, functions, draws, join_hint, columns, degree_hint, .. } = self;
        let mut bound = Bound { subqueries, generators: draws.targets, functions, needs, levels: 0, degree_hint, body };
        if !sluice_plan::height::note(&mut bound) || !sluice_plan::rewrite::bound(&mut bound, join_hint, columns) {
            return Err(SqlError::out_of_stack_in_optimizer());
        }
        SqlError::check_interruption()?;
        if sluice_plan::rewrite::is_refused(&bound) { Err(SqlError::no_plan_with_hints()) } else { Ok(bound) }
    }

    /// Creates a column with a unique id.
    pub(crate) fn new_column(&mut self) -> ColumnId {
        self.new_column_of(None)
    }

    /// Creates a column whose strings have this collation.
    pub(crate) fn new_column_of(&mut self, collation: Option<CollationId>) -> ColumnId {
        self.columns += 1;
        ColumnId { number: self.columns - 1, collation }
    }

    /// Creates a column for the values of `expr`.
    pub(crate) fn new_column_for(&mut self, expr: &Expr) -> ColumnId {
        self.new_column_of(label(expr).ok().and_then(Label::collation))
    }

    /// Creates the columns of a table's row.
    pub(crate) fn new_row(&mut self, columns: &[Column]) -> Vec<ColumnId> {
        columns.iter().map(|column| self.new_stored(column)).collect()
    }

    /// Creates a column for a table column's values.
    pub(crate) fn new_stored(&mut self, column: &Column) -> ColumnId {
        let origin = match column {
            Column { identity: Some(_), .. } => ColumnOrigin::Identity,
            Column { computed: Some(_), .. } | Column { data_type: DataType::RowVersion, .. } => ColumnOrigin::Computed,
            _ => ColumnOrigin::Stored,
        };
        let id = self.new_column_of(Some(column.collation));
        self.origins.insert(id.number, origin);
        if column.flags.is_row_guid {
            self.row_guids.push(id.number);
        }
        id
    }

    /// Returns a column of the result.
    pub(crate) fn output_column(&self, name: &str, value: &Expr) -> OutputColumn {
        let origin = value.as_column().and_then(|id| self.origins.get(&id.number));
        OutputColumn {
            name: name.to_owned(),
            data_type: value.data_type,
            nullable: value.nullable,
            origin: origin.copied().unwrap_or_default(),
            collation: collation_of(value),
            ordered: None,
            browsed: self.browsed(value.as_column()),
        }
    }

    /// Returns the level of the current query.
    pub(crate) fn level(&mut self) -> &mut Level {
        self.levels.last_mut().expect("the statement's own level always exists")
    }

    /// Binds with a new innermost level. Returns the result together with the final level.
    pub(crate) fn in_level<T>(
        &mut self,
        bind: impl FnOnce(&mut Self) -> Result<T, SqlError>,
    ) -> Result<(T, Level), SqlError> {
        self.deeper()?;
        self.levels.push(Level::default());
        let bound = bind(self);
        let level = self.levels.pop().unwrap_or_default();
        Ok((bound?, level))
    }
}
