//! Who depends on whom: a graph of the committed transactions, and the search for cycles in it.

use std::collections::{BTreeSet, VecDeque};

/// Why one transaction comes before another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Why {
    /// It wrote what the other replaced.
    WriteWrite,
    /// It wrote what the other read.
    WriteRead,
    /// It read what the other replaced.
    ReadWrite,
    /// It asked for rows, and the other put one among them that it did not find.
    ReadRowsWrite,
}

/// A transaction, by its number in the history.
pub(super) type Node = usize;

/// Dependencies between transactions.
#[derive(Default, Debug)]
pub(super) struct Graph {
    edges: Vec<BTreeSet<(Node, Why)>>,
}

impl Graph {
    /// A graph of so many transactions.
    pub(super) fn of(nodes: usize) -> Graph {
        Graph { edges: vec![BTreeSet::new(); nodes] }
    }

    /// `before` comes before `behind`; nothing is said of one and itself.
    pub(super) fn add(&mut self, before: Node, behind: Node, why: Why) {
        if before != behind {
            self.edges[before].insert((behind, why));
        }
    }

    /// The dependencies of one kind.
    pub(super) fn of_kind(&self, wanted: Why) -> impl Iterator<Item = (Node, Node)> + '_ {
        let edges = self.edges.iter().enumerate();
        edges.flat_map(move |(from, to)| {
            to.iter().filter(move |(_, why)| *why == wanted).map(move |(to, _)| (from, *to))
        })
    }

    /// Why one comes right before another.
    pub(super) fn between(&self, (before, behind): (Node, Node)) -> impl Iterator<Item = Why> + '_ {
        self.edges[before].iter().filter(move |(to, _)| *to == behind).map(|(_, why)| *why)
    }

    /// The shortest way from one transaction to another by such dependencies as `is_wanted` takes, both ends in it.
    pub(super) fn way(&self, from: Node, to: Node, is_wanted: impl Fn((Node, Node), Why) -> bool) -> Option<Vec<Node>> {
        let mut before: Vec<Option<Node>> = vec![None; self.edges.len()];
        let mut next = VecDeque::from([from]);
        while let Some(node) = next.pop_front() {
            for (behind, _) in self.edges[node].iter().filter(|(behind, why)| is_wanted((node, *behind), *why)) {
                if *behind != from && before[*behind].is_none() {
                    before[*behind] = Some(node);
                    next.push_back(*behind);
                }
            }
        }
        let mut way = vec![to];
        while let Some(node) = before[way[way.len() - 1]] {
            way.push(node);
        }
        way.reverse();
        (way[0] == from && way.len() > 1).then_some(way)
    }
}
