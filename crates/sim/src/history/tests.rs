//! Histories written by hand: what is wrong with each is found, and what is right is left alone.

use super::anomaly::{Anomaly as A, judge};
use super::event::Event::{self, Append, Delete, Insert, Read, ReadList, ReadRows, Write};
use super::event::{History, Transaction};
use super::level::Level::{self, *};
use std::collections::BTreeSet;

fn at(level: Level, events: impl IntoIterator<Item = Event>) -> Transaction {
    Transaction { level, events: events.into_iter().collect(), is_committed: true }
}

fn committed(events: impl IntoIterator<Item = Event>) -> Transaction {
    at(ReadUncommitted, events)
}

fn rolled_back(events: impl IntoIterator<Item = Event>) -> Transaction {
    Transaction { is_committed: false, ..committed(events) }
}

/// What is found in these transactions, after which the lists were these; rows 2 and 4 were there from the beginning.
fn found<const N: usize>(transactions: [Transaction; N], lists: &[(u32, &[u32])]) -> Vec<A> {
    let mut transactions = transactions.to_vec();
    transactions.push(committed(lists.iter().map(|(key, list)| ReadList(*key, list.to_vec()))));
    let history = History { transactions, first_rows: BTreeSet::from([2, 4]) };
    let verdict = judge(&history);
    let all = verdict.forbidden.into_keys().chain(verdict.allowed.into_keys());
    all.map(|(_, anomaly)| anomaly).collect::<BTreeSet<_>>().into_iter().collect()
}

/// What is forbidden in these transactions, and by which level.
fn wrong<const N: usize>(transactions: [Transaction; N], lists: &[(u32, &[u32])]) -> Vec<(Level, A)> {
    let mut transactions = transactions.to_vec();
    transactions.push(committed(lists.iter().map(|(key, list)| ReadList(*key, list.to_vec()))));
    let history = History { transactions, first_rows: BTreeSet::from([2, 4]) };
    judge(&history).forbidden.into_keys().collect()
}

fn rows(from: u32, to: u32, found: &[u32]) -> Event {
    ReadRows(from..=to, found.iter().copied().collect())
}

#[test]
fn one_after_the_other_nothing_is_wrong() {
    let one = committed([ReadList(1, vec![]), Append(1, 10), Write(1, 11, 0), Read(1, 11), Insert(3), Delete(2)]);
    let other = committed([ReadList(1, vec![10]), Append(1, 20), Append(1, 21), ReadList(1, vec![10, 20, 21])]);
    let third = committed([Read(1, 11), Write(1, 30, 11), Write(1, 31, 30), rows(1, 4, &[3, 4])]);
    let undone = rolled_back([Append(1, 40), Write(1, 41, 31), Insert(5), Delete(4), Read(1, 41)]);
    assert_eq!(found([one, other, third, undone], &[(1, &[10, 20, 21])]), []);
}

#[test]
fn writes_that_replace_each_other_crosswise() {
    let one = committed([Append(1, 10), Append(2, 11)]);
    let other = committed([Append(1, 20), Append(2, 21)]);
    assert_eq!(found([one, other], &[(1, &[10, 20]), (2, &[21, 11])]), [A::DirtyWrite]);
    let one = committed([Write(1, 10, 0), Write(1, 12, 20)]);
    let other = committed([Write(1, 20, 10)]);
    assert_eq!(found([one, other], &[]), [A::DirtyWrite, A::LostUpdate]);
    let other = rolled_back([Write(1, 20, 0)]);
    assert_eq!(found([committed([Write(1, 10, 20)]), other], &[]), [A::DirtyWrite]);
}

#[test]
fn what_was_rolled_back_was_read() {
    for undone in [Append(1, 10), Write(1, 10, 0), Insert(3), Delete(2)] {
        let read = match undone {
            Append(..) => ReadList(1, vec![10]),
            Write(..) => Read(1, 10),
            Insert(_) => rows(3, 3, &[3]),
            _ => rows(2, 2, &[]),
        };
        assert_eq!(found([rolled_back([undone]), committed([read])], &[(1, &[])]), [A::AbortedRead]);
    }
}

#[test]
fn what_its_writer_replaced_was_read() {
    let writer = committed([Append(1, 10), Append(1, 11)]);
    assert_eq!(found([writer, committed([ReadList(1, vec![10])])], &[(1, &[10, 11])]), [A::IntermediateRead]);
    let writer = committed([Write(1, 10, 0), Write(1, 11, 10)]);
    assert_eq!(found([writer, committed([Read(1, 10)])], &[]), [A::IntermediateRead]);
}

#[test]
fn two_have_read_each_others_writes() {
    let one = committed([Append(1, 10), Read(1, 20)]);
    let other = committed([Write(1, 20, 0), ReadList(1, vec![10])]);
    assert_eq!(found([one, other], &[(1, &[10])]), [A::CircularFlow]);
    // By three, and by a row.
    let one = committed([Insert(3), Read(1, 30)]);
    let other = committed([rows(1, 4, &[2, 3, 4]), Append(1, 20)]);
    let third = committed([ReadList(1, vec![20]), Write(1, 30, 0)]);
    assert_eq!(found([one, other, third], &[(1, &[20])]), [A::CircularFlow]);
}

#[test]
fn what_was_read_was_written_in_between() {
    let one = committed([Read(1, 0), Write(1, 10, 20)]);
    let other = committed([Write(1, 20, 0)]);
    assert_eq!(found([one, other], &[]), [A::LostUpdate, A::ReadSkew]);
    let one = committed([ReadList(1, vec![]), Append(1, 10)]);
    let other = committed([ReadList(1, vec![]), Append(1, 20)]);
    assert_eq!(found([one, other], &[(1, &[20, 10])]), [A::LostUpdate, A::ReadSkew]);
}

#[test]
fn one_thing_was_seen_before_and_one_behind_anothers_writes() {
    let writer = committed([Write(1, 10, 0), Append(2, 11)]);
    let reader = committed([Read(1, 0), ReadList(2, vec![11])]);
    assert_eq!(found([writer, reader], &[(2, &[11])]), [A::ReadSkew]);
    // The same thing twice.
    assert_eq!(found([committed([Write(1, 10, 0)]), committed([Read(1, 0), Read(1, 10)])], &[]), [A::ReadSkew]);
    // A row that was found is a thing, too.
    let reader = committed([rows(1, 9, &[2, 4]), rows(1, 9, &[4])]);
    assert_eq!(found([committed([Delete(2)]), reader], &[]), [A::ReadSkew]);
}

#[test]
fn each_has_read_what_the_other_replaced() {
    let one = committed([Read(1, 0), Write(2, 10, 0)]);
    let other = committed([Read(2, 0), Write(1, 20, 0)]);
    let history = [one, other];
    assert_eq!(found(history.clone(), &[]), [A::WriteSkew]);
    let by_level = Level::ALL.map(|level| {
        let history = history.clone().map(|transaction| Transaction { level, ..transaction });
        wrong(history, &[]).len()
    });
    assert_eq!(by_level, [0, 0, 0, 1, 0, 1], "REPEATABLE READ and SERIALIZABLE forbid it, SNAPSHOT does not");
}

#[test]
fn rows_came_that_had_been_asked_for() {
    let reader = committed([rows(1, 9, &[2, 4]), rows(1, 9, &[2, 3, 4])]);
    assert_eq!(found([committed([Insert(3)]), reader], &[]), [A::Phantom]);
    let one = committed([rows(1, 9, &[2, 4]), Insert(13)]);
    let other = committed([rows(11, 19, &[]), Insert(3)]);
    assert_eq!(found([one, other], &[]), [A::PhantomSkew]);
    // One that was asked for, and one that was read.
    let one = committed([rows(1, 9, &[2, 4]), Write(1, 10, 0)]);
    let other = committed([Read(1, 0), Insert(3)]);
    assert_eq!(found([one, other], &[]), [A::PhantomSkew]);
}

#[test]
fn what_no_level_allows() {
    // A commit that is lost, a value of nobody's, a list that never was so, one value replaced twice, a row that went by itself.
    assert_eq!(found([committed([Append(1, 10)])], &[(1, &[])]), [A::Corrupt]);
    assert_eq!(found([rolled_back([Append(1, 10)])], &[(1, &[10])]), [A::Corrupt, A::AbortedRead]);
    assert_eq!(found([committed([Read(1, 7)])], &[]), [A::Corrupt]);
    let lists = [committed([Append(1, 10)]), committed([Append(1, 20)]), committed([ReadList(1, vec![20])])];
    assert!(found(lists, &[(1, &[10, 20])]).contains(&A::Corrupt));
    let twice = found([committed([Write(1, 10, 0)]), committed([Write(1, 20, 0)])], &[]);
    assert_eq!(twice, [A::Corrupt]);
    assert_eq!(found([committed([rows(1, 9, &[4])])], &[]), [A::Corrupt]);
    assert!(Level::ALL.iter().all(|level| !level.allows().contains(&A::Corrupt)));
}

/// One level for all: what the circles are by which levels answer for which dependencies is what each level says that it allows.
#[test]
fn of_one_level_the_circles_are_as_it_allows() {
    let (reads, flows) = ([Read(1, 0), Read(2, 10)], [Write(1, 10, 0), Write(2, 10, 0)]);
    let circles: [(A, [Vec<Event>; 2]); 6] = [
        (A::DirtyWrite, [vec![Write(1, 10, 0), Write(2, 11, 21)], vec![Write(1, 20, 10), Write(2, 21, 0)]]),
        (A::CircularFlow, [vec![Write(1, 10, 0), Read(2, 20)], vec![Write(2, 20, 0), Read(1, 10)]]),
        (A::ReadSkew, [reads.to_vec(), flows.to_vec()]),
        (A::WriteSkew, [vec![Read(1, 0), Write(2, 10, 0)], vec![Read(2, 0), Write(1, 20, 0)]]),
        (A::Phantom, [vec![rows(1, 9, &[2, 4]), Read(1, 10)], vec![Insert(3), Write(1, 10, 0)]]),
        (A::PhantomSkew, [vec![rows(1, 9, &[2, 4]), Insert(13)], vec![rows(11, 19, &[]), Insert(3)]]),
    ];
    for (anomaly, events) in circles {
        for level in Level::ALL {
            let is_wrong = !level.allows().contains(&anomaly);
            let expected = if is_wrong { vec![(level, anomaly)] } else { Vec::new() };
            assert_eq!(wrong(events.clone().map(|events| at(level, events)), &[]), expected, "{level:?}");
        }
    }
}

#[test]
fn of_several_levels_each_is_held_to_its_own() {
    // Who reads what was rolled back, or what his writer replaced.
    let undone = || rolled_back([Write(1, 10, 0)]);
    assert_eq!(wrong([undone(), at(ReadUncommitted, [Read(1, 10)]), at(Serializable, [])], &[]), []);
    let readers = [at(ReadUncommitted, [Read(1, 10)]), at(ReadCommitted, [Read(1, 10)])];
    let [one, other] = readers;
    assert_eq!(wrong([undone(), one, other], &[]), [(ReadCommitted, A::AbortedRead)]);
    // Whose update is lost.
    let race = |one, other| [at(one, [Read(1, 0), Write(1, 10, 20)]), at(other, [Write(1, 20, 0)])];
    assert_eq!(wrong(race(ReadCommitted, Serializable), &[]), []);
    let lost = wrong(race(RepeatableRead, ReadUncommitted), &[]);
    assert_eq!(lost, [(RepeatableRead, A::LostUpdate), (RepeatableRead, A::ReadSkew)]);
    // Two things of another's, one before and one behind: the reader's affair, not the writer's.
    let skew = |reader, writer| [at(reader, [Read(1, 0), Read(2, 11)]), at(writer, [Write(1, 10, 0), Write(2, 11, 0)])];
    assert_eq!(wrong(skew(ReadCommittedSnapshot, Serializable), &[]), []);
    for reader in [RepeatableRead, Snapshot, Serializable] {
        assert_eq!(wrong(skew(reader, ReadUncommitted), &[]), [(reader, A::ReadSkew)]);
    }
    // Write skew wants both to answer for what they read; a phantom one that answers for rows.
    let skew = |one, other| [at(one, [Read(1, 0), Write(2, 10, 0)]), at(other, [Read(2, 0), Write(1, 20, 0)])];
    assert_eq!(wrong(skew(RepeatableRead, Serializable), &[]).len(), 2);
    assert_eq!(wrong(skew(Serializable, Snapshot), &[]), []);
    assert_eq!(wrong(skew(Serializable, ReadCommitted), &[]), []);
    let phantom = |reader, writer| [at(reader, [rows(1, 9, &[2, 4]), rows(1, 9, &[2, 3, 4])]), at(writer, [Insert(3)])];
    assert_eq!(wrong(phantom(RepeatableRead, Serializable), &[]), []);
    assert_eq!(wrong(phantom(Serializable, ReadUncommitted), &[]), [(Serializable, A::Phantom)]);
    assert_eq!(wrong(phantom(Snapshot, ReadUncommitted), &[]), [(Snapshot, A::Phantom)]);
}

#[test]
fn who_reads_uncommitted_breaks_the_circles_of_others() {
    // What the third has of the second it may have read before that one had committed: so nothing is said of the first.
    let circle = |level, third| {
        let one = at(level, [Read(1, 0), Read(3, 30)]);
        let other = at(ReadCommitted, [Write(1, 20, 0), Write(2, 21, 0)]);
        [one, other, at(third, [Read(2, 21), Write(3, 30, 0)])]
    };
    for level in [RepeatableRead, Snapshot, Serializable] {
        assert_eq!(wrong(circle(level, ReadUncommitted), &[]), []);
        assert_eq!(wrong(circle(level, ReadCommitted), &[]), [(level, A::ReadSkew)]);
    }
}

#[test]
fn a_snapshot_is_between_who_replaced_what_it_read_and_what_it_has() {
    // What came into it came behind a reader that locks, who came behind the writer of what it had read.
    let circle = |reader| {
        let by_snapshot = at(Snapshot, [Read(1, 0), Read(3, 30)]);
        let locking = at(reader, [Write(1, 20, 0), Read(2, 0)]);
        [by_snapshot, locking, at(ReadCommitted, [Write(2, 31, 0), Write(3, 30, 0)])]
    };
    assert_eq!(wrong(circle(Serializable), &[]), [(Snapshot, A::ReadSkew)]);
    assert_eq!(wrong(circle(ReadCommitted), &[]), []);
    // The same circle where the last one has only read what the snapshot's transaction replaced: that may be.
    let by_snapshot = at(Snapshot, [Read(1, 0), Write(3, 30, 0)]);
    let locking = at(Serializable, [Write(1, 20, 0), Read(2, 0)]);
    let last = at(Serializable, [Write(2, 31, 0), Read(3, 0)]);
    assert_eq!(wrong([by_snapshot, locking, last], &[]), []);
}
