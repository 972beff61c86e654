//! Standard output, shared by results and the progress line.
//!
//! Progress is one line, shown after a second without output and erased before anything is printed.
//! The line is shown only on a terminal.

use crate::colours::{Colours, Ink};
use sluice_base::sync::{Arc, Mutex};
use std::io::{Stdout, Write};

/// Standard output; clones share it.
#[derive(Clone)]
pub(crate) struct Screen(Arc<Mutex<State>>);

struct State {
    out: Stdout,
    colours: Colours,
    /// Whether a progress line is shown.
    has_progress: bool,
    /// The number of prints so far.
    prints: u64,
}

impl Screen {
    /// Returns the screen of standard output, without a progress line.
    pub(crate) fn of_output(colours: Colours) -> Screen {
        let state = State { out: std::io::stdout(), colours, has_progress: false, prints: 0 };
        Screen(Arc::new(Mutex::new(state)))
    }

    /// Returns how often text was written to the screen, without the progress line.
    pub(crate) fn prints(&self) -> u64 {
        self.0.lock().prints
    }

    /// Shows a progress line in place of the previous one. The next output erases it; a failed
    /// write is ignored.
    pub(crate) fn show_progress(&self, text: &str) {
        let mut state = self.0.lock();
        let shown = state.colours.paint(Ink::Faint, text).into_owned();
        state.has_progress = true;
        // A failed write of the progress line is ignored.
        let _ = write!(state.out, "\r{CLEAR}{shown}").and_then(|()| state.out.flush());
    }

    /// Erases the progress line.
    pub(crate) fn erase_progress(&self) {
        // A failed write is ignored.
        let _ = self.0.lock().erase();
    }
}

impl State {
    fn erase(&mut self) -> std::io::Result<()> {
        if std::mem::take(&mut self.has_progress) {
            write!(self.out, "\r{CLEAR}")?;
            self.out.flush()?;
        }
        Ok(())
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut state = self.0.lock();
        state.erase()?;
        state.prints += 1;
        state.out.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.lock().out.flush()
    }
}

/// The escape sequence that clears the rest of the line.
const CLEAR: &str = "\x1b[K";
