//! The parser and the printer as others see them.

mod deep;
mod documentation;
mod errors;
mod examples;
mod round_trip;
mod soup;
mod strategy;
mod workloads;
