//! LIKE over the rows of a chunk, with a pattern that is the same for all rows.

use super::chunk::Chunk;
use super::expression::Expression;
use super::rows::Rows;
use crate::operator::Run;
use sluice_types::pattern::{Matcher, Reading};
use sluice_types::{SqlError, Value};

/// A text and a pattern.
pub(super) struct Like {
    /// The text.
    pub(super) text: Expression,
    /// The pattern, which uses no column.
    pub(super) pattern: Expression,
    /// The options of matching.
    pub(super) reading: Reading,
}

impl Like {
    /// Replaces `out` by those of the selected rows whose text matches, or with `not` those whose
    /// text doesn't. A NULL on either side does neither.
    pub(super) fn select(
        &self,
        not: bool,
        chunk: &Chunk,
        (rows, out): (Rows<'_>, &mut Vec<u32>),
        run: &mut Run<'_, '_>,
    ) -> Result<(), SqlError> {
        let texts = self.text.values(chunk, rows, run)?;
        let pattern = self.pattern.values(chunk, rows, run)?.get(0);
        let Value::Str(pattern) = pattern else {
            out.clear();
            return Ok(());
        };
        let (matcher, texts) = (Matcher::new(&pattern, self.reading), texts.typed());
        rows.filter_into(out, |row| {
            let (texts, row) = texts.at(row);
            !texts.is_null(row) && matcher.matches(texts.bytes_of(row)) != not
        });
        Ok(())
    }
}
