//! Pages that wait to be written to the extension's file.

use super::slots::Ticket;
use super::store::Store;
use crate::page::PAGE_SIZE;
use sluice_vfs::AlignedBuf;

/// Copies of pages, each with the slot that it takes.
pub(super) struct Queue {
    copies: AlignedBuf,
    tickets: Vec<Ticket>,
}

impl Queue {
    /// Returns an empty queue. Its space is allocated here.
    pub(super) fn new() -> Queue {
        Queue { copies: AlignedBuf::zeroed(BYTES), tickets: Vec::with_capacity(PAGES) }
    }

    /// Returns the space for the next copy, or `None` if the queue is full.
    pub(super) fn space(&mut self) -> Option<&mut [u8]> {
        let at = self.tickets.len() * PAGE_SIZE;
        self.copies.get_mut(at..at + PAGE_SIZE)
    }

    /// Appends the copy that was put in [`Queue::space`].
    pub(super) fn push(&mut self, ticket: Ticket) {
        self.tickets.push(ticket);
    }

    /// Whether at least half of the queue's space is taken.
    pub(super) fn is_half_full(&self) -> bool {
        self.tickets.len() >= PAGES / 2
    }

    /// Returns the slots of the copies, in the order of the copies.
    pub(super) fn tickets(&self) -> &[Ticket] {
        &self.tickets
    }

    /// Removes the copies that `is_current` refuses. Each slot has one current ticket at most. So
    /// the writes don't overlap, and may be done in any order. The order of the others stays.
    pub(super) fn retain(&mut self, is_current: impl Fn(Ticket) -> bool) {
        let mut kept = 0;
        for place in 0..self.tickets.len() {
            let ticket = self.tickets[place];
            if !is_current(ticket) {
                continue;
            }
            if kept < place {
                self.copies.copy_within(place * PAGE_SIZE..(place + 1) * PAGE_SIZE, kept * PAGE_SIZE);
                self.tickets[kept] = ticket;
            }
            kept += 1;
        }
        self.tickets.truncate(kept);
    }

    /// Returns the copies as writes, in order, with copies for adjacent slots in a single write.
    pub(super) fn writes(&self, store: &Store) -> Vec<(u64, &[u8])> {
        let mut writes = Vec::new();
        let mut first = 0;
        for run in self.tickets.chunk_by(|one, next| one.slot + 1 == next.slot) {
            let bytes = &self.copies[first * PAGE_SIZE..(first + run.len()) * PAGE_SIZE];
            writes.push((store.offset_of(run[0].slot), bytes));
            first += run.len();
        }
        writes
    }

    /// Removes all copies.
    pub(super) fn clear(&mut self) {
        self.tickets.clear();
    }
}

/// The pages of a queue.
const PAGES: usize = 256;

/// The bytes of a queue.
pub(super) const BYTES: usize = PAGES * PAGE_SIZE;
