//! Standard output as a statement's results and its progress share it.
//!
//! Progress is one line, shown while nothing else comes for a second, and gone before anything is printed. Where output is no
//! terminal there is none.

use crate::colours::{Colours, Ink};
use sluice_base::sync::{Arc, Mutex};
use std::io::{Stdout, Write};

/// Standard output; clones are the same.
#[derive(Clone)]
pub(crate) struct Screen(Arc<Mutex<State>>);

struct State {
    out: Stdout,
    colours: Colours,
    /// Whether the cursor stands behind a line of progress.
    has_progress: bool,
    /// How often something was printed.
    prints: u64,
}

impl Screen {
    /// Standard output.
    pub(crate) fn of_output(colours: Colours) -> Screen {
        let state = State { out: std::io::stdout(), colours, has_progress: false, prints: 0 };
        Screen(Arc::new(Mutex::new(state)))
    }

    /// How often something was printed.
    pub(crate) fn prints(&self) -> u64 {
        self.0.lock().prints
    }

    /// Shows a line of progress in the place of the one before.
    pub(crate) fn show_progress(&self, text: &str) {
        let mut state = self.0.lock();
        let shown = state.colours.paint(Ink::Faint, text).into_owned();
        state.has_progress = true;
        // Progress that can't be shown is no reason to stop.
        let _ = write!(state.out, "\r{CLEAR}{shown}").and_then(|()| state.out.flush());
    }

    /// Takes the line of progress away.
    pub(crate) fn erase_progress(&self) {
        // As above.
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

/// Clears what stands behind the cursor in its line.
const CLEAR: &str = "\x1b[K";
