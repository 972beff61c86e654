//! Compiles statements that become a single step.

use super::compiler::Compiler;
use super::program::Step;
use sluice_administration::statement as administration;
use sluice_command::statement::{self, Compilation};
use sluice_session::consequence::UNSUPPORTED;
use sluice_syntax::ast::{Statement, StatementKind};
use sluice_types::SqlError;

impl Compiler {
    /// Compiles the statement. Unsupported features fail when the statement runs. Other errors fail
    /// before the batch runs. Definitions that fail for another reason than syntax, or that depend
    /// on SET options changed in the batch, are compiled when they run. USE in a module fails with
    /// 154.
    pub(super) fn simple(&mut self, statement: &Statement) -> Result<(), SqlError> {
        if self.changes_options
            && matches!(statement.kind, StatementKind::CreateTable(_) | StatementKind::AlterTable(_))
        {
            // Nullability by default depends on the options when the statement runs.
            self.step(Step::Late(Box::new(statement.clone())));
            return Ok(());
        }
        match self.simple_kind(statement) {
            Err(error) if error.number == UNSUPPORTED => {
                self.step(Step::Fail(Box::new(error)));
                Ok(())
            }
            // Severity 15 is a syntax error, and so is a constraint on a computed column. Other
            // errors in a definition are run-time errors, since an earlier statement may create a
            // missing type.
            Err(error) if error.severity == 16 && error.number != COMPUTED_CONSTRAINT && is_definition(statement) => {
                self.step(Step::Late(Box::new(statement.clone())));
                Ok(())
            }
            result => result,
        }
    }

    /// Compiles a statement to its step or command, without the exceptions of [`Compiler::simple`].
    /// USE in a module fails with 154. A statement that isn't implemented becomes a step that fails
    /// with 40517.
    pub(super) fn simple_kind(&mut self, statement: &Statement) -> Result<(), SqlError> {
        let first = self.steps.len();
        self.unnamed(statement)?;
        let is_dbcc = matches!(statement.kind, StatementKind::Dbcc(_));
        for step in &mut self.steps[first..] {
            step.name_end(is_dbcc, || statement.kind.words().into());
        }
        Ok(())
    }

    /// Like [`Compiler::simple_kind`], but the ends of the steps don't name the statement yet.
    fn unnamed(&mut self, statement: &Statement) -> Result<(), SqlError> {
        match &statement.kind {
            StatementKind::SetOption(option) => self.set_option(option, statement)?,
            // 154: USE isn't allowed in a module.
            StatementKind::Use(_) if self.is_in_module() => {
                return Err(SqlError::not_allowed_in("a USE database statement", "a procedure, function or trigger")
                    .in_state(1));
            }
            StatementKind::Use(name) => self.step(Step::Use(name.text.clone())),
            StatementKind::Function(function) => self.function(function, statement.line)?,
            StatementKind::Procedure(procedure) => self.procedure(procedure, statement.line)?,
            StatementKind::Trigger(trigger) => self.trigger(trigger, statement.line)?,
            StatementKind::InsertBulk(insert) => self.insert_bulk(insert, statement)?,
            StatementKind::BulkInsert(insert) => self.bulk_insert(insert)?,
            StatementKind::Execute(execute) => self.execute(execute)?,
            // Statements that can be parsed but not run, and statements that aren't parsed.
            other => {
                for compile in COMPILERS {
                    if compile(statement, self)? {
                        return Ok(());
                    }
                }
                self.refuse(&other.words());
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

/// Compiles a statement to commands. Returns false for the statements of other crates.
type StatementCompiler = fn(&Statement, &mut dyn Compilation) -> Result<bool, SqlError>;

/// The crates with statements.
const COMPILERS: [StatementCompiler; 3] = [statement::compile, sluice_cursor::compile, administration::compile];

/// 8183: a computed column that isn't persisted has a constraint other than a key.
const COMPUTED_CONSTRAINT: i32 = 8183;
