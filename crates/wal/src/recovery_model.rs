//! The recovery model of a database: for whom its log keeps records.

/// For whom the log keeps records beyond what recovery after a crash needs; numbers and names are those of
/// `sys.databases.recovery_model`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum RecoveryModel {
    /// For log backups, which hold every change.
    Full = 1,
    /// For log backups; bulk changes may log their allocations alone.
    BulkLogged = 2,
    /// For nobody: a checkpoint lets go of what recovery does not need. Bulk changes may log their allocations alone.
    Simple = 3,
}

impl RecoveryModel {
    /// The model with this number.
    pub fn from_number(number: u8) -> Option<RecoveryModel> {
        [RecoveryModel::Full, RecoveryModel::BulkLogged, RecoveryModel::Simple]
            .into_iter()
            .find(|model| *model as u8 == number)
    }

    /// Whether a bulk change may log its allocations alone.
    pub fn allows_minimal_logging(self) -> bool {
        self != RecoveryModel::Full
    }
}
