//! Trace flags: instance-wide switches by number, until the instance ends. Only flags that have an
//! effect can be switched on.

use sluice_base::sync::atomic::{AtomicBool, Ordering};

/// Trace flags of the instance, all off at the start.
#[derive(Default, Debug)]
pub struct TraceFlags {
    on: [AtomicBool; KNOWN.len()],
}

impl TraceFlags {
    /// Whether `flag` is supported.
    pub fn is_known(flag: i64) -> bool {
        KNOWN.contains(&flag)
    }

    /// Switches a supported flag; ignores other flags.
    pub fn switch(&self, flag: i64, on: bool) {
        if let Some(place) = self.place(flag) {
            place.store(on, Ordering::Relaxed);
        }
    }

    /// Whether `flag` is on.
    pub fn is_on(&self, flag: i64) -> bool {
        self.place(flag).is_some_and(|place| place.load(Ordering::Relaxed))
    }

    /// Returns the flags that are on, in ascending order.
    pub fn all_on(&self) -> impl Iterator<Item = i64> + '_ {
        KNOWN.iter().copied().filter(|flag| self.is_on(*flag))
    }

    fn place(&self, flag: i64) -> Option<&AtomicBool> {
        KNOWN.iter().position(|known| *known == flag).map(|index| &self.on[index])
    }
}

/// Disables automatic checkpoints (Microsoft's knowledge base, 815436): only CHECKPOINT takes a
/// checkpoint.
pub const NO_AUTOMATIC_CHECKPOINTS: i64 = 3505;

/// Disables the identity cache
/// (docs/t-sql/database-console-commands/dbcc-traceon-trace-flags-transact-sql.md).
pub const NO_IDENTITY_CACHE: i64 = 272;

const KNOWN: [i64; 2] = [NO_IDENTITY_CACHE, NO_AUTOMATIC_CHECKPOINTS];
