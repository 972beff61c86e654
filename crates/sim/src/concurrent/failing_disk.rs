//! A disk that fails under one file of a database, and comes back.

use super::history::DATABASES;
use super::machine::Machine;
use crate::random::Random;
use sluice_base::schedule;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, thread};
use sluice_vfs::fault::{Fault, Rule};
use std::time::Duration;

/// The failure of one file in a life. From a drawn call on, every call on the file fails, until the
/// disk comes back.
#[derive(Clone, Debug)]
pub(super) struct FailingDisk {
    /// The database of the file.
    pub(super) database: usize,
    /// The file's name.
    file: String,
    /// The number of calls on the file before the first that fails.
    calls: u64,
    /// The time between the first failed call and the disk's return.
    lasts: Duration,
    /// Whether the system drops the bytes for which a sync failed.
    drops: bool,
    /// Whether calls count from the start of the life. Otherwise they count from the first work.
    pub(super) is_from_start: bool,
}

impl FailingDisk {
    /// Draws a failure of a log within the work of a life.
    pub(super) fn of_log(random: &mut Random) -> FailingDisk {
        let within = random.pick(&[3, 10, 25]);
        FailingDisk::new(random, "_log.ldf", within)
    }

    /// Draws a failure that may also occur while the instance opens.
    pub(super) fn anywhere(random: &mut Random) -> FailingDisk {
        let (suffix, within) = match random.below(2) {
            0 => (".mdf", random.pick(&[20, 100])),
            _ => ("_log.ldf", random.pick(&[3, 15, 40])),
        };
        FailingDisk { is_from_start: random.chance(2), ..FailingDisk::new(random, suffix, within) }
    }

    fn new(random: &mut Random, suffix: &str, within: u64) -> FailingDisk {
        let database = random.below(DATABASES.len() as u64) as usize;
        FailingDisk {
            database,
            file: format!("{}{suffix}", DATABASES[database]),
            calls: random.below(within),
            lasts: Duration::from_millis(random.pick(&[0, 5, 100, 1_000])),
            drops: random.chance(2),
            is_from_start: false,
        }
    }

    /// Lets the calls on the file fail, from the drawn one on.
    pub(super) fn arm(&self, machine: &Machine) {
        machine.arm(Rule::new(Fault::Eio).path(&format!("/{}", self.file)).from(self.calls));
    }

    /// Makes the file work again.
    pub(super) fn heal(&self, machine: &Machine) {
        machine.heal(&self.file, self.drops);
    }
}

/// The task that brings the disk back.
pub(super) struct Repair {
    is_over: Arc<AtomicBool>,
    task: thread::JoinHandle<()>,
}

impl Repair {
    /// Starts the task.
    pub(super) fn start(failing: FailingDisk, machine: Machine) -> Repair {
        let is_over = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&is_over);
        let task = thread::spawn(move || {
            while !seen.load(Ordering::Relaxed) && !machine.is_off() {
                if machine.faults() > 0 {
                    schedule::sleep(failing.lasts);
                    failing.heal(&machine);
                    break;
                }
                schedule::sleep(LOOK);
            }
        });
        Repair { is_over, task }
    }

    /// Ends the task. The disk has come back after that, or has not failed.
    pub(super) fn end(self) {
        self.is_over.store(true, Ordering::Relaxed);
        drop(self.task.join());
    }
}

/// The interval at which the task looks for a failure.
const LOOK: Duration = Duration::from_millis(2);
