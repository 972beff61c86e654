//! Overlapped and blocking batches give the same bytes and errors.

use super::super::ring;
use super::*;
use crate::aligned::AlignedBuf;
use crate::file::{Access, Create, OpenOptions};
use proptest::collection::vec;
use proptest::prelude::*;
use std::path::Path;

const SECTOR: usize = 4096;

fn open(path: &Path, access: Access) -> OsFile {
    let file = fs::File::options().read(true).write(true).create(true).truncate(false).open(path).unwrap();
    OsFile::new(file, path, OpenOptions { create: Create::IfMissing, access, durability: Durability::Deferred })
        .unwrap()
}

/// Blocking calls.
fn in_turn(_file: &fs::File, _unit: usize, _parts: &mut [Part<'_>]) -> Option<Vec<Ended>> {
    None
}

/// A ring, or blocking calls where rings are refused.
fn by_ring(file: &fs::File, _unit: usize, parts: &mut [Part<'_>]) -> Option<Vec<Ended>> {
    ring::run(file, parts)
}

/// A ring whose parts end short, interrupted, refused or not at all, in turn.
fn by_bad_ring(file: &fs::File, unit: usize, parts: &mut [Part<'_>]) -> Option<Vec<Ended>> {
    let mut ended = by_ring(file, unit, parts)?;
    for (number, part) in ended.iter_mut().enumerate() {
        *part = match (number % 5, part.take()) {
            (0, Some(Ok(count))) => Some(Ok(count / 2)),
            (1, Some(Ok(_))) => Some(Err(io::Error::from_raw_os_error(libc::EINTR))),
            (2, Some(Ok(_))) => Some(Err(io::Error::from_raw_os_error(libc::EAGAIN))),
            (3, Some(Ok(_))) => None,
            (_, part) => part,
        };
    }
    Some(ended)
}

type Kinds = Vec<Option<io::ErrorKind>>;

fn kinds(results: &BatchResults) -> Kinds {
    results.iter().map(|result| result.as_ref().err().map(|error| error.source.kind())).collect()
}

/// The range of a part: first sector, number of sectors, and an odd offset.
type PartRange = (usize, usize, bool);

/// Writes the places, which have no byte in common, then reads the other places. Returns the
/// results, the file's bytes and the bytes read.
fn work(path: &Path, writes: &[PartRange], reads: &[PartRange], run: Run<'_>) -> (Kinds, Vec<u8>, Kinds, Vec<Vec<u8>>) {
    let file = open(path, Access::Direct);
    let offset = |(first, _, is_odd): &PartRange| (first * SECTOR + usize::from(*is_odd)) as u64;
    let mut buffers: Vec<AlignedBuf> =
        writes.iter().map(|(_, sectors, _)| AlignedBuf::zeroed((sectors * SECTOR).max(1))).collect();
    for (number, buf) in buffers.iter_mut().enumerate() {
        buf.fill(number as u8 + 1);
    }
    let parts: Vec<(u64, &[u8])> =
        writes.iter().zip(&buffers).map(|(place, buf)| (offset(place), &buf[..place.1 * SECTOR])).collect();
    let written = kinds(&file.write_parts(&parts, run));
    let mut buffers: Vec<AlignedBuf> =
        reads.iter().map(|(_, sectors, _)| AlignedBuf::zeroed((sectors * SECTOR).max(1))).collect();
    let mut parts: Vec<(u64, &mut [u8])> =
        reads.iter().zip(&mut buffers).map(|(place, buf)| (offset(place), &mut buf[..place.1 * SECTOR])).collect();
    let read = kinds(&file.read_parts(&mut parts, run));
    // A failed read may have changed any part of its buffer.
    let found = buffers.iter().zip(&read).map(|(buf, failed)| if failed.is_none() { buf.to_vec() } else { vec![] });
    let found = found.collect();
    file.sync().unwrap();
    (written, fs::read(path).unwrap(), read, found)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_ways_give_the_same_bytes_and_errors(
        lengths in vec((0usize..3, 0usize..4, prop::bool::weighted(0.02)), 0..90),
        reads in vec((0usize..200, 0usize..4, prop::bool::weighted(0.02)), 0..90),
    ) {
        let mut next = 0;
        let mut writes: Vec<PartRange> = Vec::new();
        for (gap, sectors, is_odd) in lengths {
            writes.push((next + gap, sectors, is_odd));
            next += gap + sectors;
        }
        let folder = tempfile::tempdir().unwrap();
        let expected = work(&folder.path().join("turn"), &writes, &reads, &in_turn);
        let ring = work(&folder.path().join("ring"), &writes, &reads, &by_ring);
        prop_assert_eq!(&expected, &ring);
        let bad = work(&folder.path().join("bad"), &writes, &reads, &by_bad_ring);
        prop_assert_eq!(&expected, &bad);
    }
}

#[test]
fn failed_parts_leave_the_others_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let file = open(&path, Access::Direct);
    let failing = |_: &fs::File, _: usize, _: &mut [Part<'_>]| {
        Some(vec![
            Some(Ok(SECTOR)),
            Some(Err(io::Error::from_raw_os_error(libc::ENOSPC))),
            Some(Err(io::Error::from_raw_os_error(libc::EIO))),
        ])
    };
    let page = AlignedBuf::zeroed(SECTOR);
    let writes: Vec<(u64, &[u8])> = (0..3).map(|number| (number * SECTOR as u64, &page[..])).collect();
    let results: Vec<_> = file.write_parts(&writes, &failing).into_iter().collect();
    if !file.is_direct() {
        // Blocking calls have done all of them.
        return;
    }
    assert!(results[0].is_ok());
    let full = results[1].as_ref().unwrap_err();
    assert!(full.is_disk_full() && full.range == Some((SECTOR as u64, SECTOR as u64)), "{full}");
    assert_eq!(results[2].as_ref().unwrap_err().source.raw_os_error(), Some(libc::EIO));
    assert_eq!(file.len().unwrap(), 0, "no failed write is tried again");
}

#[test]
fn adjacent_reads_in_turn_end_at_the_files_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    fs::write(&path, (0..250).collect::<Vec<u8>>()).unwrap();
    let file = open(&path, Access::Buffered);
    let mut bufs = [[0; 100]; 4];
    let [first, second, cut, beyond] = &mut bufs;
    let mut reads: Vec<(u64, &mut [u8])> = vec![(0, first), (100, second), (200, cut), (300, beyond)];
    let eof = Some(io::ErrorKind::UnexpectedEof);
    assert_eq!(kinds(&file.read_parts(&mut reads, &in_turn)), [None, None, eof, eof]);
    let expected: Vec<u8> = (0..200).collect();
    assert_eq!(bufs[..2].concat(), expected);
}

#[test]
fn buffered_batches_are_done_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let file = open(&folder.path().join("f"), Access::Buffered);
    let never = |_: &fs::File, _: usize, _: &mut [Part<'_>]| -> Option<Vec<Ended>> { panic!("not asked") };
    file.write_parts(&[(0, b"one"), (3, b"two"), (9, b"three")], &never).whole().unwrap();
    let (mut head, mut tail) = ([0; 6], [0; 6]);
    let results = file.read_parts(&mut [(0, &mut head), (9, &mut tail)], &never);
    assert_eq!(kinds(&results), [None, Some(io::ErrorKind::UnexpectedEof)]);
    assert_eq!(&head, b"onetwo");
}
