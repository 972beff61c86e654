//! The transactions of a client, and how it learns the outcome of one in doubt.

use super::history::{DATABASES, Effect, Fate};
use super::session::{Client, Sent};
use super::workload;
use sluice_base::schedule;
use sluice_engine::Value;
use std::collections::BTreeSet;
use std::time::Duration;

impl Client {
    /// Sends one transaction with its mark.
    pub(super) fn transact(&mut self) -> Result<(), String> {
        let Some(databases) = self.choose_databases() else { return Ok(()) };
        let is_delayed = databases.len() == 1 && self.random.chance(3);
        let level = self.random.pick(&["READ COMMITTED", "READ COMMITTED", "REPEATABLE READ", "SNAPSHOT"]);
        let (place, mark) = self.history.lock().begin(self.number, databases.clone(), is_delayed);
        let marks: String =
            databases.iter().map(|of| format!("INSERT {}.dbo.marks VALUES ({mark});", DATABASES[*of])).collect();
        let begin = format!("SET TRANSACTION ISOLATION LEVEL {level}; BEGIN TRAN; {marks}");
        let sent = self.step(place, &begin, &databases)?;
        self.is_in_transaction = sent;
        let outcome = if sent { self.change_and_end(place, &databases, is_delayed) } else { Ok(()) };
        self.is_in_transaction = false;
        outcome
    }

    fn change_and_end(&mut self, place: usize, databases: &BTreeSet<usize>, is_delayed: bool) -> Result<(), String> {
        for _ in 0..1 + self.random.below(4) {
            let of = self.random.pick(&databases.iter().copied().collect::<Vec<_>>());
            let rows = self.history.lock().rows_seen(self.number, of, Some(place));
            let effect = workload::effect(&mut self.random, &rows, &mut self.next_row);
            let is_new = matches!(effect, Effect::Put { id, .. } if !rows.contains_key(&id));
            if !self.step(place, &workload::text(&effect, DATABASES[of], self.number, is_new), databases)? {
                return Ok(());
            }
            self.history.lock().transactions[place].effects.push((of, effect));
        }
        if self.random.chance(8) {
            if self.step(place, "ROLLBACK TRAN;", databases)? {
                self.history.lock().transactions[place].fate = Fate::RolledBack;
            }
            return Ok(());
        }
        self.commit(place, databases, is_delayed)
    }

    fn commit(&mut self, place: usize, databases: &BTreeSet<usize>, is_delayed: bool) -> Result<(), String> {
        let option = if is_delayed { "ON" } else { "OFF" };
        let text = format!("COMMIT TRAN WITH (DELAYED_DURABILITY = {option});");
        match self.send_last(place, &text, databases)? {
            Fate::InDoubt => {
                self.disconnect();
                self.doubts.push(place);
            }
            // A conflict of a SNAPSHOT transaction is found before the commit record.
            Fate::RolledBack => self.roll_back(databases)?,
            _ => {
                let receipt = self.receipt().filter(|_| databases.len() == 1);
                let mut known = self.history.lock();
                let mark = known.transactions[place].mark;
                known.receipts.extend(
                    receipt.into_iter().flat_map(|receipt| databases.iter().map(move |of| (*of, mark, receipt))),
                );
            }
        }
        Ok(())
    }

    /// Sends the batch that commits a transaction. Records and returns its fate.
    fn send_last(&mut self, place: usize, text: &str, databases: &BTreeSet<usize>) -> Result<Fate, String> {
        {
            let mut known = self.history.lock();
            let asked = known.tick();
            let transaction = &mut known.transactions[place];
            (transaction.asked, transaction.fate) = (asked, Fate::InDoubt);
        }
        let fate = match self.send(text, databases)? {
            Sent::Through(_) if !self.machine.is_off() => Fate::Committed,
            Sent::Through(_) | Sent::Faulty => Fate::InDoubt,
            Sent::Refused(_) => Fate::RolledBack,
        };
        self.end(place, fate);
        Ok(fate)
    }

    /// Records the fate of a transaction, known from now on.
    fn end(&self, place: usize, fate: Fate) {
        let mut known = self.history.lock();
        let answered = known.tick();
        let transaction = &mut known.transactions[place];
        (transaction.answered, transaction.fate) = (answered, fate);
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

    pub(super) fn roll_back(&mut self, databases: &BTreeSet<usize>) -> Result<(), String> {
        if self.is_connected() {
            self.send("IF @@TRANCOUNT > 0 ROLLBACK TRAN; SET TRANSACTION ISOLATION LEVEL READ COMMITTED;", databases)?;
        }
        Ok(())
    }

    /// Learns the outcome of a transaction in doubt, once its databases work again.
    pub(super) fn settle(&mut self) -> Result<(), String> {
        let Some(&place) = self.doubts.last() else { return Ok(()) };
        let (mark, databases) = {
            let known = self.history.lock();
            let transaction = &known.transactions[place];
            (transaction.mark, transaction.databases.clone())
        };
        let mut present = BTreeSet::new();
        for of in &databases {
            // A log that failed accepts no commit, so a commit proves that the database was opened
            // again.
            if !self.commit_mark(*of)? {
                schedule::sleep(BETWEEN_LOOKS);
                return Ok(());
            }
            let text = format!("SELECT COUNT(*) FROM {}.dbo.marks WHERE id = {mark};", DATABASES[*of]);
            let Sent::Through(sent) = self.send(&text, &BTreeSet::from([*of]))? else { return Ok(()) };
            present.insert(sent.scalar() == Some(&Value::Int(1)));
        }
        if self.machine.is_off() {
            return Ok(());
        }
        if present.len() > 1 {
            return Err(format!("rule 2: mark {mark}, in doubt before, is only in some of {databases:?}"));
        }
        self.end(place, if present.contains(&true) { Fate::Committed } else { Fate::RolledBack });
        self.doubts.pop();
        Ok(())
    }

    /// Commits a mark alone. Returns whether that succeeded.
    fn commit_mark(&mut self, of: usize) -> Result<bool, String> {
        let databases = BTreeSet::from([of]);
        let (place, mark) = self.history.lock().begin(self.number, databases.clone(), false);
        let text = format!("INSERT {}.dbo.marks VALUES ({mark});", DATABASES[of]);
        Ok(self.send_last(place, &text, &databases)? == Fate::Committed)
    }

    /// Draws one database, rarely two. Returns `None` if a transaction is in doubt in each.
    fn choose_databases(&mut self) -> Option<BTreeSet<usize>> {
        let first = self.choose_database()?;
        let second = if self.random.chance(5) { self.choose_database()? } else { first };
        Some(BTreeSet::from([first, second]))
    }
}

/// The time between two looks for the outcome of a transaction in doubt.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
