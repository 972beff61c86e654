//! A wrapper that passes on every call and counts, per file, the calls and their duration.
//!
//! Counters belong to a path: all handles opened by this path share them, and a rename moves them
//! in place of those of the new name. A file that replaces a removed file starts at zero. Stores
//! into a mapping are not counted, because they are no calls.

mod gate;

mod filesystem;

mod handle;

pub use filesystem::MeteredFs;
