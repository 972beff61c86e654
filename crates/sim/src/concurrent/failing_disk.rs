//! A disk that fails under one file of a database, and comes back.

use super::history::DATABASES;
use super::machine::Machine;
use crate::random::Random;
use sluice_base::schedule;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, thread};
use sluice_vfs::fault::{Fault, Rule};
use std::time::Duration;

/// The failures of one file in a life. From a drawn call on, every call on the file fails, until
/// the disk comes back. It may fail again after that.
#[derive(Clone, Debug)]
pub(super) struct FailingDisk {
    /// The database of the file.
    pub(super) database: usize,
    /// The file's name.
    file: String,
    /// The failures in turn, one or more.
    outages: Vec<Outage>,
    /// Whether the system drops the bytes for which a sync failed.
    drops: bool,
    /// Whether calls count from the start of the life. Otherwise they count from the first work.
    pub(super) is_from_start: bool,
}

/// One failure of a disk.
#[derive(Clone, Copy, Debug)]
struct Outage {
    /// The number of calls on the file before the first that fails.
    calls: u64,
    /// The time between the first failed call and the disk's return.
    lasts: Duration,
}

impl FailingDisk {
    /// Draws failures of a log within the work of a life.
    pub(super) fn of_log(random: &mut Random) -> FailingDisk {
        let within = random.pick(&[3, 10, 25]);
        let mut failing = FailingDisk::new(random, "_log.ldf", within);
        failing.outages.extend((1..OUTAGES_OF_LOG).map(|_| Outage::within(random, within)));
        failing
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
            outages: vec![Outage::within(random, within)],
            drops: random.chance(2),
            is_from_start: false,
        }
    }

    /// Lets the calls on the file fail, from the first drawn one on.
    pub(super) fn arm(&self, machine: &Machine) {
        self.begin(self.outages[0], machine);
    }

    fn begin(&self, outage: Outage, machine: &Machine) {
        machine.arm(Rule::new(Fault::Eio).path(&format!("/{}", self.file)).from(outage.calls));
    }

    /// Makes the file work again.
    pub(super) fn heal(&self, machine: &Machine) {
        machine.heal(&self.file, self.drops);
    }
}

impl Outage {
    fn within(random: &mut Random, calls: u64) -> Outage {
        let calls = random.below(calls);
        Outage { calls, lasts: Duration::from_millis(random.pick(&[0, 5, 100, 1_000])) }
    }
}

/// The task that brings the disk back after each failure.
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
            let (mut outages, mut faults) = (failing.outages.iter(), 0);
            let mut now = outages.next();
            while let Some(outage) = now.filter(|_| !seen.load(Ordering::Relaxed) && !machine.is_off()) {
                if machine.faults() == faults {
                    schedule::sleep(LOOK);
                    continue;
                }
                schedule::sleep(outage.lasts);
                failing.heal(&machine);
                faults = machine.faults();
                now = outages.next();
                if let Some(next) = now {
                    failing.begin(*next, &machine);
                }
            }
        });
        Repair { is_over, task }
    }

    /// Ends the task. The disk may still fail after that.
    pub(super) fn end(self) {
        self.is_over.store(true, Ordering::Relaxed);
        drop(self.task.join());
    }
}

/// The failures of a log in one life.
const OUTAGES_OF_LOG: usize = 3;
/// The interval at which the task looks for a failure.
const LOOK: Duration = Duration::from_millis(2);
