//! The thread that writes the files of event sessions. A slow or failing disk delays no other work.

use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, thread};
use sluice_events::EventSessions;

/// The thread and its stop signal.
pub(crate) struct EventWriter {
    sessions: Arc<EventSessions>,
    is_over: Arc<AtomicBool>,
    thread: thread::JoinHandle<()>,
}

impl EventWriter {
    /// Starts the thread. It sleeps while no session has a file.
    pub(crate) fn start(sessions: &Arc<EventSessions>) -> EventWriter {
        let is_over = Arc::new(AtomicBool::new(false));
        let (own, ending) = (sessions.clone(), is_over.clone());
        let thread = thread::spawn(move || {
            while !ending.load(Ordering::Acquire) {
                own.wait_for_events();
                own.write_due();
            }
        });
        EventWriter { sessions: sessions.clone(), is_over, thread }
    }

    /// Ends the thread and waits for it.
    pub(crate) fn stop(self) {
        self.is_over.store(true, Ordering::Release);
        self.sessions.call_writer();
        let _ = self.thread.join();
    }
}
