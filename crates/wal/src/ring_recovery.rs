//! Adds the tail that a killed process left in its ring to the log.
//!
//! The blocks that the ring holds behind the end of the log are written to the places the dead
//! process chose. They are written in order, each durable before the next, and with the epoch that
//! is over. Afterwards the log file alone holds the complete log, and every reader sees the same.
//! The procedure is idempotent and restartable: the ring stays as it is until a new epoch is
//! durable.

use crate::block::{self, BlockHeader};
use crate::device::Device;
use crate::error::LogError;
use crate::header::Header;
use crate::options::LogEnvironment;
use crate::ring::RingBlock;
use crate::vlf::{Vlf, VlfMap};
use sluice_base::ids::Lsn;
use sluice_vfs::AlignedBuf;

/// The end of the log on disk, after which the ring's blocks continue.
pub(crate) struct Behind {
    /// The position of the next block.
    pub(crate) position: u64,
    /// The sequence of the next block; `None` if the log is empty.
    pub(crate) sequence: Option<u64>,
    /// The checksum of the last block.
    pub(crate) previous: u32,
    /// The bytes of the next block that a side slot holds.
    pub(crate) shortest: usize,
}

/// The result of hardening the ring.
#[derive(Clone, Copy)]
pub(crate) struct Hardened {
    /// The number of blocks written.
    pub(crate) blocks: u64,
    /// The position after the last block.
    pub(crate) position: u64,
    /// The generation of the header now on disk.
    pub(crate) generation: u64,
}

/// Writes the blocks beyond the end of the log to the log file, each durable before the next.
/// `kept` returns the block with a position and a sequence from the ring or the persisted log
/// buffer. Takes free virtual log files into use and names them in the header first. Reports damage
/// if a block's place doesn't fit the log file. Stops at the first block that `kept` doesn't have
/// whole. Returns the number of blocks and the new end. A crash in between leaves a longer log, and
/// the ring for the rest.
pub(crate) fn harden(
    device: &Device,
    env: &LogEnvironment,
    header: &Header,
    vlfs: &mut VlfMap,
    behind: Behind,
    kept: impl Fn(u64, u64) -> Result<Option<RingBlock>, LogError>,
) -> Result<Hardened, LogError> {
    let Behind { mut position, sequence, mut previous, mut shortest } = behind;
    let mut sequence = sequence.unwrap_or(1);
    let (mut blocks, mut generation) = (0, header.generation);
    while let Some(found) = kept(position, sequence)? {
        // A side slot may hold more of the block than was acknowledged.
        if found.bytes.len() < shortest {
            break;
        }
        shortest = 0;
        if blocks == 0 {
            // The first block's watermark declares everything before it durable.
            device.settle()?;
        }
        let is_new = place(vlfs, position, &found).ok_or_else(|| {
            let what = "what was in memory when the process ended does not fit the log file";
            device.damaged(found.offset, Lsn::new(position, 0), what)
        })?;
        if is_new {
            // The header must name the file first (`header`, invariant 3): pages that depend on the
            // block may go to disk.
            generation += 1;
            device.write_header(&Header { generation, vlfs: vlfs.all().to_vec(), ..header.clone() })?;
        }
        let block = BlockHeader {
            guid: header.guid,
            epoch: header.epoch,
            position,
            sequence,
            durable: Lsn::new(position, 0),
            used: found.bytes.len() as u32,
            records: found.records,
            previous,
        };
        let length = found.bytes.len().next_multiple_of(header.sector as usize);
        let mut buf = AlignedBuf::zeroed(length);
        buf[..found.bytes.len()].copy_from_slice(&found.bytes);
        previous = block::finish(&mut buf, &block);
        device.write_block(found.offset, &buf)?;
        env.counters.log_flushes.add(1);
        env.counters.log_bytes_flushed.add(block::counted_bytes(found.bytes.len()));
        position = vlfs.following(position, length as u64);
        (sequence, blocks) = (sequence + 1, blocks + 1);
    }
    Ok(Hardened { blocks, position, generation })
}

/// Places the block at the offset the dead process chose. Returns whether a virtual log file was
/// taken into use for it, or `None` if the file has no such place.
fn place(vlfs: &mut VlfMap, position: u64, found: &RingBlock) -> Option<bool> {
    let fits = |vlfs: &VlfMap| {
        vlfs.place(position).is_some_and(|place| place.offset == found.offset && place.room >= found.bytes.len() as u64)
    };
    if fits(vlfs) {
        return Some(false);
    }
    // The dead process had not yet named the virtual log file it took, or another one was named
    // ahead.
    if vlfs.place(position).is_none() || vlfs.all().iter().any(|vlf| vlf.start == position) {
        vlfs.free_from(position);
        let is_it = |vlf: &Vlf| vlf.is_free() && vlf.offset == found.offset;
        vlfs.assign(vlfs.all().iter().position(is_it)?, position);
    }
    fits(vlfs).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vlf::{FIRST_POSITION, VLF_MIN, cut};

    /// Places a block behind the first of four virtual log files at `offset`, with `ahead` bytes
    /// named ahead. Returns the result of `place` and the offset of the position afterwards.
    fn placed(ahead: u64, offset: u64) -> (Option<bool>, Option<u64>) {
        let mut vlfs = VlfMap::new(cut(0, 4 * VLF_MIN, 99));
        vlfs.ensure_placed(FIRST_POSITION);
        vlfs.take_ahead(ahead);
        let position = FIRST_POSITION + VLF_MIN / 512;
        let is_new = place(&mut vlfs, position, &RingBlock { bytes: vec![0; 100], records: 1, offset });
        (is_new, vlfs.place(position).map(|place| place.offset))
    }

    #[test]
    fn ring_block_keeps_offset_chosen_by_dead_process() {
        for ahead in [0, VLF_MIN, 4 * VLF_MIN] {
            assert_eq!(placed(ahead, VLF_MIN), (Some(ahead == 0), Some(VLF_MIN)), "the next in the file");
            assert_eq!(placed(ahead, 3 * VLF_MIN), (Some(true), Some(3 * VLF_MIN)), "another than was named ahead");
            assert_eq!(placed(ahead, 0).0, None, "one that is in use");
            assert_eq!(placed(ahead, 7).0, None, "no place at all");
        }
    }
}
