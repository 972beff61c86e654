//! The check of a page's form when it is read from its file. So no user of the page meets a cell
//! outside the page or a count beyond the page.
//!
//! The checksum shows only that the bytes are the written bytes. They may still be malformed:
//! memory may have flipped before the checksum, or a program that wrote the file had a bug. Links
//! to other pages (neighbours, children, owners) are checked where they are followed. An unknown
//! page type is left to its user.

use crate::btree::node;
use crate::heap_cell::{self, BODY_MIN, STAMP_SIZE};
use crate::{gam, iam, layout, lob_page, slotted};
use sluice_buffer::{PageType, page};

/// Checks the form of a page; an error names the fault. Linear in the slots. Reads nothing outside
/// the page, for any bytes. Checks slots, cells, entries and counts by the page's type. Unknown
/// types pass.
pub fn check_form(bytes: &[u8]) -> Result<(), String> {
    match page::page_type(bytes) {
        PageType::DATA => rows(bytes),
        PageType::INDEX => cells(bytes),
        PageType::IAM => entries(bytes),
        PageType::GAM if gam::hint(bytes) > gam::EXTENTS_PER_GAM => {
            Err(format!("its search hint {} is beyond its extents", gam::hint(bytes)))
        }
        PageType::LOB | PageType::LOB_NODE if !lob_page::is_going_rightly(bytes) => {
            Err("it links to a next page, which no page of a long value does".to_owned())
        }
        PageType::LOB if lob_page::data(bytes).is_none() => {
            Err("its part of a long value has no end on the page".to_owned())
        }
        PageType::LOB_NODE if lob_page::children_bytes(bytes).is_none() || layout::level(bytes) == 0 => {
            Err("it has no children, or more than fit".to_owned())
        }
        _ => Ok(()),
    }
}

fn rows(bytes: &[u8]) -> Result<(), String> {
    slotted::validate(bytes)?;
    // A scan of a cold table checks every cell. For a plain row the length suffices.
    let is_row = |(slot, kind, length): &(usize, u8, usize)| {
        let reads = || slotted::get(bytes, *slot).is_some_and(|cell| heap_cell::read(bytes, *kind, cell).is_some());
        *length >= STAMP_SIZE + BODY_MIN && (*kind == heap_cell::ROW || reads())
    };
    match slotted::filled(bytes).find(|slot| !is_row(slot)) {
        Some((slot, ..)) => Err(format!("slot {slot} holds no row")),
        None => Ok(()),
    }
}

fn cells(bytes: &[u8]) -> Result<(), String> {
    slotted::validate(bytes)?;
    let is_leaf = layout::level(bytes) == 0;
    if !is_leaf && slotted::count(bytes) == 0 {
        return Err("an inner node without children".to_owned());
    }
    let is_cell = |slot: &usize| match is_leaf {
        true => node::leaf_cell(bytes, *slot).is_ok(),
        false => node::inner_cell(bytes, *slot).is_ok(),
    };
    match (0..slotted::count(bytes)).find(|slot| !is_cell(slot)) {
        Some(slot) => Err(format!("cell {slot} of a tree's page cannot be read")),
        None => Ok(()),
    }
}

fn entries(bytes: &[u8]) -> Result<(), String> {
    if iam::is_overfull(bytes) || iam::count(bytes) == 0 {
        return Err("it has no extents, or more than fit".to_owned());
    }
    let own = iam::entry(bytes, 0);
    if own.extent.number > iam::EXTENT_MAX || own.page(0) != page::id(bytes) || own.used & 1 == 0 {
        return Err("its first extent is not its own extent".to_owned());
    }
    // Pages are taken in order, extent after extent.
    let last = iam::count(bytes) - 1;
    let is_taken_in_order = |index: usize, used: u8| match index == last {
        true => used != 0 && used.trailing_ones() == used.count_ones(),
        false => used == u8::MAX,
    };
    let entries = (0..=last).map(|index| (index, iam::entry(bytes, index)));
    match entries
        .into_iter()
        .find(|(index, entry)| entry.extent.number > iam::EXTENT_MAX || !is_taken_in_order(*index, entry.used))
    {
        Some((_, entry)) => {
            Err(format!("its entry for extent {} has impossible page bits {:#010b}", entry.extent.number, entry.used))
        }
        None => Ok(()),
    }
}
