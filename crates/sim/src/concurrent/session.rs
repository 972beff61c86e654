//! A client: sends transactions and reads, and records what it learns.

use super::history::{ACCOUNTS, BALANCE, DATABASES, Effect, Fate, History};
use super::machine::Machine;
use super::workload;
use crate::random::Random;
use sluice_engine::{Collector, Instance, Session, SessionEnded, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A client of the instance.
pub(super) struct Client {
    pub(super) number: usize,
    pub(super) machine: Machine,
    pub(super) instance: Arc<Instance>,
    pub(super) history: History,
    pub(super) random: Random,
    /// The database whose files fail in this life.
    pub(super) failing: Option<usize>,
    connection: Option<Session>,
    /// Whether the last answer was a fault, after which the session may have ended.
    is_suspect: bool,
    next_row: i32,
    /// Databases in which a transaction of this client is in doubt.
    avoided: BTreeSet<usize>,
}

/// The outcome of a batch.
pub(super) enum Sent {
    Through(Collector),
    /// Another session is in the way: a deadlock, a lock timeout, or an update conflict.
    Refused(i32),
    /// A fault of the machine.
    Faulty,
}

impl Client {
    pub(super) fn new(
        number: usize,
        machine: &Machine,
        instance: &Arc<Instance>,
        history: &History,
        random: Random,
        failing: Option<usize>,
    ) -> Client {
        // Row numbers are never used twice, whatever became of earlier rows.
        let next_row = history.lock().moment as i32 * 10;
        Client {
            number,
            machine: machine.clone(),
            instance: instance.clone(),
            history: history.clone(),
            random,
            failing,
            connection: None,
            is_suspect: false,
            next_row,
            avoided: BTreeSet::new(),
        }
    }

    /// Works until `count` units of work are done or the power is cut.
    pub(super) fn work(&mut self, count: u64) -> Result<(), String> {
        for _ in 0..count {
            if self.machine.is_off() || self.avoided.len() == DATABASES.len() {
                break;
            }
            match self.random.below(12) {
                0 => self.read_marks()?,
                1 => self.read_rows()?,
                2 => self.read_sum()?,
                3 => self.harden()?,
                4 => self.take_value()?,
                _ => self.transact()?,
            }
        }
        Ok(())
    }

    /// Sends a batch that touches `databases`. Only a deadlock, a timeout or a conflict may refuse
    /// it, unless the power is cut or one of the databases fails.
    pub(super) fn send(&mut self, text: &str, databases: &BTreeSet<usize>) -> Result<Sent, String> {
        let mut sent = Collector::default();
        // An error of the log ends the session with its next request.
        if std::mem::take(&mut self.is_suspect) {
            self.connection = None;
        }
        if self.connection.is_none() {
            match self.instance.connect() {
                Ok(session) => self.connection = Some(session),
                Err(_) if self.machine.is_off() => return Ok(Sent::Faulty),
                Err(error) => return Err(format!("session {} can't connect: {error}", self.number)),
            }
        }
        let ended = self.connection.as_mut().expect("connected above").execute(text, &mut sent);
        let may_fail = self.machine.is_off()
            || self.machine.has_failed() && self.failing.is_none_or(|failing| databases.contains(&failing));
        match (ended, sent.first_error()) {
            (Err(SessionEnded::Fault { what }), _) => Err(format!("`{text}`: {what}")),
            (Ok(()), None) => Ok(Sent::Through(sent)),
            (Ok(()), Some((number, _))) if IN_THE_WAY.contains(&number) => Ok(Sent::Refused(number)),
            _ if may_fail => {
                self.is_suspect = true;
                Ok(Sent::Faulty)
            }
            (Err(ended), _) => Err(format!("`{text}`: {ended}")),
            (Ok(()), Some((number, message))) => Err(format!("`{text}` failed without a fault: {number} {message}")),
        }
    }

    /// Sends one transaction with its mark.
    fn transact(&mut self) -> Result<(), String> {
        let Some(databases) = self.choose_databases() else { return Ok(()) };
        let is_delayed = databases.len() == 1 && self.random.chance(3);
        let level = self.random.pick(&["READ COMMITTED", "READ COMMITTED", "REPEATABLE READ", "SNAPSHOT"]);
        let (place, mark) = self.history.lock().begin(self.number, databases.clone(), is_delayed);
        let marks: String =
            databases.iter().map(|of| format!("INSERT {}.dbo.marks VALUES ({mark});", DATABASES[*of])).collect();
        let begin = format!("SET TRANSACTION ISOLATION LEVEL {level}; BEGIN TRAN; {marks}");
        if !self.step(place, &begin, &databases)? {
            return Ok(());
        }
        for _ in 0..1 + self.random.below(4) {
            let of = self.random.pick(&databases.iter().copied().collect::<Vec<_>>());
            let rows = self.history.lock().rows_seen(self.number, of, Some(place));
            let effect = workload::effect(&mut self.random, &rows, &mut self.next_row);
            let is_new = matches!(effect, Effect::Put { id, .. } if !rows.contains_key(&id));
            if !self.step(place, &workload::text(&effect, of, self.number, is_new), &databases)? {
                return Ok(());
            }
            self.history.lock().transactions[place].effects.push((of, effect));
        }
        if self.random.chance(8) {
            if self.step(place, "ROLLBACK TRAN;", &databases)? {
                self.history.lock().transactions[place].fate = Fate::RolledBack;
            }
            return Ok(());
        }
        self.commit(place, &databases, is_delayed)
    }

    fn commit(&mut self, place: usize, databases: &BTreeSet<usize>, is_delayed: bool) -> Result<(), String> {
        {
            let mut known = self.history.lock();
            let asked = known.tick();
            let transaction = &mut known.transactions[place];
            (transaction.asked, transaction.fate) = (asked, Fate::InDoubt);
        }
        let option = if is_delayed { "ON" } else { "OFF" };
        let sent = self.send(&format!("COMMIT TRAN WITH (DELAYED_DURABILITY = {option});"), databases)?;
        match sent {
            Sent::Through(_) if !self.machine.is_off() => {
                let mut known = self.history.lock();
                let answered = known.tick();
                let transaction = &mut known.transactions[place];
                (transaction.answered, transaction.fate) = (answered, Fate::Committed);
            }
            Sent::Through(_) | Sent::Faulty => self.doubt(databases),
            // A conflict of a SNAPSHOT transaction is found before the commit record.
            Sent::Refused(_) => {
                self.history.lock().transactions[place].fate = Fate::RolledBack;
                self.roll_back(databases)?;
            }
        }
        Ok(())
    }

    /// Sends a statement of an open transaction. After an error the transaction is rolled back.
    /// Returns false then.
    fn step(&mut self, place: usize, text: &str, databases: &BTreeSet<usize>) -> Result<bool, String> {
        match self.send(text, databases)? {
            Sent::Through(_) => Ok(true),
            Sent::Refused(_) | Sent::Faulty => {
                self.roll_back(databases)?;
                self.history.lock().transactions[place].fate = Fate::RolledBack;
                Ok(false)
            }
        }
    }

    fn roll_back(&mut self, databases: &BTreeSet<usize>) -> Result<(), String> {
        if self.connection.is_some() && !self.is_suspect {
            self.send("IF @@TRANCOUNT > 0 ROLLBACK TRAN; SET TRANSACTION ISOLATION LEVEL READ COMMITTED;", databases)?;
        }
        Ok(())
    }

    fn doubt(&mut self, databases: &BTreeSet<usize>) {
        self.avoided.extend(databases);
        self.connection = None;
    }

    /// Draws one database, rarely two. Returns `None` if a transaction is in doubt in each.
    fn choose_databases(&mut self) -> Option<BTreeSet<usize>> {
        let first = self.choose_database()?;
        let second = if self.random.chance(5) { self.choose_database()? } else { first };
        Some(BTreeSet::from([first, second]))
    }

    fn read_marks(&mut self) -> Result<(), String> {
        let Some(of) = self.choose_database() else { return Ok(()) };
        let asked = self.history.lock().tick();
        let text = format!("SELECT id FROM {}.dbo.marks;", DATABASES[of]);
        let Sent::Through(sent) = self.send(&text, &BTreeSet::from([of]))? else { return Ok(()) };
        let marks = ids(&sent)?;
        // An answer after a power cut has reached nobody.
        if self.machine.is_off() {
            return Ok(());
        }
        self.history.lock().read_marks(self.number, of, &marks, asked)
    }

    fn read_rows(&mut self) -> Result<(), String> {
        let Some(of) = self.choose_database() else { return Ok(()) };
        let expected = self.history.lock().rows_seen(self.number, of, None);
        match self.rows_of(of, self.number)? {
            Some(found) if found != expected => {
                Err(format!("session {} has rows {found:?} in {}, expected {expected:?}", self.number, DATABASES[of]))
            }
            _ => Ok(()),
        }
    }

    /// Returns the rows of a session's table, whose texts must fit. `None` after a fault.
    pub(super) fn rows_of(&mut self, of: usize, session: usize) -> Result<Option<BTreeMap<i32, i32>>, String> {
        let text = format!("SELECT id, value, DATALENGTH(pad) FROM {}.dbo.own{session};", DATABASES[of]);
        let Sent::Through(sent) = self.send(&text, &BTreeSet::from([of]))? else { return Ok(None) };
        let mut rows = BTreeMap::new();
        for row in sent.results.iter().flat_map(|result| &result.rows) {
            let [Value::Int(id), Value::Int(value), Value::BigInt(length)] = row[..] else {
                return Err(format!("`{text}` gave {row:?}"));
            };
            if length != workload::pad_length(id, value) || rows.insert(id, value).is_some() {
                return Err(format!("`{text}`: row {id} with value {value} and {length} bytes"));
            }
        }
        Ok(Some(rows))
    }

    /// Reads the sum of the accounts in one statement under SNAPSHOT, or under SERIALIZABLE.
    fn read_sum(&mut self) -> Result<(), String> {
        let Some(of) = self.choose_database() else { return Ok(()) };
        let level = self.random.pick(&["SNAPSHOT", "SERIALIZABLE"]);
        let text = format!(
            "SET TRANSACTION ISOLATION LEVEL {level}; SELECT SUM(balance) FROM {}.dbo.accounts; \
             SET TRANSACTION ISOLATION LEVEL READ COMMITTED;",
            DATABASES[of]
        );
        let databases = BTreeSet::from([of]);
        match self.send(&text, &databases)? {
            Sent::Through(sent) if sent.scalar() == Some(&Value::BigInt(i64::from(ACCOUNTS) * BALANCE)) => Ok(()),
            Sent::Through(sent) => {
                Err(format!("the accounts of {} under {level} have the sum {:?}", DATABASES[of], sent.scalar()))
            }
            Sent::Refused(_) | Sent::Faulty => self.roll_back(&databases),
        }
    }

    fn harden(&mut self) -> Result<(), String> {
        let Some(of) = self.choose_database() else { return Ok(()) };
        let asked = self.history.lock().tick();
        let what = if self.random.chance(2) { "CHECKPOINT;" } else { "EXEC sys.sp_flush_log;" };
        let sent = self.send(&format!("USE {}; {what}", DATABASES[of]), &BTreeSet::from([of]))?;
        if matches!(sent, Sent::Through(_)) && !self.machine.is_off() {
            let mut known = self.history.lock();
            known.hardened[of] = known.hardened[of].max(asked);
        }
        self.send("USE master;", &BTreeSet::new()).map(drop)
    }

    fn take_value(&mut self) -> Result<(), String> {
        if self.avoided.contains(&0) {
            return Ok(());
        }
        let sent = self.send("SELECT NEXT VALUE FOR A.dbo.numbers;", &BTreeSet::from([0]))?;
        let Sent::Through(sent) = sent else { return Ok(()) };
        match sent.scalar() {
            Some(Value::BigInt(value)) if self.history.lock().values.insert(*value) => Ok(()),
            other => Err(format!("the sequence gave {other:?}, perhaps again")),
        }
    }

    fn choose_database(&mut self) -> Option<usize> {
        let usable: Vec<usize> = (0..DATABASES.len()).filter(|of| !self.avoided.contains(of)).collect();
        (!usable.is_empty()).then(|| self.random.pick(&usable))
    }
}

/// Returns the ids of a result of one int column.
pub(super) fn ids(sent: &Collector) -> Result<BTreeSet<i32>, String> {
    let mut ids = BTreeSet::new();
    for row in sent.results.iter().flat_map(|result| &result.rows) {
        match row[..] {
            [Value::Int(id)] if ids.insert(id) => {}
            _ => return Err(format!("an id column gave {row:?}, perhaps again")),
        }
    }
    Ok(ids)
}

/// Errors for which another session is the reason: deadlock, lock timeout, update conflict.
const IN_THE_WAY: [i32; 3] = [1205, 1222, 3960];
