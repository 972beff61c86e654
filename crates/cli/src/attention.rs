//! Handles signals and shows progress while a batch runs.
//!
//! In the shell Ctrl-C stops the batch and not the program
//! (`relational-databases/errors-events/mssqlserver-3617-database-engine-error`). A script ends at
//! Ctrl-C as at SIGTERM: the batch is stopped, its transaction rolled back, the instance closed. At
//! the prompt Ctrl-C is an ordinary key and sends no signal.

use crate::os_signal::{OsSignal, OsSignals};
use crate::screen::Screen;
use crate::session::Stopper;
use sluice_base::clock::{Clock, SystemClock, sleep};
use sluice_base::sync::{Arc, Mutex};
use sluice_base::terminal::TerminalMode;
use sluice_engine::Instance;
use std::time::Duration;

/// The running batch, shared with the signal and progress threads. The state is locked only for a
/// moment, so a signal never waits for a batch.
pub(crate) struct Attention {
    state: Mutex<State>,
    clock: SystemClock,
    screen: Screen,
    is_shell: bool,
    mode: Option<TerminalMode>,
}

/// The end of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    Complete,
    /// By the user or a signal.
    Stopped,
    TimedOut,
}

#[derive(Default)]
struct State {
    running: Option<Running>,
    instance: Option<Arc<Instance>>,
    /// The batch's number; each batch has its own.
    number: u64,
    /// The signal that ends the process, once received.
    ending: Option<i32>,
}

struct Running {
    /// `None` while the instance is opened.
    stopper: Option<Stopper>,
    what: String,
    since_ns: u64,
    is_stopped: bool,
    is_timed_out: bool,
    /// The screen's print counter when last checked, and the time when it last changed.
    prints: (u64, u64),
}

impl Attention {
    /// Starts the signal thread and, in the shell, the progress thread. If the handlers can't be
    /// installed, signals keep the system's actions. Panics if the signal thread cannot be started;
    /// without the progress thread there is no progress line.
    pub(crate) fn begin(screen: Screen, is_shell: bool) -> Arc<Attention> {
        let attention = Arc::new(Attention {
            state: Mutex::default(),
            clock: SystemClock::new(),
            screen,
            is_shell,
            mode: TerminalMode::of_input(),
        });
        let named = |name: &str| std::thread::Builder::new().name(name.to_owned());
        if let Ok(signals) = OsSignals::watch() {
            let theirs = Arc::clone(&attention);
            // Without the thread signals would be lost, so a failure to start it is fatal.
            named("signals").spawn(move || theirs.take_signals(signals)).expect("a thread can be started");
        }
        if is_shell {
            let theirs = Arc::clone(&attention);
            // A failure to start the thread only costs the progress display.
            let _ = named("progress").spawn(move || theirs.show_progress());
        }
        attention
    }

    /// Registers the instance, which is closed when a signal ends the process.
    pub(crate) fn take_instance(&self, instance: &Arc<Instance>) {
        self.state.lock().instance = Some(Arc::clone(instance));
    }

    /// Registers a running batch or other work, in place of what was registered. Returns false if
    /// the process is ending: the work must not begin. [`Attention::finish`] follows in either
    /// case. `what` is the work's name in the progress line, and `stopper` stops it.
    pub(crate) fn start(&self, what: &str, stopper: Option<Stopper>) -> bool {
        let now_ns = self.clock.monotonic_ns();
        let prints = (if self.is_shell { self.screen.prints() } else { 0 }, now_ns);
        let mut state = self.state.lock();
        state.number += 1;
        state.running = Some(Running {
            stopper,
            what: what.to_owned(),
            since_ns: now_ns,
            is_stopped: false,
            is_timed_out: false,
            prints,
        });
        state.ending.is_none()
    }

    /// Ends the registered work. Returns how it ended. The progress line is erased. A time limit
    /// that is over counts before a stop.
    pub(crate) fn finish(&self) -> Finish {
        let running = self.state.lock().running.take();
        if self.is_shell {
            self.screen.erase_progress();
        }
        match running {
            Some(running) if running.is_timed_out => Finish::TimedOut,
            Some(running) if running.is_stopped => Finish::Stopped,
            _ => Finish::Complete,
        }
    }

    /// Stops the registered batch, as [`Finish::TimedOut`], if it still runs after `limit`. A
    /// thread watches it; later batches aren't affected. Without the thread there is no limit.
    pub(crate) fn limit(self: &Arc<Attention>, limit: Duration) {
        let theirs = Arc::clone(self);
        let number = self.state.lock().number;
        let end_ns = self.now_ns() + limit.as_nanos() as u64;
        // Without the thread the batch has no time limit.
        let _ = std::thread::Builder::new().name("limit".to_owned()).spawn(move || {
            loop {
                let mut state = theirs.state.lock();
                let is_same = state.number == number;
                let Some(running) = state.running.as_mut().filter(|_| is_same) else { return };
                if theirs.clock.monotonic_ns() >= end_ns {
                    (running.is_timed_out, running.is_stopped) = (true, true);
                    drop(state);
                    return theirs.stop(number);
                }
                drop(state);
                sleep(BETWEEN_WISHES);
            }
        });
    }

    /// Returns the signal that ends the process, if one was received.
    pub(crate) fn ending(&self) -> Option<i32> {
        self.state.lock().ending
    }

    /// Returns the present time of the clock, in nanoseconds.
    pub(crate) fn now_ns(&self) -> u64 {
        self.clock.monotonic_ns()
    }

    fn take_signals(self: Arc<Attention>, mut signals: OsSignals) {
        while let Some((signal, number)) = signals.wait() {
            if signal == OsSignal::Interrupt && self.is_shell {
                self.interrupt();
            } else {
                self.terminate(number);
            }
        }
    }

    /// Stops the batch. Prints a note if the batch had been stopped before.
    fn interrupt(self: &Arc<Attention>) {
        let mut state = self.state.lock();
        let number = state.number;
        let Some(running) = state.running.as_mut().filter(|running| running.stopper.is_some()) else { return };
        if std::mem::replace(&mut running.is_stopped, true) {
            drop(state);
            let mut screen = self.screen.clone();
            // A failed write of the note is ignored.
            let _ = std::io::Write::write_all(&mut screen, NOT_YET.as_bytes());
            return;
        }
        drop(state);
        self.stop(number);
    }

    /// Cancels the batch `number` repeatedly until it has stopped: a batch that only begins drops
    /// an earlier cancellation.
    fn stop(self: &Arc<Attention>, number: u64) {
        let theirs = Arc::clone(self);
        // Without the thread the batch runs to its end.
        let _ = std::thread::Builder::new().name("stop".to_owned()).spawn(move || {
            loop {
                let state = theirs.state.lock();
                let stopper = state
                    .running
                    .as_ref()
                    .filter(|_| state.number == number)
                    .and_then(|running| running.stopper.clone());
                drop(state);
                let Some(stopper) = stopper else { return };
                stopper.cancel();
                sleep(BETWEEN_WISHES);
            }
        });
    }

    /// Ends the process: through the running batch, or else directly. A second signal ends the
    /// process at once.
    fn terminate(self: &Arc<Attention>, signal: i32) {
        let mut state = self.state.lock();
        if state.ending.replace(signal).is_some() {
            self.leave(signal);
        }
        if let Some(running) = &mut state.running {
            running.is_stopped = true;
            let number = state.number;
            drop(state);
            self.stop(number);
            return;
        }
        let instance = state.instance.take();
        drop(state);
        // Recovery at the next start handles a failed close, as after a kill.
        let _ = instance.map(|instance| instance.close());
        self.leave(signal);
    }

    fn leave(&self, signal: i32) -> ! {
        if let Some(mode) = &self.mode {
            mode.restore();
        }
        std::process::exit(EXIT_BY_SIGNAL + signal)
    }

    fn show_progress(&self) {
        loop {
            sleep(BETWEEN_LOOKS);
            let (now_ns, prints) = (self.clock.monotonic_ns(), self.screen.prints());
            let mut state = self.state.lock();
            let Some(running) = &mut state.running else { continue };
            if running.prints.0 != prints {
                running.prints = (prints, now_ns);
            }
            if now_ns - running.prints.1.max(running.since_ns) < QUIET_NS {
                continue;
            }
            let line = running.line(now_ns);
            // Shown under the lock, so that no progress appears after the batch's end.
            self.screen.show_progress(&line);
        }
    }
}

impl Running {
    fn line(&self, now_ns: u64) -> String {
        let seconds = (now_ns - self.since_ns) / 1_000_000_000;
        let mut line = self.what.clone();
        if !line.is_empty() {
            line.push_str(", ");
        }
        line.push_str(&if seconds < 60 {
            format!("{seconds} s")
        } else {
            format!("{} min {} s", seconds / 60, seconds % 60)
        });
        let rows = self.stopper.as_ref().map_or(0, Stopper::rows_read);
        if rows > 0 {
            line.push_str(&format!(", {} rows read", grouped(rows)));
        }
        if self.is_stopped {
            line.push_str(", stopping");
        } else if self.stopper.is_some() {
            line.push_str(" (Ctrl-C stops it)");
        }
        line
    }
}

/// Formats the number with thousands separators. The separator is a comma.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

const NOT_YET: &str = "It stops as soon as it can: what it has begun is undone first, and a commit that waits for the disk goes through.\n";
const BETWEEN_WISHES: Duration = Duration::from_millis(20);
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);
/// Progress is shown after this time without output.
const QUIET_NS: u64 = 1_000_000_000;
/// The shells' convention: 128 plus the signal number.
pub(crate) const EXIT_BY_SIGNAL: i32 = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_line_shows_elapsed_time() {
        let running = |what: &str, is_stopped| Running {
            stopper: None,
            what: what.to_owned(),
            since_ns: 0,
            is_stopped,
            is_timed_out: false,
            prints: (0, 0),
        };
        assert_eq!(running("opening 'demo'", false).line(3_400_000_000), "opening 'demo', 3 s");
        assert_eq!(running("", true).line(125_000_000_000), "2 min 5 s, stopping");
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
