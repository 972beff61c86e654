//! The history of a database's log: the epochs and where each began.
//!
//! The pair pages store it (`pair`). Each start of the log adds an epoch before the epoch's first
//! commit. So a page written in an earlier epoch can be compared with the end of that epoch,
//! however far the log has grown since (`loader`).
//!
//! ```text
//! in a pair page: 130 count u16 of epochs, 132 u32 number of older epochs that are not listed,
//! 264 24 bytes each, the oldest first: number u32, reserved u32, first LSN u64, time i64
//! ```

use sluice_base::codec::{get_u16, get_u32, get_u64, put_u16, put_u32, put_u64};
use sluice_base::ids::{DatabaseGuid, Lsn};

/// An epoch of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogEpoch {
    /// The epoch's number.
    pub number: u32,
    /// The LSN below which all records are of earlier epochs.
    pub first: Lsn,
    /// The time when the epoch began, in nanoseconds since 1970.
    pub at_ns: i64,
}

/// The state of a database to which copies belong: an opening, and a moment in it. The copy of a
/// page is the page's newest state unless a log record at or after `as_of` changed the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CopiesAsOf {
    pub(crate) guid: DatabaseGuid,
    /// The epoch of the log in which the copies were valid. Its time distinguishes two histories
    /// of a database whose files were put back from the past.
    pub(crate) epoch: LogEpoch,
    pub(crate) as_of: Lsn,
}

/// The newest epochs of a log, the oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct LogHistory {
    epochs: Vec<LogEpoch>,
    /// The number of older epochs that the list has lost.
    forgotten: u32,
}

impl LogHistory {
    /// Adds an epoch. Forgets the oldest one if the list is full, and any that contradict it.
    /// `begin` must be the newest epoch; epochs with its number or a later one, or that begin
    /// later, contradict it. Counts the forgotten one.
    pub(crate) fn begin(&mut self, epoch: LogEpoch) {
        self.epochs.retain(|earlier| earlier.number < epoch.number && earlier.first <= epoch.first);
        if self.epochs.len() == EPOCHS_MAX {
            self.epochs.remove(0);
            self.forgotten = self.forgotten.saturating_add(1);
        }
        self.epochs.push(epoch);
    }

    /// Returns an LSN at or beyond which the epoch `number` has no record. Returns `None` if no
    /// later epoch is known. Exact if the next epoch is listed.
    pub(crate) fn end_of(&self, number: u32) -> Option<Lsn> {
        let next = self.epochs.partition_point(|epoch| epoch.number <= number);
        self.epochs.get(next).map(|epoch| epoch.first)
    }

    /// Returns the first LSN of the epoch `number` and of the next one, if both are listed.
    pub(crate) fn epoch(&self, number: u32) -> Option<(Lsn, Lsn)> {
        let place = self.epochs.iter().position(|epoch| epoch.number == number)?;
        Some((self.epochs[place].first, self.epochs.get(place + 1)?.first))
    }

    /// Returns the number of the newest epoch. `None` if no epoch is listed.
    pub(crate) fn newest(&self) -> Option<u32> {
        self.newest_epoch().map(|epoch| epoch.number)
    }

    /// Returns the newest epoch. `None` if no epoch is listed.
    pub(crate) fn newest_epoch(&self) -> Option<LogEpoch> {
        self.epochs.last().copied()
    }

    /// Writes the history into a pair page. Other fields, the header and the checksum are the
    /// caller's.
    pub(crate) fn encode(&self, page: &mut [u8]) {
        put_u16(page, COUNT, self.epochs.len() as u16);
        put_u32(page, FORGOTTEN, self.forgotten);
        for (index, epoch) in self.epochs.iter().enumerate() {
            let entry = &mut page[ENTRIES + index * ENTRY..][..ENTRY];
            put_u32(entry, 0, epoch.number);
            put_u64(entry, 8, epoch.first.0);
            put_u64(entry, 16, epoch.at_ns as u64);
        }
    }

    /// Decodes the history in a pair page. An impossible list counts as an empty one: it is a check
    /// beside others.
    pub(crate) fn decode(page: &[u8]) -> LogHistory {
        let count = usize::from(get_u16(page, COUNT)).min(EPOCHS_MAX);
        let entry = |index: usize| {
            let entry = &page[ENTRIES + index * ENTRY..][..ENTRY];
            LogEpoch { number: get_u32(entry, 0), first: Lsn(get_u64(entry, 8)), at_ns: get_u64(entry, 16) as i64 }
        };
        let epochs: Vec<LogEpoch> = (0..count).map(entry).collect();
        let is_ordered =
            epochs.windows(2).all(|pair| pair[0].number < pair[1].number && pair[0].first <= pair[1].first);
        match is_ordered {
            true => LogHistory { epochs, forgotten: get_u32(page, FORGOTTEN) },
            false => LogHistory::default(),
        }
    }
}

const COUNT: usize = 130;
const FORGOTTEN: usize = 132;
const ENTRIES: usize = 264;
const ENTRY: usize = 24;
/// The maximum number of epochs in the list.
const EPOCHS_MAX: usize = 128;

const _: () = assert!(ENTRIES + EPOCHS_MAX * ENTRY <= crate::page::PAGE_SIZE);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::PAGE_SIZE;

    fn epoch(number: u32) -> LogEpoch {
        LogEpoch { number, first: Lsn::new(u64::from(number) * 100, 0), at_ns: i64::from(number) - 5 }
    }

    #[test]
    fn history_keeps_newest_epochs_over_a_page() {
        let mut history = LogHistory::default();
        for number in 1..=300 {
            history.begin(epoch(2 * number));
            let mut page = vec![0; PAGE_SIZE];
            history.encode(&mut page);
            assert_eq!(LogHistory::decode(&page), history);
        }
        assert_eq!((history.epochs.len(), history.forgotten), (EPOCHS_MAX, 300 - EPOCHS_MAX as u32));
        assert_eq!(history.end_of(599), Some(epoch(600).first));
        assert_eq!(history.end_of(600), None, "the last one goes on");
        assert_eq!(history.end_of(3), Some(history.epochs[0].first), "the oldest that is known");
        assert_eq!(history.epoch(590), Some((epoch(590).first, epoch(592).first)));
        assert_eq!((history.epoch(3), history.epoch(600)), (None, None), "forgotten, and going on");
    }

    #[test]
    fn impossible_history_counts_as_empty() {
        let mut history = LogHistory::default();
        (1..4).for_each(|number| history.begin(epoch(number)));
        let mut page = vec![0; PAGE_SIZE];
        history.encode(&mut page);
        put_u32(&mut page, ENTRIES + ENTRY, 9);
        assert_eq!(LogHistory::decode(&page), LogHistory::default());
        put_u16(&mut page, COUNT, u16::MAX);
        LogHistory::decode(&page);
        assert_eq!(LogHistory::decode(&vec![0; PAGE_SIZE]), LogHistory::default());
    }
}
