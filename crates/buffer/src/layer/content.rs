//! The content of a layered file: a data file, or a layer above another content.

use super::header::{CloneGuids, Header, invalid};
use super::presence::Presence;
use super::{GROUP_PAGES, PAGE_BYTES, physical};
use crate::page::{self, PAGE_SIZE};
use sluice_base::sync::{Arc, Mutex, RwLock};
use sluice_vfs::{AlignedBuf, BatchResults, File, FileError, OpenOptions, Operation, Vfs};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// A data file, or the top of a stack.
#[derive(Clone)]
pub(super) enum Content {
    Plain(Arc<dyn File>),
    Layer(Arc<Layer>),
}

/// An open layer.
pub(super) struct Layer {
    header: Header,
    file: Arc<dyn File>,
    below: Content,
    presence: RwLock<Presence>,
    /// Admits one sync at a time, so that map pages are written in the order of their sequences.
    sync_turn: Mutex<()>,
}

impl Content {
    /// Opens the file `path` with the files below it.
    pub(super) fn open(vfs: &dyn Vfs, path: &Path, options: OpenOptions) -> Result<Content, FileError> {
        Content::open_from(vfs, path, options).map(|(content, _)| content)
    }

    /// Does the same, and returns the path of the file on top: another one than `path` if that has
    /// a retired layer.
    pub(super) fn open_from(vfs: &dyn Vfs, path: &Path, options: OpenOptions) -> Result<(Content, PathBuf), FileError> {
        Content::open_at(vfs, path, options, DEPTH_MAX)
    }

    fn open_at(
        vfs: &dyn Vfs,
        path: &Path,
        options: OpenOptions,
        depth: usize,
    ) -> Result<(Content, PathBuf), FileError> {
        let file = vfs.open(path, options)?;
        let Some(mut header) = read_header(&*file)? else { return Ok((Content::Plain(file), path.to_owned())) };
        if depth == 0 {
            return Err(invalid(path, "it has too many layers below it"));
        }
        let (below, from) = Content::open_at(vfs, &header.base, options, depth - 1)?;
        let length = below.len()?;
        if below.id() != header.base_id || length < header.base_length {
            let what = format!("it is a layer above another file than '{}'; put that file back", header.base.display());
            return Err(invalid(path, &what));
        }
        // A freeze that failed left the file in use, and a merge makes it longer.
        header.base_length = length;
        let presence = Presence::read(&*file, header.id, length)?;
        if presence.is_retired() {
            return Ok((below, from));
        }
        let presence = RwLock::new(presence);
        let layer = Layer { header, file, below, presence, sync_turn: Mutex::default() };
        Ok((Content::Layer(Arc::new(layer)), path.to_owned()))
    }

    /// Returns the layer's id, or 0 for a data file.
    pub(super) fn id(&self) -> u64 {
        match self {
            Content::Plain(_) => 0,
            Content::Layer(layer) => layer.header.id,
        }
    }

    /// Returns the number of layers.
    pub(super) fn depth(&self) -> usize {
        match self {
            Content::Plain(_) => 0,
            Content::Layer(layer) => 1 + layer.below.depth(),
        }
    }

    /// Whether the content with this id, 0 for the data file, is below the top.
    pub(super) fn has_below(&self, id: u64) -> bool {
        match self {
            Content::Plain(_) => false,
            Content::Layer(layer) => layer.below.id() == id || layer.below.has_below(id),
        }
    }

    /// Returns the file that is written.
    pub(super) fn file(&self) -> &Arc<dyn File> {
        match self {
            Content::Plain(file) => file,
            Content::Layer(layer) => &layer.file,
        }
    }

    /// Returns the length of the database's file in bytes.
    pub(super) fn len(&self) -> Result<u64, FileError> {
        match self {
            Content::Plain(file) => file.len(),
            Content::Layer(layer) => Ok(layer.presence.read().length()),
        }
    }

    /// Returns the number of bytes that the file on top takes on the disk.
    pub(super) fn bytes_on_disk(&self) -> Result<u64, FileError> {
        match self {
            Content::Plain(file) => file.bytes_on_disk(),
            // The header, the maps and the pages.
            Content::Layer(layer) => Ok((1 + layer.presence.read().stored_pages()) * PAGE_BYTES),
        }
    }

    /// Reads the bytes at `offset`: those that a layer has from the layer, others from below it.
    pub(super) fn read(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        match self {
            Content::Plain(file) => file.read_at(buf, offset),
            Content::Layer(layer) => layer.read(buf, offset),
        }
    }

    /// Reads parts as a batch. The parts of a layer are read one after another, since each may be
    /// in several files.
    pub(super) fn read_batch(&self, reads: &mut [(u64, &mut [u8])]) -> BatchResults {
        match self {
            Content::Plain(file) => file.read_batch(reads),
            Content::Layer(layer) => reads.iter_mut().map(|(offset, buf)| layer.read(buf, *offset)).collect(),
        }
    }

    /// Writes parts as a batch, always to the file on top.
    pub(super) fn write_batch(&self, writes: &[(u64, &[u8])]) -> BatchResults {
        match self {
            Content::Plain(file) => file.write_batch(writes),
            Content::Layer(layer) => layer.write_batch(writes),
        }
    }

    /// Reserves disk space for a range of the file on top, and makes the database's file at least
    /// so long.
    pub(super) fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        match self {
            Content::Plain(file) => file.allocate(offset, length),
            Content::Layer(layer) => layer.allocate(offset, length),
        }
    }

    /// Cuts a data file off. A layer can't be cut off, since the file below it keeps its pages:
    /// fails with kind `Unsupported`.
    pub(super) fn truncate(&self, length: u64) -> Result<(), FileError> {
        match self {
            Content::Plain(file) => file.truncate(length),
            Content::Layer(layer) => {
                let error = Error::new(ErrorKind::Unsupported, "a file with layers is not cut off");
                Err(FileError::new(Operation::Length, layer.file.path(), error))
            }
        }
    }

    /// Makes all writes to the file on top durable, with the layer's maps.
    pub(super) fn sync(&self) -> Result<(), FileError> {
        match self {
            Content::Plain(file) => file.sync(),
            Content::Layer(layer) => layer.sync(),
        }
    }
}

impl Layer {
    /// Returns a new layer without a page, whose file and header are durable.
    pub(super) fn new(header: Header, file: Arc<dyn File>, below: Content) -> Layer {
        let presence = RwLock::new(Presence::new(header.id, header.base_length));
        Layer { header, file, below, presence, sync_turn: Mutex::default() }
    }

    /// Returns the path of the file below.
    pub(super) fn base(&self) -> &Path {
        &self.header.base
    }

    /// Whether the layer is longer than the content below.
    pub(super) fn has_grown(&self) -> bool {
        self.presence.read().length() > self.header.base_length
    }

    /// Returns the content below.
    pub(super) fn below(&self) -> &Content {
        &self.below
    }

    fn read(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        let Some(clone) = self.header.clone else { return self.read_stored(buf, offset) };
        let (first, end) = (offset / PAGE_BYTES * PAGE_BYTES, (offset + buf.len() as u64).next_multiple_of(PAGE_BYTES));
        if (first, end - first) == (offset, buf.len() as u64) {
            self.read_stored(buf, offset)?;
            buf.chunks_exact_mut(PAGE_SIZE).for_each(|page| adopt(page, clone));
            return Ok(());
        }
        // Only whole pages have a checksum.
        let mut pages = AlignedBuf::zeroed((end - first) as usize);
        self.read_stored(&mut pages, first)?;
        pages.chunks_exact_mut(PAGE_SIZE).for_each(|page| adopt(page, clone));
        let from = (offset - first) as usize;
        buf.copy_from_slice(&pages[from..from + buf.len()]);
        Ok(())
    }

    /// Reads pages as they are stored: those of a clone's source have its guid.
    fn read_stored(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        let length = buf.len() as u64;
        if offset + length > self.presence.read().length() {
            let error = Error::from(ErrorKind::UnexpectedEof);
            return Err(FileError::at(Operation::Read, self.file.path(), offset, length, error));
        }
        let mut done = 0;
        while done < length {
            let at = offset + done;
            let (is_present, run) = self.presence.read().run(at, length - done);
            let part = &mut buf[done as usize..(done + run) as usize];
            match is_present {
                true => self.file.read_at(part, physical(at))?,
                false => self.read_below(part, at)?,
            }
            done += run;
        }
        Ok(())
    }

    /// Reads pages that the layer doesn't have. Beyond the content below they are zero.
    fn read_below(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        let there = self.header.base_length.saturating_sub(offset).min(buf.len() as u64);
        let (below, beyond) = buf.split_at_mut(there as usize);
        beyond.fill(0);
        if below.is_empty() { Ok(()) } else { self.below.read(below, offset) }
    }

    /// Writes whole pages. The pages of a part count as written, for readers, when all of them are.
    fn write_batch(&self, writes: &[(u64, &[u8])]) -> BatchResults {
        let mut in_file = Vec::with_capacity(writes.len());
        let begun: Vec<Result<usize, FileError>> = writes
            .iter()
            .map(|(offset, bytes)| {
                let first = in_file.len();
                self.check_whole(*offset, bytes.len() as u64)?;
                in_file.extend(pieces(*offset, bytes.len() as u64).map(|(at, run)| {
                    let from = (at - offset) as usize;
                    (physical(at), &bytes[from..from + run as usize])
                }));
                Ok(in_file.len() - first)
            })
            .collect();
        let mut results = self.file.write_batch(&in_file).into_iter();
        let mut presence = self.presence.write();
        let ended = begun.into_iter().zip(writes).map(|(count, (offset, bytes))| -> Result<(), FileError> {
            results.by_ref().take(count?).collect::<BatchResults>().whole()?;
            presence.add(*offset, bytes.len() as u64);
            Ok(())
        });
        ended.collect()
    }

    fn check_whole(&self, offset: u64, length: u64) -> Result<(), FileError> {
        if offset.is_multiple_of(PAGE_BYTES) && length.is_multiple_of(PAGE_BYTES) {
            return Ok(());
        }
        let error = Error::new(ErrorKind::InvalidInput, "a layer is written in whole pages");
        Err(FileError::at(Operation::Write, self.file.path(), offset, length, error))
    }

    /// Reserves space for the part of the range that nothing below has.
    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        let end = offset + length;
        let from = offset.max(self.header.base_length);
        for (at, run) in pieces(from, end.saturating_sub(from)) {
            self.file.allocate(physical(at), run)?;
        }
        self.presence.write().extend(end);
        Ok(())
    }

    /// Makes the pages written so far durable, then the map that names them (rule 2 of the layers).
    fn sync(&self) -> Result<(), FileError> {
        let _turn = self.sync_turn.lock();
        let maps = self.presence.write().take_unsaved();
        let synced = self.file.sync().and_then(|()| match maps.is_empty() {
            true => Ok(()),
            false => {
                let writes: Vec<(u64, &[u8])> = maps.iter().map(|map| (map.offset, &*map.bytes)).collect();
                self.file.write_batch(&writes).whole()?;
                self.file.sync()
            }
        });
        if synced.is_err() {
            self.presence.write().not_saved(&maps);
        }
        synced
    }

    /// Makes a layer durable that is not in use yet, with its header. Unlike [`Layer::sync`], needs
    /// one sync: a crash before it leaves a file that nobody reads.
    pub(super) fn complete(&self) -> Result<(), FileError> {
        let maps = self.presence.write().take_unsaved();
        let writes: Vec<(u64, &[u8])> = maps.iter().map(|map| (map.offset, &*map.bytes)).collect();
        self.file.write_batch(&writes).whole()?;
        self.file.sync()
    }

    /// Copies the layer's pages into the content below and makes them durable there. Writes to the
    /// layer may go on; [`Layer::merge_rest`] copies those.
    pub(super) fn merge_pages(&self) -> Result<(), FileError> {
        let pages = self.presence.write().begin_merge();
        self.copy_down(&pages)
    }

    /// Copies the pages written since [`Layer::merge_pages`], and gives the content below the
    /// layer's length. The caller keeps writers out.
    pub(super) fn merge_rest(&self) -> Result<(), FileError> {
        let (pages, length) = {
            let mut presence = self.presence.write();
            (presence.take_since_merge(), presence.length())
        };
        let below = self.below.len()?;
        if length > below {
            self.below.allocate(below, length - below)?;
        }
        self.copy_down(&pages)
    }

    /// Makes durable that the layer is not read any more, since the content below has its pages. If
    /// that fails, an opening may or may not read the layer, until the next sync: both have all
    /// pages synced so far.
    pub(super) fn retire(&self) -> Result<(), FileError> {
        let _turn = self.sync_turn.lock();
        let map = self.presence.write().retired();
        let retired = self.file.write_at(&map.bytes, map.offset).and_then(|()| self.file.sync());
        if retired.is_err() {
            self.presence.write().not_saved(&[map]);
        }
        retired
    }

    /// Ends a merge, whatever came of it.
    pub(super) fn end_merge(&self) {
        self.presence.write().end_merge();
    }

    fn copy_down(&self, pages: &[u64]) -> Result<(), FileError> {
        self.copy(pages, &self.below)?;
        self.below.sync()
    }

    /// Copies the layer's pages and length to a new layer above the same content.
    pub(super) fn copy_to(&self, other: &Content) -> Result<(), FileError> {
        let (pages, length) = {
            let presence = self.presence.read();
            (presence.pages(), presence.length())
        };
        if length > self.header.base_length {
            other.allocate(self.header.base_length, length - self.header.base_length)?;
        }
        self.copy(&pages, other)
    }

    /// Whether the layer is the lowest of a clone, so that the file below is another database's.
    pub(super) fn is_lowest_of_clone(&self) -> bool {
        self.header.clone.is_some()
    }

    /// Returns the header of another layer, with the id `id`, above the same content.
    pub(super) fn header_for(&self, id: u64) -> Header {
        Header { id, ..self.header.clone() }
    }

    fn copy(&self, pages: &[u64], to: &Content) -> Result<(), FileError> {
        let mut buf = AlignedBuf::zeroed(pages.len().clamp(1, MERGE_PAGES) * PAGE_SIZE);
        for run in pages.chunk_by(|one, next| one + 1 == *next).flat_map(|run| run.chunks(MERGE_PAGES)) {
            let (part, offset) = (&mut buf[..run.len() * PAGE_SIZE], run[0] * PAGE_BYTES);
            self.read(part, offset)?;
            to.write_batch(&[(offset, part)]).whole()?;
        }
        Ok(())
    }
}

/// Gives a whole page of the database below a clone the guid of the clone, as rule 7 of the layers
/// has it. A damaged page stays as it is, so that its reader finds the damage.
fn adopt(page: &mut [u8], clone: CloneGuids) {
    if page::guid(page) == clone.below && page::stored_checksum(page) == page::checksum(page) {
        page::set_guid(page, clone.own);
        page::seal(page);
    }
}

/// Reads the header of a layer. Returns `None` if the file isn't a layer.
pub(super) fn read_header(file: &dyn File) -> Result<Option<Header>, FileError> {
    if file.len()? < PAGE_BYTES {
        return Ok(None);
    }
    let mut bytes = AlignedBuf::zeroed(PAGE_SIZE);
    file.read_at(&mut bytes, 0)?;
    Header::decode(&bytes, file.path())
}

/// Splits a range at the groups' ends.
fn pieces(offset: u64, length: u64) -> impl Iterator<Item = (u64, u64)> {
    let end = offset + length;
    let next = |at: u64| (at / PAGE_BYTES / GROUP_PAGES + 1) * GROUP_PAGES * PAGE_BYTES;
    let starts = std::iter::successors(Some(offset), move |at| Some(next(*at)));
    starts.take_while(move |at| *at < end).map(move |at| (at, next(at).min(end) - at))
}

/// The number of pages that a merge copies at a time.
const MERGE_PAGES: usize = 64;
/// The number of layers that a file may have below it.
const DEPTH_MAX: usize = 64;
