//! The graph of dependencies between committed transactions, and the search for cycles.

use std::collections::{BTreeSet, VecDeque};

/// The reason why a transaction precedes another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Why {
    /// The first one wrote a value that the other replaced.
    WriteWrite,
    /// The first one wrote a value that the other read.
    WriteRead,
    /// The first one read a value that the other replaced.
    ReadWrite,
    /// The first one read a row set without a row that the other inserted.
    ReadRowsWrite,
}

/// A transaction, by its number in the history.
pub(super) type Node = usize;

#[derive(Default, Debug)]
pub(super) struct Graph {
    edges: Vec<BTreeSet<(Node, Why)>>,
}

impl Graph {
    /// Returns a graph of `nodes` transactions without dependencies.
    pub(super) fn new(nodes: usize) -> Graph {
        Graph { edges: vec![BTreeSet::new(); nodes] }
    }

    /// Adds a dependency. Ignores one of a transaction on itself.
    pub(super) fn add(&mut self, before: Node, behind: Node, why: Why) {
        if before != behind {
            self.edges[before].insert((behind, why));
        }
    }

    /// Returns the dependencies of one kind.
    pub(super) fn of_kind(&self, wanted: Why) -> impl Iterator<Item = (Node, Node)> + '_ {
        let edges = self.edges.iter().enumerate();
        edges.flat_map(move |(from, to)| {
            to.iter().filter(move |(_, why)| *why == wanted).map(move |(to, _)| (from, *to))
        })
    }

    /// Returns the reasons why one transaction directly precedes another.
    pub(super) fn between(&self, (before, behind): (Node, Node)) -> impl Iterator<Item = Why> + '_ {
        self.edges[before].iter().filter(move |(to, _)| *to == behind).map(|(_, why)| *why)
    }

    /// Returns the shortest path from one transaction to another, including both ends, over the
    /// dependencies that `is_wanted` accepts.
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
