//! The plan of one life of the machine.

use super::extension::Extension;
use super::failing_disk::FailingDisk;
use super::history::DATABASES;

/// The parameters of a life.
#[derive(Clone, Debug)]
pub(super) struct LifePlan {
    pub(super) sessions: usize,
    /// The units of work of each session.
    pub(super) work: u64,
    /// READ_COMMITTED_SNAPSHOT of each database.
    pub(super) reads_versions: [bool; DATABASES.len()],
    /// The buffer pool extension.
    pub(super) extension: Option<Extension>,
    /// The failure of a disk in this life.
    pub(super) failing: Option<FailingDisk>,
    /// Whether the life ends by a clean close.
    pub(super) closes: bool,
    /// Whether the machine lost its power before this life, so that delayed commits may be lost.
    pub(super) power_was_cut: bool,
}
