//! The pool's side of a database's data files: pair pages, double-write areas, files that are added
//! and removed.

use crate::double_write;
use crate::error::PageError;
use crate::frame::PageKey;
use crate::log_history::{LogEpoch, LogHistory};
use crate::pair::{self, FilePair, Pair, ReadPair};
use crate::pool::BufferPool;
use crate::second_level;
use crate::writer;
use sluice_base::ids::{DatabaseId, FileId, Lsn};
use sluice_base::sync::Arc;
use sluice_base::sync::thread::yield_now;
use sluice_vfs::File;
use std::path::PathBuf;

impl BufferPool {
    /// Makes changes of a data file that bypass the pool (its growth) durable. Rule 6 of the
    /// crate holds: after a failed sync this sync is not tried, and if it fails, no page is written
    /// any more.
    pub fn sync_file(&self, database: DatabaseId, file: FileId) -> Result<(), PageError> {
        writer::sync_file(&self.cache, &*self.attached(database)?, file)
    }

    /// Reads the pair pages of each data file of a database just attached, the primary file first.
    /// Also takes the newest history among the files. A pair that is missing or damaged is reported
    /// in the result, not as an error.
    pub fn read_pairs(&self, database: DatabaseId) -> Result<Vec<FilePair>, PageError> {
        let attached = self.attached(database)?;
        let mut pairs = Vec::new();
        let mut newest = LogHistory::default();
        for file in attached.data_files() {
            let read = pair::read(&*file.handle, file.id, file.layout.pair, attached.guid)?;
            let ReadPair { found, sequence, history } = read;
            file.written.lock().pair_sequence = sequence;
            // A crash may have left some files with an earlier history.
            if history.newest() > newest.newest() {
                newest = history;
            }
            pairs.push(FilePair { path: file.handle.path().to_owned(), found });
        }
        *attached.history.write() = newest;
        Ok(pairs)
    }

    /// Adds an epoch of the log, which just began, to those that the pair pages list. The next
    /// [`BufferPool::write_pair`] makes it durable.
    pub fn begin_log_epoch(&self, database: DatabaseId, epoch: LogEpoch) -> Result<(), PageError> {
        self.attached(database)?.history.write().begin(epoch);
        Ok(())
    }

    /// Returns the first LSN of an earlier epoch of the log, and of the next one. `None` unless the
    /// pair pages list both.
    pub fn log_epoch(&self, database: DatabaseId, number: u32) -> Option<(Lsn, Lsn)> {
        self.attached(database).ok()?.history.read().epoch(number)
    }

    /// Makes the pair pages of all data files durable. Rule 6 of the crate holds.
    pub fn write_pair(&self, database: DatabaseId, pair: &Pair) -> Result<(), PageError> {
        writer::write_pair(&self.cache, &*self.attached(database)?, pair)
    }

    /// Repairs pages torn by a power cut. Returns their number. For a database just attached,
    /// before any page is read. `redo_from` is the start of redo; `copies` is the result of
    /// [`BufferPool::newest_copies`] in the checkpoint where redo starts. Copies of a file that are
    /// older than both are not used, because their pages may have changed later. Without
    /// `was_clean` the last sync of a file may have failed, and the pages of its newest batch are
    /// written again. The pages that a batch lists count as changed since the differential base.
    /// Fails if a repair can't be written.
    pub fn repair_torn(
        &self,
        database: DatabaseId,
        redo_from: Lsn,
        copies: &[(FileId, Lsn)],
        was_clean: bool,
    ) -> Result<usize, PageError> {
        let unsettled = (!was_clean).then_some(redo_from);
        let attached = self.attached(database)?;
        let mut repaired = 0;
        for file in attached.data_files() {
            let newest = copies.iter().find(|(id, _)| *id == file.id).map_or(Lsn::NONE, |(_, as_of)| *as_of);
            file.written.lock().copies = newest;
            let Some(area) = file.layout.area else { continue };
            let not_before = redo_from.min(newest);
            let place = (file.id, area);
            let batch = double_write::repair(&*file.handle, place, attached.guid, not_before, unsettled)?;
            let base = file.changed.base();
            let changed: Vec<u32> =
                batch.pages.iter().filter(|(_, newest)| *newest > base).map(|(number, _)| *number).collect();
            changed.iter().for_each(|page| file.changed.mark(*page));
            if batch.is_unsettled {
                file.changed.doubt(&changed);
            }
            writer::save_changed(&self.cache, &attached, &file, &changed)?;
            repaired += batch.repaired.len();
        }
        Ok(repaired)
    }

    /// Returns an LSN for each data file: the newest copies in its double-write area have every
    /// change before this LSN. Files without such copies are left out. For a checkpoint to record.
    /// Waits while a batch of the database is written and synced.
    pub fn newest_copies(&self, database: DatabaseId) -> Vec<(FileId, Lsn)> {
        let Some(attached) = self.cache.databases.get(database) else { return Vec::new() };
        // A batch in progress may be replacing the copies.
        let _turn = attached.turn.lock();
        let copies = attached.data_files().into_iter().map(|file| (file.id, file.written.lock().copies));
        copies.filter(|(_, as_of)| !as_of.is_none()).collect()
    }

    /// Adds a data file to a database, after a read of its map of changed extents. Fails if that
    /// fails or the database isn't attached; panics if the id is taken. Pages of the file may be
    /// requested from now on, and [`BufferPool::write_pair`] writes its pair pages.
    pub fn add_file(&self, database: DatabaseId, id: FileId, file: Arc<dyn File>) -> Result<(), PageError> {
        Ok(self.attached(database)?.add_file(id, file)?)
    }

    /// Removes a data file from an attached database, and its pages, even changed ones. No thread
    /// may hold or request a page of the file. Tries again until no latch of its pages is held. The
    /// file is neither closed nor deleted. Fails with `NotAttached` if the database isn't attached.
    pub fn remove_file(&self, database: DatabaseId, id: FileId) -> Result<(), PageError> {
        let attached = self.attached(database)?;
        // No page in use is in the file, so no scan asks for its pages from here on.
        self.ahead.forget(database);
        loop {
            // A batch in progress relies on its frames keeping their pages. The holder of the turn
            // waits for no latch (rule 2 of the crate): a thread that writes back a page has its
            // latch and may wait for the turn.
            let turn = attached.turn.lock();
            let is_of_file = |key: PageKey| key.database() == database && key.id().file == id;
            if self.forget_where(attached.frames.all(), is_of_file, |frame| frame.latch.try_exclusive()) {
                attached.remove_file(id);
                second_level::forget_where(&self.cache, is_of_file);
                return Ok(());
            }
            drop(turn);
            yield_now();
        }
    }

    /// Returns the path of a data file, or of the primary file if there is no such file.
    pub fn file_path(&self, database: DatabaseId, id: FileId) -> Option<PathBuf> {
        let attached = self.cache.databases.get(database)?;
        let file = attached.data_file(id).unwrap_or_else(|| attached.primary.clone());
        Some(file.handle.path().to_owned())
    }
}
