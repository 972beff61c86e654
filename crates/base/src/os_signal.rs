//! What the system tells the process while it runs: Ctrl-C, and the wish that it ends.
//!
//! A handler may do next to nothing. It writes the signal's number into a pipe, and a thread that waits there does what is to be done. A
//! program that is started from this one (an editor) has the system's own handlers again.

use std::io::{self, Read};

/// What the system tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OsSignal {
    /// Ctrl-C (SIGINT).
    Interrupt,
    /// Its terminal is gone, or, of what has none, its settings are to be read anew (SIGHUP).
    HangUp,
    /// The process is to end (SIGTERM).
    Terminate,
}

/// The signals that come from now on, in the place of what the system does at them.
#[derive(Debug)]
pub struct OsSignals(io::PipeReader);

impl OsSignals {
    /// Takes the signals over, for the whole process. To be asked for once.
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

    /// There are none elsewhere yet.
    #[cfg(not(unix))]
    pub fn watch() -> io::Result<OsSignals> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Waits for the next one, with its number.
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

/// SIGINT, everywhere.
const INTERRUPT: i32 = 2;
/// SIGHUP, everywhere.
const HANG_UP: i32 = 1;

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::atomic::{AtomicI32, Ordering};

    /// The pipe's end that the handler writes to; it stays open as long as the process lives.
    pub(super) static PIPE: AtomicI32 = AtomicI32::new(-1);

    extern "C" fn on_signal(number: libc::c_int) {
        let byte = number as u8;
        // SAFETY: write is async-signal-safe, reads one byte of this frame, and the pipe is never closed. What it may set errno to is put back, so
        // that the code that was interrupted does not see it.
        unsafe {
            let place = libc::__errno_location();
            let before = *place;
            libc::write(PIPE.load(Ordering::SeqCst), (&raw const byte).cast(), 1);
            *place = before;
        }
    }

    pub(super) fn handle(number: libc::c_int) -> io::Result<()> {
        // SAFETY: the structure is zeroed, which is a value of it, and filled as sigaction asks; the handler does what a handler may, see there.
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
