//! What the server counts.

use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_engine::Instance;

/// The counts, since the server has started.
#[derive(Default)]
pub(crate) struct Counts {
    /// Connections that were accepted.
    pub(crate) connections: Count,
    /// Those that were closed at once or before their log-in, as there were too many.
    pub(crate) turned_away: Count,
    /// Clients that were let in.
    pub(crate) log_ins: Count,
    /// Clients that were not.
    pub(crate) failed_log_ins: Count,
    /// Requests that were run.
    pub(crate) requests: Count,
    /// Those of them that waited for a log-in.
    pub(crate) requests_after_log_ins: Count,
}

/// A number that grows.
#[derive(Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    /// One more.
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How many there were.
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What is told of a server.
pub(crate) struct Census {
    /// What it serves, which has counters of its own.
    pub(crate) instance: Arc<Instance>,
    /// What is counted: names, what they are, how many.
    pub(crate) counts: Vec<(&'static str, &'static str, u64)>,
    /// Connections that are open.
    pub(crate) open: usize,
}

impl Counts {
    /// Each by its name, with what it is.
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
