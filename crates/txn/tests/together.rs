//! Commits across databases: in all or in none, for every failure and every time of a power cut
//! (L4).

mod toy;

use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, Part, PartFailed, Storage, StorageError, Transaction};
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{Vfs, call::CallKind};
use toy::{Cell, Database, RELEASED, Setup};

/// A cell changed only by transactions across databases.
const SHARED: Cell = Cell { page: 0, cell: 1 };
/// A cell changed in one database alone.
const OWN: Cell = Cell { page: 1, cell: 2 };
const PASSING: Cell = Cell { page: 2, cell: 3 };

/// A coordinator and two other databases.
struct Trio {
    master: Database,
    left: Database,
    right: Database,
}

fn setup(name: &'static str) -> Setup {
    Setup { name, pages: 4, ..Setup::default() }
}

fn made() -> Arc<MemFs> {
    let mem = Arc::new(MemFs::new(7));
    let vfs: Arc<dyn Vfs> = mem.clone();
    ["master", "left", "right"].into_iter().for_each(|name| setup(name).create(&vfs));
    mem
}

impl Trio {
    fn open(vfs: &Arc<dyn Vfs>) -> Result<Trio, StorageError> {
        let master = setup("master").open(vfs)?;
        let left = setup("left").open_under(vfs, Some(&master))?;
        let right = setup("right").open_under(vfs, Some(&master))?;
        Ok(Trio { master, left, right })
    }

    fn all(&self) -> [&Database; 3] {
        [&self.master, &self.left, &self.right]
    }

    fn flushes(&self) -> [u64; 3] {
        self.all().map(|database| database.counters.log_flushes.get())
    }

    /// Starts a transaction that has set the shared cell in both databases.
    fn both(&self, value: u64) -> Result<Vec<Part>, StorageError> {
        let mut parts = Vec::new();
        for database in [&self.left, &self.right] {
            let mut transaction = database.storage.begin();
            let set = database.set(&mut transaction, SHARED, value);
            parts.push(Part { storage: database.storage.clone(), transaction });
            if let Err(error) = set {
                parts.into_iter().for_each(given_up);
                return Err(error);
            }
        }
        Ok(parts)
    }

    fn commit_both(&self, value: u64) -> Result<(), PartFailed> {
        let parts = self.both(value).map_err(|error| PartFailed { database: toy::DB, error })?;
        Storage::commit_together(parts)
    }

    fn shared(&self) -> (u64, u64) {
        (self.left.get(SHARED), self.right.get(SHARED))
    }

    fn close(self) {
        for database in [self.right, self.left, self.master] {
            database.storage.close().unwrap();
        }
    }
}

fn given_up(part: Part) {
    let _ = part.storage.rollback(part.transaction);
}

fn after(mem: &MemFs, mode: CrashMode) -> Arc<dyn Vfs> {
    Arc::new(mem.crash(mode))
}

#[test]
fn joint_commit_takes_one_flush_each_plus_decision() {
    let mem = made();
    let vfs: Arc<dyn Vfs> = mem.clone();
    let trio = Trio::open(&vfs).unwrap();
    for value in 1..=10 {
        let before = trio.flushes();
        trio.commit_both(value).unwrap();
        let after = trio.flushes();
        assert_eq!([0, 1, 2].map(|place| after[place] - before[place]), [1, 1, 1]);
        assert_eq!(trio.shared(), (value, value));
    }
    let vfs = after(&mem, CrashMode::LOSE_UNSYNCED);
    let trio = Trio::open(&vfs).unwrap();
    assert_eq!(trio.shared(), (10, 10));
    // The commit records of the last transaction were not on disk.
    assert_eq!([&trio.left, &trio.right].map(|database| database.report.in_doubt_committed), [1, 1]);
    trio.close();
    let trio = Trio::open(&vfs).unwrap();
    assert_eq!((trio.shared(), trio.left.report.clean, trio.master.report.clean), ((10, 10), true, true));
}

#[test]
fn coordinator_may_participate() {
    let mem = made();
    let vfs: Arc<dyn Vfs> = mem.clone();
    let trio = Trio::open(&vfs).unwrap();
    let mut parts = trio.both(5).unwrap();
    let mut transaction = trio.master.storage.begin();
    trio.master.set(&mut transaction, OWN, 6).unwrap();
    parts.insert(1, Part { storage: trio.master.storage.clone(), transaction });
    Storage::commit_together(parts).unwrap();
    for mode in [CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED] {
        let trio = Trio::open(&after(&mem, mode)).unwrap();
        assert_eq!((trio.shared(), trio.master.get(OWN)), ((5, 5), 6), "{mode:?}");
    }
}

#[test]
fn joint_commit_is_invisible_until_decided() {
    let mem = made();
    let vfs: Arc<dyn Vfs> = mem.clone();
    let trio = Trio::open(&vfs).unwrap();
    let mut parts = trio.both(5).unwrap();
    trio.right.defer_release(&mut parts[1].transaction, PASSING).unwrap();
    let ids: Vec<_> = parts.iter().map(|part| (part.storage.clone(), part.transaction.id().unwrap())).collect();
    assert!(ids.iter().all(|(storage, id)| storage.is_active(*id)));
    Storage::commit_together(parts).unwrap();
    assert!(ids.iter().all(|(storage, id)| !storage.is_active(*id)));
    assert_eq!(trio.right.get(PASSING), RELEASED);
    let trio = Trio::open(&after(&mem, CrashMode::LOSE_UNSYNCED)).unwrap();
    assert_eq!((trio.shared(), trio.right.get(PASSING)), ((5, 5), RELEASED));
}

/// The decision survives checkpoints, truncations and clean ends until a missing database has asked
/// for it.
#[test]
fn database_opened_later_still_learns_decision() {
    let mem = made();
    let vfs: Arc<dyn Vfs> = mem.clone();
    let trio = Trio::open(&vfs).unwrap();
    trio.commit_both(5).unwrap();
    let vfs = after(&mem, CrashMode::LOSE_UNSYNCED);
    for round in 0..3 {
        let master = setup("master").open(&vfs).unwrap();
        let left = setup("left").open_under(&vfs, Some(&master)).unwrap();
        for value in 0..400 {
            let mut transaction = master.storage.begin();
            master.set(&mut transaction, OWN, value).unwrap();
            master.storage.commit(transaction, CommitDurability::Full).unwrap();
        }
        for database in [&master, &left] {
            database.storage.checkpoint().unwrap();
        }
        if round == 1 {
            left.storage.close().unwrap();
            master.storage.close().unwrap();
        }
    }
    let trio = Trio::open(&vfs).unwrap();
    assert_eq!((trio.shared(), trio.right.report.in_doubt_committed), ((5, 5), 1));
}

#[test]
fn database_in_doubt_stays_closed_without_coordinator() {
    let mem = made();
    let before = Arc::new(mem.crash_copy(0, CrashMode::KEEP_UNSYNCED));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let trio = Trio::open(&vfs).unwrap();
    trio.commit_both(5).unwrap();
    let vfs = after(&mem, CrashMode::LOSE_UNSYNCED);
    let refused = |coordinator: Option<&Database>| {
        let error = setup("right").open_under(&vfs, coordinator).err().expect("it must not guess");
        assert!(matches!(error, StorageError::InDoubt(_)), "{error}");
        error.to_string()
    };
    assert!(refused(None).contains("which is not open"));
    let master = setup("master").open(&vfs).unwrap();
    let left = setup("left").open_under(&vfs, Some(&master)).unwrap();
    assert!(refused(Some(&left)).contains("'/left.ldf' is another database"));
    let older: Arc<dyn Vfs> = before;
    let older = setup("master").open(&older).unwrap();
    assert!(refused(Some(&older)).contains("an older copy"));
    let right = setup("right").open_under(&vfs, Some(&master)).unwrap();
    assert_eq!(right.get(SHARED), 5);
}

fn fails(path: &str, nth: u64, fault: Fault) -> FaultPlan {
    FaultPlan::from_rule(Rule::new(fault).path(path).on(CallKind::Write).nth(nth))
}

/// Opens with a fault in one log's writes, commits until it strikes, and checks the state after a
/// crash. Both databases hold the same value: the acknowledged one or the one in doubt.
fn strike(path: &str, nth: u64) -> Option<(u64, PartFailed)> {
    let mem = made();
    let faults = Arc::new(FaultFs::new(mem.clone(), fails(path, nth, Fault::Eio)));
    let vfs: Arc<dyn Vfs> = faults.clone();
    let Ok(trio) = Trio::open(&vfs) else { return None };
    let mut failed = None;
    let mut value = 0;
    while failed.is_none() && value < 10 {
        value += 1;
        failed = trio.commit_both(value).err();
    }
    let seen = trio.shared();
    for mode in [CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED, CrashMode::ProcessKill] {
        let trio = Trio::open(&after(&mem, mode)).unwrap();
        let (left, right) = trio.shared();
        assert_eq!(left, right, "{path} {nth} {mode:?}, seen {seen:?}");
        assert!(left == value || failed.is_some() && left == value - 1, "{path} {nth} {mode:?}: {left} of {value}");
    }
    failed.map(|failed| (value, failed))
}

#[test]
fn log_failure_at_any_write_leaves_databases_consistent() {
    let mut seen = 0;
    for path in ["master.ldf", "left.ldf", "right.ldf"] {
        for nth in 0..14 {
            let Some((value, failed)) = strike(path, nth) else { continue };
            assert!(matches!(failed.error, StorageError::Poisoned(_)), "{path} {nth} {value}: {failed:?}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn failed_prepare_rolls_back_all_parts() {
    let mem = made();
    let faults = Arc::new(FaultFs::new(mem.clone(), FaultPlan::none()));
    let vfs: Arc<dyn Vfs> = faults.clone();
    let trio = Trio::open(&vfs).unwrap();
    trio.commit_both(1).unwrap();
    let parts = trio.both(2).unwrap();
    let left = parts[0].transaction.id().unwrap();
    faults.arm(Rule::new(Fault::Eio).path("right.ldf").on(CallKind::Write));
    Storage::commit_together(parts).unwrap_err();
    assert_eq!(trio.left.get(SHARED), 1, "rolled back");
    assert!(!trio.left.storage.is_active(left));
    let mut transaction: Transaction = trio.left.storage.begin();
    trio.left.set(&mut transaction, SHARED, 3).unwrap();
    trio.left.storage.rollback(transaction).unwrap();
}

/// The progress of a run, over all its lives.
#[derive(Clone, Copy, Default)]
struct Progress {
    shared: u64,
    in_doubt: u64,
    own: [u64; 2],
}

/// Commits across both databases and in one alone (full), rolls back, and takes checkpoints, until
/// the power cut.
fn work(trio: &Trio, progress: &mut Progress, rounds: u64) -> Result<(), StorageError> {
    for round in 0..rounds {
        let value = progress.in_doubt.max(progress.shared) + 1;
        if round % 4 == 2 {
            trio.both(value + 1_000).map(|parts| parts.into_iter().for_each(given_up))?;
        }
        let parts = trio.both(value)?;
        progress.in_doubt = value;
        Storage::commit_together(parts).map_err(|failed| failed.error)?;
        progress.shared = value;
        let side = (round % 2) as usize;
        let database = [&trio.left, &trio.right][side];
        let mut transaction = database.storage.begin();
        if let Err(error) = database.set(&mut transaction, OWN, value) {
            let _ = database.storage.rollback(transaction);
            return Err(error);
        }
        let durability = if round % 3 == 0 { CommitDurability::Full } else { CommitDurability::Delayed };
        database.storage.commit(transaction, durability)?;
        if durability == CommitDurability::Full {
            progress.own[side] = value;
        }
        if round % 3 == 1 {
            trio.all()[(round as usize / 3) % 3].storage.checkpoint()?;
        }
    }
    Ok(())
}

fn check(trio: &Trio, progress: &mut Progress, what: &str) {
    let (left, right) = trio.shared();
    assert_eq!(left, right, "{what}: the databases do not agree");
    assert!(left == progress.shared || left == progress.in_doubt, "{what}: {left}, acknowledged {}", progress.shared);
    for (side, database) in [&trio.left, &trio.right].into_iter().enumerate() {
        assert!(database.get(OWN) >= progress.own[side], "{what}: a full commit is lost");
    }
    progress.shared = left;
    progress.in_doubt = left;
}

#[test]
fn power_cut_at_any_call_leaves_databases_consistent() {
    let image = made();
    let run = |mem: Arc<MemFs>, call: u64| {
        let faults = Arc::new(FaultFs::new(mem, FaultPlan::power_cut_at(call)));
        let vfs: Arc<dyn Vfs> = faults.clone();
        let mut progress = Progress::default();
        if let Ok(trio) = Trio::open(&vfs) {
            let ended = work(&trio, &mut progress, 9);
            assert!(ended.is_ok() || faults.is_cut(), "{ended:?}");
        }
        (faults.calls(), progress)
    };
    let copy = || Arc::new(image.crash_copy(0, CrashMode::KEEP_UNSYNCED));
    let (calls, whole) = run(copy(), u64::MAX);
    assert!(whole.shared == 9 && calls > 60, "{calls}");
    let (mut committed, mut undone) = (0, 0);
    for call in 0..calls {
        for (way, mode) in
            [CrashMode::LOSE_UNSYNCED, CrashMode::POWER_CUT, CrashMode::KEEP_UNSYNCED].into_iter().enumerate()
        {
            let mem = copy();
            let (_, mut progress) = run(mem.clone(), call);
            let what = format!("cut at call {call}, {mode:?}");
            // The power fails in the recovery, too.
            let second = Arc::new(mem.crash_seeded(call, mode));
            let faults = Arc::new(FaultFs::new(second.clone(), FaultPlan::power_cut_at(call * 5 % 37 + way as u64)));
            let vfs: Arc<dyn Vfs> = faults.clone();
            let _ = Trio::open(&vfs);
            let third = Arc::new(second.crash_seeded(call + 1, mode));
            let vfs: Arc<dyn Vfs> = third.clone();
            let trio = Trio::open(&vfs).unwrap_or_else(|error| panic!("{what}: {error}"));
            check(&trio, &mut progress, &what);
            committed += trio.left.report.in_doubt_committed + trio.right.report.in_doubt_committed;
            undone += trio.left.report.undone_txns + trio.right.report.undone_txns;
            // The state shown stays, and work goes on.
            let vfs = after(&third, CrashMode::LOSE_UNSYNCED);
            let trio = Trio::open(&vfs).unwrap();
            check(&trio, &mut progress, &what);
            work(&trio, &mut progress, 2).unwrap();
            trio.close();
        }
    }
    assert!(committed > 10 && undone > 10, "{committed} asked and committed, {undone} undone");
}

/// Opens a database again that lost all it had not hardened, while the coordinator lives on.
fn reopened(vfs: &Arc<dyn Vfs>, name: &'static str, master: &Database) -> Result<Database, StorageError> {
    setup(name).open_under(vfs, Some(master))
}

#[test]
fn part_reopened_within_life_of_coordinator_is_settled() {
    let mem = made();
    let vfs: Arc<dyn Vfs> = mem.clone();
    let trio = Trio::open(&vfs).unwrap();
    trio.commit_both(5).unwrap();
    // The commit record of the left database is in its log buffer alone.
    let left = reopened(&vfs, "left", &trio.master).unwrap();
    assert_eq!((left.get(SHARED), left.report.in_doubt_committed), (5, 1));
    left.storage.close().unwrap();
    let left = reopened(&vfs, "left", &trio.master).unwrap();
    assert_eq!((left.get(SHARED), left.report.in_doubt_committed), (5, 0));
}

#[test]
fn undecided_part_reopened_is_rolled_back_everywhere() {
    let mem = made();
    let faults = Arc::new(FaultFs::new(mem.clone(), FaultPlan::none()));
    let vfs: Arc<dyn Vfs> = faults.clone();
    let trio = Arc::new(Trio::open(&vfs).unwrap());
    let parts = trio.both(5).unwrap();
    // The left database is opened again when it is prepared and the right one is not.
    let (inner, plain) = (Arc::downgrade(&trio), mem.clone() as Arc<dyn Vfs>);
    let hook = Fault::Hook(Arc::new(move |_| {
        let trio = inner.upgrade().unwrap();
        let left = reopened(&plain, "left", &trio.master).unwrap();
        assert_eq!((left.get(SHARED), left.report.undone_txns, left.report.in_doubt_committed), (0, 1, 0));
        left.storage.close().unwrap();
    }));
    faults.arm(Rule::new(hook).path("right.ldf").on(CallKind::Write).nth(0));
    let failed = Storage::commit_together(parts).unwrap_err();
    assert!(matches!(failed.error, StorageError::NotOpen(_)), "{}", failed.error);
    assert_eq!(trio.right.get(SHARED), 0, "rolled back, too");
    drop(trio);
    let trio = Trio::open(&vfs).unwrap();
    assert_eq!(trio.shared(), (0, 0));
}

#[test]
fn part_of_failed_commit_is_settled_by_its_recovery() {
    let mem = made();
    let faults = Arc::new(FaultFs::new(mem.clone(), FaultPlan::none()));
    let vfs: Arc<dyn Vfs> = faults.clone();
    let trio = Trio::open(&vfs).unwrap();
    let parts = trio.both(5).unwrap();
    faults.arm(Rule::new(Fault::Eio).path("right.ldf").on(CallKind::Write));
    Storage::commit_together(parts).unwrap_err();
    faults.disarm();
    // The prepare record of the left database is on disk, and its rollback in its log buffer alone.
    let left = reopened(&vfs, "left", &trio.master).unwrap();
    assert_eq!((left.get(SHARED), left.report.undone_txns), (0, 1));
    drop(left);
    // The coordinator has forgotten the part: the end of the first recovery is on disk.
    let left = reopened(&vfs, "left", &trio.master).unwrap();
    assert_eq!((left.get(SHARED), left.report.undone_txns), (0, 0));
}

#[test]
fn decision_in_doubt_answers_no_part() {
    let mem = made();
    let faults = Arc::new(FaultFs::new(mem.clone(), FaultPlan::none()));
    let vfs: Arc<dyn Vfs> = faults.clone();
    let trio = Trio::open(&vfs).unwrap();
    let parts = trio.both(5).unwrap();
    faults.arm(Rule::new(Fault::Eio).path("master.ldf").on(CallKind::Write));
    Storage::commit_together(parts).unwrap_err();
    faults.disarm();
    let refused = reopened(&vfs, "left", &trio.master).err().unwrap();
    assert!(matches!(&refused, StorageError::InDoubt(why) if why.contains("master")), "{refused}");
    drop(trio);
    let trio = Trio::open(&vfs).unwrap();
    let (left, right) = trio.shared();
    assert!(left == right, "{left}, {right}");
}
