//! Reading the log forward after a start, until its end.
//!
//! Invariants:
//! 1. A block belongs to the log only if it is whole and the expected one (`expected`), so nothing stale beyond a hole is
//!    ever read.
//! 2. The first block that does not belong is the log's end only if nothing proves that the log went on (`evidence`, and the
//!    header's `end`); otherwise the log is damaged and refused.
//! 3. Nothing that the file holds makes this panic.

use crate::block::{self, BLOCK_BYTES};
use crate::device::Device;
use crate::error::LogError;
use crate::evidence;
use crate::expected::Expected;
use crate::header::{COPY_BYTES, Header, side_offset};
use crate::record::RecordRef;
use crate::vlf::{Place, VlfMap};
use crate::window::Window;
use sluice_base::ids::Lsn;

/// Reads records forward until the log's end.
pub struct LogScan<'a> {
    device: &'a Device,
    header: &'a Header,
    vlfs: VlfMap,
    window: Window,
    from: Lsn,
    expected: Expected,
    /// Header and records of the current block.
    block: Vec<u8>,
    position: u64,
    next_record: usize,
    /// The last block was found in a side slot: it is the end.
    rescued: bool,
    end: Option<LogEnd>,
}

/// Where the log ends, as a scan has found it.
pub struct LogEnd {
    /// Of the next block; when a block was rescued, that block's own.
    pub(crate) position: u64,
    pub(crate) sequence: u64,
    /// The last block's checksum.
    pub(crate) previous: u32,
    pub(crate) vlfs: VlfMap,
    /// The last block, when it is only in a side slot.
    pub(crate) rescued: Option<Vec<u8>>,
}

impl LogEnd {
    /// A lower bound for the LSN of anything appended later.
    pub fn lsn(&self) -> Lsn {
        Lsn::new(self.position, self.rescued.as_ref().map_or(0, |bytes| bytes.len() as u16))
    }
}

impl<'a> LogScan<'a> {
    /// A scan from the first record at or above `from`, which is a record or was once the log's tail; from [`Lsn::NONE`], from the first that is kept.
    pub(crate) fn new(device: &'a Device, header: &'a Header, from: Lsn) -> LogScan<'a> {
        let from_start = from.is_none();
        let first_ever = from_start && header.checkpoint.is_none();
        let vlfs = VlfMap::new(header.vlfs.clone());
        // What lies behind the virtual log files that the header knows is reached by walking there.
        let known = |position: u64| vlfs.place(position).is_some();
        let newest = vlfs.all().iter().map(|vlf| vlf.start).max().unwrap_or(0);
        let position = if from_start { header.keep_from.block() } else { from.block() };
        let expected = Expected {
            position: if known(position) { position } else { newest.min(position) },
            sequence: first_ever.then_some(1),
            previous: first_ever.then_some(0),
            epoch: 0,
        };
        let window = match header.clean {
            // It ends at `end` exactly, most often a few records after the checkpoint.
            true => Window::for_bytes(header.end.block().saturating_sub(position) * Lsn::BLOCK_UNIT),
            false => Window::new(),
        };
        LogScan {
            device,
            header,
            vlfs,
            window,
            from,
            expected,
            block: Vec::new(),
            position: 0,
            next_record: 0,
            rescued: false,
            end: None,
        }
    }

    /// The next record; `None` at the log's end.
    #[expect(clippy::should_implement_trait, reason = "a record is lent, which an iterator cannot")]
    pub fn next(&mut self) -> Result<Option<RecordRef<'_>>, LogError> {
        while self.next_record >= self.block.len() {
            if self.end.is_some() || !self.load()? {
                return Ok(None);
            }
        }
        let offset = self.next_record;
        match block::record_end(&self.block, offset) {
            Some(end) => self.next_record = end,
            None => {
                return Err(self.device.damaged(0, Lsn::new(self.position, offset as u16), "no record begins here"));
            }
        }
        Ok(block::record_at(&self.block, self.position, offset))
    }

    /// The end; to be called once `next` has returned `None`.
    pub fn end(self) -> LogEnd {
        self.end.expect("the end of a log is known when it has been read to its end")
    }

    /// Makes the next block the current one; false at the log's end.
    fn load(&mut self) -> Result<bool, LogError> {
        let expected = self.expected;
        if self.rescued {
            return self.finish(expected.position).map(|()| false);
        }
        if self.header.clean && Lsn::new(expected.position, 0) == self.header.end && expected.sequence.is_some() {
            return self.finish(expected.position).map(|()| false);
        }
        let fault = match self.find(expected.position)? {
            Some(place) => {
                let bytes = self.window.at(self.device, place)?;
                match block::parse(bytes)
                    .map_err(|fault| fault.to_string())
                    .and_then(|b| expected.admits(self.header, b))
                {
                    Ok(found) => {
                        let length = found.bytes().len().next_multiple_of(self.header.sector as usize) as u64;
                        let (header, checksum) = (found.header, found.checksum);
                        self.block.clear();
                        self.block.extend_from_slice(found.bytes());
                        self.position = expected.position;
                        self.expected = Expected {
                            position: self.vlfs.following(expected.position, length),
                            sequence: Some(header.sequence + 1),
                            previous: Some(checksum),
                            epoch: header.epoch,
                        };
                        return self.begin_block(place.offset).map(|()| true);
                    }
                    Err(fault) => fault,
                }
            }
            None => "the log goes on in no virtual log file".to_owned(),
        };
        self.at_hole(&fault)
    }

    /// Where the block at `position` is: in a virtual log file that is known to be in use, or in one that was taken into use
    /// after the header was written. That one is known by its first block.
    fn find(&mut self, position: u64) -> Result<Option<Place>, LogError> {
        if !(position * Lsn::BLOCK_UNIT).is_multiple_of(u64::from(self.header.sector)) {
            return Ok(None);
        }
        if let Some(place) = self.vlfs.place(position) {
            return Ok(Some(place));
        }
        for index in 0..self.vlfs.all().len() {
            let vlf = self.vlfs.all()[index];
            if !vlf.is_free() {
                continue;
            }
            let first = Place { offset: vlf.offset, room: vlf.size.min(BLOCK_BYTES as u64) };
            let bytes = self.window.at(self.device, first)?;
            if block::parse(bytes).is_ok_and(|found| self.expected.admits(self.header, found).is_ok()) {
                self.vlfs.assign(index, position);
                return Ok(self.vlfs.place(position));
            }
        }
        Ok(None)
    }

    /// The current block is new: sets the first record to be told.
    fn begin_block(&mut self, offset: u64) -> Result<(), LogError> {
        self.next_record = block::HEADER_BYTES;
        if self.from.block() > self.position {
            self.next_record = self.block.len();
        }
        if self.from.block() != self.position {
            return Ok(());
        }
        let wanted = usize::from(self.from.offset());
        while self.next_record < wanted {
            self.next_record = block::record_end(&self.block, self.next_record).unwrap_or(usize::MAX);
        }
        // What was once the tail may be the block's end, when the next record went into the next block.
        if self.next_record <= wanted.max(block::HEADER_BYTES) {
            return Ok(());
        }
        self.next_record = self.block.len();
        Err(self.device.damaged(offset, self.from, "no record begins where the log is to be read from"))
    }

    /// The expected block does not belong: this is the log's end, or damage.
    fn at_hole(&mut self, fault: &str) -> Result<bool, LogError> {
        let position = self.expected.position;
        let offset = self.vlfs.place(position).map_or(0, |place| place.offset);
        let lsn = Lsn::new(position, 0);
        if !self.header.clean && self.rescue()? {
            return Ok(true);
        }
        if lsn < self.header.end || self.header.clean || self.expected.sequence.is_none() {
            let what = format!("{fault}, but the log is known to reach at least to {:?}", self.header.end);
            return Err(self.device.damaged(offset, lsn, &what));
        }
        self.refuse_evidence(lsn, offset, fault)?;
        self.finish(position).map(|()| false)
    }

    /// Looks for the expected block in the side slots. If it is there it becomes the current and last one.
    fn rescue(&mut self) -> Result<bool, LogError> {
        let mut best: Option<Vec<u8>> = None;
        for side in [0, 1] {
            let place = Place { offset: side_offset(side), room: COPY_BYTES };
            let bytes = self.window.at(self.device, place)?;
            let Ok(found) = block::parse(bytes) else { continue };
            let longer = best.as_ref().is_none_or(|best| best.len() < found.bytes().len());
            if longer && self.expected.admits(self.header, found).is_ok() {
                best = Some(found.bytes().to_vec());
            }
        }
        let Some(best) = best else { return Ok(false) };
        let position = self.expected.position;
        let end = Lsn::new(position, best.len() as u16);
        let offset = self.vlfs.place(position).map_or(0, |place| place.offset);
        if end < self.header.end {
            return Err(self.device.damaged(offset, end, "the log's last block lacks records that were hardened"));
        }
        self.refuse_evidence(end, offset, "the log's last block is not in its place")?;
        let (sequence, epoch) = block::peek(&best).map_or((0, 0), |header| (header.sequence, header.epoch));
        self.expected.sequence = Some(sequence);
        self.expected.epoch = epoch;
        (self.block, self.position, self.rescued) = (best, position, true);
        self.begin_block(offset)?;
        Ok(true)
    }

    fn refuse_evidence(&mut self, end: Lsn, offset: u64, fault: &str) -> Result<(), LogError> {
        let found = evidence::search(self.device, self.header, &self.vlfs, end, &mut self.window)?;
        let Some(found) = found else { return Ok(()) };
        let what = format!(
            "{fault}, but the block {:?} at byte {} proves that more was hardened",
            Lsn::new(found.position, 0),
            found.offset
        );
        Err(self.device.damaged(offset, Lsn::new(end.block(), 0), &what))
    }

    fn finish(&mut self, position: u64) -> Result<(), LogError> {
        self.end = Some(LogEnd {
            position,
            sequence: self.expected.sequence.unwrap_or(1),
            previous: self.expected.previous.unwrap_or(0),
            vlfs: self.vlfs.clone(),
            rescued: self.rescued.then(|| self.block.clone()),
        });
        Ok(())
    }
}
