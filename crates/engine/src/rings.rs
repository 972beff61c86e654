//! Hardens the rings that a killed process left, beside the sessions.
//!
//! A start leaves most databases to their first use. But records that only a ring holds are
//! acknowledged and at risk: a power cut would take them. So threads bring each ring into its log
//! at once, within the time at risk (X1) as far as the disk allows. The first use of a database
//! does the same for its own ring.

use crate::files::FilePair;
use crate::slot::Slot;
use crate::storage::Resources;
use sluice_base::error_log::LogSource;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex, thread};

/// A closed database with a ring.
pub(crate) struct LeftRing {
    pub(crate) slot: Arc<Slot>,
    pub(crate) files: FilePair,
}

/// The threads that harden rings, until [`RingThreads::stop`].
#[derive(Default)]
pub(crate) struct RingThreads {
    is_over: Arc<AtomicBool>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
}

impl RingThreads {
    /// Starts the threads. Each takes a share of the rings, one after another, until they are
    /// stopped. Returns at once.
    pub(crate) fn start(&self, resources: &Resources, left: Vec<LeftRing>) {
        let share = left.len().div_ceil(THREADS).max(1);
        let mut left = left.into_iter().peekable();
        while left.peek().is_some() {
            let own: Vec<LeftRing> = left.by_ref().take(share).collect();
            let (resources, is_over) = (resources.clone(), self.is_over.clone());
            let thread = thread::spawn(move || {
                own.iter().take_while(|_| !is_over.load(Ordering::Acquire)).for_each(|ring| harden(&resources, ring));
            });
            self.threads.lock().push(thread);
        }
    }

    /// Ends the threads and waits for them. The next start finds the rings that are left. A ring in
    /// progress is finished.
    pub(crate) fn stop(&self) {
        self.is_over.store(true, Ordering::Release);
        for thread in self.threads.lock().drain(..) {
            let _ = thread.join();
        }
    }
}

fn harden(resources: &Resources, ring: &LeftRing) {
    let LeftRing { slot, files } = ring;
    let _transition = slot.begin();
    // The first use of the database was earlier.
    if !slot.is_closed() {
        return;
    }
    let name = slot.name();
    match resources.harden_ring(files, slot.entry().guid) {
        Ok(0) => {}
        Ok(blocks) => resources.error_log.information(
            LogSource::Server,
            format_args!("{blocks} log blocks of database '{name}' were saved from the ring of the ended process."),
        ),
        // The first use meets the same error, and its user gets it.
        Err(error) => resources.error_log.error(
            LogSource::Server,
            format_args!("The ring of database '{name}' can't be brought into its log: {error}."),
        ),
    }
}

const THREADS: usize = 2;
