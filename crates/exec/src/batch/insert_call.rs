//! Compiles INSERT ... EXECUTE.

use super::call::InsertCall;
use super::compiler::Compiler;
use super::execute::Called;
use super::program::Step;
use sluice_base::sync::Arc;
use sluice_command::captured::NAME;
use sluice_command::statement::BoundSource;
use sluice_plan::names::object_name;
use sluice_plan::unsupported;
use sluice_syntax::ast::{Execute, Insert, InsertSource, StatementKind, Target};
use sluice_types::SqlError;

impl Compiler {
    /// Compiles the statement. The target is resolved after the call. OUTPUT fails with 483, RESULT
    /// SETS with 40517. The captured rows become the source of an ordinary INSERT.
    pub(super) fn insert_call(&mut self, insert: &Insert, execute: &Execute) -> Result<(), SqlError> {
        if insert.output.is_some() {
            // 483: the OUTPUT clause cannot be used in an INSERT...EXEC statement.
            return Err(SqlError::output_in_insert_exec());
        }
        if self.declared_sets(execute)?.is_some() {
            return Err(unsupported("INSERT EXECUTE WITH RESULT SETS"));
        }
        let call = match self.called(execute)? {
            Called::Program(call) => call,
            Called::Command(procedure, _) => self.command_call(execute, procedure)?,
        };
        let rows = sluice_syntax::parse(&format!("SELECT * FROM sys.[{NAME}]"));
        let Some(StatementKind::Select(query)) = rows.statements.into_iter().next().map(|statement| statement.kind)
        else {
            return Err(unsupported("INSERT EXECUTE"));
        };
        let listed = (!insert.columns.is_empty()).then_some(insert.columns.len());
        let target = match &insert.target {
            Target::Table { name, .. } => Some(object_name(name)),
            Target::Variable(_) => None,
        };
        let insert = Insert { source: InsertSource::Query(Box::new(Arc::unwrap_or_clone(query))), ..insert.clone() };
        let insert = Arc::new(self.bound_statement(BoundSource::Insert(Arc::new(insert))));
        self.step(Step::InsertCall(Box::new(InsertCall { call, insert, target, listed })));
        Ok(())
    }
}
