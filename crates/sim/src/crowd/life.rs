//! One life of the machine: open, compare, work until all is sent, the power is cut, or a file call
//! has failed.

use super::actor::{Actor, Kind, Level, Statement};
use super::choice::{Chooser, SEQUENCES, creation};
use super::image::{Image, Rows, Table, length};
use super::isolation;
use super::record::{DATABASES, Excuse, Record};
use super::settings::{BACKUP_OF_SIMPLE, Chain, Durability, NO_FULL_BACKUP, Settings};
use crate::machine::Machine;
use crate::oracle::Fate;
use crate::random::Random;
use crate::sequence_oracle::SequenceOracle;
use sluice_engine::{Collector, Instance, Session, SessionEnded, Value};
use std::path::Path;
use std::sync::Arc;

/// The clients' knowledge over all lives.
pub(super) struct ClientKnowledge {
    pub(super) record: Record,
    pub(super) settings: Settings,
    pub(super) sequences: [SequenceOracle; SEQUENCES.len()],
    pub(super) next_row: i32,
    /// Counts of events.
    pub(super) seen: Seen,
}

/// Counts of the events that the seeds must reach.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Seen {
    /// Acknowledged commits.
    pub commits: u64,
    /// Acknowledged commits across both databases.
    pub across: u64,
    /// Statements refused because of another session's lock.
    pub refused: u64,
    /// Snapshot reads of data that later commits have changed.
    pub old_reads: u64,
    /// Update conflicts (3960).
    pub conflicts: u64,
    /// Successful log backups.
    pub log_backups: u64,
}

/// A life that has reached its work and still runs.
pub(super) struct Life {
    instance: Arc<Instance>,
    sessions: Vec<(Session, Actor)>,
}

/// The outcome of a statement.
enum Sent {
    /// The statement succeeded.
    Through(Collector),
    /// An error without a fault: a lock, a conflict, a backup that isn't possible.
    Refused(i32),
    /// The power is cut, or a file call has failed: the life has ended.
    Stopped,
}

/// The outcome of reading the databases.
pub(super) enum Looked {
    /// The content.
    Found([Image; 2]),
    /// An error, with number and text.
    Failed(i32, String),
    /// The life has ended.
    Stopped,
}

/// Opens, compares, and sends statements of several sessions. Returns `None` if the life ended
/// before the comparison.
pub(super) fn live(
    machine: &Machine,
    known: &mut ClientKnowledge,
    random: &mut Random,
    (sessions, statements): (u8, u64),
) -> Result<Option<Life>, String> {
    let instance = match machine.open() {
        Ok(instance) => instance,
        Err(_) if machine.has_failed() => return Ok(None),
        Err(error) => return Err(format!("could not open: {error}")),
    };
    let mut first = instance.connect().map_err(|error| error.to_string())?;
    match look(machine, &mut first)? {
        Looked::Found(found) => known.record.check(found, Excuse::default())?,
        Looked::Failed(number, text) => {
            return Err(format!("a look at the databases without a fault: {number} {text}"));
        }
        Looked::Stopped => return Ok(None),
    }
    let mut life = Life { instance, sessions: vec![(first, Actor::new(0))] };
    for number in 1..sessions {
        let session = life.instance.connect().map_err(|error| error.to_string())?;
        life.sessions.push((session, Actor::new(number)));
    }
    if life.prepare(machine, known)? {
        life.work(machine, known, random, statements)?;
    }
    Ok(Some(life))
}

impl Life {
    /// Ends the life by a clean close. Returns whether the close succeeded, which it must without a
    /// fault.
    pub(super) fn end(self, machine: &Machine) -> Result<bool, String> {
        drop(self.sessions);
        match self.instance.close() {
            Err(error) if !machine.has_failed() => Err(format!("could not close: {error}")),
            closed => Ok(closed.is_ok() && !machine.is_off()),
        }
    }

    /// Creates missing objects. Returns false if the life has ended.
    fn prepare(&mut self, machine: &Machine, known: &mut ClientKnowledge) -> Result<bool, String> {
        let session = &mut self.sessions[0].0;
        for (place, name) in DATABASES.into_iter().enumerate() {
            let versions = if known.settings.reads_versions[place] { "ON" } else { "OFF" };
            for text in [
                format!("IF DB_ID(N'{name}') IS NULL CREATE DATABASE {name};"),
                format!("ALTER DATABASE {name} SET DELAYED_DURABILITY = ALLOWED;"),
                format!("ALTER DATABASE {name} SET ALLOW_SNAPSHOT_ISOLATION ON;"),
                format!("ALTER DATABASE {name} SET READ_COMMITTED_SNAPSHOT {versions};"),
            ] {
                if must(machine, session, &text)?.is_none() {
                    return Ok(false);
                }
            }
            known.settings.durability[place] = Durability::Allowed;
            for (table, rows) in [(Table::Shared, 0), (Table::Common, COMMON_ROWS)] {
                if known.record.now(place).rows(table).is_some() {
                    continue;
                }
                let ids: Vec<i32> = (known.next_row..known.next_row + rows).collect();
                known.next_row += rows;
                let Statement { text, kind: Kind::Change(effects) } = creation(place, table, &ids) else { continue };
                let through = must(machine, session, &text)?.is_some() && !machine.is_off();
                known.record.ended(&effects, if through { Fate::Full } else { Fate::InDoubt });
                if !through {
                    return Ok(false);
                }
            }
        }
        for (name, sequence) in SEQUENCES.into_iter().zip(&known.sequences) {
            let text = format!(
                "USE A; IF OBJECT_ID(N'dbo.{name}', 'SO') IS NULL CREATE SEQUENCE dbo.{name} AS BIGINT MINVALUE 1 {};",
                sequence.option()
            );
            if must(machine, session, &text)?.is_none() {
                return Ok(false);
            }
        }
        for (session, _) in &mut self.sessions {
            if must(machine, session, "SET LOCK_TIMEOUT 0;")?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn work(
        &mut self,
        machine: &Machine,
        known: &mut ClientKnowledge,
        random: &mut Random,
        statements: u64,
    ) -> Result<(), String> {
        let before = self.uncounted(machine)?;
        let mut cut = false;
        for _ in 0..statements {
            machine.tick();
            if random.chance(25) {
                machine.rest();
            }
            if !machine.lies().is_empty() && !cut {
                // A lie shows only as missing data after a power cut.
                cut = true;
                machine.cut_after(random.pick(&[0, 1, 2, 4, 8, 30, 100]));
            }
            let place = random.below(self.sessions.len() as u64) as usize;
            if !self.step(machine, known, random, place)? {
                return Ok(());
            }
        }
        let after = self.uncounted(machine)?;
        if !machine.has_failed() && after != before {
            return Err(format!(
                "flushes by the counter and synchronous log writes differ: {before:?}, then {after:?}"
            ));
        }
        Ok(())
    }

    /// Sends the session's next statement. Returns false if the life has ended.
    fn step(
        &mut self,
        machine: &Machine,
        known: &mut ClientKnowledge,
        random: &mut Random,
        place: usize,
    ) -> Result<bool, String> {
        let (before, rest) = self.sessions.split_at_mut(place);
        let [(session, actor), after @ ..] = rest else { return Ok(false) };
        let others: Vec<&Actor> = before.iter().chain(after.iter()).map(|(_, other)| other).collect();
        let statement = Chooser { record: &known.record, random, next_row: &mut known.next_row }.next(actor);
        actor.sends(&known.record, &statement.kind);
        let sent = send(machine, session, &statement.text)?;
        let stopped = matches!(sent, Sent::Stopped) || machine.is_off();
        let said = |what: String| format!("`{}`: {what}", statement.text);
        match sent {
            Sent::Stopped => ended(known, actor, &statement, true),
            Sent::Refused(number) => {
                refused(known, actor, &others, &statement.kind, number).map_err(said)?;
                return Ok(!stopped);
            }
            Sent::Through(collector) => {
                isolation::nobody_minds(actor, &others, &statement.kind).map_err(said)?;
                isolation::conflicts_rightly(actor, &known.record, &statement.kind, false).map_err(said)?;
                ended(known, actor, &statement, stopped);
                received(known, actor, &statement, &collector)?;
                actor.done(&statement.kind);
            }
        }
        Ok(!stopped)
    }

    /// Returns, for each log, the synchronous writes in the trace beyond the counter. Empty if the
    /// counter can't be read.
    fn uncounted(&mut self, machine: &Machine) -> Result<Vec<i64>, String> {
        let mut uncounted = Vec::new();
        for (name, file) in [("A", "A_log.ldf"), ("B", "B_log.ldf"), ("master", "mastlog.ldf")] {
            let text = format!(
                "SELECT cntr_value FROM sys.dm_os_performance_counters \
                 WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'{name}';"
            );
            let path = Path::new("/data").join(file);
            // The query may evict a dirty page, whose log is flushed first, after it has read the
            // counter.
            let mut written = machine.synchronous_writes(&path);
            loop {
                let Some(sent) = must(machine, &mut self.sessions[0].0, &text)? else { return Ok(Vec::new()) };
                let Some(Value::BigInt(counted)) = sent.scalar() else { return Err(format!("no counter of {name}")) };
                let since = machine.synchronous_writes(&path);
                if written == since {
                    uncounted.push(since as i64 - counted);
                    break;
                }
                written = since;
            }
        }
        Ok(uncounted)
    }
}

/// Records the possible or actual effects of a statement.
fn ended(known: &mut ClientKnowledge, actor: &Actor, statement: &Statement, stopped: bool) {
    let settings = &mut known.settings;
    let (effects, asked) = match (&statement.kind, &actor.transaction) {
        (Kind::Commit(asked), Some(transaction)) => (transaction.pending.clone(), *asked),
        // As a transaction of its own.
        (Kind::Change(effects), None) => (effects.clone(), false),
        (Kind::Harden(database), _) if !stopped => return known.record.hardened(*database),
        (Kind::Durability(database, wanted), _) => return settings.durability[*database] = *wanted,
        (Kind::BackUp(database, false), _) => {
            let chain = &mut settings.chain[*database];
            *chain = if stopped { Chain::Unknown } else { chain.backed_up() };
            return;
        }
        (Kind::BackUp(_, true), _) => return known.seen.log_backups += u64::from(!stopped),
        (Kind::Recovery(database, simple), _) => {
            let chain = &mut settings.chain[*database];
            *chain = if stopped { Chain::Unknown } else { chain.set(*simple) };
            return;
        }
        _ => return,
    };
    if effects.is_empty() {
        return;
    }
    let is_in = |database: usize| effects.iter().any(|(of, _)| *of == database);
    let across = is_in(0) && is_in(1);
    let delayed = !across && settings.durability[usize::from(is_in(1))].delays(asked);
    let fate = match (stopped, delayed) {
        (true, _) => Fate::InDoubt,
        (false, true) => Fate::Delayed,
        (false, false) => Fate::Full,
    };
    known.record.ended(&effects, fate);
    known.seen.commits += u64::from(!stopped);
    known.seen.across += u64::from(!stopped && across);
}

/// Verifies that a statement may have met an error without a fault.
fn refused(
    known: &mut ClientKnowledge,
    actor: &mut Actor,
    others: &[&Actor],
    kind: &Kind,
    number: i32,
) -> Result<(), String> {
    let settings = &known.settings;
    match (number, kind) {
        (LOCK_TIMEOUT, _) => {
            isolation::may_be_refused(actor, others, settings, kind)?;
            known.seen.refused += 1;
            actor.refused(kind);
            Ok(())
        }
        (CONFLICT, _) => {
            isolation::conflicts_rightly(actor, &known.record, kind, true)?;
            known.seen.conflicts += 1;
            actor.rolled_back();
            Ok(())
        }
        (IN_USE, Kind::Durability(database, _)) => {
            let touches = |other: &&Actor| {
                let transaction = other.transaction.iter();
                transaction.flat_map(|transaction| &transaction.touched).any(|(of, _)| of == database)
            };
            if others.iter().any(touches) { Ok(()) } else { Err("no session has changed the database".to_owned()) }
        }
        (number, Kind::BackUp(database, true))
            if settings.chain[*database] == Chain::Unknown || settings.chain[*database].refusal() == Some(number) =>
        {
            Ok(())
        }
        _ => Err(format!("error {number} without a reason")),
    }
}

/// Verifies the output of a statement.
fn received(known: &mut ClientKnowledge, actor: &Actor, statement: &Statement, sent: &Collector) -> Result<(), String> {
    match &statement.kind {
        Kind::Value(sequence) => match sent.scalar() {
            Some(Value::BigInt(value)) => known.sequences[*sequence].received(*value),
            other => Err(format!("the sequence gave {other:?}")),
        },
        Kind::Read(database, table, expected) => match rows(sent)? {
            found if found == *expected => {
                let by_snapshot = actor.level == Level::Snapshot && actor.transaction.is_some();
                let is_old = by_snapshot && known.record.now(*database).rows(*table) != Some(expected);
                known.seen.old_reads += u64::from(is_old);
                Ok(())
            }
            found => Err(format!(
                "session {}, {:?}, `{}`: {found:?}, expected {expected:?}",
                actor.number, actor.level, statement.text
            )),
        },
        Kind::BackUp(database, true) if known.settings.chain[*database].refusal().is_some() => {
            Err(format!("the log of {} was backed up without a chain", DATABASES[*database]))
        }
        Kind::CountTemporary => match (sent.scalar(), actor.temporary) {
            (Some(Value::Int(found)), Some(expected)) if *found == expected => Ok(()),
            (found, expected) => Err(format!("#t of session {} has {found:?} rows, not {expected:?}", actor.number)),
        },
        _ => Ok(()),
    }
}

/// Returns the content of the databases, which DBCC CHECKDB must find sound. A table that is
/// missing is missing in the content.
pub(super) fn look(machine: &Machine, session: &mut Session) -> Result<Looked, String> {
    let mut images: [Image; 2] = Default::default();
    for (image, name) in images.iter_mut().zip(DATABASES) {
        let check = format!("IF DB_ID(N'{name}') IS NOT NULL DBCC CHECKDB({name}) WITH NO_INFOMSGS;");
        let reads = Table::all(SESSIONS_MAX).map(|table| {
            let full = format!("{name}.dbo.{}", table.name());
            let text = format!(
                "IF DB_ID(N'{name}') IS NOT NULL IF OBJECT_ID(N'{full}') IS NOT NULL SELECT id, v, LEN(pad) FROM {full};"
            );
            (text, Some(table))
        });
        for (text, table) in std::iter::once((check, None)).chain(reads) {
            let mut sent = Collector::default();
            let ended = session.execute(&text, &mut sent);
            if machine.has_failed() {
                return Ok(Looked::Stopped);
            }
            match (ended, sent.first_error()) {
                (Err(SessionEnded::Fault { what }), _) => return Err(format!("`{text}`: {what}")),
                (_, Some((number, what))) => return Ok(Looked::Failed(number, what)),
                (Err(ended), None) => return Err(format!("`{text}`: {ended}")),
                (Ok(()), None) => {}
            }
            if let Some(table) = table.filter(|_| !sent.results.is_empty()) {
                image.found(table, rows(&sent).map_err(|what| format!("{name}.{table:?}: {what}"))?);
            }
        }
    }
    Ok(Looked::Found(images))
}

/// Returns the rows of a table, each unique and with the text of its value.
fn rows(sent: &Collector) -> Result<Rows, String> {
    let mut rows = Rows::new();
    for row in sent.results.first().into_iter().flat_map(|result| &result.rows) {
        let [Value::Int(id), Value::Int(value), Value::Int(found)] = row[..] else {
            return Err(format!("three int columns gave {row:?}"));
        };
        if found != length(id, value) {
            return Err(format!("row {id} with the value {value} has a text of {found} bytes"));
        }
        if rows.insert(id, value).is_some() {
            return Err(format!("row {id} is there twice"));
        }
    }
    Ok(rows)
}

/// Sends a batch that must succeed. Returns its output, or `None` if the life has ended.
fn must(machine: &Machine, session: &mut Session, text: &str) -> Result<Option<Collector>, String> {
    match send(machine, session, text)? {
        Sent::Through(sent) => Ok(Some(sent)),
        Sent::Stopped => Ok(None),
        Sent::Refused(number) => Err(format!("`{text}` failed without a fault: {number}")),
    }
}

/// Sends a batch. Without a fault, only errors caused by other sessions or the database's state may
/// occur.
fn send(machine: &Machine, session: &mut Session, text: &str) -> Result<Sent, String> {
    let mut sent = Collector::default();
    let ended = session.execute(text, &mut sent);
    match (ended, sent.first_error()) {
        (Err(SessionEnded::Fault { what }), _) => Err(format!("`{text}`: {what}")),
        (Ok(()), None) => Ok(Sent::Through(sent)),
        (Ok(()), Some((number, _))) if WITHOUT_FAULT.contains(&number) => Ok(Sent::Refused(number)),
        _ if machine.has_failed() => Ok(Sent::Stopped),
        (Err(ended), _) => Err(format!("`{text}`: {ended}")),
        (Ok(()), Some((number, message))) => Err(format!("`{text}` failed without a fault: {number} {message}")),
    }
}

/// The greatest number of sessions.
pub(super) const SESSIONS_MAX: u8 = 4;
/// The initial number of rows in the table that all sessions change.
const COMMON_ROWS: i32 = 8;
/// Error 1222: lock request time out period exceeded.
const LOCK_TIMEOUT: i32 = 1222;
/// Error 3960: a SNAPSHOT transaction would overwrite a later change.
const CONFLICT: i32 = 3960;
/// Error 5070: other sessions are using the database.
const IN_USE: i32 = 5070;
const WITHOUT_FAULT: [i32; 5] = [LOCK_TIMEOUT, CONFLICT, IN_USE, BACKUP_OF_SIMPLE, NO_FULL_BACKUP];
