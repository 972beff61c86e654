//! The class of each step, by which the table in `consequence` determines the effect of an error.

use super::program::{Program, Step};
use sluice_query::code::Pc;
use sluice_session::consequence::StatementClass;
use sluice_syntax::ast::{Statement, StatementKind};

impl Program {
    /// Returns the class of the statement whose instruction is at `pc`. Expressions without a step
    /// are queries.
    pub(super) fn class(&self, pc: Pc) -> StatementClass {
        self.step(pc).map_or(StatementClass::Query, Step::class)
    }
}

impl Step {
    fn class(&self) -> StatementClass {
        match self {
            Step::Bound(slot) | Step::Test(slot, _) => slot.class(),
            Step::InsertBulk(_) | Step::BulkInsert(_) | Step::InsertCall(_) | Step::Positioned(_) => {
                StatementClass::Change
            }
            Step::Command(command) | Step::Named(command, _) => command.class(),
            Step::Call(_) | Step::DeclaredCall(_) => StatementClass::Call,
            Step::Late(statement) => class_of_definition(statement),
            Step::Switch(_) | Step::Use(_) | Step::Leave(_) | Step::Fail(_) => StatementClass::Other,
        }
    }
}

/// Returns the class of a definition that is compiled when it runs.
fn class_of_definition(statement: &Statement) -> StatementClass {
    match &statement.kind {
        StatementKind::AlterTable(_) => StatementClass::AlterTable,
        StatementKind::CreateIndex(_) | StatementKind::AlterIndex(_) => StatementClass::Index,
        StatementKind::CreateStatistics(_) => StatementClass::Statistics,
        StatementKind::CreateSequence(_) | StatementKind::AlterSequence(_) => StatementClass::Sequence,
        StatementKind::CreateSchema(_) => StatementClass::CreateSchema,
        StatementKind::CreateType(_) => StatementClass::Type,
        _ => StatementClass::CreateTable,
    }
}
