//! The reads of a client, compared with what it knows.

use super::history::{ACCOUNTS, BALANCE, DATABASES};
use super::session::{Client, Sent};
use super::workload;
use sluice_base::schedule;
use sluice_engine::{Collector, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

impl Client {
    pub(super) fn read_marks(&mut self) -> Result<(), String> {
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

    pub(super) fn read_rows(&mut self) -> Result<(), String> {
        let Some(of) = self.choose_database() else { return Ok(()) };
        let expected = self.history.lock().rows_seen(self.number, of, None);
        match self.rows_of(DATABASES[of], &BTreeSet::from([of]), self.number)? {
            Some(found) if found != expected => {
                Err(format!("session {} has rows {found:?} in {}, expected {expected:?}", self.number, DATABASES[of]))
            }
            _ => Ok(()),
        }
    }

    /// Returns the rows of a session's table in a database with files of `files`. The rows' texts
    /// must fit. `None` after a fault.
    pub(super) fn rows_of(
        &mut self,
        database: &str,
        files: &BTreeSet<usize>,
        session: usize,
    ) -> Result<Option<BTreeMap<i32, i32>>, String> {
        let text = format!("SELECT id, value, DATALENGTH(pad) FROM {database}.dbo.own{session};");
        let Sent::Through(sent) = self.send(&text, files)? else { return Ok(None) };
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
    pub(super) fn read_sum(&mut self) -> Result<(), String> {
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

    /// Reads the same twice in one SNAPSHOT transaction, with time for others between.
    pub(super) fn read_twice(&mut self) -> Result<(), String> {
        let Some(of) = self.choose_database() else { return Ok(()) };
        let name = DATABASES[of];
        let databases = BTreeSet::from([of]);
        let read = format!(
            "SELECT (SELECT COUNT(*) FROM {name}.dbo.marks) * CAST(1000000 AS BIGINT) + CHECKSUM_AGG(CAST(balance AS INT)) \
             FROM {name}.dbo.accounts;"
        );
        let first = format!("SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRAN; {read}");
        let mut seen = Vec::new();
        for text in [&first, &read] {
            match self.send(text, &databases)? {
                Sent::Through(sent) => seen.push(sent.scalar().cloned()),
                Sent::Refused(_) | Sent::Faulty => {
                    let ended = self.roll_back(&databases);
                    self.is_in_transaction = false;
                    return ended;
                }
            }
            self.is_in_transaction = true;
            schedule::sleep(Duration::from_millis(self.random.pick(&[0, 1, 20])));
        }
        self.roll_back(&databases)?;
        self.is_in_transaction = false;
        if seen[0] != seen[1] {
            return Err(format!("a snapshot of {name} changed from {:?} to {:?}", seen[0], seen[1]));
        }
        Ok(())
    }

    pub(super) fn take_value(&mut self) -> Result<(), String> {
        if self.avoided().contains(&0) {
            return Ok(());
        }
        let sent = self.send("SELECT NEXT VALUE FOR A.dbo.numbers;", &BTreeSet::from([0]))?;
        let Sent::Through(sent) = sent else { return Ok(()) };
        match sent.scalar() {
            Some(Value::BigInt(value)) if self.history.lock().values.insert(*value) => Ok(()),
            other => Err(format!("the sequence gave {other:?}, perhaps again")),
        }
    }

    /// Works in tempdb, which no failure of another database's disk may disturb.
    pub(super) fn work_in_tempdb(&mut self) -> Result<(), String> {
        let (text, expected) = workload::temporary(&mut self.random);
        match self.send(&text, &BTreeSet::new())? {
            Sent::Through(sent) if sent.scalar() != Some(&Value::BigInt(expected)) => {
                Err(format!("`{text}` gave {:?}, expected {expected}", sent.scalar()))
            }
            _ => Ok(()),
        }
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
