//! The files of a database that isn't open, for the views over all databases.

use crate::instance::Instance;
use crate::life::shown_of;
use crate::slot::Slot;
use crate::storage::DATA_FILE;
use sluice_access as access;
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::FileId;
use sluice_buffer::layer;
use sluice_table::{DatabaseFile, DatabaseOptions, FileFacts, FileKind};
use sluice_vfs::Vfs;
use sluice_wal::PERSISTED_BUFFER_BYTES;

impl Instance {
    /// Returns the files of a slot's database without opening it: their lengths from the file
    /// system, the log's growth from its header, and the rest from master's row. Returns nothing if
    /// the database is open. A file that can't be read counts as empty.
    pub(crate) fn closed_files(&self, slot: &Slot) -> Vec<FileFacts> {
        if slot.database().is_some() {
            return Vec::new();
        }
        let entry = slot.entry();
        let options = &entry.options;
        let paths = self.files_of(&entry);
        let files = self.resources.files_of(options.first_name.as_ref().unwrap_or(&entry.name), &paths);
        let mut files = shown_of(options, files);
        options.name_files(&mut files);
        let described = |file: DatabaseFile| {
            let vfs = self.resources.vfs.as_ref();
            let lengths = match file.kind {
                FileKind::Rows => layer::lengths(vfs, &file.path, DATA_FILE),
                FileKind::Log | FileKind::LogBuffer => {
                    vfs.open(&file.path, DATA_FILE).and_then(|log| log.len()).map(|bytes| (bytes, bytes))
                }
            };
            // As in an open database, a file whose length can't be read counts as empty.
            let (bytes, bytes_on_disk) = lengths.unwrap_or((0, 0));
            let (growth, max_bytes) = match file.kind {
                FileKind::Rows => growth_of(options, file.id, bytes),
                FileKind::Log => self.resources.log_growth(&paths, entry.guid),
                FileKind::LogBuffer => (FileGrowth::Bytes(0), PERSISTED_BUFFER_BYTES),
            };
            let is_read_only = file.filegroup.is_some_and(|id| options.data_files.is_read_only(id));
            let is_sparse = options.snapshot_of.is_some();
            FileFacts { file, bytes, bytes_on_disk, growth, max_bytes, is_read_only, is_sparse }
        };
        files.into_iter().map(described).collect()
    }
}

/// Returns the growth step and the greatest length of a data file that has `bytes`.
fn growth_of(options: &DatabaseOptions, id: FileId, bytes: u64) -> (FileGrowth, u64) {
    let (growth, max_bytes) = match options.data_files.file(id) {
        Some(file) => (file.growth, file.max_bytes),
        None => (options.data_growth, Some(options.data_bytes_max())),
    };
    (growth.unwrap_or_else(|| access::default_growth(bytes)), max_bytes.unwrap_or(u64::MAX))
}
