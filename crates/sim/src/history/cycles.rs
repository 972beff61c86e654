//! Cycles of dependencies, and the level that forbids each.
//!
//! In a history with several levels, a dependency counts if the reader's level guarantees it: the
//! mixed serialization graph of Adya, Liskov and O'Neil ("Generalized Isolation Level Definitions",
//! 2000). Each counting dependency means that one transaction committed before the other, so a
//! cycle of them is forbidden. A cycle with a dependency that doesn't count is attributed to the
//! level that permitted it.
//!
//! The paper doesn't cover snapshots. A transaction that replaces a value read by a SNAPSHOT
//! transaction commits after the snapshot. A transaction whose writes the SNAPSHOT transaction read
//! or overwrote committed before the snapshot. So no path of counting dependencies leads from the
//! first kind to the second.

use super::anomaly::Anomaly;
use super::event::History;
use super::graph::{Graph, Node, Why};
use super::level::Level;
use std::collections::BTreeSet;

/// A cycle.
pub(super) struct Circle {
    pub(super) anomaly: Anomaly,
    /// The levels that permitted the cycle, or the one that forbids it.
    pub(super) levels: BTreeSet<Level>,
    pub(super) is_forbidden: bool,
    /// A description of the dependencies.
    pub(super) what: String,
}

/// The dependencies that may close a cycle, and the resulting anomaly.
type Closing = (&'static [Why], Anomaly);

const FLOW: &[Why] = &[Why::WriteWrite, Why::WriteRead];
const ITEMS: &[Why] = &[Why::WriteWrite, Why::WriteRead, Why::ReadWrite];
const ALL: &[Why] = &[Why::WriteWrite, Why::WriteRead, Why::ReadWrite, Why::ReadRowsWrite];

/// For the first dependency of a cycle, the ways to close it. The first way that does determines
/// the anomaly.
const SEARCHES: [(Why, &[Closing]); 4] = [
    (Why::WriteWrite, &[(&[Why::WriteWrite], Anomaly::DirtyWrite)]),
    (Why::WriteRead, &[(FLOW, Anomaly::CircularFlow)]),
    (Why::ReadWrite, &[(FLOW, Anomaly::ReadSkew), (ITEMS, Anomaly::WriteSkew)]),
    (Why::ReadRowsWrite, &[(FLOW, Anomaly::Phantom), (ALL, Anomaly::PhantomSkew)]),
];

/// Returns the cycles of a history: the smallest one for each dependency.
pub(super) fn circles(history: &History, graph: &Graph) -> Vec<Circle> {
    let search = Search { history, graph };
    let mut circles = Vec::new();
    for (first, closings) in SEARCHES {
        for (from, to) in graph.of_kind(first) {
            let circle = search.forbidden(from, to, first, closings);
            let circle = circle.or_else(|| search.allowed(from, to, first, closings));
            circles.extend(circle);
        }
    }
    circles
}

struct Search<'h> {
    history: &'h History,
    graph: &'h Graph,
}

impl Search<'_> {
    fn level(&self, node: Node) -> Level {
        self.history.transactions[node].level
    }

    /// Returns the level of the reader, or of the last writer.
    fn answerable(&self, (from, to): (Node, Node), why: Why) -> Level {
        match why {
            Why::WriteWrite | Why::WriteRead => self.level(to),
            Why::ReadWrite | Why::ReadRowsWrite => self.level(from),
        }
    }

    fn counts(&self, edge: (Node, Node), why: Why) -> bool {
        self.answerable(edge, why).answers_for(why)
    }

    fn forbidden(&self, from: Node, to: Node, first: Why, closings: &[Closing]) -> Option<Circle> {
        let closed = if self.counts((from, to), first) {
            closings.iter().find_map(|(kinds, anomaly)| {
                let way = self.graph.way(to, from, |edge, why| kinds.contains(&why) && self.counts(edge, why))?;
                Some((way, *anomaly))
            })
        } else if self.level(from) == Level::Snapshot {
            let anomaly = if first == Why::ReadWrite { Anomaly::ReadSkew } else { Anomaly::Phantom };
            let is_before = |edge: (Node, Node), why| self.counts(edge, why) && (edge.1 != from || FLOW.contains(&why));
            self.graph.way(to, from, is_before).map(|way| (way, anomaly))
        } else {
            None
        };
        let (way, anomaly) = closed?;
        let levels = BTreeSet::from([self.answerable((from, to), first)]);
        Some(Circle { anomaly, levels, is_forbidden: true, what: self.told(from, &way, first) })
    }

    /// Returns a cycle with a dependency that no level guarantees.
    fn allowed(&self, from: Node, to: Node, first: Why, closings: &[Closing]) -> Option<Circle> {
        let (way, kinds, anomaly) = closings.iter().find_map(|(kinds, anomaly)| {
            Some((self.graph.way(to, from, |_, why| kinds.contains(&why))?, *kinds, *anomaly))
        })?;
        let mut levels = BTreeSet::new();
        let mut note = |edge, whys: &[Why]| {
            if !whys.iter().any(|why| self.counts(edge, *why)) {
                levels.extend(whys.iter().map(|why| self.answerable(edge, *why)));
            }
        };
        note((from, to), &[first]);
        for pair in way.windows(2) {
            let edge = (pair[0], pair[1]);
            let whys: Vec<Why> = self.graph.between(edge).filter(|why| kinds.contains(why)).collect();
            note(edge, &whys);
        }
        levels.retain(|level| level.allows().contains(&anomaly));
        Some(Circle { anomaly, levels, is_forbidden: false, what: self.told(from, &way, first) })
    }

    fn told(&self, from: Node, way: &[Node], first: Why) -> String {
        let named: Vec<String> = way.iter().map(|node| format!("{node} ({:?})", self.level(*node))).collect();
        format!("{from} before {} ({first:?})", named.join(", "))
    }
}
