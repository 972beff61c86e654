//! How the two databases are set, as their clients know it: what a commit means there, and whether there is a log chain.

/// DELAYED_DURABILITY of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Durability {
    /// Every commit is full.
    Disabled,
    /// A commit is as it asks to be.
    Allowed,
    /// Every commit is delayed.
    Forced,
}

/// A database's log, as to backups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chain {
    /// The recovery model is SIMPLE.
    Simple,
    /// FULL, and no full backup since.
    NotBegun,
    /// FULL, and a full backup has begun the chain.
    Begun,
    /// The machine stopped while it was being changed.
    Unknown,
}

/// The two databases.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// Each one's.
    pub(super) durability: [Durability; 2],
    /// Each one's.
    pub(super) chain: [Chain; 2],
    /// READ_COMMITTED_SNAPSHOT.
    pub(super) reads_versions: [bool; 2],
}

impl Durability {
    /// All of them.
    pub(super) const ALL: [Durability; 3] = [Durability::Disabled, Durability::Allowed, Durability::Forced];

    /// Its word.
    pub(super) fn word(self) -> &'static str {
        match self {
            Durability::Disabled => "DISABLED",
            Durability::Allowed => "ALLOWED",
            Durability::Forced => "FORCED",
        }
    }

    /// Whether a commit is delayed that asks for it, or not.
    pub(super) fn delays(self, asked: bool) -> bool {
        match self {
            Durability::Disabled => false,
            Durability::Allowed => asked,
            Durability::Forced => true,
        }
    }
}

impl Chain {
    /// The error that a log backup meets; none if it goes through.
    pub(super) fn refusal(self) -> Option<i32> {
        match self {
            Chain::Simple => Some(BACKUP_OF_SIMPLE),
            Chain::NotBegun => Some(NO_FULL_BACKUP),
            Chain::Begun | Chain::Unknown => None,
        }
    }

    /// After a full backup.
    pub(super) fn backed_up(self) -> Chain {
        match self {
            Chain::NotBegun | Chain::Begun => Chain::Begun,
            other => other,
        }
    }

    /// After the recovery model was set.
    pub(super) fn set(self, simple: bool) -> Chain {
        match (self, simple) {
            (_, true) => Chain::Simple,
            (Chain::Simple, false) => Chain::NotBegun,
            (other, false) => other,
        }
    }
}

/// Msg 4208: the statement is not allowed while the recovery model is SIMPLE.
pub(super) const BACKUP_OF_SIMPLE: i32 = 4208;
/// Msg 4214: there is no current database backup.
pub(super) const NO_FULL_BACKUP: i32 = 4214;
