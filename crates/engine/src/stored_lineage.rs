//! The lineage of a database as bytes of its row in master (`docs/file-format.md`, *The list of
//! databases*).

use sluice_base::codec::{Reader, Truncated};
use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_table::Lineage;

/// Encodes the lineage. Returns `None` for a database without one.
pub(crate) fn encode(lineage: &Lineage) -> Option<Vec<u8>> {
    if *lineage == Lineage::default() {
        return None;
    }
    let mut bytes = lineage.frozen_at.0.to_le_bytes().to_vec();
    bytes.extend_from_slice(&lineage.unknown_below.0.to_le_bytes());
    let reverts = lineage.reverts.iter().map(|(from, end)| (from.0, end.0));
    let ancestors = lineage.ancestors.iter().map(|(guid, at)| (guid.0, at.0));
    for pairs in [reverts.collect::<Vec<_>>(), ancestors.collect()] {
        bytes.extend_from_slice(&(pairs.len() as u16).to_le_bytes());
        for (first, second) in pairs {
            bytes.extend_from_slice(&first.to_le_bytes());
            bytes.extend_from_slice(&second.to_le_bytes());
        }
    }
    Some(bytes)
}

/// Decodes a lineage. Fails if the bytes end early.
pub(crate) fn decode(bytes: &[u8]) -> Result<Lineage, Truncated> {
    let mut reader = Reader::new(bytes);
    let (frozen_at, unknown_below) = (Lsn(reader.u64()?), Lsn(reader.u64()?));
    let mut pairs = || -> Result<Vec<(u64, u64)>, Truncated> {
        let count = reader.u16()?;
        (0..count).map(|_| Ok((reader.u64()?, reader.u64()?))).collect()
    };
    let (reverts, ancestors) = (pairs()?, pairs()?);
    Ok(Lineage {
        frozen_at,
        unknown_below,
        reverts: reverts.into_iter().map(|(from, end)| (Lsn(from), Lsn(end))).collect(),
        ancestors: ancestors.into_iter().map(|(guid, at)| (DatabaseGuid(guid), Lsn(at))).collect(),
    })
}
