//! The descriptors of open files, of which a process has few: a handle gives its descriptor back
//! when others need one, and opens its file again at its next call.
//!
//! A thousand databases have three thousand handles; the usual limit is 1,024 descriptors, sockets
//! included. Rules:
//! 1. A handle with unsynced writes keeps its descriptor: an error that the system meets later must
//!    be reported by the sync of the descriptor that wrote.
//! 2. A handle in a call keeps its descriptor: the call shares the file.
//! 3. A file that is opened again must be the same file. Another file under its name is an error.

use super::system;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::sync::{Arc, LazyLock, Mutex, Weak};
use std::fs::File;
use std::io;

/// Opens a handle's file again.
pub(super) type Opener = Box<dyn Fn() -> io::Result<File> + Send + Sync>;

/// The descriptor of a handle, while it has one. A use of it doesn't keep others from taking the
/// descriptor back afterwards.
pub(super) struct Descriptor {
    file: Mutex<Option<Arc<File>>>,
    open: Opener,
    identity: Identity,
    /// Whether a write has not been synced since.
    is_unsynced: AtomicBool,
    /// The time of the last use, in calls of all handles.
    used: AtomicU64,
}

/// The device and number of a file, which another file of its name doesn't have. `None` if the
/// system has no such numbers.
type Identity = Option<(u64, u64)>;

/// The descriptors of all handles of the process.
struct Descriptors {
    held: Mutex<Vec<Weak<Descriptor>>>,
    now: AtomicU64,
    most: usize,
}

impl Descriptor {
    /// Returns the slot of an open file. Enters it in the list of the process, which may take
    /// another handle's descriptor. The file's identity is remembered.
    pub(super) fn new(file: File, open: Opener) -> io::Result<Arc<Descriptor>> {
        let identity = identity(&file)?;
        let used = AtomicU64::new(ALL.now.fetch_add(1, Ordering::Relaxed));
        let file = Mutex::new(Some(Arc::new(file)));
        let descriptor = Arc::new(Descriptor { file, open, identity, is_unsynced: AtomicBool::new(false), used });
        ALL.enter(&descriptor);
        Ok(descriptor)
    }

    /// Calls `work` with the file, which is opened again if needed. Fails if the path now leads to
    /// another file. The file stays open during `work` in any case.
    pub(super) fn with<R>(self: &Arc<Self>, work: impl FnOnce(&File) -> io::Result<R>) -> io::Result<R> {
        self.used.store(ALL.now.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        let open = self.file.lock().clone();
        let file = open.map_or_else(|| self.open_again(), Ok)?;
        work(&file)
    }

    /// Calls `work`, which writes to the file without making the bytes durable. From then on, even
    /// if `work` fails, the handle keeps its descriptor until a sync succeeds.
    pub(super) fn writing<R>(self: &Arc<Self>, work: impl FnOnce(&File) -> io::Result<R>) -> io::Result<R> {
        self.with(|file| {
            // Before the write: an error may leave a part of it.
            self.is_unsynced.store(true, Ordering::Release);
            work(file)
        })
    }

    /// Calls `sync`, which makes all written bytes durable. Afterwards the descriptor may be given
    /// back. If `sync` fails, the handle keeps its descriptor.
    pub(super) fn syncing(self: &Arc<Self>, sync: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
        self.with(|file| {
            let was_unsynced = self.is_unsynced.swap(false, Ordering::AcqRel);
            // After an error the descriptor stays, too: nothing is known about the bytes.
            sync(file).inspect_err(|_| self.is_unsynced.store(was_unsynced, Ordering::Release))
        })
    }

    #[cold]
    fn open_again(self: &Arc<Self>) -> io::Result<Arc<File>> {
        let mut slot = self.file.lock();
        if let Some(file) = &*slot {
            return Ok(file.clone());
        }
        let opened = (self.open)()?;
        if identity(&opened)? != self.identity {
            return Err(io::Error::other("another file is in the place of the one that was opened before"));
        }
        let file = Arc::new(opened);
        *slot = Some(file.clone());
        drop(slot);
        ALL.enter(self);
        Ok(file)
    }

    /// Closes the file if rules 1 and 2 allow. Returns whether it is closed.
    fn give_back(&self) -> bool {
        let Some(mut slot) = self.file.try_lock() else { return false };
        let is_in_call = slot.as_ref().is_some_and(|file| Arc::strong_count(file) > 1);
        // A call that writes says so before it ends.
        if is_in_call || self.is_unsynced.load(Ordering::Acquire) {
            return false;
        }
        *slot = None;
        true
    }
}

impl Descriptors {
    /// Counts an open descriptor. Closes the least recently used ones if there are too many.
    fn enter(&self, descriptor: &Arc<Descriptor>) {
        let mut held = self.held.lock();
        held.push(Arc::downgrade(descriptor));
        if held.len() <= self.most {
            return;
        }
        held.retain(|descriptor| descriptor.strong_count() > 0);
        if held.len() <= self.most {
            return;
        }
        let mut by_use: Vec<(u64, Weak<Descriptor>)> =
            held.drain(..).filter_map(|weak| Some((weak.upgrade()?.used.load(Ordering::Relaxed), weak))).collect();
        by_use.sort_by_key(|(used, _)| *used);
        let mut to_close = by_use.len().saturating_sub(self.most - self.most / CLOSED_SHARE);
        for (_, weak) in by_use {
            let is_closed = to_close > 0 && weak.upgrade().is_none_or(|descriptor| descriptor.give_back());
            to_close -= usize::from(is_closed);
            if !is_closed {
                held.push(weak);
            }
        }
    }
}

#[cfg(unix)]
fn identity(file: &File) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    let metadata = file.metadata()?;
    Ok(Some((metadata.dev(), metadata.ino())))
}

#[cfg(not(unix))]
fn identity(_file: &File) -> io::Result<Identity> {
    Ok(None)
}

/// Half of the process's descriptors: the others are for sockets.
static ALL: LazyLock<Descriptors> = LazyLock::new(|| {
    let most = usize::try_from(system::descriptor_limit() / 2).unwrap_or(usize::MAX).clamp(MOST_MIN, MOST_MAX);
    Descriptors { held: Mutex::default(), now: AtomicU64::new(0), most }
});

const MOST_MIN: usize = 64;
const MOST_MAX: usize = 16_384;
/// The part of the descriptors that is closed at once.
const CLOSED_SHARE: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::path::PathBuf;

    fn descriptor(path: &PathBuf) -> Arc<Descriptor> {
        let again = path.clone();
        let open = move || File::options().read(true).write(true).open(&again);
        Descriptor::new(File::create(path).unwrap(), Box::new(open)).unwrap()
    }

    fn put(descriptor: &Arc<Descriptor>, text: &str) {
        descriptor.writing(|mut file| file.write_all(text.as_bytes())).unwrap();
    }

    #[test]
    fn least_recently_used_files_are_closed_and_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let few = Descriptors { held: Mutex::default(), now: AtomicU64::new(0), most: 4 };
        let all: Vec<_> = (0..9).map(|number| descriptor(&folder.path().join(format!("{number}")))).collect();
        put(&all[0], "kept open by its write");
        put(&all[1], "synced");
        all[1].syncing(File::sync_data).unwrap();
        all[2..].iter().for_each(|descriptor| descriptor.with(|_| Ok(())).unwrap());
        all.iter().for_each(|descriptor| few.enter(descriptor));
        let open = || all.iter().filter(|descriptor| descriptor.file.lock().is_some()).count();
        assert!((1..=5).contains(&open()), "{}", open());
        assert!(all[0].file.lock().is_some() && all[1].file.lock().is_none());
        let mut text = String::new();
        all[1].with(|mut file| file.read_to_string(&mut text)).unwrap();
        assert_eq!(text, "synced");
    }

    #[test]
    fn other_file_of_the_same_name_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let descriptor = descriptor(&path);
        assert!(descriptor.give_back());
        descriptor.with(|_| Ok(())).unwrap();
        assert!(descriptor.give_back());
        std::fs::rename(&path, folder.path().join("g")).unwrap();
        assert_eq!(descriptor.with(|_| Ok(())).unwrap_err().kind(), io::ErrorKind::NotFound);
        File::create(&path).unwrap();
        assert!(descriptor.with(|_| Ok(())).unwrap_err().to_string().contains("another file"));
    }

    #[test]
    fn failed_sync_keeps_descriptor() {
        let folder = tempfile::tempdir().unwrap();
        let descriptor = descriptor(&folder.path().join("f"));
        put(&descriptor, "x");
        descriptor.syncing(|_| Err(io::ErrorKind::Other.into())).unwrap_err();
        assert!(!descriptor.give_back());
        descriptor.syncing(File::sync_data).unwrap();
        assert!(descriptor.give_back());
    }
}
