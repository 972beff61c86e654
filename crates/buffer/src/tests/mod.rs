//! Tests of the pool over files in memory.

#[cfg_attr(feature = "shuttle", expect(dead_code, reason = "the schedules use a part of it"))]
mod fixture;

#[cfg(not(feature = "shuttle"))]
mod contents;

#[cfg(not(feature = "shuttle"))]
mod crash;

#[cfg(not(feature = "shuttle"))]
mod damage;

#[cfg(not(feature = "shuttle"))]
mod epochs;

#[cfg(not(feature = "shuttle"))]
mod extension;

#[cfg(not(feature = "shuttle"))]
mod fill;

#[cfg(not(feature = "shuttle"))]
mod frames;

#[cfg(not(feature = "shuttle"))]
mod kept_copies;

#[cfg(not(feature = "shuttle"))]
mod clones;

#[cfg(not(feature = "shuttle"))]
mod layers;

#[cfg(not(feature = "shuttle"))]
mod lazy_writer;

#[cfg(not(feature = "shuttle"))]
mod read_ahead;

#[cfg(not(feature = "shuttle"))]
mod write_back;

#[cfg(feature = "shuttle")]
mod shuttled;

/// Returns the number of schedules a test tries: `count` times SHUTTLE_TIMES.
#[cfg(feature = "shuttle")]
pub(crate) fn schedules(count: usize) -> usize {
    count * std::env::var("SHUTTLE_TIMES").map_or(1, |times| times.parse().expect("SHUTTLE_TIMES is a number"))
}
