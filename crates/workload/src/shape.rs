//! How a loop's rows are spread over transactions: the axis that the articles' scripts and all figures share.

/// How many transactions a loop's rows make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One a row.
    Many,
    /// One in all.
    One,
}

impl Shape {
    /// Its name in the scripts.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Many => "many",
            Shape::One => "one",
        }
    }
}
