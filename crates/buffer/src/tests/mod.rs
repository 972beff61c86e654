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
mod frames;

#[cfg(not(feature = "shuttle"))]
mod write_back;

#[cfg(feature = "shuttle")]
mod shuttled;
