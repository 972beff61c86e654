//! Bringing a page in from its file: into a claimed frame, entered in the table first so that whoever wants the page
//! meanwhile waits for its latch, then judged.

use crate::cache::Cache;
use crate::database::{DataFile, Database, DatabaseLog};
use crate::double_write;
use crate::error::PageError;
use crate::eviction;
use crate::frame::PageKey;
use crate::page::{self, PageType};
use sluice_base::ids::{Lsn, PageId};
use sluice_base::page_counts::{self, PageRead};
use sluice_base::sync::Arc;
use sluice_base::waits::WaitType;
use std::io::ErrorKind;

/// How a page is latched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Shared,
    Exclusive,
}

/// Reads the page into a frame of its own; `None` if another thread has entered it meanwhile.
#[cold]
pub(crate) fn load(cache: &Cache, key: PageKey, mode: Mode) -> Result<Option<u32>, PageError> {
    let database = database_of(cache, key)?;
    let index = eviction::claim(cache)?;
    let frame = cache.frame(index);
    frame.set_loading(true);
    if !enter(cache, key, index) {
        return Ok(None);
    }
    let result = read_in(cache, &database, key, index, mode);
    frame.set_loading(false);
    if let Err(error) = result {
        // Those who wait for the latch find no page here, look again, and meet the error themselves.
        cache.forget(index);
        cache.give_back(index);
        return Err(error);
    }
    // Not touched: a second chance is for pages used a second time, so that one scan does not wash the pool out.
    if mode == Mode::Shared {
        frame.latch.downgrade();
    }
    Ok(Some(index))
}

/// Names the claimed frame `index` after `key`; gives it back and says `false` if the page has a frame already.
pub(crate) fn enter(cache: &Cache, key: PageKey, index: u32) -> bool {
    let frame = cache.frame(index);
    // Before the table tells others: who finds the entry finds the key, and waits for the latch.
    frame.set_key(key);
    if cache.table.insert(key, index) {
        return true;
    }
    frame.set_key(PageKey::NONE);
    frame.set_loading(false);
    cache.give_back(index);
    false
}

/// Reads and judges the page of the frame `index`, which is latched exclusively.
fn read_in(cache: &Cache, database: &Database, key: PageKey, index: u32, mode: Mode) -> Result<(), PageError> {
    let file = file_of(database, key)?;
    // SAFETY: the frame was claimed with its latch held exclusively, and no guard exists for it yet.
    let bytes = unsafe { cache.bytes_mut(index) };
    let wait = match mode {
        Mode::Shared => WaitType::PageIoLatchShared,
        Mode::Exclusive => WaitType::PageIoLatchExclusive,
    };
    let waiting = cache.waits.begin(wait);
    let result = file.handle.read_at(bytes, double_write::offset_of(key.id().page));
    drop(waiting);
    result.map_err(|error| match error.source.kind() {
        ErrorKind::UnexpectedEof => damaged(file, key.id(), "another page leads to it, and the file ends before it"),
        _ => PageError::File(error),
    })?;
    cache.counters.page_reads.add(1);
    judge(database, key.id(), bytes).map_err(|what| damaged(file, key.id(), what))?;
    if page_counts::count_file_reads(PageRead::Physical, 1) {
        note(PageRead::Physical, key, bytes);
    }
    Ok(())
}

/// Tells for whose object the page `key` was read; `bytes` are the page's.
#[cold]
pub(crate) fn note(read: PageRead, key: PageKey, bytes: &[u8]) {
    let is_long_value = matches!(page::page_type(bytes), PageType::LOB | PageType::LOB_NODE);
    page_counts::note_read(read, key.database(), page::object(bytes), is_long_value);
}

/// The database of `key`, which has its file too.
pub(crate) fn database_of(cache: &Cache, key: PageKey) -> Result<Arc<Database>, PageError> {
    let database = cache.databases.get(key.database());
    let database = database.ok_or(PageError::NotAttached { database: key.database(), page: key.id() })?;
    file_of(&database, key)?;
    Ok(database)
}

/// The file that the page is in. Something on another page led here, so it is damage if there is none.
fn file_of(database: &Database, key: PageKey) -> Result<&DataFile, PageError> {
    let of_none = || damaged(&database.file, key.id(), "another page leads to it, and the database has no such file");
    database.data_file(key.id().file).ok_or_else(of_none)
}

/// Whether a page just read may be used; if not, what is wrong with it.
pub(crate) fn judge(database: &Database, id: PageId, bytes: &[u8]) -> Result<(), String> {
    let verdict = page::verify(bytes, id, database.guid);
    if !verdict.is_valid() {
        return Err(verdict.to_string());
    }
    if verdict == page::Verdict::Ok && page::format_version(bytes) > page::PAGE_FORMAT {
        return Err(format!("its format is version {}, newer than this program knows", page::format_version(bytes)));
    }
    match log_end(&database.log(), bytes) {
        Some(end) => Err(format!(
            "it was changed at {:?}, but the log ends at {end:?}: the log is not this file's, or lost its end",
            page::lsn(bytes)
        )),
        None => (database.check)(bytes),
    }
}

/// The write-ahead rule, seen from the other side: no page in a file is ahead of its log. If this one is, where the log ended. The page was
/// written in an epoch of the log; of an earlier one than now, what had been appended then ended where now begins, however far the
/// log has come since.
pub(crate) fn log_end(log: &DatabaseLog, bytes: &[u8]) -> Option<Lsn> {
    let (lsn, (epoch, first)) = (page::lsn(bytes), log.epoch()?);
    let end = if page::log_epoch(bytes) == epoch { log.tail()? } else { first };
    (lsn >= end && !lsn.is_none()).then_some(end)
}

fn damaged(file: &DataFile, page: PageId, what: impl Into<String>) -> PageError {
    PageError::Damaged { path: file.handle.path().to_owned(), page, what: what.into() }
}
