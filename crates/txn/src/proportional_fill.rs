//! The choice among the files of a filegroup: each gets new extents in proportion to its free ones,
//! as in SQL Server, so that all files fill up at the same time.
//!
//! `relational-databases/databases/database-files-and-filegroups`, *File and filegroup fill
//! strategy*. The choice is a smooth weighted round robin: each turn, every file gains its weight,
//! and the file with the most is chosen and pays the sum of the weights.

use sluice_base::ids::FileId;

/// The state of one filegroup's choice.
#[derive(Default, Debug)]
pub(crate) struct ProportionalFill {
    shares: Vec<Share>,
    /// The number of choices until the free extents are counted again.
    left: u32,
    /// The file that grew last.
    grown: Option<FileId>,
}

#[derive(Debug)]
struct Share {
    file: FileId,
    /// The free extents when they were counted; 0 once the file was found full.
    weight: i64,
    credit: i64,
}

impl ProportionalFill {
    /// Returns the file of the next extent. Returns `None` if the free extents must be counted:
    /// at first, after each [`RECOUNT`] extents, and if every file is full. A file without free
    /// extents is never chosen; of files with equal credit, the first is.
    pub(crate) fn next(&mut self) -> Option<FileId> {
        self.left = self.left.checked_sub(1)?;
        let sum: i64 = self.shares.iter().map(|share| share.weight).sum();
        self.shares.iter_mut().for_each(|share| share.credit += share.weight);
        let free = self.shares.iter_mut().filter(|share| share.weight > 0);
        // The first of several files with the same credit.
        let chosen = free.reduce(|best, share| if share.credit > best.credit { share } else { best })?;
        chosen.credit -= sum;
        Some(chosen.file)
    }

    /// Records that no extent of the file is free. The file isn't chosen until the free extents are
    /// counted again.
    pub(crate) fn note_full(&mut self, file: FileId) {
        self.shares.iter_mut().filter(|share| share.file == file).for_each(|share| share.weight = 0);
    }

    /// Sets the numbers of free extents, and begins a new count of choices. A file that `free`
    /// doesn't name isn't chosen.
    pub(crate) fn set_free(&mut self, free: &[(FileId, u32)]) {
        self.shares =
            free.iter().map(|(file, count)| Share { file: *file, weight: i64::from(*count), credit: 0 }).collect();
        self.left = RECOUNT;
    }

    /// Returns the file that grew last; `None` if none has grown since the opening.
    pub(crate) fn grown(&self) -> Option<FileId> {
        self.grown
    }

    /// Records that the file has grown last.
    pub(crate) fn note_grown(&mut self, file: FileId) {
        self.grown = Some(file);
    }
}

/// The number of extents after which the free ones are counted again, because objects are freed and
/// files grow meanwhile.
const RECOUNT: u32 = 512;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_chosen_in_proportion_to_free_extents() {
        let mut fill = ProportionalFill::default();
        assert_eq!(fill.next(), None, "nothing is counted");
        fill.set_free(&[(FileId(1), 100), (FileId(3), 300), (FileId(4), 0)]);
        let chosen: Vec<u16> = (0..8).map(|_| fill.next().unwrap().0).collect();
        assert_eq!(chosen, [3, 1, 3, 3, 3, 1, 3, 3]);
    }

    #[test]
    fn full_file_is_not_chosen_until_counted() {
        let mut fill = ProportionalFill::default();
        fill.set_free(&[(FileId(1), 5), (FileId(3), 5)]);
        fill.note_full(FileId(1));
        assert!((0..20).all(|_| fill.next() == Some(FileId(3))));
        fill.note_full(FileId(3));
        assert_eq!(fill.next(), None);
        fill.set_free(&[(FileId(1), 1), (FileId(3), 0)]);
        assert_eq!(fill.next(), Some(FileId(1)));
    }

    #[test]
    fn free_extents_are_counted_again_after_a_while() {
        let mut fill = ProportionalFill::default();
        fill.set_free(&[(FileId(1), u32::MAX)]);
        assert_eq!((0..10_000).filter_map(|_| fill.next()).count(), 512);
    }
}
