//! The slots of the extension's file: which page each has, and which slot a new page takes.
//!
//! The policy is S3-FIFO (Yang and others, "FIFO queues are all you need for cache eviction",
//! SOSP 2023). A new page enters a small queue. At its end, a page read since then moves to the
//! main queue; another page is evicted, and its fingerprint is kept. A page whose fingerprint is
//! kept enters the main queue at once. A scan therefore passes through the small queue and leaves
//! the main queue alone. While slots are free, nothing is evicted.
//!
//! A page being changed keeps its slot, without a valid copy. Its next clean copy takes the same
//! slot, so changes do not wash the extension out.
//!
//! A copy from before the process, or from an earlier opening of its database, is *unproven* until
//! it was read: its slot may have been written again since the directory was.

mod kept;

pub(crate) use kept::{KeptSlot, is_kept};

use crate::frame::PageKey;
use crate::page::PageType;
use sluice_base::ids::Lsn;
use std::collections::VecDeque;

/// The identity of a cached page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CopyId(pub(crate) PageKey);

impl CopyId {
    const NONE: CopyId = CopyId(PageKey::NONE);

    /// The product's top bits depend on all bits of the key.
    fn hash(self) -> u64 {
        self.0.word().wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// The properties of a copy that a later read must find unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CopyStamp {
    pub(crate) lsn: Lsn,
    pub(crate) checksum: u32,
    pub(crate) page_type: PageType,
}

/// A use of a slot. It ends with the next change of the slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ticket {
    pub(crate) slot: u32,
    generation: u32,
}

/// A slot given to a page.
pub(crate) struct Admission {
    pub(crate) ticket: Ticket,
    /// The page with a valid copy that lost the slot.
    pub(crate) evicted: Option<CopyId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// The page has changed, or the slot has no page.
    Invalid,
    /// The copy waits to be written, or is being written.
    Pending,
    /// The file has the copy, if its slot was not written again since the directory was.
    Unproven,
    /// The file has the copy.
    Valid,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    id: CopyId,
    stamp: CopyStamp,
    generation: u32,
    /// The next slot whose page has the same hash bucket, plus one.
    next: u32,
    /// Seconds, on the pool's clock.
    used_at: u32,
    uses: u8,
    /// Whether the slot is in the main queue.
    is_main: bool,
    state: State,
}

/// A copy in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StoredCopy {
    pub(crate) ticket: Ticket,
    pub(crate) stamp: CopyStamp,
    /// Whether the slot surely has the copy. If not, other bytes in it are no failure.
    pub(crate) is_proven: bool,
}

/// The slots in use, and the queues of the policy.
pub(crate) struct Slots {
    slots: Vec<Slot>,
    capacity: u32,
    /// The first slot of each hash bucket, plus one.
    buckets: Vec<u32>,
    /// Slots below `slots.len()` without a page.
    free: Vec<u32>,
    small: VecDeque<u32>,
    main: VecDeque<u32>,
    /// Fingerprints of pages evicted from the small queue, by hash bucket. Zero means none.
    ghosts: Vec<u16>,
    /// The average time from a page's last use to its eviction, in seconds.
    unreferenced_s: f64,
}

impl Slots {
    /// Returns `capacity` slots without pages.
    pub(crate) fn new(capacity: u32) -> Slots {
        let buckets = buckets_of(capacity);
        Slots {
            slots: Vec::with_capacity(capacity as usize),
            capacity,
            buckets: vec![0; buckets],
            free: Vec::new(),
            small: VecDeque::new(),
            main: VecDeque::new(),
            ghosts: vec![0; buckets],
            unreferenced_s: 0.0,
        }
    }

    /// Returns the memory that `capacity` slots take when all are used.
    pub(crate) fn bytes_for(capacity: u32) -> u64 {
        // A queue doubles its space as it grows.
        let queues = 2 * size_of::<u32>() * (capacity as usize).next_power_of_two();
        let buckets = buckets_of(capacity) * (size_of::<u32>() + size_of::<u16>());
        (capacity as usize * size_of::<Slot>() + queues + buckets) as u64
    }

    /// Returns the number of slots.
    pub(crate) fn capacity(&self) -> u32 {
        self.capacity
    }

    /// Returns the number of slots that pages have.
    pub(crate) fn allocated(&self) -> u32 {
        (self.slots.len() - self.free.len()) as u32
    }

    /// Returns the average number of seconds from a page's last use to its eviction. Zero before
    /// the first eviction.
    pub(crate) fn unreferenced_s(&self) -> f64 {
        self.unreferenced_s
    }

    /// Whether the page has a copy that is valid or will be.
    pub(crate) fn has(&self, id: CopyId) -> bool {
        self.position(id).is_some_and(|slot| self.slots[slot as usize].state != State::Invalid)
    }

    /// Gives the page, which must not have a copy, a slot for the copy `stamp`. Returns `None` if
    /// no page can be evicted now. A page whose copy is invalid keeps its slot.
    pub(crate) fn admit(&mut self, id: CopyId, stamp: CopyStamp, now_s: u32) -> Option<Admission> {
        let (slot, evicted) = match self.position(id) {
            Some(slot) => (slot, None),
            None => {
                let free = self.free.pop().or_else(|| self.never_used());
                let (slot, evicted) = free.map(|slot| (slot, None)).or_else(|| self.evict(now_s))?;
                self.enter(slot, id);
                (slot, evicted)
            }
        };
        let entry = &mut self.slots[slot as usize];
        debug_assert!(entry.state == State::Invalid, "a page has one copy");
        *entry = Slot {
            stamp,
            generation: entry.generation.wrapping_add(1),
            used_at: now_s,
            state: State::Pending,
            ..*entry
        };
        Some(Admission { ticket: Ticket { slot, generation: entry.generation }, evicted })
    }

    /// Records that the copy of `ticket` has been written, or read as it should be. Does nothing if
    /// the slot has been used otherwise since.
    pub(crate) fn complete(&mut self, ticket: Ticket) {
        if self.is_current(ticket) {
            self.slots[ticket.slot as usize].state = State::Valid;
        }
    }

    /// Whether the slot has not changed since the ticket was issued.
    pub(crate) fn is_current(&self, ticket: Ticket) -> bool {
        self.slots[ticket.slot as usize].generation == ticket.generation
    }

    /// Returns the copy of the page that the file has, or `None` without one. `is_use` counts a use
    /// at `now_s`.
    pub(crate) fn find(&mut self, id: CopyId, now_s: u32, is_use: bool) -> Option<StoredCopy> {
        let slot = self.position(id)?;
        let entry = &mut self.slots[slot as usize];
        let is_proven = match entry.state {
            State::Valid => true,
            State::Unproven => false,
            State::Pending | State::Invalid => return None,
        };
        if is_use {
            entry.uses = (entry.uses + 1).min(USES_MAX);
            entry.used_at = now_s;
        }
        let ticket = Ticket { slot, generation: entry.generation };
        Some(StoredCopy { ticket, stamp: entry.stamp, is_proven })
    }

    /// Makes the copy of `ticket` invalid, unless the slot has changed. The page keeps its slot.
    pub(crate) fn reject(&mut self, ticket: Ticket) {
        if self.is_current(ticket) {
            self.make_invalid(ticket.slot);
        }
    }

    /// Makes the page's copy invalid. The page keeps its slot.
    pub(crate) fn invalidate(&mut self, id: CopyId) {
        if let Some(slot) = self.position(id) {
            self.make_invalid(slot);
        }
    }

    /// Frees the slots of the pages for which `is_unwanted` returns true.
    pub(crate) fn remove_where(&mut self, is_unwanted: impl Fn(PageKey) -> bool) {
        self.rename(is_unwanted, |_| None);
    }

    /// Returns the pages with a valid copy in up to `most` slots from `first` on. Returns `None`
    /// beyond the last slot.
    pub(crate) fn pages(&self, first: usize, most: usize) -> Option<Vec<(PageKey, PageType)>> {
        let slots = self.slots.get(first..)?;
        let valid = slots.iter().take(most).filter(|slot| slot.has_copy());
        (!slots.is_empty()).then(|| valid.map(|slot| (slot.id.0, slot.stamp.page_type)).collect())
    }

    fn never_used(&mut self) -> Option<u32> {
        let slot = self.slots.len() as u32;
        (slot < self.capacity).then(|| self.slots.push(UNUSED))?;
        Some(slot)
    }

    /// Takes a slot from a page, and returns the page with it if its copy was valid. Returns `None`
    /// if all candidates are waiting to be written.
    fn evict(&mut self, now_s: u32) -> Option<(u32, Option<CopyId>)> {
        for _ in 0..STEPS_MAX {
            let is_small_due = self.small.len() as u64 * 10 >= u64::from(self.capacity) || self.main.is_empty();
            let queue = if is_small_due { &mut self.small } else { &mut self.main };
            let slot = queue.pop_front()?;
            let entry = &mut self.slots[slot as usize];
            if entry.state == State::Pending {
                queue.push_back(slot);
            } else if entry.uses > 0 {
                entry.uses = if is_small_due { 0 } else { entry.uses - 1 };
                entry.is_main = true;
                self.main.push_back(slot);
            } else {
                if is_small_due {
                    let hash = entry.id.hash();
                    let bucket = self.bucket(hash);
                    self.ghosts[bucket] = fingerprint(hash);
                }
                return Some((slot, self.empty(slot, now_s)));
            }
        }
        None
    }

    /// Takes the slot, which is in no queue, from its page. Returns the page if its copy was valid.
    fn empty(&mut self, slot: u32, now_s: u32) -> Option<CopyId> {
        let entry = self.slots[slot as usize];
        let has_copy = entry.has_copy();
        if has_copy {
            let age_s = f64::from(now_s.saturating_sub(entry.used_at));
            self.unreferenced_s += (age_s - self.unreferenced_s) / AVERAGED;
        }
        self.leave(slot);
        has_copy.then_some(entry.id)
    }

    /// Enters a page for a slot without one.
    fn enter(&mut self, slot: u32, id: CopyId) {
        let hash = id.hash();
        let bucket = self.bucket(hash);
        let was_evicted = self.ghosts[bucket] == fingerprint(hash);
        if was_evicted {
            self.ghosts[bucket] = 0;
        }
        self.link(slot, id);
        self.slots[slot as usize].uses = 0;
        self.queue(slot, was_evicted);
    }

    /// Appends a slot to the main queue or to the small one.
    fn queue(&mut self, slot: u32, is_main: bool) {
        self.slots[slot as usize].is_main = is_main;
        if is_main { self.main.push_back(slot) } else { self.small.push_back(slot) }
    }

    /// Gives a slot a page, in the page's bucket.
    fn link(&mut self, slot: u32, id: CopyId) {
        let bucket = self.bucket(id.hash());
        let entry = &mut self.slots[slot as usize];
        (entry.id, entry.next) = (id, self.buckets[bucket]);
        self.buckets[bucket] = slot + 1;
    }

    /// Removes the page of a slot from its bucket.
    fn leave(&mut self, slot: u32) {
        self.make_invalid(slot);
        let Slot { id, next, .. } = self.slots[slot as usize];
        let bucket = self.bucket(id.hash());
        if self.buckets[bucket] == slot + 1 {
            self.buckets[bucket] = next;
        } else {
            let mut before = self.buckets[bucket] - 1;
            while self.slots[before as usize].next != slot + 1 {
                before = self.slots[before as usize].next - 1;
            }
            self.slots[before as usize].next = next;
        }
        self.slots[slot as usize].id = CopyId::NONE;
    }

    fn make_invalid(&mut self, slot: u32) {
        let entry = &mut self.slots[slot as usize];
        entry.state = State::Invalid;
        entry.generation = entry.generation.wrapping_add(1);
    }

    /// Returns the page's slot.
    fn position(&self, id: CopyId) -> Option<u32> {
        let mut slot = self.buckets[self.bucket(id.hash())].checked_sub(1)?;
        while self.slots[slot as usize].id != id {
            slot = self.slots[slot as usize].next.checked_sub(1)?;
        }
        Some(slot)
    }

    fn bucket(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.buckets.len() - 1)
    }
}

fn buckets_of(capacity: u32) -> usize {
    (capacity.max(1) as usize).next_power_of_two()
}

/// Returns bits of the hash that the bucket's number does not have. Never zero.
fn fingerprint(hash: u64) -> u16 {
    (hash >> 16) as u16 | 1
}

const UNUSED: Slot = Slot {
    id: CopyId::NONE,
    stamp: CopyStamp { lsn: Lsn::NONE, checksum: 0, page_type: PageType::NONE },
    generation: 0,
    next: 0,
    used_at: 0,
    uses: 0,
    is_main: false,
    state: State::Invalid,
};

/// The largest count of uses, as in the paper.
const USES_MAX: u8 = 3;

/// The most queue entries examined for an eviction.
const STEPS_MAX: usize = 4096;

/// The number of evictions that the average age remembers.
const AVERAGED: f64 = 64.0;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests;
