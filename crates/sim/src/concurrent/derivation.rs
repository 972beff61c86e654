//! The work of a client on snapshots and clones: it makes them, changes clones, reverts them to
//! their own snapshots, drops all of them, and reads those of other clients.

use super::derived::Derived;
use super::history::{Content, DATABASES, Effect, Knowledge};
use super::look::content_of;
use super::oracle;
use super::reads::ids;
use super::session::{Client, Sent};
use super::workload;
use sluice_base::schedule;
use sluice_engine::CommitFate;
use std::collections::BTreeSet;
use std::time::Duration;

impl Client {
    /// Makes a snapshot or a clone, or works on one that this client has made.
    pub(super) fn derive(&mut self) -> Result<(), String> {
        let own: Vec<u64> = {
            let known = self.history.lock();
            known.derived.iter().filter(|(_, derived)| derived.owner == self.number).map(|(id, _)| *id).collect()
        };
        if own.is_empty() || own.len() < OWN_MAX && self.random.chance(4) {
            return self.make();
        }
        let id = self.random.pick(&own);
        let derived = self.derived(id);
        if derived.is_doomed || self.random.chance(8) {
            return self.drop_derived(id);
        }
        match (derived.is_clone, derived.clean.is_some(), self.random.below(6)) {
            (false, _, _) => self.read_derived(id),
            (true, false, 0) => self.make_clean(id),
            (true, true, 0 | 1) => self.revert(id),
            (true, true, 2) => self.read_clean(id),
            _ => self.change_clone(id),
        }
    }

    /// Reads a derived database, of whichever client.
    pub(super) fn read_any_derived(&mut self) -> Result<(), String> {
        let readable: Vec<u64> = {
            let known = self.history.lock();
            known.derived.iter().filter(|(_, derived)| derived.is_readable()).map(|(id, _)| *id).collect()
        };
        if readable.is_empty() {
            return Ok(());
        }
        let id = self.random.pick(&readable);
        self.read_derived(id)
    }

    fn derived(&self, id: u64) -> Derived {
        self.history.lock().derived[&id].clone()
    }

    /// Changes what is known of a derived database, at the next moment.
    fn note<T>(&self, id: u64, change: impl FnOnce(&mut Derived, u64) -> T) -> Option<T> {
        let mut known = self.history.lock();
        let moment = known.tick();
        known.derived.get_mut(&id).map(|derived| change(derived, moment))
    }

    /// Makes a snapshot or a clone of a database that no client takes offline meanwhile.
    fn make(&mut self) -> Result<(), String> {
        let Some(of) = self.choose_database() else { return Ok(()) };
        let is_clone = self.random.chance(2);
        let (id, asked, derived) = {
            let mut known = self.history.lock();
            if known.upheavals[of].is_under_way || known.derived.len() >= ALL_MAX {
                return Ok(());
            }
            let id = known.tick();
            let derived = Derived::new(id, is_clone, of, self.number);
            known.derived.insert(id, derived.clone());
            (id, id, derived)
        };
        let files = BTreeSet::from([of]);
        let text = match is_clone {
            true => format!("CREATE DATABASE {} AS COPY OF {};", derived.name, DATABASES[of]),
            false => workload::snapshot(&derived.name, DATABASES[of], of),
        };
        let made = self.send(&text, &files)?;
        if let Sent::Refused(number) = made {
            return Err(format!("`{text}` failed with {number}"));
        }
        let answered = self.history.lock().tick();
        let is_made = matches!(made, Sent::Through(_)) && !self.machine.is_off();
        let found = if is_made { content_of(self, &derived.name, &files)? } else { None };
        let Some(found) = found.filter(|_| !self.machine.is_off()) else {
            self.note(id, |derived, _| derived.is_doomed = true);
            return Ok(());
        };
        let mut known = self.history.lock();
        oracle::check_frozen(&known, of, &found, asked, answered)
            .map_err(|what| format!("{}, made at {asked}: {what}", derived.name))?;
        self.check_inherited(&known, &derived, &found)?;
        known.hardened[of] = known.hardened[of].max(asked);
        let derived = known.derived.get_mut(&id).expect("only its owner removes it");
        derived.ask(found, asked, true);
        derived.confirm(answered);
        let counts = &mut known.derivations;
        *(if is_clone { &mut counts.clones } else { &mut counts.snapshots }) += 1;
        Ok(())
    }

    /// A clone answers for the commits of its source that it contains, and for no others.
    fn check_inherited(&self, known: &Knowledge, derived: &Derived, found: &Content) -> Result<(), String> {
        for (_, mark, receipt) in known.receipts.iter().filter(|(of, ..)| derived.is_clone && *of == derived.source) {
            let fate = self.instance.fate_of(&derived.name, *receipt);
            let has = found.marks.contains(mark);
            if has != (fate == Some(CommitFate::Survived)) && !self.machine.has_failed() {
                return Err(format!("the receipt of mark {mark} in {} says {fate:?}; present: {has}", derived.name));
            }
        }
        Ok(())
    }

    /// Makes a clone's own snapshot, for reverts.
    fn make_clean(&mut self, id: u64) -> Result<(), String> {
        let derived = self.derived(id);
        let text = workload::snapshot(&derived.clean_name(), &derived.name, derived.source);
        if self.ask_owner(id, &text)? {
            self.note(id, |derived, _| {
                derived.harden();
                derived.clean = Some(derived.content());
            });
        }
        Ok(())
    }

    /// Sends a statement of the owner. Returns whether it succeeded. If its outcome is unknown, the
    /// derived database is doomed.
    fn ask_owner(&mut self, id: u64, text: &str) -> Result<bool, String> {
        let files = BTreeSet::from([self.derived(id).source]);
        match self.send(text, &files)? {
            Sent::Through(_) if !self.machine.is_off() => Ok(true),
            Sent::Refused(_) => {
                self.roll_back(&files)?;
                Ok(false)
            }
            Sent::Through(_) | Sent::Faulty => {
                self.disconnect();
                self.note(id, |derived, _| derived.is_doomed = true);
                Ok(false)
            }
        }
    }

    /// Changes the rows of a clone in one transaction, which rarely is rolled back.
    fn change_clone(&mut self, id: u64) -> Result<(), String> {
        let derived = self.derived(id);
        let is_delayed = self.random.chance(3);
        let is_kept = !self.random.chance(6);
        let mark = {
            let mut known = self.history.lock();
            known.next_mark += 1;
            known.next_mark
        };
        let mut content = derived.content();
        content.marks.insert(mark);
        let mut batch = format!("BEGIN TRAN; INSERT {}.dbo.marks VALUES ({mark}); ", derived.name);
        for _ in 0..1 + self.random.below(3) {
            let rows = content.rows.get(&self.number).cloned().unwrap_or_default();
            let effect = workload::effect(&mut self.random, &rows, &mut self.next_row);
            let is_new = matches!(effect, Effect::Put { id, .. } if !rows.contains_key(&id));
            batch.push_str(&workload::text(&effect, &derived.name, self.number, is_new));
            content.apply(self.number, &effect);
        }
        content.rows.retain(|_, rows| !rows.is_empty());
        if !is_kept {
            return self.ask_owner(id, &format!("{batch} ROLLBACK TRAN;")).map(drop);
        }
        let option = if is_delayed { "ON" } else { "OFF" };
        self.note(id, |derived, moment| derived.ask(content, moment, !is_delayed));
        if self.ask_owner(id, &format!("{batch} COMMIT TRAN WITH (DELAYED_DURABILITY = {option});"))? {
            let receipt = self.receipt();
            self.note(id, |derived, moment| {
                derived.confirm(moment);
                derived.receipts.extend(receipt.map(|receipt| (mark, receipt)));
            });
        } else {
            self.note(id, |derived, _| {
                if !derived.is_doomed {
                    derived.take_back()
                }
            });
        }
        Ok(())
    }

    /// Reverts a clone to its own snapshot, mostly beside the sessions that read it.
    fn revert(&mut self, id: u64) -> Result<(), String> {
        let derived = self.derived(id);
        let Some(clean) = derived.clean.clone() else { return Ok(()) };
        let keeps = !self.random.chance(4);
        let option = if keeps { " WITH KEEP_CONNECTIONS" } else { "" };
        let text =
            format!("RESTORE DATABASE {} FROM DATABASE_SNAPSHOT = '{}'{option};", derived.name, derived.clean_name());
        self.note(id, |derived, moment| {
            derived.ask(clean, moment, true);
            (derived.is_upset, derived.upsets) = (true, derived.upsets + 1);
        });
        self.tolerated = if keeps { &[] } else { &IN_USE };
        let is_reverted = self.ask_owner(id, &text);
        self.tolerated = &[];
        let is_reverted = is_reverted?;
        self.note(id, |derived, moment| {
            (derived.is_upset, derived.upsets) = (derived.is_doomed, derived.upsets + 1);
            match is_reverted {
                true => derived.confirm(moment),
                false if !derived.is_doomed => derived.take_back(),
                false => {}
            }
        });
        self.history.lock().derivations.reverts += u64::from(is_reverted);
        Ok(())
    }

    /// Drops a derived database, and a clone's snapshot before it.
    fn drop_derived(&mut self, id: u64) -> Result<(), String> {
        let derived = self.derived(id);
        self.note(id, |derived, _| {
            (derived.is_upset, derived.may_be_gone, derived.upsets) = (true, true, derived.upsets + 1);
        });
        let names = [derived.is_clone.then(|| derived.clean_name()), Some(derived.name.clone())];
        self.tolerated = &IN_USE;
        let mut is_dropped = true;
        for name in names.iter().flatten() {
            is_dropped = is_dropped && self.ask_owner(id, &format!("DROP DATABASE IF EXISTS {name};"))?;
        }
        self.tolerated = &[];
        let mut known = self.history.lock();
        if is_dropped {
            known.derived.remove(&id);
            known.derivations.drops += 1;
        } else if let Some(derived) = known.derived.get_mut(&id) {
            derived.is_doomed = true;
        }
        Ok(())
    }

    /// Reads the marks of a derived database once, or twice in one snapshot.
    fn read_derived(&mut self, id: u64) -> Result<(), String> {
        let Some(derived) = self.history.lock().derived.get(&id).cloned() else { return Ok(()) };
        let files = BTreeSet::from([derived.source]);
        let read = format!("SELECT id FROM {}.dbo.marks;", derived.name);
        let is_twice = derived.is_clone && self.random.chance(3);
        let begin = if is_twice { "BEGIN TRAN; " } else { "" };
        let level = if derived.is_clone { "SNAPSHOT" } else { "READ COMMITTED" };
        let first = format!("SET TRANSACTION ISOLATION LEVEL {level}; {begin}{read}");
        let asked = self.history.lock().tick();
        let mut seen = Vec::new();
        self.tolerated = &UPSET_ERRORS;
        for text in [Some(&first), is_twice.then_some(&read)].into_iter().flatten() {
            match self.send(text, &files) {
                Ok(Sent::Through(sent)) => seen.push(ids(&sent)?),
                Ok(Sent::Refused(number))
                    if UPSET_ERRORS.contains(&number) && !self.was_upset(id, &derived) && !self.may_fail(&files) =>
                {
                    return Err(format!("`{text}` failed with {number} and {} was not upset", derived.name));
                }
                Ok(Sent::Refused(_) | Sent::Faulty) => break,
                Err(what) => return Err(what),
            }
            self.is_in_transaction = is_twice;
            if is_twice && seen.len() == 1 {
                // The snapshot of the transaction is from its first read.
                self.check_read(id, &seen[0], asked)?;
                schedule::sleep(Duration::from_millis(self.random.pick(&[0, 1, 20])));
            }
        }
        self.is_in_transaction = false;
        self.tolerated = &LOST_TRANSACTION;
        let ended = self.roll_back(&files);
        self.tolerated = &[];
        ended?;
        match &seen[..] {
            [only] if !is_twice => self.check_read(id, only, asked),
            [before, after] if before != after && !self.machine.is_off() => {
                Err(format!("a transaction read {} before and after a change", derived.name))
            }
            _ => Ok(()),
        }
    }

    fn check_read(&self, id: u64, marks: &BTreeSet<i32>, asked: u64) -> Result<(), String> {
        // An answer after a power cut has reached nobody.
        if self.machine.is_off() {
            return Ok(());
        }
        let mut known = self.history.lock();
        let answered = known.tick();
        known.derived.get(&id).map_or(Ok(()), |derived| derived.check_read(marks, asked, answered))
    }

    /// Whether a derived database was reverted or dropped since `before`.
    fn was_upset(&self, id: u64, before: &Derived) -> bool {
        let known = self.history.lock();
        known.derived.get(&id).is_none_or(|now| now.is_upset || now.is_doomed || now.upsets != before.upsets)
    }

    /// Reads a clone's own snapshot, which never changes.
    fn read_clean(&mut self, id: u64) -> Result<(), String> {
        let derived = self.derived(id);
        let files = BTreeSet::from([derived.source]);
        let found = content_of(self, &derived.clean_name(), &files)?;
        match (found, derived.clean) {
            (Some(found), Some(clean)) if found != clean && !self.machine.is_off() => {
                Err(format!("the snapshot of {} has changed from {clean:?} to {found:?}", derived.name))
            }
            _ => Ok(()),
        }
    }
}

/// The number of derived databases of a client, and of all.
const OWN_MAX: usize = 2;
const ALL_MAX: usize = 5;
/// Errors of a revert and a drop of a database that another session uses.
const IN_USE: [i32; 2] = [3101, 3702];
/// Errors of a read beside a revert or a drop: an unknown name (208, 911), a database in transition
/// (952), a cancelled statement (3617), an older snapshot (3953), and a lost transaction (3971).
const UPSET_ERRORS: [i32; 6] = [208, 911, 952, 3617, 3953, 3971];
/// The error of a session's next request after a revert ended its transaction.
const LOST_TRANSACTION: [i32; 1] = [3971];
