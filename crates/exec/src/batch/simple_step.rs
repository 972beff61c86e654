//! Compiles statements that become a single step.

use super::compiler::Compiler;
use super::program::Step;
use sluice_command::statement::{NameSource, compile};
use sluice_session::consequence::UNSUPPORTED;
use sluice_syntax::ast::{Statement, StatementKind};
use sluice_types::SqlError;

impl Compiler {
    /// Compiles the statement. Unsupported features fail when the statement runs. Other errors fail
    /// before the batch runs.
    pub(super) fn simple(&mut self, statement: &Statement) -> Result<(), SqlError> {
        match self.simple_kind(statement) {
            Err(error) if error.number == UNSUPPORTED => {
                self.step(Step::Fail(Box::new(error)));
                Ok(())
            }
            // Severity 15 is a syntax error. Other errors in a definition are run-time errors,
            // since an earlier statement may create a missing type.
            Err(error) if error.severity == 16 && is_definition(statement) => {
                self.step(Step::Late(Box::new(statement.clone())));
                Ok(())
            }
            result => result,
        }
    }

    pub(super) fn simple_kind(&mut self, statement: &Statement) -> Result<(), SqlError> {
        match &statement.kind {
            StatementKind::BeginTransaction { mark: Some(_), .. } => self.refuse("BEGIN TRANSACTION WITH MARK"),
            StatementKind::BeginTransaction { name, .. } => {
                let name = name.as_ref().map(|name| NameSource::new(name, self)).transpose()?;
                self.step(Step::Begin(name));
            }
            StatementKind::Commit { name, delayed_durability } => {
                // COMMIT ignores the name, as in SQL Server, but an undeclared variable is an
                // error.
                name.as_ref().map(|name| NameSource::new(name, self)).transpose()?;
                self.step(Step::Commit(delayed_durability.unwrap_or(false)));
            }
            StatementKind::SetOption(option) => self.set_option(option, statement)?,
            // 154: USE isn't allowed in a module.
            StatementKind::Use(_) if self.is_in_module() => {
                let args = ["a USE database statement", "a procedure, function or trigger"].map(str::to_owned).to_vec();
                return Err(SqlError::new(154, 15, 1, args));
            }
            StatementKind::Use(name) => self.step(Step::Use(name.text.clone())),
            StatementKind::Function(function) => self.function(function, statement.line)?,
            StatementKind::Procedure(procedure) => self.procedure(procedure, statement.line)?,
            StatementKind::Trigger(trigger) => self.trigger(trigger, statement.line)?,
            StatementKind::InsertBulk(insert) => self.insert_bulk(insert, statement)?,
            StatementKind::Execute(execute) => self.execute(execute)?,
            StatementKind::Throw(throw) => self.throw(throw.as_deref())?,
            StatementKind::RaiseError(raise) => self.raise_error(raise)?,
            StatementKind::DeclareCursor(cursor) => self.declare_cursor(cursor)?,
            StatementKind::SetCursor { variable, definition } => self.set_cursor(variable, definition)?,
            StatementKind::OpenCursor(_) | StatementKind::CloseCursor(_) | StatementKind::DeallocateCursor(_) => {
                self.cursor(&statement.kind)?;
            }
            StatementKind::Fetch(fetch) => self.fetch(fetch)?,
            // Statements that can be parsed but not run, and statements that aren't parsed.
            other => {
                if !compile(statement, self)? {
                    self.refuse(&other.words());
                }
            }
        }
        Ok(())
    }
}

/// Returns whether the statement defines a table, an index, a sequence or a schema.
fn is_definition(statement: &Statement) -> bool {
    matches!(
        statement.kind,
        StatementKind::CreateTable(_)
            | StatementKind::AlterTable(_)
            | StatementKind::CreateIndex(_)
            | StatementKind::CreateSchema(_)
            | StatementKind::CreateSequence(_)
            | StatementKind::AlterSequence(_)
    )
}
