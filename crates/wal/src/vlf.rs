//! Virtual log files: the pieces of the log file that the endless stream passes through in a
//! circle.
//!
//! Invariants:
//! 1. A virtual log file in use covers the positions `[start, start + size)` of the stream.
//!    Together the virtual log files in use cover the stream without gaps, from the oldest kept
//!    position to the current one.
//! 2. A block lies in one virtual log file. If less than a whole block is left in a virtual log
//!    file, the rest is unused and the next position is the start of the next one. So the position
//!    after a block is known from the block alone.
//! 3. A free virtual log file is assigned only to the next piece of the stream. The caller writes
//!    into it, or frees it, only after the header with that change is durable.

use crate::block::BLOCK_BYTES;
use crate::space::slots_in;
use sluice_base::ids::Lsn;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Vlf {
    /// The offset in the log file, in bytes; a multiple of 4,096.
    pub(crate) offset: u64,
    /// The size in bytes; a multiple of 4,096.
    pub(crate) size: u64,
    /// The position of the first block, in units of 512 bytes; 0 if free.
    pub(crate) start: u64,
    /// The sequence number in the order of use; 0 if free.
    pub(crate) sequence: u64,
}

impl Vlf {
    /// Whether the virtual log file holds no part of the stream.
    pub(crate) fn is_free(&self) -> bool {
        self.start == 0
    }

    /// Returns the position where the next virtual log file of the stream begins.
    pub(crate) fn end(&self) -> u64 {
        self.start + self.size / Lsn::BLOCK_UNIT
    }

    fn covers(&self, position: u64) -> bool {
        !self.is_free() && (self.start..self.end()).contains(&position)
    }
}

/// All virtual log files of a log, in file order.
#[derive(Clone, Debug, Default)]
pub(crate) struct VlfMap {
    all: Vec<Vlf>,
}

/// The location of a block in the log file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BlockLocation {
    /// The offset in bytes.
    pub(crate) offset: u64,
    /// The bytes from there to the end of the virtual log file.
    pub(crate) room: u64,
}

impl VlfMap {
    /// Returns the map of these virtual log files, which are in file order.
    pub(crate) fn new(all: Vec<Vlf>) -> VlfMap {
        VlfMap { all }
    }

    /// Returns all virtual log files, used or not, in file order.
    pub(crate) fn all(&self) -> &[Vlf] {
        &self.all
    }

    /// Returns the location of the block at `position`, or `None` if no virtual log file in use
    /// covers it.
    pub(crate) fn place(&self, position: u64) -> Option<BlockLocation> {
        let vlf = self.all.iter().find(|vlf| vlf.covers(position))?;
        let into = (position - vlf.start) * Lsn::BLOCK_UNIT;
        Some(BlockLocation { offset: vlf.offset + into, room: vlf.size - into })
    }

    /// Returns the position behind all virtual log files in use.
    pub(crate) fn end(&self) -> u64 {
        self.all.iter().filter(|vlf| !vlf.is_free()).map(Vlf::end).max().unwrap_or(0)
    }

    /// Returns the file offset of the virtual log file that covers `position`, in bytes. `None` if
    /// none covers it.
    pub(crate) fn file_start(&self, position: u64) -> Option<u64> {
        self.all.iter().find(|vlf| vlf.covers(position)).map(|vlf| vlf.offset)
    }

    /// Returns the position after a block of `bytes` (padding included) at `position`, which is
    /// placed. That is the end of the virtual log file if less than [`BLOCK_BYTES`] are left behind
    /// the block (invariant 2).
    pub(crate) fn following(&self, position: u64, bytes: u64) -> u64 {
        let vlf = self.covering(position);
        let end = position + bytes / Lsn::BLOCK_UNIT;
        if vlf.end().saturating_sub(end) * Lsn::BLOCK_UNIT < BLOCK_BYTES as u64 { vlf.end() } else { end }
    }

    /// Returns the number of whole blocks that fit from `position` on. `position` is placed, or the
    /// next to be placed.
    pub(crate) fn slots(&self, position: u64) -> u64 {
        let here = self.place(position).map_or(0, |place| slots_in(place.room));
        here + self.all.iter().filter(|vlf| vlf.is_free()).map(|vlf| slots_in(vlf.size)).sum::<u64>()
    }

    /// Places `position`: assigns the next free virtual log file in circular file order if none
    /// covers it. Returns false if none is free.
    pub(crate) fn ensure_placed(&mut self, position: u64) -> bool {
        if self.place(position).is_some() {
            return true;
        }
        self.next_free().map(|index| self.assign(index, position)).is_some()
    }

    /// Returns the index of the next free virtual log file in circular file order.
    fn next_free(&self) -> Option<usize> {
        let newest = self.all.iter().enumerate().max_by_key(|(_, vlf)| vlf.sequence).map_or(0, |(index, _)| index);
        let count = self.all.len();
        (1..=count).map(|step| (newest + step) % count).find(|index| self.all[*index].is_free())
    }

    /// Assigns the next free virtual log files to the next pieces of the stream before they are
    /// written. Assigns them in the order of later use, up to `bytes` in all. At least one virtual
    /// log file is already in use. The header names the result (`header`, invariant 4).
    pub(crate) fn take_ahead(&mut self, bytes: u64) {
        let mut left = bytes;
        while let Some(index) = self.next_free() {
            let Some(rest) = left.checked_sub(self.all[index].size) else { return };
            left = rest;
            self.assign(index, self.end());
        }
    }

    /// Frees the virtual log files that begin at or above `position`. Nothing was written there.
    pub(crate) fn free_from(&mut self, position: u64) {
        for vlf in &mut self.all {
            if vlf.start >= position {
                (vlf.start, vlf.sequence) = (0, 0);
            }
        }
    }

    /// Whether this map places the positions from `from` up to the block at `position` exactly as
    /// `other` does.
    pub(crate) fn agrees(&self, other: &VlfMap, from: u64, position: u64) -> bool {
        let meant = |vlf: &&Vlf| !vlf.is_free() && vlf.end() > from && vlf.start <= position;
        other.place(position).is_some() && other.all.iter().filter(meant).all(|vlf| self.all.contains(vlf))
    }

    /// Returns the position behind the virtual log file that covers `position`. `None` if none
    /// covers it.
    pub(crate) fn end_at(&self, position: u64) -> Option<u64> {
        self.all.iter().find(|vlf| vlf.covers(position)).map(Vlf::end)
    }

    /// Assigns the free virtual log file at `index` to the stream from `position` on. It gets the
    /// next sequence number, by which the order of use is known. Panics if it's in use.
    pub(crate) fn assign(&mut self, index: usize, position: u64) {
        let sequence = self.all.iter().map(|vlf| vlf.sequence).max().unwrap_or(0) + 1;
        let vlf = &mut self.all[index];
        assert!(vlf.is_free(), "a virtual log file in use is not taken again");
        (vlf.start, vlf.sequence) = (position, sequence);
    }

    /// Frees the virtual log files that lie wholly below `position`, which is at most the position
    /// of the open block. Returns their number.
    pub(crate) fn free_below(&mut self, position: u64) -> usize {
        let mut freed = 0;
        for vlf in &mut self.all {
            if !vlf.is_free() && vlf.end() <= position {
                (vlf.start, vlf.sequence) = (0, 0);
                freed += 1;
            }
        }
        freed
    }

    /// Joins free virtual log files that are neighbours in the file, two at a time. Their entries
    /// in the header are needed for a growth. Returns whether there were any. Those in use keep
    /// their places.
    pub(crate) fn join_free(&mut self) -> bool {
        let before = self.all.len();
        let mut joined: Vec<Vlf> = Vec::with_capacity(before);
        let mut may_join = false;
        for vlf in self.all.drain(..) {
            match joined.last_mut() {
                Some(last) if may_join && vlf.is_free() && last.offset + last.size == vlf.offset => {
                    last.size += vlf.size;
                    may_join = false;
                }
                _ => {
                    may_join = vlf.is_free();
                    joined.push(vlf);
                }
            }
        }
        self.all = joined;
        self.all.len() < before
    }

    /// Returns the file offset of the virtual log file that the stream takes next. `None` if none
    /// is free.
    pub(crate) fn next_offset(&self) -> Option<u64> {
        self.next_free().map(|index| self.all[index].offset)
    }

    /// Removes the last virtual log file of the file. Panics if it's in use.
    pub(crate) fn remove_last(&mut self) {
        let last = self.all.pop();
        assert!(last.is_none_or(|vlf| vlf.is_free()), "a virtual log file in use stays");
    }

    /// Adds free virtual log files behind the others.
    pub(crate) fn add(&mut self, more: &[Vlf]) {
        self.all.extend_from_slice(more);
    }

    /// Returns the size of all virtual log files, in bytes.
    pub(crate) fn total_bytes(&self) -> u64 {
        self.all.iter().map(|vlf| vlf.size).sum()
    }

    /// Returns the bytes that cannot be reused while the open block is at `position`.
    pub(crate) fn used_bytes(&self, position: u64) -> u64 {
        let whole: u64 = self.all.iter().filter(|vlf| !vlf.is_free()).map(|vlf| vlf.size).sum();
        whole - self.place(position).map_or(0, |place| place.room)
    }

    fn covering(&self, position: u64) -> &Vlf {
        self.all.iter().find(|vlf| vlf.covers(position)).expect("an open block is always placed")
    }
}

/// Cuts `bytes` behind a log file of `length` bytes into as many free virtual log files as SQL
/// Server would make, at most `most`. Returns an empty vector if the range is too short for one.
pub(crate) fn cut(length: u64, bytes: u64, most: usize) -> Vec<Vlf> {
    let wanted: u64 = match bytes {
        _ if bytes < length / SMALL_SHARE => 1,
        0..=SMALL_GROWTH => 4,
        _ if bytes <= MIDDLE_GROWTH => 8,
        _ => 16,
    };
    let count = wanted.min(bytes / VLF_MIN).min(most as u64);
    let size = bytes.checked_div(count).unwrap_or(0) / PLACE_UNIT * PLACE_UNIT;
    (0..count).map(|index| Vlf { offset: length + index * size, size, start: 0, sequence: 0 }).collect()
}

/// A growth by less than this part of the file is one virtual log file, as in SQL Server.
const SMALL_SHARE: u64 = 8;
const SMALL_GROWTH: u64 = 64 << 20;
const MIDDLE_GROWTH: u64 = 1 << 30;
const PLACE_UNIT: u64 = 4096;
/// The minimum size of a virtual log file, in bytes: three blocks.
pub(crate) const VLF_MIN: u64 = 192 << 10;
/// The first position of a stream: above zero, and on a boundary of every sector size.
pub(crate) const FIRST_POSITION: u64 = PLACE_UNIT / Lsn::BLOCK_UNIT;

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> VlfMap {
        let mut map = VlfMap::new(cut(1 << 18, 4 * VLF_MIN, 99));
        assert!(map.ensure_placed(FIRST_POSITION));
        map
    }

    #[test]
    fn growth_cut_matches_sql_server_vlf_counts() {
        let count = |length, bytes| cut(length, bytes, 99).len();
        assert_eq!(count(0, 64 << 20), 4);
        assert_eq!(count(0, (64 << 20) + 4096), 8);
        assert_eq!(count(0, 2 << 30), 16);
        assert_eq!((count(512 << 20, 64 << 20), count(513 << 20, 64 << 20)), (4, 1));
        assert_eq!((cut(0, 2 << 30, 3).len(), cut(0, 2 << 30, 0).len()), (3, 0));
        assert_eq!(cut(0, 2 * VLF_MIN + 5000, 99).iter().map(|vlf| vlf.size % 4096).sum::<u64>(), 0);
        assert_eq!(count(0, VLF_MIN - 1), 0);
    }

    #[test]
    fn stream_skips_rest_shorter_than_a_block() {
        let mut map = map();
        let first = map.all()[0];
        let units = VLF_MIN / 512;
        let short = (VLF_MIN - BLOCK_BYTES as u64) / 512;
        assert_eq!(map.following(FIRST_POSITION, short * 512), FIRST_POSITION + short, "a whole block is left");
        let next = map.following(FIRST_POSITION, (short + 1) * 512);
        assert_eq!(next, FIRST_POSITION + units, "less than a block is left");
        assert_eq!(map.place(next), None);
        assert_eq!(map.slots(next), 9, "three free ones of three blocks");
        assert!(map.ensure_placed(next));
        assert_eq!(map.place(next), Some(BlockLocation { offset: first.offset + VLF_MIN, room: VLF_MIN }));
    }

    #[test]
    fn vlfs_are_reused_in_circular_order() {
        let mut map = map();
        let mut position = FIRST_POSITION;
        let mut offsets = Vec::new();
        for _ in 0..6 {
            offsets.push(map.place(position).unwrap().offset);
            let next = map.all().iter().map(Vlf::end).max().unwrap();
            map.free_below(position);
            position = next;
            assert!(map.ensure_placed(position));
        }
        let first = offsets[0];
        let expected: Vec<u64> = [0, 1, 2, 3, 0, 1].iter().map(|index| first + index * VLF_MIN).collect();
        assert_eq!(offsets, expected);
    }

    #[test]
    fn take_ahead_matches_later_assignment() {
        let mut map = map();
        let mut ahead = map.clone();
        ahead.take_ahead(2 * VLF_MIN + 4096);
        assert_eq!(ahead.all().iter().filter(|vlf| vlf.is_free()).count(), 1, "two and no more");
        let next = map.end();
        for position in [next, next + VLF_MIN / 512] {
            assert!(map.ensure_placed(position));
            assert!(ahead.agrees(&map, FIRST_POSITION, position));
        }
        assert!(map.ensure_placed(map.end()));
        assert!(!ahead.agrees(&map, FIRST_POSITION, map.end() - 1), "of the fourth it says nothing");
        ahead.free_from(next + 1);
        assert_eq!(ahead.end(), next + VLF_MIN / 512, "that at the position stays");
        ahead.free_from(next);
        assert_eq!(ahead.end(), next);
    }

    #[test]
    fn vlf_maps_in_different_order_do_not_agree() {
        let (mut map, mut ahead) = (map(), map());
        ahead.take_ahead(u64::MAX);
        let next = map.end();
        map.assign(3, next);
        assert!(!ahead.agrees(&map, FIRST_POSITION, next));
        assert!(map.ensure_placed(map.end()));
        assert!(!ahead.agrees(&map, FIRST_POSITION, map.end() - 1));
    }

    #[test]
    fn free_neighbours_are_joined_in_pairs() {
        let mut map = VlfMap::new(cut(1 << 18, 6 * VLF_MIN, 99));
        map.add(&cut(1 << 30, 2 * VLF_MIN, 99));
        assert_eq!(map.all().len(), 5);
        map.assign(1, FIRST_POSITION);
        let total = map.total_bytes();
        assert!(map.join_free());
        let sizes: Vec<u64> = map.all().iter().map(|vlf| 2 * vlf.size / (3 * VLF_MIN)).collect();
        assert_eq!((sizes, map.total_bytes()), (vec![1, 1, 2, 1], total), "only the neighbours behind the used one");
        assert!(map.all()[1].start == FIRST_POSITION && !map.join_free());
    }

    #[test]
    fn current_vlf_is_never_freed() {
        let mut map = map();
        assert_eq!(map.free_below(FIRST_POSITION + 1), 0);
        assert_eq!(map.used_bytes(FIRST_POSITION), 0);
        assert_eq!(map.used_bytes(FIRST_POSITION + 2), 1024);
    }
}
