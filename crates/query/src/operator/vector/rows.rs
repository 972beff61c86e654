//! A selection: the rows of a chunk for which something is computed.

/// Some rows of a chunk, in ascending order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rows<'s> {
    /// The first rows, this many.
    All(usize),
    /// The rows with these numbers.
    Some(&'s [u32]),
}

impl Rows<'_> {
    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        match self {
            Rows::All(count) => *count,
            Rows::Some(rows) => rows.len(),
        }
    }

    /// Calls `visit` with the number of each row.
    #[inline(always)]
    pub(super) fn for_each(&self, mut visit: impl FnMut(usize)) {
        match self {
            Rows::All(count) => (0..*count).for_each(visit),
            Rows::Some(rows) => rows.iter().for_each(|row| visit(*row as usize)),
        }
    }

    /// Calls `visit` with the number of each row, until it fails.
    pub(super) fn try_for_each<E>(&self, mut visit: impl FnMut(usize) -> Result<(), E>) -> Result<(), E> {
        match self {
            Rows::All(count) => (0..*count).try_for_each(visit),
            Rows::Some(rows) => rows.iter().try_for_each(|row| visit(*row as usize)),
        }
    }

    /// Returns the numbers of the rows.
    pub(super) fn numbers(&self) -> Vec<u32> {
        match self {
            Rows::All(count) => (0..*count as u32).collect(),
            Rows::Some(rows) => rows.to_vec(),
        }
    }

    /// Replaces `out` by the rows for which `holds` is true. No branch depends on the outcome,
    /// which the processor can't predict.
    #[inline(always)]
    pub(super) fn filter_into(&self, out: &mut Vec<u32>, holds: impl Fn(usize) -> bool) {
        out.clear();
        out.resize(self.len(), 0);
        let (places, mut next) = (&mut out[..], 0);
        match self {
            Rows::All(count) => {
                for row in 0..*count {
                    places[next] = row as u32;
                    next += usize::from(holds(row));
                }
            }
            Rows::Some(rows) => {
                for row in *rows {
                    places[next] = *row;
                    next += usize::from(holds(*row as usize));
                }
            }
        }
        out.truncate(next);
    }
}

/// Removes the rows `others` from `rows`, of which they are a part. Both ascend.
pub(super) fn without(rows: &mut Vec<u32>, others: &[u32]) {
    if others.is_empty() {
        return;
    }
    let mut others = others.iter().peekable();
    rows.retain(|row| others.next_if(|other| *other == row).is_none());
}

/// Moves the kept values to the front, without a branch for each: the processor can't predict the
/// flags. Values without a flag are removed.
pub(super) fn compact<T: Copy>(values: &mut Vec<T>, keeps: &[bool]) {
    let mut to = 0;
    for from in 0..values.len().min(keeps.len()) {
        values[to] = values[from];
        to += usize::from(keeps[from]);
    }
    values.truncate(to);
}

/// The number that stands for no row, and for no group.
pub(super) const NONE: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_filtered_and_removed_in_order() {
        let mut out = vec![9; 3];
        Rows::All(7).filter_into(&mut out, |row| row % 2 == 0);
        assert_eq!(out, [0, 2, 4, 6]);
        let before = out.clone();
        Rows::Some(&before).filter_into(&mut out, |row| row > 2);
        assert_eq!(out, [4, 6]);
        let mut rows = before;
        without(&mut rows, &out);
        assert_eq!(rows, [0, 2]);
    }
}
