//! The recovery model and the log chain: truncation, and the state a crash leaves after a change.

use super::*;
use crate::RecoveryModel;
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::CrashMode;

/// A log of four virtual log files under FULL. The log cannot grow.
fn under_full() -> World {
    let mut world = World::on(Arc::new(MemFs::new(1)));
    world.options.initial_bytes = 4 << 20;
    world.options.growth_bytes = 0;
    world.options.recovery_model = RecoveryModel::Full;
    world.create().unwrap();
    world
}

/// Fills about `share` percent of the log and takes a checkpoint below which recovery needs no
/// record.
fn work(log: &Log, share: u64) {
    let bytes = log.usage().total_bytes * share / 100;
    for number in 0..bytes / 10_000 {
        log.append(7, &[&sized(number, 10_000)], Space::Reserving(0)).unwrap();
    }
    let checkpoint = log.append(4, &[&[0; 50]], Space::Reserved(0)).unwrap();
    log.set_checkpoint(checkpoint, checkpoint).unwrap();
}

fn used_share(log: &Log) -> u64 {
    let usage = log.usage();
    usage.used_bytes * 100 / usage.total_bytes
}

#[test]
fn log_chain_keeps_records_until_backup() {
    let world = under_full();
    let (_, log) = world.start().unwrap();
    // Before the first full backup, FULL behaves like SIMPLE.
    (0..5).for_each(|_| work(&log, 40));
    log.set_chain(log.durable()).unwrap();
    assert!(!log.waits_for_backup(), "one virtual log file is in use");
    work(&log, 40);
    assert!(used_share(&log) >= 40 && log.waits_for_backup(), "{}", used_share(&log));
    let end = log.durable();
    let read = log.read_through(log.chain(), end).unwrap();
    let written = log.usage().total_bytes * 40 / 100;
    assert!((written * 9 / 10..written * 11 / 10).contains(&read), "{read} of {written}");
    log.set_chain(end).unwrap();
    assert!(used_share(&log) >= 40 && !log.waits_for_backup(), "let go of by the next truncation");
    work(&log, 5);
    (0..5).for_each(|_| {
        work(&log, 20);
        log.set_chain(log.durable()).unwrap();
    });
    log.set_recovery_model(RecoveryModel::BulkLogged).unwrap();
    assert!(!log.chain().is_none(), "as complete as under FULL");
    work(&log, 20);
    log.set_recovery_model(RecoveryModel::Simple).unwrap();
    assert!(log.chain().is_none());
    (0..5).for_each(|_| work(&log, 40));
    log.set_chain(log.durable()).unwrap();
    assert!(log.chain().is_none(), "no chain under SIMPLE");
}

#[test]
fn fixed_log_is_full_until_log_backup() {
    let world = under_full();
    let (_, log) = world.start().unwrap();
    log.set_chain(log.durable()).unwrap();
    let fill = || (0..).find(|number| log.append(7, &[&sized(*number, 10_000)], Space::Reserving(0)).is_err());
    fill().unwrap();
    let checkpoint = log.append(4, &[&[0; 50]], Space::Reserved(0)).unwrap();
    log.set_checkpoint(checkpoint, checkpoint).unwrap();
    assert_eq!(fill(), Some(0), "a checkpoint makes no room");
    log.set_chain(log.durable()).unwrap();
    log.set_checkpoint(checkpoint, checkpoint).unwrap();
    assert!(fill().unwrap() > 30, "the backup did");
}

#[test]
fn power_cut_leaves_old_or_new_model_and_chain() {
    let count = {
        let fault = Arc::new(FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none()));
        switch_and_begin(fault.clone(), fault.clone());
        fault.calls()
    };
    let mut seen = std::collections::BTreeSet::new();
    for call in 0..=count {
        let mem = Arc::new(MemFs::new(1));
        let fault = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let Some(cut) = switch_and_begin(fault.clone(), fault.clone()) else { continue };
        let world = World::on(Arc::new(mem.crash(CrashMode::POWER_CUT)));
        let (_, log) = world.start().unwrap();
        let found = (log.recovery_model() as u8, log.chain().is_none());
        assert!(found == cut.0 || Some(found) == cut.1, "call {call}: {found:?}, cut {cut:?}");
        seen.insert(found);
    }
    assert_eq!(seen.len(), 3, "simple, full, full with a chain: {seen:?}");
}

/// The last acknowledged state and the state in progress at the power cut. Each is the model and
/// whether there is no chain.
type CutState = ((u8, bool), Option<(u8, bool)>);

/// Creates a log under SIMPLE, sets FULL and begins a chain, until the power cut. Returns `None` if
/// there is no log yet.
fn switch_and_begin(vfs: Arc<dyn Vfs>, fault: Arc<FaultFs>) -> Option<CutState> {
    let world = World::on(vfs);
    world.create().ok().filter(|()| !fault.is_cut())?;
    let (simple, full, chained) = ((3, true), (1, true), (1, false));
    let Ok((_, log)) = world.start() else { return Some((simple, None)) };
    let lsn = log.append(7, &[&body(1)], Space::Reserving(0)).ok()?;
    if log.harden(lsn, Harden::Commit(0)).is_err() || fault.is_cut() {
        return Some((simple, None));
    }
    if log.set_recovery_model(RecoveryModel::Full).is_err() || fault.is_cut() {
        return Some((simple, Some(full)));
    }
    if log.set_chain(log.durable()).is_err() || fault.is_cut() {
        return Some((full, Some(chained)));
    }
    Some((chained, None))
}
