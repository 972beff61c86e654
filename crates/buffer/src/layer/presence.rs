//! The pages that a layer has.
//!
//! ```text
//! map page of a group:
//!  0 checksum u32 of the bytes from 4 to the page's end      4 magic u32
//!  8 id u64 of the layer    16 group u64    24 sequence u64, one more with each writing
//! 32 length u64 of the database's file in bytes; in the map of group 0 alone
//! 40 u64, 1: the layer is retired, so the content below counts; in the map of group 0 alone
//! 64 64,000 bits, lowest bit of a byte first; 1: the layer has the page
//! ```
//! The map with sequence `s` is in copy `s % 2`. If a power cut tears it, the other copy has the
//! state of the sync before, which is all that rule 2 of the layers promises.

use super::header::invalid;
use super::{GROUP_PAGES, PAGE_BYTES, map_page};
use crate::page::PAGE_SIZE;
use sluice_base::codec::{get_u32, get_u64, put_u32, put_u64};
use sluice_vfs::{AlignedBuf, File, FileError};
use std::collections::BTreeSet;

/// The presence map of a layer, in memory.
pub(super) struct Presence {
    layer: u64,
    present: Vec<u64>,
    /// The length of the database's file in bytes.
    length: u64,
    /// The groups whose newest state isn't on disk.
    unsaved: BTreeSet<u64>,
    /// The sequence of each group's newest map page.
    sequences: Vec<u64>,
    /// The pages written since a merge began, while one runs.
    since_merge: Option<BTreeSet<u64>>,
    is_retired: bool,
}

/// A map page to be written.
pub(super) struct MapPage {
    pub(super) group: u64,
    pub(super) offset: u64,
    pub(super) bytes: AlignedBuf,
}

impl Presence {
    /// Returns the map of a new layer for a database's file of `length` bytes: it has no page.
    pub(super) fn new(layer: u64, length: u64) -> Presence {
        Presence {
            layer,
            present: Vec::new(),
            length,
            unsaved: BTreeSet::new(),
            sequences: Vec::new(),
            since_merge: None,
            is_retired: false,
        }
    }

    /// Reads the map of the layer `layer` from its file. `length` is that of the content below.
    /// Fails if both copies of a group's map are damaged.
    pub(super) fn read(file: &dyn File, layer: u64, length: u64) -> Result<Presence, FileError> {
        let mut presence = Presence::new(layer, length);
        let pages = file.len()? / PAGE_BYTES;
        let mut copies = AlignedBuf::zeroed(2 * PAGE_SIZE);
        for group in (0..).take_while(|group| map_page(*group, 1) < pages) {
            file.read_at(&mut copies, map_page(group, 0) * PAGE_BYTES)?;
            let (mut newest, mut damaged): (Option<&[u8]>, u32) = (None, 0);
            for bytes in copies.chunks_exact(PAGE_SIZE) {
                let is_older = |other: &[u8]| get_u64(other, SEQUENCE) < get_u64(bytes, SEQUENCE);
                match presence.is_map(bytes, group) {
                    true if newest.is_none_or(is_older) => newest = Some(bytes),
                    true => {}
                    false => damaged += u32::from(bytes.iter().any(|byte| *byte != 0)),
                }
            }
            if damaged == 2 {
                let what = format!("both maps of group {group} of this layer are damaged; restore the database");
                return Err(invalid(file.path(), &what));
            }
            presence.sequences.push(0);
            if let Some(bytes) = newest {
                presence.take(group, bytes);
            }
        }
        Ok(presence)
    }

    fn is_map(&self, bytes: &[u8], group: u64) -> bool {
        get_u32(bytes, 0) == crc32c::crc32c(&bytes[4..PAGE_SIZE])
            && (get_u32(bytes, 4), get_u64(bytes, LAYER), get_u64(bytes, GROUP)) == (MAGIC, self.layer, group)
    }

    fn take(&mut self, group: u64, bytes: &[u8]) {
        let first = (group * GROUP_PAGES / 64) as usize;
        self.present.resize(first + (GROUP_PAGES / 64) as usize, 0);
        let words = bytes[BITS..BITS + GROUP_BYTES].chunks_exact(8);
        self.present[first..].iter_mut().zip(words).for_each(|(word, bytes)| *word = get_u64(bytes, 0));
        self.sequences[group as usize] = get_u64(bytes, SEQUENCE);
        if group == 0 {
            self.length = self.length.max(get_u64(bytes, LENGTH));
            self.is_retired = get_u64(bytes, RETIRED) == 1;
        }
    }

    /// Whether a merge has made the layer superfluous.
    pub(super) fn is_retired(&self) -> bool {
        self.is_retired
    }

    /// Returns a map page which says that the layer is retired. The caller writes it.
    pub(super) fn retired(&mut self) -> MapPage {
        let mut map = self.encode(0);
        put_u64(&mut map.bytes, RETIRED, 1);
        put_checksum(&mut map.bytes);
        map
    }

    /// Returns the length of the database's file in bytes.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Returns the number of pages that the layer has, with those of its maps.
    pub(super) fn stored_pages(&self) -> u64 {
        let own: u64 = self.present.iter().map(|word| u64::from(word.count_ones())).sum();
        own + 2 * self.sequences.len() as u64
    }

    /// Whether the layer has the page.
    pub(super) fn has(&self, page: u64) -> bool {
        self.present.get((page / 64) as usize).is_some_and(|word| word & 1 << (page % 64) != 0)
    }

    /// Returns whether the layer has the page of byte `offset`, and the number of bytes, at most
    /// `length`, up to a page that differs in that or begins a group.
    pub(super) fn run(&self, offset: u64, length: u64) -> (bool, u64) {
        let first = offset / PAGE_BYTES;
        let is_present = self.has(first);
        let last = (offset + length - 1) / PAGE_BYTES;
        let continues = |page: &u64| self.has(*page) == is_present && !page.is_multiple_of(GROUP_PAGES);
        let end = (first + 1..=last).take_while(continues).last().unwrap_or(first) + 1;
        (is_present, length.min(end * PAGE_BYTES - offset))
    }

    /// Records that the pages of the range were written. The database's file reaches to its end.
    pub(super) fn add(&mut self, offset: u64, length: u64) {
        for page in offset / PAGE_BYTES..(offset + length).div_ceil(PAGE_BYTES) {
            if let Some(since) = &mut self.since_merge {
                since.insert(page);
            }
            if !self.has(page) {
                let word = (page / 64) as usize;
                self.present.resize(self.present.len().max(word + 1), 0);
                self.present[word] |= 1 << (page % 64);
                self.unsaved.insert(page / GROUP_PAGES);
            }
        }
        self.extend(offset + length);
    }

    /// Makes the database's file at least `length` bytes long.
    pub(super) fn extend(&mut self, length: u64) {
        if length > self.length {
            self.length = length;
            self.unsaved.insert(0);
        }
    }

    /// Returns the map pages of the groups that changed since they were saved. They count as saved:
    /// after a failure, [`Presence::not_saved`] takes that back.
    pub(super) fn take_unsaved(&mut self) -> Vec<MapPage> {
        let groups = std::mem::take(&mut self.unsaved);
        groups.into_iter().map(|group| self.encode(group)).collect()
    }

    /// Counts the groups as changed again.
    pub(super) fn not_saved(&mut self, pages: &[MapPage]) {
        self.unsaved.extend(pages.iter().map(|page| page.group));
    }

    fn encode(&mut self, group: u64) -> MapPage {
        let place = group as usize;
        self.sequences.resize(self.sequences.len().max(place + 1), 0);
        self.sequences[place] += 1;
        let sequence = self.sequences[place];
        let mut bytes = AlignedBuf::zeroed(PAGE_SIZE);
        put_u32(&mut bytes, 4, MAGIC);
        put_u64(&mut bytes, LAYER, self.layer);
        put_u64(&mut bytes, GROUP, group);
        put_u64(&mut bytes, SEQUENCE, sequence);
        put_u64(&mut bytes, LENGTH, if group == 0 { self.length } else { 0 });
        let words = self.present.iter().skip((group * GROUP_PAGES / 64) as usize);
        let target = bytes[BITS..BITS + GROUP_BYTES].chunks_exact_mut(8);
        target.zip(words).for_each(|(bytes, word)| put_u64(bytes, 0, *word));
        put_checksum(&mut bytes);
        MapPage { group, offset: map_page(group, sequence % 2) * PAGE_BYTES, bytes }
    }

    /// Returns the layer's pages, in order.
    pub(super) fn pages(&self) -> Vec<u64> {
        let mut pages = Vec::new();
        for (first, word) in (0..).step_by(64).zip(&self.present) {
            let mut left = *word;
            while left != 0 {
                pages.push(first + u64::from(left.trailing_zeros()));
                left &= left - 1;
            }
        }
        pages
    }

    /// Begins a merge: from here on, [`Presence::take_since_merge`] returns the pages written.
    /// Returns the layer's pages.
    pub(super) fn begin_merge(&mut self) -> Vec<u64> {
        self.since_merge = Some(BTreeSet::new());
        self.pages()
    }

    /// Returns the pages written since the last call, or since the merge began, in order.
    pub(super) fn take_since_merge(&mut self) -> Vec<u64> {
        self.since_merge.as_mut().map(std::mem::take).unwrap_or_default().into_iter().collect()
    }

    /// Ends a merge, whatever came of it.
    pub(super) fn end_merge(&mut self) {
        self.since_merge = None;
    }
}

fn put_checksum(bytes: &mut [u8]) {
    let checksum = crc32c::crc32c(&bytes[4..]);
    put_u32(bytes, 0, checksum);
}

const MAGIC: u32 = u32::from_le_bytes(*b"SlLm");
const LAYER: usize = 8;
const GROUP: usize = 16;
const SEQUENCE: usize = 24;
const LENGTH: usize = 32;
const RETIRED: usize = 40;
const BITS: usize = 64;
const GROUP_BYTES: usize = (GROUP_PAGES / 8) as usize;

const _: () = assert!(BITS + GROUP_BYTES <= PAGE_SIZE && GROUP_PAGES.is_multiple_of(64));
