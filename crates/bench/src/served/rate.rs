//! The result of a load.

use sluice_workload::median::median;

/// The rate of a load and its costs.
#[derive(Clone, Copy)]
pub(super) struct Rate {
    /// Requests per second.
    pub(super) per_s: f64,
    /// CPU microseconds of the client per request.
    pub(super) client_us: f64,
    /// CPU microseconds of the server per request, if visible.
    pub(super) server_us: Option<f64>,
}

impl Rate {
    /// Returns the run with the median rate. `None` without runs.
    pub(super) fn middle(runs: &[Rate]) -> Option<Rate> {
        let mut rates: Vec<f64> = runs.iter().map(|run| run.per_s).collect();
        if rates.is_empty() {
            return None;
        }
        let middle = median(&mut rates);
        runs.iter().find(|run| run.per_s == middle).copied()
    }

    /// Describes the rate: requests per second, the server's cost per request, the clients' CPU
    /// share and cost per request.
    pub(super) fn description(&self) -> String {
        let server = self.server_us.map_or(String::new(), |us| format!(", {us:.0} µs of the server's processors each"));
        let share = self.client_us * self.per_s / 1e6;
        format!(
            "{:.0} a second{server}, {:.0} µs of the clients', who had {share:.2} of them",
            self.per_s, self.client_us
        )
    }
}

/// The greatest number of threads that drive a load's connections; pgbench gets the same number.
pub(super) const THREADS: usize = 2;
