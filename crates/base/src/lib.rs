//! What every layer shares: ids, the sync facade, hashing, codecs, the clock, counters, waits and the memory broker.
//!
//! This crate does no I/O and knows no page, no log and no SQL. It is the only one that reads a clock, asks for randomness or names a lock
//! type of the standard library; everything above gets both from here, so that the simulator and shuttle can
//! stand in for them.

pub mod ids;

pub mod hash;

pub mod codec;

mod signal;

pub mod sync;

mod processor_counter;

pub mod clock;

pub mod ticks;

pub mod stack;

pub mod random;

pub mod trie_map;

pub mod counters;

pub mod page_counts;

pub mod file_growth;

pub mod waits;

pub mod heap;

pub mod memory;

pub mod account;

pub mod grants;

pub mod room;

pub mod interruption;

pub mod os_signal;

pub mod terminal;

pub mod machine;

pub mod scheduling;

pub mod readiness;

pub mod open_files;
