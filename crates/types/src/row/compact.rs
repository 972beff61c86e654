//! Short forms of cells in compressed rows, by type
//! (`relational-databases/data-compression/row-compression-implementation.md`).

use super::RowDamaged;
use super::layout::RowLayout;
use crate::data_type::DataType;
use crate::scsu;
use crate::type_spec::RowForm;

/// How the cells of a type get shorter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compaction {
    /// Not at all.
    None,
    /// High bytes that repeat the sign are left out.
    Integer,
    /// Leading zero bytes, the lowest of a mantissa, are left out.
    Mantissa,
    /// Trailing zero bytes are left out.
    Zeros,
    /// Trailing blanks are left out.
    Blanks,
    /// Trailing blanks of UTF-16 are left out, and the rest is compressed as by `Text`.
    WideBlanks,
    /// UTF-16 is compressed by SCSU where that is shorter. A text of an odd number of bytes is
    /// SCSU.
    Text,
}

fn compaction(data_type: DataType) -> Compaction {
    match data_type {
        DataType::Float | DataType::Real => Compaction::Mantissa,
        DataType::Char(..) => Compaction::Blanks,
        DataType::NChar(_) => Compaction::WideBlanks,
        DataType::NVarChar(_) => Compaction::Text,
        DataType::Binary(_) | DataType::TinyInt | DataType::Bit | DataType::DateTimeOffset(_) => Compaction::Zeros,
        _ => match data_type.spec().row {
            // No number has more bytes.
            RowForm::Fixed(bytes) if bytes > 8 => Compaction::None,
            RowForm::Fixed(_) | RowForm::Decimal => Compaction::Integer,
            RowForm::Padded | RowForm::Variable => Compaction::None,
        },
    }
}

/// Shortens the bytes of a cell. Integers lose high bytes of the sign, floats and others zeros,
/// strings trailing blanks, Unicode text is compressed by SCSU if that is shorter. Types without a
/// short form stay.
pub(super) fn compact(cell: &mut Vec<u8>, data_type: DataType) {
    match compaction(data_type) {
        Compaction::None => {}
        Compaction::Integer => trim_sign(cell),
        Compaction::Mantissa => {
            let zeros = cell.iter().take_while(|byte| **byte == 0).count();
            cell.drain(..zeros);
        }
        Compaction::Zeros => trim(cell, &[0]),
        Compaction::Blanks => trim(cell, b" "),
        Compaction::WideBlanks => {
            trim(cell, &[b' ', 0]);
            compact_text(cell);
        }
        // A `max` column isn't compressed. It may have rows from the time when it had a limit.
        Compaction::Text if data_type.is_max() => {}
        Compaction::Text => compact_text(cell),
    }
}

/// Replaces `cell` with the bytes of a plain row's cell, whose short form is `short`. Fails if
/// `short` is longer than the type or malformed.
pub(super) fn expand(short: &[u8], data_type: DataType, cell: &mut Vec<u8>) -> Result<(), RowDamaged> {
    cell.clear();
    let whole = RowLayout::fixed_bytes(&data_type);
    if let Some(whole) = whole
        && compaction(data_type) == Compaction::Mantissa
    {
        cell.resize(whole.checked_sub(short.len()).ok_or(RowDamaged)?, 0);
    }
    match compaction(data_type) {
        Compaction::WideBlanks | Compaction::Text if short.len() % 2 == 1 => {
            scsu::expand(short, cell).ok_or(RowDamaged)?
        }
        _ => cell.extend_from_slice(short),
    }
    let Some(whole) = whole else { return Ok(()) };
    let missing = whole.checked_sub(cell.len()).ok_or(RowDamaged)?;
    match compaction(data_type) {
        Compaction::None | Compaction::Text if missing > 0 => return Err(RowDamaged),
        Compaction::Integer => {
            let is_negative = short.last().is_some_and(|high| high & 0x80 != 0);
            cell.resize(whole, if is_negative { u8::MAX } else { 0 });
        }
        Compaction::Blanks => cell.resize(whole, b' '),
        Compaction::WideBlanks if missing % 2 == 1 => return Err(RowDamaged),
        Compaction::WideBlanks => (0..missing / 2).for_each(|_| cell.extend([b' ', 0])),
        Compaction::None | Compaction::Text | Compaction::Mantissa | Compaction::Zeros => cell.resize(whole, 0),
    }
    Ok(())
}

/// Removes high bytes of a two's complement number that repeat the sign; 0 has no byte left.
fn trim_sign(cell: &mut Vec<u8>) {
    while let [rest @ .., last] = cell.as_slice() {
        let is_negative = rest.last().is_some_and(|high| high & 0x80 != 0);
        if *last != if is_negative { u8::MAX } else { 0 } {
            return;
        }
        cell.pop();
    }
}

/// Removes all trailing repetitions of `unit`.
fn trim(cell: &mut Vec<u8>, unit: &[u8]) {
    while cell.ends_with(unit) {
        cell.truncate(cell.len() - unit.len());
    }
}

fn compact_text(cell: &mut Vec<u8>) {
    let mut stream = Vec::with_capacity(cell.len() / 2 + 1);
    scsu::compress(cell.as_chunks().0, &mut stream);
    if stream.len().is_multiple_of(2) {
        stream.push(scsu::padding());
    }
    if stream.len() < cell.len() {
        *cell = stream;
    }
}
