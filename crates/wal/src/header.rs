//! The header of the log file, in two copies: location and history of the stream.
//! `docs/file-format.md` has the bytes.
//!
//! Invariants:
//! 1. A header change counts only when both copies hold it and are synced. So either copy alone is
//!    enough at any time. A reader takes the newer valid copy.
//! 2. `end` never goes back, and everything below it was on disk when the header was written.
//! 3. No block is written into a virtual log file before the header on disk names that file as in
//!    use, with its first position (`flush`, rule 7). So a start knows every place that may hold a
//!    needed block or evidence of a missing block. A virtual log file that the header calls free
//!    holds nothing newer than `end`.
//! 4. The header of an open log also names the next virtual log files ahead of their use, up to
//!    [`AHEAD_BYTES`]. So the stream reaches them without another header write, and a start has
//!    little more to search. The header does not say whether they were written. If another virtual
//!    log file is taken instead (after a truncation or a growth), the header is rewritten first.

use crate::recovery_model::RecoveryModel;
use crate::vlf::{Vlf, VlfMap};
use sluice_base::codec::{Reader, Truncated, get_u32, get_u64, put_u32};
use sluice_base::ids::{DatabaseGuid, Lsn};

/// The header of a log file. Both copies have the same content except after a crash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    /// Incremented at each write: the newer copy has the greater number.
    pub(crate) generation: u64,
    pub(crate) guid: DatabaseGuid,
    /// The unit blocks are padded to, in bytes.
    pub(crate) sector: u32,
    /// Incremented at each start of the log.
    pub(crate) epoch: u32,
    /// The position of the first block of the epoch. Blocks from here on bear exactly this epoch.
    pub(crate) epoch_first: u64,
    /// The last checkpoint record, or [`Lsn::NONE`].
    pub(crate) checkpoint: Lsn,
    /// Records below are no longer needed.
    pub(crate) keep_from: Lsn,
    /// Every record below was on disk when the header was written. In a cleanly closed log, the
    /// exact end.
    pub(crate) end: Lsn,
    /// The start of the log chain: records from here on are kept for a log backup. [`Lsn::NONE`]
    /// without a chain (`retention`).
    pub(crate) chain: Lsn,
    /// The growth step: bytes, or a percentage of the length
    /// ([`sluice_base::file_growth::FileGrowth`]).
    pub(crate) growth_bytes: u64,
    /// The maximum length of the file, in bytes.
    pub(crate) max_bytes: u64,
    pub(crate) model: RecoveryModel,
    /// The number of the persisted log buffer that the log needs, or 0 (`persisted_buffer`, rule
    /// 3).
    pub(crate) buffer: u32,
    /// Whether the log was closed properly.
    pub(crate) clean: bool,
    pub(crate) vlfs: Vec<Vlf>,
}

/// The reason bytes are not a valid header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HeaderFault {
    NotAHeader,
    Version(u32),
    Checksum,
    /// The log uses features, a key or a codec that this program doesn't know.
    Features,
    /// The fields contradict each other.
    Contents,
}

impl Header {
    /// Returns the bytes of a copy, without padding, checksum included. Panics if there are too
    /// many virtual log files.
    pub(crate) fn encode(&self) -> Vec<u8> {
        assert!(self.vlfs.len() <= VLFS_MAX, "the header has no room for {} virtual log files", self.vlfs.len());
        let mut bytes = Vec::with_capacity(FIXED_BYTES + self.vlfs.len() * ENTRY_BYTES);
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&[0; 4]);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&self.generation.to_le_bytes());
        bytes.extend_from_slice(&self.guid.0.to_le_bytes());
        bytes.extend_from_slice(&self.sector.to_le_bytes());
        bytes.extend_from_slice(&self.epoch.to_le_bytes());
        let lsns = [self.checkpoint, self.keep_from, self.end, self.chain].map(|lsn| lsn.0);
        for word in [self.epoch_first].iter().chain(&lsns).chain(&[self.growth_bytes, self.max_bytes]) {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes.extend_from_slice(&u32::from(self.model as u8).to_le_bytes());
        bytes.extend_from_slice(&u32::from(self.clean).to_le_bytes());
        let features = if self.buffer == 0 { 0 } else { BUFFER_FEATURE };
        bytes.extend_from_slice(&features.to_le_bytes());
        bytes.extend_from_slice(&[0; BUFFER - KEY]);
        bytes.extend_from_slice(&self.buffer.to_le_bytes());
        bytes.extend_from_slice(&(self.vlfs.len() as u32).to_le_bytes());
        for vlf in &self.vlfs {
            for word in [vlf.offset, vlf.size, vlf.start, vlf.sequence] {
                bytes.extend_from_slice(&word.to_le_bytes());
            }
        }
        let checksum = crc32c::crc32c(&bytes[12..]);
        put_u32(&mut bytes, 8, checksum);
        bytes
    }

    /// Decodes a copy. Never panics, for any bytes. Fails if it isn't a header, or has an unknown
    /// version or feature, a bad checksum, or contents that contradict each other.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Header, HeaderFault> {
        if bytes.len() < FIXED_BYTES || bytes[..8] != MAGIC {
            return Err(HeaderFault::NotAHeader);
        }
        match get_u32(bytes, 12) {
            VERSION => Self::decode_at(bytes, COUNT),
            version => Err(HeaderFault::Version(version)),
        }
    }

    /// Encodes in the format before the present one, which lacks the feature fields; for tests of
    /// the conversion.
    #[cfg(test)]
    pub(crate) fn encode_earlier(&self) -> Vec<u8> {
        let bytes = self.encode();
        let mut earlier = [&bytes[..FEATURES], &bytes[COUNT..]].concat();
        put_u32(&mut earlier, 12, EARLIER_VERSION);
        let checksum = crc32c::crc32c(&earlier[12..]);
        put_u32(&mut earlier, 8, checksum);
        earlier
    }

    /// Decodes a copy in the format before, for the conversion of its log. The present format is
    /// refused as an unknown version.
    pub(crate) fn decode_earlier(bytes: &[u8]) -> Result<Header, HeaderFault> {
        if bytes.len() < FIXED_BYTES || bytes[..8] != MAGIC {
            return Err(HeaderFault::NotAHeader);
        }
        match get_u32(bytes, 12) {
            EARLIER_VERSION => Self::decode_at(bytes, FEATURES),
            version => Err(HeaderFault::Version(version)),
        }
    }

    /// Decodes a copy whose number of virtual log files is at `count_at`, before their entries.
    fn decode_at(bytes: &[u8], count_at: usize) -> Result<Header, HeaderFault> {
        let (count, entries) = (get_u32(bytes, count_at) as usize, count_at + 4);
        let length = entries + count.min(VLFS_MAX) * ENTRY_BYTES;
        if bytes.len() < length || crc32c::crc32c(&bytes[12..length]) != get_u32(bytes, 8) {
            return Err(HeaderFault::Checksum);
        }
        let buffer = if count_at == COUNT { get_u32(bytes, BUFFER) } else { 0 };
        if count_at == COUNT {
            let features = if buffer == 0 { 0 } else { BUFFER_FEATURE };
            if get_u64(bytes, FEATURES) != features || bytes[KEY..BUFFER].iter().any(|byte| *byte != 0) {
                return Err(HeaderFault::Features);
            }
        }
        let header = Self::fields(&bytes[16..FEATURES], &bytes[entries..length]);
        let header = Header { buffer, ..header.map_err(|Truncated| HeaderFault::Contents)? };
        if header.vlfs.len() == count && header.is_coherent() { Ok(header) } else { Err(HeaderFault::Contents) }
    }

    fn fields(fixed: &[u8], entries: &[u8]) -> Result<Header, Truncated> {
        let mut reader = Reader::new(fixed);
        let mut header = Header {
            generation: reader.u64()?,
            guid: DatabaseGuid(reader.u64()?),
            sector: reader.u32()?,
            epoch: reader.u32()?,
            epoch_first: reader.u64()?,
            checkpoint: Lsn(reader.u64()?),
            keep_from: Lsn(reader.u64()?),
            end: Lsn(reader.u64()?),
            chain: Lsn(reader.u64()?),
            growth_bytes: reader.u64()?,
            max_bytes: reader.u64()?,
            model: u8::try_from(reader.u32()?).ok().and_then(RecoveryModel::from_number).ok_or(Truncated)?,
            buffer: 0,
            clean: reader.u32()? != 0,
            vlfs: Vec::new(),
        };
        let mut reader = Reader::new(entries);
        while !reader.is_empty() {
            let (offset, size, start, sequence) = (reader.u64()?, reader.u64()?, reader.u64()?, reader.u64()?);
            header.vlfs.push(Vlf { offset, size, start, sequence });
        }
        Ok(header)
    }

    /// Names the virtual log files the stream reaches next (invariant 4), unless the header is that
    /// of a clean end.
    pub(crate) fn name_ahead(&mut self) {
        if !self.clean {
            let mut map = VlfMap::new(std::mem::take(&mut self.vlfs));
            map.take_ahead(AHEAD_BYTES);
            self.vlfs = map.all().to_vec();
        }
    }

    /// Whether the field values are safe for arithmetic and name at least one virtual log file.
    fn is_coherent(&self) -> bool {
        let placed = |vlf: &Vlf| {
            let aligned = vlf.offset.is_multiple_of(4096) && vlf.size.is_multiple_of(4096);
            aligned && vlf.offset >= VLFS_FROM && vlf.size > 0 && vlf.offset.checked_add(vlf.size).is_some_and(small)
        };
        self.generation < u64::MAX
            && self.epoch < u32::MAX
            && self.sector.is_power_of_two()
            && (512..=4096).contains(&self.sector)
            && (self.chain.is_none() || (self.chain >= self.keep_from && self.model != RecoveryModel::Simple))
            && !self.vlfs.is_empty()
            && self.vlfs.iter().all(|vlf| placed(vlf) && small(vlf.start) && small(vlf.sequence))
    }
}

fn small(number: u64) -> bool {
    number < 1 << 47
}

/// The maximum size of the virtual log files named ahead of their use, in bytes. It covers a few of
/// the smallest files and none of the large files, which the stream seldom reaches.
const AHEAD_BYTES: u64 = 8 << 20;

/// Returns the offset of a header copy, in bytes.
pub(crate) fn copy_offset(copy: usize) -> u64 {
    copy as u64 * COPY_BYTES
}

/// Returns the offset of a side slot, in bytes (see `flush`).
pub(crate) fn side_offset(side: usize) -> u64 {
    (2 + side as u64) * COPY_BYTES
}

/// The room for a header copy or a side slot, in bytes.
pub(crate) const COPY_BYTES: u64 = 64 << 10;
/// The offset of the first virtual log file, in bytes.
pub(crate) const VLFS_FROM: u64 = 4 * COPY_BYTES;
/// The maximum number of virtual log files in a header.
pub(crate) const VLFS_MAX: usize = (COPY_BYTES as usize - FIXED_BYTES) / ENTRY_BYTES;

const MAGIC: [u8; 8] = *b"SluiceLg";
const VERSION: u32 = 4;
/// The version before, without features, key and codec.
const EARLIER_VERSION: u32 = 3;
/// The offset of the feature bits.
const FEATURES: usize = 104;
/// The bit of a log that needs its persisted log buffer.
const BUFFER_FEATURE: u64 = 1;
/// The offset of the key id and the codec, which are zero.
const KEY: usize = 112;
/// The offset of the persisted log buffer's number.
const BUFFER: usize = 120;
/// The offset of the number of virtual log files.
const COUNT: usize = 124;
const FIXED_BYTES: usize = COUNT + 4;
const ENTRY_BYTES: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vlf::cut;
    use proptest::prelude::*;

    fn any_header() -> impl Strategy<Value = Header> {
        let words = (any::<u64>(), any::<u64>(), any::<u32>(), any::<u64>(), any::<u64>(), any::<u64>(), any::<u64>());
        (words, any::<bool>(), 1u64..200, 9u32..=12).prop_map(|(words, clean, growths, sector)| Header {
            generation: words.0 >> 1,
            guid: DatabaseGuid(words.1),
            sector: 1 << sector,
            epoch: words.2 >> 1,
            epoch_first: words.3,
            checkpoint: Lsn(words.4),
            keep_from: Lsn(words.5),
            end: Lsn(words.6),
            chain: if clean { Lsn::NONE } else { Lsn(words.5.saturating_add(1)) },
            growth_bytes: words.3,
            max_bytes: words.4,
            model: if clean { RecoveryModel::Simple } else { RecoveryModel::BulkLogged },
            buffer: words.2 % 3,
            clean,
            vlfs: (0..growths).flat_map(|index| cut(VLFS_FROM + (index << 20), 1 << 20, VLFS_MAX)).collect(),
        })
    }

    proptest! {
        #[test]
        fn header_encode_decode_round_trips(header in any_header()) {
            prop_assert_eq!(Header::decode(&header.encode()), Ok(header.clone()));
        }

        #[test]
        fn header_with_changed_byte_is_rejected(header in any_header(), at in any::<proptest::sample::Index>(), by in 1u8..=255) {
            let mut bytes = header.encode();
            let at = at.index(bytes.len());
            bytes[at] ^= by;
            prop_assert!(Header::decode(&bytes).is_err());
        }

        #[test]
        fn header_of_version_before_is_decoded_for_conversion(header in any_header()) {
            let header = Header { buffer: 0, ..header };
            let (bytes, earlier) = (header.encode(), header.encode_earlier());
            prop_assert_eq!(Header::decode(&earlier), Err(HeaderFault::Version(EARLIER_VERSION)));
            prop_assert_eq!(Header::decode_earlier(&earlier), Ok(header.clone()));
            prop_assert_eq!(Header::decode_earlier(&bytes), Err(HeaderFault::Version(VERSION)));
        }

        #[test]
        fn header_with_unknown_feature_is_rejected(header in any_header(), at in FEATURES..COUNT, by in 1u8..=255) {
            let mut bytes = Header { buffer: 0, ..header }.encode();
            bytes[at] = by;
            let checksum = crc32c::crc32c(&bytes[12..]);
            put_u32(&mut bytes, 8, checksum);
            prop_assert_eq!(Header::decode(&bytes), Err(HeaderFault::Features));
        }

        #[test]
        fn arbitrary_bytes_do_not_panic_decode(mut bytes in proptest::collection::vec(any::<u8>(), 0..400), honest in any::<bool>()) {
            if honest && bytes.len() >= FIXED_BYTES {
                bytes[..8].copy_from_slice(&MAGIC);
                bytes[12..16].copy_from_slice(&VERSION.to_le_bytes());
                let checksum = crc32c::crc32c(&bytes[12..]);
                put_u32(&mut bytes, 8, checksum);
            }
            let _ = Header::decode(&bytes);
        }
    }
}
