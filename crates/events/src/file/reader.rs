//! Reads event files, as `sys.fn_xe_file_target_read_file`
//! (`relational-databases/system-functions/sys-fn-xe-file-target-read-file-transact-sql.md`).

use super::FileEnvironment;
use super::format::{BLOCK_HEADER_BYTES, HEADER_BYTES, StoredEvent, header, read_block_header, read_events};
use super::names::matching;
use sluice_base::sync::Arc;
use sluice_types::SqlError;
use sluice_vfs::{Access, Create, Durability, File, FileError, OpenOptions, Vfs};
use std::path::{Path, PathBuf};

/// An event that was read.
pub struct ReadEvent {
    /// The event.
    pub event: StoredEvent,
    /// The file.
    pub path: Arc<str>,
    /// The position of the block that has the event.
    pub offset: u64,
}

/// The events of the files that a path names, in the order of the files' names. A torn block at the
/// end of a file is skipped. An error, for a file that can't be read or is damaged, is the last
/// item.
pub struct FileEvents {
    vfs: Arc<dyn Vfs>,
    files: std::vec::IntoIter<PathBuf>,
    open: Option<OpenFile>,
    /// The events of the last block, in reverse.
    events: Vec<ReadEvent>,
}

struct OpenFile {
    file: Arc<dyn File>,
    path: Arc<str>,
    /// The position of the next block.
    at: u64,
    length: u64,
}

impl FileEvents {
    /// Finds the files. `start` is the first file, and the position of the last block that is
    /// skipped. Fails with 25718 if no file is found or one isn't an event file, and with 25722 if
    /// no block has the position.
    pub fn open(
        environment: &FileEnvironment,
        pattern: &str,
        start: Option<(&str, u64)>,
    ) -> Result<FileEvents, SqlError> {
        let vfs = environment.vfs.clone();
        let mut files = matching(&vfs, &environment.folder, pattern);
        if files.is_empty() {
            return Err(SqlError::event_file_invalid(pattern));
        }
        let mut open = None;
        if let Some((first, offset)) = start {
            let first_path = environment.folder.join(first);
            let place = files.iter().position(|path| *path == first_path);
            let place = place.ok_or_else(|| SqlError::event_file_invalid(first))?;
            files.drain(..=place);
            let mut file = OpenFile::new(&*vfs, &first_path)?;
            file.skip_to(offset)?;
            open = Some(file);
        }
        Ok(FileEvents { vfs, files: files.into_iter(), open, events: Vec::new() })
    }

    /// Reads the next block. Returns false after the last one.
    fn advance(&mut self) -> Result<bool, SqlError> {
        loop {
            if let Some(file) = &mut self.open
                && let Some(mut events) = file.next_block()?
            {
                events.reverse();
                self.events = events;
                return Ok(true);
            }
            let Some(path) = self.files.next() else { return Ok(false) };
            self.open = Some(OpenFile::new(&*self.vfs, &path)?);
        }
    }
}

impl Iterator for FileEvents {
    type Item = Result<ReadEvent, SqlError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.events.is_empty() {
            match self.advance() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    (self.open, self.files) = (None, Vec::new().into_iter());
                    return Some(Err(error));
                }
            }
        }
        self.events.pop().map(Ok)
    }
}

impl OpenFile {
    fn new(vfs: &dyn Vfs, path: &Path) -> Result<OpenFile, SqlError> {
        let name = path.to_string_lossy();
        let invalid = |_| SqlError::event_file_invalid(&name);
        let file = vfs.open(path, OPTIONS).map_err(invalid)?;
        let length = file.len().map_err(invalid)?;
        let mut found = [0; HEADER_BYTES];
        let is_begun = length >= HEADER_BYTES as u64;
        if is_begun {
            file.read_at(&mut found, 0).map_err(invalid)?;
        }
        // A crash may leave a file whose header was not written.
        let is_torn = found == [0; HEADER_BYTES];
        if !is_torn && found != header() {
            return Err(SqlError::event_file_invalid(&name));
        }
        let at = if is_torn { length } else { HEADER_BYTES as u64 };
        Ok(OpenFile { file, path: Arc::from(&*name), at, length })
    }

    /// Goes behind the block at `offset`.
    fn skip_to(&mut self, offset: u64) -> Result<(), SqlError> {
        while self.at <= offset {
            let at = self.at;
            let is_last = self.next_block()?.is_none();
            if at == offset && !is_last {
                return Ok(());
            }
            if is_last {
                break;
            }
        }
        Err(SqlError::event_file_offset_invalid(offset, &self.path))
    }

    /// Returns the events of the next block, or `None` at the file's end. A last block that is
    /// being written or was torn by a crash belongs to the end.
    fn next_block(&mut self) -> Result<Option<Vec<ReadEvent>>, SqlError> {
        let left = self.length.saturating_sub(self.at);
        let mut header = [0; BLOCK_HEADER_BYTES];
        if left < BLOCK_HEADER_BYTES as u64 {
            return Ok(None);
        }
        self.file.read_at(&mut header, self.at).map_err(|error| self.unreadable(&error))?;
        if header == [0; BLOCK_HEADER_BYTES] {
            return Ok(None);
        }
        let header = read_block_header(&header).ok_or_else(|| self.damaged())?;
        let end = self.at + BLOCK_HEADER_BYTES as u64 + header.bytes as u64;
        if end > self.length {
            return Ok(None);
        }
        let mut bytes = vec![0; header.bytes];
        let from = self.at + BLOCK_HEADER_BYTES as u64;
        self.file.read_at(&mut bytes, from).map_err(|error| self.unreadable(&error))?;
        let Some(events) = read_events(&header, &bytes) else {
            return if end == self.length { Ok(None) } else { Err(self.damaged()) };
        };
        let (path, offset) = (&self.path, self.at);
        let events = events.into_iter().map(|event| ReadEvent { event, path: path.clone(), offset }).collect();
        self.at = end;
        Ok(Some(events))
    }

    fn unreadable(&self, error: &FileError) -> SqlError {
        SqlError::event_file_unreadable(error, &self.path)
    }

    fn damaged(&self) -> SqlError {
        SqlError::event_file_damaged(&self.path, self.at)
    }
}

const OPTIONS: OpenOptions =
    OpenOptions { create: Create::Never, access: Access::Buffered, durability: Durability::Deferred };
