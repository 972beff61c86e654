//! Counters of the server, for the metrics endpoint.

use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_engine::Instance;

/// Counters since the server's start. Connections that were turned away, and requests that were
/// invalid, count too.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) connections: Count,
    /// Connections closed at once or before their log-in, because there were too many.
    pub(crate) turned_away: Count,
    pub(crate) log_ins: Count,
    pub(crate) failed_log_ins: Count,
    pub(crate) requests: Count,
    /// Requests that waited for a log-in.
    pub(crate) requests_after_log_ins: Count,
}

/// A counter that any thread may increase. It orders nothing.
#[derive(Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    /// Counts one more.
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the count so far.
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A snapshot of a server's counters.
pub(crate) struct Census {
    /// The instance, which has counters of its own.
    pub(crate) instance: Arc<Instance>,
    /// Name, description and value of each counter.
    pub(crate) counts: Vec<(&'static str, &'static str, u64)>,
    /// The number of open connections.
    pub(crate) open: usize,
}

impl Counts {
    /// Returns each counter's name, its description for the metrics page and its value, in the
    /// order of the page.
    pub(crate) fn named(&self) -> Vec<(&'static str, &'static str, u64)> {
        vec![
            ("connections", "Connections that were accepted.", self.connections.get()),
            ("connections_turned_away", "Connections that were closed as there were too many.", self.turned_away.get()),
            ("log_ins", "Clients that were let in.", self.log_ins.get()),
            ("log_ins_failed", "Clients that were not let in.", self.failed_log_ins.get()),
            ("requests", "Requests that were run.", self.requests.get()),
            (
                "requests_after_log_ins",
                "Requests that waited while a password was hashed.",
                self.requests_after_log_ins.get(),
            ),
        ]
    }
}
