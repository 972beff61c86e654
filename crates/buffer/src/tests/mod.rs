//! Tests of the pool over files in memory.

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
