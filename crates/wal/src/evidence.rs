//! Decides whether a bad block is the end of the log or a hole in acknowledged blocks.
//!
//! A block bears the durable watermark of the time it was taken (`flush`, rule 3). If anything
//! beyond the hole was acknowledged, every block written afterwards bears a watermark above the
//! hole. So one valid block of this log with such a watermark proves damage. Without such a block,
//! the bad block was never acknowledged: the power was cut there. Blocks of earlier epochs and
//! earlier rounds bear lower watermarks, since each epoch began where the epoch before ended. A
//! virtual log file that the header calls free holds only such old blocks (its invariant 3), so the
//! search reads little of a large log.

use crate::block::{self, HEADER_BYTES};
use crate::device::Device;
use crate::error::LogError;
use crate::header::{COPY_BYTES, Header, side_offset};
use crate::vlf::{BlockLocation, VlfMap};
use crate::window::Window;
use sluice_base::ids::Lsn;

/// A block that proves that the log went on.
pub(crate) struct Evidence {
    pub(crate) offset: u64,
    pub(crate) position: u64,
}

/// Searches everything that can hold a block written after `end` became durable. The search covers
/// the side slots, the rest of the virtual log file of `end`, and the virtual log files taken after
/// it. Returns the first proof that the log went on, or `None` if there is none: then `end` is the
/// end of the log. Fails only if the device can't be read.
pub(crate) fn search(device: &Device, header: &Header, vlfs: &VlfMap, end: Lsn) -> Result<Option<Evidence>, LogError> {
    let window = &mut Window::new();
    for side in [0, 1] {
        let place = BlockLocation { offset: side_offset(side), room: COPY_BYTES };
        if let Some(found) = search_range(device, header, place, end, window)? {
            return Ok(Some(found));
        }
    }
    let here = vlfs.place(end.block());
    for vlf in vlfs.all() {
        let place = match here {
            Some(here) if (vlf.offset..vlf.offset + vlf.size).contains(&here.offset) => here,
            _ if vlf.is_free() || vlf.end() <= end.block() => continue,
            _ => BlockLocation { offset: vlf.offset, room: vlf.size },
        };
        if let Some(found) = search_range(device, header, place, end, window)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn search_range(
    device: &Device,
    header: &Header,
    range: BlockLocation,
    end: Lsn,
    window: &mut Window,
) -> Result<Option<Evidence>, LogError> {
    let sector = u64::from(header.sector);
    let mut into = 0;
    while into < range.room {
        let place = BlockLocation { offset: range.offset + into, room: range.room - into };
        let bytes = window.at(device, place)?;
        // Searches all sectors of the window except the last block's worth; the next window holds
        // those blocks whole.
        let whole = bytes.len() as u64 == place.room;
        let sure = if whole { bytes.len() } else { bytes.len() - block::BLOCK_BYTES };
        let mut at = 0;
        while at < sure || at == 0 {
            if proves(&bytes[at..], header, end) {
                let position = block::peek(&bytes[at..]).map_or(0, |header| header.position);
                return Ok(Some(Evidence { offset: place.offset + at as u64, position }));
            }
            at += sector as usize;
        }
        into += at as u64;
    }
    Ok(None)
}

fn proves(bytes: &[u8], header: &Header, end: Lsn) -> bool {
    if bytes.len() < HEADER_BYTES {
        return false;
    }
    let claims = block::peek(bytes).is_ok_and(|block| block.guid == header.guid && block.durable > end);
    claims && block::parse(bytes).is_ok()
}
