//! The project's own tools, run as `cargo xtask NAME`: `tidy` (the house's rules), `deps` (licences and sources of what we
//! depend on), `accept` (an issue's acceptance, a line a figure) and `coverage` (what the corpus of programs reaches).
//!
//! Nothing here ships; nothing that ships may know it.

pub mod workspace;

pub mod tidy;

pub mod deps;

pub mod accept;

pub mod coverage;
