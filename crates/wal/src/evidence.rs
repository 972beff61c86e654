//! Is a bad block the log's end, or a hole in what was acknowledged?
//!
//! A block bears the durable watermark as of its writing (`flush`, rule 3). So if anything beyond the hole was acknowledged,
//! every block that was written afterwards bears a watermark above the hole, and finding one valid block of this
//! log with such a watermark proves damage. If there is none, nobody was ever told that the hole's block is on disk: it is where
//! the power was cut. Blocks of earlier epochs and of earlier rounds bear lower watermarks, since each epoch began
//! where the one before ended. In virtual log files that the header calls free there are none but those (its invariant 3), so
//! of a large log little has to be read.

use crate::block::{self, HEADER_BYTES};
use crate::device::Device;
use crate::error::LogError;
use crate::header::{COPY_BYTES, Header, side_offset};
use crate::vlf::{Place, VlfMap};
use crate::window::Window;
use sluice_base::ids::Lsn;

/// A block that proves that the log went on.
pub(crate) struct Evidence {
    pub(crate) offset: u64,
    pub(crate) position: u64,
}

/// Searches everything that can hold a block written after `end` became durable: the side slots, the rest of the
/// virtual log file where `end` lies, and those that were taken into use after it.
pub(crate) fn search(device: &Device, header: &Header, vlfs: &VlfMap, end: Lsn) -> Result<Option<Evidence>, LogError> {
    let window = &mut Window::new();
    for side in [0, 1] {
        let place = Place { offset: side_offset(side), room: COPY_BYTES };
        if let Some(found) = search_range(device, header, place, end, window)? {
            return Ok(Some(found));
        }
    }
    let here = vlfs.place(end.block());
    for vlf in vlfs.all() {
        let place = match here {
            Some(here) if (vlf.offset..vlf.offset + vlf.size).contains(&here.offset) => here,
            _ if vlf.is_free() || vlf.end() <= end.block() => continue,
            _ => Place { offset: vlf.offset, room: vlf.size },
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
    range: Place,
    end: Lsn,
    window: &mut Window,
) -> Result<Option<Evidence>, LogError> {
    let sector = u64::from(header.sector);
    let mut into = 0;
    while into < range.room {
        let place = Place { offset: range.offset + into, room: range.room - into };
        let bytes = window.at(device, place)?;
        // All sectors of the window but the last blocks' worth, whose blocks the next window shows whole.
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
