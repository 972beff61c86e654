//! The figures of the second issue (storage): `cargo xtask accept storage`.

pub mod failing;
pub mod flushes;

pub mod peers;

pub mod temporary;

pub mod sequences;

pub mod recovery;

pub mod memory;

pub mod overlap;
