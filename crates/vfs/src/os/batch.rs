//! Batches of reads and writes on the system's files: overlapped where the system can and that is
//! faster, else by blocking calls in turn.
//!
//! A part that the system ended short, interrupted or didn't accept is done again by a blocking
//! call, which completes it or reports its error. So are the parts that failed together in one
//! call, because the error may be that of any of them. Any other error is the part's result: a
//! write that failed alone isn't tried again here.

use super::handle::OsFile;
use super::part::{Bytes, Ended, Part};
use super::{system, transfer};
use crate::batch::BatchResults;
use crate::error::{FileError, Operation};
use crate::file::{Durability, File};
use std::{fs, io};

/// Runs the parts on the file, which has sectors of this size. Returns `None` if blocking calls are
/// to be used.
type Run<'r> = &'r dyn Fn(&fs::File, usize, &mut [Part<'_>]) -> Option<Vec<Ended>>;

impl OsFile {
    /// Does [`File::read_batch`], overlapped by `run`.
    pub(super) fn read_parts(&self, reads: &mut [(u64, &mut [u8])], run: Run<'_>) -> BatchResults {
        let is_valid = reads.iter().all(|(offset, buf)| self.check(Operation::Read, buf, *offset).is_ok());
        let mut parts: Vec<Part<'_>> =
            reads.iter_mut().map(|(offset, buf)| Part { offset: *offset, bytes: Bytes::Read(buf) }).collect();
        let ended = if is_valid { self.overlapped(Operation::Read, &mut parts, run) } else { None };
        let Some(ended) = ended else { return self.read_runs(reads) };
        let settled = reads.iter_mut().zip(ended).map(|((offset, buf), ended)| {
            self.settle(Operation::Read, (*offset, buf.len()), ended).unwrap_or_else(|| self.read_at(buf, *offset))
        });
        settled.collect()
    }

    /// Does [`File::write_batch`], overlapped by `run`.
    pub(super) fn write_parts(&self, writes: &[(u64, &[u8])], run: Run<'_>) -> BatchResults {
        let is_valid = writes.iter().all(|(offset, bytes)| self.check(Operation::Write, bytes, *offset).is_ok());
        if !is_valid {
            return writes.iter().map(|(offset, bytes)| self.write_at(bytes, *offset)).collect();
        }
        let mut parts: Vec<Part<'_>> =
            writes.iter().map(|(offset, bytes)| Part { offset: *offset, bytes: Bytes::Write(bytes) }).collect();
        let Some(ended) = self.overlapped(Operation::Write, &mut parts, run) else {
            return self.written_durably(writes, self.write_runs(writes));
        };
        let settled = writes.iter().zip(ended).map(|((offset, bytes), ended)| {
            self.settle(Operation::Write, (*offset, bytes.len()), ended)
                .unwrap_or_else(|| self.write_at(bytes, *offset))
        });
        settled.collect()
    }

    /// Runs the parts through the system's queues. Returns `None` if blocking calls are to be used:
    /// they also report the error of a file that can't be opened again.
    fn overlapped(&self, operation: Operation, parts: &mut [Part<'_>], run: Run<'_>) -> Option<Vec<Ended>> {
        if !self.is_direct() {
            return None;
        }
        let work = |file: &fs::File| Ok(run(file, self.sector_size() as usize, parts));
        let ended = if operation == Operation::Write { self.writing(work) } else { self.file.with(work) };
        ended.ok().flatten()
    }

    /// Returns the result of a part of `length` bytes at `offset`. `None` if a blocking call has to
    /// do it again.
    fn settle(
        &self,
        operation: Operation,
        (offset, length): (u64, usize),
        ended: Ended,
    ) -> Option<Result<(), FileError>> {
        match ended? {
            Ok(count) => (count == length).then_some(Ok(())),
            Err(error) if is_unaccepted(&error) => None,
            Err(error) => Some(Err(FileError::at(operation, self.path(), offset, length as u64, error))),
        }
    }

    /// Reads in turn. Adjacent reads are passed to the system in a single call. The rest
    /// that it doesn't fill is read part by part.
    fn read_runs(&self, reads: &mut [(u64, &mut [u8])]) -> BatchResults {
        let follows = |one: &(u64, &mut [u8]), next: &(u64, &mut [u8])| {
            !one.1.is_empty() && !next.1.is_empty() && one.0 + one.1.len() as u64 == next.0
        };
        let mut results = Vec::with_capacity(reads.len());
        for run in reads.chunk_by_mut(follows) {
            let is_valid = run.iter().all(|(offset, buf)| self.check(Operation::Read, buf, *offset).is_ok());
            let mut filled = if run.len() > 1 && is_valid { self.read_together(run) } else { 0 };
            for (offset, buf) in run {
                let is_filled = !buf.is_empty() && filled >= buf.len();
                filled = if is_filled { filled - buf.len() } else { 0 };
                results.push(if is_filled { Ok(()) } else { self.read_at(buf, *offset) });
            }
        }
        results.into_iter().collect()
    }

    /// Reads adjacent parts by one call. Returns the number of bytes read; 0 if the call fails.
    fn read_together(&self, run: &mut [(u64, &mut [u8])]) -> usize {
        self.file.with(|file| system::read_some_parts(file, run)).unwrap_or(0)
    }

    /// Writes in turn. Adjacent writes are passed to the system in a single call.
    fn write_runs(&self, writes: &[(u64, &[u8])]) -> Vec<Result<(), FileError>> {
        let follows = |one: &(u64, &[u8]), next: &(u64, &[u8])| {
            !one.1.is_empty() && !next.1.is_empty() && one.0 + one.1.len() as u64 == next.0
        };
        let mut results = Vec::with_capacity(writes.len());
        for mut run in writes.chunk_by(follows) {
            while !run.is_empty() {
                let mut done = 0;
                let write = |file: &fs::File, unit| transfer::write_parts(file, run, &mut done, unit);
                let written = self.writing(|file| self.transfer(file, write));
                results.extend((0..done).map(|_| Ok(())));
                run = &run[done..];
                if let (Err(source), [(offset, bytes), rest @ ..]) = (written, run) {
                    let length = bytes.len() as u64;
                    results.push(Err(FileError::at(Operation::Write, self.path(), *offset, length, source)));
                    run = rest;
                }
            }
        }
        results
    }

    /// Implements rule 2 of [`crate::file`] for a batch if the system's own flag does not.
    fn written_durably(&self, writes: &[(u64, &[u8])], results: Vec<Result<(), FileError>>) -> BatchResults {
        if self.durability() == Durability::Deferred || system::WRITES_ARE_SYNCHRONOUS {
            return results.into_iter().collect();
        }
        let Err(failed) = self.sync() else { return results.into_iter().collect() };
        let lost = |(result, (offset, bytes)): (Result<(), FileError>, &(u64, &[u8]))| {
            let source = io::Error::new(failed.source.kind(), failed.to_string());
            result.and(Err(FileError::at(Operation::Sync, self.path(), *offset, bytes.len() as u64, source)))
        };
        results.into_iter().zip(writes).map(lost).collect()
    }
}

/// Whether the system may do the part if it is asked in another way: the call was interrupted, the
/// system was short of requests, or it refuses this kind of call or direct I/O.
fn is_unaccepted(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, InvalidInput, Unsupported, WouldBlock};
    matches!(error.kind(), Interrupted | InvalidInput | Unsupported | WouldBlock)
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
