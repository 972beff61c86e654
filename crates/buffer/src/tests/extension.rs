//! The buffer pool extension: right pages in all orders of events, and with a failing file.

use super::fixture::*;
use crate::extension::bytes_for;
use crate::page::PAGE_SIZE;
use crate::{ExtensionError, ExtensionOptions};
use proptest::prelude::*;
use sluice_base::clock::ManualClock;
use sluice_base::error_log::ErrorLog;
use sluice_base::ids::{Lsn, PageId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::Ordering;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::{CrashMode, MemFs, Survival};
use sluice_vfs::{Access, CallKind, Create, Durability, File, OpenOptions, Vfs};
use std::path::Path;

const PATH: &str = "/cache.bpe";

/// A fixture with an extension on a disk of its own.
struct Extended {
    fixture: Fixture,
    disk: Arc<FaultFs>,
    error_log: Arc<ErrorLog>,
}

impl Extended {
    fn new(frames: usize, slots: u64) -> Extended {
        Extended::over(Fixture::new(frames), slots)
    }

    fn over(fixture: Fixture, slots: u64) -> Extended {
        let disk = Arc::new(FaultFs::new(Arc::new(MemFs::new(3)), FaultPlan::none()));
        let error_log = Arc::new(ErrorLog::new(Arc::new(ManualClock::new(0))));
        let extended = Extended { fixture, disk, error_log };
        extended.turn_on(slots).unwrap();
        extended
    }

    fn turn_on(&self, slots: u64) -> Result<(), ExtensionError> {
        self.fixture.pool.turn_extension_on(ExtensionOptions {
            vfs: self.disk.clone(),
            path: PATH.into(),
            bytes: bytes_for(slots),
            takes_over: false,
            clock: Arc::new(ManualClock::new(0)),
            error_log: self.error_log.clone(),
            has_writer: true,
        })
    }

    /// Puts pages `0..pages` in the extension, by a checkpoint.
    fn fill(&self, pages: u32) {
        for page in 0..pages {
            self.fixture.put(FIRST + page, page as u8);
            self.fixture.write_all();
        }
    }

    fn file(&self) -> Arc<dyn File> {
        let options = OpenOptions { create: Create::Never, access: Access::Direct, durability: Durability::Deferred };
        self.disk.open(Path::new(PATH), options).unwrap()
    }

    /// Returns the extension's reads, the data file's reads and the extension's writes.
    fn calls(&self) -> (u64, u64, u64) {
        let counters = self.fixture.pool.counters();
        let of_file = self.fixture.file.reads.load(Ordering::SeqCst);
        (counters.extension_page_reads.get(), of_file, counters.extension_page_writes.get())
    }

    /// Reads all pages rightly although the extension fails, which is logged once.
    fn survives(&self, pages: u32) {
        (0..pages).for_each(|page| assert_eq!(self.fixture.get(FIRST + page), page as u8));
        for page in 0..pages {
            self.fixture.put(FIRST + page, 99);
        }
        self.fixture.write_all();
        (0..pages).for_each(|page| assert_eq!(self.fixture.get(FIRST + page), 99));
        assert!(self.fixture.pool.extension().is_none(), "it is off");
        let lines = self.error_log.lines();
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].text.contains(PATH) && lines[0].text.contains("No data is lost"), "{lines:?}");
    }
}

#[test]
fn pages_cleaned_by_checkpoint_are_read_from_the_extension() {
    let extended = Extended::new(4, 32);
    extended.fill(20);
    let (_, before, written) = extended.calls();
    assert_eq!(written, 20);
    (0..20).for_each(|page| assert_eq!(extended.fixture.get(FIRST + page), page as u8));
    assert!(extended.calls().0 >= 16, "{:?}", extended.calls());
    assert_eq!(extended.calls().1, before, "no page is read from the data file");
    assert_eq!(extended.calls().2, written, "a page in the extension is not written again");
}

#[test]
fn clean_page_enters_when_evicted() {
    let extended = Extended::new(4, 32);
    extended.fill(20);
    extended.fixture.pool.turn_extension_off();
    extended.turn_on(32).unwrap();
    for _ in 0..2 {
        (0..20).for_each(|page| assert_eq!(extended.fixture.get(FIRST + page), page as u8));
        extended.fixture.pool.make_free();
    }
    let before = extended.calls();
    (0..16).for_each(|page| assert_eq!(extended.fixture.get(FIRST + page), page as u8));
    assert_eq!(extended.calls().1, before.1);
}

/// The writes of a batch are done in any order.
#[test]
fn replaced_copy_in_the_queue_is_not_written() {
    let extended = Extended::new(4, 32);
    extended.fill(8);
    extended.fixture.pool.turn_extension_off();
    extended.turn_on(32).unwrap();
    let before = extended.calls().2;
    (0..8).for_each(|page| assert_eq!(extended.fixture.get(FIRST + page), page as u8));
    assert_eq!(extended.calls().2, before, "evicted pages wait in the queue");
    extended.fixture.put(FIRST, 99);
    extended.fixture.write_all();
    let allocated = extended.fixture.pool.extension().unwrap().allocated_pages;
    assert!(allocated >= 4);
    assert_eq!(extended.calls().2 - before, allocated, "each slot is written once");
}

#[test]
fn updates_do_not_wash_the_extension_out() {
    let extended = Extended::new(4, 32);
    extended.fill(20);
    let (_, before, _) = extended.calls();
    for round in 1..20u8 {
        (0..20).for_each(|page| extended.fixture.put(FIRST + page, round));
        extended.fixture.write_all();
        extended.fixture.pool.make_free();
    }
    assert_eq!(extended.calls().1, before, "no page is read from the data file");
}

#[test]
fn copies_fill_gaps_between_dirty_pages_on_slow_disk() {
    let extended = Extended::over(Fixture::slow(64, 3, 40, 1), 64);
    let fixture = &extended.fixture;
    (0..40).for_each(|page| fixture.put(FIRST + page, 2));
    fixture.write_all();
    (100..300).for_each(|page| assert_eq!(fixture.get(FIRST + page), 0, "these take the frames"));
    assert!(!fixture.pool.is_in_memory(DB, PageId::primary(FIRST + 1)));
    for (round, is_filled) in [(3, true), (4, false)] {
        [0, 3].iter().for_each(|page| fixture.put(FIRST + page, round));
        fixture.file.take_writes_in_place();
        if !is_filled {
            // A damaged copy is found when it is read, and turns the extension off.
            let file = extended.file();
            let zeros = sluice_vfs::AlignedBuf::zeroed(bytes_for(64) as usize - PAGE_SIZE);
            file.write_at(&zeros, PAGE_SIZE as u64).unwrap();
        }
        assert_eq!(fixture.write_all(), 2);
        let windows = if is_filled { vec![(FIRST, 4)] } else { vec![(FIRST, 1), (FIRST + 3, 1)] };
        assert_eq!(fixture.file.take_writes_in_place(), windows);
        let values = [0, 1, 2, 3].map(|page| uniform(&fixture.raw(FIRST + page)));
        assert_eq!(values, [round, 2, 2, round]);
    }
    assert!(fixture.pool.extension().is_none(), "it is off");
}

#[test]
fn read_ahead_takes_pages_from_the_extension() {
    let extended = Extended::new(40, 64);
    extended.fill(40);
    (100..140).for_each(|page| assert_eq!(extended.fixture.get(FIRST + page), 0));
    let before = extended.calls();
    let pages: Vec<PageId> = (0..5).map(|page| PageId::primary(FIRST + page)).collect();
    assert_eq!(extended.fixture.pool.read_ahead(DB, &pages), 5);
    assert_eq!((extended.calls().0 - before.0, extended.calls().1 - before.1), (5, 0));
    (0..5).for_each(|page| assert_eq!(extended.fixture.get(FIRST + page), page as u8));
}

#[test]
fn descriptors_list_each_page_once() {
    let extended = Extended::new(4, 32);
    extended.fill(20);
    let mut pages = extended.fixture.pool.descriptors();
    assert_eq!(pages.iter().filter(|page| page.is_in_extension).count(), 16);
    pages.sort_by_key(|page| page.page);
    pages.dedup_by_key(|page| page.page);
    assert_eq!(pages.len(), 20);
    let status = extended.fixture.pool.extension().unwrap();
    assert_eq!((status.allocated_pages, status.free_pages, status.bytes), (20, 12, bytes_for(32)));
    extended.fixture.pool.drop_clean_buffers();
    assert!(extended.fixture.pool.descriptors().is_empty());
}

#[test]
fn detached_database_gives_its_slots_up() {
    let extended = Extended::new(4, 32);
    extended.fill(20);
    extended.fixture.pool.detach(DB);
    assert_eq!(extended.fixture.pool.extension().unwrap().allocated_pages, 0);
    // The next opening of the same database, with another state of its file.
    let mut restored = extended.fixture.raw(FIRST + 1);
    restored[crate::PAGE_HEADER..].fill(77);
    crate::page::seal(&mut restored);
    extended.fixture.put_raw(FIRST + 1, &restored);
    extended.fixture.attach();
    assert_eq!(extended.fixture.get(FIRST + 1), 77);
}

#[test]
fn pages_of_a_database_in_recovery_stay_out() {
    let extended = Extended::new(4, 32);
    extended.fill(20);
    extended.fixture.pool.detach(DB);
    extended.fixture.attach_for_redo();
    (0..20).for_each(|page| assert_eq!(extended.fixture.get(FIRST + page), page as u8));
    extended.fixture.pool.make_free();
    assert_eq!(extended.fixture.pool.extension().unwrap().allocated_pages, 0);
}

#[test]
fn file_with_other_content_is_not_replaced() {
    let extended = Extended::new(4, 32);
    assert_eq!(extended.fixture.pool.turn_extension_off().as_deref(), Some(Path::new(PATH)));
    assert!(!extended.disk.exists(Path::new(PATH)).unwrap(), "the file is removed");
    let options = OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Deferred };
    let file = extended.disk.open(Path::new(PATH), options).unwrap();
    file.write_at(&[7; PAGE_SIZE], 0).unwrap();
    assert!(matches!(extended.turn_on(32), Err(ExtensionError::Foreign)));
    let mut kept = [0; PAGE_SIZE];
    file.read_at(&mut kept, 0).unwrap();
    assert_eq!(kept, [7; PAGE_SIZE]);
}

#[test]
fn file_in_use_is_refused_and_leftover_is_replaced() {
    let extended = Extended::new(4, 32);
    extended.fill(20);
    let other = Fixture::new(4);
    let options = || ExtensionOptions {
        vfs: extended.disk.clone(),
        path: PATH.into(),
        bytes: bytes_for(32),
        takes_over: false,
        clock: Arc::new(ManualClock::new(0)),
        error_log: extended.error_log.clone(),
        has_writer: true,
    };
    let refused = other.pool.turn_extension_on(options());
    assert!(matches!(refused, Err(ExtensionError::File(error)) if error.is_locked()));
    (0..20).for_each(|page| assert_eq!(extended.fixture.get(FIRST + page), page as u8));
    // The process ends without removing the file.
    let Extended { fixture, disk, error_log } = extended;
    drop(fixture);
    let next = Extended { fixture: Fixture::new(4), disk, error_log };
    next.turn_on(32).unwrap();
    assert_eq!(next.fixture.pool.extension().unwrap().allocated_pages, 0);
}

#[test]
fn file_of_interrupted_start_is_replaced() {
    let on = |disk: MemFs, plan| {
        let disk = Arc::new(disk);
        let faults = Arc::new(FaultFs::new(disk.clone(), plan));
        let error_log = Arc::new(ErrorLog::new(Arc::new(ManualClock::new(0))));
        (disk, Extended { fixture: Fixture::new(8), disk: faults, error_log })
    };
    for (seed, call) in (0..20).flat_map(|seed| (0..10).map(move |call| (seed, call))) {
        let (disk, extended) = on(MemFs::rewriting(seed), FaultPlan::power_cut_at(call));
        let _interrupted = extended.turn_on(16);
        let survival = Survival { kept: 50, torn: 50, entries: 50 };
        let (_, again) = on(disk.crash(CrashMode::PowerCut(survival)), FaultPlan::none());
        again.turn_on(16).unwrap_or_else(|error| panic!("seed {seed}, cut at call {call}: {error}"));
    }
}

#[test]
fn full_disk_refuses_the_extension_and_leaves_no_file() {
    let extended = Extended::new(4, 32);
    extended.fixture.pool.turn_extension_off();
    extended.disk.arm(Rule::new(Fault::Enospc).on(CallKind::Allocate));
    assert!(matches!(extended.turn_on(32), Err(ExtensionError::File(_))));
    assert!(!extended.disk.exists(Path::new(PATH)).unwrap());
    assert!(extended.fixture.pool.extension().is_none());
}

#[test]
fn failed_read_turns_the_extension_off() {
    let extended = Extended::new(4, 32);
    extended.fill(20);
    extended.disk.arm(Rule::new(Fault::Eio).path(".bpe").on(CallKind::Read));
    extended.survives(20);
}

#[test]
fn failed_write_turns_the_extension_off() {
    for fault in [Fault::Eio, Fault::Enospc, Fault::ShortWrite { bytes: 512 }] {
        let extended = Extended::new(4, 32);
        extended.fill(20);
        extended.disk.arm(Rule::new(fault).path(".bpe").on(CallKind::Write));
        extended.survives(20);
    }
}

#[test]
fn flipped_bit_turns_the_extension_off() {
    let extended = Extended::new(4, 32);
    extended.fill(20);
    extended
        .disk
        .arm(Rule::new(Fault::BitFlip { bit: (bytes_for(32) - 32 * PAGE_SIZE as u64 + 5000) * 8 }).path(".bpe"));
    extended.survives(20);
}

#[test]
fn overwritten_file_turns_the_extension_off() {
    for byte in [0, 0xAA] {
        let extended = Extended::new(4, 32);
        extended.fill(20);
        let mut rubbish = sluice_vfs::AlignedBuf::zeroed(bytes_for(32) as usize);
        rubbish.fill(byte);
        extended.file().write_at(&rubbish, 0).unwrap();
        extended.survives(20);
    }
}

#[test]
fn whole_older_copy_in_a_slot_is_detected() {
    let extended = Extended::new(4, 32);
    extended.fill(20);
    let mut older = sluice_vfs::AlignedBuf::zeroed(bytes_for(32) as usize);
    extended.file().read_at(&mut older, 0).unwrap();
    // Each page is written again, in the same slot, and the disk brings the older copies back.
    extended.fill(20);
    extended.file().write_at(&older, 0).unwrap();
    extended.survives(20);
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Read(u32),
    Change(u32),
    Discard(u32),
    LazyWriter,
    Checkpoint,
    WriteOldest,
    DropClean,
    Reattach,
    TurnOffAndOn,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let page = || 0u32..24;
    let step = prop_oneof![
        20 => page().prop_map(Step::Read),
        10 => page().prop_map(Step::Change),
        1 => page().prop_map(Step::Discard),
        4 => Just(Step::LazyWriter),
        3 => Just(Step::Checkpoint),
        2 => Just(Step::WriteOldest),
        1 => Just(Step::DropClean),
        1 => Just(Step::Reattach),
        1 => Just(Step::TurnOffAndOn),
    ];
    proptest::collection::vec(step, 1..250)
}

proptest! {
    /// Every read has the page's newest state, whatever the extension did before.
    #[test]
    fn no_read_is_stale(frames in 3usize..10, slots in 1u64..30, steps in steps()) {
        let extended = Extended::new(frames, slots);
        let fixture = &extended.fixture;
        let mut model = [0u8; 24];
        for (at, step) in steps.into_iter().enumerate() {
            match step {
                Step::Read(page) => prop_assert_eq!(fixture.get(FIRST + page), model[page as usize]),
                Step::Change(page) => {
                    model[page as usize] = at as u8;
                    fixture.put(FIRST + page, at as u8);
                }
                Step::Discard(page) => {
                    fixture.write_all();
                    // The change after this write is lost with the discarded page.
                    fixture.put(FIRST + page, at as u8);
                    fixture.pool.discard(DB, [PageId::primary(FIRST + page)]);
                }
                Step::LazyWriter => {
                    fixture.pool.make_free();
                }
                Step::Checkpoint => {
                    fixture.write_all();
                }
                Step::WriteOldest => {
                    fixture.pool.write_oldest(DB, Lsn(u64::MAX), 2).unwrap();
                }
                Step::DropClean => {
                    fixture.pool.drop_clean_buffers();
                }
                Step::Reattach => {
                    fixture.write_all();
                    fixture.pool.detach(DB);
                    fixture.attach();
                }
                Step::TurnOffAndOn => {
                    fixture.pool.turn_extension_off();
                    extended.turn_on(slots).unwrap();
                }
            }
        }
        for page in 0..24 {
            prop_assert_eq!(fixture.get(FIRST + page), model[page as usize]);
        }
        prop_assert!(fixture.pool.extension().is_some(), "{:?}", extended.error_log.lines());
    }
}
