//! Circles of dependencies, and whose level forbids each.
//!
//! In a history of several levels a dependency counts where the level of the one that read answers for it: the mixed serialization graph of
//! Adya, Liskov and O'Neil ("Generalized Isolation Level Definitions", 2000). Each dependency that counts says that one transaction had committed
//! before the other did, so a circle of them is forbidden. A circle with one that does not count is the affair of the level that let it be.
//!
//! That paper has no snapshots. Who replaces what a transaction by a snapshot has read commits behind that snapshot, and what comes into it by a
//! write or a read of its own was committed before: between the two there is no way of dependencies that count.

use super::anomaly::Anomaly;
use super::event::History;
use super::graph::{Graph, Node, Why};
use super::level::Level;
use std::collections::BTreeSet;

/// A circle.
pub(super) struct Circle {
    /// What it is.
    pub(super) anomaly: Anomaly,
    /// The levels that have let it be, or the one that forbids it.
    pub(super) levels: BTreeSet<Level>,
    /// Whether it is forbidden.
    pub(super) is_forbidden: bool,
    /// Who comes before whom.
    pub(super) what: String,
}

/// The dependencies by which a circle may close, and what it is then.
type Closing = (&'static [Why], Anomaly);

const FLOW: &[Why] = &[Why::WriteWrite, Why::WriteRead];
const ITEMS: &[Why] = &[Why::WriteWrite, Why::WriteRead, Why::ReadWrite];
const ALL: &[Why] = &[Why::WriteWrite, Why::WriteRead, Why::ReadWrite, Why::ReadRowsWrite];

/// By the first dependency of a circle: what closes it. The least that does says what it is.
const SEARCHES: [(Why, &[Closing]); 4] = [
    (Why::WriteWrite, &[(&[Why::WriteWrite], Anomaly::DirtyWrite)]),
    (Why::WriteRead, &[(FLOW, Anomaly::CircularFlow)]),
    (Why::ReadWrite, &[(FLOW, Anomaly::ReadSkew), (ITEMS, Anomaly::WriteSkew)]),
    (Why::ReadRowsWrite, &[(FLOW, Anomaly::Phantom), (ALL, Anomaly::PhantomSkew)]),
];

/// The circles of a history: for each dependency the least one that it is in.
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

    /// The level of the one that read, or that wrote last.
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

    /// A circle in which some level does not answer for a dependency.
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
