//! Handwritten histories: their anomalies are found, and correct histories have none.

use super::anomaly::Anomaly as A;
use super::event::Event::{self, Append, Delete, Insert, Read, ReadList, ReadRows, Write};
use super::event::{History, Transaction};
use super::judge::judge;
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

/// Returns the anomalies of these transactions with these final lists. The rows 2 and 4 exist from
/// the start.
fn found<const N: usize>(transactions: [Transaction; N], lists: &[(u32, &[u32])]) -> Vec<A> {
    let mut transactions = transactions.to_vec();
    transactions.push(committed(lists.iter().map(|(key, list)| ReadList(*key, list.to_vec()))));
    let history = History { transactions, first_rows: BTreeSet::from([2, 4]) };
    let verdict = judge(&history);
    let all = verdict.forbidden.into_keys().chain(verdict.allowed.into_keys());
    all.map(|(_, anomaly)| anomaly).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns the forbidden anomalies of these transactions, each with the level that forbids it.
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
fn serial_history_has_no_anomalies() {
    let one = committed([ReadList(1, vec![]), Append(1, 10), Write(1, 11, 0), Read(1, 11), Insert(3), Delete(2)]);
    let other = committed([ReadList(1, vec![10]), Append(1, 20), Append(1, 21), ReadList(1, vec![10, 20, 21])]);
    let third = committed([Read(1, 11), Write(1, 30, 11), Write(1, 31, 30), rows(1, 4, &[3, 4])]);
    let undone = rolled_back([Append(1, 40), Write(1, 41, 31), Insert(5), Delete(4), Read(1, 41)]);
    assert_eq!(found([one, other, third, undone], &[(1, &[10, 20, 21])]), []);
}

#[test]
fn crossing_writes_are_a_dirty_write() {
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
fn read_of_rolled_back_value_is_an_aborted_read() {
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
fn read_of_replaced_value_is_an_intermediate_read() {
    let writer = committed([Append(1, 10), Append(1, 11)]);
    assert_eq!(found([writer, committed([ReadList(1, vec![10])])], &[(1, &[10, 11])]), [A::IntermediateRead]);
    let writer = committed([Write(1, 10, 0), Write(1, 11, 10)]);
    assert_eq!(found([writer, committed([Read(1, 10)])], &[]), [A::IntermediateRead]);
}

#[test]
fn mutual_reads_are_a_circular_flow() {
    let one = committed([Append(1, 10), Read(1, 20)]);
    let other = committed([Write(1, 20, 0), ReadList(1, vec![10])]);
    assert_eq!(found([one, other], &[(1, &[10])]), [A::CircularFlow]);
    // A cycle of three transactions, and one through a row.
    let one = committed([Insert(3), Read(1, 30)]);
    let other = committed([rows(1, 4, &[2, 3, 4]), Append(1, 20)]);
    let third = committed([ReadList(1, vec![20]), Write(1, 30, 0)]);
    assert_eq!(found([one, other, third], &[(1, &[20])]), [A::CircularFlow]);
}

#[test]
fn write_between_read_and_write_is_a_lost_update() {
    let one = committed([Read(1, 0), Write(1, 10, 20)]);
    let other = committed([Write(1, 20, 0)]);
    assert_eq!(found([one, other], &[]), [A::LostUpdate, A::ReadSkew]);
    let one = committed([ReadList(1, vec![]), Append(1, 10)]);
    let other = committed([ReadList(1, vec![]), Append(1, 20)]);
    assert_eq!(found([one, other], &[(1, &[20, 10])]), [A::LostUpdate, A::ReadSkew]);
}

#[test]
fn reads_before_and_after_a_write_are_read_skew() {
    let writer = committed([Write(1, 10, 0), Append(2, 11)]);
    let reader = committed([Read(1, 0), ReadList(2, vec![11])]);
    assert_eq!(found([writer, reader], &[(2, &[11])]), [A::ReadSkew]);
    // The same register read twice.
    assert_eq!(found([committed([Write(1, 10, 0)]), committed([Read(1, 0), Read(1, 10)])], &[]), [A::ReadSkew]);
    // A row that was found is an item too.
    let reader = committed([rows(1, 9, &[2, 4]), rows(1, 9, &[4])]);
    assert_eq!(found([committed([Delete(2)]), reader], &[]), [A::ReadSkew]);
}

#[test]
fn mutual_overwrites_of_reads_are_write_skew() {
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
fn rows_inserted_into_read_sets_are_phantoms() {
    let reader = committed([rows(1, 9, &[2, 4]), rows(1, 9, &[2, 3, 4])]);
    assert_eq!(found([committed([Insert(3)]), reader], &[]), [A::Phantom]);
    let one = committed([rows(1, 9, &[2, 4]), Insert(13)]);
    let other = committed([rows(11, 19, &[]), Insert(3)]);
    assert_eq!(found([one, other], &[]), [A::PhantomSkew]);
    // A row set and a register.
    let one = committed([rows(1, 9, &[2, 4]), Write(1, 10, 0)]);
    let other = committed([Read(1, 0), Insert(3)]);
    assert_eq!(found([one, other], &[]), [A::PhantomSkew]);
}

#[test]
fn lost_and_invented_values_are_corrupt() {
    // A lost commit, an unknown value, an impossible list, a value replaced twice, a row that
    // vanished.
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

/// With one level for all, the cycles are judged as the level's list of allowed anomalies.
#[test]
fn cycles_of_one_level_match_its_allowed_anomalies() {
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
fn mixed_levels_are_judged_individually() {
    // Readers of a value that was rolled back, or replaced by its writer.
    let undone = || rolled_back([Write(1, 10, 0)]);
    assert_eq!(wrong([undone(), at(ReadUncommitted, [Read(1, 10)]), at(Serializable, [])], &[]), []);
    let readers = [at(ReadUncommitted, [Read(1, 10)]), at(ReadCommitted, [Read(1, 10)])];
    let [one, other] = readers;
    assert_eq!(wrong([undone(), one, other], &[]), [(ReadCommitted, A::AbortedRead)]);
    // The transaction whose update is lost decides.
    let race = |one, other| [at(one, [Read(1, 0), Write(1, 10, 20)]), at(other, [Write(1, 20, 0)])];
    assert_eq!(wrong(race(ReadCommitted, Serializable), &[]), []);
    let lost = wrong(race(RepeatableRead, ReadUncommitted), &[]);
    assert_eq!(lost, [(RepeatableRead, A::LostUpdate), (RepeatableRead, A::ReadSkew)]);
    // A reader that sees one item before and one after a write: the reader's level decides, not the
    // writer's.
    let skew = |reader, writer| [at(reader, [Read(1, 0), Read(2, 11)]), at(writer, [Write(1, 10, 0), Write(2, 11, 0)])];
    assert_eq!(wrong(skew(ReadCommittedSnapshot, Serializable), &[]), []);
    for reader in [RepeatableRead, Snapshot, Serializable] {
        assert_eq!(wrong(skew(reader, ReadUncommitted), &[]), [(reader, A::ReadSkew)]);
    }
    // Write skew needs both levels to guarantee reads; a phantom needs one level to guarantee row
    // sets.
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
fn uncommitted_read_breaks_cycles_of_others() {
    // The third may have read the second's value before its commit, so the first isn't ordered.
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
fn snapshot_orders_its_writers_and_replacers() {
    // The snapshot's value was committed after a locking reader, which committed after the writer
    // of a value that the snapshot had read.
    let circle = |reader| {
        let by_snapshot = at(Snapshot, [Read(1, 0), Read(3, 30)]);
        let locking = at(reader, [Write(1, 20, 0), Read(2, 0)]);
        [by_snapshot, locking, at(ReadCommitted, [Write(2, 31, 0), Write(3, 30, 0)])]
    };
    assert_eq!(wrong(circle(Serializable), &[]), [(Snapshot, A::ReadSkew)]);
    assert_eq!(wrong(circle(ReadCommitted), &[]), []);
    // The same cycle, but the last transaction only read a value that the SNAPSHOT transaction
    // replaced: allowed.
    let by_snapshot = at(Snapshot, [Read(1, 0), Write(3, 30, 0)]);
    let locking = at(Serializable, [Write(1, 20, 0), Read(2, 0)]);
    let last = at(Serializable, [Write(2, 31, 0), Read(3, 0)]);
    assert_eq!(wrong([by_snapshot, locking, last], &[]), []);
}
