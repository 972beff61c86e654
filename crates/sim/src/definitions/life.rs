//! One life of the machine: open, compare, work until all is sent or the power is cut.

use super::choice::{State, Step, next_step};
use super::look::{self, expected, expected_rows, read_text};
use super::model::{Change, Name, Tables};
use crate::commit_log::{CommitLog, Contents};
use crate::machine::Machine;
use crate::oracle::Fate;
use crate::random::Random;
use sluice_engine::{Collector, Instance, Session, SessionEnded, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The clients' knowledge, over all lives.
pub(super) struct ClientKnowledge {
    pub(super) log: CommitLog<Tables>,
    pub(super) power_was_cut: bool,
    /// The next number of a row or constraint.
    pub(super) next: i32,
    pub(super) seen: Seen,
}

/// Counts of the events that the seeds must reach.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Seen {
    /// Statements that changed the catalog.
    pub definitions: u64,
    /// Acknowledged commits that changed the catalog.
    pub commits: u64,
    /// Lock waits (1222).
    pub waits: u64,
    /// Refused definitions (2714), which end the transaction.
    pub duplicates: u64,
    /// Transactions with definitions that were open at a power cut.
    pub open_at_cut: u64,
    /// Commits with definitions during which the power was cut.
    pub cut_in_commit: u64,
}

/// A life that has reached its work.
pub(super) struct Life {
    instance: Arc<Instance>,
    clients: Vec<Client>,
}

struct Client {
    number: usize,
    session: Session,
    transaction: Option<Transaction>,
}

#[derive(Default)]
struct Transaction {
    changes: Vec<Change>,
    /// The number of changes at the savepoint.
    savepoint: Option<usize>,
    /// All names in the transaction's statements, including refused and rolled-back ones.
    touched: BTreeSet<Name>,
}

enum Sent {
    Through(Collector),
    Refused(i32),
    PowerGone,
}

/// Opens the instance, compares, and works. The power is cut after `cut` more calls. Returns `None`
/// if it was cut before the work.
pub(super) fn live(
    machine: &Machine,
    known: &mut ClientKnowledge,
    random: &mut Random,
    (clients, statements): (usize, u64),
    cut: Option<u64>,
) -> Result<Option<Life>, String> {
    let instance = match machine.open() {
        Ok(instance) => instance,
        Err(_) if machine.is_off() => return Ok(None),
        Err(error) => return Err(format!("could not open: {error}")),
    };
    let mut session = instance.connect().map_err(|error| error.to_string())?;
    let Some(found) = look::look(machine, &mut session)? else { return Ok(None) };
    let least = known.log.least(known.power_was_cut);
    match known.log.fitting(least, |tables| expected(tables) == found).first() {
        Some(length) => known.log.settle(*length),
        None => {
            let (commits, last) = (known.log.numbers().count(), expected(known.log.now()));
            return Err(format!(
                "rule 1: at none of the commits {least} to {commits}: found {found:#?}, last {last:#?}"
            ));
        }
    }
    known.power_was_cut = false;
    let mut life = Life { instance, clients: Vec::new() };
    if prepare(machine, &mut session)? {
        for number in 0..clients {
            let session = life.instance.connect().map_err(|error| error.to_string())?;
            life.clients.push(Client { number, session, transaction: None });
        }
        cut.into_iter().for_each(|calls| machine.cut_after(calls));
        life.work(machine, known, random, statements)?;
    }
    Ok(Some(life))
}

/// Creates the database and its second schema. Returns false if the power is cut.
fn prepare(machine: &Machine, session: &mut Session) -> Result<bool, String> {
    for text in [
        "IF DB_ID(N'D') IS NULL CREATE DATABASE D;",
        "ALTER DATABASE D SET DELAYED_DURABILITY = ALLOWED;",
        "USE D; IF SCHEMA_ID(N's') IS NULL EXEC ('CREATE SCHEMA s');",
    ] {
        match send(machine, session, text)? {
            Sent::Through(_) => {}
            Sent::PowerGone => return Ok(false),
            Sent::Refused(number) => return Err(format!("`{text}`: {number}")),
        }
    }
    Ok(true)
}

impl Life {
    /// Closes the instance after its sessions.
    pub(super) fn end(self, machine: &Machine) -> Result<(), String> {
        drop(self.clients);
        match self.instance.close() {
            Err(error) if !machine.is_off() => Err(format!("could not close: {error}")),
            _ => Ok(()),
        }
    }

    fn work(
        &mut self,
        machine: &Machine,
        known: &mut ClientKnowledge,
        random: &mut Random,
        statements: u64,
    ) -> Result<(), String> {
        for client in &mut self.clients {
            match send(machine, &mut client.session, "USE D; SET LOCK_TIMEOUT 0;")? {
                Sent::Through(_) => {}
                Sent::PowerGone => return Ok(()),
                Sent::Refused(number) => return Err(format!("a session is refused: {number}")),
            }
        }
        for _ in 0..statements {
            machine.tick();
            if random.chance(25) {
                machine.rest();
            }
            let place = random.below(self.clients.len() as u64) as usize;
            let mut others: Vec<&mut Client> = self.clients.iter_mut().collect();
            let client = others.swap_remove(place);
            let others: Vec<&Transaction> = others.iter().filter_map(|other| other.transaction.as_ref()).collect();
            let is_on = client.step(machine, known, random, &others)?;
            if !is_on || machine.is_off() {
                let open = self.clients.iter().filter_map(|client| client.transaction.as_ref());
                known.seen.open_at_cut += open.filter(|open| !open.defined().is_empty()).count() as u64;
                return Ok(());
            }
        }
        Ok(())
    }
}

impl Transaction {
    /// Returns the names of the tables whose definitions the transaction changes.
    fn defined(&self) -> BTreeSet<Name> {
        let definitions = self.changes.iter().filter(|change| change.is_definition());
        definitions.flat_map(names).collect()
    }
}

fn names(change: &Change) -> impl Iterator<Item = Name> + use<> {
    let (name, other) = change.names();
    [name].into_iter().chain(other)
}

impl Client {
    /// Returns the tables as this client sees them.
    fn view(&self, known: &ClientKnowledge) -> Tables {
        let mut tables = known.log.now().clone();
        self.transaction.iter().flat_map(|open| &open.changes).for_each(|change| tables.apply(change));
        tables
    }

    /// Sends the next statement. Returns false if the power is cut.
    fn step(
        &mut self,
        machine: &Machine,
        known: &mut ClientKnowledge,
        random: &mut Random,
        others: &[&Transaction],
    ) -> Result<bool, String> {
        let tables = self.view(known);
        let state = match &self.transaction {
            None => State::NoTransaction,
            Some(open) => State::Open { has_savepoint: open.savepoint.is_some() },
        };
        let step = next_step(random, &tables, state, &mut known.next);
        let text = text(&step, &tables);
        let named = named(&step);
        if let Some(open) = &mut self.transaction {
            open.touched.extend(&named);
        }
        let said = |what: String| format!("session {}, `{text}`: {what}", self.number);
        let sent = send(machine, &mut self.session, &text).map_err(said)?;
        match sent {
            Sent::PowerGone => {
                self.ended(known, step, true);
                Ok(false)
            }
            Sent::Refused(number) => {
                check_refusal(known, &step, number, &named, others).map_err(said)?;
                self.after_refusal(machine, number)
            }
            Sent::Through(sent) => {
                if let Some(passed) = others.iter().find(|other| !other.defined().is_disjoint(&named)) {
                    return Err(said(format!("rule 4: it passes by uncommitted definitions {:?}", passed.changes)));
                }
                check_answer(&step, &tables, &sent).map_err(said)?;
                self.ended(known, step, machine.is_off());
                Ok(true)
            }
        }
    }

    /// Determines the state of the transaction after an error. Returns false if the power is cut.
    fn after_refusal(&mut self, machine: &Machine, number: i32) -> Result<bool, String> {
        if self.transaction.is_none() {
            return Ok(true);
        }
        let sent = match send(machine, &mut self.session, "SELECT @@TRANCOUNT, XACT_STATE();")? {
            Sent::Through(sent) => sent,
            Sent::PowerGone => return Ok(false),
            Sent::Refused(number) => return Err(format!("@@TRANCOUNT: {number}")),
        };
        match sent.results.first().and_then(|result| result.rows.first()).map(Vec::as_slice) {
            Some([Value::Int(0), _]) => self.transaction = None,
            Some([Value::Int(1), Value::SmallInt(1)]) if number == LOCK_TIMEOUT => {}
            found => return Err(format!("@@TRANCOUNT and XACT_STATE after {number}: {found:?}")),
        }
        Ok(true)
    }

    /// Records the effects of a statement, or its possible effects after a power cut.
    fn ended(&mut self, known: &mut ClientKnowledge, step: Step, power_gone: bool) {
        let is_definition = |change: &Change| change.is_definition();
        match (step, &mut self.transaction) {
            (Step::Begin, _) => self.transaction = Some(Transaction::default()),
            (Step::Save, Some(open)) => open.savepoint = Some(open.changes.len()),
            (Step::Back, Some(open)) => open.changes.truncate(open.savepoint.unwrap_or_default()),
            (Step::RollBack, _) => self.transaction = None,
            (Step::Commit(delayed), open) => {
                let changes = open.take().map(|open| open.changes).unwrap_or_default();
                known.ended(changes, if delayed { Fate::Delayed } else { Fate::Full }, power_gone);
            }
            (Step::Change(change), Some(open)) => {
                known.seen.definitions += u64::from(is_definition(&change) && !power_gone);
                open.changes.push(change);
            }
            (Step::Change(change), None) => {
                known.seen.definitions += u64::from(is_definition(&change) && !power_gone);
                known.ended(vec![change], Fate::Full, power_gone);
            }
            (Step::Checkpoint, _) if !power_gone => known.log.harden(),
            _ => {}
        }
    }
}

impl ClientKnowledge {
    fn ended(&mut self, changes: Vec<Change>, fate: Fate, power_gone: bool) {
        let fate = if power_gone { Fate::InDoubt } else { fate };
        let defines = changes.iter().any(Change::is_definition);
        self.seen.commits += u64::from(defines && !power_gone);
        self.seen.cut_in_commit += u64::from(defines && power_gone);
        if !changes.is_empty() {
            self.log.committed(0, changes, fate);
        }
    }
}

fn text(step: &Step, tables: &Tables) -> String {
    match step {
        Step::Begin => "BEGIN TRAN;".to_owned(),
        Step::Save => "SAVE TRAN here;".to_owned(),
        Step::Back => "ROLLBACK TRAN here;".to_owned(),
        Step::Commit(true) => "COMMIT TRAN WITH (DELAYED_DURABILITY = ON);".to_owned(),
        Step::Commit(false) => "COMMIT TRAN;".to_owned(),
        Step::RollBack => "ROLLBACK TRAN;".to_owned(),
        Step::Checkpoint => "CHECKPOINT;".to_owned(),
        Step::Change(change) => change.text(tables),
        Step::Duplicate(name) => format!("CREATE TABLE {name}(id INT NOT NULL);"),
        Step::Read(name) => {
            let columns = tables.table(*name).map(|table| table.row(0).into_keys().collect::<Vec<_>>());
            read_text(*name, &columns.unwrap_or_default())
        }
    }
}

fn named(step: &Step) -> BTreeSet<Name> {
    match step {
        Step::Change(change) => names(change).collect(),
        Step::Duplicate(name) | Step::Read(name) => BTreeSet::from([*name]),
        _ => BTreeSet::new(),
    }
}

/// Verifies rule 3: a wait has an open transaction that named the table. Any other error must be
/// the one that the step expects.
fn check_refusal(
    known: &mut ClientKnowledge,
    step: &Step,
    number: i32,
    named: &BTreeSet<Name>,
    others: &[&Transaction],
) -> Result<(), String> {
    match (number, step) {
        (LOCK_TIMEOUT, _) if others.iter().any(|other| !other.touched.is_disjoint(named)) => known.seen.waits += 1,
        (LOCK_TIMEOUT, _) => return Err("rule 3: it waits, and no other transaction names its tables".to_owned()),
        (DUPLICATE, Step::Duplicate(_)) => known.seen.duplicates += 1,
        _ => return Err(format!("error {number} without a reason")),
    }
    Ok(())
}

/// Verifies rule 5: a statement's output includes the changes of its own transaction.
fn check_answer(step: &Step, tables: &Tables, sent: &Collector) -> Result<(), String> {
    match step {
        Step::Duplicate(_) => Err("a second table of the name is made".to_owned()),
        Step::Read(name) => {
            let rows = look::rows(sent)?;
            match tables.table(*name).map(expected_rows) {
                Some(expected) if expected == rows => Ok(()),
                expected => Err(format!("rule 5: {rows:?}, expected {expected:?}")),
            }
        }
        _ => Ok(()),
    }
}

/// Sends a batch. Without a power cut it succeeds, waits, or fails with an error that the caller
/// judges.
fn send(machine: &Machine, session: &mut Session, text: &str) -> Result<Sent, String> {
    let mut sent = Collector::default();
    match (session.execute(text, &mut sent), sent.first_error()) {
        (Err(SessionEnded::Fault { what }), _) => Err(what),
        (Ok(()), None) => Ok(Sent::Through(sent)),
        (Ok(()), Some((LOCK_TIMEOUT | DUPLICATE, _))) => Ok(Sent::Refused(sent.errors[0].number)),
        _ if machine.is_off() => Ok(Sent::PowerGone),
        (Err(ended), _) => Err(ended.to_string()),
        (Ok(()), Some((number, message))) => Err(format!("failed without a fault: {number} {message}")),
    }
}

/// Error 1222: lock request time out period exceeded.
const LOCK_TIMEOUT: i32 = 1222;
/// Error 2714: there is already an object with the name.
const DUPLICATE: i32 = 2714;
