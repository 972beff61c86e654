//! The tail that a killed process left in its ring becomes part of the log.
//!
//! What the ring holds behind the log's end is written where the dead process would have written it: the same blocks in
//! the same places, in order, each durable before the next, of the epoch that is over. Afterwards the log file alone tells
//! the whole story, and every reader of it sees the same. Done twice, or stopped in the middle, it comes to the same: the
//! ring stays as it is until a new epoch is durable.

use crate::block::{self, BlockHeader};
use crate::device::Device;
use crate::error::LogError;
use crate::header::Header;
use crate::options::LogEnvironment;
use crate::ring::{Found, TailRing};
use crate::vlf::{Vlf, VlfMap};
use sluice_base::ids::Lsn;
use sluice_vfs::AlignedBuf;

/// What comes behind the log's end.
pub(crate) struct Behind {
    /// Of the next block.
    pub(crate) position: u64,
    /// Of the next block; `None`: the log's first.
    pub(crate) sequence: Option<u64>,
    /// The checksum of the last block.
    pub(crate) previous: u32,
    /// How many bytes of the next block a side slot holds.
    pub(crate) shortest: usize,
}

/// What was added to the log.
#[derive(Clone, Copy)]
pub(crate) struct Hardened {
    /// How many blocks.
    pub(crate) blocks: u64,
    /// Behind the last.
    pub(crate) position: u64,
    /// Of the header that is on disk now.
    pub(crate) generation: u64,
}

/// Hardens what `ring`, which continues this log, has beyond its end.
pub(crate) fn harden(
    device: &Device,
    env: &LogEnvironment,
    header: &Header,
    ring: &TailRing,
    vlfs: &mut VlfMap,
    behind: Behind,
) -> Result<Hardened, LogError> {
    let Behind { mut position, sequence, mut previous, mut shortest } = behind;
    let mut sequence = sequence.unwrap_or(1);
    let (mut blocks, mut generation) = (0, header.generation);
    while let Some(found) = ring.find(header.epoch, position, sequence) {
        // A side slot may hold more of the block than anybody was told of.
        if found.bytes.len() < shortest {
            break;
        }
        shortest = 0;
        if blocks == 0 {
            // The first block will say that everything before it is durable.
            device.settle()?;
        }
        let is_new = place(vlfs, position, &found).ok_or_else(|| {
            let what = "what was in memory when the process ended does not fit the log file";
            device.damaged(found.offset, Lsn::new(position, 0), what)
        })?;
        if is_new {
            // As for any other block (`header`, invariant 3): pages may go to disk that hold what it says.
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
        env.counters.log_bytes_flushed.add(length as u64);
        position = vlfs.following(position, length as u64);
        (sequence, blocks) = (sequence + 1, blocks + 1);
    }
    Ok(Hardened { blocks, position, generation })
}

/// Sees to it that the block has the place that the dead process gave it. Whether a virtual log file was taken into use for it; `None` when the
/// file has no such place.
fn place(vlfs: &mut VlfMap, position: u64, found: &Found) -> Option<bool> {
    let fits = |vlfs: &VlfMap| {
        vlfs.place(position).is_some_and(|place| place.offset == found.offset && place.room >= found.bytes.len() as u64)
    };
    if fits(vlfs) {
        return Some(false);
    }
    // The dead process had not come to naming the virtual log file that it took, or another one was named ahead.
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

    /// What becomes of a block behind the first of four virtual log files that the dead process put at `offset`, when `ahead` bytes of them were
    /// named; and where the position is then.
    fn placed(ahead: u64, offset: u64) -> (Option<bool>, Option<u64>) {
        let mut vlfs = VlfMap::new(cut(0, 4 * VLF_MIN));
        vlfs.ensure_placed(FIRST_POSITION);
        vlfs.take_ahead(ahead);
        let position = FIRST_POSITION + VLF_MIN / 512;
        let is_new = place(&mut vlfs, position, &Found { bytes: vec![0; 100], records: 1, offset });
        (is_new, vlfs.place(position).map(|place| place.offset))
    }

    #[test]
    fn the_dead_process_has_said_where_its_blocks_go() {
        for ahead in [0, VLF_MIN, 4 * VLF_MIN] {
            assert_eq!(placed(ahead, VLF_MIN), (Some(ahead == 0), Some(VLF_MIN)), "the next in the file");
            assert_eq!(placed(ahead, 3 * VLF_MIN), (Some(true), Some(3 * VLF_MIN)), "another than was named ahead");
            assert_eq!(placed(ahead, 0).0, None, "one that is in use");
            assert_eq!(placed(ahead, 7).0, None, "no place at all");
        }
    }
}
