//! A step that waits until the client takes output.

use sluice_command::statement::SuspendedSelect;
use sluice_command::statistics::Measurement;

/// A suspended SELECT of a program.
pub(super) struct SuspendedStep {
    pub query: Box<SuspendedSelect>,
    /// Measurement of the statement, paused.
    pub measurement: Option<Measurement>,
}
