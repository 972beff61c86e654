//! The data files of an opening of a database, as files that can be frozen and merged
//! (`sluice_buffer::layer`).

use crate::files::{DATA_FILE, FilePair};
use sluice_base::ids::{FileId, Lsn};
use sluice_base::random::Random;
use sluice_base::sync::{Arc, Mutex};
use sluice_buffer::layer::{FREEZE_DEPTH_MAX, LayeredFile};
use sluice_txn::{Frozen, Storage, StorageError};
use sluice_vfs::{FileError, Vfs};
use std::path::{Path, PathBuf};

/// The data files, each with its id.
#[derive(Default)]
pub(crate) struct Layers {
    files: Mutex<Vec<(FileId, Arc<LayeredFile>)>>,
    /// The files of the last freeze. Locked before `files`.
    last: Mutex<Option<Frozen<FrozenFiles>>>,
}

/// The paths of frozen files, each with the id of its data file.
pub(crate) type FrozenFiles = Vec<(FileId, PathBuf)>;

impl Layers {
    /// Opens the data files of a database.
    pub(crate) fn open(vfs: &dyn Vfs, files: &FilePair) -> Result<Layers, FileError> {
        let layers = Layers::default();
        layers.open_file(vfs, FileId::PRIMARY, &files.data)?;
        for file in &files.secondary {
            layers.open_file(vfs, file.id, &file.path)?;
        }
        Ok(layers)
    }

    /// Opens a data file and adds it.
    pub(crate) fn open_file(&self, vfs: &dyn Vfs, id: FileId, path: &Path) -> Result<Arc<LayeredFile>, FileError> {
        let file = LayeredFile::open(vfs, path, DATA_FILE)?;
        self.files.lock().push((id, file.clone()));
        Ok(file)
    }

    /// Forgets a data file that was removed from the database.
    pub(crate) fn forget_file(&self, id: FileId) {
        self.files.lock().retain(|(known, _)| *known != id);
    }

    /// Freezes the data files of `source`, and copies its log to `log` in the file system `making`.
    /// Returns the frozen files, and the LSN as of which a recovery of both shows the database.
    /// Those of the freeze before are returned again if they serve. Otherwise fails if a file has
    /// too many layers to be frozen. After another error some files may be frozen. The caller holds
    /// the transition of the database, so no layer is merged meanwhile.
    pub(crate) fn freeze(
        &self,
        source: &Storage,
        (vfs, random): (&dyn Vfs, &Random),
        (making, log): (&dyn Vfs, &Path),
    ) -> Result<(FrozenFiles, Lsn), StorageError> {
        let mut last = self.last.lock();
        let mut known = last.take().filter(|last| self.are_as_frozen(&last.files));
        let mut attempts = 0;
        loop {
            let files = self.files.lock().clone();
            let freeze = match files.iter().all(|(_, file)| file.can_be_frozen()) {
                true => {
                    Ok(|| files.into_iter().map(|(id, file)| Ok((id, file.freeze(vfs, new_id(random))?))).collect())
                }
                false => Err(StorageError::TooManyLayers { max: FREEZE_DEPTH_MAX }),
            };
            let (frozen, end) = source.freeze(making, log, known.take(), freeze)?;
            // A file that has grown since may be longer in the copied log than it was when it
            // froze.
            attempts += 1;
            if attempts == ATTEMPTS || self.are_as_frozen(&frozen.files) {
                return Ok((last.insert(frozen).files.clone(), end));
            }
            making.remove(log)?;
        }
    }

    /// Whether the data files are those above the frozen ones, with the same lengths. A growth
    /// makes a file longer before it is logged, so the log alone doesn't lead to longer files.
    fn are_as_frozen(&self, frozen: &FrozenFiles) -> bool {
        let files = self.files.lock();
        let is_above = |id: FileId, base: &Path| {
            files.iter().any(|(own, file)| *own == id && !file.has_grown() && file.base().as_deref() == Some(base))
        };
        files.len() == frozen.len() && frozen.iter().all(|(id, base)| is_above(*id, base))
    }

    /// Whether a file has layers.
    pub(crate) fn are_layered(&self) -> bool {
        self.files.lock().iter().any(|(_, file)| file.depth() > 0)
    }

    /// Returns whether the data file has layers.
    pub(crate) fn is_layered(&self, id: FileId) -> bool {
        self.files.lock().iter().any(|(known, file)| *known == id && file.depth() > 0)
    }

    /// Returns whether the file `base` is right below one of the data files.
    pub(crate) fn are_above(&self, base: &Path) -> bool {
        self.files.lock().iter().any(|(_, file)| file.base().as_deref() == Some(base))
    }

    /// Merges the layers into the data files, down to one above a file for which `may_change`
    /// returns false. Nothing else may read the other files below.
    pub(crate) fn merge(&self, vfs: &dyn Vfs, may_change: &dyn Fn(&Path) -> bool) -> Result<(), FileError> {
        let files = self.files.lock().clone();
        files.into_iter().try_for_each(|(_, file)| {
            while file.base().is_some_and(|base| may_change(&base)) && file.merge(vfs)? {}
            Ok(())
        })
    }
}

/// Draws the id of a layer.
pub(crate) fn new_id(random: &Random) -> u64 {
    random.next_u64() | 1
}

/// How often files are frozen that grow meanwhile.
const ATTEMPTS: u32 = 5;
