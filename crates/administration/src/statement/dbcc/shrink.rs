//! The run of DBCC SHRINKFILE and SHRINKDATABASE.
//!
//! `t-sql/database-console-commands` has a page for each. The size of a file counts in pages of
//! 8 KB. The minimum of a file is the size that a statement gave it last, or the default size of a
//! new file.

use crate::statement::dbcc::result_set::show;
use crate::statement::dbcc::shrink_command::{DatabaseShrink, FileArgument, FileShrink, ShrinkMode};
use crate::statement::dbcc::shrink_moves::{empty_file, move_to_front};
use sluice_access as access;
use sluice_base::ids::{DatabaseId, FileId};
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_command::statement::Env;
use sluice_plan::unsupported;
use sluice_table::database::Database;
use sluice_table::database_file::{DatabaseFile, FileKind};
use sluice_table::database_options::{PAGE_BYTES, size_in_pages};
use sluice_table::storage_error::sql_error;
use sluice_txn::{ShrinkLimit, StorageError};
use sluice_types::{DataType, SqlError, Value};

/// The figures of a file, in pages.
#[derive(Clone, Copy)]
struct Figures {
    current: u32,
    least: u32,
    used: u32,
}

/// Runs SHRINKFILE in the current database. Fails with 8920 in a transaction, with 7992 in a
/// READ_ONLY database, and with 8985 if the file doesn't exist.
pub(super) fn shrink_one(env: &mut Env<'_, '_>, call: &FileShrink) -> Result<(), SqlError> {
    let database = Arc::clone(&env.state.database);
    let FileShrink { file, megabytes, mode, infos } = call;
    check_may_shrink(env, &database, "shrinkfile")?;
    let file = file_of(&database, file)?;
    let target = megabytes.map(|megabytes| size_in_pages(megabytes.saturating_mul(1 << 20) as u64));
    let before = figures_of(env, &database, &file)?;
    env.frame.globals.row_count = 0;
    if *mode != ShrinkMode::Truncate && target.is_some_and(|target| target > before.current) {
        if *infos {
            let (target, current) = (target.unwrap_or_default(), before.current);
            env.inform(SqlError::shrink_target_exceeds_file(file.id.0, &database.name, target, current));
        }
        return completed(env, *infos);
    }
    match (file.kind, mode) {
        (FileKind::LogBuffer, _) => return Err(unsupported("DBCC SHRINKFILE of a persisted log buffer")),
        (FileKind::Log, ShrinkMode::Empty) => return Err(unsupported("DBCC SHRINKFILE EMPTYFILE of the log")),
        // NOTRUNCATE doesn't affect the log.
        (FileKind::Log, ShrinkMode::Move) => {}
        // TRUNCATEONLY ignores the size, and removes what is free at the end.
        (FileKind::Log, ShrinkMode::Truncate) => shrink_log(env, &database, &file, (0, *infos))?,
        (FileKind::Log, ShrinkMode::Whole) => {
            shrink_log(env, &database, &file, (target.unwrap_or(before.least), *infos))?;
        }
        (FileKind::Rows, ShrinkMode::Empty) => empty_file(env, &database, &file)?,
        (FileKind::Rows, mode) => {
            let target = target.unwrap_or(before.least);
            if *mode != ShrinkMode::Truncate {
                move_to_front(env, &database, &file, ("DBCC SHRINKFILE", target.max(before.used), *infos))?;
            }
            if *mode != ShrinkMode::Move {
                let least = if *mode == ShrinkMode::Truncate { 0 } else { target };
                cut(env, &database, &file, (least, *infos))?;
            }
        }
    }
    let mut after = figures_of(env, &database, &file)?;
    if target.is_some_and(|target| target < after.least) && after.current < after.least {
        set_least(env, &database, &file, after.current)?;
        after.least = after.current;
    }
    env.frame.globals.row_count = show_rows(env, &[row(&database, &file, after)]) as i64;
    completed(env, *infos)
}

/// Runs SHRINKDATABASE. Shows a row for each file that has become shorter. Fails as
/// [`shrink_one`] does.
pub(super) fn shrink_database(env: &mut Env<'_, '_>, call: &DatabaseShrink) -> Result<(), SqlError> {
    let DatabaseShrink { database, percent, mode, infos } = call;
    let infos = *infos;
    let database = database.database(env)?;
    check_may_shrink(env, &database, "shrinkdatabase")?;
    let percent = if *mode == ShrinkMode::Truncate { 0 } else { percent.unwrap_or(0) };
    let mut rows = Vec::new();
    for file in database.files() {
        let before = figures_of(env, &database, &file)?;
        let used = match file.kind {
            FileKind::LogBuffer => continue,
            FileKind::Log => {
                // A checkpoint frees what is not in use.
                database.storage.checkpoint().map_err(|error| sql_error(&error, &database.name))?;
                size_in_pages(database.storage.log.usage().used_bytes)
            }
            FileKind::Rows => before.used,
        };
        let target = with_free(used, percent).max(before.least);
        match (file.kind, mode) {
            (FileKind::Log | FileKind::LogBuffer, ShrinkMode::Move) => continue,
            (FileKind::Log | FileKind::LogBuffer, _) => shrink_log(env, &database, &file, (target, infos))?,
            (FileKind::Rows, _) if target >= before.current => {
                if infos {
                    env.inform(SqlError::file_without_free_space(file.id.0, database.id.0));
                }
                continue;
            }
            (FileKind::Rows, mode) => {
                if *mode != ShrinkMode::Truncate {
                    move_to_front(env, &database, &file, ("DBCC SHRINKDATABASE", target, infos))?;
                }
                if *mode != ShrinkMode::Move {
                    let least = if *mode == ShrinkMode::Truncate { before.least } else { target };
                    cut(env, &database, &file, (least, infos))?;
                }
            }
        }
        let after = figures_of(env, &database, &file)?;
        if after.current < before.current {
            rows.push(row(&database, &file, after));
        }
    }
    env.frame.globals.row_count = show_rows(env, &rows) as i64;
    completed(env, infos)
}

/// Fails with 8920 in a transaction, and with 7992 for a database that can't be changed.
fn check_may_shrink(env: &Env<'_, '_>, database: &Database, operation: &str) -> Result<(), SqlError> {
    if !env.is_autocommit() {
        return Err(SqlError::shrink_in_transaction(operation));
    }
    if database.is_snapshot() || !database.options().is_updatable() {
        return Err(SqlError::read_only_database_shrunk(&database.name));
    }
    Ok(())
}

/// Returns a file of the database. Fails with 8985 if there is none.
fn file_of(database: &Database, written: &FileArgument) -> Result<DatabaseFile, SqlError> {
    let is_named = |file: &DatabaseFile| match written {
        FileArgument::Name(name) => same(&file.name, name),
        FileArgument::Number(number) => i64::from(file.id.0) == *number,
    };
    let shown = match written {
        FileArgument::Name(name) => name.clone(),
        FileArgument::Number(number) => number.to_string(),
    };
    let found = database.files().into_iter().find(is_named);
    found.ok_or_else(|| SqlError::database_file_not_found(shown, &database.name))
}

/// Shrinks the log to `least` pages, and informs why it is longer.
fn shrink_log(
    env: &mut Env<'_, '_>,
    database: &Database,
    file: &DatabaseFile,
    (least, infos): (u32, bool),
) -> Result<(), SqlError> {
    let before = figures_of(env, database, file)?.current;
    let limit = database.storage.shrink_log(u64::from(least) * PAGE_BYTES);
    let limit = limit.map_err(|error| sql_error(&error, &database.name))?;
    let is_shorter = figures_of(env, database, file)?.current < before;
    let (id, name) = (file.id.0, &file.name);
    let message = match limit {
        None => return Ok(()),
        // The size was rounded up to a whole virtual log file.
        Some(ShrinkLimit::Boundary(_)) if is_shorter => return Ok(()),
        Some(ShrinkLimit::InUse) => SqlError::end_of_log_in_use(id, name),
        Some(ShrinkLimit::Count(count)) => SqlError::log_of_fewest_files(id, name, count),
        Some(ShrinkLimit::Room) => SqlError::log_of_minimum_space(id, name),
        Some(ShrinkLimit::Boundary(_)) => {
            SqlError::log_target_within_last_file(id, name, u64::from(least) * PAGE_BYTES / 1024)
        }
    };
    if infos {
        env.inform(message);
    }
    Ok(())
}

/// Gives the end of a data file back, but leaves `least` pages.
fn cut(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    file: &DatabaseFile,
    (least, infos): (u32, bool),
) -> Result<(), SqlError> {
    let left = env.context.host.shrink_data_file(database, file.id, least)?;
    if left.is_none() && infos {
        env.inform(SqlError::file_is_being_shrunk(file.id.0, database.id.0));
    }
    Ok(())
}

/// Makes `pages` the minimum of a file. Those of tempdb, which is made anew, have none.
fn set_least(env: &Env<'_, '_>, database: &Arc<Database>, file: &DatabaseFile, pages: u32) -> Result<(), SqlError> {
    if database.id == TEMPDB {
        return Ok(());
    }
    env.context.host.set_options(database, &|options| {
        options.file_sizes.insert(file.id, pages);
    })
}

/// Returns the pages of a file of which `used` are in use and `percent` of all are free.
fn with_free(used: u32, percent: i64) -> u32 {
    let full = u64::try_from(100 - percent).unwrap_or(1).max(1);
    u32::try_from((u64::from(used) * 100).div_ceil(full)).unwrap_or(u32::MAX)
}

/// Returns the present figures of a file. The whole log counts as used.
fn figures_of(env: &Env<'_, '_>, database: &Database, file: &DatabaseFile) -> Result<Figures, SqlError> {
    let storage = &database.storage;
    let failed = |error: StorageError| sql_error(&error, &database.name);
    let stored = database.options().file_sizes.get(&file.id).copied();
    let least = stored.unwrap_or_else(|| env.context.host.default_file_pages(database, file.id));
    if file.kind != FileKind::Rows {
        let bytes = storage.log.file_bytes().map_err(|error| failed(StorageError::File(error)))?;
        return Ok(Figures { current: size_in_pages(bytes), least, used: size_in_pages(bytes) });
    }
    let current = access::file_pages(storage, file.id).map_err(failed)?;
    let used = access::used_extents(storage, file.id).map_err(failed)? * access::EXTENT_PAGES;
    Ok(Figures { current, least, used })
}

fn row(database: &Database, file: &DatabaseFile, figures: Figures) -> Vec<Value> {
    let Figures { current, least, used } = figures;
    // The log can be shrunk to its minimum, a data file to what is in use.
    let estimated = if file.id == FileId::LOG { least.min(current) } else { used };
    let pages = [current, least, used, estimated].map(|pages| Value::Int(i32::try_from(pages).unwrap_or(i32::MAX)));
    let ids = [Value::SmallInt(database.id.0 as i16), Value::Int(file.id.0.into())];
    ids.into_iter().chain(pages).collect()
}

fn show_rows(env: &mut Env<'_, '_>, rows: &[Vec<Value>]) -> usize {
    let columns = [
        ("DbId", DataType::SmallInt),
        ("FileId", DataType::Int),
        ("CurrentSize", DataType::Int),
        ("MinimumSize", DataType::Int),
        ("UsedPages", DataType::Int),
        ("EstimatedPages", DataType::Int),
    ];
    show(env, &columns, rows)
}

/// Sends 2528.
fn completed(env: &mut Env<'_, '_>, infos: bool) -> Result<(), SqlError> {
    if infos {
        env.inform(SqlError::dbcc_completed());
    }
    Ok(())
}

/// The last database without a row in master's list.
const TEMPDB: DatabaseId = DatabaseId(2);
