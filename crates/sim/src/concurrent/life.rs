//! One life of the machine, inside a schedule: open, compare, work, compare again, end.

use super::extension::Extension;
use super::failing_disk::Repair;
use super::history::{DATABASES, History, full_balances};
use super::look::{check_receipts, is_back, look, look_at_derived};
use super::machine::Machine;
use super::oracle;
use super::plan::LifePlan;
use super::session::{Client, Sent};
use super::workload;
use crate::random::Random;
use sluice_base::probe::Probe;
use sluice_base::schedule;
use sluice_base::sync::thread;
use sluice_engine::Instance;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The end of a life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LifeEnd {
    /// Whether the comparison at the start was complete.
    pub(super) compared: bool,
    /// Whether the databases were compared at the end too, without a restart of the instance.
    pub(super) compared_again: bool,
    /// Whether the machine was off before the life was ended from outside.
    pub(super) was_cut: bool,
    /// The recoveries until each database was open. Later ones were done in place.
    pub(super) recoveries_at_start: u64,
}

/// Runs one life. The calling thread is a task.
pub(super) fn live(
    machine: &Machine,
    history: &History,
    random: &mut Random,
    plan: &LifePlan,
) -> Result<LifeEnd, String> {
    let recoveries_at_start = u64::MAX;
    let mut end = LifeEnd { compared: false, compared_again: false, was_cut: false, recoveries_at_start };
    let instance = match machine.open() {
        Ok(instance) => instance,
        Err(_) if machine.has_failed() => return Ok(LifeEnd { was_cut: machine.is_off(), ..end }),
        Err(error) => return Err(format!("could not open: {error}")),
    };
    let worked = work(machine, &instance, history, random, plan, &mut end);
    end.was_cut = machine.is_off();
    if !plan.closes {
        machine.cut();
    }
    let closed = instance.close();
    worked?;
    match closed {
        Err(error) if !machine.has_failed() || !machine.is_off() && end.compared_again => {
            Err(format!("could not close: {error}"))
        }
        _ => Ok(end),
    }
}

fn work(
    machine: &Machine,
    instance: &Arc<Instance>,
    history: &History,
    random: &mut Random,
    plan: &LifePlan,
    end: &mut LifeEnd,
) -> Result<(), String> {
    let mut client = |number| Client::new(number, machine, instance, history, Random::new(random.next()), plan);
    let mut first = client(0);
    let Some(found) = look(&mut first)? else { return Ok(()) };
    end.recoveries_at_start = schedule::reached_so_far(Probe::Recovery);
    // A database whose recovery met a fault is suspect and shows no object.
    if machine.has_failed() {
        return Ok(());
    }
    oracle::check(&mut history.lock(), found, plan.power_was_cut)?;
    check_receipts(&first)?;
    if !look_at_derived(&mut first, true, plan.power_was_cut)? {
        return Ok(());
    }
    end.compared = true;
    if !create(&mut first, plan)? {
        return Ok(());
    }
    if let Some(extension) = plan.extension {
        first.switch_extension(extension, false)?;
    }
    let mut clients: Vec<Client> = (1..plan.sessions).map(&mut client).collect();
    let mut last = client(0);
    clients.push(first);
    if let Some(failing) = plan.failing.as_ref().filter(|failing| !failing.is_from_start) {
        failing.arm(machine);
    }
    let repair = plan.failing.clone().map(|failing| Repair::start(failing, machine.clone()));
    let count = plan.work;
    let tasks: Vec<_> = clients.into_iter().map(|mut client| thread::spawn(move || client.work(count))).collect();
    let worked = tasks.into_iter().try_for_each(|task| match task.join() {
        Ok(outcome) => outcome,
        Err(_) => Err("a client panicked".to_owned()),
    });
    repair.into_iter().for_each(Repair::end);
    worked?;
    if let Some(failing) = &plan.failing {
        failing.heal(machine);
    }
    compare_again(machine, history, &mut last, plan, end)
}

/// Creates what is missing. Returns false after a fault.
fn create(first: &mut Client, plan: &LifePlan) -> Result<bool, String> {
    for database in 0..DATABASES.len() {
        for text in workload::creation(database, plan.sessions, plan.reads_versions[database]) {
            match first.send(&text, &BTreeSet::from([database]))? {
                Sent::Through(_) if !first.machine.is_off() => {}
                Sent::Through(_) | Sent::Faulty => return Ok(false),
                Sent::Refused(number) => return Err(format!("`{text}`: {number}")),
            }
        }
        let mut known = first.history.lock();
        known.created[database] = true;
        known.base[database].balances.get_or_insert_with(full_balances);
    }
    Ok(true)
}

/// Waits until a database that failed works again, and compares without a restart of the instance.
fn compare_again(
    machine: &Machine,
    history: &History,
    last: &mut Client,
    plan: &LifePlan,
    end: &mut LifeEnd,
) -> Result<(), String> {
    for database in 0..DATABASES.len() {
        if !is_back(last, database)? {
            return Ok(());
        }
    }
    // From here on, no fault is left that could excuse an error.
    last.failing = None;
    // Without the flush, a power cut may still lose delayed commits that are compared now.
    let is_flushed = plan.closes;
    for name in DATABASES.iter().filter(|_| is_flushed) {
        let text = format!("USE {name}; EXEC sys.sp_flush_log; USE master;");
        if !matches!(last.send(&text, &BTreeSet::new())?, Sent::Through(_)) {
            return Ok(());
        }
    }
    let is_sound = plan.extension.is_some_and(Extension::is_sound);
    if is_sound && schedule::reached_so_far(Probe::ExtensionFailure) > 0 && !machine.is_off() {
        return Err("the extension on a sound disk has failed".to_owned());
    }
    let found = look(last)?;
    if let Some(found) = found.filter(|_| !machine.is_off()) {
        let mut known = history.lock();
        let mut compared = known.clone();
        oracle::check(&mut compared, found, false)?;
        if is_flushed {
            *known = compared;
        }
        drop(known);
        end.compared_again = look_at_derived(last, false, false)?;
    }
    Ok(())
}
