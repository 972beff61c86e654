//! Layered files against a model: writes, syncs, freezes, merges, openings and power cuts in any
//! order, and a power cut at every call.

use crate::layer::{LayeredFile, create_layer, lengths};
use crate::page::PAGE_SIZE;
use proptest::prelude::*;
use sluice_base::sync::Arc;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{Access, AlignedBuf, Create, Durability, File, FileError, OpenOptions, Vfs};
use std::path::{Path, PathBuf};

const FILE: &str = "/d.mdf";
const PAGES: usize = 24;
const OPTIONS: OpenOptions =
    OpenOptions { create: Create::IfMissing, access: Access::Direct, durability: Durability::Deferred };

/// A step of the property.
#[derive(Clone, Debug)]
enum Step {
    Write(usize, usize),
    Sync,
    Freeze,
    Open,
    Merge,
    PowerCut(u64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (0..PAGES, 1_usize..5).prop_map(|(page, count)| Step::Write(page, count.min(PAGES - page))),
        3 => Just(Step::Sync),
        2 => Just(Step::Freeze),
        1 => Just(Step::Open),
        1 => Just(Step::Merge),
        1 => any::<u64>().prop_map(Step::PowerCut),
    ];
    proptest::collection::vec(step, 1..60)
}

/// A file, with the values that each of its pages may have after a power cut, the newest last.
struct World {
    vfs: Arc<MemFs>,
    file: Arc<LayeredFile>,
    values: Vec<Vec<u8>>,
    /// Frozen files with their content.
    frozen: Vec<(PathBuf, Vec<u8>)>,
    next: u8,
    ids: u64,
}

fn filled(value: u8, pages: usize) -> AlignedBuf {
    let mut bytes = AlignedBuf::zeroed(pages * PAGE_SIZE);
    bytes.fill(value);
    bytes
}

/// Returns the value of each page of a file whose pages are whole.
fn content(file: &dyn File) -> Vec<u8> {
    let mut bytes = AlignedBuf::zeroed(PAGES * PAGE_SIZE);
    file.read_at(&mut bytes, 0).unwrap();
    let value = |page: &[u8]| {
        assert!(page.iter().all(|byte| *byte == page[0]), "a page is of one piece");
        page[0]
    };
    bytes.chunks_exact(PAGE_SIZE).map(value).collect()
}

/// Creates the plain file, all zeroes.
fn make(vfs: &dyn Vfs) {
    let file = vfs.open(Path::new(FILE), OPTIONS).unwrap();
    file.allocate(0, (PAGES * PAGE_SIZE) as u64).unwrap();
    file.sync().unwrap();
    vfs.sync_dir(Path::new("/")).unwrap();
}

impl World {
    fn new() -> World {
        let vfs = Arc::new(MemFs::new(3));
        make(&*vfs);
        let file = LayeredFile::open(&*vfs, Path::new(FILE), OPTIONS).unwrap();
        World { vfs, file, values: vec![vec![0]; PAGES], frozen: Vec::new(), next: 0, ids: 0 }
    }

    fn newest(&self) -> Vec<u8> {
        self.values.iter().map(|values| values[values.len() - 1]).collect()
    }

    fn settle(&mut self) {
        self.values = self.newest().into_iter().map(|value| vec![value]).collect();
    }

    fn write(&mut self, page: usize, count: usize) {
        self.next = self.next.wrapping_add(1);
        let (bytes, offset) = (filled(self.next, count), (page * PAGE_SIZE) as u64);
        self.file.write_batch(&[(offset, &bytes)]).whole().unwrap();
        self.values[page..page + count].iter_mut().for_each(|values| values.push(self.next));
    }

    fn open(&mut self) {
        self.file = LayeredFile::open(&*self.vfs, Path::new(FILE), OPTIONS).unwrap();
    }

    /// Each sector is of a value since the last sync. Afterwards the torn pages are written anew.
    fn cut(&mut self, seed: u64) {
        self.vfs = Arc::new(self.vfs.crash_seeded(seed, CrashMode::POWER_CUT));
        self.open();
        let mut bytes = AlignedBuf::zeroed(PAGES * PAGE_SIZE);
        self.file.read_at(&mut bytes, 0).unwrap();
        for (page, bytes) in bytes.chunks_exact(PAGE_SIZE).enumerate() {
            let known = &self.values[page];
            assert!(bytes.iter().all(|byte| known.contains(byte)), "page {page}: {known:?}");
        }
        (0..PAGES).for_each(|page| self.write(page, 1));
        self.file.sync().unwrap();
        self.settle();
    }

    fn run(&mut self, step: Step) {
        match step {
            Step::Write(page, count) => self.write(page, count),
            Step::Sync => {
                self.file.sync().unwrap();
                self.settle();
            }
            Step::Freeze => {
                self.ids += 1;
                let path = self.file.freeze(&*self.vfs, self.ids).unwrap();
                self.settle();
                self.frozen.push((path, self.newest()));
            }
            Step::Open => {
                self.file.sync().unwrap();
                self.settle();
                self.open();
            }
            Step::Merge => {
                // Nothing else reads the file below.
                let base = self.file.base();
                self.frozen.retain(|(path, _)| Some(path) != base.as_ref());
                assert_eq!(self.file.merge(&*self.vfs).unwrap(), base.is_some());
                self.settle_merged(base.is_some());
            }
            Step::PowerCut(seed) => self.cut(seed),
        }
    }

    /// A merge makes the layer's pages durable, and all that is below is durable anyway.
    fn settle_merged(&mut self, had_layer: bool) {
        if had_layer {
            self.settle();
        }
    }

    fn check(&self) {
        assert_eq!(content(&*self.file), self.newest());
        for (path, expected) in &self.frozen {
            let frozen = LayeredFile::open(&*self.vfs, path, OPTIONS).unwrap();
            assert_eq!(content(&*frozen), *expected, "{path:?} never changes");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn layered_file_is_as_one_file_and_frozen_files_never_change(steps in steps()) {
        let mut world = World::new();
        for step in steps {
            world.run(step);
            world.check();
        }
    }
}

/// The work that is cut at every call.
fn work(vfs: &dyn Vfs) -> Result<(), FileError> {
    let file = LayeredFile::open(vfs, Path::new(FILE), OPTIONS)?;
    for round in 1..=3_u8 {
        let bytes = filled(round, 1);
        (0..4).try_for_each(|page| file.write_at(&bytes, page * PAGE_SIZE as u64))?;
        file.sync()?;
        file.freeze(vfs, u64::from(round))?;
    }
    while file.merge(vfs)? {}
    Ok(())
}

#[test]
fn power_cut_at_any_call_leaves_a_whole_file() {
    let count = FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none());
    make(&count);
    let made = count.calls();
    work(&count).unwrap();
    let calls = count.calls();
    assert!(calls > made + 40, "{calls} calls");
    for call in made..calls {
        for seed in 0..4 {
            let disk = Arc::new(MemFs::new(1));
            let vfs = FaultFs::new(disk.clone(), FaultPlan::power_cut_at(call));
            make(&vfs);
            assert!(work(&vfs).is_err(), "call {call}");
            let disk = disk.crash_seeded(seed, CrashMode::POWER_CUT);
            let file = LayeredFile::open(&disk, Path::new(FILE), OPTIONS).unwrap();
            let mut bytes = AlignedBuf::zeroed(PAGES * PAGE_SIZE);
            file.read_at(&mut bytes, 0).unwrap();
            let (written, rest) = bytes.split_at(4 * PAGE_SIZE);
            assert!(rest.iter().all(|byte| *byte == 0));
            let (least, most) = (written.iter().min().unwrap(), written.iter().max().unwrap());
            assert!(most - least <= 1, "call {call}, seed {seed}: {least} to {most}");
            // The file goes on.
            work(&disk).unwrap();
        }
    }
}

#[test]
fn failed_call_leaves_content_and_next_freeze_works() {
    let count = FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none());
    make(&count);
    let file = LayeredFile::open(&count, Path::new(FILE), OPTIONS).unwrap();
    let opened = count.calls();
    file.freeze(&count, 1).unwrap();
    let calls = count.calls() - opened;
    for call in 0..calls {
        let disk = Arc::new(MemFs::new(1));
        make(&*disk);
        let vfs = FaultFs::new(disk.clone(), FaultPlan::none());
        let file = LayeredFile::open(&vfs, Path::new(FILE), OPTIONS).unwrap();
        file.write_at(&filled(7, 2), 0).unwrap();
        vfs.arm(Rule::new(Fault::Eio).nth(call));
        assert!(file.freeze(&vfs, 1).is_err(), "call {call}");
        vfs.disarm();
        file.write_at(&filled(8, 1), 0).unwrap();
        file.freeze(&vfs, 2).unwrap();
        file.write_at(&filled(9, 1), PAGE_SIZE as u64 * 2).unwrap();
        file.sync().unwrap();
        let mut expected = vec![0; PAGES];
        expected[..3].copy_from_slice(&[8, 7, 9]);
        assert_eq!(content(&*file), expected, "call {call}");
        let disk = disk.crash(CrashMode::LOSE_UNSYNCED);
        let file = LayeredFile::open(&disk, Path::new(FILE), OPTIONS).unwrap();
        assert_eq!(content(&*file), expected, "call {call}");
    }
}

/// A change of the stack that is made to fail.
type Change = fn(&LayeredFile, &dyn Vfs) -> Result<(), FileError>;

const CHANGES: [Change; 2] =
    [|file, vfs| file.freeze(vfs, 2).map(drop), |file, vfs| file.merge(vfs).map(|merged| assert!(merged))];

/// Returns a disk with a file of one layer: its pages 0 and 1 have the values 8 and 7.
fn layered() -> Arc<MemFs> {
    let disk = Arc::new(MemFs::new(1));
    make(&*disk);
    let file = LayeredFile::open(&*disk, Path::new(FILE), OPTIONS).unwrap();
    file.write_at(&filled(7, 2), 0).unwrap();
    file.freeze(&*disk, 1).unwrap();
    file.write_at(&filled(8, 1), 0).unwrap();
    file.sync().unwrap();
    disk
}

/// Writes page 2 and beyond the former end, and cuts power after the sync, in different ways.
fn write_and_cut(disk: &MemFs, file: &LayeredFile, context: &str) {
    let end = (PAGES * PAGE_SIZE) as u64;
    file.write_at(&filled(9, 1), PAGE_SIZE as u64 * 2).unwrap();
    file.allocate(end, PAGE_SIZE as u64).unwrap();
    file.write_at(&filled(5, 1), end).unwrap();
    file.sync().unwrap();
    let mut expected = vec![0; PAGES];
    expected[..3].copy_from_slice(&[8, 7, 9]);
    for (seed, mode) in [(0, CrashMode::LOSE_UNSYNCED), (0, CrashMode::KEEP_UNSYNCED)]
        .into_iter()
        .chain((1..6).map(|seed| (seed, CrashMode::POWER_CUT)))
    {
        let disk = disk.crash_seeded(seed, mode);
        let file = LayeredFile::open(&disk, Path::new(FILE), OPTIONS).unwrap();
        assert_eq!(content(&*file), expected, "{context}, seed {seed}, {mode:?}");
        let mut last = AlignedBuf::zeroed(PAGE_SIZE);
        file.read_at(&mut last, end).unwrap();
        assert!(last.iter().all(|byte| *byte == 5), "{context}, seed {seed}, {mode:?}");
        while file.merge(&disk).unwrap() {}
        assert_eq!(content(&*file), expected, "{context}, seed {seed}, {mode:?}");
        let left: Vec<PathBuf> = disk.list(Path::new("/")).unwrap();
        assert!(!left.iter().any(|name| name.to_string_lossy().contains(".layer")), "{context}: {left:?}");
    }
}

/// Makes each change of the stack fail by `fault` at each of its calls. Then calls `after` with the
/// disk, the file system, the file and a text for messages.
fn each_failed_change(fault: Fault, after: impl Fn(Arc<MemFs>, &FaultFs, &LayeredFile, &str)) {
    for (kind, change) in CHANGES.into_iter().enumerate() {
        for call in 0.. {
            let disk = layered();
            let vfs = FaultFs::new(disk.clone(), FaultPlan::none());
            let file = LayeredFile::open(&vfs, Path::new(FILE), OPTIONS).unwrap();
            vfs.arm(Rule::new(fault.clone()).nth(call));
            let failed = change(&file, &vfs).is_err();
            after(disk, &vfs, &file, &format!("change {kind}, call {call}"));
            if !failed {
                assert!(call > 7, "{call} calls");
                break;
            }
        }
    }
}

#[test]
fn synced_page_survives_power_cut_after_failed_change() {
    each_failed_change(Fault::Eio, |disk, vfs, file, context| {
        vfs.disarm();
        write_and_cut(&disk, file, context);
    });
}

#[test]
fn synced_page_survives_power_cut_after_kill_in_change() {
    each_failed_change(Fault::PowerCut, |disk, _, _, context| {
        let disk = disk.crash(CrashMode::ProcessKill);
        let file = LayeredFile::open(&disk, Path::new(FILE), OPTIONS).unwrap();
        write_and_cut(&disk, &file, context);
    });
}

#[test]
fn layers_above_one_file_share_it_and_differ() {
    let vfs = MemFs::new(1);
    make(&vfs);
    let file = LayeredFile::open(&vfs, Path::new(FILE), OPTIONS).unwrap();
    file.write_at(&filled(1, PAGES), 0).unwrap();
    let frozen = file.freeze(&vfs, 1).unwrap();
    let clones: Vec<Arc<LayeredFile>> = (0..3_u8)
        .map(|number| {
            let path = PathBuf::from(format!("/clone{number}.mdf"));
            create_layer(&vfs, &path, &frozen, 10 + u64::from(number), OPTIONS).unwrap();
            let clone = LayeredFile::open(&vfs, &path, OPTIONS).unwrap();
            clone.write_at(&filled(20 + number, 1), (usize::from(number) * PAGE_SIZE) as u64).unwrap();
            clone
        })
        .collect();
    for (number, clone) in clones.iter().enumerate() {
        let mut expected = vec![1; PAGES];
        expected[number] = 20 + number as u8;
        assert_eq!(
            (content(&**clone), clone.bytes_on_disk().unwrap(), clone.depth()),
            (expected, 2 * PAGE_SIZE as u64, 1)
        );
    }
    assert_eq!(content(&*file), vec![1; PAGES]);
    let all = (PAGES * PAGE_SIZE) as u64;
    assert_eq!(lengths(&vfs, Path::new(FILE), OPTIONS).unwrap(), (all, PAGE_SIZE as u64));
    assert_eq!(lengths(&vfs, &frozen, OPTIONS).unwrap(), (all, all));
}

#[test]
fn layered_file_grows_over_groups_and_merge_keeps_length() {
    let vfs = MemFs::new(1);
    make(&vfs);
    let file = LayeredFile::open(&vfs, Path::new(FILE), OPTIONS).unwrap();
    file.freeze(&vfs, 1).unwrap();
    let far = 64_000 * PAGE_SIZE as u64;
    file.write_at(&filled(5, 2), far - PAGE_SIZE as u64).unwrap();
    let length = far + 3 * PAGE_SIZE as u64;
    file.allocate(far + PAGE_SIZE as u64, 2 * PAGE_SIZE as u64).unwrap();
    file.sync().unwrap();
    for is_merged in [false, true] {
        let file = LayeredFile::open(&vfs, Path::new(FILE), OPTIONS).unwrap();
        assert_eq!((file.len().unwrap(), file.depth()), (length, usize::from(!is_merged)));
        let mut bytes = AlignedBuf::zeroed(5 * PAGE_SIZE);
        file.read_at(&mut bytes, far - 2 * PAGE_SIZE as u64).unwrap();
        let values: Vec<u8> = bytes.chunks_exact(PAGE_SIZE).map(|page| page[9]).collect();
        assert_eq!(values, [0, 5, 5, 0, 0]);
        assert!(file.read_at(&mut bytes, length - PAGE_SIZE as u64).is_err(), "beyond the end");
        assert_eq!(file.merge(&vfs).unwrap(), !is_merged);
    }
}

#[test]
fn layer_without_its_file_below_is_refused() {
    let vfs = MemFs::new(1);
    make(&vfs);
    let file = LayeredFile::open(&vfs, Path::new(FILE), OPTIONS).unwrap();
    let first = file.freeze(&vfs, 1).unwrap();
    let second = file.freeze(&vfs, 2).unwrap();
    drop(file);
    vfs.remove(&second).unwrap();
    assert!(LayeredFile::open(&vfs, Path::new(FILE), OPTIONS).is_err(), "it is missing");
    vfs.rename(&first, &second).unwrap();
    let error = LayeredFile::open(&vfs, Path::new(FILE), OPTIONS).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("a layer above another file"), "{error}");
}

#[test]
fn reads_and_freezes_call_no_more_than_needed() {
    let vfs = FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none());
    make(&vfs);
    let file = LayeredFile::open(&vfs, Path::new(FILE), OPTIONS).unwrap();
    let before = vfs.calls();
    content(&*file);
    assert_eq!(vfs.calls() - before, 1, "a file without layers is read as before");
    file.freeze(&vfs, 1).unwrap();
    file.write_at(&filled(1, 1), 0).unwrap();
    let count = |work: &dyn Fn()| {
        let before = vfs.calls();
        work();
        vfs.calls() - before
    };
    assert_eq!(count(&|| file.sync().unwrap()), 3, "the page, the map, the page's sync before it");
    file.write_at(&filled(2, 1), 0).unwrap();
    assert_eq!(count(&|| file.sync().unwrap()), 1, "the map has the page");
    assert_eq!(count(&|| drop(content(&*file))), 2, "one read of each layer");
}
