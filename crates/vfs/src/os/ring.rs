//! Batches of reads and writes through io_uring, the system's queues for calls that overlap.
//!
//! A batch takes a ring, puts its parts in the ring's submission queue, and waits until the system
//! has ended each part that it took. Idle rings are kept for the next batches. Parts that are
//! neighbours in the file and in the batch make one request, a run, of up to [`RUN_BYTES`].
//!
//! Invariant: **no buffer is released while the system may use it.** A batch borrows its buffers,
//! and [`Ring::run`] returns, or unwinds, only when every submitted run has ended. A ring whose
//! call fails is emptied in the same way and then closed. If the process ends, the system cancels
//! the runs before it takes the memory back.

use super::part::{Bytes, Ended, Part};
use io_uring::{IoUring, opcode, squeue, types};
use sluice_base::sync::atomic::{AtomicUsize, Ordering};
use sluice_base::sync::{LazyLock, Mutex, OnceLock, thread};
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::fd::AsRawFd;

/// A pair of queues shared with the system.
pub(super) struct Ring {
    queues: IoUring,
}

impl Ring {
    /// Runs the parts on `file`. Returns what the system reports of each, and whether the ring can
    /// be used again. A part of a run that failed as a whole has no report, as if the system hadn't
    /// taken it: the error may be that of another part.
    pub(super) fn run(&mut self, file: &File, parts: &mut [Part<'_>]) -> (Vec<Ended>, bool) {
        // The system reads the vectors while a run is in flight, so they stand outside of `flight`.
        let vectors: Vec<libc::iovec> = parts.iter_mut().map(vector).collect();
        let runs: Vec<Range<usize>> = runs(parts);
        let mut ended: Vec<Ended> = runs.iter().map(|_| None).collect();
        let mut flight = Flight { queues: &mut self.queues, queued: 0 };
        let mut left = runs.iter().enumerate();
        let is_usable = loop {
            for (number, run) in left.by_ref().take(DEPTH - flight.queued) {
                flight.push(&entry(file, &parts[run.start], &vectors[run.clone()]).user_data(number as u64));
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
        let shared = runs.iter().zip(ended).flat_map(|(run, ended)| share(&parts[run.clone()], ended));
        (shared.collect(), is_usable)
    }
}

/// Cuts the parts into runs: parts of one kind, none empty, each adjacent to the one before, of
/// [`RUN_BYTES`] at most unless a single part is longer.
fn runs(parts: &[Part<'_>]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut run_bytes = 0;
    for (number, part) in parts.iter().enumerate() {
        let length = part.bytes.length();
        let follows = number.checked_sub(1).is_some_and(|before| parts[before].is_followed_by(part));
        match runs.last_mut().filter(|_| follows && run_bytes + length <= RUN_BYTES) {
            Some(run) => run.end = number + 1,
            None => {
                runs.push(number..number + 1);
                run_bytes = 0;
            }
        }
        run_bytes += length;
    }
    runs
}

/// Shares the report of a run among its parts. Bytes of a run that ended short belong to its first
/// parts.
fn share(run: &[Part<'_>], ended: Ended) -> Vec<Ended> {
    match ended {
        Some(Ok(mut count)) => {
            let part = |part: &Part<'_>| {
                let taken = count.min(part.bytes.length());
                count -= taken;
                Some(Ok(taken))
            };
            run.iter().map(part).collect()
        }
        ended if run.len() == 1 => vec![ended],
        _ => run.iter().map(|_| None).collect(),
    }
}

/// The runs given to a ring that have not ended.
struct Flight<'r> {
    queues: &'r mut IoUring,
    queued: usize,
}

impl Flight<'_> {
    /// Puts an entry in the submission queue, which has room.
    fn push(&mut self, entry: &squeue::Entry) {
        // SAFETY: the entry's descriptor, buffers and vectors belong to the borrowed file, to the
        // borrowed parts and to `Ring::run`, which outlive the flight. The flight ends only when
        // the system has ended the entry or hasn't taken it (the module's invariant).
        let pushed = unsafe { self.queues.submission().push(entry) };
        self.queued += usize::from(pushed.is_ok());
    }

    /// Takes the runs that have ended off the completion queue.
    fn reap(&mut self, ended: &mut [Ended]) {
        for completion in self.queues.completion() {
            self.queued -= 1;
            if let Some(run) = ended.get_mut(completion.user_data() as usize) {
                let result = completion.result();
                *run = Some(usize::try_from(result).map_err(|_| io::Error::from_raw_os_error(-result)));
            }
        }
    }

    /// Waits until each run that the system took has ended. Entries still in the submission queue
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

/// Returns the system's description of a part's buffer. A longer part ends short, and the caller
/// completes it.
fn vector(part: &mut Part<'_>) -> libc::iovec {
    let (start, length) = match &mut part.bytes {
        Bytes::Read(bytes) => (bytes.as_mut_ptr(), bytes.len()),
        Bytes::Write(bytes) => (bytes.as_ptr().cast_mut(), bytes.len()),
    };
    libc::iovec { iov_base: start.cast(), iov_len: length.min(PART_BYTES_MAX) }
}

/// Returns the request of a run that begins with the part `first`, with the vectors of its parts.
fn entry(file: &File, first: &Part<'_>, vectors: &[libc::iovec]) -> squeue::Entry {
    let descriptor = types::Fd(file.as_raw_fd());
    match (&first.bytes, vectors) {
        (Bytes::Read(_), [one]) => {
            opcode::Read::new(descriptor, one.iov_base.cast(), one.iov_len as u32).offset(first.offset).build()
        }
        (Bytes::Write(_), [one]) => {
            opcode::Write::new(descriptor, one.iov_base.cast(), one.iov_len as u32).offset(first.offset).build()
        }
        (Bytes::Read(_), several) => {
            opcode::Readv::new(descriptor, several.as_ptr(), several.len() as u32).offset(first.offset).build()
        }
        (Bytes::Write(_), several) => {
            opcode::Writev::new(descriptor, several.as_ptr(), several.len() as u32).offset(first.offset).build()
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

/// The number of runs of a batch that the system has at a time.
pub(super) const DEPTH: usize = 64;

/// Rings of the process. Further batches at the same time use blocking calls.
const OPEN_MAX: usize = 16;

/// The longest run of several parts. A step of the read-ahead, 1 MB, makes four, which overlap.
/// The parts of a run are not shorter than a sector, so a run has no more than the system takes
/// in a call (1,024).
const RUN_BYTES: usize = 256 << 10;

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
        // Parts with gaps between them make no runs.
        let offset = |number: usize| 32 * number as u64;
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
    fn neighbours_of_a_batch_make_runs_and_share_their_result() {
        let (page, half) = ([1; 8192], [1; 4096]);
        let write = |offset, bytes| Part { offset, bytes: Bytes::Write(bytes) };
        let mut read_to = [0; 8192];
        let mut parts = vec![write(0, &page[..]), write(8192, &half), write(12_288, &page), write(24_576, &page)];
        parts.push(write(32_768, &[]));
        parts.push(write(32_768, &page));
        parts.push(Part { offset: 40_960, bytes: Bytes::Read(&mut read_to) });
        assert_eq!(runs(&parts), [0..3, 3..4, 4..5, 5..6, 6..7], "a gap, an empty part, another kind");
        let long: Vec<Part<'_>> = (0..70).map(|number| write(8192 * number, &page[..])).collect();
        assert_eq!(runs(&long), [0..32, 32..64, 64..70]);
        let counts = |ended| share(&parts[..3], ended).into_iter().map(|part| part.map(Result::unwrap));
        assert_eq!(counts(Some(Ok(20_480))).collect::<Vec<_>>(), [Some(8192), Some(4096), Some(8192)]);
        assert_eq!(counts(Some(Ok(9000))).collect::<Vec<_>>(), [Some(8192), Some(808), Some(0)], "a short run");
        let failed = || Some(Err(io::Error::from_raw_os_error(libc::EIO)));
        assert!(share(&parts[..3], failed()).iter().all(Option::is_none), "each part is done again");
        assert!(matches!(&share(&parts[..1], failed())[..], [Some(Err(_))]), "a single part has failed itself");
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
        let mut part = Part { offset: 0, bytes: Bytes::Write(&[2; 8]) };
        let vectors = [vector(&mut part)];
        let mut flight = Flight { queues: &mut queues, queued: 0 };
        flight.push(&entry(&file, &part, &vectors));
        let mut ended = [None];
        flight.settle(&mut ended);
        drop(flight);
        drop(queues);
        assert!(ended[0].is_none());
        assert_eq!(std::fs::read(&path).unwrap(), [1; 64]);
    }
}
