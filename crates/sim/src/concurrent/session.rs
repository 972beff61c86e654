//! A client: draws its work, sends batches, and judges their errors.

use super::extension::Extension;
use super::history::{DATABASES, History};
use super::machine::Machine;
use super::plan::LifePlan;
use crate::random::Random;
use sluice_base::schedule;
use sluice_engine::{Collector, CommitReceipt, Instance, Session, SessionEnded};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// A client of the instance.
pub(super) struct Client {
    pub(super) number: usize,
    pub(super) machine: Machine,
    pub(super) instance: Arc<Instance>,
    pub(super) history: History,
    pub(super) random: Random,
    /// The database whose files fail in this life.
    pub(super) failing: Option<usize>,
    /// The buffer pool extension that the clients turn on and off.
    pub(super) extension: Option<Extension>,
    /// Whether a transaction is open.
    pub(super) is_in_transaction: bool,
    /// Databases that this client took offline and has not brought back.
    pub(super) owed: BTreeSet<usize>,
    /// The places of this client's transactions that are in doubt. It avoids their databases.
    pub(super) doubts: Vec<usize>,
    pub(super) next_row: i32,
    /// The number of sessions of the run, each with its own table.
    pub(super) sessions: usize,
    /// Errors by which the next statements may be refused, besides [`REFUSALS`].
    pub(super) tolerated: &'static [i32],
    /// The last error that was tolerated.
    pub(super) last_error: Option<(i32, String)>,
    /// The outcome of the last batch, in words.
    outcome: String,
    connection: Option<Session>,
    /// Whether the last answer was a fault, after which the session may have ended.
    is_suspect: bool,
    /// The numbers of the databases' upheavals at the start of the transaction or batch.
    upheavals: [u64; DATABASES.len()],
    /// The numbers of the databases' detaches at the same time.
    detaches: [u64; DATABASES.len()],
    /// The numbers of the upheavals when the client connected.
    upheavals_at_connect: [u64; DATABASES.len()],
}

/// The outcome of a batch.
pub(super) enum Sent {
    Through(Collector),
    /// Another session is in the way: a deadlock, a lock timeout, or an update conflict. Or the
    /// extension's file can't be made.
    Refused(i32),
    /// A fault of the machine, or a database that another client takes offline.
    Faulty,
}

impl Client {
    pub(super) fn new(
        number: usize,
        machine: &Machine,
        instance: &Arc<Instance>,
        history: &History,
        random: Random,
        plan: &LifePlan,
    ) -> Client {
        // Row numbers are never used twice, whatever became of earlier rows.
        let next_row = history.lock().moment as i32 * 10;
        Client {
            number,
            machine: machine.clone(),
            instance: instance.clone(),
            history: history.clone(),
            random,
            failing: plan.failing.as_ref().map(|failing| failing.database),
            extension: plan.extension,
            is_in_transaction: false,
            owed: BTreeSet::new(),
            doubts: Vec::new(),
            next_row,
            sessions: plan.sessions,
            tolerated: &[],
            last_error: None,
            outcome: "none".to_owned(),
            connection: None,
            is_suspect: false,
            upheavals: Default::default(),
            detaches: Default::default(),
            upheavals_at_connect: Default::default(),
        }
    }

    /// Works until `count` units of work are done or the power is cut.
    pub(super) fn work(&mut self, count: u64) -> Result<(), String> {
        for _ in 0..count {
            if self.machine.is_off() {
                break;
            }
            if let Some(of) = self.owed.first().copied()
                && self.random.chance(2)
            {
                self.bring_back(of)?;
                continue;
            }
            if !self.doubts.is_empty() && self.random.chance(3) {
                self.settle()?;
                continue;
            }
            if let Some(extension) = self.extension
                && self.random.chance(SWITCH_ONE_IN)
            {
                self.switch_extension(extension, true)?;
                continue;
            }
            match self.random.below(28) {
                0 | 1 => self.read_marks()?,
                2 | 3 => self.read_rows()?,
                4 | 5 => self.read_sum()?,
                6 => self.read_twice()?,
                7 | 8 => self.harden()?,
                9 | 10 => self.take_value()?,
                11 => self.define()?,
                12 => self.work_in_tempdb()?,
                13 if self.random.chance(4) => self.upheave()?,
                14..=16 => self.derive()?,
                17 => self.read_any_derived()?,
                _ => self.transact()?,
            }
        }
        Ok(())
    }

    /// Sends a batch that touches `databases`. Only a deadlock, a timeout or a conflict may refuse
    /// it, unless the power is cut, one of the databases fails, or a client takes one offline.
    pub(super) fn send(&mut self, text: &str, databases: &BTreeSet<usize>) -> Result<Sent, String> {
        let sent = self.send_and_judge(text, databases);
        let outcome = match &sent {
            Ok(Sent::Through(_)) => "done".to_owned(),
            Ok(Sent::Refused(number)) => format!("refused with {number}"),
            Ok(Sent::Faulty) => format!("failed: {:?}", self.last_error),
            Err(_) => "violation".to_owned(),
        };
        self.outcome = format!("{outcome} at {}", self.machine.now_ns());
        sent
    }

    fn send_and_judge(&mut self, text: &str, databases: &BTreeSet<usize>) -> Result<Sent, String> {
        let mut sent = Collector::default();
        // An error of the log ends the session with its next request.
        if std::mem::take(&mut self.is_suspect) {
            self.connection = None;
        }
        let line = format!("{}: session {} (last batch: {}): {text}", self.machine.now_ns(), self.number, self.outcome);
        {
            let mut known = self.history.lock();
            known.batches += 1;
            known.conversation.push(line);
        }
        if !self.is_in_transaction {
            self.upheavals = self.upheaval_numbers();
            self.detaches = self.history.lock().upheavals.map(|upheaval| upheaval.detaches);
        }
        if self.connection.is_none() {
            self.upheavals_at_connect = self.upheaval_numbers();
            match self.instance.connect() {
                Ok(session) => self.connection = Some(session),
                Err(_) if self.machine.is_off() => return Ok(Sent::Faulty),
                Err(error) => return Err(format!("session {} can't connect: {error}", self.number)),
            }
        }
        let ended = self.connection.as_mut().expect("connected above").execute(text, &mut sent);
        match (ended, sent.first_error()) {
            (Err(SessionEnded::Fault { what }), _) => Err(format!("`{text}`: {what}")),
            (Ok(()), None) => Ok(Sent::Through(sent)),
            (Ok(()), Some((number, _))) if REFUSALS.contains(&number) || self.tolerated.contains(&number) => {
                Ok(Sent::Refused(number))
            }
            (ended, error) if self.may_fail(databases) => {
                self.is_suspect = true;
                let number = error.as_ref().map_or(0, |(number, _)| *number);
                let is_fault = number == 0
                    || number >= FILE_ERRORS_FROM
                    || FAULT_ERRORS.contains(&number)
                    || DETACHED_ERRORS.contains(&number) && self.may_be_detached(databases);
                let text_of_error = format!("{ended:?} {error:?}");
                if !is_fault && !self.machine.is_off() {
                    return Err(format!("`{text}`: a fault was reported as {text_of_error}"));
                }
                self.last_error = Some((number, text_of_error));
                Ok(Sent::Faulty)
            }
            (Err(ended), _) if self.may_have_been_ended() => {
                self.is_suspect = true;
                self.last_error = Some((0, ended.to_string()));
                Ok(Sent::Faulty)
            }
            (Ok(()), Some((SESSION_IS_KILLED, message))) if self.may_have_been_ended() => {
                self.is_suspect = true;
                self.last_error = Some((SESSION_IS_KILLED, message));
                Ok(Sent::Faulty)
            }
            (Err(ended), _) => Err(format!("`{text}`: {ended}")),
            (Ok(()), Some((number, message))) => Err(format!("`{text}` failed without a fault: {number} {message}")),
        }
    }

    /// Whether a batch on `databases` may fail by something else than another transaction.
    pub(super) fn may_fail(&self, databases: &BTreeSet<usize>) -> bool {
        let fails = |failing: usize| self.machine.faults() > 0 && databases.contains(&failing);
        if self.machine.is_off() || self.failing.is_some_and(fails) {
            return true;
        }
        let upheavals = self.history.lock().upheavals;
        let is_upset = |of: &usize| upheavals[*of].is_under_way || upheavals[*of].number != self.upheavals[*of];
        databases.iter().any(is_upset)
    }

    /// Whether one of the databases may have been detached during the batch or its transaction.
    fn may_be_detached(&self, databases: &BTreeSet<usize>) -> bool {
        let upheavals = self.history.lock().upheavals;
        databases.iter().any(|of| upheavals[*of].may_be_detached || upheavals[*of].detaches != self.detaches[*of])
    }

    /// Whether a failure or a client may have ended the session, perhaps at the end of its last
    /// batch.
    fn may_have_been_ended(&self) -> bool {
        let is_any_under_way = self.history.lock().upheavals.iter().any(|upheaval| upheaval.is_under_way);
        self.machine.faults() > 0 || is_any_under_way || self.upheaval_numbers() != self.upheavals_at_connect
    }

    fn upheaval_numbers(&self) -> [u64; DATABASES.len()] {
        self.history.lock().upheavals.map(|upheaval| upheaval.number)
    }

    /// Whether the session still exists as far as the client knows.
    pub(super) fn is_connected(&self) -> bool {
        self.connection.is_some() && !self.is_suspect
    }

    /// Returns the receipt of the session's last commit, if it is connected and has committed.
    pub(super) fn receipt(&self) -> Option<CommitReceipt> {
        self.connection.as_ref().and_then(Session::last_commit)
    }

    pub(super) fn disconnect(&mut self) {
        self.connection = None;
    }

    /// Draws a database in which no transaction of this client is in doubt. Waits a little and
    /// returns `None` if there is none.
    pub(super) fn choose_database(&mut self) -> Option<usize> {
        let avoided = self.avoided();
        let usable: Vec<usize> = (0..DATABASES.len()).filter(|of| !avoided.contains(of)).collect();
        if usable.is_empty() {
            schedule::sleep(PAUSE);
            return None;
        }
        Some(self.random.pick(&usable))
    }

    /// Returns the databases in which a transaction of this client is in doubt.
    pub(super) fn avoided(&self) -> BTreeSet<usize> {
        let known = self.history.lock();
        self.doubts.iter().flat_map(|place| known.transactions[*place].databases.iter().copied()).collect()
    }
}

/// Errors for which another session is the reason: deadlock, lock timeout, update conflict. And the
/// error of an extension whose file can't be made.
const REFUSALS: [i32; 4] = [1205, 1222, 3960, 858];
/// One in so many units of work turns the extension on or off.
const SWITCH_ONE_IN: u64 = 40;
/// Errors by which a fault of a database's files, or its state, is reported.
const FAULT_ERRORS: [i32; 15] = [596, 615, 823, 824, 921, 922, 926, 941, 942, 945, 952, 1105, 1822, 9001, 9002];
/// Errors of a database that is detached: the name of a table (208, 1088) or of the database (911)
/// is unknown.
const DETACHED_ERRORS: [i32; 3] = [208, 911, 1088];
/// The error of a session that was ended.
const SESSION_IS_KILLED: i32 = 596;
/// The number from which on errors are about files and states of databases.
const FILE_ERRORS_FROM: i32 = 5_000;
/// The wait of a client that can use no database.
const PAUSE: Duration = Duration::from_millis(10);
