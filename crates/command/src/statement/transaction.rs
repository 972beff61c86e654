//! BEGIN, COMMIT, ROLLBACK and SAVE TRANSACTION.

use super::Env;
use super::command::{Command, CommandError, Compilation, NameSource};
use crate::statement::ddl::drop_table::drop_ended;
use crate::statement::event::EventSource;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_session::sink::Message;
use sluice_session::transaction_sight::Beginning;
use sluice_syntax::ast::Name;
use sluice_types::SqlError;

/// COMMIT. Only the outermost level commits. `delayed` requests delayed durability. Inner levels
/// only count down. Fails with 3902 without a transaction, with 3930 if it's doomed, and with 3916
/// if INSERT … EXECUTE began it. CURSOR_CLOSE_ON_COMMIT closes cursors. Sets `@@ROWCOUNT` to 0.
#[inline]
pub fn commit(env: &mut Env<'_, '_>, delayed: bool) -> Result<(), SqlError> {
    env.frame.globals.row_count = 0;
    match env.frame.globals.tran_count {
        0 => Err(SqlError::commit_without_transaction()),
        // 3930: a doomed transaction can only be rolled back.
        _ if env.frame.globals.is_doomed => Err(SqlError::transaction_is_doomed()),
        // 3916: a module run by INSERT ... EXECUTE can only commit transactions it has begun
        // itself.
        count if env.state.module.inserting.is_some_and(|outer| count <= outer) => {
            Err(SqlError::commit_in_insert_exec())
        }
        1 => {
            env.frame.globals.tran_count = 0;
            if env.state.options.cursor_close_on_commit {
                env.state.cursors.close_all();
                env.frame.globals.cursor_rows = 0;
            }
            env.state.transaction.commit(delayed)
        }
        _ => {
            env.frame.globals.tran_count -= 1;
            env.state.transaction.sight.set_open(env.frame.globals.tran_count);
            Ok(())
        }
    }
}

/// Rolls the transaction back at any nesting level. Sends an error of the rollback to the client.
#[cold]
pub fn end_transaction(env: &mut Env<'_, '_>) {
    env.frame.globals.tran_count = 0;
    env.frame.globals.is_doomed = false;
    if let Err(error) = env.state.end_transaction() {
        env.sink.message(Message::Error(error));
    }
    env.frame.globals.cursor_rows = env.state.cursors.rows_opened_last(env.frame.globals.cursor_rows);
    drop_ended(env);
}

/// BEGIN TRANSACTION, and whether it has WITH MARK.
struct Begin {
    name: Option<NameSource>,
    is_marked: bool,
}

/// COMMIT, and whether it uses delayed durability.
struct Commit(bool);

/// ROLLBACK of the whole transaction or to a savepoint.
struct RollBack(Option<NameSource>);

/// SAVE TRANSACTION.
struct Save(NameSource);

/// Compiles BEGIN TRANSACTION. The name may be a variable, read at the run.
pub(in crate::statement) fn compile_begin(
    name: Option<&Name>,
    is_marked: bool,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    let name = name.map(|name| short_name(name, to)).transpose()?;
    to.add(Box::new(Begin { name, is_marked }));
    Ok(())
}

/// Compiles COMMIT. The name is ignored, as in SQL Server, but an undeclared variable is an error,
/// and so is a long name.
pub(in crate::statement) fn compile_commit(
    name: Option<&Name>,
    is_delayed: bool,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    name.map(|name| short_name(name, to)).transpose()?;
    to.add(Box::new(Commit(is_delayed)));
    Ok(())
}

/// Compiles ROLLBACK. Fails with 137 for an undeclared variable, with 3914 for one that isn't a
/// text.
pub(in crate::statement) fn compile_roll_back(name: Option<&Name>, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let name = name.map(|name| name_source(name, to)).transpose()?;
    to.add(Box::new(RollBack(name)));
    Ok(())
}

/// Compiles SAVE TRANSACTION. Fails with 137 for an undeclared variable, with 103 for a long name.
pub(in crate::statement) fn compile_save(name: &Name, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let name = short_name(name, to)?;
    to.add(Box::new(Save(name)));
    Ok(())
}

/// Returns the source of the name of a transaction or savepoint. Fails with 103 for a name of more
/// than 32 characters (`t-sql/language-elements/begin-transaction-transact-sql.md`), and with 3914
/// for a variable that isn't a text.
fn short_name(name: &Name, to: &dyn Compilation) -> Result<NameSource, SqlError> {
    if !name.text.starts_with('@') && name.text.chars().count() > NAME_MAX {
        return Err(SqlError::identifier_too_long(cut(&name.text), NAME_MAX));
    }
    name_source(name, to)
}

/// Returns the source of a name. Fails with 137 for an undeclared variable, with 3914 for one that
/// isn't char, varchar, nchar or nvarchar.
fn name_source(name: &Name, to: &dyn Compilation) -> Result<NameSource, SqlError> {
    if name.text.starts_with('@') {
        let (_, data_type) = to.variable(&name.text)?;
        if !data_type.is_string() || data_type.is_lob() {
            return Err(SqlError::invalid_transaction_name_type(data_type.name()));
        }
    }
    NameSource::new(name, to)
}

/// Returns the part of a name that counts: its first 32 characters.
fn cut(name: &str) -> String {
    name.chars().take(NAME_MAX).collect()
}

impl Command for Begin {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.everybody("t-sql/language-elements/begin-transaction-transact-sql.md")
    }

    fn class(&self) -> StatementClass {
        StatementClass::Transaction
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let name = self.name.as_ref().and_then(|name| name.text(env)).map(|name| cut(&name));
        if self.is_marked && name.is_none() {
            return Err(SqlError::marked_transaction_without_name().into());
        }
        env.begin_implicitly();
        env.begin_transaction(name.as_deref(), Beginning::User);
        // A mark names a point of a log backup, and backups go to NUL alone.
        if self.is_marked && env.state.transaction.work.mark_in_log() {
            env.inform(SqlError::second_mark_ignored());
        }
        Ok(())
    }
}

impl Command for Commit {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.everybody("t-sql/language-elements/commit-transaction-transact-sql.md")
    }

    fn class(&self) -> StatementClass {
        StatementClass::Transaction
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(commit(env, self.0)?)
    }
}

impl Command for RollBack {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.everybody("t-sql/language-elements/rollback-transaction-transact-sql.md")
    }

    fn class(&self) -> StatementClass {
        StatementClass::Transaction
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let name = self.0.as_ref().and_then(|name| name.text(env)).map(|name| cut(&name));
        Ok(roll_back(env, name.as_deref())?)
    }
}

impl Command for Save {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.everybody("t-sql/language-elements/save-transaction-transact-sql.md")
    }

    fn class(&self) -> StatementClass {
        StatementClass::Transaction
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let name = cut(&self.0.text(env).unwrap_or_default());
        Ok(save(env, &name)?)
    }
}

/// ROLLBACK of the whole transaction or to a savepoint.
fn roll_back(env: &mut Env<'_, '_>, name: Option<&str>) -> Result<(), SqlError> {
    if env.frame.globals.tran_count == 0 {
        return Err(SqlError::rollback_without_transaction());
    }
    if env.state.module.inserting.is_some() {
        // 3915: INSERT ... EXECUTE can't be rolled back from within.
        return Err(SqlError::rollback_in_insert_exec());
    }
    if let Some(name) = name.filter(|name| !env.state.transaction.work.is_named(name)) {
        let mark = env.state.transaction.work.savepoint(name);
        // 6401: no transaction or savepoint has that name.
        let mark = mark.ok_or_else(|| SqlError::savepoint_not_found(name))?;
        if env.frame.globals.is_doomed {
            // 3931: a doomed transaction can only be rolled back as a whole.
            return Err(SqlError::doomed_transaction_savepoint());
        }
        env.roll_back_to(mark)?;
        drop_ended(env);
        return Ok(());
    }
    env.frame.globals.tran_count = 0;
    env.frame.globals.is_doomed = false;
    env.frame.globals.row_count = 0;
    let result = env.state.end_transaction();
    env.frame.globals.cursor_rows = env.state.cursors.rows_opened_last(env.frame.globals.cursor_rows);
    drop_ended(env);
    result
}

/// SAVE TRANSACTION. Fails with 628 without a transaction and with 3930 in a doomed transaction.
fn save(env: &mut Env<'_, '_>, name: &str) -> Result<(), SqlError> {
    if env.is_autocommit() {
        return Err(SqlError::save_without_transaction());
    }
    if env.frame.globals.is_doomed {
        return Err(SqlError::transaction_is_doomed());
    }
    env.state.transaction.work.save(name);
    Ok(())
}

/// The greatest length of the name of a transaction or savepoint.
const NAME_MAX: usize = 32;
