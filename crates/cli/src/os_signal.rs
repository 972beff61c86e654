//! Signals that the system sends to the process: Ctrl-C, hang-up and termination.
//!
//! A thread waits for the signals and acts on them. A program started from this process (an editor)
//! gets the system's default handlers.

use std::io;

/// A signal from the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OsSignal {
    /// Ctrl-C (SIGINT).
    Interrupt,
    /// The terminal is gone. For a process without a terminal: its settings must be read again
    /// (SIGHUP).
    HangUp,
    /// The process must end (SIGTERM).
    Terminate,
}

/// The stream of signals, which replaces the system's default actions.
pub(crate) struct OsSignals {
    #[cfg(unix)]
    signals: signal_hook::iterator::Signals,
}

#[cfg(unix)]
impl OsSignals {
    /// Installs the signal handlers for the whole process.
    pub(crate) fn watch() -> io::Result<OsSignals> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        Ok(OsSignals { signals: signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])? })
    }

    /// Waits for the next signal. Returns the signal and its number. `None` if no more can come.
    pub(crate) fn wait(&mut self) -> Option<(OsSignal, i32)> {
        use signal_hook::consts::{SIGHUP, SIGINT};
        let number = self.signals.forever().next()?;
        let signal = match number {
            SIGINT => OsSignal::Interrupt,
            SIGHUP => OsSignal::HangUp,
            _ => OsSignal::Terminate,
        };
        Some((signal, number))
    }
}

#[cfg(not(unix))]
impl OsSignals {
    /// Not implemented on this platform: returns `Unsupported`.
    pub(crate) fn watch() -> io::Result<OsSignals> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns `None`, because there are no signals.
    pub(crate) fn wait(&mut self) -> Option<(OsSignal, i32)> {
        None
    }
}
