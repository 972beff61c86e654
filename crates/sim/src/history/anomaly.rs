//! The anomalies of histories.
//!
//! The names are Adya's ("Weak Consistency: A Generalized Theory and Optimistic Implementations for
//! Distributed Transactions", 1999).

/// A phenomenon that serial execution excludes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Anomaly {
    /// A commit is lost, or a read found a value that never existed: forbidden at all levels.
    Corrupt,
    /// G0: transactions overwrote each other's writes in opposite orders.
    DirtyWrite,
    /// G1a: a transaction read a value that was rolled back.
    AbortedRead,
    /// G1b: a transaction read a value that its writer replaced before its commit.
    IntermediateRead,
    /// G1c: transactions read each other's writes in a cycle.
    CircularFlow,
    /// A transaction overwrote a value that it had read and another had changed in between.
    LostUpdate,
    /// G-single over items: a transaction saw the state before another's writes in one item and
    /// after them in another. Includes nonrepeatable reads.
    ReadSkew,
    /// G2-item: transactions read values that others replaced, in a cycle; with two it is write
    /// skew.
    WriteSkew,
    /// G-single over row sets: a phantom within a transaction's reads.
    Phantom,
    /// G2: a cycle with rows inserted into a row set that was read.
    PhantomSkew,
}
