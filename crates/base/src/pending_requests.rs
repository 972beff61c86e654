//! The reads and writes of a file that have begun and not ended.

use crate::sync::Mutex;
use std::ops::Range;

/// The requests of one file in progress, shown by `sys.dm_io_pending_io_requests`.
#[derive(Debug, Default)]
pub struct PendingRequests(Mutex<Vec<PendingRequest>>);

/// A request in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingRequest {
    /// The request's number among those of its instance.
    pub number: u64,
    /// The first byte.
    pub offset: u64,
    /// The moment when the request began, by the instance's clock.
    pub began_ns: u64,
}

/// Requests that began together. They end when this value is dropped.
pub struct Begun<'p> {
    requests: &'p PendingRequests,
    numbers: Range<u64>,
}

impl PendingRequests {
    /// Begins a request at each of `offsets`, with these numbers.
    pub fn begin(&self, numbers: Range<u64>, offsets: impl Iterator<Item = u64>, began_ns: u64) -> Begun<'_> {
        let begun = numbers.clone().zip(offsets).map(|(number, offset)| PendingRequest { number, offset, began_ns });
        self.0.lock().extend(begun);
        Begun { requests: self, numbers }
    }

    /// Returns the requests in progress, in the order in which they began.
    pub fn list(&self) -> Vec<PendingRequest> {
        let mut pending = self.0.lock().clone();
        pending.sort_unstable_by_key(|request| request.number);
        pending
    }
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        let mut pending = self.requests.0.lock();
        pending.retain(|request| !self.numbers.contains(&request.number));
        if pending.is_empty() {
            // A large batch leaves no large list behind.
            pending.shrink_to(KEPT);
        }
    }
}

/// The length of the list that is kept between requests.
const KEPT: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_listed_until_they_end() {
        let requests = PendingRequests::default();
        assert_eq!(requests.list(), []);
        let batch = requests.begin(0..2, [8192, 0].into_iter(), 5);
        let single = requests.begin(2..3, std::iter::once(512), 7);
        let found = || requests.list().iter().map(|one| (one.offset, one.began_ns)).collect::<Vec<_>>();
        assert_eq!(found(), [(8192, 5), (0, 5), (512, 7)]);
        drop(batch);
        assert_eq!(found(), [(512, 7)]);
        drop(requests.begin(3..3, std::iter::empty(), 9));
        assert_eq!(found(), [(512, 7)]);
        drop(single);
        assert_eq!(requests.list(), []);
    }
}
