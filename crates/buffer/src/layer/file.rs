//! A file over a stack of layers, whose top can be frozen and merged while the file is in use.

use super::PAGE_BYTES;
use super::content::{Content, Layer, read_header};
use super::header::{CloneGuids, Header, invalid};
use sluice_base::sync::{Arc, Mutex, RwLock};
use sluice_vfs::{AlignedBuf, BatchResults, Create, File, FileError, OpenOptions, Vfs};
use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A data file with the layers above it; see the module.
pub struct LayeredFile {
    path: PathBuf,
    options: OpenOptions,
    /// Write-locked while the stack changes, so that no read or write is under way then.
    content: RwLock<Content>,
    /// Admits one freeze or merge at a time.
    changing: Mutex<()>,
}

impl LayeredFile {
    /// Opens the file that `path` names, with all files below it. Completes a freeze or a merge
    /// that was interrupted. Fails if a file below is missing or isn't the frozen one. Pages that
    /// an earlier opening wrote and never synced may be as of the sync before, as after a power
    /// cut.
    pub fn open(vfs: &dyn Vfs, path: &Path, options: OpenOptions) -> Result<Arc<LayeredFile>, FileError> {
        let options = OpenOptions { create: Create::Never, ..options };
        let content = RwLock::new(open_settled(vfs, path, options)?);
        Ok(Arc::new(LayeredFile { path: path.to_owned(), options, content, changing: Mutex::default() }))
    }

    /// Freezes the file's content and puts an empty layer with the id `id` on top. Returns the path
    /// of the frozen file, above which other layers may be made. Waits for reads and writes under
    /// way; the caller sees to it that the content is one to keep. Fails for a file that has
    /// `FREEZE_DEPTH_MAX` layers already.
    ///
    /// The frozen file is made durable, then the new layer beside it, and then both are renamed.
    /// The next opening does the renames that a crash or an error left undone. After an error the
    /// content is the same, with the new layer or without.
    pub fn freeze(&self, vfs: &dyn Vfs, id: u64) -> Result<PathBuf, FileError> {
        let _changing = self.changing.lock();
        let mut content = self.content.write();
        if content.depth() >= FREEZE_DEPTH_MAX {
            return Err(invalid(&self.path, "it has too many layers to be frozen; drop some of its copies"));
        }
        content.sync()?;
        let next = self.settle(vfs, &mut content)?;
        let frozen = free_path(vfs, &self.path)?;
        let (base_id, base_length) = (content.id(), content.len()?);
        let header = Header { id, base_id, base_length, base: frozen.clone(), clone: None };
        let file = make(vfs, &next, &header, self.options)?;
        sync_folder(vfs, &self.path)?;
        vfs.rename(&self.path, &frozen)?;
        // From here on the new layer counts: each opening finds it, whichever of the renames a
        // crash leaves.
        let below = content.clone();
        *content = Content::Layer(Arc::new(Layer::new(header, file, below)));
        sync_folder(vfs, &self.path)?;
        vfs.rename(&next, &self.path)?;
        sync_folder(vfs, &self.path)?;
        Ok(frozen)
    }

    /// Merges the top layer into the file below, which then has the file's path. Returns false if
    /// there is no layer, or if it is the lowest of a clone. The caller knows that nothing else
    /// reads the file below. Reads and writes go on until the last pages are copied. After an error
    /// the layer stays, whole.
    pub fn merge(&self, vfs: &dyn Vfs) -> Result<bool, FileError> {
        let _changing = self.changing.lock();
        self.settle_synced(vfs)?;
        let Content::Layer(top) = self.content.read().clone() else { return Ok(false) };
        if top.is_lowest_of_clone() {
            return Ok(false);
        }
        let merged = self.merge_top(vfs, &top);
        top.end_merge();
        merged.map(|()| true)
    }

    fn merge_top(&self, vfs: &dyn Vfs, top: &Layer) -> Result<(), FileError> {
        top.merge_pages()?;
        let mut content = self.content.write();
        top.merge_rest()?;
        top.retire()?;
        // From here on each opening reads the file below, under either name.
        *content = top.below().clone();
        vfs.rename(top.base(), &self.path)?;
        sync_folder(vfs, &self.path)
    }

    fn settle_synced(&self, vfs: &dyn Vfs) -> Result<(), FileError> {
        if vfs.exists(&next_top(&self.path))? {
            let mut content = self.content.write();
            content.sync()?;
            self.settle(vfs, &mut content)?;
        }
        Ok(())
    }

    /// Completes an earlier freeze that failed, and removes the new top of a freeze or a revert
    /// that never came into use. Returns the path of the next new top. The content is synced.
    fn settle(&self, vfs: &dyn Vfs, content: &mut Content) -> Result<PathBuf, FileError> {
        let next = next_top(&self.path);
        if vfs.exists(&next)? {
            *content = open_settled(vfs, &self.path, self.options)?;
            if vfs.exists(&next)? {
                vfs.remove(&next)?;
            }
        }
        Ok(next)
    }

    /// Returns the number of layers above the data file.
    pub fn depth(&self) -> usize {
        self.content.read().depth()
    }

    /// Whether the file has so few layers that it can be frozen.
    pub fn can_be_frozen(&self) -> bool {
        self.depth() < FREEZE_DEPTH_MAX
    }

    /// Returns the path of the file below the top, if there is a layer.
    pub fn base(&self) -> Option<PathBuf> {
        match &*self.content.read() {
            Content::Plain(_) => None,
            Content::Layer(top) => Some(top.base().to_owned()),
        }
    }

    /// Whether the file has become longer than the file below the top.
    pub fn has_grown(&self) -> bool {
        match &*self.content.read() {
            Content::Plain(_) => false,
            Content::Layer(top) => top.has_grown(),
        }
    }
}

impl File for LayeredFile {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        self.content.read().read(buf, offset)
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        self.content.read().write_batch(&[(offset, buf)]).whole()
    }

    fn read_batch(&self, reads: &mut [(u64, &mut [u8])]) -> BatchResults {
        self.content.read().read_batch(reads)
    }

    fn write_batch(&self, writes: &[(u64, &[u8])]) -> BatchResults {
        self.content.read().write_batch(writes)
    }

    fn sync(&self) -> Result<(), FileError> {
        self.content.read().sync()
    }

    fn len(&self) -> Result<u64, FileError> {
        self.content.read().len()
    }

    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        self.content.read().allocate(offset, length)
    }

    fn truncate(&self, length: u64) -> Result<(), FileError> {
        self.content.read().truncate(length)
    }

    fn bytes_on_disk(&self) -> Result<u64, FileError> {
        self.content.read().bytes_on_disk()
    }

    fn sector_size(&self) -> u32 {
        self.content.read().file().sector_size()
    }

    fn is_direct(&self) -> bool {
        self.content.read().file().is_direct()
    }

    fn takes_room_for_rewrites(&self) -> bool {
        self.depth() > 0
    }

    fn path(&self) -> &Path {
        &self.path
    }
}

/// Creates the file `path` as an empty layer with the id `id` above the file `base`, which must not
/// be written any more. Durable on return.
pub fn create_layer(vfs: &dyn Vfs, path: &Path, base: &Path, id: u64, options: OpenOptions) -> Result<(), FileError> {
    let below = Content::open(vfs, base, OpenOptions { create: Create::Never, ..options })?;
    let (base_id, base_length) = (below.id(), below.len()?);
    let header = Header { id, base_id, base_length, base: base.to_owned(), clone: None };
    make(vfs, path, &header, options)?;
    sync_folder(vfs, path)
}

/// Makes the layer file `path`, which is not in use, the lowest of a clone: from its next opening
/// on, pages of the database `clone.below` in it and below it count as pages of `clone.own`.
/// Durable on return. Fails if the file isn't a layer.
pub fn adopt_pages(vfs: &dyn Vfs, path: &Path, clone: CloneGuids, options: OpenOptions) -> Result<(), FileError> {
    let file = vfs.open(path, OpenOptions { create: Create::Never, ..options })?;
    let header = read_header(&*file)?.ok_or_else(|| invalid(path, "it is no layer"))?;
    file.write_at(&Header { clone: Some(clone), ..header }.encode(path)?, 0)?;
    file.sync()
}

/// Returns the paths of the files below the database's file `path`, the highest first. Changes no
/// file. Fails if one can't be read; a file that is missing below another one ends the list, since
/// files that nothing reads are removed from below.
pub fn files_below(vfs: &dyn Vfs, path: &Path, options: OpenOptions) -> Result<Vec<PathBuf>, FileError> {
    let options = OpenOptions { create: Create::Never, ..options };
    let mut below = Vec::new();
    let mut next = read_header(&*vfs.open(path, options)?)?;
    while let Some(header) = next.filter(|_| below.len() < BELOW_MAX) {
        let is_there = vfs.exists(&header.base)?;
        next = if is_there { read_header(&*vfs.open(&header.base, options)?)? } else { None };
        below.push(header.base);
    }
    Ok(below)
}

/// Gives the database's file `path` the content of the file `snapshot`, which is a layer above one
/// of the layers below `path`: a new layer with the id `id` has a copy of that layer's pages, and
/// replaces the top. The pages `kept` stay as they are. Durable on return. A crash leaves the
/// content before or after, and the call can be repeated. Neither file may be open for writing.
/// Fails if `snapshot` isn't a layer, or its base isn't below `path`.
pub fn revert(
    vfs: &dyn Vfs,
    (path, id): (&Path, u64),
    snapshot: &Path,
    kept: Range<u64>,
    options: OpenOptions,
) -> Result<(), FileError> {
    let options = OpenOptions { create: Create::Never, ..options };
    let now = LayeredFile::open(vfs, path, options)?.content.read().clone();
    let Content::Layer(source) = Content::open(vfs, snapshot, options)? else {
        return Err(invalid(snapshot, "it is no layer"));
    };
    if !now.has_below(source.below().id()) {
        return Err(invalid(snapshot, "it is a layer above another database's file"));
    }
    let next = next_top(path);
    // An earlier attempt left it.
    if vfs.exists(&next)? {
        vfs.remove(&next)?;
    }
    let header = source.header_for(id);
    let file = create(vfs, &next, &header, options)?;
    let layer = Arc::new(Layer::new(header, file, source.below().clone()));
    let top = Content::Layer(layer.clone());
    source.copy_to(&top)?;
    let mut bytes = AlignedBuf::zeroed(((kept.end - kept.start) * PAGE_BYTES) as usize);
    now.read(&mut bytes, kept.start * PAGE_BYTES)?;
    top.write_batch(&[(kept.start * PAGE_BYTES, &bytes)]).whole()?;
    layer.complete()?;
    sync_folder(vfs, path)?;
    vfs.rename(&next, path)?;
    sync_folder(vfs, path)
}

/// Creates a layer file, durable but for its name.
fn make(vfs: &dyn Vfs, path: &Path, header: &Header, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
    let file = create(vfs, path, header, options)?;
    file.sync()?;
    Ok(file)
}

/// Creates a layer file and writes its header. Panics for the id 0.
fn create(vfs: &dyn Vfs, path: &Path, header: &Header, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
    assert!(header.id != 0, "0 stands for a data file");
    let bytes = header.encode(path)?;
    let file = vfs.open(path, OpenOptions { create: Create::New, ..options })?;
    file.write_at(&bytes, 0)?;
    Ok(file)
}

/// Opens the content of `path`. Does the renames that an interrupted freeze or merge left undone.
fn open_settled(vfs: &dyn Vfs, path: &Path, options: OpenOptions) -> Result<Content, FileError> {
    complete_freeze(vfs, path, options)?;
    let (content, from) = Content::open_from(vfs, path, options)?;
    if from == path {
        return Ok(content);
    }
    // A merge has retired the top.
    vfs.rename(&from, path)?;
    sync_folder(vfs, path)?;
    Content::open(vfs, path, options)
}

/// Does the renames of an interrupted freeze of `path`. It ended after the first one if the path
/// has no file. It ended before, or a power cut has undone the first one, if the new top names a
/// file below that doesn't exist. Another new top is of no use.
fn complete_freeze(vfs: &dyn Vfs, path: &Path, options: OpenOptions) -> Result<(), FileError> {
    let next = next_top(path);
    if !vfs.exists(&next)? {
        return Ok(());
    }
    if vfs.exists(path)? {
        let Some(frozen) = pending_freeze(vfs, path, options)? else { return Ok(()) };
        vfs.rename(path, &frozen)?;
    }
    // In the other order a crash could leave the top without the file below it.
    sync_folder(vfs, path)?;
    vfs.rename(&next, path)?;
    sync_folder(vfs, path)
}

/// Returns the path that a freeze would have given to the file at `path`, if the new top beside it
/// was made for that file.
fn pending_freeze(vfs: &dyn Vfs, path: &Path, options: OpenOptions) -> Result<Option<PathBuf>, FileError> {
    let file = vfs.open(&next_top(path), options)?;
    // Without a sound header the new top was never complete.
    let Ok(Some(header)) = read_header(&*file) else { return Ok(None) };
    if vfs.exists(&header.base)? || Content::open(vfs, path, options)?.id() != header.base_id {
        return Ok(None);
    }
    // The sync of the header may have failed: only what is written again is durable after a sync.
    file.write_at(&header.encode(path)?, 0)?;
    file.sync()?;
    Ok(Some(header.base))
}

/// Returns the length of the database's file at `path`, and its bytes on disk. Changes no file, so
/// another opening may be in use.
pub fn lengths(vfs: &dyn Vfs, path: &Path, options: OpenOptions) -> Result<(u64, u64), FileError> {
    let content = Content::open(vfs, path, OpenOptions { create: Create::Never, ..options })?;
    Ok((content.len()?, content.bytes_on_disk()?))
}

/// Returns the path of the new top during a freeze of `path`.
fn next_top(path: &Path) -> PathBuf {
    with_suffix(path, ".top")
}

/// Returns a path beside `path` that no file has, for a file to be frozen.
fn free_path(vfs: &dyn Vfs, path: &Path) -> Result<PathBuf, FileError> {
    for number in 1..u32::MAX {
        let frozen = with_suffix(path, &format!(".layer{number}"));
        if !vfs.exists(&frozen)? {
            return Ok(frozen);
        }
    }
    Err(invalid(path, "it has too many layers"))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

fn sync_folder(vfs: &dyn Vfs, path: &Path) -> Result<(), FileError> {
    vfs.sync_dir(path.parent().unwrap_or(Path::new("")))
}

/// A bound for files whose headers name each other. No opening reads as many.
const BELOW_MAX: usize = 1000;
/// The number of layers from which a file isn't frozen. Openings read some more, so each file above
/// a frozen one can be opened.
pub const FREEZE_DEPTH_MAX: usize = 60;
