//! The ways a machine or process may stop, and the data that may survive.

/// How the machine or the process stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrashMode {
    /// The process is killed while the operating system continues. Written bytes are kept, and
    /// unsynced bytes remain unsynced: a later power cut may still lose them.
    ProcessKill,
    /// The power fails. Synced data is kept, and chance decides on the rest.
    PowerCut(Survival),
}

/// The survival rates of unsynced data at a power cut, each in percent, 0 to 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Survival {
    /// Chance that an untorn write survives as a whole, or that a sector of a torn write survives.
    /// The same chance holds for a change of length and for a reservation.
    pub kept: u8,
    /// Chance that a write is torn: each of its sectors then survives or is lost independently.
    /// Half of it is the chance that a unit of a device without powersafe sectors is destroyed.
    pub torn: u8,
    /// Chance that a change of a folder's entries survives, if the previous change in that folder
    /// survived.
    pub entries: u8,
}

impl CrashMode {
    /// A power cut after which half of the unsynced data survives and half of the writes are torn.
    pub const POWER_CUT: CrashMode = CrashMode::PowerCut(Survival { kept: 50, torn: 50, entries: 50 });

    /// A power cut that loses all unsynced data.
    pub const LOSE_UNSYNCED: CrashMode = CrashMode::PowerCut(Survival { kept: 0, torn: 0, entries: 0 });

    /// A power cut just after the cache was written back: all data survives.
    pub const KEEP_UNSYNCED: CrashMode = CrashMode::PowerCut(Survival { kept: 100, torn: 0, entries: 100 });
}
