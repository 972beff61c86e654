//! Trace flags: switches of the instance by number, until it ends. Only those that do something can be switched on.

use sluice_base::sync::atomic::{AtomicBool, Ordering};

/// The instance's trace flags, all off at its start.
#[derive(Default, Debug)]
pub struct TraceFlags {
    on: [AtomicBool; KNOWN.len()],
}

impl TraceFlags {
    /// Whether there is a flag of this number.
    pub fn is_known(flag: i64) -> bool {
        KNOWN.contains(&flag)
    }

    /// Switches a flag that is known.
    pub fn switch(&self, flag: i64, on: bool) {
        if let Some(place) = self.place(flag) {
            place.store(on, Ordering::Relaxed);
        }
    }

    /// Whether a flag is on.
    pub fn is_on(&self, flag: i64) -> bool {
        self.place(flag).is_some_and(|place| place.load(Ordering::Relaxed))
    }

    /// The flags that are on, in their order.
    pub fn all_on(&self) -> impl Iterator<Item = i64> + '_ {
        KNOWN.iter().copied().filter(|flag| self.is_on(*flag))
    }

    fn place(&self, flag: i64) -> Option<&AtomicBool> {
        KNOWN.iter().position(|known| *known == flag).map(|index| &self.on[index])
    }
}

/// No automatic checkpoints (Microsoft's knowledge base, 815436): only CHECKPOINT takes one.
pub const NO_AUTOMATIC_CHECKPOINTS: i64 = 3505;

/// Identity columns keep no values in memory (docs/t-sql/database-console-commands/dbcc-traceon-trace-flags-transact-sql.md).
pub const NO_IDENTITY_CACHE: i64 = 272;

const KNOWN: [i64; 2] = [NO_IDENTITY_CACHE, NO_AUTOMATIC_CHECKPOINTS];
