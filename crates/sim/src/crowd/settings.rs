//! The settings of the two databases as the clients know them: the durability of commits, and the
//! log chain.

/// DELAYED_DURABILITY of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Durability {
    /// Every commit is full.
    Disabled,
    /// A commit has the durability that it requests.
    Allowed,
    /// Every commit is delayed.
    Forced,
}

/// The log chain of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chain {
    /// The recovery model is SIMPLE.
    Simple,
    /// FULL, without a full backup since.
    NotBegun,
    /// FULL, and a full backup has begun the chain.
    Begun,
    /// The machine stopped while it was being changed.
    Unknown,
}

#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) durability: [Durability; 2],
    pub(super) chain: [Chain; 2],
    /// READ_COMMITTED_SNAPSHOT.
    pub(super) reads_versions: [bool; 2],
}

impl Durability {
    pub(super) const ALL: [Durability; 3] = [Durability::Disabled, Durability::Allowed, Durability::Forced];

    /// Returns the option's keyword.
    pub(super) fn word(self) -> &'static str {
        match self {
            Durability::Disabled => "DISABLED",
            Durability::Allowed => "ALLOWED",
            Durability::Forced => "FORCED",
        }
    }

    /// Returns whether a commit that requests delay (`asked`) or not is delayed.
    pub(super) fn delays(self, asked: bool) -> bool {
        match self {
            Durability::Disabled => false,
            Durability::Allowed => asked,
            Durability::Forced => true,
        }
    }
}

impl Chain {
    /// Returns the error of a log backup, or `None` if it succeeds.
    pub(super) fn refusal(self) -> Option<i32> {
        match self {
            Chain::Simple => Some(BACKUP_OF_SIMPLE),
            Chain::NotBegun => Some(NO_FULL_BACKUP),
            Chain::Begun | Chain::Unknown => None,
        }
    }

    /// Returns the chain after a full backup.
    pub(super) fn backed_up(self) -> Chain {
        match self {
            Chain::NotBegun | Chain::Begun => Chain::Begun,
            other => other,
        }
    }

    /// Returns the chain after setting the recovery model.
    pub(super) fn set(self, simple: bool) -> Chain {
        match (self, simple) {
            (_, true) => Chain::Simple,
            (Chain::Simple, false) => Chain::NotBegun,
            (other, false) => other,
        }
    }
}

/// Error 4208: the statement is not allowed while the recovery model is SIMPLE.
pub(super) const BACKUP_OF_SIMPLE: i32 = 4208;
/// Error 4214: there is no current database backup.
pub(super) const NO_FULL_BACKUP: i32 = 4214;
