//! A file's content as readers see it, its durable content, and the changes between both.
//!
//! Invariant: `durable` with all of `pending` applied in order equals `current`, except for the
//! pages in `mapped`, and for bytes that the system dropped ([`Content::lose_unsynced`]) and nobody
//! has written since.

use super::crash::Survival;
use super::image::{CHUNK_BYTES, Image};
use super::rng::Rng;
use crate::file::Durability;
use crate::persistent::LINE_BYTES;
use std::collections::BTreeSet;
use std::ops::Range;

/// The content of a file: what readers see, what is durable, and the changes in between.
#[derive(Clone)]
pub(super) struct Content {
    current: Image,
    durable: Image,
    pending: Vec<Change>,
    /// Numbers of the pages changed through a mapping since the last sync.
    mapped: BTreeSet<u64>,
    /// Numbers of the lines of persistent memory stored to since their last write-back.
    lines: BTreeSet<u64>,
    /// Whether the durable state is tracked for power cuts.
    tracked: bool,
}

/// A change that a power cut may undo, or that overlaps such a change.
#[derive(Clone)]
enum Change {
    Write {
        offset: u64,
        bytes: Box<[u8]>,
        /// Set for a synchronous write over bytes that wait for a sync. The write survives, but
        /// must be applied in order.
        certain: bool,
    },
    Length(u64),
    Reserve(Range<u64>),
    /// The file was cut off at this length.
    Truncate(u64),
}

impl Content {
    /// Returns an empty file. `tracked`: whether the file keeps the state that a power cut would
    /// leave.
    pub(super) fn new(tracked: bool) -> Content {
        Content {
            current: Image::default(),
            durable: Image::default(),
            pending: Vec::new(),
            mapped: BTreeSet::new(),
            lines: BTreeSet::new(),
            tracked,
        }
    }

    /// The content that reads return, durable or not.
    pub(super) fn current(&self) -> &Image {
        &self.current
    }

    /// Writes bytes that are durable at once or at the next sync. The file grows if they end beyond
    /// it. A synchronous write is certain to survive a power cut, with the length that includes it.
    pub(super) fn write(&mut self, bytes: &[u8], offset: u64, durability: Durability) {
        if bytes.is_empty() {
            return;
        }
        let end = offset + bytes.len() as u64;
        let grows = end > self.current.len();
        self.current.write(bytes, offset);
        if !self.tracked {
            return;
        }
        let certain = durability == Durability::Synchronous;
        if certain {
            // Rule 2: the bytes, and the length that includes them, survive from now on.
            self.durable.set_len(self.durable.len().max(end));
            if !self.pending.iter().any(|change| change.overlaps(offset..end)) {
                self.durable.write(bytes, offset);
                return;
            }
        } else if grows {
            self.pending.push(Change::Length(end));
        }
        self.pending.push(Change::Write { offset, bytes: bytes.into(), certain });
    }

    /// Stores bytes within the file through a mapping. Readers see them at once; the system may
    /// write them to the device at any time.
    pub(super) fn store(&mut self, bytes: &[u8], offset: u64) {
        self.current.write(bytes, offset);
        if self.tracked && !bytes.is_empty() {
            let last = (offset + bytes.len() as u64 - 1) / CHUNK_BYTES;
            self.mapped.extend(offset / CHUNK_BYTES..=last);
        }
    }

    /// Stores bytes within the file through persistent memory. Readers see them at once.
    pub(super) fn store_persistent(&mut self, bytes: &[u8], offset: u64) {
        self.current.write(bytes, offset);
        if self.tracked && !bytes.is_empty() {
            self.lines.extend(lines(offset, bytes.len() as u64));
        }
    }

    /// Makes the stored lines of the range durable.
    pub(super) fn write_back(&mut self, offset: u64, length: u64) {
        for line in lines(offset, length) {
            if self.lines.remove(&line) {
                let mut bytes = [0; LINE_BYTES];
                self.current.read(&mut bytes, line * LINE_BYTES as u64);
                self.durable.write(&bytes, line * LINE_BYTES as u64);
            }
        }
    }

    /// Reserves space for the range and makes the file at least that long. Does nothing for an
    /// empty range.
    pub(super) fn reserve(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        self.current.reserve(range.clone());
        if self.tracked {
            self.pending.push(Change::Reserve(range));
        }
    }

    /// Cuts the file off at `length` bytes, for readers at once. A power cut before the next sync
    /// may leave the old length and bytes.
    pub(super) fn truncate(&mut self, length: u64) {
        if length < self.current.len() {
            self.current.set_len(length);
            if self.tracked {
                self.pending.push(Change::Truncate(length));
            }
        }
    }

    /// Makes the whole content durable. Pending changes and mapped pages are adopted; nothing is
    /// pending afterwards.
    pub(super) fn sync(&mut self) {
        for change in self.pending.drain(..) {
            match change {
                Change::Write { offset, bytes, .. } => {
                    self.durable.adopt(&self.current, offset..offset + bytes.len() as u64);
                }
                Change::Reserve(range) => self.durable.adopt(&self.current, range),
                // Bytes behind the cut are those of later changes alone.
                Change::Truncate(to) if to < self.durable.len() => self.durable.set_len(to),
                Change::Length(_) | Change::Truncate(_) => {}
            }
        }
        for page in std::mem::take(&mut self.mapped) {
            self.durable.adopt(&self.current, page * CHUNK_BYTES..(page + 1) * CHUNK_BYTES);
        }
        for line in std::mem::take(&mut self.lines) {
            self.durable.adopt(&self.current, line * LINE_BYTES as u64..(line + 1) * LINE_BYTES as u64);
        }
        if self.tracked {
            self.durable.set_len(self.current.len());
        }
    }

    /// Drops what waits for a sync, as a system may do after a failed sync: the bytes stay
    /// readable, and no later sync makes them durable.
    pub(super) fn lose_unsynced(&mut self) {
        for change in self.pending.drain(..) {
            if let Change::Write { offset, bytes, certain: true } = change {
                self.durable.write(&bytes, offset);
            }
        }
        self.mapped.clear();
    }

    /// Returns a content that a power cut may leave. `sector`: the unit that the device writes
    /// atomically. `rewrite`: the unit that it may destroy by an interrupted write. Each pending
    /// change, or each sector of a torn write, survives with the probabilities of `survival`, drawn
    /// from `rng`. Certain writes always survive.
    pub(super) fn survivor(&self, survival: Survival, sector: u32, rewrite: u32, rng: &mut Rng) -> Content {
        let mut image = self.durable.clone();
        let mut len = image.len();
        for change in &self.pending {
            match change {
                Change::Write { offset, bytes, certain: true } => {
                    image.write(bytes, *offset);
                    len = len.max(offset + bytes.len() as u64);
                }
                Change::Truncate(to) => {
                    if *to < len && rng.percent(survival.kept) {
                        image.set_len(*to);
                        len = *to;
                    }
                }
                Change::Write { offset, bytes, certain: false } => {
                    let torn = rng.percent(survival.torn);
                    let mut kept = rng.percent(survival.kept);
                    for part in sectors(*offset, bytes.len(), sector) {
                        if torn {
                            kept = rng.percent(survival.kept);
                        }
                        if kept {
                            image.write(&bytes[part.clone()], offset + part.start as u64);
                        }
                    }
                }
                Change::Length(to) => {
                    if rng.percent(survival.kept) {
                        len = len.max(*to);
                    }
                }
                Change::Reserve(range) => {
                    if rng.percent(survival.kept) {
                        image.reserve(range.clone());
                        len = len.max(range.end);
                    }
                }
            }
        }
        for page in &self.mapped {
            let start = page * CHUNK_BYTES;
            let bytes = CHUNK_BYTES.min(self.current.len() - start);
            for part in sectors(start, bytes as usize, sector) {
                if rng.percent(survival.kept) {
                    let mut buf = vec![0; part.len()];
                    self.current.read(&mut buf, start + part.start as u64);
                    image.write(&buf, start + part.start as u64);
                }
            }
        }
        for line in &self.lines {
            self.evict(*line, &mut image, survival, rng);
        }
        if rewrite > sector {
            self.destroy(&mut image, survival, rewrite, rng);
        }
        // Surviving bytes beyond a length that did not survive are unreachable.
        image.set_len(len);
        let (pending, mapped, lines) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        Content { current: image.clone(), durable: image, pending, mapped, lines, tracked: self.tracked }
    }

    /// Keeps or loses a line of persistent memory that was not written back: as a whole, or if it
    /// is torn, each eight bytes by themselves.
    fn evict(&self, line: u64, image: &mut Image, survival: Survival, rng: &mut Rng) {
        let torn = rng.percent(survival.torn);
        let mut kept = rng.percent(survival.kept);
        for word in 0..LINE_BYTES as u64 / 8 {
            if torn {
                kept = rng.percent(survival.kept);
            }
            if kept {
                let (mut bytes, offset) = ([0; 8], line * LINE_BYTES as u64 + word * 8);
                self.current.read(&mut bytes, offset);
                image.write(&bytes, offset);
            }
        }
    }

    /// Fills units of `rewrite` bytes that an interrupted write was rewriting with noise. The
    /// device may have been writing any unsynced write when the power failed.
    fn destroy(&self, image: &mut Image, survival: Survival, rewrite: u32, rng: &mut Rng) {
        let unit = u64::from(rewrite);
        for change in &self.pending {
            let Change::Write { offset, bytes, certain: false } = change else { continue };
            let units = offset / unit..(offset + bytes.len() as u64).div_ceil(unit);
            for start in units.map(|index| index * unit) {
                let length = unit.min(image.len().saturating_sub(start)) as usize;
                if length > 0 && rng.percent(survival.torn / 2) {
                    let noise: Vec<u8> = (0..length.div_ceil(8)).flat_map(|_| rng.next().to_le_bytes()).collect();
                    image.write(&noise[..length], start);
                }
            }
        }
    }

    /// Returns the bytes of the file system's space that the file uses.
    pub(super) fn bytes_taken(&self) -> u64 {
        self.current.chunks_taken() * CHUNK_BYTES
    }
}

impl Change {
    fn overlaps(&self, range: Range<u64>) -> bool {
        match self {
            Change::Write { offset, bytes, .. } => *offset < range.end && range.start < offset + bytes.len() as u64,
            // A write behind a cut that may be lost comes after it.
            Change::Truncate(to) => range.end > *to,
            Change::Length(_) | Change::Reserve(_) => false,
        }
    }
}

/// Returns the numbers of the lines of the range.
fn lines(offset: u64, length: u64) -> Range<u64> {
    offset / LINE_BYTES as u64..(offset + length).div_ceil(LINE_BYTES as u64)
}

/// Splits `length` bytes at `offset` at sector boundaries. The ranges count from the first byte.
fn sectors(offset: u64, length: usize, sector: u32) -> impl Iterator<Item = Range<usize>> {
    let sector = u64::from(sector);
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= length {
            return None;
        }
        let at = offset + start as u64;
        let end = length.min(start + (sector - at % sector) as usize);
        let part = start..end;
        start = end;
        Some(part)
    })
}
