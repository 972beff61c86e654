//! Batches of reads and writes through io_uring, the system's queues for calls that overlap.
//!
//! A batch takes a ring, puts its parts in the ring's submission queue, and waits until the system
//! has ended each part that it took. Idle rings are kept for the next batches.
//!
//! Invariant: **no buffer is released while the system may use it.** A batch borrows its buffers,
//! and [`Ring::run`] returns, or unwinds, only when every submitted part has ended. A ring whose
//! call fails is emptied in the same way and then closed. If the process ends, the system cancels
//! the parts before it takes the memory back.

use super::part::{Bytes, Ended, Part};
use io_uring::{IoUring, opcode, squeue, types};
use sluice_base::sync::atomic::{AtomicUsize, Ordering};
use sluice_base::sync::{LazyLock, Mutex, OnceLock, thread};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

/// A pair of queues shared with the system.
pub(super) struct Ring {
    queues: IoUring,
}

impl Ring {
    /// Runs the parts on `file`. Returns what the system reports of each, and whether the ring can
    /// be used again.
    pub(super) fn run(&mut self, file: &File, parts: &mut [Part<'_>]) -> (Vec<Ended>, bool) {
        let mut ended: Vec<Ended> = parts.iter().map(|_| None).collect();
        let mut flight = Flight { queues: &mut self.queues, queued: 0 };
        let mut left = parts.iter_mut().enumerate();
        let is_usable = loop {
            for (number, part) in left.by_ref().take(DEPTH - flight.queued) {
                flight.push(&entry(file, part).user_data(number as u64));
            }
            if flight.queued == 0 {
                break true;
            }
            // With more parts to come, half of the places are filled again at once.
            let wanted = if left.len() == 0 { flight.queued } else { flight.queued.div_ceil(2) };
            match flight.queues.submit_and_wait(wanted) {
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break false,
            }
            flight.reap(&mut ended);
        };
        flight.settle(&mut ended);
        (ended, is_usable)
    }
}

/// The parts given to a ring that have not ended.
struct Flight<'r> {
    queues: &'r mut IoUring,
    queued: usize,
}

impl Flight<'_> {
    /// Puts an entry in the submission queue, which has room.
    fn push(&mut self, entry: &squeue::Entry) {
        // SAFETY: the entry's descriptor and buffer belong to the borrowed file and part of
        // `Ring::run`, which outlive the flight. The flight ends only when the system has ended
        // the entry or hasn't taken it (the module's invariant).
        let pushed = unsafe { self.queues.submission().push(entry) };
        self.queued += usize::from(pushed.is_ok());
    }

    /// Takes the parts that have ended off the completion queue.
    fn reap(&mut self, ended: &mut [Ended]) {
        for completion in self.queues.completion() {
            self.queued -= 1;
            if let Some(part) = ended.get_mut(completion.user_data() as usize) {
                let result = completion.result();
                *part = Some(usize::try_from(result).map_err(|_| io::Error::from_raw_os_error(-result)));
            }
        }
    }

    /// Waits until each part that the system took has ended. Entries still in the submission queue
    /// were never taken; without another submission the system doesn't see them.
    fn settle(&mut self, ended: &mut [Ended]) {
        let untaken = self.queues.submission().len();
        loop {
            self.reap(ended);
            if self.queued <= untaken {
                break;
            }
            thread::yield_now();
        }
        self.queued = 0;
    }
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        if self.queued > 0 {
            self.settle(&mut []);
        }
    }
}

fn entry(file: &File, part: &mut Part<'_>) -> squeue::Entry {
    let descriptor = types::Fd(file.as_raw_fd());
    // A longer part ends short, and the caller completes it.
    let length = |bytes: &[u8]| bytes.len().min(PART_BYTES_MAX) as u32;
    match &mut part.bytes {
        Bytes::Read(bytes) => {
            opcode::Read::new(descriptor, bytes.as_mut_ptr(), length(bytes)).offset(part.offset).build()
        }
        Bytes::Write(bytes) => {
            opcode::Write::new(descriptor, bytes.as_ptr(), length(bytes)).offset(part.offset).build()
        }
    }
}

/// Runs the parts on `file` through a ring. Returns `None` if no ring can be had.
pub(super) fn run(file: &File, parts: &mut [Part<'_>]) -> Option<Vec<Ended>> {
    let mut ring = ALL.take()?;
    let (ended, is_usable) = ring.run(file, parts);
    ALL.put(ring, is_usable);
    Some(ended)
}

/// Returns why the system refuses rings, once a batch has met the refusal. `None` before.
pub(crate) fn refusal() -> Option<&'static str> {
    ALL.refusal.get().map(String::as_str)
}

/// The rings of the process.
struct Rings {
    idle: Mutex<Vec<Ring>>,
    /// The number of rings, idle or in use. Each has a descriptor.
    open: AtomicUsize,
    /// The error of a system that has no rings or doesn't permit them.
    refusal: OnceLock<String>,
}

impl Rings {
    fn take(&self) -> Option<Ring> {
        if self.refusal.get().is_some() {
            return None;
        }
        if let Some(ring) = self.idle.lock().pop() {
            return Some(ring);
        }
        if self.open.fetch_add(1, Ordering::Relaxed) < OPEN_MAX {
            match IoUring::new(DEPTH as u32) {
                Ok(queues) => return Some(Ring { queues }),
                Err(error) if is_final(&error) => {
                    self.refusal.get_or_init(|| error.to_string());
                }
                // Too few descriptors or too little memory: a later batch may succeed.
                Err(_) => {}
            }
        }
        self.open.fetch_sub(1, Ordering::Relaxed);
        None
    }

    fn put(&self, ring: Ring, is_usable: bool) {
        if is_usable {
            self.idle.lock().push(ring);
        } else {
            self.open.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Whether the system will never permit a ring: it has no such call, or a rule forbids the call.
fn is_final(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::EPERM | libc::EACCES | libc::ENOSYS | libc::EINVAL | libc::EOPNOTSUPP))
}

static ALL: LazyLock<Rings> =
    LazyLock::new(|| Rings { idle: Mutex::default(), open: AtomicUsize::new(0), refusal: OnceLock::new() });

/// The number of parts of a batch that the system has at a time.
pub(super) const DEPTH: usize = 64;

/// Rings of the process. Further batches at the same time use blocking calls.
const OPEN_MAX: usize = 16;

/// A part of this length is more than enough for a device at a time.
const PART_BYTES_MAX: usize = 1 << 30;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_final_but_shortage_is_not() {
        for code in [libc::EPERM, libc::ENOSYS, libc::EACCES] {
            assert!(is_final(&io::Error::from_raw_os_error(code)), "{code}");
        }
        for code in [libc::EMFILE, libc::ENOMEM, libc::ENFILE] {
            assert!(!is_final(&io::Error::from_raw_os_error(code)), "{code}");
        }
    }

    #[test]
    fn parts_beyond_the_depth_are_all_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path).unwrap();
        let count = 3 * DEPTH + 5;
        let blocks: Vec<[u8; 16]> = (0..count).map(|number| [number as u8; 16]).collect();
        let offset = |number: usize| 16 * number as u64;
        let write = |(number, block)| Part { offset: offset(number), bytes: Bytes::Write(block) };
        let mut parts: Vec<Part<'_>> = blocks.iter().map(|block| &block[..]).enumerate().map(write).collect();
        let Some(ended) = run(&file, &mut parts) else {
            assert!(refusal().is_some(), "a permitted ring is not made");
            return;
        };
        assert!(ended.into_iter().all(|part| part.unwrap().unwrap() == 16));
        let mut found = vec![[0; 16]; count + 1];
        let mut parts: Vec<Part<'_>> = found
            .iter_mut()
            .enumerate()
            .map(|(number, block)| Part { offset: offset(number), bytes: Bytes::Read(block) })
            .collect();
        let ended = run(&file, &mut parts).unwrap();
        let counts: Vec<usize> = ended.into_iter().map(|part| part.unwrap().unwrap()).collect();
        assert_eq!((counts[0], counts[count - 1], counts[count]), (16, 16, 0), "the last is beyond the end");
        assert_eq!(&found[..count], &blocks[..]);
    }

    #[test]
    fn wrong_descriptor_fails_each_part() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        std::fs::write(&path, [1; 64]).unwrap();
        let read_only = File::open(&path).unwrap();
        let mut buf = [0; 8];
        let mut parts =
            [Part { offset: 0, bytes: Bytes::Write(&[2; 8]) }, Part { offset: 8, bytes: Bytes::Read(&mut buf) }];
        let Some(ended) = run(&read_only, &mut parts) else { return };
        assert_eq!(ended[0].as_ref().unwrap().as_ref().unwrap_err().raw_os_error(), Some(libc::EBADF));
        assert!(matches!(ended[1], Some(Ok(8))));
        assert_eq!(buf, [1; 8]);
        assert_eq!(std::fs::read(&path).unwrap(), [1; 64]);
    }

    #[test]
    fn unsubmitted_parts_are_not_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        std::fs::write(&path, [1; 64]).unwrap();
        let file = File::options().read(true).write(true).open(&path).unwrap();
        let Ok(mut queues) = IoUring::new(8) else { return };
        let mut flight = Flight { queues: &mut queues, queued: 0 };
        let mut part = Part { offset: 0, bytes: Bytes::Write(&[2; 8]) };
        flight.push(&entry(&file, &mut part));
        let mut ended = [None];
        flight.settle(&mut ended);
        drop(flight);
        drop(queues);
        assert!(ended[0].is_none());
        assert_eq!(std::fs::read(&path).unwrap(), [1; 64]);
    }
}
