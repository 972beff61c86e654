//! The one place where an error of the storage becomes an error of SQL.

use sluice_txn::{Place, StorageError};
use sluice_types::SqlError;

/// The error to show for `error` of the database `database`.
pub fn sql_error(error: &StorageError, database: &str) -> SqlError {
    match error {
        // The log has no room, and cannot grow.
        StorageError::LogFull { path, waits_for, .. } => {
            let args = vec![database.to_owned(), waits_for.name().to_owned(), path.display().to_string()];
            SqlError::new(9002, 17, 2, args)
        }
        // The data file cannot grow.
        StorageError::DataFull { path } => {
            SqlError::new(1105, 17, 2, vec![path.display().to_string(), database.to_owned(), "PRIMARY".to_owned()])
        }
        StorageError::Damaged { path, place, what } => {
            let offset = match place {
                Place::Page(page) => format!("page {page}"),
                Place::Offset(offset) => format!("offset {offset:#x}"),
                Place::Record(lsn) => format!("log record {lsn:?}"),
            };
            SqlError::new(824, 24, 2, vec![what.clone(), offset, database.to_owned(), path.display().to_string()])
        }
        StorageError::Poisoned(why) => SqlError::new(9001, 21, 1, vec![database.to_owned(), why.to_string()]),
        StorageError::PagesFailed(_) => SqlError::new(823, 24, 3, vec![error.to_string(), database.to_owned()]),
        StorageError::File(error) => SqlError::new(823, 24, 2, vec![error.to_string(), database.to_owned()]),
        StorageError::Duplicate => SqlError::new(2601, 14, 1, vec![database.to_owned()]),
        StorageError::TooLong { max: LOB_MAX, .. } => SqlError::new(7119, 16, 1, vec![LOB_MAX.to_string()]),
        // A row longer than a page.
        StorageError::TooLong { bytes, max } => SqlError::new(511, 16, 1, vec![bytes.to_string(), max.to_string()]),
        StorageError::OutOfMemory(what) => SqlError::new(701, 17, 123, vec![what.clone()]),
        // Whoever knows the table says it.
        StorageError::UpdateConflict => SqlError::new(3960, 16, 2, vec![String::new(), database.to_owned()]),
        // SQL Server's error for whoever was marked as a victim when the version store had to shrink.
        StorageError::SnapshotLost => SqlError::new(3966, 17, 1, Vec::new()),
        // Its error for whoever needs a version that could not be added when tempdb was full; whoever knows the table says it.
        StorageError::VersionMissing => SqlError::new(3958, 16, 1, vec![String::new(), database.to_owned()]),
        StorageError::Deadlock | StorageError::LockTimeout | StorageError::Cancelled | StorageError::OutOfLocks => {
            lock_error(error)
        }
        StorageError::InDoubt(what) => SqlError::new(926, 14, 1, vec![database.to_owned(), what.clone()]),
        StorageError::NotOpen(what) => SqlError::new(945, 14, 2, vec![database.to_owned(), what.clone()]),
    }
}

/// As [`sql_error`], where a statement reads or changes `table`, which may be named with its database.
pub fn table_error(error: &StorageError, database: &str, table: &str) -> SqlError {
    let mut shown = sql_error(error, database);
    if matches!(error, StorageError::UpdateConflict | StorageError::VersionMissing) {
        let prefix = table.strip_prefix(database).and_then(|rest| rest.strip_prefix('.'));
        prefix.unwrap_or(table).clone_into(&mut shown.args[0]);
    }
    shown
}

/// The error to show for a lock that was not to be had.
pub fn lock_error(error: &StorageError) -> SqlError {
    match error {
        // The victim of a deadlock; whoever shows it adds the session.
        StorageError::Deadlock => SqlError::new(1205, 13, 51, Vec::new()),
        StorageError::LockTimeout => SqlError::new(1222, 16, 51, Vec::new()),
        StorageError::OutOfLocks => SqlError::new(1204, 19, 4, Vec::new()),
        StorageError::Cancelled => SqlError::cancelled(),
        other => sql_error(other, ""),
    }
}

/// Whether an error says that a lock was not granted; the caller then waits for no other lock.
pub fn is_lock_error(error: &SqlError) -> bool {
    [1204, 1205, 1222, SqlError::cancelled().number].contains(&error.number)
}

/// A row that its table's layout cannot read, though its page's checksum is right.
pub fn damaged_row(database: &str) -> SqlError {
    let what = "a row that its table's columns do not describe".to_owned();
    SqlError::new(824, 24, 2, vec![what, "row".to_owned(), database.to_owned(), String::new()])
}

/// A row that would be longer than rows can be.
pub fn row_too_long(bytes: usize) -> SqlError {
    SqlError::new(511, 16, 1, vec![bytes.to_string(), ROW_BYTES_MAX.to_string()])
}

/// The longest value, in bytes.
const LOB_MAX: u64 = (1 << 31) - 1;
/// SQL Server's limit of a row within a page, in bytes.
const ROW_BYTES_MAX: usize = 8060;
