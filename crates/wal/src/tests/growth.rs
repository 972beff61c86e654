//! Growth, piece by piece.

use super::*;
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::CrashMode;

/// Appends and hardens until the log has grown `growths` times. Returns the number of the next
/// record.
fn fill(log: &Log, world: &World, mut number: u64, growths: u64) -> Result<u64, LogError> {
    while world.env.counters.log_growths.get() < growths {
        let lsn = log.append(7, &[&sized(number, 9_000)], Space::Reserving(0))?;
        log.harden(lsn, Harden::Commit(0))?;
        number += 1;
    }
    Ok(number)
}

#[test]
fn growth_comes_into_use_piece_by_piece() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    assert!(!log.growth_turn().unwrap(), "nothing is left to be done");
    fill(&log, &world, 0, 1).unwrap();
    assert_eq!((log.vlfs().len(), world.file().len().unwrap()), (5, 2 << 20), "all is allocated, one piece in use");
    while log.growth_turn().unwrap() {}
    assert_eq!((log.vlfs().len(), world.file().len().unwrap()), (8, 2 << 20));
    // Without a background thread, the session that needs a piece completes it.
    fill(&log, &world, 0, 2).unwrap();
    assert_eq!((log.vlfs().len(), world.file().len().unwrap()), (9, 3 << 20));
    fill(&log, &world, 0, 3).unwrap();
    assert_eq!((log.vlfs().len(), world.file().len().unwrap()), (13, 4 << 20));
}

#[test]
fn interrupted_growth_leaves_log_that_grows() {
    let run = |world: &World, hardened: &mut u64| -> Result<(), LogError> {
        world.create()?;
        let (_, log) = world.start()?;
        *hardened = fill(&log, world, 0, 1)?;
        while log.growth_turn()? {
            log.append(7, &[&sized(*hardened, 9_000)], Space::Reserving(0))?;
            log.flush_tail()?;
            *hardened += 1;
        }
        *hardened = fill(&log, world, *hardened, 2)?;
        Ok(())
    };
    let faulty = |mem: &Arc<MemFs>, plan| Arc::new(FaultFs::new(mem.clone(), plan));
    let whole = faulty(&Arc::new(MemFs::new(1)), FaultPlan::none());
    run(&World::on(whole.clone()), &mut 0).unwrap();
    for call in 12..whole.calls() {
        let mem = Arc::new(MemFs::new(call));
        let (mut hardened, cut) = (0, faulty(&mem, FaultPlan::power_cut_at(call)));
        assert!(run(&World::on(cut.clone()), &mut hardened).is_err() && cut.is_cut());
        for mode in [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::ProcessKill] {
            let world = World::on(Arc::new(mem.crash_copy(call, mode)));
            let (records, log) = world.start().unwrap_or_else(|error| panic!("{mode:?} at {call}: {error}"));
            let found = records.len() as u64;
            assert!(found >= hardened, "{mode:?} at {call}: {found} of {hardened}");
            fill(&log, &world, found, 1).unwrap();
        }
    }
}

#[test]
fn growth_resumes_on_demand_after_full_disk() {
    let faulty = Arc::new(FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none()));
    let world = World::on(faulty.clone());
    world.create().unwrap();
    let (_, log) = world.start().unwrap();
    fill(&log, &world, 0, 1).unwrap();
    faulty.arm(Rule::new(Fault::Enospc).on(CallKind::Write).nth(0));
    assert!(!log.growth_turn().unwrap(), "the failure is reported when room is needed");
    assert_eq!(log.vlfs().len(), 5);
    fill(&log, &world, 0, 2).unwrap();
    assert_eq!(log.vlfs().len(), 6);
}
