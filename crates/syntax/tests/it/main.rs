//! Tests of the parser and the printer through their public API.

mod deep;
mod documentation;
mod errors;
mod examples;
mod grammar;
mod round_trip;
mod soup;
mod strategy;
mod walk;
mod workloads;
