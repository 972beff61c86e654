//! One small change of one page, as system records carry it. Live code and redo apply edits by the
//! same code.
//!
//! An edit is a tag byte and the fields in the order of [`Edit`]'s declaration. Numbers are
//! little-endian, page ids 6 bytes. A cell is its length u16 and its bytes.

use crate::layout::{get_page_id, page_id_bytes};
use crate::lob_page::{self, LobId};
use crate::{boot_page, gam, header, heap_cell, iam, layout, leaf_cell, prefix, slotted};
use sluice_base::codec::{Reader, Truncated};
use sluice_base::ids::{FilegroupId, ObjectId, PageId, TxnId};

/// An edit of a page. The number before each is its tag on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Edit<'a> {
    /// 1: formats an empty page: type, B-tree level, root flag, object.
    Format { page_type: u8, level: u8, root: bool, object: ObjectId },
    /// 2: inserts a cell at a position of the slot directory.
    Insert { position: u16, cell: &'a [u8] },
    /// 3: inserts a cell behind the last.
    Append { cell: &'a [u8] },
    /// 4: removes the cells from this position on.
    Truncate { from: u16 },
    /// 5: sets the B-tree level.
    Level(u8),
    /// 6: sets the next page.
    Next(PageId),
    /// 7: sets the previous page.
    Previous(PageId),
    /// 8: sets the IAM root of a tree, or the tail of an IAM chain.
    Anchor(PageId),
    /// 9: sets the generation of an IAM root.
    Generation(u64),
    /// 10: sets a bit of a GAM page.
    Extent { bit: u32, used: bool },
    /// 11: adds an entry to an IAM page, for an extent of the page's file.
    IamPush { number: u32, used: u8 },
    /// 12: marks a page of the last entry's extent as used.
    IamUse(u8),
    /// 13: keeps this many entries of an IAM page.
    IamTruncate(u16),
    /// 14: sets the file's size in pages, in a header.
    FilePages(u32),
    /// 15: sets a slot of the boot page.
    Boot { slot: u8, page: PageId },
    /// 16: empties a slot of a heap page.
    ClearRow { slot: u16 },
    /// 17: removes the padding of a cell of a heap page.
    Tighten { slot: u16 },
    /// 18: inserts rows behind the others of a heap page, all with one stamp; each is its length
    /// u16 and its bytes.
    Rows { stamp: u64, rows: &'a [u8] },
    /// 19: inserts a ghost behind the last cell.
    AppendGhost { cell: &'a [u8] },
    /// 20: removes the cell at this position, shifting the later ones.
    Remove { position: u16 },
    /// 21: removes the padding of an entry of a B-tree leaf.
    Trim { position: u16 },
    /// 22: marks a page of a tree that compresses its leaves.
    Compresses,
    /// 23: changes the dictionary of a B-tree leaf, none of whose cells is compressed.
    Dictionary(&'a [u8]),
    /// 24: changes nothing: the rows or entries that a load puts on this page are not logged. A log
    /// backup includes the page's extent.
    Unlogged,
    /// 32: changes the common prefix of a B-tree page and rewrites its cells.
    Prefix(&'a [u8]),
    /// 33: sets the first free page of an object, on its IAM root.
    FreePage(PageId),
    /// 34: sets the LOB unit of a heap, on the heap's IAM root.
    LobUnit { root: PageId, generation: u64 },
    /// 35: formats a page of a long value.
    Lob { object: ObjectId, id: LobId, length: u64, level: u8, body: &'a [u8] },
    /// 36: the transaction that wrote a page of a long value which extends another's.
    LobWriter(TxnId),
    /// 37: sets the IAM page being filled, on an IAM root.
    Filling(PageId),
    /// 38: sets the filegroup of a LOB unit to come, on an IAM root.
    LobFilegroup(FilegroupId),
    /// 40: sets or clears the recovery value on an IAM root.
    Recovery(Option<i128>),
}

/// An edit that is malformed, or that its page does not allow: the log or the page is damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BadEdit;

impl From<Truncated> for BadEdit {
    fn from(_: Truncated) -> BadEdit {
        BadEdit
    }
}

impl<'a> Edit<'a> {
    /// Returns the edit that inserts a cell, ghost or not, behind the last.
    pub(crate) fn append(cell: &'a [u8], is_ghost: bool) -> Edit<'a> {
        if is_ghost { Edit::AppendGhost { cell } } else { Edit::Append { cell } }
    }

    /// Appends the bytes of this edit to `out`. Panics if a cell is longer than 65,535 bytes, which
    /// no page holds.
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        match *self {
            Edit::Format { page_type, level, root, object } => {
                out.extend_from_slice(&[FORMAT, page_type, level, u8::from(root)]);
                out.extend_from_slice(&object.0.to_le_bytes());
            }
            Edit::Insert { position, cell } => {
                out.push(2);
                out.extend_from_slice(&position.to_le_bytes());
                encode_cell(cell, out);
            }
            Edit::Append { cell } => {
                out.push(3);
                encode_cell(cell, out);
            }
            Edit::Truncate { from } => encode_fields(4, &from.to_le_bytes(), out),
            Edit::Level(level) => out.extend_from_slice(&[5, level]),
            Edit::Next(page) => encode_fields(6, &page_id_bytes(page), out),
            Edit::Previous(page) => encode_fields(7, &page_id_bytes(page), out),
            Edit::Anchor(page) => encode_fields(8, &page_id_bytes(page), out),
            Edit::Generation(generation) => encode_fields(9, &generation.to_le_bytes(), out),
            Edit::Extent { bit, used } => {
                encode_fields(10, &bit.to_le_bytes(), out);
                out.push(u8::from(used));
            }
            Edit::IamPush { number, used } => {
                encode_fields(11, &number.to_le_bytes(), out);
                out.push(used);
            }
            Edit::IamUse(index) => out.extend_from_slice(&[12, index]),
            Edit::IamTruncate(keep) => encode_fields(13, &keep.to_le_bytes(), out),
            Edit::FilePages(pages) => encode_fields(14, &pages.to_le_bytes(), out),
            Edit::Boot { slot, page } => {
                out.extend_from_slice(&[15, slot]);
                out.extend_from_slice(&page_id_bytes(page));
            }
            Edit::ClearRow { slot } => encode_fields(16, &slot.to_le_bytes(), out),
            Edit::Tighten { slot } => encode_fields(17, &slot.to_le_bytes(), out),
            Edit::Rows { stamp, rows } => {
                encode_fields(18, &stamp.to_le_bytes(), out);
                encode_cell(rows, out);
            }
            Edit::AppendGhost { cell } => {
                out.push(19);
                encode_cell(cell, out);
            }
            Edit::Remove { position } => encode_fields(20, &position.to_le_bytes(), out),
            Edit::Trim { position } => encode_fields(21, &position.to_le_bytes(), out),
            Edit::Compresses => out.push(22),
            Edit::Dictionary(dictionary) => {
                out.push(23);
                encode_cell(dictionary, out);
            }
            Edit::Unlogged => out.push(24),
            Edit::Prefix(prefix) => {
                out.push(32);
                encode_cell(prefix, out);
            }
            Edit::FreePage(page) => encode_fields(33, &page_id_bytes(page), out),
            Edit::LobUnit { root, generation } => {
                encode_fields(34, &page_id_bytes(root), out);
                out.extend_from_slice(&generation.to_le_bytes());
            }
            Edit::Lob { object, id, length, level, body } => {
                encode_fields(35, &object.0.to_le_bytes(), out);
                out.extend_from_slice(&page_id_bytes(id.first));
                out.extend_from_slice(&id.writer.0.to_le_bytes());
                out.extend_from_slice(&length.to_le_bytes());
                out.push(level);
                encode_cell(body, out);
            }
            Edit::LobWriter(writer) => encode_fields(36, &writer.0.to_le_bytes(), out),
            Edit::Filling(page) => encode_fields(37, &page_id_bytes(page), out),
            Edit::LobFilegroup(filegroup) => encode_fields(38, &filegroup.0.to_le_bytes(), out),
            Edit::Recovery(value) => {
                out.extend_from_slice(&[40, u8::from(value.is_some())]);
                out.extend_from_slice(&value.unwrap_or(0).to_le_bytes());
            }
        }
    }

    /// Decodes one edit from the front of a record. Fails for an unknown tag or a short record. The
    /// values aren't checked against a page.
    pub(crate) fn decode(from: &mut Reader<'a>) -> Result<Edit<'a>, BadEdit> {
        Ok(match from.u8()? {
            FORMAT => Edit::Format {
                page_type: from.u8()?,
                level: from.u8()?,
                root: from.u8()? != 0,
                object: ObjectId(from.i32()?),
            },
            2 => Edit::Insert { position: from.u16()?, cell: decode_cell(from)? },
            3 => Edit::Append { cell: decode_cell(from)? },
            4 => Edit::Truncate { from: from.u16()? },
            5 => Edit::Level(from.u8()?),
            6 => Edit::Next(decode_page_id(from)?),
            7 => Edit::Previous(decode_page_id(from)?),
            8 => Edit::Anchor(decode_page_id(from)?),
            9 => Edit::Generation(from.u64()?),
            10 => Edit::Extent { bit: from.u32()?, used: from.u8()? != 0 },
            11 => Edit::IamPush { number: from.u32()?, used: from.u8()? },
            12 => Edit::IamUse(from.u8()?),
            13 => Edit::IamTruncate(from.u16()?),
            14 => Edit::FilePages(from.u32()?),
            15 => Edit::Boot { slot: from.u8()?, page: decode_page_id(from)? },
            16 => Edit::ClearRow { slot: from.u16()? },
            17 => Edit::Tighten { slot: from.u16()? },
            18 => Edit::Rows { stamp: from.u64()?, rows: decode_cell(from)? },
            19 => Edit::AppendGhost { cell: decode_cell(from)? },
            20 => Edit::Remove { position: from.u16()? },
            21 => Edit::Trim { position: from.u16()? },
            22 => Edit::Compresses,
            23 => Edit::Dictionary(decode_cell(from)?),
            24 => Edit::Unlogged,
            32 => Edit::Prefix(decode_cell(from)?),
            33 => Edit::FreePage(decode_page_id(from)?),
            34 => Edit::LobUnit { root: decode_page_id(from)?, generation: from.u64()? },
            35 => Edit::Lob {
                object: ObjectId(from.i32()?),
                id: LobId { first: decode_page_id(from)?, writer: TxnId(from.u64()?) },
                length: from.u64()?,
                level: from.u8()?,
                body: decode_cell(from)?,
            },
            36 => Edit::LobWriter(TxnId(from.u64()?)),
            37 => Edit::Filling(decode_page_id(from)?),
            38 => Edit::LobFilegroup(FilegroupId(from.u16()?)),
            40 => Edit::Recovery(decode_recovery(from)?),
            _ => return Err(BadEdit),
        })
    }

    /// Applies the edit to a page. Fails if the page refuses it: no room, no such slot, or a number
    /// out of range. The page may be changed in part then, so edits are tried on a copy first.
    pub(crate) fn apply(&self, page: &mut [u8]) -> Result<(), BadEdit> {
        match *self {
            Edit::Format { page_type, level, root, object } => layout::format(page, page_type, level, root, object),
            Edit::Insert { position, cell } => return done(slotted::insert_cell(page, position as usize, &[cell])),
            Edit::Append { cell } => return done(slotted::insert_cell(page, slotted::count(page), &[cell])),
            Edit::Truncate { from } => slotted::truncate(page, from as usize),
            Edit::Level(level) => layout::set_level(page, level),
            Edit::Next(id) => layout::set_next(page, id),
            Edit::Previous(id) => layout::set_previous(page, id),
            Edit::Anchor(id) => layout::set_anchor(page, id),
            Edit::Generation(generation) => layout::set_generation(page, generation),
            Edit::Extent { bit, .. } if bit >= gam::EXTENTS_PER_GAM => return Err(BadEdit),
            Edit::Extent { bit, used } => gam::set_used(page, bit, used),
            Edit::IamPush { number, used } => return done(iam::push(page, number, used)),
            Edit::IamUse(index) => return done(index < 8 && iam::use_page(page, u32::from(index))),
            Edit::IamTruncate(keep) => iam::truncate(page, keep as usize),
            Edit::FilePages(pages) => header::set_pages(page, pages),
            Edit::Boot { slot, .. } if slot as usize >= boot_page::SLOTS => return Err(BadEdit),
            Edit::Boot { slot, page: id } => boot_page::put(page, slot, id),
            Edit::ClearRow { slot } => return done(slotted::clear_row(page, slot as usize)),
            Edit::Tighten { slot } => return done(heap_cell::tighten(page, slot as usize)),
            Edit::Rows { stamp, rows } => return done(heap_cell::put_rows(page, stamp, rows)),
            Edit::AppendGhost { cell } => {
                let position = slotted::count(page);
                done(slotted::insert_cell(page, position, &[cell]))?;
                slotted::set_ghost(page, position, true);
            }
            Edit::Remove { position } => return done(slotted::remove_cell(page, position as usize)),
            Edit::Trim { position } => return done(leaf_cell::trim(page, position as usize)),
            Edit::Compresses => layout::set_compresses(page),
            Edit::Dictionary(dictionary) => return done(prefix::set_dictionary(page, dictionary)),
            Edit::Unlogged => {}
            Edit::Prefix(prefix) => return done(prefix::set(page, prefix)),
            Edit::FreePage(id) => layout::set_free_page(page, id),
            Edit::LobUnit { root, generation } => iam::set_lob_unit(page, root, generation),
            Edit::Lob { object, id, length, level, body } => {
                return done(lob_page::format(page, object, id, length, (level, body)));
            }
            Edit::LobWriter(writer) => lob_page::set_writer(page, writer),
            Edit::Filling(id) => iam::set_filling(page, id),
            Edit::LobFilegroup(filegroup) => iam::set_lob_filegroup(page, filegroup),
            Edit::Recovery(value) => iam::set_recovery(page, value),
        }
        Ok(())
    }
}

/// Applies all of `edits`, the concatenated bytes of edits. If one is bad, the ones before it stay
/// applied.
pub(crate) fn apply_all(page: &mut [u8], edits: &[u8]) -> Result<(), BadEdit> {
    let mut rest = Reader::new(edits);
    while !rest.is_empty() {
        Edit::decode(&mut rest)?.apply(page)?;
    }
    Ok(())
}

/// Whether the first of `edits` formats the page, so that the old content is irrelevant.
pub(crate) fn formats(edits: &[u8]) -> bool {
    edits.first() == Some(&FORMAT)
}

fn done(it_was: bool) -> Result<(), BadEdit> {
    if it_was { Ok(()) } else { Err(BadEdit) }
}

fn encode_fields(tag: u8, fields: &[u8], out: &mut Vec<u8>) {
    out.push(tag);
    out.extend_from_slice(fields);
}

fn encode_cell(cell: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&(cell.len() as u16).to_le_bytes());
    out.extend_from_slice(cell);
}

fn decode_cell<'a>(from: &mut Reader<'a>) -> Result<&'a [u8], Truncated> {
    let length = from.u16()?;
    from.bytes(length as usize)
}

fn decode_page_id(from: &mut Reader<'_>) -> Result<PageId, Truncated> {
    from.bytes(6).map(|bytes| get_page_id(bytes, 0))
}

fn decode_recovery(from: &mut Reader<'_>) -> Result<Option<i128>, Truncated> {
    let is_set = from.u8()? != 0;
    let bytes = from.bytes(16)?.try_into().map_err(|_| Truncated)?;
    Ok(is_set.then_some(i128::from_le_bytes(bytes)))
}

const FORMAT: u8 = 1;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sluice_buffer::{PAGE_SIZE, PageType};

    fn page_ids() -> impl Strategy<Value = PageId> {
        (any::<u32>(), any::<u16>()).prop_map(|(page, file)| PageId { page, file: sluice_base::ids::FileId(file) })
    }

    proptest! {
        #[test]
        fn edits_round_trip(
            id in page_ids(), number in any::<u32>(), small in any::<u8>(),
            flag in any::<bool>(), cell in proptest::collection::vec(any::<u8>(), 0..300),
        ) {
            let edits = [
                Edit::Format { page_type: small, level: small, root: flag, object: ObjectId(number as i32) },
                Edit::Insert { position: number as u16, cell: &cell },
                Edit::Append { cell: &cell },
                Edit::Truncate { from: number as u16 },
                Edit::Level(small),
                Edit::Next(id),
                Edit::Previous(id),
                Edit::Anchor(id),
                Edit::Generation(u64::from(number) << 20),
                Edit::Extent { bit: number, used: flag },
                Edit::IamPush { number, used: small },
                Edit::Filling(id),
                Edit::LobFilegroup(FilegroupId(number as u16)),
                Edit::IamUse(small),
                Edit::IamTruncate(number as u16),
                Edit::FilePages(number),
                Edit::Boot { slot: small, page: id },
                Edit::ClearRow { slot: number as u16 },
                Edit::Tighten { slot: number as u16 },
                Edit::Rows { stamp: u64::from(number) << 9, rows: &cell },
                Edit::AppendGhost { cell: &cell },
                Edit::Remove { position: number as u16 },
                Edit::Compresses,
                Edit::Dictionary(&cell),
                Edit::Unlogged,
                Edit::Prefix(&cell),
                Edit::FreePage(id),
                Edit::LobUnit { root: id, generation: u64::from(number) << 13 },
                Edit::Lob { object: ObjectId(3), id: LobId { first: id, writer: TxnId(7) }, length: 1 << 30, level: small, body: &cell },
                Edit::LobWriter(TxnId(u64::from(number) << 11)),
                Edit::Recovery(Some(-i128::from(number) << 64)),
                Edit::Recovery(None),
            ];
            let mut bytes = Vec::new();
            edits.iter().for_each(|edit| edit.encode(&mut bytes));
            let mut reader = Reader::new(&bytes);
            for edit in edits {
                prop_assert_eq!(Edit::decode(&mut reader), Ok(edit));
            }
            prop_assert!(reader.is_empty());
        }

        #[test]
        fn arbitrary_edits_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let mut page = [0u8; PAGE_SIZE];
            layout::format(&mut page, PageType::INDEX.0, 0, false, ObjectId(1));
            // Most inputs are refused; some are valid edits by chance.
            let _ = apply_all(&mut page, &bytes);
            prop_assert!(slotted::count(&page) <= PAGE_SIZE / 4 || slotted::validate(&page).is_err());
        }
    }
}
