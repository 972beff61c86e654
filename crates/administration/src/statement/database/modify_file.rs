//! ALTER DATABASE ... MODIFY FILE: size, growth, maximum size and logical name of a file.
//!
//! `t-sql/statements/alter-database-transact-sql-file-and-filegroup-options`. Settings are made
//! durable before the file grows; a crash in between keeps the settings only. A file is never
//! shrunk (5039).

use super::altered::{TEMPDB_ID, altered};
use super::file::{check_files_may_change, check_read_write};
use super::file_spec::{bytes_of, growth_of, max_of};
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::FileId;
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_command::statement::Env;
use sluice_plan::unsupported;
use sluice_syntax::ast::{FileSpec, Name};
use sluice_table::database::Database;
use sluice_table::database_file::{DatabaseFile, FileKind};
use sluice_table::database_options::{DatabaseOptions, PAGE_BYTES, size_in_pages};
use sluice_table::storage_error::sql_error;
use sluice_txn::{DataFileSpace, StorageError};
use sluice_types::SqlError;

/// The requested changes.
struct Change {
    /// Minimum length in bytes.
    size: Option<u64>,
    growth: Option<FileGrowth>,
    /// MAXSIZE in bytes; the inner `None` means unlimited.
    max: Option<Option<u64>>,
    new_name: Option<String>,
}

/// Changes a file of the database `written`, or of the current one. Fails with 5041 for an unknown
/// file, with 5039 for a smaller size, with 40517 for OFFLINE, and with 226 within a transaction.
/// FILENAME moves the file at the next start. A new size is allocated before the return. Fails with
/// 5038 if nothing is to change, with 1828 for a logical name in use, with 5040 for a size above
/// the maximum, with 5149 without room on the disk, and with 5011 for an unknown database. Informs
/// with 5018 of a moved file and with 5021 of a new name.
pub(super) fn alter_database_file(
    env: &mut Env<'_, '_>,
    written: Option<&Name>,
    spec: &FileSpec,
) -> Result<(), SqlError> {
    env.refuse_in_transaction("ALTER DATABASE")?;
    let name = spec.name.as_ref().map_or("", |name| &name.text);
    if spec.offline {
        return Err(unsupported("ALTER DATABASE MODIFY FILE OFFLINE"));
    }
    if let Some(path) = &spec.file {
        return move_file(env, written, (spec, name), path);
    }
    let database = altered(env, written)?;
    check_read_write(&database)?;
    let files = database.files();
    // 5041: the file doesn't exist.
    let file = files.iter().find(|file| same(&file.name, name));
    let file = file.ok_or_else(|| SqlError::modify_file_not_found(name))?;
    if file.kind == FileKind::LogBuffer {
        return Err(unsupported("ALTER DATABASE MODIFY FILE of a persisted log buffer"));
    }
    file.filegroup.map_or(Ok(()), |filegroup| check_files_may_change(&database, filegroup))?;
    let change = Change {
        size: spec.size.map(bytes_of),
        growth: spec.growth.map(growth_of),
        max: spec.size_max.map(max_of),
        new_name: spec.new_name.as_ref().map(|name| name.text.to_string()),
    };
    check(&database, &files, file, &change)?;
    settle(env, &database, file, &change)?;
    if let Some(size) = change.size {
        lengthen(&database, file, size)?;
    }
    if let Some(name) = change.new_name {
        // 5021: the name has been set.
        env.inform(SqlError::name_set("file", name));
    }
    Ok(())
}

/// Sets the path of a file of an offline database. Sends 5018.
fn move_file(
    env: &mut Env<'_, '_>,
    written: Option<&Name>,
    (spec, name): (&FileSpec, &str),
    path: &str,
) -> Result<(), SqlError> {
    if spec.size.is_some() || spec.growth.is_some() || spec.size_max.is_some() || spec.new_name.is_some() {
        return Err(unsupported("ALTER DATABASE MODIFY FILE FILENAME with another property"));
    }
    let database = written.map_or_else(|| env.state.database.name.clone(), |name| name.text.to_string());
    if env.context.host.database_id(&database).is_none() {
        return Err(SqlError::alter_database_denied(database).in_state(5));
    }
    env.context.host.move_file(&database, name, path)?;
    env.inform(SqlError::file_path_changed(name));
    Ok(())
}

/// Checks the change. Fails with 5038 without a change, 5039 for a smaller size, 5040 for a size
/// above the maximum, and 1828 for a name in use.
fn check(database: &Database, files: &[DatabaseFile], file: &DatabaseFile, change: &Change) -> Result<(), SqlError> {
    let settings = change.growth.is_some() || change.max.is_some() || change.new_name.is_some();
    if !settings && change.size.is_none() {
        return Err(SqlError::modify_file_without_property(&file.name));
    }
    // Tempdb is created at each start.
    if database.id == TEMPDB_ID {
        return Err(unsupported(&format!("ALTER DATABASE {} MODIFY FILE", database.name)));
    }
    let length = length_of(database, file)?;
    if change.size.is_some_and(|size| size <= length) {
        return Err(SqlError::modify_file_shrinks());
    }
    let max = match (change.max, file.kind) {
        (Some(max), _) => max.unwrap_or(u64::MAX),
        (None, FileKind::Rows) => space_of(database, file)?.growth.max_bytes(),
        (None, FileKind::Log | FileKind::LogBuffer) => database.storage.log.growth().1,
    };
    let wanted = change.size.unwrap_or(length);
    if (change.size.is_some() || change.max.is_some()) && wanted > max {
        let (size_kb, max_kb) = (wanted / 1024, max / 1024);
        return Err(SqlError::modify_file_exceeds_maxsize(&database.name, file.id.0, size_kb, max_kb));
    }
    let is_taken = |name: &String| files.iter().any(|other| other.id != file.id && same(&other.name, name));
    match change.new_name.as_ref().filter(|name| is_taken(name)) {
        Some(name) => Err(SqlError::logical_file_name_in_use(name).in_state(4)),
        None => Ok(()),
    }
}

/// Makes the settings durable.
fn settle(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    file: &DatabaseFile,
    change: &Change,
) -> Result<(), SqlError> {
    if file.kind == FileKind::Log && (change.growth.is_some() || change.max.is_some()) {
        let log = &database.storage.log;
        let (growth, max) = log.growth();
        let max = change.max.map_or(max, |max| max.unwrap_or(LOG_MAX).min(LOG_MAX));
        let set = log.set_growth(change.growth.unwrap_or(growth), max);
        set.map_err(|error| sql_error(&StorageError::from(error), &database.name))?;
    }
    let apply = |options: &mut DatabaseOptions| match (file.kind, file.id) {
        (FileKind::Log | FileKind::LogBuffer, _) => {
            options.log_name = change.new_name.clone().or(options.log_name.take())
        }
        (FileKind::Rows, FileId::PRIMARY) => {
            options.data_name = change.new_name.clone().or(options.data_name.take());
            options.data_growth = change.growth.or(options.data_growth);
            if let Some(max) = change.max {
                options.data_pages_max = max.map(|bytes| u32::try_from(bytes / PAGE_BYTES).unwrap_or(u32::MAX));
            }
        }
        (FileKind::Rows, id) => {
            if let Some(file) = options.data_files.file_mut(id) {
                file.name = change.new_name.clone().unwrap_or_else(|| file.name.clone());
                file.growth = change.growth.or(file.growth);
                file.max_bytes = change.max.unwrap_or(file.max_bytes);
            }
        }
    };
    let apply = |options: &mut DatabaseOptions| {
        apply(options);
        let pages = change.size.map(size_in_pages);
        options.file_sizes.extend(pages.map(|pages| (file.id, pages)));
    };
    env.context.host.set_options(database, &apply)
}

fn lengthen(database: &Database, file: &DatabaseFile, size: u64) -> Result<(), SqlError> {
    let storage = &database.storage;
    let grown = match file.kind {
        FileKind::Log | FileKind::LogBuffer => storage.log.grow_to(size).map_err(StorageError::from),
        FileKind::Rows => {
            let space = space_of(database, file)?;
            // DBCC SHRINKFILE EMPTYFILE counts until the size is changed.
            space.set_emptied(false);
            sluice_access::grow_to(storage, &space, size_in_pages(size))
        }
    };
    grown.map_err(|error| match error {
        // 5149: the disk or file limit leaves no room.
        StorageError::DataFull { .. } | StorageError::LogFull { .. } => {
            SqlError::expand_file_failed(NO_SPACE, file.path.display())
        }
        error => sql_error(&error, &database.name),
    })
}

/// Returns the space of a data file. Fails with 5041 if the file was removed meanwhile.
fn space_of(database: &Database, file: &DatabaseFile) -> Result<Arc<DataFileSpace>, SqlError> {
    database.storage.space.file(file.id).ok_or_else(|| SqlError::modify_file_not_found(&file.name))
}

fn length_of(database: &Database, file: &DatabaseFile) -> Result<u64, SqlError> {
    let length = match file.kind {
        FileKind::Log | FileKind::LogBuffer => database.storage.log.file_bytes(),
        FileKind::Rows => space_of(database, file)?.handle.len(),
    };
    length.map_err(|error| sql_error(&StorageError::File(error), &database.name))
}

/// SQL Server's maximum log size: 2 TB.
const LOG_MAX: u64 = 2 << 40;
const NO_SPACE: &str = "112(There is not enough space on the disk.)";
