//! The recovery model of a database.

/// The recovery model: how long the log keeps records that crash recovery no longer needs. Numbers
/// and names are those of `sys.databases.recovery_model`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum RecoveryModel {
    /// Keeps every change for log backups.
    Full = 1,
    /// Keeps records for log backups. Bulk changes may log their page allocations alone.
    BulkLogged = 2,
    /// Keeps records for crash recovery only: a checkpoint truncates the log. Bulk changes may log
    /// their page allocations alone.
    Simple = 3,
}

impl RecoveryModel {
    /// Returns the model with this number.
    pub fn from_number(number: u8) -> Option<RecoveryModel> {
        [RecoveryModel::Full, RecoveryModel::BulkLogged, RecoveryModel::Simple]
            .into_iter()
            .find(|model| *model as u8 == number)
    }

    /// Whether a bulk change may log its page allocations alone: under SIMPLE and BULK_LOGGED.
    pub fn allows_minimal_logging(self) -> bool {
        self != RecoveryModel::Full
    }
}
