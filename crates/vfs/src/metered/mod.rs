//! A face that passes every call on and counts, for each file, what was asked of it and how long that took.
//!
//! The counts are a path's: handles that are opened by it share them, and a rename takes them along. A file that is made anew where
//! one was removed begins at zero. What is written to a mapping is not counted: it is no call.

mod filesystem;

mod handle;

pub use filesystem::MeteredFs;
