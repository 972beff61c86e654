//! The results of batches: several reads or writes of a file, done in one call.

use crate::error::FileError;

/// The results of a batch, one for each part, in the order of the parts. All parts have ended.
#[must_use = "a part of the batch may have failed"]
#[derive(Debug)]
pub struct BatchResults(Vec<Result<(), FileError>>);

impl BatchResults {
    /// Returns the first error in the order of the parts, or `Ok` if every part succeeded.
    pub fn whole(self) -> Result<(), FileError> {
        self.0.into_iter().collect()
    }

    /// Iterates over the results in the order of the parts.
    pub fn iter(&self) -> std::slice::Iter<'_, Result<(), FileError>> {
        self.0.iter()
    }
}

impl FromIterator<Result<(), FileError>> for BatchResults {
    fn from_iter<I: IntoIterator<Item = Result<(), FileError>>>(results: I) -> BatchResults {
        BatchResults(results.into_iter().collect())
    }
}

impl IntoIterator for BatchResults {
    type Item = Result<(), FileError>;
    type IntoIter = std::vec::IntoIter<Result<(), FileError>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
