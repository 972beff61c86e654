//! Reads the log forward at a start, up to its end, in large reads.
//!
//! Invariants:
//! 1. A block belongs to the log only if it is whole and the expected block (`expected`). So a
//!    stale block behind a hole is never read.
//! 2. The first block that does not belong is the end of the log only if nothing proves that the
//!    log went on (`evidence`, and `end` in the header). Otherwise the log is damaged and refused.
//! 3. Records that a killed process appended without writing them (`ring`) are hardened at the end,
//!    and then read like the rest. So no record is returned that is not on disk.
//! 4. No file content makes this code panic.

use crate::block::{self, BLOCK_BYTES, HEADER_BYTES};
use crate::device::Device;
use crate::error::LogError;
use crate::evidence;
use crate::expected::Expected;
use crate::header::{COPY_BYTES, Header, side_offset};
use crate::options::LogEnvironment;
use crate::persisted_buffer::{PersistedBuffer, WITHOUT_BUFFER};
use crate::ring::TailRing;
use crate::ring_recovery::{self, Behind, Hardened};
use crate::segment::LogSegment;
use crate::vlf::{BlockLocation, VlfMap};
use crate::window::Window;
use sluice_base::ids::Lsn;
use sluice_base::memory::Clerk;

/// The device, header, environment and ring that a log is read from. All are borrowed for the time
/// of the reading.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) device: &'a Device,
    pub(crate) header: &'a Header,
    pub(crate) env: &'a LogEnvironment,
    pub(crate) ring: Option<&'a TailRing>,
    /// The persisted log buffer, if the log needs one.
    pub(crate) buffer: Option<&'a PersistedBuffer>,
    /// The log reaches at least to this LSN, or it is an older copy.
    pub(crate) reaching: Lsn,
}

/// Reads the blocks of a log forward to its end, one segment at a time. At the end it hardens the
/// blocks of the ring, if there is one, and determines the log's exact end.
pub struct LogSegments<'a> {
    source: Source<'a>,
    vlfs: VlfMap,
    /// The buffer for reads of single side-slot blocks.
    window: Option<Window>,
    from: Lsn,
    expected: Expected,
    /// The length of the next read: small at first, since most logs are short.
    read_bytes: usize,
    /// The reason the expected block does not belong, if already known.
    fault: Option<String>,
    /// The blocks hardened from the ring; `None` before the ring was examined.
    hardened: Option<Hardened>,
    /// Whether the end is examined for damage (invariant 2).
    examines_end: bool,
    end: Option<LogEnd>,
}

/// The end of the log, found by a scan.
pub struct LogEnd {
    /// The position of the next block. If a block was rescued, the position of that block.
    pub(crate) position: u64,
    pub(crate) sequence: u64,
    /// The checksum of the last block.
    pub(crate) previous: u32,
    pub(crate) vlfs: VlfMap,
    /// The generation of the header on disk.
    pub(crate) generation: u64,
    /// The last block, if only a side slot holds it.
    pub(crate) rescued: Option<Vec<u8>>,
}

impl LogEnd {
    /// Returns a lower bound for the LSN of records appended later.
    pub fn lsn(&self) -> Lsn {
        Lsn::new(self.position, self.rescued.as_ref().map_or(0, |bytes| bytes.len() as u16))
    }
}

impl<'a> LogSegments<'a> {
    /// Starts at the first record at or above `from`, which is a record or a former tail of the
    /// log. [`Lsn::NONE`] starts at the first record that is kept. Reads nothing yet. The first
    /// block's predecessor is only checked in a log that never had a checkpoint.
    pub(crate) fn new(source: Source<'a>, from: Lsn) -> LogSegments<'a> {
        let header = source.header;
        let from_start = from.is_none();
        let first_ever = from_start && header.checkpoint.is_none();
        let vlfs = VlfMap::new(header.vlfs.clone());
        let position = if from_start { header.keep_from.block() } else { from.block() };
        let expected = Expected {
            position: scan_start(&vlfs, position),
            sequence: first_ever.then_some(1),
            previous: first_ever.then_some(0),
            epoch: 0,
        };
        LogSegments {
            source,
            vlfs,
            window: None,
            from,
            expected,
            read_bytes: READ_MIN,
            fault: None,
            hardened: None,
            examines_end: true,
            end: None,
        }
    }

    /// Returns these segments, which then don't examine the end for damage. The examination takes a
    /// read of all virtual log files in use. A ring continues exactly one block, so it is never put
    /// behind another end. A start examines the end before it uses the log.
    pub(crate) fn without_examination(self) -> LogSegments<'a> {
        LogSegments { examines_end: false, ..self }
    }

    /// Returns an empty segment for [`LogSegments::next_into`].
    pub fn segment(&self) -> LogSegment {
        LogSegment::new(None)
    }

    /// Returns one more segment beside `others` segments kept for undo, if free memory allows. Its
    /// memory is reserved until it is dropped. All kept segments together stay below a share of the
    /// broker's limit.
    pub fn spare_segment(&self, others: usize) -> Option<LogSegment> {
        let broker = &self.source.env.broker;
        let memory = broker.open(Clerk::LogBuffer);
        let is_within = (others as u64 + 1) * SEGMENT_BYTES as u64 <= KEPT_MAX.min(broker.limit() / KEPT_SHARE);
        let has_room = is_within && memory.grow_if_free(SEGMENT_BYTES as u64).is_ok();
        has_room.then(|| LogSegment::new(Some(memory)))
    }

    /// Replaces the content of the segment by the next stretch of the log. At the end of the log,
    /// returns false and leaves the segment empty. Fails with damage if the first bad block isn't
    /// the end of the log.
    pub fn next_into(&mut self, segment: &mut LogSegment) -> Result<bool, LogError> {
        segment.clear();
        while self.end.is_none() {
            let fault = match self.fault.take() {
                Some(fault) => Some(fault),
                None => self.read(segment)?,
            };
            if !segment.is_empty() {
                self.fault = fault;
                return Ok(true);
            }
            if let Some(fault) = fault {
                self.at_hole(&fault, segment)?;
            }
        }
        Ok(!segment.is_empty())
    }

    /// Returns the number of blocks saved from the tail ring of a killed process. Known at the end
    /// of the log.
    pub fn hardened(&self) -> u64 {
        self.hardened.map_or(0, |hardened| hardened.blocks)
    }

    /// Returns the end of the log. Panics unless [`LogSegments::next_into`] has returned false.
    pub fn end(self) -> LogEnd {
        self.end.expect("the end of a log is known when it has been read to its end")
    }

    /// Reads blocks with one call of the device. Returns the reason the next block does not belong,
    /// if the next block was examined. No blocks and no fault means the end of a cleanly closed
    /// log; `end` is set then.
    fn read(&mut self, segment: &mut LogSegment) -> Result<Option<String>, LogError> {
        if self.is_at_clean_end() {
            self.finish(None);
            return Ok(None);
        }
        let Some(place) = self.find(self.expected.position) else {
            return Ok(Some("the header names no virtual log file for the next block".to_owned()));
        };
        let wanted = self.read_bytes as u64;
        self.read_bytes = (2 * self.read_bytes).min(SEGMENT_BYTES);
        let length = place.room.min(self.left_of_clean_log().clamp(READ_MIN as u64, wanted)) as usize;
        self.source.device.read(segment.room(length), place.offset)?;
        let mut at = 0;
        while at < length && !self.is_at_clean_end() {
            let bytes = &segment.read(at)[..length - at];
            let judged = block::parse(bytes).map_err(|fault| fault.to_string());
            let found = match judged.and_then(|found| self.expected.admits(self.source.header, found)) {
                Ok(found) => found,
                // The read may have cut the block short. The next segment starts with it.
                Err(_) if at > 0 && bytes.len() < BLOCK_BYTES && (length as u64) < place.room => return Ok(None),
                Err(fault) => return Ok(Some(fault)),
            };
            let used = found.bytes().len();
            let padded = used.next_multiple_of(self.source.header.sector as usize);
            let position = self.expected.position;
            let first = self.first_record(found.bytes(), place.offset + at as u64)?;
            let following = self.vlfs.following(position, padded as u64);
            self.expected = Expected {
                position: following,
                sequence: Some(found.header.sequence + 1),
                previous: Some(found.checksum),
                epoch: found.header.epoch,
            };
            segment.push(position, at..at + used, first);
            if following != position + padded as u64 / Lsn::BLOCK_UNIT {
                return Ok(None);
            }
            at += padded;
        }
        Ok(None)
    }

    /// Whether the expected position is the end that the header of a cleanly closed log names.
    fn is_at_clean_end(&self) -> bool {
        let header = self.source.header;
        header.clean && Lsn::new(self.expected.position, 0) == header.end && self.expected.sequence.is_some()
    }

    /// Returns the bytes left in a cleanly closed log, or `u64::MAX` for any other log.
    fn left_of_clean_log(&self) -> u64 {
        let header = self.source.header;
        if !header.clean {
            return u64::MAX;
        }
        (header.end.block().saturating_sub(self.expected.position) * Lsn::BLOCK_UNIT).next_multiple_of(4096)
    }

    /// Returns the location of the block at `position`. `None` means that the block was never
    /// written.
    fn find(&self, position: u64) -> Option<BlockLocation> {
        let is_aligned = (position * Lsn::BLOCK_UNIT).is_multiple_of(u64::from(self.source.header.sector));
        self.vlfs.place(position).filter(|_| is_aligned)
    }

    /// Returns the offset of the first record at or above `from` in the expected block.
    fn first_record(&self, bytes: &[u8], offset: u64) -> Result<usize, LogError> {
        let position = self.expected.position;
        if self.from.block() != position {
            return Ok(if self.from.block() > position { bytes.len() } else { HEADER_BYTES });
        }
        let wanted = usize::from(self.from.offset());
        let mut first = HEADER_BYTES;
        while first < wanted {
            first = block::record_end(bytes, first).unwrap_or(usize::MAX);
        }
        // A former tail may be the end of a block, if the next record went into the next block.
        if first <= wanted.max(HEADER_BYTES) {
            return Ok(first);
        }
        Err(self.source.device.damaged(offset, self.from, "no record begins where the log is to be read from"))
    }

    /// Decides whether the missing expected block is the end of the log, damage, or held by the
    /// ring.
    fn at_hole(&mut self, fault: &str, segment: &mut LogSegment) -> Result<(), LogError> {
        let Source { device, header, .. } = self.source;
        let position = self.expected.position;
        let offset = self.vlfs.place(position).map_or(0, |place| place.offset);
        let rescued = if header.clean { None } else { self.look_aside()? };
        let end = Lsn::new(position, rescued.as_ref().map_or(0, |bytes| bytes.len() as u16));
        let (is_known, fault) = match rescued {
            Some(_) => (true, "the log's last block is not in its place"),
            None => (!header.clean && self.expected.sequence.is_some(), fault),
        };
        if end < header.end || !is_known {
            let what = format!("{fault}, but the log is known to reach at least to {:?}", header.end);
            return Err(device.damaged(offset, end, &what));
        }
        if header.buffer != 0 && !header.clean && self.source.buffer.is_none() {
            return Err(device.damaged(offset, end, WITHOUT_BUFFER));
        }
        // Records that only the persisted log buffer has count as reached, and are still to be
        // read.
        let is_buffer_unread = self.hardened.is_none() && self.source.buffer.is_some();
        if end < self.source.reaching && !is_buffer_unread {
            return Err(device.damaged(offset, end, &too_old(self.source.reaching)));
        }
        match self.hardened {
            None => {
                if self.examines_end {
                    self.refuse_evidence(end, offset, fault)?;
                }
                let hardened = self.harden_ring(rescued.as_deref())?;
                self.hardened = Some(hardened);
                if hardened.blocks > 0 {
                    // The ring usually holds few blocks.
                    self.read_bytes = READ_MIN;
                }
                if hardened.blocks > 0 || is_buffer_unread {
                    // The missing block is examined once more, now with the buffer read.
                    return Ok(());
                }
            }
            // No second search for evidence: hardened blocks bear no watermark above themselves.
            Some(hardened) if hardened.position <= position => {}
            Some(_) => {
                let what = format!("{fault}, but the tail of the dead process was written here just now");
                return Err(device.damaged(offset, end, &what));
            }
        }
        if let Some(buffer) = self.source.buffer.filter(|buffer| buffer.epoch == header.epoch && !header.clean) {
            // A side slot holds the expected block itself.
            let end_sequence = self.expected.sequence.unwrap_or(1) + u64::from(rescued.is_some());
            buffer.refuse_blocks_from(end_sequence, end)?;
        }
        if let Some(bytes) = &rescued {
            let first = self.first_record(bytes, offset)?;
            let header = block::peek(bytes).ok();
            self.expected.sequence = header.map(|header| header.sequence);
            segment.push_aside(position, bytes.clone(), first);
        }
        self.finish(rescued);
        Ok(())
    }

    /// Returns the longest copy of the expected block in the side slots.
    fn look_aside(&mut self) -> Result<Option<Vec<u8>>, LogError> {
        let mut best: Option<Vec<u8>> = None;
        for side in [0, 1] {
            let place = BlockLocation { offset: side_offset(side), room: COPY_BYTES };
            let bytes = self.window.get_or_insert_with(Window::for_block).at(self.source.device, place)?;
            let Ok(found) = block::parse(bytes) else { continue };
            let longer = best.as_ref().is_none_or(|best| best.len() < found.bytes().len());
            if longer && self.expected.admits(self.source.header, found).is_ok() {
                best = Some(found.bytes().to_vec());
            }
        }
        Ok(best)
    }

    fn refuse_evidence(&mut self, end: Lsn, offset: u64, fault: &str) -> Result<(), LogError> {
        let Source { device, header, .. } = self.source;
        let found = evidence::search(device, header, &self.vlfs, end)?;
        let Some(found) = found else { return Ok(()) };
        let what = format!(
            "{fault}, but the block {:?} at byte {} proves that more was hardened",
            Lsn::new(found.position, 0),
            found.offset
        );
        Err(device.damaged(offset, Lsn::new(end.block(), 0), &what))
    }

    /// Hardens the blocks that the persisted log buffer or the ring holds beyond the end.
    fn harden_ring(&mut self, rescued: Option<&[u8]>) -> Result<Hardened, LogError> {
        let Source { device, header, env, ring, buffer, .. } = self.source;
        let Expected { position, sequence, previous, .. } = self.expected;
        let ring = ring.filter(|ring| !header.clean && ring.continues(header.epoch));
        let buffer = buffer.filter(|buffer| !header.clean && buffer.epoch == header.epoch);
        if ring.is_none() && buffer.is_none() {
            return Ok(Hardened { blocks: 0, position, generation: header.generation });
        }
        let behind = Behind {
            position,
            // The first block of an empty log has sequence 1.
            sequence: rescued.and_then(|bytes| block::peek(bytes).ok()).map(|header| header.sequence).or(sequence),
            previous: previous.unwrap_or(0),
            shortest: rescued.map_or(0, <[u8]>::len),
        };
        self.window.iter_mut().for_each(Window::forget);
        // Until a buffer that was just added has all blocks, the ring may have some as well.
        ring_recovery::harden(device, env, header, &mut self.vlfs, behind, |position, sequence| {
            let of_ring = || ring.and_then(|ring| ring.block(header.epoch, position, sequence));
            let of_buffer = buffer.map_or(Ok(None), |buffer| buffer.block(position, sequence))?;
            Ok(of_buffer.or_else(of_ring))
        })
    }

    /// Makes the expected position the end of the log.
    fn finish(&mut self, rescued: Option<Vec<u8>>) {
        // The header named the virtual log files beyond the end ahead of their use.
        let mut vlfs = self.vlfs.clone();
        vlfs.free_from(self.expected.position + 1);
        self.end = Some(LogEnd {
            position: self.expected.position,
            sequence: self.expected.sequence.unwrap_or(1),
            previous: self.expected.previous.unwrap_or(0),
            vlfs,
            generation: self.hardened.map_or(self.source.header.generation, |hardened| hardened.generation),
            rescued,
        });
    }
}

/// Returns the text of a log that should reach to `end` and doesn't: it names `end` and the remedy.
pub(crate) fn too_old(end: Lsn) -> String {
    format!(
        "the data file is known to belong to a log that reaches at least to {end:?}, so an older log is in its place; \
         put back the log that was last used with the data file"
    )
}

/// Returns the position where a scan towards `position` begins. `position` is a record's block or a
/// former open block, which may never have been written. A missing block is recognised only behind
/// another block. So if `position` begins a virtual log file, or lies beyond all named files, the
/// scan starts in the file before.
fn scan_start(vlfs: &VlfMap, position: u64) -> u64 {
    let in_use = || vlfs.all().iter().filter(|vlf| !vlf.is_free());
    if let Some(before) = in_use().find(|vlf| vlf.end() == position) {
        return before.start;
    }
    if vlfs.place(position).is_some() {
        return position;
    }
    in_use().map(|vlf| vlf.start).max().unwrap_or(0).min(position)
}

/// The maximum and the initial length of a read. The maximum is large enough for the throughput of
/// the disk to count rather than the number of calls. Two such buffers are small beside the buffer
/// pool.
const SEGMENT_BYTES: usize = 4 << 20;
const READ_MIN: usize = 64 << 10;
/// The limits of segments kept for undo: in bytes, and as a share of the instance's memory.
const KEPT_MAX: u64 = 64 << 20;
const KEPT_SHARE: u64 = 8;
const _: () = assert!(READ_MIN >= BLOCK_BYTES && COPY_BYTES as usize >= BLOCK_BYTES);
