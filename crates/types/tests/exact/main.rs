//! Tests of conversions and arithmetic against exact references that share no code with the crate.
//! The references are integers of any length, fractions of them, and a calendar that counts days
//! one by one.

mod arithmetic;
mod calendar;
mod fraction;
mod matrix;
mod natural;
mod numbers;
mod texts;
