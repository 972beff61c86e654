//! The bytes of a file at one moment, in chunks that copies share until either copy writes the
//! chunk. The chunks are in groups, and a group without a chunk takes no memory: layers of data
//! files are long and have few pages.
//!
//! Invariants: every byte at or beyond `len` that a chunk holds is zero, and every chunk beyond it
//! is a hole; a copy costs a pointer per chunk.

use sluice_base::heap::{block_bytes, move_to_files};
use sluice_base::sync::Arc;
use std::ops::Range;

/// Bytes in a chunk: the unit of space allocation in the file system.
pub(super) const CHUNK_BYTES: u64 = 4096;

/// A file's bytes.
#[derive(Clone, Default)]
pub(super) struct Image {
    /// The groups up to the end. One with holes alone may be absent.
    groups: Vec<Option<Box<Group>>>,
    len: u64,
}

/// Neighbouring chunks.
type Group = [Chunk; GROUP_CHUNKS];

/// The content of a chunk.
#[derive(Clone)]
enum Chunk {
    /// No space is allocated: reads as zeroes, and a write must allocate space.
    Hole,
    /// Allocated space that was never written: reads as zeroes.
    Reserved,
    /// Written bytes.
    Written(Arc<Block>),
}

/// The bytes of a chunk, which are memory of files and of no request.
struct Block([u8; CHUNK_BYTES as usize]);

impl Image {
    /// Returns the length in bytes.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Returns the number of chunks with allocated space.
    pub(super) fn chunks_taken(&self) -> u64 {
        self.groups.iter().flatten().flat_map(|group| group.iter()).filter(|chunk| !chunk.is_hole()).count() as u64
    }

    fn chunk(&self, index: usize) -> &Chunk {
        let group = self.groups.get(index / GROUP_CHUNKS).and_then(Option::as_deref);
        group.map_or(&Chunk::Hole, |group| &group[index % GROUP_CHUNKS])
    }

    /// Returns a chunk of the file for a change.
    fn chunk_mut(&mut self, index: usize) -> &mut Chunk {
        let group = &mut self.groups[index / GROUP_CHUNKS];
        &mut group.get_or_insert_with(|| Box::new([const { Chunk::Hole }; GROUP_CHUNKS]))[index % GROUP_CHUNKS]
    }

    /// Fills `buf` from `offset`. Holes read as zeroes. The range must lie within the file; only
    /// debug builds check this.
    pub(super) fn read(&self, buf: &mut [u8], offset: u64) {
        debug_assert!(offset + buf.len() as u64 <= self.len);
        let mut rest = buf;
        let mut at = offset;
        while !rest.is_empty() {
            let (index, inside) = split(at);
            let (part, after) = rest.split_at_mut(part_len(inside, rest.len()));
            match self.chunk(index) {
                Chunk::Written(block) => part.copy_from_slice(&block.0[inside..inside + part.len()]),
                Chunk::Hole | Chunk::Reserved => part.fill(0),
            }
            at += part.len() as u64;
            rest = after;
        }
    }

    /// Writes `bytes` at `offset` and makes the file at least that long. Shared chunks are copied
    /// first. Zeroes written to a hole take space of the file system, but no memory.
    pub(super) fn write(&mut self, bytes: &[u8], offset: u64) {
        if bytes.is_empty() {
            return;
        }
        self.set_len(self.len.max(offset + bytes.len() as u64));
        let mut rest = bytes;
        let mut at = offset;
        while !rest.is_empty() {
            let (index, inside) = split(at);
            let (part, after) = rest.split_at(part_len(inside, rest.len()));
            let chunk = self.chunk_mut(index);
            if !matches!(chunk, Chunk::Written(_)) {
                if *part == ZEROES[..part.len()] {
                    // Zeroes take space of the file system, but no memory.
                    *chunk = Chunk::Reserved;
                    at += part.len() as u64;
                    rest = after;
                    continue;
                }
                *chunk = Chunk::Written(Arc::new(Block::new([0; CHUNK_BYTES as usize])));
            }
            if let Chunk::Written(shared) = chunk {
                Arc::make_mut(shared).0[inside..inside + part.len()].copy_from_slice(part);
            }
            at += part.len() as u64;
            rest = after;
        }
    }

    /// Sets the file's length to `len` bytes; new bytes read as zeroes. Bytes beyond a shorter
    /// length are lost, and read as zeros if the file grows again.
    pub(super) fn set_len(&mut self, len: u64) {
        let (index, inside) = split(len);
        if len < self.len {
            let first_lost = len.div_ceil(CHUNK_BYTES) as usize;
            let end = first_lost.next_multiple_of(GROUP_CHUNKS).min(self.len.div_ceil(CHUNK_BYTES) as usize);
            (first_lost..end).for_each(|lost| *self.chunk_mut(lost) = Chunk::Hole);
            if inside > 0
                && let Chunk::Written(shared) = self.chunk_mut(index)
            {
                Arc::make_mut(shared).0[inside..].fill(0);
            }
        }
        self.groups.resize_with((len.div_ceil(CHUNK_BYTES) as usize).div_ceil(GROUP_CHUNKS), || None);
        self.len = len;
    }

    /// Reserves space for the range and makes the file at least that long.
    pub(super) fn reserve(&mut self, range: Range<u64>) {
        self.set_len(self.len.max(range.end));
        for index in indexes(range) {
            let chunk = self.chunk_mut(index);
            if chunk.is_hole() {
                *chunk = Chunk::Reserved;
            }
        }
    }

    /// Returns, for each chunk of the range that needs space, the number of bytes of the range
    /// before this chunk.
    pub(super) fn holes(&self, range: Range<u64>) -> impl Iterator<Item = u64> {
        indexes(range.clone())
            .filter(|index| self.chunk(*index).is_hole())
            .map(move |index| (index as u64 * CHUNK_BYTES).saturating_sub(range.start))
    }

    /// Shares the chunks that the range touches with `other`, so that this image has the same bytes
    /// there. Chunks are shared whole, with bytes beside the range. The image grows if the other
    /// image is longer within the range.
    pub(super) fn adopt(&mut self, other: &Image, range: Range<u64>) {
        self.set_len(self.len.max(range.end.min(other.len)));
        for index in indexes(range) {
            let chunk = other.chunk(index);
            if !(chunk.is_hole() && self.chunk(index).is_hole()) {
                *self.chunk_mut(index) = chunk.clone();
            }
        }
    }
}

impl Chunk {
    fn is_hole(&self) -> bool {
        matches!(self, Chunk::Hole)
    }
}

impl Block {
    fn new(bytes: [u8; CHUNK_BYTES as usize]) -> Block {
        move_to_files(IN_MEMORY);
        Block(bytes)
    }
}

impl Clone for Block {
    fn clone(&self) -> Block {
        Block::new(self.0)
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        move_to_files(-IN_MEMORY);
    }
}

fn split(at: u64) -> (usize, usize) {
    ((at / CHUNK_BYTES) as usize, (at % CHUNK_BYTES) as usize)
}

fn part_len(inside: usize, rest: usize) -> usize {
    rest.min(CHUNK_BYTES as usize - inside)
}

fn indexes(range: Range<u64>) -> Range<usize> {
    if range.is_empty() {
        return 0..0;
    }
    (range.start / CHUNK_BYTES) as usize..range.end.div_ceil(CHUNK_BYTES) as usize
}

/// A chunk of zeroes, for a comparison that is fast in debug builds too.
static ZEROES: [u8; CHUNK_BYTES as usize] = [0; CHUNK_BYTES as usize];

/// The chunks of a group.
const GROUP_CHUNKS: usize = 64;

/// The bytes of the heap that a block takes, with the counts of what is shared.
const IN_MEMORY: i64 = block_bytes(CHUNK_BYTES as usize + 2 * size_of::<usize>());

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(image: &Image) -> Vec<u8> {
        let mut buf = vec![7; image.len() as usize];
        image.read(&mut buf, 0);
        buf
    }

    #[test]
    fn image_copy_is_unchanged_by_write_to_original() {
        let mut image = Image::default();
        image.write(&[1; 5000], 100);
        let copy = image.clone();
        image.write(&[2; 10], 4090);
        assert_eq!(bytes(&copy), [vec![0; 100], vec![1; 5000]].concat());
        assert_eq!(bytes(&image), [vec![0; 100], vec![1; 3990], vec![2; 10], vec![1; 1000]].concat());
    }

    #[test]
    fn written_zeroes_take_no_memory() {
        let mut image = Image::default();
        image.write(&[0; 10_000], 0);
        assert!((0..3).all(|index| matches!(image.chunk(index), Chunk::Reserved)));
        image.write(&[1; 10], 5_000);
        image.write(&[0; 5], 5_000);
        assert_eq!(bytes(&image), [vec![0; 5_005], vec![1; 5], vec![0; 4_990]].concat());
        assert_eq!(image.chunks_taken(), 3);
    }

    #[test]
    fn truncated_bytes_are_zero_after_regrowth() {
        let mut image = Image::default();
        image.write(&[1; 6000], 0);
        image.set_len(10);
        image.set_len(6000);
        assert_eq!(bytes(&image), [vec![1; 10], vec![0; 5990]].concat());
    }

    #[test]
    fn truncated_chunks_are_holes_after_regrowth() {
        let mut image = Image::default();
        let end = 3 * GROUP_CHUNKS as u64 * CHUNK_BYTES;
        image.reserve(0..end);
        image.set_len(CHUNK_BYTES + 1);
        image.set_len(end);
        assert_eq!(image.chunks_taken(), 2);
        assert_eq!(image.holes(0..end).count(), 3 * GROUP_CHUNKS - 2);
    }

    #[test]
    fn image_groups_without_chunk_take_no_memory() {
        let mut image = Image::default();
        image.write(&[1; 10], 1 << 32);
        assert_eq!(image.groups.iter().flatten().count(), 1);
        let mut copy = Image::default();
        copy.adopt(&image, 0..image.len());
        assert_eq!((copy.groups.iter().flatten().count(), copy.len()), (1, image.len()));
    }

    #[test]
    fn image_space_is_counted_in_chunks() {
        let mut image = Image::default();
        image.reserve(0..8192);
        image.write(&[1; 100], 4000);
        image.write(&[1], 5 * CHUNK_BYTES);
        assert_eq!((image.chunks_taken(), image.len()), (3, 5 * CHUNK_BYTES + 1));
        let holes: Vec<u64> = image.holes(4096..6 * CHUNK_BYTES).collect();
        assert_eq!(holes, [CHUNK_BYTES, 2 * CHUNK_BYTES, 3 * CHUNK_BYTES]);
    }
}
