//! The figures of the third issue (language): `cargo xtask accept articles`.

pub mod peer;

pub mod loops;

pub mod queries;

pub mod scripts;

pub mod golden;
