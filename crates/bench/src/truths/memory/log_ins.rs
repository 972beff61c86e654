//! Log-ins with a point read at intervals, each with the statements that ran beside it.

use super::super::setting::elapsed;
use crate::served::requests::run;
use crate::served::server::Served;
use sluice_base::clock::{SystemClock, sleep};
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

/// A thread that logs in and reads a row, until it is stopped.
pub(super) struct LogIns {
    shared: Arc<Shared>,
    thread: JoinHandle<Result<(), String>>,
}

struct Shared {
    is_over: AtomicBool,
    /// The statement that runs.
    statement: Mutex<Arc<str>>,
    ended: Mutex<Vec<LogIn>>,
}

/// A log-in with a point read.
#[derive(Clone)]
pub(super) struct LogIn {
    pub(super) ms: f64,
    /// The statement that ran at the beginning.
    first: Arc<str>,
    /// The statement that ran at the end.
    last: Arc<str>,
}

impl LogIn {
    /// Returns the names of the statements that ran meanwhile.
    pub(super) fn beside(&self) -> String {
        if self.first == self.last { self.first.to_string() } else { format!("{}, then {}", self.first, self.last) }
    }
}

impl LogIns {
    pub(super) fn start(served: &Arc<Served>) -> LogIns {
        let shared = Arc::new(Shared {
            is_over: AtomicBool::new(false),
            statement: Mutex::new("no statement".into()),
            ended: Mutex::default(),
        });
        let (served, own) = (Arc::clone(served), Arc::clone(&shared));
        LogIns { shared, thread: spawn(move || log_in_until_over(&served, &own)) }
    }

    /// Notes that the statement `name` runs from now on.
    pub(super) fn begin(&self, name: &str) {
        *self.shared.statement.lock() = name.into();
    }

    /// Returns the time of the slowest log-in beside the statement `name`, in milliseconds.
    pub(super) fn slowest_ms_beside(&self, name: &str) -> f64 {
        let ended = self.shared.ended.lock();
        let beside = ended.iter().filter(|log_in| *log_in.first == *name || *log_in.last == *name);
        beside.map(|log_in| log_in.ms).fold(0.0, f64::max)
    }

    /// Stops the thread. Returns all log-ins, the slowest last, or the first failure.
    pub(super) fn stop(self) -> Result<Vec<LogIn>, String> {
        self.shared.is_over.store(true, Ordering::Relaxed);
        self.thread.join().map_err(|_| "the log-ins' thread failed")??;
        let mut ended = self.shared.ended.lock().clone();
        ended.sort_by(|a, b| a.ms.total_cmp(&b.ms));
        Ok(ended)
    }
}

fn log_in_until_over(served: &Served, shared: &Shared) -> Result<(), String> {
    while !shared.is_over.load(Ordering::Relaxed) {
        let first = shared.statement.lock().clone();
        let begun = SystemClock::new();
        let mut client = served.connect().map_err(|error| format!("a log-in beside {first}: {error}"))?;
        run(&mut client, "SELECT v FROM dbo.Point WHERE id = 1")
            .map_err(|error| format!("a point read beside {first}: {error}"))?;
        let ms = elapsed(&begun).as_secs_f64() * 1e3;
        let last = shared.statement.lock().clone();
        shared.ended.lock().push(LogIn { ms, first, last });
        sleep(BETWEEN);
    }
    Ok(())
}

const BETWEEN: Duration = Duration::from_millis(100);
