//! Statements that name tables, as written, and their binding.

use sluice_base::sync::Arc;
use sluice_binder::{Binder, UnknownColumns};
use sluice_plan::{Bound, BoundBody, BoundCapture, BoundReferences, BrowseMode, PartitionedKind, Variables};
use sluice_query::code::VariableRegisters;
use sluice_session::consequence::StatementClass;
use sluice_session::names::SessionNames;
use sluice_session::sink::StatementKind;
use sluice_syntax::ast;
use sluice_types::SqlError;

/// A statement as written.
#[derive(Clone, Debug)]
pub enum BoundSource {
    /// SELECT.
    Select(Arc<ast::Query>),
    /// INSERT.
    Insert(Arc<ast::Insert>),
    /// INSERT of the rows of a bulk load.
    Load {
        /// The INSERT.
        insert: Arc<ast::Insert>,
        /// Whether CHECK and FOREIGN KEY constraints are checked.
        checks: bool,
        /// Whether triggers fire.
        fires: bool,
    },
    /// UPDATE.
    Update(Arc<ast::Update>),
    /// The UPDATE that a WRITETEXT or UPDATETEXT stands for. It fires no AFTER trigger.
    WriteText(Arc<ast::Update>),
    /// DELETE.
    Delete(Arc<ast::Delete>),
    /// MERGE.
    Merge(Arc<ast::Merge>),
    /// SET of a variable to a value that needs a plan, such as a subquery.
    Set {
        /// The variable's name.
        variable: ast::Name,
        /// The assignment operator.
        operator: ast::AssignmentOperator,
        /// The assigned expression.
        value: Box<ast::Expr>,
    },
    /// The condition of an IF or WHILE that contains a subquery.
    Test(Box<ast::Condition>),
    /// PRINT of an expression that calls a user function.
    Print(Box<ast::Expr>),
}

/// A statement as written, with the variables that it sees. Sessions share it.
pub struct BoundStatement {
    pub(super) source: BoundSource,
    // Variables visible to the statement, and their registers.
    pub(super) variables: Arc<Variables>,
    pub(super) registers: VariableRegisters,
    // Whether the rows go to the client, which may ask for browse information.
    pub(super) is_shown: bool,
}

impl BoundStatement {
    /// Makes a statement that sees `variables`, which are in `registers`.
    pub fn new(source: BoundSource, variables: Arc<Variables>, registers: VariableRegisters) -> BoundStatement {
        BoundStatement { source, variables, registers, is_shown: false }
    }

    /// Returns the statement as one whose rows go to the client. Only such a statement adds browse
    /// information to its result, if the session's options ask for it.
    pub fn shown(self) -> BoundStatement {
        BoundStatement { is_shown: true, ..self }
    }

    /// Returns the class of the statement, which decides how much its errors end: a change of rows,
    /// SELECT INTO, or a query, as everything else is.
    pub fn class(&self) -> StatementClass {
        match &self.source {
            BoundSource::Load { .. } | BoundSource::Insert(_) | BoundSource::Update(_) => StatementClass::Change,
            BoundSource::WriteText(_) | BoundSource::Delete(_) | BoundSource::Merge(_) => StatementClass::Change,
            BoundSource::Select(query) if query.body.leading().into.is_some() => StatementClass::SelectInto,
            _ => StatementClass::Query,
        }
    }

    /// Resolves the statement's names and types. `browse` adds the hidden key columns of FOR BROWSE
    /// to a SELECT. Nothing is compiled or locked. An unknown column is reported with all others of
    /// the statement.
    pub(super) fn bound(&self, names: &SessionNames<'_>, browse: BrowseMode) -> Result<Bound, SqlError> {
        match self.bound_once(names, browse, None) {
            Err(first) if UnknownColumns::is_one(&first) => {
                let unknown = UnknownColumns::default();
                let outcome = self.bound_once(names, browse, Some(&unknown)).err();
                Err(unknown.report(first, outcome))
            }
            outcome => outcome,
        }
    }

    fn bound_once(
        &self,
        names: &SessionNames<'_>,
        browse: BrowseMode,
        unknown: Option<&UnknownColumns>,
    ) -> Result<Bound, SqlError> {
        let binder = Binder::new(names, &self.variables).noting(unknown);
        match &self.source {
            BoundSource::Select(query) => {
                let mut bound = binder.browsing(browse).select(query)?;
                if let BoundBody::Select { columns, .. } = &mut bound.body {
                    let browsed = columns.iter_mut().filter_map(|column| column.browsed.as_mut()?.source.as_mut());
                    browsed.for_each(|of_it| {
                        of_it.database.get_or_insert_with(|| names.database.name.clone());
                    });
                }
                Ok(bound)
            }
            BoundSource::Insert(insert) => binder.insert(insert),
            BoundSource::Load { insert, checks, fires } => {
                let names = SessionNames { seen: Arc::clone(&names.seen), no_instead: !fires, ..*names };
                let mut bound = Binder::new(&names, &self.variables).noting(unknown).insert(insert)?;
                if let BoundBody::Partitioned(change) = &bound.body {
                    return Err(SqlError::bulk_operation_on_partitioned_view(&change.view));
                }
                if let BoundBody::Insert(insert) = &mut bound.body {
                    if !checks {
                        insert.references = BoundReferences::default();
                        insert.rules.iter_mut().for_each(|rules| rules.checks.clear());
                    }
                    if !fires {
                        without_triggers(&mut insert.capture);
                    }
                }
                Ok(bound)
            }
            BoundSource::Update(update) => binder.update(update),
            BoundSource::WriteText(update) => {
                let mut bound = binder.update(update)?;
                if let BoundBody::Update(change) = &mut bound.body {
                    without_triggers(&mut change.capture);
                }
                Ok(bound)
            }
            BoundSource::Delete(delete) => binder.delete(delete),
            BoundSource::Merge(merge) => binder.merge(merge),
            BoundSource::Set { variable, operator, value } => binder.set(variable, *operator, value),
            BoundSource::Test(condition) => binder.test(condition),
            BoundSource::Print(value) => binder.print(value),
        }
    }
}

/// Removes the triggers from a capture. Rows are still captured for indexed views.
fn without_triggers(capture: &mut Option<BoundCapture>) {
    if let Some(capture) = capture {
        capture.firing.triggers.clear();
    }
    *capture = capture.take().filter(|capture| !capture.firing.views.is_empty());
}

/// The statement kind reported to the client with the row count. An INSTEAD OF trigger's statement
/// keeps its kind. `None` for assignments and other statements without a row count.
pub(super) fn kind_of_rows(source: &BoundSource, body: &BoundBody) -> Option<StatementKind> {
    match body {
        BoundBody::Select { .. } => Some(StatementKind::Select),
        BoundBody::SelectInto { .. } => Some(StatementKind::SelectInto),
        BoundBody::Insert(_) => Some(StatementKind::Insert),
        BoundBody::Update(_) => Some(StatementKind::Update),
        BoundBody::Delete(_) => Some(StatementKind::Delete),
        BoundBody::Merge(_) => Some(StatementKind::Merge),
        BoundBody::Partitioned(change) => Some(match change.kind {
            PartitionedKind::Insert => StatementKind::Insert,
            PartitionedKind::Update => StatementKind::Update,
            PartitionedKind::Delete => StatementKind::Delete,
        }),
        BoundBody::Instead(_) => Some(match source {
            BoundSource::Update(_) | BoundSource::WriteText(_) => StatementKind::Update,
            BoundSource::Delete(_) => StatementKind::Delete,
            _ => StatementKind::Insert,
        }),
        BoundBody::Assign { .. } | BoundBody::Set { .. } | BoundBody::Test(_) | BoundBody::Print(_) => None,
    }
}
