//! Compares files in memory with the operating system's files as the model: the same calls give the
//! same results.

use proptest::collection::vec;
use proptest::prelude::*;
use sluice_base::sync::Arc;
use sluice_vfs::mem::{MemFs, MemOptions};
use sluice_vfs::os::OsFs;
use sluice_vfs::{Access, AlignedBuf, BatchResults, Create, Durability, File, FileError, FileLock, OpenOptions, Vfs};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A call. Files are numbered names in two folders; handles are numbered in the order of opening.
#[derive(Clone, Debug)]
enum Step {
    Open { file: usize, create: Create, access: Access, durability: Durability },
    Close { handle: usize },
    Write { handle: usize, place: SectorRange, byte: u8 },
    Batch { handle: usize, places: [SectorRange; 2], byte: u8 },
    ReadBatch { handle: usize, places: [SectorRange; 2] },
    Read { handle: usize, place: SectorRange },
    Allocate { handle: usize, place: SectorRange },
    Truncate { handle: usize, place: SectorRange },
    Len { handle: usize },
    Sync { handle: usize },
    Rename { from: usize, to: usize },
    Remove { file: usize },
    Exists { file: usize },
    List { folder: usize },
    SyncDir { folder: usize },
    MakeFolder { folder: usize },
    Lock { file: usize },
    Unlock,
}

/// A range in sectors, moved by some bytes that are usually zero.
#[derive(Clone, Copy, Debug)]
struct SectorRange {
    sector: u64,
    sectors: usize,
    odd_offset: u64,
    odd_length: usize,
    odd_address: usize,
}

const FILES: [&str; 6] = ["a/one", "a/two", "a/in/three", "b/four", "missing/five", "a"];
const FOLDERS: [&str; 5] = ["a", "a/in", "b", "missing", "a/one"];

fn place() -> impl Strategy<Value = SectorRange> {
    let odd = || prop_oneof![6 => Just(0u64), 1 => 1..600u64];
    (0..40u64, 0..20usize, odd(), odd(), odd()).prop_map(|(sector, sectors, offset, length, address)| SectorRange {
        sector,
        sectors,
        odd_offset: offset,
        odd_length: length as usize,
        odd_address: address as usize,
    })
}

fn step() -> impl Strategy<Value = Step> {
    let handle = || 0..8usize;
    let file = || 0..FILES.len();
    let folder = || 0..FOLDERS.len();
    let create = prop_oneof![3 => Just(Create::IfMissing), 1 => Just(Create::New), 1 => Just(Create::Never)];
    let access = prop_oneof![Just(Access::Buffered), Just(Access::Direct)];
    let durability = prop_oneof![Just(Durability::Deferred), Just(Durability::Synchronous)];
    prop_oneof![
        6 => (file(), create, access, durability)
            .prop_map(|(file, create, access, durability)| Step::Open { file, create, access, durability }),
        1 => handle().prop_map(|handle| Step::Close { handle }),
        10 => (handle(), place(), any::<u8>()).prop_map(|(handle, place, byte)| Step::Write { handle, place, byte }),
        2 => (handle(), [place(), place()], any::<u8>())
            .prop_map(|(handle, places, byte)| Step::Batch { handle, places, byte }),
        2 => (handle(), [place(), place()]).prop_map(|(handle, places)| Step::ReadBatch { handle, places }),
        8 => (handle(), place()).prop_map(|(handle, place)| Step::Read { handle, place }),
        3 => (handle(), place()).prop_map(|(handle, place)| Step::Allocate { handle, place }),
        2 => (handle(), place()).prop_map(|(handle, place)| Step::Truncate { handle, place }),
        2 => handle().prop_map(|handle| Step::Len { handle }),
        1 => handle().prop_map(|handle| Step::Sync { handle }),
        3 => (file(), file()).prop_map(|(from, to)| Step::Rename { from, to }),
        2 => file().prop_map(|file| Step::Remove { file }),
        1 => file().prop_map(|file| Step::Exists { file }),
        1 => folder().prop_map(|folder| Step::List { folder }),
        1 => folder().prop_map(|folder| Step::SyncDir { folder }),
        1 => folder().prop_map(|folder| Step::MakeFolder { folder }),
        1 => file().prop_map(|file| Step::Lock { file }),
        1 => Just(Step::Unlock),
    ]
}

/// A file system with the handles and locks that the steps have opened on it.
struct Side {
    vfs: Arc<dyn Vfs>,
    root: PathBuf,
    sector: u64,
    handles: Vec<Arc<dyn File>>,
    locks: Vec<Box<dyn FileLock>>,
}

impl Side {
    fn new(vfs: Arc<dyn Vfs>, root: &Path, sector: u64) -> Side {
        for folder in ["a/in", "b"] {
            vfs.create_dir_all(&root.join(folder)).unwrap();
        }
        Side { vfs, root: root.to_owned(), sector, handles: Vec::new(), locks: Vec::new() }
    }

    fn file(&self, index: usize) -> PathBuf {
        self.root.join(FILES[index])
    }

    fn folder(&self, index: usize) -> PathBuf {
        self.root.join(FOLDERS[index])
    }

    fn range(&self, place: SectorRange) -> (u64, usize) {
        let length = place.sectors * self.sector as usize + place.odd_length;
        (place.sector * self.sector + place.odd_offset, length)
    }

    /// Returns a buffer with the address offset of `place`.
    fn buffer(&self, place: SectorRange, byte: u8) -> (AlignedBuf, std::ops::Range<usize>) {
        let (_, length) = self.range(place);
        let mut buf = AlignedBuf::zeroed(place.odd_address + length + 1);
        buf.fill(byte);
        (buf, place.odd_address..place.odd_address + length)
    }

    /// Does the step. Returns a text of its result that is the same on equal file systems.
    fn run(&mut self, step: &Step) -> Result<String, (ErrorKind, sluice_vfs::Operation)> {
        self.attempt(step).map_err(|error| (error.source.kind(), error.operation))
    }

    fn attempt(&mut self, step: &Step) -> Result<String, FileError> {
        let handle = |handle: usize| self.handles.get(handle).cloned();
        let done = |_: ()| "done".to_owned();
        match step.clone() {
            Step::Open { file, create, access, durability } => {
                let opened = self.vfs.open(&self.file(file), OpenOptions { create, access, durability })?;
                self.handles.push(opened);
                Ok("done".to_owned())
            }
            Step::Close { handle } => {
                if handle < self.handles.len() {
                    self.handles.swap_remove(handle);
                }
                Ok("done".to_owned())
            }
            Step::Write { handle: number, place, byte } => {
                let Some(file) = handle(number) else { return Ok("no handle".to_owned()) };
                let (buf, part) = self.buffer(place, byte);
                file.write_at(&buf[part], self.range(place).0).map(done)
            }
            Step::Batch { handle: number, places, byte } => {
                let Some(file) = handle(number) else { return Ok("no handle".to_owned()) };
                let [first, mut second] = places;
                if byte % 2 == 0 {
                    (second.sector, second.odd_offset) = (first.sector + first.sectors as u64, 0);
                }
                let buffers = [first, second].map(|place| (self.range(place).0, self.buffer(place, byte)));
                let writes: Vec<(u64, &[u8])> =
                    buffers.iter().map(|(offset, (buf, part))| (*offset, &buf[part.clone()])).collect();
                Ok(format!("{:?}", outcomes(file.write_batch(&writes))))
            }
            Step::ReadBatch { handle: number, places } => {
                let Some(file) = handle(number) else { return Ok("no handle".to_owned()) };
                let mut buffers = places.map(|place| (self.range(place).0, self.buffer(place, 0xEE)));
                let mut reads: Vec<(u64, &mut [u8])> =
                    buffers.iter_mut().map(|(offset, (buf, part))| (*offset, &mut buf[part.clone()])).collect();
                let outcomes = outcomes(file.read_batch(&mut reads));
                let whole = reads.iter().zip(&outcomes).filter(|(_, outcome)| outcome.is_none());
                let sums: Vec<u64> = whole.map(|((_, buf), _)| buf.iter().map(|byte| u64::from(*byte)).sum()).collect();
                Ok(format!("{outcomes:?} {sums:?}"))
            }
            Step::Read { handle: number, place } => {
                let Some(file) = handle(number) else { return Ok("no handle".to_owned()) };
                let (mut buf, part) = self.buffer(place, 0xEE);
                file.read_at(&mut buf[part.clone()], self.range(place).0)?;
                let runs = buf[part].chunk_by(|one, next| one == next);
                Ok(format!("{:?}", runs.map(|run| (run[0], run.len())).collect::<Vec<_>>()))
            }
            Step::Allocate { handle: number, place } => {
                let Some(file) = handle(number) else { return Ok("no handle".to_owned()) };
                let (offset, length) = self.range(place);
                file.allocate(offset, length as u64).map(done)
            }
            Step::Truncate { handle: number, place } => {
                let Some(file) = handle(number) else { return Ok("no handle".to_owned()) };
                file.truncate(self.range(place).0).map(done)
            }
            Step::Len { handle: number } => {
                handle(number).map_or(Ok("no handle".to_owned()), |file| Ok(file.len()?.to_string()))
            }
            Step::Sync { handle: number } => {
                handle(number).map_or(Ok("no handle".to_owned()), |file| file.sync().map(done))
            }
            Step::Rename { from, to } => self.vfs.rename(&self.file(from), &self.file(to)).map(done),
            Step::Remove { file } => self.vfs.remove(&self.file(file)).map(done),
            Step::Exists { file } => Ok(self.vfs.exists(&self.file(file))?.to_string()),
            Step::List { folder } => Ok(format!("{:?}", self.vfs.list(&self.folder(folder))?)),
            Step::SyncDir { folder } => self.vfs.sync_dir(&self.folder(folder)).map(done),
            Step::MakeFolder { folder } => self.vfs.create_dir_all(&self.folder(folder)).map(done),
            Step::Lock { file } => {
                let lock = self.vfs.lock(&self.file(file))?;
                self.locks.push(lock);
                Ok("done".to_owned())
            }
            Step::Unlock => {
                self.locks.pop();
                Ok("done".to_owned())
            }
        }
    }
}

/// Returns the errors of a batch's parts.
fn outcomes(results: BatchResults) -> Vec<Option<(ErrorKind, sluice_vfs::Operation)>> {
    results.into_iter().map(|result| result.err().map(|error| (error.source.kind(), error.operation))).collect()
}

/// Whether the step uses a folder's name as a file's name: systems differ in the error.
fn is_misnomer(step: &Step) -> bool {
    match step {
        Step::Rename { from, to } => FILES[*from] == "a" || FILES[*to] == "a",
        Step::Open { file, .. } | Step::Remove { file } | Step::Lock { file } => FILES[*file] == "a",
        _ => false,
    }
}

fn folder_path_exists(side: &Side, folder: usize) -> bool {
    side.vfs.exists(&side.folder(folder)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn files_in_memory_agree_with_system_files(steps in vec(step(), 1..60)) {
        let folder = tempfile::tempdir().unwrap();
        let probe = OsFs::new().open(
            &folder.path().join("b-probe"),
            OpenOptions { create: Create::New, access: Access::Direct, durability: Durability::Deferred },
        ).unwrap();
        let sector = probe.sector_size();
        let options = MemOptions { sector_size: sector, rewrite_bytes: sector, ..MemOptions::powersafe(1) };
        let mem = MemFs::with_options(options);
        let mut model = Side::new(Arc::new(OsFs::new()), folder.path(), u64::from(sector));
        let mut sut = Side::new(Arc::new(mem), Path::new("/data"), u64::from(sector));
        for (number, step) in steps.iter().enumerate() {
            let skipped = match step {
                // The traits rename files only; the system would rename the folder.
                Step::Rename { from, .. } => FILES[*from] == "a",
                // A folder is made only where a file is in the way. Otherwise the name would be a
                // folder's name from then on.
                Step::MakeFolder { folder } => FOLDERS[*folder] == "a/one" && !folder_path_exists(&sut, *folder),
                _ => false,
            };
            if skipped {
                continue;
            }
            let (expected, got) = (model.run(step), sut.run(step));
            if is_misnomer(step) {
                prop_assert_eq!(got.is_ok(), expected.is_ok(), "step {}: {:?}", number, step);
            } else {
                prop_assert_eq!(got, expected, "step {}: {:?}", number, step);
            }
        }
    }
}
