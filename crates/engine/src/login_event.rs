//! The events `login` and `logout` of the server's connections.

use sluice_base::events::{Context, EventKind, FieldValue, Global};
use sluice_base::sync::Arc;
use sluice_base::waits::Waits;
use sluice_session::SessionSight;

/// A log-in whose end is still to be reported.
pub(crate) struct LoggedIn {
    sight: Arc<SessionSight>,
    /// The time of the log-in on the monotonic clock.
    since_ns: u64,
}

impl LoggedIn {
    /// Raises `login`. `is_cached` says whether the connection was used before.
    pub(crate) fn begin(waits: &Waits, sight: Arc<SessionSight>, is_cached: bool) -> LoggedIn {
        let working = sight.enter();
        waits.events().raise(EventKind::Login, || {
            let name = sight.global(Global::DatabaseName).unwrap_or(FieldValue::from(""));
            vec![FieldValue::Boolean(is_cached), FieldValue::UInt(sight.database().0.into()), name]
        });
        drop(working);
        LoggedIn { sight, since_ns: waits.clock().monotonic_ns() }
    }

    /// Raises `logout`. `is_cached` says whether the connection goes on.
    pub(crate) fn end(self, waits: &Waits, is_cached: bool) {
        let _working = self.sight.enter();
        waits.events().raise(EventKind::Logout, || {
            let duration_us = waits.clock().monotonic_ns().saturating_sub(self.since_ns) / NS_OF_US;
            vec![FieldValue::Boolean(is_cached), FieldValue::UInt(duration_us)]
        });
    }
}

const NS_OF_US: u64 = 1000;
