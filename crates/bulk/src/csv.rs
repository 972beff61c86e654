//! Rows of comma-separated values (RFC 4180), for `FORMAT = 'CSV'`.
//!
//! A field in quotes may contain terminators, line ends and doubled quotes. An empty field is NULL,
//! and an empty field in quotes is an empty text.

use crate::encoding::Encoding;
use crate::input::Input;
use crate::spool::{Spool, SpoolError};
use std::io;

/// The format of a file: its marks as bytes in its encoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Csv {
    pub(crate) quote: Vec<u8>,
    pub(crate) field: Vec<u8>,
    /// Row terminators; the first that matches ends the row.
    pub(crate) rows: Vec<Vec<u8>>,
    pub(crate) encoding: Encoding,
}

/// The end of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FieldEnd {
    /// Another field follows.
    Field,
    /// The row ends.
    Row,
    /// Other text follows the closing quote.
    Damaged,
}

impl Csv {
    /// Reads a field. Its bytes go to `spool` without quotes, doubled ones as one. A file that ends
    /// in quotes, or text after the closing quote, is damage; such a row is read to its end.
    pub(crate) fn read(&self, input: &mut Input, spool: &mut Spool<'_>) -> Result<FieldEnd, SpoolError> {
        let mut ends: Vec<&[u8]> = vec![&self.field];
        ends.extend(self.rows.iter().map(Vec::as_slice));
        let step = self.encoding.step();
        if !input.begins_with(&self.quote)? {
            let end = input.until(&ends, step, |bytes| spool.push(bytes))?;
            return Ok(if end == Some(0) { FieldEnd::Field } else { FieldEnd::Row });
        }
        input.skip(self.quote.len());
        spool.is_quoted = true;
        loop {
            if input.until(&[&self.quote], step, |bytes| spool.push(bytes))?.is_none() {
                // The file ends within the quotes.
                return Ok(FieldEnd::Damaged);
            }
            if !input.begins_with(&self.quote)? {
                break;
            }
            input.skip(self.quote.len());
            spool.push(&self.quote)?;
        }
        let Some(place) = position(input, &ends)? else {
            if input.is_empty()? {
                return Ok(FieldEnd::Row);
            }
            input.until(&ends[1..], step, |_| Ok::<(), SpoolError>(()))?;
            return Ok(FieldEnd::Damaged);
        };
        input.skip(ends[place].len());
        Ok(if place == 0 { FieldEnd::Field } else { FieldEnd::Row })
    }
}

fn position(input: &mut Input, marks: &[&[u8]]) -> io::Result<Option<usize>> {
    for (place, mark) in marks.iter().enumerate() {
        if input.begins_with(mark)? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}
