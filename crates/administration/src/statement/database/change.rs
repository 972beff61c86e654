//! ALTER DATABASE without SET: MODIFY NAME, and the changes of files and filegroups
//! (`t-sql/statements/alter-database-transact-sql`).
//!
//! MODIFY NAME closes the database and opens it again under its new name, so no other session may
//! use it meanwhile. The files keep their names, as in SQL Server.

use super::altered::{LAST_SYSTEM_DATABASE, altered};
use super::file;
use super::modify_file::alter_database_file;
use super::state::return_to;
use sluice_command::statement::Env;
use sluice_plan::unsupported;
use sluice_syntax::ast::{AlterDatabase, DatabaseChange, Name};
use sluice_types::SqlError;
use std::time::Duration;

/// Runs ALTER DATABASE for a change that isn't a SET option: the name, a file or a filegroup. Other
/// changes fail with 40517.
pub(super) fn change_database(env: &mut Env<'_, '_>, alter: &AlterDatabase) -> Result<(), SqlError> {
    match &alter.change {
        DatabaseChange::ModifyFile(changed) => alter_database_file(env, alter.database.as_ref(), changed),
        DatabaseChange::AddFiles { files, filegroup } => {
            file::add_files(env, alter.database.as_ref(), files, filegroup.as_ref())
        }
        DatabaseChange::AddLogFiles(files) => file::add_log_files(env, alter.database.as_ref(), files),
        DatabaseChange::RemoveFile(name) => file::remove_file(env, alter.database.as_ref(), name),
        DatabaseChange::AddFilegroup { name, contains } => {
            file::add_filegroup(env, alter.database.as_ref(), name, contains.as_ref())
        }
        DatabaseChange::RemoveFilegroup(name) => file::remove_filegroup(env, alter.database.as_ref(), name),
        DatabaseChange::ModifyFilegroup { name, change, termination } => {
            file::modify_filegroup(env, alter.database.as_ref(), name, (change, termination.as_ref()))
        }
        DatabaseChange::ModifyName(name) => rename_database(env, alter.database.as_ref(), name),
        change => Err(unsupported(&format!("ALTER DATABASE {}", change.words()))),
    }
}

/// Renames the database `written`, or the current one. Fails with 1801 if the name is taken, and
/// with 5030 if other sessions use the database.
fn rename_database(env: &mut Env<'_, '_>, written: Option<&Name>, name: &Name) -> Result<(), SqlError> {
    env.refuse_in_transaction("ALTER DATABASE")?;
    let database = altered(env, written)?;
    if database.id <= LAST_SYSTEM_DATABASE {
        return Err(unsupported(&format!("ALTER DATABASE {} MODIFY NAME", database.name)));
    }
    if !env.state.use_alone(&database, Some(Duration::ZERO))? {
        return Err(SqlError::database_not_exclusively_locked(&database.name));
    }
    let renamed = env.context.host.rename_database(&database, &name.text);
    return_to(env, &database)?;
    renamed.map(|()| env.inform(SqlError::name_set("database", &name.text)))
}
