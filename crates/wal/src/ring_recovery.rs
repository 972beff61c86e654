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
use crate::vlf::VlfMap;
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
        if place(device, vlfs, position, &found)? {
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

/// Sees to it that the block has the place that the dead process gave it. Whether a virtual log file was taken into use for it.
fn place(device: &Device, vlfs: &mut VlfMap, position: u64, found: &Found) -> Result<bool, LogError> {
    let is_first = vlfs.place(position).is_none();
    if is_first {
        let first_of = vlfs.all().iter().position(|vlf| vlf.is_free() && vlf.offset == found.offset);
        if let Some(index) = first_of {
            vlfs.assign(index, position);
        }
    }
    match vlfs.place(position) {
        Some(place) if place.offset == found.offset && place.room >= found.bytes.len() as u64 => Ok(is_first),
        _ => {
            let what = "what was in memory when the process ended does not fit the log file";
            Err(device.damaged(found.offset, Lsn::new(position, 0), what))
        }
    }
}
