//! The links of a row, in every format: their flag, and their list at the row's end.

use super::{HEADER, RowDamaged};
use crate::value::Value;

/// The length of a link in bytes.
pub const LINK_BYTES: usize = 28;

/// The contents of a column when a row is encoded.
#[derive(Clone, Copy, Debug)]
pub enum Cell<'v> {
    /// The value itself.
    Value(&'v Value),
    /// A link to the value; allowed only in variable columns.
    Link(&'v [u8; LINK_BYTES]),
}

/// Whether the row says that it has links. Bytes that are too short have none.
#[inline]
pub fn has_links(row: &[u8]) -> bool {
    row.len() >= HEADER && row[FLAGS] & HAS_LINKS != 0
}

/// Returns the links of a row of any layout. Fails if the list at the row's end is damaged. In the
/// order of the columns.
pub fn links(row: &[u8]) -> Result<Vec<&[u8; LINK_BYTES]>, RowDamaged> {
    if !has_links(row) {
        return Ok(Vec::new());
    }
    let offsets = offsets(row)?;
    let link = |offset: u16| row.get(offset.into()..).and_then(|rest| rest.first_chunk()).ok_or(RowDamaged);
    offsets.map(link).collect()
}

/// Whether the value at `range` of a row with links is a link. A bad list of links is damage.
pub(super) fn is_link(row: &[u8], range: &std::ops::Range<usize>) -> Result<bool, RowDamaged> {
    // The links are listed in the order of the columns, and so of their places.
    let listed = listed(row)?;
    let place = listed.partition_point(|offset| usize::from(u16::from_le_bytes(*offset)) < range.start);
    let is_listed = listed.get(place).is_some_and(|offset| usize::from(u16::from_le_bytes(*offset)) == range.start);
    Ok(!range.is_empty() && is_listed)
}

/// Lists the links of a row at its end. Sets the row's flag. Does nothing without links.
pub(super) fn put_links(row: &mut Vec<u8>, links: &[u16]) {
    if links.is_empty() {
        return;
    }
    row[FLAGS] |= HAS_LINKS;
    links.iter().for_each(|offset| row.extend_from_slice(&offset.to_le_bytes()));
    row.extend_from_slice(&(links.len() as u16).to_le_bytes());
}

/// Returns the offset behind the values of a row: of the list of links, or of the row's end. A bad
/// list of links is damage.
pub(super) fn end_of_content(row: &[u8]) -> Result<usize, RowDamaged> {
    if !has_links(row) {
        return Ok(row.len());
    }
    Ok(row.len() - 2 - 2 * listed(row)?.len())
}

fn offsets(row: &[u8]) -> Result<impl Iterator<Item = u16>, RowDamaged> {
    Ok(listed(row)?.iter().map(|offset| u16::from_le_bytes(*offset)))
}

/// Returns the list of the links' offsets, each as its bytes.
fn listed(row: &[u8]) -> Result<&[[u8; 2]], RowDamaged> {
    let (front, count) = row.split_last_chunk::<2>().ok_or(RowDamaged)?;
    let bytes = 2 * usize::from(u16::from_le_bytes(*count));
    let listed = front.len().checked_sub(bytes).filter(|_| bytes > 0).ok_or(RowDamaged)?;
    Ok(front[listed..].as_chunks().0)
}

const FLAGS: usize = 1;
/// Flag: some values are links.
pub(super) const HAS_LINKS: u8 = 1;
