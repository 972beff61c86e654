//! Samples the server's memory while statements run.

use sluice_base::clock::sleep;
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

const BETWEEN_SAMPLES: Duration = Duration::from_millis(5);
