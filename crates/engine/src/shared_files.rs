//! The frozen data files that several databases read: how long they live.
//!
//! A clone's data files are layers above frozen files of its source. A frozen file is needed by
//! each database that has it below one of its data files, and by nothing else. So:
//! - Master's row of a clone names the frozen files right below its own (`Entry::bases`). Frozen
//!   files that a clone reads keep their names: no merge renames or writes them.
//! - A database that is dropped leaves the frozen files that others need. Before its row is
//!   deleted, a row of a dropped database is committed, which names the files right below it. Then
//!   files that nobody needs any more are removed, the lowest first, and the row last.
//! - A start and each later drop go on with the rows that a crash or an error left. While the files
//!   of a database can't be read, it may need any of them, so all stay.

use crate::files::DATA_FILE;
use crate::instance::Instance;
use crate::layers::Layers;
use crate::registry::Entry;
use crate::slot::Slot;
use sluice_base::error_log::LogSource;
use sluice_base::hash::HashSet;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_buffer::layer::files_below;
use sluice_plan::unsupported;
use sluice_txn::StorageError;
use sluice_types::SqlError;
use sluice_vfs::Vfs;
use std::path::{Path, PathBuf};

impl Instance {
    /// Merges those layers of a database that no other one reads into the files below. The caller
    /// holds its transition. A failure is logged; the next opening tries again.
    pub(crate) fn merge_layers(&self, entry: &Entry, layers: &Layers) {
        let merge = || -> Result<(), StorageError> {
            if !layers.are_layered() || !self.snapshots_of(entry.id)?.is_empty() {
                return Ok(());
            }
            let read = self.files_read_by_clones(entry.id)?;
            Ok(layers.merge(self.resources.vfs.as_ref(), &|base| !read.contains(base))?)
        };
        if let Err(error) = merge() {
            let text = format_args!("Merging the layers of database '{}' failed: {error}.", entry.name);
            self.error_log().error(LogSource::Server, text);
        }
    }

    /// Merges the layers right above frozen files that a dropped database has left, unless a clone
    /// reads them. A failure is logged.
    pub(crate) fn merge_above(&self, left: &[String]) {
        let read = self.files_read_by_clones(DatabaseId(0)).unwrap_or_default();
        let bases: Vec<PathBuf> =
            left.iter().map(|base| self.folder.join(base)).filter(|base| !read.contains(base)).collect();
        let is_above =
            |slot: &Arc<Slot>| slot.layers().is_some_and(|layers| bases.iter().any(|base| layers.are_above(base)));
        for slot in self.slots.all().iter().filter(|slot| !bases.is_empty() && is_above(slot)) {
            self.merge_unshared(slot);
        }
    }

    /// Returns the frozen files below the lowest layers of clones, except those of `except`.
    fn files_read_by_clones(&self, except: DatabaseId) -> Result<HashSet<PathBuf>, StorageError> {
        let mut read = HashSet::default();
        for entry in self.registry.entries()?.iter().filter(|entry| entry.id != except) {
            self.add_bases(entry, &mut read)?;
        }
        Ok(read)
    }

    /// Adds the frozen files that a row names, with those below them. A file that is there already
    /// isn't read again: many clones name the same.
    fn add_bases(&self, entry: &Entry, files: &mut HashSet<PathBuf>) -> Result<(), StorageError> {
        for base in entry.bases.iter().map(|base| self.folder.join(base)) {
            if !files.contains(&base) {
                files.extend(files_below(self.resources.vfs.as_ref(), &base, DATA_FILE)?);
                files.insert(base);
            }
        }
        Ok(())
    }

    /// Returns the frozen files right below the data files of a database, as its row has paths.
    pub(crate) fn bases_of(&self, entry: &Entry) -> Result<Vec<String>, StorageError> {
        let files = self.files_of(entry);
        let mut bases = Vec::new();
        for path in files.data_paths() {
            let below = files_below(self.resources.vfs.as_ref(), path, DATA_FILE)?;
            bases.extend(below.first().map(|base| self.stored_path(base)));
        }
        Ok(bases)
    }

    /// Returns a path as rows have it: relative to the instance's folder, if it is there.
    pub(crate) fn stored_path(&self, path: &Path) -> String {
        path.strip_prefix(&self.folder).unwrap_or(path).to_string_lossy().into_owned()
    }

    /// Removes the frozen files that dropped databases left and nobody needs, and the rows of those
    /// databases. A failure is logged; the next start or drop tries again.
    pub(crate) fn remove_left_files(&self) {
        let remove = || -> Result<(), StorageError> {
            let (entries, mut dropped) = (self.registry.entries()?, self.registry.dropped()?);
            // A file that another row names stays, with all below it.
            let named: HashSet<&String> = entries.iter().flat_map(|entry| &entry.bases).collect();
            for entry in dropped.extract_if(.., |entry| entry.bases.iter().all(|base| named.contains(base))) {
                self.registry.delete(entry.id)?;
            }
            if dropped.is_empty() {
                return Ok(());
            }
            let needed = self.needed_files(&entries)?;
            for entry in dropped {
                self.remove_left_by(&entry, &needed)?;
            }
            Ok(())
        };
        if let Err(error) = remove() {
            let text =
                format_args!("Removing files of dropped databases failed: {error}. They stay until the next start.");
            self.error_log().error(LogSource::Server, text);
        }
    }

    fn remove_left_by(&self, dropped: &Entry, needed: &HashSet<PathBuf>) -> Result<(), StorageError> {
        let vfs = self.resources.vfs.as_ref();
        for base in dropped.bases.iter().map(|base| self.folder.join(base)) {
            if !vfs.exists(&base)? {
                continue;
            }
            // From below, so that a crash leaves the headers by which the others are found.
            let left = std::iter::once(base.clone()).chain(files_below(vfs, &base, DATA_FILE)?);
            let left: Vec<PathBuf> = left.filter(|file| !needed.contains(file)).collect();
            for file in left.iter().rev() {
                if vfs.exists(file)? {
                    vfs.remove(file)?;
                }
            }
            if let Some(folder) = base.parent() {
                self.resources.sync_folder(folder)?;
            }
        }
        self.registry.delete(dropped.id)
    }

    /// Returns the frozen files below the data files of all databases. Fails if a database's files
    /// can't be read.
    fn needed_files(&self, entries: &[Entry]) -> Result<HashSet<PathBuf>, StorageError> {
        let (vfs, mut needed) = (self.resources.vfs.as_ref(), HashSet::default());
        for entry in entries {
            self.add_bases(entry, &mut needed)?;
            let files = self.files_of(entry);
            for (path, new) in files.data_paths().zip(files.in_making().data_paths()) {
                // The next opening gives it its name.
                let path = if vfs.exists(path)? { path } else { new };
                match entry.is_unmade && !vfs.exists(path)? {
                    true => {}
                    false => needed.extend(files_below(vfs, path, DATA_FILE)?),
                }
            }
        }
        Ok(needed)
    }

    /// Fails with 40517 if the database shares frozen files with another one. `what` is what would
    /// be done to it. Files that can't be read count as shared with none.
    pub(crate) fn check_shares_no_file(&self, slot: &Slot, what: &str) -> Result<(), SqlError> {
        let shares = |bases: Vec<String>| !bases.is_empty() || !slot.entry().bases.is_empty();
        match self.bases_of(&slot.entry()).is_ok_and(shares) {
            true => Err(unsupported(&format!("{what} of a database that shares data files with a copy"))),
            false => Ok(()),
        }
    }
}
