//! Trace flags: switches by number, for the instance until it ends or for a session. Flags can be
//! switched that have an effect here, that the documentation says have none, or that are always in
//! effect.

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

    /// Whether a session may switch `flag` for itself.
    pub fn is_of_session(flag: i64) -> bool {
        flag == OUTPUT_TO_CLIENT
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

/// Sends the output of DBCC commands to the client, where it always goes here.
const OUTPUT_TO_CLIENT: i64 = 3604;

/// The flags in ascending order. 1117, 1118, 1236, 2371, 8048 and 9024 have no effect in SQL Server
/// 2022, by their documentation
/// (docs/t-sql/database-console-commands/dbcc-traceon-trace-flags-transact-sql.md).
const KNOWN: [i64; 9] =
    [NO_IDENTITY_CACHE, 1117, 1118, 1236, 2371, NO_AUTOMATIC_CHECKPOINTS, OUTPUT_TO_CLIENT, 8048, 9024];
