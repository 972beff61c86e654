//! One life of the machine, inside a schedule: open, compare, work, end.

use super::history::{Content, DATABASES, History};
use super::machine::Machine;
use super::oracle;
use super::session::{Client, Sent, ids};
use super::workload;
use crate::random::Random;
use sluice_base::sync::thread;
use sluice_engine::{Collector, Instance, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The parameters of a life.
#[derive(Clone, Debug)]
pub(super) struct LifePlan {
    pub(super) sessions: usize,
    /// The units of work of each session.
    pub(super) work: u64,
    /// READ_COMMITTED_SNAPSHOT of each database.
    pub(super) reads_versions: [bool; DATABASES.len()],
    /// The database whose files fail.
    pub(super) failing: Option<usize>,
    /// Whether the life ends by a clean close.
    pub(super) closes: bool,
    /// Whether the machine lost its power before this life, so that delayed commits may be lost.
    pub(super) power_was_cut: bool,
}

/// The end of a life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LifeEnd {
    /// Whether the comparison was complete.
    pub(super) compared: bool,
    /// Whether the machine was off before the life was ended from outside.
    pub(super) was_cut: bool,
}

/// Runs one life. The calling thread is a task.
pub(super) fn live(
    machine: &Machine,
    history: &History,
    random: &mut Random,
    plan: &LifePlan,
) -> Result<LifeEnd, String> {
    let mut end = LifeEnd { compared: false, was_cut: false };
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
        Err(error) if !machine.has_failed() => Err(format!("could not close: {error}")),
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
    let mut client = |number| Client::new(number, machine, instance, history, Random::new(random.next()), plan.failing);
    let mut first = client(0);
    let Some(found) = look(&mut first, plan.sessions)? else { return Ok(()) };
    oracle::check(&mut history.lock(), found, plan.power_was_cut)?;
    end.compared = true;
    for database in 0..DATABASES.len() {
        for text in workload::creation(database, plan.sessions, plan.reads_versions[database]) {
            match first.send(&text, &BTreeSet::from([database]))? {
                Sent::Through(_) if !machine.is_off() => {}
                Sent::Through(_) | Sent::Faulty => return Ok(()),
                Sent::Refused(number) => return Err(format!("`{text}`: {number}")),
            }
        }
        let mut known = history.lock();
        known.created[database] = true;
        known.base[database].balances.get_or_insert_with(super::history::full_balances);
    }
    let mut clients: Vec<Client> = (1..plan.sessions).map(client).collect();
    clients.push(first);
    let work = plan.work;
    let tasks: Vec<_> = clients.into_iter().map(|mut client| thread::spawn(move || client.work(work))).collect();
    tasks.into_iter().try_for_each(|task| match task.join() {
        Ok(outcome) => outcome,
        Err(_) => Err("a client panicked".to_owned()),
    })
}

/// Returns the content of the databases, which DBCC CHECKDB must find sound. `None` after a fault.
fn look(client: &mut Client, sessions: usize) -> Result<Option<[Content; DATABASES.len()]>, String> {
    let mut contents: [Content; DATABASES.len()] = Default::default();
    for (of, content) in contents.iter_mut().enumerate() {
        let name = DATABASES[of];
        let databases = BTreeSet::from([of]);
        let exists = format!("SELECT CASE WHEN OBJECT_ID(N'{name}.dbo.accounts') IS NULL THEN 0 ELSE 1 END;");
        let Sent::Through(sent) = client.send(&exists, &databases)? else { return Ok(None) };
        if sent.scalar() != Some(&Value::Int(1)) {
            continue;
        }
        let Sent::Through(_) = client.send(&format!("DBCC CHECKDB({name}) WITH NO_INFOMSGS;"), &databases)? else {
            return Ok(None);
        };
        let marks = format!("SELECT id FROM {name}.dbo.marks;");
        let Sent::Through(sent) = client.send(&marks, &databases)? else { return Ok(None) };
        content.marks = ids(&sent)?;
        let accounts = format!("SELECT id, balance FROM {name}.dbo.accounts;");
        let Sent::Through(sent) = client.send(&accounts, &databases)? else { return Ok(None) };
        content.balances = Some(balances(&sent)?);
        for session in 0..sessions {
            let Some(rows) = client.rows_of(of, session)? else { return Ok(None) };
            if !rows.is_empty() {
                content.rows.insert(session, rows);
            }
        }
    }
    // A database whose recovery met a fault is suspect and shows no object.
    Ok((!client.machine.has_failed()).then_some(contents))
}

fn balances(sent: &Collector) -> Result<BTreeMap<i32, i64>, String> {
    let rows = sent.results.iter().flat_map(|result| &result.rows);
    rows.map(|row| match row[..] {
        [Value::Int(id), Value::BigInt(balance)] => Ok((id, balance)),
        _ => Err(format!("an account is {row:?}")),
    })
    .collect()
}
