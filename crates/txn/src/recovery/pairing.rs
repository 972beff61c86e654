//! Whether the data files and the log belong together, checked before recovery changes either of
//! them: the rules of [`sluice_buffer::pair`] from the reader's side.

use crate::error::{DamageLocation, StorageError};
use sluice_base::ids::PageId;
use sluice_buffer::pair::{FilePair, FoundPair, Generation};
use sluice_wal::LogFile;
use std::path::Path;

/// Returns `log` if it is the log of the data files with the pairs `files`. Fails if one of them is
/// an older copy, or of another copy of the database. `generation` is the log's checkpoint. The
/// returned log fails later if it ends too early.
pub(crate) fn check(log: LogFile, generation: Generation, files: &[FilePair]) -> Result<LogFile, StorageError> {
    files.iter().try_fold(log, |log, file| check_file(log, &file.path, generation, file.found))
}

fn check_file(
    log: LogFile,
    data: &Path,
    generation: Generation,
    found: Option<FoundPair>,
) -> Result<LogFile, StorageError> {
    let Some(FoundPair { pair, is_newest }) = found else {
        // The pair pages of a generation are durable before a log names it.
        return if generation.at_ns == 0 { Ok(log) } else { Err(older_data(&log, data)) };
    };
    if log.epoch() < pair.epoch {
        return Err(older_log(&log, data));
    }
    if is_newest && generation != pair.current && generation != pair.previous {
        let (file, log_file) = (pair.current.checkpoint, generation.checkpoint);
        return Err(match log_file.cmp(&file) {
            std::cmp::Ordering::Less => older_log(&log, data),
            std::cmp::Ordering::Greater => older_data(&log, data),
            std::cmp::Ordering::Equal => other_copy(&log, data),
        });
    }
    Ok(log.reaching(pair.end)?)
}

fn older_log(log: &LogFile, data: &Path) -> StorageError {
    let what = format!("it is older than its data file '{}'. {REMEDY}", data.display());
    StorageError::Damaged { path: log.path().to_owned(), place: DamageLocation::Offset(0), what }
}

fn older_data(log: &LogFile, data: &Path) -> StorageError {
    let what = format!("it is older than its log '{}'. {REMEDY}", log.path().display());
    StorageError::Damaged { path: data.to_owned(), place: DamageLocation::Page(PageId::primary(0)), what }
}

fn other_copy(log: &LogFile, data: &Path) -> StorageError {
    let what = format!("it belongs to another copy of the database than its log '{}'. {REMEDY}", log.path().display());
    StorageError::Damaged { path: data.to_owned(), place: DamageLocation::Page(PageId::primary(0)), what }
}

const REMEDY: &str = "Nothing was changed; put back the data file and the log that were last used together, or restore \
                      the database from a backup";
