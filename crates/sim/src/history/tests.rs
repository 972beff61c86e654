//! Histories written by hand: what is wrong with each is found, and what is right is left alone.

use super::anomaly::{Anomaly as A, Level, anomalies, forbidden};
use super::event::Event::{self, Append, Delete, Insert, Read, ReadList, ReadRows, Write};
use super::event::{History, Transaction};
use std::collections::BTreeSet;

fn committed(events: impl IntoIterator<Item = Event>) -> Transaction {
    Transaction { events: events.into_iter().collect(), is_committed: true }
}

fn rolled_back(events: impl IntoIterator<Item = Event>) -> Transaction {
    Transaction { is_committed: false, ..committed(events) }
}

/// What is found in these transactions, after which the lists were these; rows 2 and 4 were there from the beginning.
fn found<const N: usize>(transactions: [Transaction; N], lists: &[(u32, &[u32])]) -> Vec<A> {
    let mut transactions = transactions.to_vec();
    transactions.push(committed(lists.iter().map(|(key, list)| ReadList(*key, list.to_vec()))));
    let history = History { transactions, first_rows: BTreeSet::from([2, 4]) };
    anomalies(&history).into_keys().collect()
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
    let history = History { transactions: history.to_vec(), first_rows: BTreeSet::new() };
    let wrong = anomalies(&history);
    let by_level = Level::ALL.map(|level| forbidden(&wrong, level).len());
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
