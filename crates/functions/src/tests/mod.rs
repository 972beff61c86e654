//! Every family, called as a statement calls it: bound, converted, run.

mod calls;
mod date;
mod hash;
mod math;
mod metadata;
mod null;
mod random;
mod registry;
mod text;
