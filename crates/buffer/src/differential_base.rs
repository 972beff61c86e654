//! The maps of changed extents of a database's data files as a whole, and the base that they share.

use crate::error::PageError;
use crate::guard::PageRef;
use crate::pool::BufferPool;
use crate::writer;
use sluice_base::ids::{DatabaseId, FileId, Lsn};

impl BufferPool {
    /// Reads the maps of changed extents of a database just attached, before any page is changed.
    /// The primary file comes first, because its base decides for the others. Fails with
    /// `NotAttached` for a database that isn't attached.
    pub fn read_changed_extents(&self, database: DatabaseId) -> Result<(), PageError> {
        let attached = self.attached(database)?;
        let primary = &attached.primary;
        primary.changed.read(&*primary.handle, primary.id, attached.guid, None)?;
        let base = primary.changed.base();
        for file in attached.data_files().iter().filter(|file| file.id != primary.id) {
            file.changed.read(&*file.handle, file.id, attached.guid, Some(base))?;
        }
        Ok(())
    }

    /// Whether a page was changed after the differential base although its extent isn't marked.
    /// False for a temporary database, which keeps no map.
    pub fn lacks_change_mark(&self, page: &PageRef<'_>) -> bool {
        let Some(attached) = self.cache.databases.get(page.database()) else { return false };
        let file = attached.data_file(page.id().file).filter(|file| file.layout.area.is_some());
        file.is_some_and(|file| page.lsn() > file.changed.base() && !file.changed.is_marked(page.id().page))
    }

    /// Returns the extents of a data file marked as changed since the differential base. The file
    /// has `pages` pages. Empty for a temporary database and for an unknown file.
    pub fn changed_extents(&self, database: DatabaseId, id: FileId, pages: u32) -> Result<Vec<u32>, PageError> {
        let file = self.attached(database)?.data_file(id);
        Ok(file.map(|file| file.changed.marked(pages)).unwrap_or_default())
    }

    /// Returns the differential base: the LSN of the checkpoint of the last full backup, or NONE.
    pub fn differential_base(&self, database: DatabaseId) -> Result<Lsn, PageError> {
        Ok(self.attached(database)?.primary.changed.base())
    }

    /// Begins to mark changed extents for the base of a full backup, beside the present base.
    /// Called before the checkpoint from which the backup can be restored. Pages that are dirty now
    /// are marked for the new base at once. Fails with `NotAttached` for a database that isn't
    /// attached.
    pub fn begin_base(&self, database: DatabaseId) -> Result<(), PageError> {
        let attached = self.attached(database)?;
        // A page that becomes dirty from here on is marked for both. One that is dirty already may
        // be changed again without a mark.
        let dirty = || attached.dirty.before(&self.cache.frames, Lsn(u64::MAX), usize::MAX).into_iter();
        for file in attached.data_files() {
            let of_file = || dirty().map(|(key, _)| key.id()).filter(|page| page.file == file.id);
            file.changed.begin_base(|| of_file().map(|page| page.page).collect());
        }
        Ok(())
    }

    /// Replaces the differential base by the one at `base`, durably, after its backup is complete.
    /// Without `base` the present one stays.
    pub fn end_base(&self, database: DatabaseId, base: Option<Lsn>) -> Result<(), PageError> {
        let attached = self.attached(database)?;
        match base {
            Some(base) => writer::rebase_changed(&self.cache, &attached, base),
            None => {
                attached.data_files().iter().for_each(|file| file.changed.keep_base());
                Ok(())
            }
        }
    }
}
