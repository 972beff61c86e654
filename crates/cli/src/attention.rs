//! What happens beside a batch: Ctrl-C stops it, the wish that the process ends is met in order, progress is shown.
//!
//! In the shell Ctrl-C stops the batch and not the program (`relational-databases/errors-events/mssqlserver-3617-database-engine-error`); a
//! script ends with it, as at SIGTERM: the batch is stopped, what is open rolled back, the instance closed. At the prompt Ctrl-C
//! is a key like others and comes here not at all.

use crate::screen::Screen;
use crate::session::Stopper;
use sluice_base::clock::{Clock, SystemClock, sleep};
use sluice_base::os_signal::{OsSignal, OsSignals};
use sluice_base::sync::{Arc, Mutex};
use sluice_base::terminal::TerminalMode;
use sluice_engine::Instance;
use std::time::Duration;

/// What runs, for those who look after it.
pub(crate) struct Attention {
    state: Mutex<State>,
    clock: SystemClock,
    screen: Screen,
    is_shell: bool,
    mode: Option<TerminalMode>,
}

#[derive(Default)]
struct State {
    running: Option<Running>,
    instance: Option<Arc<Instance>>,
    /// Each batch has a number.
    number: u64,
    /// The signal that ends the process.
    ending: Option<i32>,
}

struct Running {
    /// None while the instance is opened.
    stopper: Option<Stopper>,
    what: String,
    since_ns: u64,
    is_stopped: bool,
    /// What the screen had printed when it was looked at last, and when that was.
    prints: (u64, u64),
}

impl Attention {
    /// Begins to look: at signals always, at progress in the shell.
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
            // Without the thread a signal would be passed over: so the failure to start it is told as any fault is.
            named("signals").spawn(move || theirs.take_signals(signals)).expect("a thread can be started");
        }
        if is_shell {
            let theirs = Arc::clone(&attention);
            // Without progress all else goes on.
            let _ = named("progress").spawn(move || theirs.show_progress());
        }
        attention
    }

    /// The instance is there: it is closed when the process is to end.
    pub(crate) fn take_instance(&self, instance: &Arc<Instance>) {
        self.state.lock().instance = Some(Arc::clone(instance));
    }

    /// Something begins to run. False if the process is to end: then it is not to begin.
    pub(crate) fn start(&self, what: &str, stopper: Option<Stopper>) -> bool {
        let now_ns = self.clock.monotonic_ns();
        let prints = (if self.is_shell { self.screen.prints() } else { 0 }, now_ns);
        let mut state = self.state.lock();
        state.number += 1;
        state.running = Some(Running { stopper, what: what.to_owned(), since_ns: now_ns, is_stopped: false, prints });
        state.ending.is_none()
    }

    /// It is over: whether it was to be stopped.
    pub(crate) fn finish(&self) -> bool {
        let stopped = self.state.lock().running.take().is_some_and(|running| running.is_stopped);
        if self.is_shell {
            self.screen.erase_progress();
        }
        stopped
    }

    /// The signal that ends the process, once there was one.
    pub(crate) fn ending(&self) -> Option<i32> {
        self.state.lock().ending
    }

    /// The time, for what is measured.
    pub(crate) fn now_ns(&self) -> u64 {
        self.clock.monotonic_ns()
    }

    fn take_signals(self: Arc<Attention>, mut signals: OsSignals) {
        while let Ok((signal, number)) = signals.wait() {
            if signal == OsSignal::Interrupt && self.is_shell {
                self.interrupt();
            } else {
                self.terminate(number);
            }
        }
    }

    /// Stops the batch; says so if it was to be stopped before.
    fn interrupt(self: &Arc<Attention>) {
        let mut state = self.state.lock();
        let number = state.number;
        let Some(running) = state.running.as_mut().filter(|running| running.stopper.is_some()) else { return };
        if std::mem::replace(&mut running.is_stopped, true) {
            drop(state);
            let mut screen = self.screen.clone();
            // It can't be told: then it is not.
            let _ = std::io::Write::write_all(&mut screen, NOT_YET.as_bytes());
            return;
        }
        drop(state);
        self.stop(number);
    }

    /// Asks the batch of that number to stop until it has: one that only begins forgets what was asked before.
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

    /// Ends the process in order: by way of the batch that runs, or else here. A second wish ends it at once.
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
        // What can't be closed is recovered at the next start, as after a kill.
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
            // Under the lock, so that it is not shown once the batch is over.
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

/// The number with its thousands apart.
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
/// Progress is shown when nothing has come for so long.
const QUIET_NS: u64 = 1_000_000_000;
/// As shells tell of a program that a signal has ended.
pub(crate) const EXIT_BY_SIGNAL: i32 = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_progress_says_how_long() {
        let running = |what: &str, is_stopped| Running {
            stopper: None,
            what: what.to_owned(),
            since_ns: 0,
            is_stopped,
            prints: (0, 0),
        };
        assert_eq!(running("opening 'demo'", false).line(3_400_000_000), "opening 'demo', 3 s");
        assert_eq!(running("", true).line(125_000_000_000), "2 min 5 s, stopping");
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
