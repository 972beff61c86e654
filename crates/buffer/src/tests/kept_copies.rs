//! Copies in the extension that outlive a process and an opening: used where the log proves them,
//! and never stale.

use super::fixture::*;
use crate::database::{DatabaseLog, LogProbe};
use crate::extension::bytes_for;
use crate::page::PAGE_SIZE;
use crate::{ExtensionOptions, LogEpoch, PageHint};
use proptest::prelude::*;
use sluice_base::clock::ManualClock;
use sluice_base::error_log::ErrorLog;
use sluice_base::ids::{Lsn, PageId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::Ordering;
use sluice_vfs::mem::{CrashMode, MemFs, Survival};
use sluice_vfs::{Access, AlignedBuf, Create, Durability, OpenOptions, Vfs};
use std::path::Path;

const PATH: &str = "/cache.bpe";
const PAGES: u32 = 20;
const SLOTS: u64 = 32;

/// A database with a log that is redone, and an extension on a disk of its own.
struct World {
    fixture: Fixture,
    disk: Arc<MemFs>,
    slots: u64,
    epoch: LogEpoch,
    /// The records of the log: LSN, page, value.
    records: Vec<(Lsn, u32, u8)>,
    /// Where the last checkpoint has redo begin.
    redo_from: Lsn,
    error_log: Arc<ErrorLog>,
}

impl World {
    /// Returns a new database whose log began at `at_ns`.
    fn new(frames: usize, slots: u64, at_ns: i64) -> World {
        let world = World {
            fixture: Fixture::new(frames),
            disk: Arc::new(MemFs::new(3)),
            slots,
            epoch: LogEpoch { number: 1, first: Lsn::NONE, at_ns },
            records: Vec::new(),
            redo_from: Lsn::NONE,
            error_log: Arc::new(ErrorLog::new(Arc::new(ManualClock::new(0)))),
        };
        world.fixture.pool.begin_log_epoch(DB, world.epoch).unwrap();
        world.turn_on(false);
        world
    }

    fn turn_on(&self, takes_over: bool) {
        let options = ExtensionOptions {
            vfs: self.disk.clone(),
            path: PATH.into(),
            bytes: bytes_for(self.slots),
            takes_over,
            clock: Arc::new(ManualClock::new(0)),
            error_log: self.error_log.clone(),
            has_writer: true,
        };
        self.fixture.pool.turn_extension_on(options).unwrap();
    }

    fn put(&mut self, page: u32, value: u8) {
        self.fixture.put(FIRST + page, value);
        let lsn = self.fixture.pool.read(DB, PageId::primary(FIRST + page)).unwrap().lsn();
        self.records.push((lsn, page, value));
    }

    fn checkpoint(&mut self) {
        self.fixture.write_all();
        let begin = self.fixture.log.tail();
        self.fixture.pool.save_copies();
        self.redo_from = self.fixture.pool.min_rec_lsn(DB).map_or(begin, |oldest| oldest.min(begin));
    }

    fn filled() -> World {
        World::filled_at(1)
    }

    /// Returns a database whose pages are filled, and all in the extension.
    fn filled_at(at_ns: i64) -> World {
        let mut world = World::new(4, SLOTS, at_ns);
        (0..PAGES).for_each(|page| world.put(page, page as u8));
        world.checkpoint();
        world
    }

    /// Ends the process without a word, and starts the next one with the extension's disk `disk`.
    fn kill(&mut self, disk: MemFs) {
        let data = self.fixture.file.cut_copy(CrashMode::ProcessKill);
        // The log keeps all records, as if each had been hardened.
        self.fixture.log.harden(self.fixture.log.tail()).unwrap();
        self.fixture = Fixture::over(4, data, true, self.fixture.log.clone());
        self.fixture.pool.detach(DB);
        self.disk = Arc::new(disk);
        self.turn_on(true);
        self.recover();
    }

    fn disk_now(&self, mode: CrashMode, seed: u64) -> MemFs {
        self.disk.crash_copy(seed, mode)
    }

    fn close(&mut self) {
        self.checkpoint();
        self.fixture.pool.detach(DB);
        self.fixture.pool.close_extension();
        self.kill(self.disk_now(CrashMode::ProcessKill, 1));
    }

    /// Closes the database without a checkpoint, and opens it in the same process.
    fn reopen(&mut self) {
        self.fixture.log.harden(self.fixture.log.tail()).unwrap();
        self.fixture.pool.detach(DB);
        self.recover();
    }

    fn recover(&mut self) {
        let (pool, log) = (self.fixture.pool.clone(), self.fixture.log.clone());
        self.fixture.attach_for_redo();
        pool.begin_log_epoch(DB, self.epoch).unwrap();
        pool.inherit_copies(DB, self.epoch.number, self.redo_from).unwrap();
        for (lsn, page, value) in self.records.iter().filter(|(lsn, ..)| *lsn >= self.redo_from) {
            let id = PageId::primary(FIRST + page);
            if pool.copy_lsn(DB, id).is_some_and(|copy| copy < *lsn) {
                pool.reject_copy(DB, id);
            }
            let mut page = pool.write_hinted(&mut PageHint::default(), DB, id).unwrap();
            if page.lsn() < *lsn {
                redo(&mut page, *lsn, *value);
            }
        }
        let end = log.tail();
        pool.end_inheritance(DB, end);
        log.begin_epoch(end);
        pool.give_log(DB, DatabaseLog::Probe(log));
        let number = self.epoch.number + 1;
        self.epoch = LogEpoch { number, first: end, at_ns: self.epoch.at_ns + 1 };
        pool.begin_log_epoch(DB, self.epoch).unwrap();
    }

    /// Reads all pages, which must be `expected`. Returns the reads of the extension.
    fn reads(&self, expected: impl Fn(u32) -> u8) -> u64 {
        let reads = || self.fixture.pool.counters().extension_page_reads.get();
        let before = reads();
        (0..PAGES).for_each(|page| assert_eq!(self.fixture.get(FIRST + page), expected(page), "page {page}"));
        assert!(self.fixture.pool.extension().is_some(), "{:?}", self.error_log.lines());
        reads() - before
    }

    fn overwrite(&self, from: u64, bytes: &[u8]) {
        let options = OpenOptions { create: Create::Never, access: Access::Direct, durability: Durability::Deferred };
        let mut aligned = AlignedBuf::zeroed(bytes.len());
        aligned.copy_from_slice(bytes);
        self.disk.open(Path::new(PATH), options).unwrap().write_at(&aligned, from).unwrap();
    }
}

/// Repeats a change in recovery.
fn redo(page: &mut crate::PageMut<'_>, lsn: Lsn, value: u8) {
    let id = page.id();
    page.will_redo(lsn);
    crate::page::set_identity(page, id, GUID);
    crate::page::set_page_type(page, crate::PageType::DATA);
    page[crate::PAGE_HEADER..].fill(value);
    page.set_lsn(lsn);
}

#[test]
fn clean_restart_finds_the_copies() {
    let mut world = World::filled();
    world.close();
    let before = world.fixture.file.reads.load(Ordering::SeqCst);
    assert_eq!(world.reads(|page| page as u8), u64::from(PAGES));
    assert_eq!(world.fixture.file.reads.load(Ordering::SeqCst), before, "no page is read from the data file");
    // And once more, from a directory with copies that were taken over.
    world.close();
    assert_eq!(world.reads(|page| page as u8), u64::from(PAGES));
}

#[test]
fn killed_process_leaves_copies_that_are_not_outdated() {
    let mut world = World::filled();
    world.put(3, 103);
    world.put(4, 104);
    world.kill(world.disk_now(CrashMode::ProcessKill, 1));
    let reads = world.reads(|page| if page == 3 || page == 4 { page as u8 + 100 } else { page as u8 });
    assert!((u64::from(PAGES) - 4..=u64::from(PAGES) - 2).contains(&reads), "{reads}");
}

#[test]
fn reopened_database_finds_its_copies() {
    let mut world = World::filled();
    world.put(3, 103);
    world.reopen();
    let reads = world.reads(|page| if page == 3 { 103 } else { page as u8 });
    assert!(reads >= u64::from(PAGES) - 2, "{reads}");
}

#[test]
fn dropped_database_frees_its_slots() {
    let world = World::filled();
    world.fixture.pool.detach(DB);
    assert_eq!(world.fixture.pool.extension().unwrap().allocated_pages, u64::from(PAGES));
    assert!(world.fixture.pool.descriptors().is_empty(), "no open database has the pages");
    world.fixture.pool.forget_copies(GUID);
    assert_eq!(world.fixture.pool.extension().unwrap().allocated_pages, 0);
}

#[test]
fn lazy_writer_saves_copies_that_no_checkpoint_saw() {
    let mut world = World::filled();
    // A new file, which gets pages by evictions alone.
    world.fixture.pool.turn_extension_off();
    world.turn_on(false);
    for _ in 0..3 {
        world.reads(|page| page as u8);
        world.fixture.pool.make_free();
    }
    world.kill(world.disk_now(CrashMode::ProcessKill, 1));
    let reads = world.reads(|page| page as u8);
    assert!(reads >= u64::from(PAGES) - 4, "{reads}");
}

#[test]
fn directory_older_than_redo_is_not_used() {
    let mut world = World::filled();
    let stale = world.disk_now(CrashMode::ProcessKill, 1);
    (0..PAGES).for_each(|page| world.put(page, page as u8 + 50));
    world.checkpoint();
    world.kill(stale);
    assert_eq!(world.reads(|page| page as u8 + 50), 0);
}

#[test]
fn directory_of_an_earlier_opening_is_not_used() {
    let mut world = World::filled();
    let stale = world.disk_now(CrashMode::ProcessKill, 1);
    world.kill(world.disk_now(CrashMode::ProcessKill, 1));
    world.kill(stale);
    assert_eq!(world.reads(|page| page as u8), 0);
}

/// Two copies of a database lived on apart, with the same numbers of epochs and of records.
#[test]
fn directory_of_another_history_is_not_used() {
    let mut other = World::filled_at(1);
    let mut world = World::filled_at(2);
    (0..PAGES).for_each(|page| other.put(page, page as u8 + 50));
    (0..PAGES).for_each(|page| world.put(page, page as u8 + 90));
    other.checkpoint();
    world.checkpoint();
    world.kill(other.disk_now(CrashMode::ProcessKill, 1));
    assert_eq!(world.reads(|page| page as u8 + 90), 0);
}

#[test]
fn slot_written_again_after_the_directory_costs_that_copy_alone() {
    let mut world = World::filled();
    let mut bytes = vec![0xAA; PAGE_SIZE];
    world.overwrite(bytes_for(SLOTS) - SLOTS * PAGE_SIZE as u64, &bytes);
    bytes.fill(0);
    world.overwrite(bytes_for(SLOTS) - (SLOTS - 1) * PAGE_SIZE as u64, &bytes);
    world.kill(world.disk_now(CrashMode::ProcessKill, 1));
    assert_eq!(world.reads(|page| page as u8), u64::from(PAGES) - 2);
    // The pages have entered again.
    assert!(world.reads(|page| page as u8) >= u64::from(PAGES) - 4);
}

#[test]
fn damaged_directory_is_ignored() {
    for page in 1..5 {
        let mut world = World::filled();
        world.checkpoint();
        world.overwrite(page * PAGE_SIZE as u64, &[0x55; PAGE_SIZE]);
        world.kill(world.disk_now(CrashMode::ProcessKill, 1));
        let reads = world.reads(|page| page as u8);
        assert!(reads == 0 || reads == u64::from(PAGES), "{reads}");
    }
    let mut world = World::filled();
    for page in 1..5 {
        world.overwrite(page * PAGE_SIZE as u64, &[0x55; PAGE_SIZE]);
    }
    world.kill(world.disk_now(CrashMode::ProcessKill, 1));
    assert_eq!(world.reads(|page| page as u8), 0);
}

#[test]
fn file_of_another_length_is_made_anew() {
    let mut world = World::filled();
    world.slots = 40;
    world.kill(world.disk_now(CrashMode::ProcessKill, 1));
    assert_eq!(world.fixture.pool.extension().unwrap().free_pages, 40);
    assert_eq!(world.reads(|page| page as u8), 0);
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Read(u32),
    Change(u32),
    Checkpoint,
    LazyWriter,
    WriteOldest,
    Close,
    Reopen,
    Kill,
    PowerCut(u64),
    /// Copies the extension's disk.
    Copy,
    /// Kills the process. The next one finds the copy.
    StaleDisk,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let page = || 0..PAGES;
    let step = prop_oneof![
        12 => page().prop_map(Step::Read),
        12 => page().prop_map(Step::Change),
        3 => Just(Step::Checkpoint),
        3 => Just(Step::LazyWriter),
        3 => Just(Step::WriteOldest),
        1 => Just(Step::Close),
        1 => Just(Step::Reopen),
        2 => Just(Step::Kill),
        1 => any::<u64>().prop_map(Step::PowerCut),
        1 => Just(Step::Copy),
        1 => Just(Step::StaleDisk),
    ];
    proptest::collection::vec(step, 1..200)
}

proptest! {
    /// Every read has the page's newest state, whatever directory the process before left.
    #[test]
    fn no_kept_copy_is_stale(slots in 6u64..30, steps in steps()) {
        let mut world = World::new(4, slots, 1);
        let mut model = [0u8; PAGES as usize];
        let mut copy = None;
        for (at, step) in steps.into_iter().enumerate() {
            match step {
                Step::Read(page) => prop_assert_eq!(world.fixture.get(FIRST + page), model[page as usize]),
                Step::Change(page) => {
                    model[page as usize] = at as u8;
                    world.put(page, at as u8);
                }
                Step::Checkpoint => world.checkpoint(),
                Step::LazyWriter => {
                    world.fixture.pool.make_free();
                }
                Step::WriteOldest => {
                    world.fixture.pool.write_oldest(DB, Lsn(u64::MAX), 2).unwrap();
                }
                Step::Close => world.close(),
                Step::Reopen => world.reopen(),
                Step::Kill => world.kill(world.disk_now(CrashMode::ProcessKill, 1)),
                Step::PowerCut(seed) => {
                    let mode = CrashMode::PowerCut(Survival { kept: 60, torn: 30, entries: 100 });
                    world.kill(world.disk_now(mode, seed));
                }
                Step::Copy => copy = Some(world.disk_now(CrashMode::ProcessKill, 1)),
                Step::StaleDisk => {
                    if let Some(stale) = copy.take() {
                        world.kill(stale);
                    }
                }
            }
        }
        for page in 0..PAGES {
            prop_assert_eq!(world.fixture.get(FIRST + page), model[page as usize]);
        }
        prop_assert!(world.fixture.pool.extension().is_some(), "{:?}", world.error_log.lines());
    }
}
