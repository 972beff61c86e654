//! Systems whose batches are done in turn.

use super::part::{Ended, Part};
use sluice_base::machine::BatchDevice;
use std::fs::File;

/// Always returns `None`: batches aren't overlapped on this platform.
pub(super) fn run_batch(_file: &File, _unit: usize, _parts: &mut [Part<'_>]) -> Option<Vec<Ended>> {
    None
}

/// Returns no device: batches aren't overlapped on this platform.
pub(crate) fn devices() -> Vec<BatchDevice> {
    Vec::new()
}

/// Returns `None`: nothing is refused on this platform.
pub(crate) fn refusal() -> Option<&'static str> {
    None
}
