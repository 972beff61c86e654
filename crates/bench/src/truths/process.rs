//! Samples the server's memory while statements run, and measures concurrent log-ins and reads.

use crate::served::requests::run;
use crate::served::server::Served;
use sluice_base::clock::{SystemClock, sleep};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

/// Returns the process's memory without file backing: RssAnon and RssShmem, in bytes.
pub(in super::super) fn resident_bytes(process: u32) -> Result<u64, String> {
    let path = format!("/proc/{process}/status");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let kilobytes = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok())
    };
    let sum = kilobytes("RssAnon:").zip(kilobytes("RssShmem:")).map(|(anonymous, shared)| anonymous + shared);
    sum.map(|sum| sum << 10).ok_or_else(|| format!("{path} has no RssAnon"))
}

/// Samples a process until it is stopped.
pub(super) struct Sampler {
    peak: Arc<AtomicU64>,
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Sampler {
    pub(super) fn start(process: u32) -> Sampler {
        let (peak, is_over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let (seen, ending) = (peak.clone(), is_over.clone());
        let thread = spawn(move || {
            while !ending.load(Ordering::Relaxed) {
                if let Ok(bytes) = resident_bytes(process) {
                    seen.fetch_max(bytes, Ordering::Relaxed);
                }
                sleep(BETWEEN_SAMPLES);
            }
        });
        Sampler { peak, is_over, thread }
    }

    /// Returns the peak since the last call.
    pub(super) fn take_peak(&self) -> u64 {
        self.peak.swap(0, Ordering::Relaxed)
    }

    pub(super) fn stop(self) {
        self.is_over.store(true, Ordering::Relaxed);
        let _ = self.thread.join();
    }
}

/// Logs in and reads a row at intervals until stopped. Returns the times in milliseconds, or the
/// failure. `slowest_us` is raised to each time that exceeds it.
pub(super) fn log_ins_beside(
    served: &Arc<Served>,
    is_over: &Arc<AtomicBool>,
    slowest_us: &Arc<AtomicU64>,
) -> JoinHandle<Result<Vec<f64>, String>> {
    let (served, is_over, slowest_us) = (Arc::clone(served), Arc::clone(is_over), Arc::clone(slowest_us));
    spawn(move || {
        let mut times = Vec::new();
        while !is_over.load(Ordering::Relaxed) {
            let begun = SystemClock::new();
            let mut client = served.connect().map_err(|error| format!("a log-in: {error}"))?;
            run(&mut client, "SELECT v FROM dbo.Point WHERE id = 1")
                .map_err(|error| format!("a point read: {error}"))?;
            let took = super::setting::elapsed(&begun);
            slowest_us.fetch_max(took.as_micros() as u64, Ordering::Relaxed);
            times.push(took.as_secs_f64() * 1e3);
            sleep(BETWEEN_LOG_INS);
        }
        times.sort_by(f64::total_cmp);
        Ok(times)
    })
}

const BETWEEN_SAMPLES: Duration = Duration::from_millis(5);
const BETWEEN_LOG_INS: Duration = Duration::from_millis(100);
