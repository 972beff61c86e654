//! The file system in memory.
//!
//! Lock order: the tree, then a file. A crash marks the device dead under the tree's lock and then
//! visits each file. A call that found the device alive under a file's lock is part of the
//! surviving state; a later call fails.

use super::crash::CrashMode;
use super::handle::{CachedMemory, MemFile, MemLock, MemMapping, MemPersistentMemory};
use super::node::Device;
use super::rng::Rng;
use super::tree::Tree;
use crate::error::{FileError, Operation};
use crate::file::{BootId, Create, File, FileLock, MappedFile, OpenOptions, Vfs};
use crate::persistent::{Persistence, PersistentMemory, no_dax};
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex};
use std::io;
use std::path::{Path, PathBuf};

/// Properties of a [`MemFs`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemOptions {
    /// Together with the number of crashes so far, determines the data that survives a crash.
    pub seed: u64,
    /// Bytes of space for files, allocated in units of 4 KB. The disk is full beyond this limit.
    pub capacity: u64,
    /// The result of [`File::sector_size`], and the unit that a power cut never tears: a power of
    /// two, 512 to 4,096 bytes.
    pub sector_size: u32,
    /// The unit that a power cut during a write may destroy whole, bytes beside the write included:
    /// a power of two, `sector_size` to 4,096 bytes. A device whose sectors are powersafe has
    /// `sector_size` here.
    pub rewrite_bytes: u32,
    /// Whether the state after a power cut is tracked. Otherwise unsynced writes cost nothing
    /// extra, and a power cut leaves empty files.
    pub crashable: bool,
    /// Whether the files are on persistent memory, which [`Vfs::map_persistent`] maps.
    pub has_dax: bool,
}

impl MemOptions {
    /// Returns the options of a crashable device with powersafe sectors of 512 bytes and unlimited
    /// space.
    pub fn powersafe(seed: u64) -> MemOptions {
        MemOptions { seed, capacity: u64::MAX, sector_size: 512, rewrite_bytes: 512, crashable: true, has_dax: true }
    }
}

/// A file system in memory that can crash. Initially it contains only the topmost folder. Its
/// direct handles report direct I/O. Handles of a file share its content. Opened files stay usable
/// after removal, as on Unix.
pub struct MemFs {
    device: Arc<Device>,
    tree: Mutex<Tree>,
    options: MemOptions,
    crashes: AtomicU64,
}

impl MemFs {
    /// Returns a crashable file system with sectors of 512 bytes and unlimited space.
    pub fn new(seed: u64) -> MemFs {
        MemFs::with_options(MemOptions::powersafe(seed))
    }

    /// Returns a crashable file system with unlimited space, whose sectors of 512 bytes are not
    /// powersafe: the device rewrites 4,096 bytes for each.
    pub fn rewriting(seed: u64) -> MemFs {
        MemFs::with_options(MemOptions { rewrite_bytes: 4096, ..MemOptions::powersafe(seed) })
    }

    /// Returns a file system with `capacity` bytes of room for an instance that leaves nothing
    /// behind: no state is tracked for power cuts. Its sectors have 4,096 bytes, and it has no
    /// persistent memory.
    pub fn volatile(capacity: u64) -> MemFs {
        let options = MemOptions { sector_size: 4096, rewrite_bytes: 4096, ..MemOptions::powersafe(0) };
        MemFs::with_options(MemOptions { capacity, crashable: false, has_dax: false, ..options })
    }

    /// Returns a file system with these options.
    pub fn with_options(options: MemOptions) -> MemFs {
        let device = Arc::new(Device::new(options.sector_size, options.rewrite_bytes, options.capacity));
        MemFs { device, tree: Mutex::new(Tree::new()), options, crashes: AtomicU64::new(0) }
    }

    /// Stops this file system, whose handles all fail from now on, and returns the surviving file
    /// system. Its locks are free. The seed and the number of earlier crashes determine the
    /// surviving data.
    pub fn crash(&self, mode: CrashMode) -> MemFs {
        self.crash_seeded(self.next_seed(), mode)
    }

    /// Does the same as [`MemFs::crash`] with a seed for this crash alone.
    pub fn crash_seeded(&self, seed: u64, mode: CrashMode) -> MemFs {
        let tree = self.tree.lock();
        self.device.dead.store(true, Ordering::SeqCst);
        self.survivor(&tree, seed, mode)
    }

    /// Returns the file system that a crash at this moment would leave. This file system continues.
    pub fn crash_copy(&self, seed: u64, mode: CrashMode) -> MemFs {
        self.survivor(&self.tree.lock(), seed, mode)
    }

    /// Drops the bytes of a file that wait for a sync, as a system may do after a failed sync: they
    /// stay readable, and no later sync makes them durable. Only another write of the 4 KB around
    /// them does. Does nothing if there is no such file.
    pub fn lose_unsynced(&self, path: &Path) {
        if let Some(node) = self.tree.lock().node(path) {
            node.lose_unsynced();
        }
    }

    /// Returns the bytes of space that files with a name use, in units of 4 KB. Reserved space is
    /// included, holes are not.
    pub fn bytes_taken(&self) -> u64 {
        self.device.bytes_taken()
    }

    fn next_seed(&self) -> u64 {
        let crash = self.crashes.fetch_add(1, Ordering::Relaxed);
        Rng::new(self.options.seed ^ Rng::new(crash).next()).next()
    }

    fn survivor(&self, tree: &Tree, seed: u64, mode: CrashMode) -> MemFs {
        let mut rng = Rng::new(seed);
        let device = Arc::new(self.device.successor(mode));
        let tree = Mutex::new(tree.survivor(mode, &mut rng, &device));
        let options = MemOptions { seed: rng.next(), ..self.options };
        MemFs { device, tree, options, crashes: AtomicU64::new(0) }
    }

    /// Runs `call` on the tree if the device is alive.
    fn with_tree<R>(
        &self,
        operation: Operation,
        path: &Path,
        call: impl FnOnce(&mut Tree, &Device) -> io::Result<R>,
    ) -> Result<R, FileError> {
        let mut tree = self.tree.lock();
        let result = self.device.alive().and_then(|()| call(&mut tree, &self.device));
        result.map_err(|source| FileError::new(operation, path, source))
    }
}

impl Vfs for MemFs {
    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        let tracked = self.options.crashable;
        let node =
            self.with_tree(Operation::Open, path, |tree, device| tree.open(device, path, options.create, tracked))?;
        Ok(Arc::new(MemFile { node, device: self.device.clone(), path: path.to_owned(), options }))
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn FileLock>, FileError> {
        let tracked = self.options.crashable;
        let lock = self.with_tree(Operation::Lock, path, |tree, device| {
            MemLock::take(tree.open(device, path, Create::IfMissing, tracked)?)
        })?;
        Ok(Box::new(lock))
    }

    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        self.with_tree(Operation::Exists, path, |tree, _| Ok(tree.exists(path)))
    }

    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
        self.with_tree(Operation::List, folder, |tree, _| tree.list(folder))
    }

    fn create_dir_all(&self, folder: &Path) -> Result<(), FileError> {
        self.with_tree(Operation::MakeFolder, folder, |tree, _| tree.create_dir_all(folder))
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        self.with_tree(Operation::Rename, from, |tree, device| tree.rename(device, from, to))
    }

    fn remove(&self, path: &Path) -> Result<(), FileError> {
        self.with_tree(Operation::Remove, path, |tree, device| tree.remove(device, path))
    }

    fn sync_dir(&self, folder: &Path) -> Result<(), FileError> {
        self.with_tree(Operation::Sync, folder, |tree, _| tree.sync_dir(folder))
    }

    fn map(&self, path: &Path, bytes: usize) -> Result<Box<dyn MappedFile>, FileError> {
        let tracked = self.options.crashable;
        let node = self.with_tree(Operation::Open, path, |tree, device| {
            let node = tree.open(device, path, Create::IfMissing, tracked)?;
            node.reserve(device, 0, bytes as u64)?;
            Ok(node)
        })?;
        Ok(Box::new(MemMapping { node, device: self.device.clone(), bytes }))
    }

    /// Simulated persistence is that of an ordinary file: a power cut may lose each line.
    fn map_persistent(
        &self,
        path: &Path,
        bytes: usize,
        persistence: Persistence,
    ) -> Result<Box<dyn PersistentMemory>, FileError> {
        let node = self.with_tree(Operation::Open, path, |tree, device| {
            let node = tree.open(device, path, Create::Never, self.options.crashable)?;
            match (self.options.has_dax, persistence) {
                (false, Persistence::Durable) => Err(no_dax()),
                _ if node.len(device)? < bytes as u64 => Err(io::ErrorKind::UnexpectedEof.into()),
                _ => Ok(node),
            }
        })?;
        let device = self.device.clone();
        Ok(match self.options.has_dax {
            true => Box::new(MemPersistentMemory { node, device, bytes }),
            false => Box::new(CachedMemory(MemMapping { node, device, bytes })),
        })
    }

    /// Returns `None` if crashes are not tracked: nothing outlives the process then.
    fn boot_id(&self) -> Option<BootId> {
        self.options.crashable.then(|| BootId(u128::from(self.device.boot())))
    }
}
