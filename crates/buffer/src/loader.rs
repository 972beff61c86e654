//! Loads a page from the extension or its file. The page is entered in the table before the read,
//! so other threads that want it wait for its latch. The page is then verified.

use crate::cache::Cache;
use crate::database::{DataFile, Database};
use crate::double_write;
use crate::error::PageError;
use crate::eviction;
use crate::frame::PageKey;
use crate::judge::judge;
use crate::page::{self, PageType};
use crate::second_level;
use sluice_base::events::EventKind;
use sluice_base::ids::PageId;
use sluice_base::page_counts::{self, PageRead};
use sluice_base::sync::Arc;
use sluice_base::waits::WaitType;
use std::io::ErrorKind;

/// The latch mode of a page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Shared,
    Exclusive,
}

/// Reads the page into a frame of its own. Returns `None` if another thread has entered the page
/// meanwhile. The frame is latched in `mode`. Claims a frame, which may evict or write back other
/// pages. An error of the read or damage removes the page again.
#[cold]
pub(crate) fn load(cache: &Cache, key: PageKey, mode: Mode) -> Result<Option<u32>, PageError> {
    let database = database_of(cache, key)?;
    let index = eviction::claim(cache)?;
    let frame = cache.frame(index);
    frame.set_loading(true);
    if !enter(cache, &database, key, index)? {
        return Ok(None);
    }
    let result = read_in(cache, &database, key, index, mode);
    frame.set_loading(false);
    if let Err(error) = result {
        // Threads that wait for the latch find no page here, search again, and get the error
        // themselves.
        cache.forget(index);
        cache.give_back(index);
        return Err(error);
    }
    cache.replacer.note_read(frame, || cache.free.in_use(), &**cache.waits.clock());
    // The page is not marked used: a second chance is for pages used a second time, so that a scan
    // does not flush the pool.
    if mode == Mode::Shared {
        frame.latch.downgrade();
    }
    Ok(Some(index))
}

/// Enters `key`, a page of `database`, for the claimed frame `index`. If the page has a frame
/// already, gives the claimed frame back and returns false. Fails if the database is detached.
pub(crate) fn enter(cache: &Cache, database: &Database, key: PageKey, index: u32) -> Result<bool, PageError> {
    let frame = cache.frame(index);
    // The key is set before the table entry: a thread that finds the entry finds the key, and waits
    // for the latch.
    frame.set_key(key);
    let is_attached = database.frames.add(&cache.frames, key.database(), index);
    if is_attached && cache.table.insert(key, index) {
        return Ok(true);
    }
    frame.set_key(PageKey::NONE);
    frame.set_loading(false);
    cache.give_back(index);
    if is_attached { Ok(false) } else { Err(PageError::NotAttached { database: key.database(), page: key.id() }) }
}

/// Reads and verifies the page of the frame `index`, which must be latched exclusively.
fn read_in(cache: &Cache, database: &Database, key: PageKey, index: u32, mode: Mode) -> Result<(), PageError> {
    let file = file_of(database, key)?;
    let file = &*file;
    database.check_kept(key.id())?;
    // SAFETY: the frame was claimed with its latch held exclusively, and no guard exists for it
    // yet.
    let bytes = unsafe { cache.bytes_mut(index) };
    let wait = match mode {
        Mode::Shared => WaitType::PageIoLatchShared,
        Mode::Exclusive => WaitType::PageIoLatchExclusive,
    };
    let waiting = cache.waits.begin(wait);
    let has_copy = second_level::read(cache, database, key, bytes, true);
    if !has_copy {
        let result = read_file(file, key, bytes);
        drop(waiting);
        result?;
        cache.counters.page_reads.add(1);
        cache.raise(EventKind::PhysicalPageRead, key);
        if let Err(what) = judge(database, key.id(), bytes) {
            if !file.written.lock().pace.has_filled {
                return Err(damaged(file, key.id(), what));
            }
            // A batch may have been writing the page as a filler (rule 4 of `fill`). The caller may
            // hold latches, and waits for the turn as a thread does that evicts.
            let _turn = database.turn.lock();
            if !file.written.lock().copy_unwritten(key, bytes) {
                read_file(file, key, bytes)?;
            }
            judge(database, key.id(), bytes).map_err(|what| damaged(file, key.id(), what))?;
        }
    }
    if page_counts::count_file_reads(PageRead::Physical, 1) {
        note(PageRead::Physical, key, bytes);
    }
    Ok(())
}

/// Reads the page from its file.
fn read_file(file: &DataFile, key: PageKey, bytes: &mut [u8]) -> Result<(), PageError> {
    file.handle.read_at(bytes, double_write::offset_of(key.id().page)).map_err(|error| match error.source.kind() {
        ErrorKind::UnexpectedEof => damaged(file, key.id(), "another page refers to it, but the file ends before it"),
        _ => PageError::File(error),
    })
}

/// Counts the read of the page `key`, with content `bytes`, for the page's object.
#[cold]
pub(crate) fn note(read: PageRead, key: PageKey, bytes: &[u8]) {
    let is_long_value = matches!(page::page_type(bytes), PageType::LOB | PageType::LOB_NODE);
    page_counts::note_read(read, key.database(), page::object(bytes), is_long_value);
}

/// Returns the database of `key`. Fails if the database isn't attached or lacks the page's file.
pub(crate) fn database_of(cache: &Cache, key: PageKey) -> Result<Arc<Database>, PageError> {
    let database = cache.databases.get(key.database());
    let database = database.ok_or(PageError::NotAttached { database: key.database(), page: key.id() })?;
    if !database.has_file(key.id().file) {
        return Err(no_file(&database, key));
    }
    Ok(database)
}

/// Returns the page's file.
fn file_of(database: &Database, key: PageKey) -> Result<Arc<DataFile>, PageError> {
    database.data_file(key.id().file).ok_or_else(|| no_file(database, key))
}

/// Returns the error of a page in a missing file: damage, because another page's content led here.
#[cold]
fn no_file(database: &Database, key: PageKey) -> PageError {
    damaged(&database.primary, key.id(), "another page refers to it, but the database has no such file")
}

fn damaged(file: &DataFile, page: PageId, what: impl Into<String>) -> PageError {
    PageError::Damaged { path: file.handle.path().to_owned(), page, what: what.into() }
}
