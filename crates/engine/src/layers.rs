//! The data files of an opening of a database, as files that can be frozen and merged
//! (`sluice_buffer::layer`).

use crate::files::{DATA_FILE, FilePair};
use sluice_base::ids::FileId;
use sluice_base::random::Random;
use sluice_base::sync::{Arc, Mutex};
use sluice_buffer::layer::LayeredFile;
use sluice_vfs::{FileError, Vfs};
use std::path::{Path, PathBuf};

/// The data files, each with its id.
#[derive(Default)]
pub(crate) struct Layers(Mutex<Vec<(FileId, Arc<LayeredFile>)>>);

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
        self.0.lock().push((id, file.clone()));
        Ok(file)
    }

    /// Forgets a data file that was removed from the database.
    pub(crate) fn forget_file(&self, id: FileId) {
        self.0.lock().retain(|(known, _)| *known != id);
    }

    /// Freezes the files and returns the paths of the frozen ones. The caller keeps pages from
    /// being written meanwhile. After an error some may be frozen.
    pub(crate) fn freeze(&self, vfs: &dyn Vfs, random: &Random) -> Result<Vec<(FileId, PathBuf)>, FileError> {
        let files = self.0.lock().clone();
        files.into_iter().map(|(id, file)| Ok((id, file.freeze(vfs, new_id(random))?))).collect()
    }

    /// Whether a file has layers.
    pub(crate) fn are_layered(&self) -> bool {
        self.0.lock().iter().any(|(_, file)| file.depth() > 0)
    }

    /// Returns whether the data file has layers.
    pub(crate) fn is_layered(&self, id: FileId) -> bool {
        self.0.lock().iter().any(|(known, file)| *known == id && file.depth() > 0)
    }

    /// Returns whether the file `base` is right below one of the data files.
    pub(crate) fn are_above(&self, base: &Path) -> bool {
        self.0.lock().iter().any(|(_, file)| file.base().as_deref() == Some(base))
    }

    /// Merges the layers into the data files, down to one above a file for which `may_change`
    /// returns false. Nothing else may read the other files below.
    pub(crate) fn merge(&self, vfs: &dyn Vfs, may_change: &dyn Fn(&Path) -> bool) -> Result<(), FileError> {
        let files = self.0.lock().clone();
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
