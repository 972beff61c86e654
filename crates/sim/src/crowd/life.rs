//! One life of the machine: open, compare, work until all is sent, the power is gone, or a call has failed.

use super::actor::{Actor, Kind, Statement, make};
use super::image::{Image, Rows, Table, length};
use super::record::{DATABASES, Record};
use crate::machine::Machine;
use crate::oracle::Fate;
use crate::random::Random;
use crate::sequence_oracle::SequenceOracle;
use sluice_engine::{Collector, Instance, Session, SessionEnded, Value};
use std::path::Path;
use std::sync::Arc;

/// What the clients know, over all lives.
pub(super) struct Known {
    /// Of the databases.
    pub(super) record: Record,
    /// Of the sequence.
    pub(super) sequence: SequenceOracle,
    /// The next row's number.
    pub(super) next_row: i32,
    /// Commits acknowledged: in one database, across both; statements that met another's lock.
    pub(super) commits: u64,
    /// See `commits`.
    pub(super) across: u64,
    /// See `commits`.
    pub(super) refused: u64,
}

/// A life that came to work, still going on.
pub(super) struct Life {
    instance: Arc<Instance>,
    sessions: Vec<(Session, Actor)>,
}

/// What became of a statement.
enum Sent {
    /// It went through.
    Through(Collector),
    /// It met another's lock; nothing was done.
    Refused,
    /// The machine is off, or a call has failed: the life is over.
    Stopped,
}

/// Opens and compares, and works for so many statements of so many sessions. None: it was over before it could compare.
pub(super) fn live(
    machine: &Machine,
    known: &mut Known,
    random: &mut Random,
    (sessions, statements): (u8, u64),
) -> Result<Option<Life>, String> {
    let over = |what: String| if machine.is_off() || machine.struck() > 0 { Ok(None) } else { Err(what) };
    let instance = match machine.open() {
        Ok(instance) => instance,
        Err(error) => return over(format!("could not open: {error}")),
    };
    let mut first = instance.connect().map_err(|error| error.to_string())?;
    let found = match found(machine, &mut first)? {
        Some(found) => found,
        None => return Ok(None),
    };
    known.record.check(found)?;
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
    /// The end that it gets when its users leave. Whether it was a proper one; without a fault it must be.
    pub(super) fn end(self, machine: &Machine) -> Result<bool, String> {
        drop(self.sessions);
        match self.instance.close() {
            Err(error) if !machine.is_off() && machine.struck() == 0 => Err(format!("could not close: {error}")),
            closed => Ok(closed.is_ok() && !machine.is_off()),
        }
    }

    /// Makes what is missing. False: the life is over.
    fn prepare(&mut self, machine: &Machine, known: &mut Known) -> Result<bool, String> {
        let session = &mut self.sessions[0].0;
        for (place, name) in DATABASES.into_iter().enumerate() {
            for text in [
                format!("IF DB_ID(N'{name}') IS NULL CREATE DATABASE {name};"),
                format!("ALTER DATABASE {name} SET DELAYED_DURABILITY = ALLOWED;"),
            ] {
                let Sent::Through(_) = send(machine, session, &text)? else { return Ok(false) };
            }
            if known.record.now(place).rows(Table::Shared).is_none() {
                let Statement { text, kind: Kind::Change(effects) } = make(place, Table::Shared) else { continue };
                let sent = send(machine, session, &text)?;
                let through = matches!(sent, Sent::Through(_)) && !machine.is_off();
                known.record.ended(&effects, if through { Fate::Full } else { Fate::InDoubt });
                if !through {
                    return Ok(false);
                }
            }
        }
        let text = format!(
            "USE A; IF OBJECT_ID(N'dbo.S', 'SO') IS NULL CREATE SEQUENCE dbo.S AS BIGINT MINVALUE 1 {};",
            known.sequence.option()
        );
        let Sent::Through(_) = send(machine, session, &text)? else { return Ok(false) };
        for (session, _) in &mut self.sessions {
            let Sent::Through(_) = send(machine, session, "SET LOCK_TIMEOUT 0;")? else { return Ok(false) };
        }
        Ok(true)
    }

    fn work(
        &mut self,
        machine: &Machine,
        known: &mut Known,
        random: &mut Random,
        statements: u64,
    ) -> Result<(), String> {
        let before = self.uncounted(machine)?;
        for _ in 0..statements {
            machine.tick();
            if random.chance(25) {
                machine.rest();
            }
            let place = random.below(self.sessions.len() as u64) as usize;
            let (session, actor) = &mut self.sessions[place];
            let statement = actor.next(&known.record, random, &mut known.next_row);
            let sent = send(machine, session, &statement.text)?;
            let stopped = matches!(sent, Sent::Stopped) || machine.is_off();
            ended(known, actor, &statement, stopped, matches!(sent, Sent::Refused));
            let collector = match sent {
                Sent::Through(collector) => collector,
                Sent::Refused => {
                    known.refused += 1;
                    continue;
                }
                Sent::Stopped => return Ok(()),
            };
            received(known, actor, &statement, &collector)?;
            if stopped {
                return Ok(());
            }
            actor.done(&statement.kind);
        }
        let after = self.uncounted(machine)?;
        if machine.struck() == 0 && after != before {
            return Err(format!(
                "flushes by the counter and synchronous log writes differ: {before:?}, then {after:?}"
            ));
        }
        Ok(())
    }

    /// For each log: how many synchronous writes the trace has beyond the counter. Nothing where that can't be read.
    fn uncounted(&mut self, machine: &Machine) -> Result<Vec<i64>, String> {
        let mut uncounted = Vec::new();
        for (name, file) in [("A", "A_log.ldf"), ("B", "B_log.ldf"), ("master", "mastlog.ldf")] {
            let text = format!(
                "SELECT cntr_value FROM sys.dm_os_performance_counters \
                 WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'{name}';"
            );
            let Sent::Through(sent) = send(machine, &mut self.sessions[0].0, &text)? else { return Ok(Vec::new()) };
            let Some(Value::BigInt(counted)) = sent.scalar() else { return Err(format!("no counter of {name}")) };
            uncounted.push(machine.synchronous_writes(&Path::new("/data").join(file)) as i64 - counted);
        }
        Ok(uncounted)
    }
}

/// Writes down what a statement has committed, or may have.
fn ended(known: &mut Known, actor: &Actor, statement: &Statement, stopped: bool, refused: bool) {
    let (effects, delayed) = match (&statement.kind, &actor.pending) {
        (Kind::Commit(delayed), Some(pending)) => (pending.clone(), *delayed),
        // As a transaction of its own; one statement after the other, if they are two.
        (Kind::Change(effects), None) => (effects.clone(), false),
        (Kind::Harden(database), _) if !stopped && !refused => {
            return known.record.hardened(*database);
        }
        _ => return,
    };
    if refused || effects.is_empty() {
        return;
    }
    let across = (0..2).all(|database| effects.iter().any(|(of, _)| *of == database));
    let fate = match (stopped, delayed && !across) {
        (true, _) => Fate::InDoubt,
        (false, true) => Fate::Delayed,
        (false, false) => Fate::Full,
    };
    known.record.ended(&effects, fate);
    known.commits += u64::from(!stopped);
    known.across += u64::from(!stopped && across);
}

/// Looks at what a statement has sent.
fn received(known: &mut Known, actor: &Actor, statement: &Statement, sent: &Collector) -> Result<(), String> {
    match &statement.kind {
        Kind::Value => match sent.scalar() {
            Some(Value::BigInt(value)) => known.sequence.received(*value),
            other => Err(format!("the sequence gave {other:?}")),
        },
        Kind::Read(expected) => match rows(sent)? {
            found if found == *expected => Ok(()),
            found => Err(format!("session {}, `{}`: {found:?}, expected {expected:?}", actor.number, statement.text)),
        },
        Kind::CountTemporary => match (sent.scalar(), actor.temporary) {
            (Some(Value::Int(found)), Some(expected)) if *found == expected => Ok(()),
            (found, expected) => Err(format!("#t of session {} has {found:?} rows, not {expected:?}", actor.number)),
        },
        _ => Ok(()),
    }
}

/// What is in the databases, which DBCC CHECKDB must find sound. None: the life is over.
fn found(machine: &Machine, session: &mut Session) -> Result<Option<[Image; 2]>, String> {
    let mut images: [Image; 2] = Default::default();
    for (image, name) in images.iter_mut().zip(DATABASES) {
        let text = format!("IF DB_ID(N'{name}') IS NOT NULL DBCC CHECKDB({name}) WITH NO_INFOMSGS;");
        let Sent::Through(_) = send(machine, session, &text)? else { return Ok(None) };
        for table in Table::all(SESSIONS_MAX) {
            let full = format!("{name}.dbo.{}", table.name());
            let text = format!(
                "IF DB_ID(N'{name}') IS NOT NULL IF OBJECT_ID(N'{full}') IS NOT NULL SELECT id, v, LEN(pad) FROM {full};"
            );
            let Sent::Through(sent) = send(machine, session, &text)? else { return Ok(None) };
            if !sent.results.is_empty() {
                image.found(table, rows(&sent)?);
            }
        }
    }
    Ok(Some(images))
}

/// The rows of a table, each once and with the text that belongs to its value.
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

/// Sends a batch. Without a fault nothing may go wrong but that a lock is not to be had.
fn send(machine: &Machine, session: &mut Session, text: &str) -> Result<Sent, String> {
    let mut sent = Collector::default();
    let ended = session.execute(text, &mut sent);
    let stopped = machine.is_off() || machine.struck() > 0;
    match (ended, sent.first_error()) {
        (Err(SessionEnded::Fault { what }), _) => Err(format!("`{text}`: {what}")),
        (Ok(()), None) => Ok(Sent::Through(sent)),
        (Ok(()), Some((LOCK_TIMEOUT, _))) => Ok(Sent::Refused),
        _ if stopped => Ok(Sent::Stopped),
        (Err(ended), _) => Err(format!("`{text}`: {ended}")),
        (Ok(()), Some((number, message))) => Err(format!("`{text}` failed without a fault: {number} {message}")),
    }
}

/// How many sessions there are at most.
pub(super) const SESSIONS_MAX: u8 = 4;
/// Msg 1222: lock request time out period exceeded.
const LOCK_TIMEOUT: i32 = 1222;
