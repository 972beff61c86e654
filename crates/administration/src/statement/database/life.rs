//! CREATE and DROP DATABASE. A database is no part of a transaction: what the statement has done
//! stays when it returns.

use super::altered::LAST_SYSTEM_DATABASE;
use sluice_base::file_growth::FileGrowth;
use sluice_base::sync::Arc;
use sluice_command::statement::{Env, give_to_maker};
use sluice_session::new_files::{NewFile, NewFiles, SnapshotFile};
use sluice_table::database::Database;
use sluice_table::storage_error::{lock_error, sql_error};
use sluice_txn::{LockMode, StorageError};
use sluice_types::SqlError;
use std::time::Duration;

/// Runs CREATE DATABASE. Fails with 5174 for a file size below 512 KB. The session becomes the
/// owner. Fails with 226 within a transaction, and with 1801 if the name is taken. Fails with 5103
/// for a SIZE above MAXSIZE, and with 5169 for a FILEGROWTH above it.
pub(super) fn create_database(env: &mut Env<'_, '_>, written: &str, files: &NewFiles) -> Result<(), SqlError> {
    env.refuse_in_transaction("CREATE DATABASE")?;
    let secondary = files.filegroups.iter().flat_map(|group| &group.files);
    let mut all = [&files.data, &files.log].into_iter().chain(secondary);
    all.try_for_each(check_sizes)?;
    env.context.host.create_database(written, files)?;
    give_to_maker(env, written)
}

/// Runs CREATE DATABASE ... FOR ATTACH, which makes the session's login the owner. Fails with 226
/// inside a transaction.
pub(super) fn attach_database(env: &mut Env<'_, '_>, written: &str, paths: &[String]) -> Result<(), SqlError> {
    env.refuse_in_transaction("CREATE DATABASE")?;
    env.context.host.attach_database(written, paths)?;
    give_to_maker(env, written)
}

/// Runs CREATE DATABASE ... AS SNAPSHOT OF. The snapshot keeps the owner and the permissions of its
/// source. Fails with 226 within a transaction.
pub(super) fn create_snapshot(
    env: &mut Env<'_, '_>,
    written: &str,
    source: &str,
    files: &[SnapshotFile],
) -> Result<(), SqlError> {
    env.refuse_in_transaction("CREATE DATABASE")?;
    env.context.host.create_snapshot(written, source, files)
}

/// Runs CREATE DATABASE ... AS COPY OF, which makes the session's login the owner. The copy counts
/// as created now. Fails with 226 within a transaction.
pub(super) fn create_copy(env: &mut Env<'_, '_>, written: &str, source: &str) -> Result<(), SqlError> {
    env.refuse_in_transaction("CREATE DATABASE")?;
    let host = env.context.host;
    host.create_copy(written, source)?;
    let database = host.database(written).ok_or_else(|| host.not_open(written))?;
    if !database.options().is_read_only {
        database.date_again().map_err(|error| sql_error(&error, written))?;
        give_to_maker(env, written)?;
    }
    Ok(())
}

/// Checks the sizes of a new file. Fails with 5174 for a SIZE below 512 KB, with 5103 for a SIZE
/// and with 5169 for a FILEGROWTH above MAXSIZE.
pub(super) fn check_sizes(file: &NewFile) -> Result<(), SqlError> {
    if file.size.is_some_and(|size| size < SMALLEST_FILE) {
        return Err(SqlError::file_too_small());
    }
    let max = file.max.flatten().unwrap_or(u64::MAX);
    let shown = file.name.as_deref().or(file.path.as_deref()).unwrap_or_default();
    if file.size.is_some_and(|size| size > max) {
        return Err(SqlError::maxsize_below_size(shown));
    }
    match file.growth {
        Some(FileGrowth::Bytes(bytes)) if bytes > max => Err(SqlError::growth_above_maxsize(shown)),
        _ => Ok(()),
    }
}

/// Runs DROP DATABASE. Fails with 3702 for a database in use and with 3708 for a system database.
/// Databases before a failed one stay dropped. A database that can't be opened may be dropped too.
/// Fails with 3701 without IF EXISTS, with 226 within a transaction.
pub(super) fn drop_databases(env: &mut Env<'_, '_>, if_exists: bool, names: &[String]) -> Result<(), SqlError> {
    env.refuse_in_transaction("DROP DATABASE")?;
    for written in names {
        match env.context.host.database(written) {
            // A database that couldn't be opened is still registered and may be dropped.
            None if env.context.host.database_id(written).is_some() => env.context.host.drop_database(written)?,
            None if if_exists => continue,
            None => return Err(SqlError::cannot_drop("drop", "database", written)),
            Some(database) if Arc::ptr_eq(&database, &env.state.database) => return Err(in_use(written)),
            Some(database) if database.id <= LAST_SYSTEM_DATABASE => {
                return Err(SqlError::system_object_cannot_change("drop", "database", &database.name));
            }
            Some(database) => drop_database(env, &database, written)?,
        }
    }
    Ok(())
}

/// Drops a database. Fails with 3702 if a session or statement uses it.
fn drop_database(env: &mut Env<'_, '_>, database: &Database, written: &str) -> Result<(), SqlError> {
    let resource = database.resource();
    match env.state.transaction.locks.lock_within(resource, LockMode::Exclusive, Some(Duration::ZERO)) {
        Ok(_) => {}
        Err(StorageError::LockTimeout) => return Err(in_use(written)),
        Err(error) => return Err(lock_error(&error)),
    }
    let result = env.context.host.drop_database(written);
    env.state.transaction.locks.unlock(resource);
    result
}

/// 3702: the database is in use.
fn in_use(written: &str) -> SqlError {
    SqlError::database_in_use(written)
}

/// 512 KB.
const SMALLEST_FILE: u64 = 512 << 10;
