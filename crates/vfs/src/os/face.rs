//! The choice between overlapped and blocking batches, made for each device by a measurement.
//!
//! The first batch on a long enough file of a device reads some of the file's pages one by one,
//! then others as an overlapped batch. The faster way is used for the device until the process
//! ends. Other threads use blocking calls during the measurement, which takes [`MEASURED_NS`] at
//! most, or the time of one read on a slower device. Such a device is not measured to the end: the
//! cost of a submission doesn't matter there.

use super::part::{Bytes, Ended, Part};
use super::{ring, transfer};
use crate::aligned::AlignedBuf;
use sluice_base::clock::{Clock, SystemClock};
use sluice_base::machine::{BatchAccess, BatchDevice};
use sluice_base::sync::{LazyLock, Mutex};
use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::MetadataExt;

pub(crate) use super::ring::refusal;

/// The state of a device's choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    /// A thread measures at the moment.
    Measuring,
    Measured(Figures),
    /// The system refuses rings.
    Refused,
}

/// The result of a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Figures {
    /// The time of a page read by a blocking call.
    single_ns: u64,
    /// The time of a batch divided by its pages. `None` if the device is too slow to measure one.
    batch_ns: Option<u64>,
}

impl Figures {
    fn is_overlapped(self) -> bool {
        self.batch_ns.is_none_or(|batch_ns| batch_ns <= self.single_ns)
    }
}

impl Choice {
    fn is_overlapped(self) -> bool {
        matches!(self, Choice::Measured(figures) if figures.is_overlapped())
    }
}

/// Runs the parts on the file if overlapped batches are the faster way on its device. `unit` is the
/// sector size of direct I/O. Returns `None` if blocking calls are to be used.
pub(super) fn run_batch(file: &File, unit: usize, parts: &mut [Part<'_>]) -> Option<Vec<Ended>> {
    if parts.len() < PARTS_MIN || !is_overlapped(file, file.metadata().ok()?.dev(), unit) {
        return None;
    }
    ring::run(file, parts)
}

fn is_overlapped(file: &File, device: u64, unit: usize) -> bool {
    let known = CHOICES.lock().get(&device).copied();
    if let Some(choice) = known {
        return choice.is_overlapped();
    }
    let pages = file.metadata().map_or(0, |metadata| metadata.len() / PAGE_BYTES as u64);
    if pages < PAGES_MIN || CHOICES.lock().insert(device, Choice::Measuring).is_some() {
        return false;
    }
    let measured = measure(file, pages, unit).map(Choice::Measured);
    let choice = measured.or_else(|| ring::refusal().map(|_| Choice::Refused));
    let mut choices = CHOICES.lock();
    match choice {
        Some(choice) => {
            choices.insert(device, choice);
            choice.is_overlapped()
        }
        // A page can't be read, or a ring can't be had now: a later batch measures again.
        None => {
            choices.remove(&device);
            false
        }
    }
}

/// Measures both ways of reading scattered pages of the file, which has `pages` pages. Returns
/// `None` if a read fails or no ring can be had.
fn measure(file: &File, pages: u64, unit: usize) -> Option<Figures> {
    let clock = SystemClock::new();
    let mut buffer = AlignedBuf::zeroed(DEPTH * PAGE_BYTES);
    let mut places = (1..).map(|number: u64| number.wrapping_mul(SCATTER) % pages * PAGE_BYTES as u64);
    let (mut count, mut taken_ns) = (0, 0);
    while count < DEPTH as u64 && taken_ns < SINGLES_NS {
        transfer::read_exact(file, &mut buffer[..PAGE_BYTES], places.next()?, unit).ok()?;
        count += 1;
        taken_ns = clock.monotonic_ns();
    }
    let single_ns = (taken_ns / count).max(1);
    // At worst the device reads the pages of a batch one after another.
    let depth = (BATCH_NS / single_ns).min(DEPTH as u64);
    if depth < PARTS_MIN as u64 {
        return Some(Figures { single_ns, batch_ns: None });
    }
    let buffers = buffer.chunks_exact_mut(PAGE_BYTES).take(depth as usize);
    let mut parts: Vec<Part<'_>> =
        buffers.zip(places).map(|(buf, offset)| Part { offset, bytes: Bytes::Read(buf) }).collect();
    // The first batch also makes the ring, which is no cost of later batches.
    ring::run(file, &mut parts[..1])?;
    let began_ns = clock.monotonic_ns();
    let ended = ring::run(file, &mut parts)?;
    let batch_ns = (clock.monotonic_ns() - began_ns) / depth;
    let is_read = ended.iter().all(|part| matches!(part, Some(Ok(PAGE_BYTES))));
    is_read.then_some(Figures { single_ns, batch_ns: Some(batch_ns) })
}

/// Returns the devices on which batches were measured or refused.
pub(crate) fn devices() -> Vec<BatchDevice> {
    let choices = CHOICES.lock();
    let device = |(device, choice): (&u64, &Choice)| {
        let (access, single_ns, batch_ns) = match choice {
            Choice::Measuring => return None,
            Choice::Refused => (BatchAccess::Refused, None, None),
            Choice::Measured(figures) => {
                let access = if figures.is_overlapped() { BatchAccess::Overlapped } else { BatchAccess::Blocking };
                (access, Some(figures.single_ns), figures.batch_ns)
            }
        };
        Some(BatchDevice { major: libc::major(*device), minor: libc::minor(*device), access, single_ns, batch_ns })
    };
    choices.iter().filter_map(device).collect()
}

static CHOICES: LazyLock<Mutex<BTreeMap<u64, Choice>>> = LazyLock::new(Mutex::default);

/// The smallest batch that may be overlapped.
const PARTS_MIN: usize = 2;

/// The longest measurement: both parts of it, 5 ms together.
const MEASURED_NS: u64 = 5_000_000;
const SINGLES_NS: u64 = MEASURED_NS / 2;
const BATCH_NS: u64 = MEASURED_NS / 2;

/// Pages of a measured batch, and of a measured row of single reads.
const DEPTH: usize = 32;
const PAGE_BYTES: usize = 8192;
/// Pages of the shortest file on which a measurement doesn't read a page twice.
const PAGES_MIN: u64 = 256;
/// An odd number near the golden ratio of 2^64, whose multiples are scattered.
const SCATTER: u64 = 0x9E37_79B9_7F4A_7C15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faster_way_is_chosen() {
        let figures = |single_ns, batch_ns| Figures { single_ns, batch_ns };
        assert!(figures(50_000, Some(10_000)).is_overlapped());
        assert!(!figures(2_000, Some(3_000)).is_overlapped());
        assert!(figures(10_000_000, None).is_overlapped(), "a slow device");
        assert!(!Choice::Measuring.is_overlapped() && !Choice::Refused.is_overlapped());
    }

    #[test]
    fn device_is_chosen_once_by_a_long_file() {
        let folder = tempfile::tempdir().unwrap();
        let (short, long) = (folder.path().join("short"), folder.path().join("long"));
        std::fs::write(&short, vec![1; PAGE_BYTES]).unwrap();
        std::fs::write(&long, vec![1; PAGE_BYTES * PAGES_MIN as usize]).unwrap();
        // No device has this number.
        let device = libc::makedev(4_000, 77);
        let find = || devices().into_iter().find(|known| (known.major, known.minor) == (4_000, 77));
        assert!(!is_overlapped(&File::open(&short).unwrap(), device, 1), "too short");
        assert_eq!(find(), None);
        let long = File::open(&long).unwrap();
        let is_first = is_overlapped(&long, device, 1);
        let known = find().expect("the device is chosen");
        assert_eq!(is_first, known.access == BatchAccess::Overlapped);
        assert_eq!(known.single_ns.is_some(), known.access != BatchAccess::Refused);
        assert_eq!(is_overlapped(&long, device, 1), is_first);
        assert_eq!(find(), Some(known), "measured once");
    }
}
