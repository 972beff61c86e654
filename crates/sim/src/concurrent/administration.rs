//! The work of a client on a whole database: CHECKPOINT, definitions, OFFLINE and ONLINE, detach
//! and attach. And on the buffer pool extension.

use super::extension::Extension;
use super::history::DATABASES;
use super::session::{Client, Sent};
use super::workload;
use std::collections::BTreeSet;

impl Client {
    /// Hardens the log of a database by CHECKPOINT or `sp_flush_log`, and records that it was done.
    pub(super) fn harden(&mut self) -> Result<(), String> {
        let Some(of) = self.choose_database() else { return Ok(()) };
        let databases = BTreeSet::from([of]);
        let asked = self.history.lock().tick();
        let what = if self.random.chance(2) { "CHECKPOINT;" } else { "EXEC sys.sp_flush_log;" };
        let sent = self.send(&format!("USE {}; {what}", DATABASES[of]), &databases)?;
        if matches!(sent, Sent::Through(_)) && !self.machine.is_off() {
            let mut known = self.history.lock();
            known.hardened[of] = known.hardened[of].max(asked);
        }
        if self.is_connected() {
            self.send("USE master;", &databases)?;
        }
        Ok(())
    }

    /// Creates or drops an index or a column of the client's table. Its rows stay the same.
    pub(super) fn define(&mut self) -> Result<(), String> {
        let Some(of) = self.choose_database() else { return Ok(()) };
        let text = workload::definition(&mut self.random, of, self.number);
        self.send(&text, &BTreeSet::from([of])).map(drop)
    }

    /// Takes a database offline, detaches it at times, and brings it back. A database with
    /// snapshots or clones is left alone, since it can't be detached.
    pub(super) fn upheave(&mut self) -> Result<(), String> {
        let Some(of) = self.choose_database() else { return Ok(()) };
        {
            let mut known = self.history.lock();
            let is_source = known.derived.values().any(|derived| derived.source == of);
            let upheaval = &mut known.upheavals[of];
            if upheaval.is_under_way || is_source {
                return Ok(());
            }
            upheaval.is_under_way = true;
            upheaval.number += 1;
        }
        self.owed.insert(of);
        let databases = BTreeSet::from([of]);
        let is_offline = matches!(self.send(&workload::take_offline(of), &databases)?, Sent::Through(_));
        if is_offline && self.random.chance(2) {
            {
                let upheaval = &mut self.history.lock().upheavals[of];
                upheaval.may_be_detached = true;
                upheaval.detaches += 1;
            }
            self.send(&workload::detach(of), &databases)?;
        }
        self.bring_back(of).map(drop)
    }

    /// Brings back a database that may be offline or detached. Returns whether it is back.
    pub(super) fn bring_back(&mut self, of: usize) -> Result<bool, String> {
        let is_detached = self.history.lock().upheavals[of].may_be_detached;
        for text in workload::bring_back(of, is_detached) {
            let sent = self.send(&text, &BTreeSet::from([of]))?;
            if !matches!(sent, Sent::Through(_)) || self.machine.is_off() {
                return Ok(false);
            }
        }
        self.owed.remove(&of);
        let mut known = self.history.lock();
        let upheaval = &mut known.upheavals[of];
        upheaval.is_under_way = false;
        upheaval.detaches += u64::from(upheaval.may_be_detached);
        upheaval.may_be_detached = false;
        upheaval.number += 1;
        Ok(true)
    }

    /// Turns the buffer pool extension on, or off at times if `may_end`.
    pub(super) fn switch_extension(&mut self, extension: Extension, may_end: bool) -> Result<(), String> {
        let text = match may_end && self.random.chance(3) {
            true => "ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION OFF;".to_owned(),
            false => extension.turn_on(),
        };
        match self.send(&text, &BTreeSet::new())? {
            Sent::Refused(number) if extension.is_sound() && !self.machine.is_off() => {
                Err(format!("`{text}` failed with {number}"))
            }
            _ => Ok(()),
        }
    }
}
