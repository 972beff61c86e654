//! Maps storage errors to SQL errors. No other module does.

use sluice_txn::{DamageLocation, StorageError};
use sluice_types::SqlError;

/// Returns the SQL error for `error` in `database`.
pub fn sql_error(error: &StorageError, database: &str) -> SqlError {
    match error {
        // The log is full and can't grow.
        StorageError::LogFull { path, waits_for, .. } => {
            let args = vec![database.to_owned(), waits_for.name().to_owned(), path.display().to_string()];
            SqlError::new(9002, 17, 2, args)
        }
        // The data file can't grow.
        StorageError::DataFull { path } => {
            SqlError::new(1105, 17, 2, vec![path.display().to_string(), database.to_owned(), "PRIMARY".to_owned()])
        }
        StorageError::Damaged { path, place, what } => {
            let offset = match place {
                DamageLocation::Page(page) => format!("page {page}"),
                DamageLocation::Offset(offset) => format!("offset {offset:#x}"),
                DamageLocation::Record(lsn) => format!("log record {lsn:?}"),
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
        // `table_error` adds the table's name.
        StorageError::UpdateConflict => SqlError::new(3960, 16, 2, vec![String::new(), database.to_owned()]),
        // SQL Server's error for a transaction that lost its snapshot when the version store
        // shrank.
        StorageError::SnapshotLost => SqlError::new(3966, 17, 1, Vec::new()),
        // SQL Server's error for a missing version that tempdb had no room for. `table_error` adds
        // the table's name.
        StorageError::VersionMissing => SqlError::new(3958, 16, 1, vec![String::new(), database.to_owned()]),
        StorageError::Deadlock | StorageError::LockTimeout | StorageError::Cancelled | StorageError::OutOfLocks => {
            lock_error(error)
        }
        StorageError::InDoubt(what) => SqlError::new(926, 14, 1, vec![database.to_owned(), what.clone()]),
        StorageError::NotOpen(what) => SqlError::new(945, 14, 2, vec![database.to_owned(), what.clone()]),
    }
}

/// Returns [`sql_error`] with the name of `table`, which may be prefixed with its database.
pub fn table_error(error: &StorageError, database: &str, table: &str) -> SqlError {
    let mut shown = sql_error(error, database);
    if matches!(error, StorageError::UpdateConflict | StorageError::VersionMissing) {
        let prefix = table.strip_prefix(database).and_then(|rest| rest.strip_prefix('.'));
        prefix.unwrap_or(table).clone_into(&mut shown.args[0]);
    }
    shown
}

/// Returns the SQL error for a lock that wasn't granted.
pub fn lock_error(error: &StorageError) -> SqlError {
    match error {
        // The session that reports the error adds its id.
        StorageError::Deadlock => SqlError::new(1205, 13, 51, Vec::new()),
        StorageError::LockTimeout => SqlError::new(1222, 16, 51, Vec::new()),
        StorageError::OutOfLocks => SqlError::new(1204, 19, 4, Vec::new()),
        StorageError::Cancelled => SqlError::cancelled(),
        other => sql_error(other, ""),
    }
}

/// Whether an error reports a lock that wasn't granted; the caller then waits for no other lock.
pub fn is_lock_error(error: &SqlError) -> bool {
    [1204, 1205, 1222, SqlError::cancelled().number].contains(&error.number)
}

/// Returns the error for a row that doesn't fit its table's layout, although the page's checksum is
/// correct.
pub fn damaged_row(database: &str) -> SqlError {
    let what = "a row that its table's columns do not describe".to_owned();
    SqlError::new(824, 24, 2, vec![what, "row".to_owned(), database.to_owned(), String::new()])
}

/// Returns the error for a row that exceeds the row limit.
pub fn row_too_long(bytes: usize) -> SqlError {
    SqlError::new(511, 16, 1, vec![bytes.to_string(), ROW_BYTES_MAX.to_string()])
}

/// Greatest length of a value, in bytes.
const LOB_MAX: u64 = (1 << 31) - 1;
/// Greatest length of a row within a page, in bytes, as in SQL Server.
const ROW_BYTES_MAX: usize = 8060;
