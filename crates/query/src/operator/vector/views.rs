//! Texts and bytes of a column: views of 16 bytes, and an arena with the longer values.
//!
//! ```text
//! length u32 | 12 bytes of a short value
//! length u32 | first 4 bytes | place in the arena u64
//! ```

use super::rows::compact;

/// The values of a column of texts or binary values.
#[derive(Clone, Default, Debug)]
pub(super) struct Views {
    views: Vec<View>,
    arena: Vec<u8>,
}

/// A value, or its place in the arena.
#[derive(Clone, Copy, Default, Debug)]
struct View {
    length: u32,
    content: [u8; SHORT],
}

impl View {
    fn is_short(&self) -> bool {
        self.length as usize <= SHORT
    }

    /// Returns the place of a long value.
    fn place(&self) -> usize {
        let mut place = [0; size_of::<u64>()];
        place.copy_from_slice(&self.content[PREFIX..]);
        u64::from_le_bytes(place) as usize
    }
}

impl Views {
    /// Returns the number of values.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.views.len()
    }

    /// Removes all values. The memory stays.
    pub(super) fn clear(&mut self) {
        self.views.clear();
        self.arena.clear();
    }

    /// Appends a value.
    #[inline]
    pub(super) fn push(&mut self, value: &[u8]) {
        let view = self.view_of(value);
        self.views.push(view);
    }

    /// Replaces the value of a row. The arena keeps the old one.
    pub(super) fn set(&mut self, row: usize, value: &[u8]) {
        self.views[row] = self.view_of(value);
    }

    #[inline]
    fn view_of(&mut self, value: &[u8]) -> View {
        let mut content = [0; SHORT];
        if value.len() <= SHORT {
            content[..value.len()].copy_from_slice(value);
        } else {
            content[..PREFIX].copy_from_slice(&value[..PREFIX]);
            content[PREFIX..].copy_from_slice(&(self.arena.len() as u64).to_le_bytes());
            self.arena.extend_from_slice(value);
        }
        View { length: value.len() as u32, content }
    }

    /// Returns the value of a row. Panics beyond the last row.
    #[inline]
    pub(super) fn get(&self, row: usize) -> &[u8] {
        let view = &self.views[row];
        if view.is_short() {
            &view.content[..view.length as usize]
        } else {
            let place = view.place();
            &self.arena[place..place + view.length as usize]
        }
    }

    /// Whether a row has the same bytes as a row of `other`.
    #[inline]
    pub(super) fn is_same(&self, row: usize, other: &Views, other_row: usize) -> bool {
        let (one, two) = (&self.views[row], &other.views[other_row]);
        match one.is_short() {
            true => one.length == two.length && one.content == two.content,
            false => self.get(row) == other.get(other_row),
        }
    }

    /// Appends row `row` of `from`.
    #[inline]
    pub(super) fn push_from(&mut self, from: &Views, row: usize) {
        let view = from.views[row];
        if view.is_short() {
            self.views.push(view);
        } else {
            self.push(from.get(row));
        }
    }

    /// Removes the rows whose flag in `keeps` is false. The order stays.
    pub(super) fn keep(&mut self, keeps: &[bool]) {
        compact(&mut self.views, keeps);
    }

    /// Removes all rows but the last.
    pub(super) fn keep_last(&mut self) {
        let Some(last) = self.views.len().checked_sub(1) else { return };
        let value = self.get(last).to_vec();
        self.clear();
        self.push(&value);
    }

    /// Returns the number of bytes in the arena. Values that were replaced or removed count until
    /// the arena is cleared.
    pub(super) fn long_bytes(&self) -> usize {
        self.arena.len()
    }
}

/// The bytes of the longest value within its view.
const SHORT: usize = 12;
/// The first bytes of a longer value in its view.
const PREFIX: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_any_length_come_back() {
        let values: Vec<Vec<u8>> = [0, 1, 4, 11, 12, 13, 40].map(|length| (0..length).collect()).into();
        let (mut views, mut others) = (Views::default(), Views::default());
        others.push(b"a long value before the others");
        values.iter().for_each(|value| views.push(value));
        (0..values.len()).for_each(|row| others.push_from(&views, row));
        for (row, value) in values.iter().enumerate() {
            assert_eq!((views.get(row), others.get(row + 1)), (&value[..], &value[..]));
            for other in 0..values.len() {
                assert_eq!(views.is_same(row, &others, other + 1), row == other);
            }
        }
        others.keep(&[false, true, false, false, false, false, true, true]);
        assert_eq!((others.get(0), others.get(1), others.get(2)), (&values[0][..], &values[5][..], &values[6][..]));
        others.set(0, &values[6]);
        others.keep_last();
        assert_eq!((others.get(0), others.len()), (&values[6][..], 1));
    }
}
