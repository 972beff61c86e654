//! Slots whose copies outlive a process, or an opening of their database.

use super::{CopyId, CopyStamp, Slot, Slots, State, UNUSED, USES_MAX};
use crate::frame::PageKey;
use crate::page::PageType;
use sluice_base::ids::Lsn;

/// A slot with a copy, as the directory describes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KeptSlot {
    pub(crate) slot: u32,
    pub(crate) stamp: CopyStamp,
    pub(crate) uses: u8,
    /// Whether the slot is in the main queue of the policy.
    pub(crate) is_main: bool,
}

impl Slots {
    /// Appends the valid copies in up to `most` slots from `first` on to `kept`. Returns false
    /// beyond the last slot.
    pub(crate) fn kept(&self, first: usize, most: usize, kept: &mut Vec<(PageKey, KeptSlot)>) -> bool {
        let Some(slots) = self.slots.get(first..).filter(|slots| !slots.is_empty()) else { return false };
        let described = (first as u32..).zip(slots.iter().take(most)).filter(|(_, slot)| slot.has_copy());
        kept.extend(described.map(|(at, slot)| {
            let Slot { id, stamp, uses, is_main, .. } = *slot;
            (id.0, KeptSlot { slot: at, stamp, uses, is_main })
        }));
        true
    }

    /// Gives slots, of which none has a page, the copies that a directory names. Their contents are
    /// not proven yet. A page that was copied again while the directory was written may be named
    /// twice. Its older copy is never valid then.
    pub(crate) fn restore(&mut self, copies: impl Iterator<Item = (PageKey, KeptSlot)>) {
        for (key, kept) in copies {
            self.restore_one(CopyId(key), kept);
        }
        self.free = (0..self.slots.len() as u32).filter(|slot| self.slots[*slot as usize].id == CopyId::NONE).collect();
    }

    fn restore_one(&mut self, id: CopyId, kept: KeptSlot) {
        if kept.slot >= self.capacity || id == CopyId::NONE {
            return;
        }
        if let Some(known) = self.position(id) {
            if self.slots[known as usize].stamp.lsn < kept.stamp.lsn {
                self.make_invalid(known);
            }
            return;
        }
        let length = self.slots.len().max(kept.slot as usize + 1);
        self.slots.resize(length, UNUSED);
        if self.slots[kept.slot as usize].id == CopyId::NONE {
            self.link(kept.slot, id);
            self.queue(kept.slot, kept.is_main);
            let entry = &mut self.slots[kept.slot as usize];
            (entry.stamp, entry.uses, entry.state) = (kept.stamp, kept.uses.min(USES_MAX), State::Unproven);
        }
    }

    /// Gives the copies of some pages other keys: of those for which `is_concerned` returns true.
    /// `renamed` returns the new key, and the copy becomes unproven. The slot is freed if it
    /// returns none, or if it has no finished copy.
    pub(crate) fn rename(
        &mut self,
        is_concerned: impl Fn(PageKey) -> bool,
        renamed: impl Fn(PageKey) -> Option<PageKey>,
    ) {
        for slot in 0..self.slots.len() as u32 {
            let Slot { id, state, .. } = self.slots[slot as usize];
            if id == CopyId::NONE || !is_concerned(id.0) {
                continue;
            }
            let next = renamed(id.0).filter(|_| matches!(state, State::Valid | State::Unproven));
            self.leave(slot);
            match next {
                Some(key) => {
                    self.link(slot, CopyId(key));
                    self.slots[slot as usize].state = State::Unproven;
                }
                None => self.free.push(slot),
            }
        }
        let slots = &self.slots;
        let has_page = |slot: &u32| slots[*slot as usize].id != CopyId::NONE;
        self.small.retain(has_page);
        self.main.retain(has_page);
    }

    /// Makes the copies of the pages for which `is_concerned` returns true invalid if their LSN is
    /// `end` or later.
    pub(crate) fn invalidate_from(&mut self, end: Lsn, is_concerned: impl Fn(PageKey) -> bool) {
        for slot in 0..self.slots.len() as u32 {
            let Slot { id, stamp, .. } = self.slots[slot as usize];
            if id != CopyId::NONE && is_concerned(id.0) && stamp.lsn >= end {
                self.make_invalid(slot);
            }
        }
    }

    /// Returns the LSN of the page's copy; `None` without one.
    pub(crate) fn copy_lsn(&self, key: PageKey) -> Option<Lsn> {
        let slot = self.slots[self.position(CopyId(key))? as usize];
        slot.has_copy().then_some(slot.stamp.lsn)
    }
}

impl Slot {
    /// Whether the file has the copy, as far as is known.
    pub(super) fn has_copy(&self) -> bool {
        matches!(self.state, State::Valid | State::Unproven)
    }
}

/// Whether the copy of such a page may outlive its opening. Pages of other types may be formatted
/// without a log record, in a new file with the id of a removed one.
pub(crate) fn is_kept(page_type: PageType) -> bool {
    matches!(page_type, PageType::DATA | PageType::INDEX | PageType::LOB | PageType::LOB_NODE)
}
