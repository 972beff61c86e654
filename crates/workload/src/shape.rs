//! The distribution of a loop's rows over transactions, common to the articles' scripts and all
//! figures.

/// The number of transactions of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A transaction per row.
    Many,
    /// A single transaction.
    One,
}

impl Shape {
    /// Returns the name used in the scripts.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Many => "many",
            Shape::One => "one",
        }
    }
}
