//! The pool's interface to its extension: turning it on and off, and copies that outlive an opening
//! of their database.

use crate::error::PageError;
use crate::extension::{ExtensionError, ExtensionOptions, ExtensionStatus, Occasion};
use crate::frame::PageKey;
use crate::pool::BufferPool;
use crate::second_level;
use sluice_base::ids::{DatabaseGuid, DatabaseId, Lsn, PageId};
use std::path::PathBuf;

impl BufferPool {
    /// Creates the buffer pool extension, of which there must be none, and uses it. The caller must
    /// hold no page.
    pub fn turn_extension_on(&self, options: ExtensionOptions) -> Result<(), ExtensionError> {
        self.cache.extension.turn_on(options, &self.broker)
    }

    /// Stops using the extension and removes its file. Returns the file's path, or `None` if no
    /// extension is in use.
    pub fn turn_extension_off(&self) -> Option<PathBuf> {
        self.cache.extension.turn_off()
    }

    /// Returns the state of the extension in use; `None` if there is none.
    pub fn extension(&self) -> Option<ExtensionStatus> {
        self.cache.extension.get().map(|extension| extension.status())
    }

    /// Stops using the extension. Its file stays, with a directory of its copies, for the next
    /// start. The caller must hold no page, and has detached the databases.
    pub fn close_extension(&self) {
        second_level::write_queued(&self.cache);
        second_level::save(&self.cache, Occasion::End);
        self.cache.extension.close();
    }

    /// Writes the directory of the extension's copies, for a checkpoint whose begin was read
    /// before. A failure turns the extension off.
    pub fn save_copies(&self) {
        second_level::save(&self.cache, Occasion::Checkpoint);
    }

    /// Frees the extension's slots of a database that was dropped.
    pub fn forget_copies(&self, guid: DatabaseGuid) {
        if let Some(extension) = self.cache.extension.get() {
            extension.forget_parked(guid);
        }
    }

    /// Gives a database in recovery the copies that its earlier opening left in the extension.
    /// `log_epoch` is the epoch of the log's last start, and `redo_from` the LSN from which the log
    /// will be read. The pair pages must have been read. If the data files don't know that epoch as
    /// their newest, the copies are given up. Fails with `NotAttached` if the database isn't
    /// attached.
    pub fn inherit_copies(&self, database: DatabaseId, log_epoch: u32, redo_from: Lsn) -> Result<(), PageError> {
        let attached = self.attached(database)?;
        let newest = attached.history.read().newest_epoch();
        match newest.filter(|newest| newest.number == log_epoch) {
            Some(epoch) => second_level::inherit(&self.cache, &attached, epoch, redo_from),
            // A start between has begun an epoch that the data files don't have.
            None => self.forget_copies(attached.guid),
        }
        Ok(())
    }

    /// Whether a database in recovery has such copies. Redo must then look for those that are older
    /// than a log record.
    pub fn has_inherited(&self, database: DatabaseId) -> bool {
        self.cache.databases.get(database).is_some_and(|attached| attached.has_inherited())
    }

    /// Returns the LSN of the page's copy in the extension, if there is one.
    pub fn copy_lsn(&self, database: DatabaseId, page: PageId) -> Option<Lsn> {
        second_level::copy_lsn(&self.cache, PageKey::new(database, page))
    }

    /// Makes the page's copy in the extension invalid: it lacks the change of a log record.
    pub fn reject_copy(&self, database: DatabaseId, page: PageId) {
        second_level::invalidate(&self.cache, PageKey::new(database, page));
    }

    /// Ends the taking over of copies when redo has read the log up to `end`: no copy may be ahead
    /// of it. From here on reads use the copies.
    pub fn end_inheritance(&self, database: DatabaseId, end: Lsn) {
        second_level::end_inheritance(&self.cache, database, end);
    }
}
