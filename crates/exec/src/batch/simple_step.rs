//! Compiles statements that become a single step.

use super::compiler::Compiler;
use super::program::Step;
use sluice_command::statement::{Kill, compile, new_file, whole_number};
use sluice_session::consequence::UNSUPPORTED;
use sluice_session::new_files::NewFiles;
use sluice_syntax::ast::{self, CreateDatabase, DatabaseOrigin, FileSpec, Statement, StatementKind};
use sluice_types::SqlError;
use sluice_types::named_collation::DEFAULT_NAME;

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
                let name = name.as_ref().map(|name| self.name_source(name)).transpose()?;
                self.step(Step::Begin(name));
            }
            StatementKind::Commit { name, delayed_durability } => {
                // COMMIT ignores the name, as in SQL Server, but an undeclared variable is an
                // error.
                name.as_ref().map(|name| self.name_source(name)).transpose()?;
                self.step(Step::Commit(delayed_durability.unwrap_or(false)));
            }
            StatementKind::Rollback { name } => {
                let name = name.as_ref().map(|name| self.name_source(name)).transpose()?;
                self.step(Step::RollBack(name));
            }
            StatementKind::Save { name } => {
                let name = self.name_source(name)?;
                self.step(Step::Save(name));
            }
            StatementKind::SetOption(option) => self.set_option(option)?,
            // 154: USE isn't allowed in a module.
            StatementKind::Use(_) if self.is_in_module() => {
                let args = ["a USE database statement", "a procedure, function or trigger"].map(str::to_owned).to_vec();
                return Err(SqlError::new(154, 15, 1, args));
            }
            StatementKind::Use(name) => self.step(Step::Use(name.text.clone())),
            StatementKind::CreateDatabase(definition) => self.create_database(definition),
            StatementKind::DropDatabase { if_exists, names } => {
                let names = names.iter().map(|name| name.text.to_string()).collect();
                self.step(Step::DropDatabase(*if_exists, names));
            }
            StatementKind::Backup(backup) => self.step(Step::Backup(Box::new(backup.clone()))),
            StatementKind::AlterDatabaseSet(alter) => self.step(Step::AlterDatabase(Box::new(alter.clone()))),
            StatementKind::AlterDatabase(alter) => self.step(Step::ChangeDatabase(alter.clone())),
            StatementKind::AlterScopedConfiguration(option) => {
                self.step(Step::AlterScopedConfiguration(Box::new(option.clone())));
            }
            StatementKind::Function(function) => self.function(function, statement.line)?,
            StatementKind::Procedure(procedure) => self.procedure(procedure, statement.line)?,
            StatementKind::Trigger(trigger) => self.trigger(trigger, statement.line)?,
            other if self.security(other)? => {}
            StatementKind::Kill(kill) => self.kill(kill),
            StatementKind::Reconfigure { with_override } => self.step(Step::Reconfigure(*with_override)),
            StatementKind::Checkpoint(None) => self.step(Step::Checkpoint),
            StatementKind::Checkpoint(Some(_)) => self.refuse("CHECKPOINT with a duration"),
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
            StatementKind::WaitFor(wait) => self.wait_for(wait)?,
            StatementKind::Dbcc(dbcc) => self.dbcc(dbcc)?,
            // Statements that can be parsed but not run, and statements that aren't parsed.
            other => {
                if !compile(statement, self)? {
                    self.refuse(&other.words());
                }
            }
        }
        Ok(())
    }

    fn create_database(&mut self, definition: &CreateDatabase) {
        match option_of_new(definition) {
            Some(option) => self.refuse(&format!("CREATE DATABASE {option}")),
            None => {
                let files = Box::new(files_of_new(definition));
                self.step(Step::CreateDatabase(definition.name.text.clone(), files));
            }
        }
    }

    fn kill(&mut self, kill: &ast::Kill) {
        match whole_number(&kill.session) {
            Some(session) => self.step(Step::Kill(Kill { session, status_only: kill.status_only })),
            None => self.refuse("KILL of a unit of work"),
        }
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

/// Returns the data file and the log file of a CREATE DATABASE.
fn files_of_new(definition: &CreateDatabase) -> NewFiles {
    let data = definition.filegroups.first().and_then(|group| group.files.first());
    let new = |spec: Option<&FileSpec>| spec.map(new_file).unwrap_or_default();
    NewFiles { data: new(data), log: new(definition.log.first()) }
}

/// Returns the first unsupported option of a CREATE DATABASE.
fn option_of_new(definition: &CreateDatabase) -> Option<&'static str> {
    let said = [
        (definition.containment.is_some(), "CONTAINMENT"),
        (definition.filegroups.iter().any(|group| group.name.is_some()), "FILEGROUP"),
        (definition.filegroups.iter().map(|group| group.files.len()).sum::<usize>() > 1, "ON several files"),
        (definition.log.len() > 1, "LOG ON several files"),
        (definition.collation.as_ref().is_some_and(|name| !name.is(DEFAULT_NAME)), "COLLATE"),
        (matches!(definition.origin, Some(DatabaseOrigin::SnapshotOf(_))), "AS"),
        (definition.origin.is_some(), "FOR"),
        (!definition.options.is_empty(), "WITH"),
    ];
    said.into_iter().find(|(said, _)| *said).map(|(_, word)| word)
}
