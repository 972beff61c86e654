//! Finds the anomalies of a history, and whether the level of the affected transaction forbids
//! them.
//!
//! The guarantees of SQL Server's levels:
//! `t-sql/statements/set-transaction-isolation-level-transact-sql.md`.

use super::anomaly::Anomaly;
use super::cycles::circles;
use super::event::{Event, History, Key, Written};
use super::graph::{Graph, Node, Why};
use super::level::Level;
use std::collections::BTreeMap;

use Anomaly as A;

/// The anomalies of a history: each kind once per level, with an example.
#[derive(Default, Debug)]
pub struct Verdict {
    /// The anomalies that the level forbids.
    pub forbidden: BTreeMap<(Level, Anomaly), String>,
    /// The anomalies that the level of the affected transaction allows.
    pub allowed: BTreeMap<(Level, Anomaly), String>,
}

/// Finds the anomalies of a history, each judged by the level of the affected transaction.
pub fn judge(history: &History) -> Verdict {
    let mut judge = Judge { history, graph: Graph::new(history.transactions.len()), found: Verdict::default() };
    judge.judge_lists();
    judge.judge_registers();
    judge.judge_rows();
    judge.judge_cycles();
    judge.found
}

struct Judge<'h> {
    history: &'h History,
    graph: Graph,
    found: Verdict,
}

/// The writer of a value, and whether it was the transaction's last write there.
#[derive(Clone, Copy)]
struct Writer {
    node: Node,
    is_last: bool,
}

impl<'h> Judge<'h> {
    /// Records that `node` met an anomaly, as allowed or forbidden by its level.
    fn note(&mut self, anomaly: Anomaly, node: Node, what: String) {
        let level = self.history.transactions[node].level;
        let is_allowed = level.allows().contains(&anomaly);
        let found = if is_allowed { &mut self.found.allowed } else { &mut self.found.forbidden };
        found.entry((level, anomaly)).or_insert(what);
    }

    /// Returns all events, each with its transaction.
    fn events(&self) -> impl Iterator<Item = (Node, &'h Event)> + use<'h> {
        let transactions = self.history.transactions.iter().enumerate();
        transactions.flat_map(|(node, transaction)| transaction.events.iter().map(move |event| (node, event)))
    }

    fn is_committed(&self, node: Node) -> bool {
        self.history.transactions[node].is_committed
    }

    /// Returns the writer of each value, for the events of which `written` returns key and value.
    fn writers(&self, written: impl Fn(&Event) -> Option<(Key, Written)>) -> BTreeMap<(Key, Written), Writer> {
        let mut last: BTreeMap<(Node, Key), Written> = BTreeMap::new();
        let mut writers = BTreeMap::new();
        for (node, event) in self.events() {
            let Some((key, value)) = written(event) else { continue };
            writers.insert((key, value), Writer { node, is_last: true });
            if let Some(before) = last.insert((node, key), value) {
                writers.insert((key, before), Writer { node, is_last: false });
            }
        }
        writers
    }

    /// Records that a committed transaction has read a value of `writer`. Returns whether that
    /// orders the two.
    fn read(&mut self, reader: Node, writer: Writer, what: &dyn Fn() -> String) -> bool {
        if writer.node == reader {
            return false;
        }
        if !self.is_committed(writer.node) {
            self.note(
                A::AbortedRead,
                reader,
                format!("{reader} read {} of {}, which was rolled back", what(), writer.node),
            );
            return false;
        }
        if !writer.is_last {
            self.note(
                A::IntermediateRead,
                reader,
                format!("{reader} read {} of {}, which replaced it", what(), writer.node),
            );
            return false;
        }
        self.graph.add(writer.node, reader, Why::WriteRead);
        true
    }

    fn judge_lists(&mut self) {
        let writers = self.writers(|event| match event {
            Event::Append(key, value) => Some((*key, *value)),
            _ => None,
        });
        // The last transaction's reads are the final lists.
        let mut lists: BTreeMap<Key, &[Written]> = BTreeMap::new();
        for event in self.history.transactions.last().into_iter().flat_map(|last| &last.events) {
            if let Event::ReadList(key, values) = event {
                lists.insert(*key, values);
            }
        }
        for ((key, value), writer) in &writers {
            let is_there = lists.get(key).is_some_and(|list| list.contains(value));
            if is_there != self.is_committed(writer.node) {
                self.note(
                    A::Corrupt,
                    writer.node,
                    format!("what {} put into list {key} ({value}): there {is_there}", writer.node),
                );
            }
        }
        for (key, list) in &lists {
            for pair in list.windows(2) {
                let (Some(one), Some(other)) = (writers.get(&(*key, pair[0])), writers.get(&(*key, pair[1]))) else {
                    self.note(
                        A::Corrupt,
                        self.history.transactions.len() - 1,
                        format!("list {key} has an unknown value: {list:?}"),
                    );
                    continue;
                };
                self.graph.add(one.node, other.node, Why::WriteWrite);
            }
        }
        for (node, event) in self.events().filter(|(node, _)| self.is_committed(*node)).collect::<Vec<_>>() {
            let Event::ReadList(key, values) = event else { continue };
            let list = lists.get(key).copied().unwrap_or_default();
            let what = || format!("list {key} as {values:?}");
            let mut is_known = true;
            if let Some(writer) = values.last().and_then(|value| writers.get(&(*key, *value))) {
                is_known = self.read(node, *writer, &what) || writer.node == node;
            }
            let is_aborted =
                |value: &&Written| writers.get(&(*key, **value)).is_some_and(|writer| !self.is_committed(writer.node));
            if values.iter().any(|value| is_aborted(&value)) {
                continue;
            }
            if !list.starts_with(values) {
                self.note(A::Corrupt, node, format!("{node} read {}, which was never so: {list:?}", what()));
            } else if let Some(next) = list.get(values.len()).filter(|_| is_known) {
                self.graph.add(node, writers[&(*key, *next)].node, Why::ReadWrite);
            }
        }
        self.judge_lost_appends(&lists);
    }

    /// Reports appends to a list that the transaction had read, but not completely up to its own
    /// value.
    fn judge_lost_appends(&mut self, lists: &BTreeMap<Key, &[Written]>) {
        for (node, transaction) in self.history.transactions.iter().enumerate().filter(|(_, one)| one.is_committed) {
            let mut seen: BTreeMap<Key, usize> = BTreeMap::new();
            for event in &transaction.events {
                match event {
                    Event::ReadList(key, values) => _ = seen.insert(*key, values.len()),
                    Event::Append(key, value) => {
                        let place = lists.get(key).and_then(|list| list.iter().position(|other| other == value));
                        if let (Some(read), Some(place)) = (seen.insert(*key, place.unwrap_or(0) + 1), place)
                            && place != read
                        {
                            self.note(
                                A::LostUpdate,
                                node,
                                format!("{node} put {value} into list {key} at {place}, read {read}"),
                            );
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn judge_registers(&mut self) {
        let writers = self.writers(|event| match event {
            Event::Write(key, value, _) => Some((*key, *value)),
            _ => None,
        });
        // The transaction that finally replaced each value.
        let mut next: BTreeMap<(Key, Written), Node> = BTreeMap::new();
        for (node, event) in self.events().filter(|(node, _)| self.is_committed(*node)).collect::<Vec<_>>() {
            let Event::Write(key, value, before) = event else { continue };
            if let Some(twice) = next.insert((*key, *before), node) {
                self.note(A::Corrupt, node, format!("{twice} and {node} both replaced {before} of register {key}"));
            }
            match writers.get(&(*key, *before)) {
                Some(writer) if self.is_committed(writer.node) => self.graph.add(writer.node, node, Why::WriteWrite),
                Some(writer) => {
                    let other = writer.node;
                    self.note(
                        A::DirtyWrite,
                        node,
                        format!("{node} wrote {value} over {before} of {other}, which was rolled back"),
                    );
                }
                None if *before == 0 => {}
                None => {
                    self.note(A::Corrupt, node, format!("{node} replaced {before} of register {key}, which is unknown"))
                }
            }
        }
        for (node, event) in self.events().filter(|(node, _)| self.is_committed(*node)).collect::<Vec<_>>() {
            let Event::Read(key, value) = event else { continue };
            let what = || format!("{value} of register {key}");
            let is_known = match writers.get(&(*key, *value)) {
                Some(writer) => self.read(node, *writer, &what) || writer.node == node,
                None if *value == 0 => true,
                None => {
                    self.note(A::Corrupt, node, format!("{node} read {}, which no transaction wrote", what()));
                    false
                }
            };
            if let Some(next) = next.get(&(*key, *value)).filter(|_| is_known) {
                self.graph.add(node, *next, Why::ReadWrite);
            }
        }
        self.judge_lost_writes();
    }

    /// Reports writes that replaced another value than the transaction had read.
    fn judge_lost_writes(&mut self) {
        for (node, transaction) in self.history.transactions.iter().enumerate().filter(|(_, one)| one.is_committed) {
            let mut seen: BTreeMap<Key, Written> = BTreeMap::new();
            for event in &transaction.events {
                let (key, value, before) = match event {
                    Event::Read(key, value) => (key, value, None),
                    Event::Write(key, value, before) => (key, value, Some(before)),
                    _ => continue,
                };
                let read = seen.insert(*key, *value);
                if let (Some(read), Some(before)) = (read, before)
                    && read != *before
                {
                    self.note(
                        A::LostUpdate,
                        node,
                        format!("{node} wrote {value} over {before} of {key}, had read {read}"),
                    );
                }
            }
        }
    }

    fn judge_rows(&mut self) {
        let mut changers: BTreeMap<Key, Vec<Node>> = BTreeMap::new();
        for (node, event) in self.events() {
            if let Event::Insert(row) | Event::Delete(row) = event {
                changers.entry(*row).or_default().push(node);
            }
        }
        for (node, event) in self.events().filter(|(node, _)| self.is_committed(*node)).collect::<Vec<_>>() {
            let Event::ReadRows(asked, found) = event else { continue };
            for row in asked.clone() {
                let (is_found, was_there) = (found.contains(&row), self.history.first_rows.contains(&row));
                let of_row = changers.get(&row).map(Vec::as_slice).unwrap_or_default();
                let own = of_row.contains(&node);
                let committed: Vec<Node> = of_row.iter().copied().filter(|of| self.is_committed(*of)).collect();
                if committed.len() > 1 {
                    self.note(A::Corrupt, node, format!("row {row} was changed for good by {committed:?}"));
                }
                match (is_found == was_there, committed.first()) {
                    _ if own => {}
                    // The row is as its writer left it.
                    (false, Some(writer)) => self.graph.add(*writer, node, Why::WriteRead),
                    (false, None) if of_row.is_empty() => {
                        self.note(
                            A::Corrupt,
                            node,
                            format!("{node} found row {row}: {is_found}; no transaction changed it"),
                        );
                    }
                    (false, None) => {
                        self.note(
                            A::AbortedRead,
                            node,
                            format!("{node} read row {row} as {of_row:?} had it, who were rolled back"),
                        );
                    }
                    (true, Some(writer)) => {
                        // A row that was read is an item; the absence of a row belongs to a row
                        // set.
                        let why = if is_found { Why::ReadWrite } else { Why::ReadRowsWrite };
                        self.graph.add(node, *writer, why);
                    }
                    (true, None) => {}
                }
            }
        }
    }

    fn judge_cycles(&mut self) {
        for circle in circles(self.history, &self.graph) {
            let found = if circle.is_forbidden { &mut self.found.forbidden } else { &mut self.found.allowed };
            for level in circle.levels {
                found.entry((level, circle.anomaly)).or_insert_with(|| circle.what.clone());
            }
        }
    }
}
