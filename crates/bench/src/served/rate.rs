//! What a load came to, and how it is told.

use sluice_workload::median::median;

/// What a load came to.
#[derive(Clone, Copy)]
pub(super) struct Rate {
    /// Requests a second.
    pub(super) per_s: f64,
    /// What a request took of the processors on the client's side, in microseconds.
    pub(super) client_us: f64,
    /// And on the server's, where that can be seen.
    pub(super) server_us: Option<f64>,
}

impl Rate {
    /// The run with the middle of the rates.
    pub(super) fn middle(runs: &[Rate]) -> Option<Rate> {
        let mut rates: Vec<f64> = runs.iter().map(|run| run.per_s).collect();
        if rates.is_empty() {
            return None;
        }
        let middle = median(&mut rates);
        runs.iter().find(|run| run.per_s == middle).copied()
    }

    /// How it is told: requests a second; what one cost the server; what share of a processor the clients had and what one cost them.
    pub(super) fn told(&self) -> String {
        let server = self.server_us.map_or(String::new(), |us| format!(", {us:.0} µs of the server's processors each"));
        let share = self.client_us * self.per_s / 1e6;
        format!(
            "{:.0} a second{server}, {:.0} µs of the clients', who had {share:.2} of them",
            self.per_s, self.client_us
        )
    }
}

/// How many threads drive a load's connections, at most: as pgbench is told to have.
pub(super) const THREADS: usize = 2;
