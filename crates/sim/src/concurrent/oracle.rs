//! Decides from the content after a restart which transactions survived, and checks the rules of
//! requirement L5:
//!
//! 1. A mark belongs to a transaction whose COMMIT was sent and that was not rolled back.
//! 2. A transaction is in all of its databases or in none.
//! 3. A fully durable transaction that was acknowledged survives; after a kill of the process,
//!    every acknowledged transaction does.
//! 4. If a transaction survives in a database, so does each that was acknowledged there before its
//!    COMMIT was sent. The same holds for a completed CHECKPOINT and `sp_flush_log`.
//! 5. A fully durable transaction that another session has read survives (L3a).
//! 6. The content is what the surviving transactions make of the content before.

use super::history::{Content, DATABASES, Fate, Knowledge, Transaction, full_balances};
use std::collections::BTreeSet;

/// Checks the content found after a restart, and makes it the base of the next life.
pub(super) fn check(
    known: &mut Knowledge,
    found: [Content; DATABASES.len()],
    power_was_cut: bool,
) -> Result<(), String> {
    for (database, content) in found.iter().enumerate() {
        check_marks(known, database, content)?;
        check_order(known, database, &content.marks, known.hardened[database])?;
    }
    check_durability(known, &found, power_was_cut)?;
    for (database, content) in found.iter().enumerate() {
        check_content(known, database, content)?;
    }
    known.base = found;
    known.transactions.clear();
    known.observed.clear();
    known.hardened = Default::default();
    Ok(())
}

/// Checks the content of a copy of a database, requested at `asked` and made at `answered`: it has
/// the commits acknowledged before the request, and none requested after the answer.
pub(super) fn check_frozen(
    known: &Knowledge,
    database: usize,
    found: &Content,
    asked: u64,
    answered: u64,
) -> Result<(), String> {
    check_marks(known, database, found)?;
    check_order(known, database, &found.marks, asked)?;
    check_content(known, database, found)?;
    for transaction in known.transactions.iter().filter(|transaction| transaction.databases.contains(&database)) {
        if found.marks.contains(&transaction.mark) && transaction.asked > answered {
            let Transaction { mark, asked, .. } = transaction;
            return Err(format!("mark {mark}, requested at {asked} after the copy was made, is present"));
        }
    }
    Ok(())
}

/// Rule 1.
fn check_marks(known: &Knowledge, database: usize, found: &Content) -> Result<(), String> {
    let name = DATABASES[database];
    if let Some(lost) = known.base[database].marks.difference(&found.marks).next() {
        return Err(format!("rule 3: mark {lost} of {name}, present at an earlier start, is lost"));
    }
    for mark in found.marks.difference(&known.base[database].marks) {
        match known.transactions.iter().find(|transaction| transaction.mark == *mark) {
            None => return Err(format!("rule 1: mark {mark} of {name} was never sent")),
            Some(of) if matches!(of.fate, Fate::Open | Fate::RolledBack) => {
                return Err(format!("rule 1: mark {mark} of {name} is {:?} and present", of.fate));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Rule 4. `hardened` is the latest moment at which a completed hardening was requested.
fn check_order(known: &Knowledge, database: usize, marks: &BTreeSet<i32>, hardened: u64) -> Result<(), String> {
    let here = || known.transactions.iter().filter(|transaction| transaction.databases.contains(&database));
    let present = here().filter(|transaction| marks.contains(&transaction.mark));
    let latest = present.max_by_key(|transaction| transaction.asked);
    let due = latest.map_or(0, |transaction| transaction.asked).max(hardened);
    let lost = here().find(|transaction| {
        transaction.fate == Fate::Committed && transaction.answered < due && !marks.contains(&transaction.mark)
    });
    match lost {
        None => Ok(()),
        Some(lost) => Err(format!(
            "rule 4: mark {} of {} is lost, which was acknowledged at {}; mark {:?} or a hardening asked for at {due} is not",
            lost.mark,
            DATABASES[database],
            lost.answered,
            latest.map(|transaction| transaction.mark)
        )),
    }
}

/// Rules 2, 3 and 5.
fn check_durability(known: &Knowledge, found: &[Content], power_was_cut: bool) -> Result<(), String> {
    for transaction in &known.transactions {
        let has = |database: &usize| found[*database].marks.contains(&transaction.mark);
        let is_present = transaction.databases.iter().any(has);
        if is_present && !transaction.databases.iter().all(has) {
            return Err(format!("rule 2: mark {} is only in some of {:?}", transaction.mark, transaction.databases));
        }
        let is_full = !transaction.is_delayed || !power_was_cut;
        if transaction.fate == Fate::Committed && is_full && !is_present {
            return Err(format!("rule 3: the acknowledged mark {} is lost: {transaction:?}", transaction.mark));
        }
    }
    match known.observed.iter().find(|(database, mark)| !found[*database].marks.contains(mark)) {
        None => Ok(()),
        Some((database, mark)) => {
            Err(format!("rule 5: mark {mark} of {} was read by another session and is lost", DATABASES[*database]))
        }
    }
}

/// Rule 6.
fn check_content(known: &Knowledge, database: usize, found: &Content) -> Result<(), String> {
    let mut expected = known.base[database].clone();
    for transaction in &known.transactions {
        if found.marks.contains(&transaction.mark) && transaction.databases.contains(&database) {
            expected.marks.insert(transaction.mark);
            let own = transaction.effects.iter().filter(|(of, _)| *of == database);
            own.for_each(|(_, effect)| expected.apply(transaction.session, effect));
        }
    }
    // The tables are created in one transaction, which may have been in doubt.
    if expected.balances.is_none() && found.balances.is_some() {
        expected.balances = Some(full_balances());
    }
    if known.created[database] && found.balances.is_none() {
        return Err(format!("rule 3: the tables of {} are lost", DATABASES[database]));
    }
    expected.rows.retain(|_, rows| !rows.is_empty());
    if expected != *found {
        let name = DATABASES[database];
        return Err(format!(
            "rule 6: {name} has other rows than its transactions: expected {expected:?}, found {found:?}"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concurrent::history::Effect;

    fn knowledge() -> Knowledge {
        let mut known = Knowledge { created: [true; 3], ..Knowledge::default() };
        known.base.iter_mut().for_each(|content| content.balances = Some(full_balances()));
        for (is_delayed, databases) in [(false, vec![0]), (true, vec![0]), (false, vec![0, 1]), (true, vec![0])] {
            let (place, _) = known.begin(0, databases.iter().copied().collect(), is_delayed);
            let (asked, answered) = (known.tick(), known.tick());
            let transaction = &mut known.transactions[place];
            let id = transaction.mark;
            transaction.effects = databases.into_iter().map(|of| (of, Effect::Put { id, value: id })).collect();
            (transaction.asked, transaction.answered, transaction.fate) = (asked, answered, Fate::Committed);
        }
        known
    }

    fn found(marks: [&[i32]; 2]) -> [Content; 3] {
        let mut contents: [Content; 3] = Default::default();
        contents.iter_mut().for_each(|content| content.balances = Some(full_balances()));
        for (content, marks) in contents.iter_mut().zip(marks) {
            for mark in marks {
                content.marks.insert(*mark);
                content.apply(0, &Effect::Put { id: *mark, value: *mark });
            }
        }
        contents
    }

    fn outcome(marks: [&[i32]; 2], power_was_cut: bool) -> Result<(), String> {
        check(&mut knowledge(), found(marks), power_was_cut)
    }

    #[test]
    fn surviving_prefixes_are_accepted() {
        assert_eq!(outcome([&[1, 2, 3, 4], &[3]], false), Ok(()));
        assert_eq!(outcome([&[1, 2, 3], &[3]], true), Ok(()));
    }

    #[test]
    fn copy_has_what_was_acknowledged_before_it() {
        let copy =
            |marks: &[i32], asked, answered| check_frozen(&knowledge(), 0, &found([marks, &[]])[0], asked, answered);
        assert_eq!(copy(&[1, 2, 3, 4], 9, 10), Ok(()));
        assert_eq!(copy(&[1, 2, 3], 7, 10), Ok(()));
        assert!(copy(&[1, 2, 3], 9, 10).unwrap_err().starts_with("rule 4"));
        assert!(copy(&[1, 2, 3, 4], 5, 6).unwrap_err().contains("after the copy"));
        assert!(copy(&[1, 2, 4], 5, 10).unwrap_err().starts_with("rule 4"));
    }

    #[test]
    fn each_rule_is_checked() {
        let wrong: [([&[i32]; 2], bool, &str); 5] = [
            ([&[1, 2, 3, 4, 9], &[3]], true, "rule 1"),
            ([&[1, 2, 3, 4], &[]], true, "rule 2"),
            ([&[2], &[]], true, "rule 4"),
            ([&[1, 2, 3], &[3]], false, "rule 3"),
            ([&[1, 3], &[3]], true, "rule 4"),
        ];
        for (marks, power_was_cut, rule) in wrong {
            let error = outcome(marks, power_was_cut).unwrap_err();
            assert!(error.starts_with(rule), "{error}");
        }
        let mut changed = found([&[1, 2, 3], &[3]]);
        changed[0].apply(0, &Effect::Put { id: 1, value: 7 });
        assert!(check(&mut knowledge(), changed, true).unwrap_err().starts_with("rule 6"));
        let mut seen = knowledge();
        seen.transactions[2].fate = Fate::InDoubt;
        seen.observed.insert((0, 3));
        assert!(check(&mut seen, found([&[1, 2], &[]]), true).unwrap_err().starts_with("rule 5"));
    }
}
