//! Power cuts and kills at every file call, in the workload and in the recovery from it (L5).

mod toy;

use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, StorageError};
use sluice_vfs::Vfs;
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_wal::LogOptions;
use toy::history::{History, Workload};
use toy::{Cell, Database, Setup};

const PAGES: u32 = 8;

fn setup(frames: usize) -> (Setup, MemFs) {
    let setup = Setup { frames, pages: PAGES, ..Setup::default() };
    let mem = Arc::new(MemFs::new(1));
    let vfs: Arc<dyn Vfs> = mem.clone();
    setup.create(&vfs);
    (setup, mem.crash_copy(0, CrashMode::KEEP_UNSYNCED))
}

fn open(setup: &Setup, mem: &Arc<MemFs>) -> Database {
    let vfs: Arc<dyn Vfs> = mem.clone();
    setup.open(&vfs).unwrap()
}

/// Runs the workload on a copy of `image` with a power cut at `call`. Returns the device, the
/// history, and the number of calls.
fn run_until(setup: &Setup, image: &MemFs, workload: &Workload, call: u64) -> (Arc<MemFs>, History, u64) {
    let mem = Arc::new(image.crash_copy(0, CrashMode::KEEP_UNSYNCED));
    let faults = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
    let vfs: Arc<dyn Vfs> = faults.clone();
    let mut history = History::default();
    if let Ok(database) = setup.open(&vfs) {
        let ended = workload.run(&database, &mut history);
        assert!(ended.is_ok() || faults.is_cut(), "{ended:?}");
    }
    (mem, history, faults.calls())
}

/// Checks the state after a crash at each call. Panics if a state is not allowed.
fn crash_everywhere(frames: usize, workload: &Workload, mode: CrashMode) {
    let (setup, image) = setup(frames);
    let (_, whole, calls) = run_until(&setup, &image, workload, u64::MAX);
    assert!(whole.events() > 10 && calls > 60, "{} events in {calls} calls", whole.events());
    let mut lost = 0;
    for call in 0..calls {
        let (mem, history, _) = run_until(&setup, &image, workload, call);
        let after = Arc::new(mem.crash_seeded(call, mode));
        let what = format!("seed {}, cut at call {call} of {calls}", workload.seed);
        let first = open(&setup, &after);
        let state = first.all(PAGES);
        let survived = history.check(&state, &what);
        lost += history.events() - survived;
        // A state shown by a recovery stays, whatever happens next.
        drop(first);
        let again = Arc::new(after.crash_seeded(call, CrashMode::LOSE_UNSYNCED));
        let second = open(&setup, &again);
        assert_eq!(second.all(PAGES), state, "{what}: another recovery shows something else");
        second.storage.close().unwrap();
        drop(second);
        let third = open(&setup, &again);
        assert!(third.report.clean, "{what}: {:?}", third.report);
        assert_eq!(third.all(PAGES), state, "{what}: a clean end changed the state");
    }
    assert!(
        lost > 0 || !matches!(mode, CrashMode::PowerCut(_)),
        "no cut lost anything: the cuts are not where they hurt"
    );
}

#[test]
fn power_cut_at_any_call_keeps_full_commits_only() {
    for seed in 1..=2 {
        crash_everywhere(64, &Workload { seed, steps: 220, pages: PAGES, delayed: false }, CrashMode::POWER_CUT);
    }
}

#[test]
fn power_cut_loses_at_most_suffix_of_delayed_commits() {
    for seed in 11..=12 {
        crash_everywhere(64, &Workload { seed, steps: 220, pages: PAGES, delayed: true }, CrashMode::POWER_CUT);
        crash_everywhere(64, &Workload { seed, steps: 220, pages: PAGES, delayed: true }, CrashMode::LOSE_UNSYNCED);
    }
}

#[test]
fn killed_process_then_power_cut_loses_nothing() {
    crash_everywhere(64, &Workload { seed: 22, steps: 300, pages: PAGES, delayed: true }, CrashMode::ProcessKill);
}

#[test]
fn evicted_uncommitted_pages_are_undone() {
    crash_everywhere(4, &Workload { seed: 31, steps: 220, pages: PAGES, delayed: true }, CrashMode::POWER_CUT);
}

/// Checks that recovery with a power cut at each of its calls ends with the same pages.
fn crash_in_recovery(frames: usize, seed: u64) {
    let (setup, image) = setup(frames);
    let workload = Workload { seed, steps: 200, pages: PAGES, delayed: true };
    let (_, _, calls) = run_until(&setup, &image, &workload, u64::MAX);
    let mut undone = 0;
    for call in (calls / 4..calls).step_by((calls / 6) as usize) {
        let (mem, history, _) = run_until(&setup, &image, &workload, call);
        let crashed = mem.crash_seeded(seed, CrashMode::POWER_CUT);
        let reference = {
            let copy = Arc::new(crashed.crash_copy(0, CrashMode::KEEP_UNSYNCED));
            let database = open(&setup, &copy);
            undone += database.report.undone_txns;
            database.all(PAGES)
        };
        history.check(&reference, "the reference");
        let mut cut = 0;
        loop {
            let mem = Arc::new(crashed.crash_copy(0, CrashMode::KEEP_UNSYNCED));
            let faults = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(cut)));
            let vfs: Arc<dyn Vfs> = faults.clone();
            let opened = setup.open(&vfs);
            if !faults.is_cut() {
                assert!(opened.is_ok() && cut > 5, "a recovery takes more than {cut} calls");
                break;
            }
            drop(opened);
            let after = Arc::new(mem.crash_seeded(cut, CrashMode::POWER_CUT));
            assert_eq!(open(&setup, &after).all(PAGES), reference, "seed {seed}, cut {call}, recovery cut at {cut}");
            cut += 1;
        }
    }
    assert!(undone > 0, "no recovery had anything to undo");
}

#[test]
fn power_cut_in_recovery_does_not_change_outcome() {
    (41..=42).for_each(|seed| crash_in_recovery(64, seed));
    crash_in_recovery(4, 44);
}

/// A full log has the room that the open transaction has reserved. Recovery has no reservations,
/// and hardens the log for each page it evicts.
#[test]
fn recovery_undoes_in_a_full_log() {
    let bytes = 4 << 20;
    let setup = |frames| {
        let sizes = LogOptions { initial_bytes: bytes, growth_bytes: 0, max_bytes: bytes, ..Setup::default().log };
        Setup { frames, pages: 60, log: LogOptions { sector: 4096, ..sizes }, ..Setup::default() }
    };
    let mem = Arc::new(MemFs::new(7));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let roomy = setup(200);
    roomy.create(&vfs);
    let database = roomy.open(&vfs).unwrap();
    let storage = &database.storage;
    let mut txn = storage.begin();
    let cells = (0u64..).map(|turn| Cell::new((turn * 7 % 60) as u32, (turn % 64) as u16));
    let full = cells.zip(1..).find_map(|(at, value)| database.set(&mut txn, at, value).err());
    assert!(matches!(full, Some(StorageError::LogFull { .. })), "{full:?}");
    storage.log.flush_tail().unwrap();
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash_copy(1, CrashMode::LOSE_UNSYNCED));
    storage.rollback(txn).unwrap();
    let database = setup(6).open(&vfs).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(database.report.undone_txns, 1);
    assert!(database.all(60).iter().all(|value| *value == 0));
    database.storage.checkpoint().unwrap();
    let mut txn = database.storage.begin();
    database.set(&mut txn, Cell::new(0, 0), 1).unwrap();
    database.storage.commit(txn, CommitDurability::Full).unwrap();
}
