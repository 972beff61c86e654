//! The figures of the second issue, the storage tower's: `cargo xtask accept storage`.

pub mod flushes;

pub mod peers;

pub mod temporary;

pub mod sequences;

pub mod recovery;

pub mod memory;
