//! Signals that the system sends to the process: Ctrl-C, hang-up and termination.
//!
//! A signal handler may do next to nothing. The handler writes the signal's number into a pipe, and
//! a thread that reads the pipe acts on the signal. A program started from this process (an editor)
//! gets the system's default handlers.

use std::io::{self, Read};

/// A signal from the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OsSignal {
    /// Ctrl-C (SIGINT).
    Interrupt,
    /// The terminal is gone. For a process without a terminal: its settings must be read again
    /// (SIGHUP).
    HangUp,
    /// The process must end (SIGTERM).
    Terminate,
}

/// The stream of signals, which replaces the system's default actions.
#[derive(Debug)]
pub struct OsSignals(io::PipeReader);

impl OsSignals {
    /// Installs the signal handlers for the whole process. Must be called only once.
    #[cfg(unix)]
    pub fn watch() -> io::Result<OsSignals> {
        use std::os::fd::IntoRawFd;
        let (reader, writer) = io::pipe()?;
        unix::PIPE.store(writer.into_raw_fd(), std::sync::atomic::Ordering::SeqCst);
        for number in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
            unix::handle(number)?;
        }
        Ok(OsSignals(reader))
    }

    /// Not implemented on this platform: returns `Unsupported`.
    #[cfg(not(unix))]
    pub fn watch() -> io::Result<OsSignals> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Waits for the next signal. Returns the signal and its number.
    pub fn wait(&mut self) -> io::Result<(OsSignal, i32)> {
        let mut number = [0];
        self.0.read_exact(&mut number)?;
        let number = i32::from(number[0]);
        let signal = match number {
            INTERRUPT => OsSignal::Interrupt,
            HANG_UP => OsSignal::HangUp,
            _ => OsSignal::Terminate,
        };
        Ok((signal, number))
    }
}

/// SIGINT's number on all platforms.
const INTERRUPT: i32 = 2;
/// SIGHUP's number on all platforms.
const HANG_UP: i32 = 1;

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::atomic::{AtomicI32, Ordering};

    /// The end of the pipe that the handler writes to. The pipe is never closed.
    pub(super) static PIPE: AtomicI32 = AtomicI32::new(-1);

    extern "C" fn on_signal(number: libc::c_int) {
        let byte = number as u8;
        // SAFETY: write is async-signal-safe, reads one byte of this frame, and the pipe is never
        // closed. errno is restored, so the interrupted code doesn't see a change.
        unsafe {
            let place = libc::__errno_location();
            let before = *place;
            libc::write(PIPE.load(Ordering::SeqCst), (&raw const byte).cast(), 1);
            *place = before;
        }
    }

    pub(super) fn handle(number: libc::c_int) -> io::Result<()> {
        // SAFETY: the structure is zeroed, which is a valid value, and filled in as sigaction
        // requires. The handler does only what a signal handler may do; see its comment.
        let failed = unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as extern "C" fn(libc::c_int) as usize;
            action.sa_flags = libc::SA_RESTART;
            libc::sigemptyset(&raw mut action.sa_mask);
            libc::sigaction(number, &raw const action, std::ptr::null_mut())
        };
        if failed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}
