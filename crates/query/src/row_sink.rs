//! Receivers of a query's rows.

use crate::code::Row;
use sluice_types::row::CellOrigin;
use sluice_types::{SqlError, Value};

/// Receives the rows of one result set.
pub trait RowSink {
    /// Receives a row as values.
    fn row(&mut self, row: &[Value]);

    /// Whether [`RowSink::row`] reads long values window by window. Otherwise they are passed in
    /// memory.
    fn takes_long(&self) -> bool;

    /// Offers the rows in stored form ([`RowSink::stored_row`]). `origins` maps the columns to
    /// stored columns. Returns whether the sink accepts them.
    fn origins(&mut self, origins: &[CellOrigin<'_>]) -> bool;

    /// Receives a row in stored form; `computed` has the values of the other columns. Returns false
    /// if the row must be passed as values instead; then nothing of it was consumed.
    fn stored_row(&mut self, rows: SourceRows<'_>, computed: &[Value]) -> bool;

    /// Whether the client must take rows before it gets more.
    fn is_full(&self) -> bool {
        false
    }
}

/// Sends a row that may have long values, in the form that the sink takes. A sink that takes no
/// long values gets them read whole into memory, which may fail.
pub fn send_row(sink: &mut (impl RowSink + ?Sized), row: &[Value]) -> Result<(), SqlError> {
    if sink.takes_long() || !row.iter().any(|value| matches!(value, Value::Long(_))) {
        sink.row(row);
        return Ok(());
    }
    let whole = row.iter().map(|value| value.clone().into_whole()).collect::<Result<Vec<_>, _>>()?;
    sink.row(&whole);
    Ok(())
}

/// The current rows of a result's sources.
#[derive(Clone, Copy, Debug)]
pub struct SourceRows<'a> {
    pub(crate) rows: &'a [Row],
}

impl<'a> SourceRows<'a> {
    /// Returns a source's row as stored; empty if all its columns are NULL, `None` if the row isn't
    /// stored.
    #[inline]
    pub fn bytes(&self, source: usize) -> Option<&'a [u8]> {
        match &self.rows[source] {
            Row::Stored { bytes, .. } => Some(bytes),
            Row::Nulls => Some(&[]),
            Row::Values(_) => None,
        }
    }
}
