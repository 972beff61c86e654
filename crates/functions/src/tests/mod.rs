//! Every family, called as a statement calls it: bound, converted, run.

mod calls;
mod date;
mod math;
mod metadata;
mod null;
mod registry;
mod text;
