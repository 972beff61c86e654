//! The checks of a page just read, from its file or from the extension.

use crate::database::{Database, DatabaseLog};
use crate::page;
use sluice_base::ids::{Lsn, PageId};

/// Checks whether a page just read may be used. Returns a description of the damage if not. The
/// page must have a sound checksum, its own identity, a known format and codec, no change beyond
/// the end of the database's log, and pass the database's own check. A page of zeros counts as
/// never written and is valid. The error is the description.
pub(crate) fn judge(database: &Database, id: PageId, bytes: &[u8]) -> Result<(), String> {
    let verdict = page::verify(bytes, id, database.guid);
    if !verdict.is_valid() {
        return Err(verdict.to_string());
    }
    if verdict == page::Verdict::Ok && page::has_encoding(bytes) {
        return Err("it has a codec or a key that is unknown to this program".to_owned());
    }
    if verdict == page::Verdict::Ok && page::format_version(bytes) > page::PAGE_FORMAT {
        return Err(format!("its format is version {}, newer than this program knows", page::format_version(bytes)));
    }
    match log_end(database, &database.log(), bytes) {
        Some(end) => Err(format!(
            "it was changed at {:?}, but the log ends at {end:?}: the log belongs to another file, or its end is lost",
            page::lsn(bytes)
        )),
        None => (database.check)(bytes),
    }
}

/// Checks the write-ahead rule from the reader's side: no page in a file is ahead of its log.
/// Returns the end of the log if this page is ahead. A page written in an earlier epoch of the log
/// is compared with the end of that epoch, however much was appended since.
pub(crate) fn log_end(database: &Database, log: &DatabaseLog, bytes: &[u8]) -> Option<Lsn> {
    let (lsn, (epoch, first)) = (page::lsn(bytes), log.epoch()?);
    let written = page::log_epoch(bytes);
    let end = match written == epoch {
        true => log.tail()?,
        // 0: written before the log's first epoch, or when the log had not begun one yet.
        false if written == 0 => first,
        false => database.history.read().end_of(written).map_or(first, |end| end.min(first)),
    };
    (lsn >= end && !lsn.is_none()).then_some(end)
}
