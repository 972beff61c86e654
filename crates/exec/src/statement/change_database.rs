//! ALTER DATABASE of what is no option, and MODIFY NAME (`t-sql/statements/alter-database-transact-sql`).
//!
//! The database is closed and opened again under its new name, so nobody else may use it meanwhile. Its files keep their names, as in
//! SQL Server.

use super::Env;
use super::database::{LAST_SYSTEM_DATABASE, altered};
use super::modify_file::alter_database_file;
use sluice_base::sync::Arc;
use sluice_plan::unsupported;
use sluice_syntax::ast::{AlterDatabase, DatabaseChange, Name};
use sluice_types::SqlError;
use std::time::Duration;

/// ALTER DATABASE of what is no option: its name, a file.
pub fn change_database(env: &mut Env<'_, '_>, alter: &AlterDatabase) -> Result<(), SqlError> {
    match &alter.change {
        DatabaseChange::ModifyFile(file) => alter_database_file(env, alter.database.as_ref(), file),
        DatabaseChange::ModifyName(name) => rename_database(env, alter.database.as_ref(), name),
        change => Err(unsupported(&format!("ALTER DATABASE {}", change.words()))),
    }
}

/// Gives the database `written`, the current one if none is named, another name: 1801 where that is taken, 5030 while others use it.
fn rename_database(env: &mut Env<'_, '_>, written: Option<&Name>, name: &Name) -> Result<(), SqlError> {
    env.refuse_in_transaction("ALTER DATABASE")?;
    let database = altered(env, written)?;
    if database.id <= LAST_SYSTEM_DATABASE {
        return Err(unsupported(&format!("ALTER DATABASE {} MODIFY NAME", database.name)));
    }
    if !env.state.use_alone(&database, Some(Duration::ZERO))? {
        return Err(SqlError::new(5030, 16, 2, Vec::new()));
    }
    let renamed = env.context.host.rename_database(&database, &name.text);
    if !Arc::ptr_eq(&database, &env.state.database) {
        return renamed.and(env.state.share(&database)).map(|()| env.inform(5021, told(name)));
    }
    match env.context.host.database_by_id(database.id) {
        Some(now) => {
            env.state.stays_in(&now);
            env.context.database = Arc::clone(&now);
            env.state.share(&now)?;
        }
        // It could not be opened again, and is suspect: the session goes to master.
        None => {
            let host = env.context.host;
            let master = host.database(MASTER).ok_or_else(|| host.not_open(MASTER))?;
            env.state.change_database(&master, || host.database(MASTER))?;
            env.context.database = master;
        }
    }
    renamed.map(|()| env.inform(5021, told(name)))
}

/// 5021: the name has been set.
fn told(name: &Name) -> Vec<String> {
    vec!["database".to_owned(), name.text.to_string()]
}

const MASTER: &str = "master";
