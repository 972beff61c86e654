//! Tests of all families: each function is bound, converted and called as in a statement.

mod calls;
mod date;
mod hash;
mod long_texts;
mod math;
mod metadata;
mod null;
mod random;
mod registry;
mod system_statistics;
mod text;
