//! A page that may be written back.

use crate::frame::PageKey;

/// A dirty page to be written. Its state is checked again under its latch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Candidate {
    pub(crate) key: PageKey,
    pub(crate) frame: u32,
}
