//! The check that a block is the next block of the stream.

use crate::block::Block;
use crate::header::Header;

/// The properties of the next block. The first block of a scan may have any sequence and
/// predecessor, unless the block is the very first of the log. Unset sequence and predecessor
/// accept any.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    pub(crate) position: u64,
    pub(crate) sequence: Option<u64>,
    pub(crate) previous: Option<u32>,
    pub(crate) epoch: u32,
}

impl Expected {
    /// Checks that a valid block is the expected block: same database, position, sequence,
    /// predecessor and epoch. From the first position of the current epoch on, the epoch equals the
    /// header's. Below, the epoch is an earlier one and does not go back. Returns the reason if the
    /// block is not the expected one. Returns the block unchanged otherwise.
    pub(crate) fn admits<'b>(&self, header: &Header, found: Block<'b>) -> Result<Block<'b>, String> {
        let block = found.header;
        let current = self.position >= header.epoch_first;
        let epoch_fits = if current { block.epoch == header.epoch } else { block.epoch < header.epoch };
        let rules = [
            (block.guid == header.guid, "the log block belongs to another database"),
            (block.position == self.position, "the log block is from an earlier use of this place"),
            (epoch_fits && block.epoch >= self.epoch, "the log block is from another epoch"),
            (self.sequence.is_none_or(|sequence| sequence == block.sequence), "the log block is out of sequence"),
            (self.previous.is_none_or(|previous| previous == block.previous), "the log block follows another one"),
            (block.sequence < u64::MAX, "the log block is out of sequence"),
        ];
        match rules.iter().find(|(kept, _)| !kept) {
            Some((_, fault)) => Err((*fault).to_owned()),
            None => Ok(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{self, BlockHeader};
    use crate::recovery_model::RecoveryModel;
    use crate::vlf::{FIRST_POSITION, cut};
    use sluice_base::ids::{DatabaseGuid, Lsn};

    /// Checks a block with this header against the expectation of position 100 of epoch 5 after
    /// block 8.
    fn judged(block: BlockHeader, epoch_first: u64) -> Result<(), String> {
        let header = Header {
            generation: 1,
            guid: DatabaseGuid(3),
            sector: 512,
            epoch: 5,
            epoch_first,
            checkpoint: Lsn::NONE,
            keep_from: Lsn::new(FIRST_POSITION, 0),
            end: Lsn::NONE,
            chain: Lsn::NONE,
            growth_bytes: 0,
            max_bytes: 0,
            model: RecoveryModel::Simple,
            buffer: 0,
            clean: false,
            vlfs: cut(crate::header::VLFS_FROM, 1 << 20, 99),
        };
        let expected = Expected { position: 100, sequence: Some(9), previous: Some(77), epoch: 4 };
        let mut bytes = vec![0; 80];
        block::put_record(&mut bytes[64..], 1, &[&[0; 12]]);
        block::finish(&mut bytes, &block);
        expected.admits(&header, block::parse(&bytes).unwrap()).map(|_| ())
    }

    #[test]
    fn block_with_any_wrong_chain_field_is_rejected() {
        let right = BlockHeader {
            guid: DatabaseGuid(3),
            epoch: 5,
            position: 100,
            sequence: 9,
            durable: Lsn::NONE,
            used: 80,
            records: 1,
            previous: 77,
        };
        assert_eq!(judged(right, 100), Ok(()), "the epoch's first block");
        assert!(judged(right, 101).is_err(), "the current epoch before its first position");
        let earlier = BlockHeader { epoch: 4, ..right };
        assert_eq!(judged(earlier, 101), Ok(()), "an earlier epoch before the current one's first position");
        assert!(judged(earlier, 100).is_err(), "an earlier epoch from there on");
        for wrong in [
            BlockHeader { guid: DatabaseGuid(4), ..right },
            BlockHeader { epoch: 6, ..right },
            BlockHeader { position: 99, ..right },
            BlockHeader { sequence: 8, ..right },
            BlockHeader { sequence: 10, ..right },
            BlockHeader { previous: 78, ..right },
        ] {
            assert!(judged(wrong, 100).is_err(), "{wrong:?}");
        }
        assert!(judged(BlockHeader { epoch: 3, ..right }, 101).is_err(), "epochs never go back along the chain");
    }
}
