//! Lengths and pieces of long values, read by windows.

use super::slice::Count;
use sluice_types::{LONG_BYTES, LongValue, SqlError, Value};
use std::borrow::Cow;

/// A value in the form in which it is read.
pub(super) enum Windowed<'v> {
    /// By windows; the number is the bytes of a length unit.
    Long(&'v LongValue, u64),
    /// As a whole.
    Whole(Cow<'v, Value>),
}

/// Returns a value in the form for lengths and positions counted `by`. Reads a long value
/// completely if its characters have different numbers of bytes.
pub(super) fn windowed(value: &Value, by: Count) -> Result<Windowed<'_>, SqlError> {
    let Value::Long(long) = value else { return Ok(Windowed::Whole(Cow::Borrowed(value))) };
    let unit = long.unit_bytes().filter(|_| by == Count::Units || !long.data_type().is_unicode());
    match unit {
        Some(unit) => Ok(Windowed::Long(long, unit)),
        None => long.whole().map(|value| Windowed::Whole(Cow::Owned(value))),
    }
}

/// Returns the number of units before the trailing blanks of a long value. `unit` is the bytes of a
/// unit. Reads from the end, a window at a time, only as far as there are blanks.
pub(super) fn length_without_blanks(long: &LongValue, unit: u64) -> Result<usize, SqlError> {
    let (mut end, mut size, mut window) = (long.len(), WINDOW_BYTES_MIN, Vec::new());
    while end > 0 {
        let begin = end.saturating_sub(size);
        window.resize((end - begin) as usize, 0);
        long.read_at(begin, &mut window)?;
        let blanks = window.rchunks_exact(unit as usize).take_while(|at| *at == blank(long)).count() as u64 * unit;
        end -= blanks;
        if blanks < window.len() as u64 {
            break;
        }
        size = LONG_BYTES;
    }
    Ok((end / unit) as usize)
}

/// Returns the number of bytes of the leading blanks of a long value. `unit` is the bytes of a
/// unit. Reads a window at a time, only as far as there are blanks.
pub(super) fn leading_blanks(long: &LongValue, unit: u64) -> Result<u64, SqlError> {
    let (mut begin, mut size, mut window) = (0, WINDOW_BYTES_MIN, Vec::new());
    while begin < long.len() {
        window.resize((long.len() - begin).min(size) as usize, 0);
        long.read_at(begin, &mut window)?;
        let blanks = window.chunks_exact(unit as usize).take_while(|at| *at == blank(long)).count() as u64 * unit;
        begin += blanks;
        if blanks < window.len() as u64 {
            break;
        }
        size = LONG_BYTES;
    }
    Ok(begin)
}

/// Returns a blank in the encoding of a long value.
fn blank(long: &LongValue) -> &'static [u8] {
    if long.data_type().is_unicode() { &[b' ', 0] } else { b" " }
}

/// The length of the first window that is read.
pub(super) const WINDOW_BYTES_MIN: u64 = 1 << 10;
