//! A column of a chunk: integers (i64), each of which may be NULL. NULLs are flags in a vector of
//! their own, empty while no value is NULL.

/// The integers of some rows.
#[derive(Clone, Default, Debug)]
pub(super) struct Column {
    /// A value for each row; 0 for NULL.
    pub(super) values: Vec<i64>,
    /// A flag for each row, set for NULL. Empty if no row is NULL.
    nulls: Vec<bool>,
}

impl Column {
    /// Removes all rows.
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.nulls.clear();
    }

    /// Appends a row's value; `None` is NULL.
    #[inline]
    pub(super) fn push(&mut self, value: Option<i64>) {
        match value {
            Some(value) => {
                self.values.push(value);
                if !self.nulls.is_empty() {
                    self.nulls.push(false);
                }
            }
            None => self.push_null(),
        }
    }

    #[cold]
    fn push_null(&mut self) {
        self.nulls.resize(self.values.len(), false);
        self.nulls.push(true);
        self.values.push(0);
    }

    /// Whether any row is NULL.
    #[inline]
    pub(super) fn has_nulls(&self) -> bool {
        !self.nulls.is_empty()
    }

    /// Whether the value of a row is NULL. False beyond the last row.
    #[inline]
    pub(super) fn is_null(&self, row: usize) -> bool {
        self.nulls.get(row).copied().unwrap_or(false)
    }

    /// Returns the value of a row, or `None` for NULL. Panics beyond the last row.
    #[inline]
    pub(super) fn get(&self, row: usize) -> Option<i64> {
        (!self.is_null(row)).then(|| self.values[row])
    }

    /// Appends all rows of `other`, NULLs included.
    pub(super) fn append(&mut self, other: &Column) {
        if self.has_nulls() || other.has_nulls() {
            self.nulls.resize(self.values.len(), false);
            self.nulls.extend((0..other.values.len()).map(|row| other.is_null(row)));
        }
        self.values.extend_from_slice(&other.values);
    }

    /// Appends the rows of `from` with these numbers, in the order of `rows`. A number out of range
    /// panics.
    pub(super) fn pick(&mut self, from: &Column, rows: &[u32]) {
        if self.has_nulls() || from.has_nulls() {
            self.nulls.resize(self.values.len(), false);
            self.nulls.extend(rows.iter().map(|row| from.is_null(*row as usize)));
        }
        self.values.extend(rows.iter().map(|row| from.values[*row as usize]));
    }

    /// Removes the rows whose flag in `keeps` is false. The order stays.
    pub(super) fn keep(&mut self, keeps: &[bool]) {
        compact(&mut self.values, keeps);
        if self.has_nulls() {
            compact(&mut self.nulls, keeps);
            if !self.nulls.contains(&true) {
                self.nulls.clear();
            }
        }
    }
}

/// Moves the kept values to the front, without a branch for each: the processor can't predict the
/// flags.
fn compact<T: Copy>(values: &mut Vec<T>, keeps: &[bool]) {
    let mut to = 0;
    for from in 0..values.len().min(keeps.len()) {
        values[to] = values[from];
        to += usize::from(keeps[from]);
    }
    values.truncate(to);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nulls_stay_with_their_rows() {
        let mut column = Column::default();
        [Some(4), None, Some(-1), None, Some(9)].into_iter().for_each(|value| column.push(value));
        column.keep(&[true, true, false, false, true]);
        assert_eq!((0..3).map(|row| column.get(row)).collect::<Vec<_>>(), [Some(4), None, Some(9)]);
        column.keep(&[true, false, true]);
        assert!(!column.has_nulls() && column.values == [4, 9]);
        column.push(None);
        assert!(column.is_null(2) && !column.is_null(1));
        let mut all = Column::default();
        all.append(&Column { values: vec![8], ..Column::default() });
        all.append(&column);
        all.pick(&column, &[2, 0]);
        assert_eq!(
            (0..6).map(|row| all.get(row)).collect::<Vec<_>>(),
            [Some(8), Some(4), Some(9), None, None, Some(4)]
        );
        column.clear();
        column.push(Some(1));
        assert!(!column.has_nulls());
    }
}
