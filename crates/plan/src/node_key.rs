//! The identity of an operator within its plan, by which the figures of a run are kept and shown.

use crate::physical::Node;

/// The identity of an operator of a bound statement, valid as long as the statement isn't moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeKey(usize);

impl NodeKey {
    /// Returns the key of an operator.
    pub fn for_node(node: &Node) -> NodeKey {
        NodeKey(std::ptr::from_ref(node).addr())
    }
}

/// The figures of an operator in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// The rows that it returned.
    pub rows: u64,
    /// How often it was started.
    pub executions: u64,
    /// How often it came to its end.
    pub ends: u64,
}
