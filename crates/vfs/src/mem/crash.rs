//! How a machine or a process may stop, and what may survive it.

/// How the machine or the process stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrashMode {
    /// The process is killed; the operating system lives on. Everything written stays, and what was not synced is as
    /// unsynced as before: a later power cut may still take it.
    ProcessKill,
    /// The power fails. What was synced stays, of the rest chance decides.
    PowerCut(Survival),
}

/// Of what was not synced at a power cut, how much survives. All figures in percent, 0 to 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Survival {
    /// Writes that survive whole or are lost whole: how many survive. In a torn write: how many sectors do. Also changes
    /// of length and reservations.
    pub kept: u8,
    /// Writes that are torn: each sector of them survives or is lost by itself.
    pub torn: u8,
    /// Changes of a folder's entries that survive, each only if the one before it in that folder did.
    pub entries: u8,
}

impl CrashMode {
    /// A power cut after which half of what was not synced survives, half of the writes torn.
    pub const POWER_CUT: CrashMode = CrashMode::PowerCut(Survival { kept: 50, torn: 50, entries: 50 });

    /// A power cut after which nothing is left that was not synced.
    pub const LOSE_UNSYNCED: CrashMode = CrashMode::PowerCut(Survival { kept: 0, torn: 0, entries: 0 });

    /// A power cut just after the cache had been written back: all is there.
    pub const KEEP_UNSYNCED: CrashMode = CrashMode::PowerCut(Survival { kept: 100, torn: 0, entries: 100 });
}
