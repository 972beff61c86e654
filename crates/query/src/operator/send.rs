//! Sends a query's rows to the client: in stored form if columns are stored and the sink accepts
//! that, else as values.

use super::Plan;
use super::run::Run;
use crate::code::Code;
use crate::row_sink::{RowSink, SourceRows, send_row};
use sluice_types::row::CellOrigin;
use sluice_types::{SqlError, Value};

impl Plan {
    /// Runs the query to its end or to the limit of SET ROWCOUNT, and sends its rows. Adds the
    /// number of rows sent to `count`. Rows go in stored form if the sink accepts the columns'
    /// origins, otherwise as values. Rows already sent stay sent if an error follows.
    pub fn send<'r, S: RowSink + ?Sized>(
        &'r self,
        run: &mut Run<'_, 'r>,
        sink: &mut S,
        count: &mut u64,
    ) -> Result<(), SqlError> {
        let mut as_values = |sink: &mut S, values: &[Value]| {
            *count += 1;
            self.send_values(sink, values)
        };
        if let Some(is_there) = self.operator.only_row(run)? {
            // For a single row it isn't worth determining the columns' origins.
            return if is_there { self.take(run, &mut |_, values| as_values(sink, values)) } else { Ok(()) };
        }
        let origins = self.origins(run.routine.code);
        if !are_offered(&origins) || !sink.origins(&origins) {
            return self.for_each_opened(run, |run| self.take(run, &mut |_, values| as_values(sink, values)));
        }
        self.for_each_opened(run, |run| {
            *count += 1;
            self.send_stored(&origins, run, sink)
        })
    }

    /// Passes a row of values to the sink. Long values are read whole first if the sink doesn't
    /// take them.
    #[inline]
    pub(super) fn send_values(&self, sink: &mut (impl RowSink + ?Sized), values: &[Value]) -> Result<(), SqlError> {
        if self.may_be_long {
            return send_row(sink, values);
        }
        sink.row(values);
        Ok(())
    }

    /// Returns for each column whether it comes unchanged from a stored row, and from where, or is
    /// computed.
    pub(super) fn origins<'r>(&self, code: &'r Code) -> Vec<CellOrigin<'r>> {
        let origin = |(source, column): (usize, usize)| {
            let stored = code.sources[source].as_deref()?;
            Some(CellOrigin::Stored(source, &stored.layout, column))
        };
        let origins = self.values.iter().map(|piece| code.column_of(*piece).and_then(origin));
        origins.map(|origin| origin.unwrap_or(CellOrigin::Computed)).collect()
    }

    /// Sends the current row. Values are computed only once, even if the sink then wants values
    /// instead of the stored form. A row with a long value that was computed always goes as values.
    /// Fails if a value can't be computed or a long value read; nothing is sent then.
    #[inline]
    pub(super) fn send_stored<'r>(
        &self,
        origins: &[CellOrigin<'_>],
        run: &mut Run<'_, 'r>,
        sink: &mut (impl RowSink + ?Sized),
    ) -> Result<(), SqlError> {
        let mut values = std::mem::take(&mut run.frame.room.values);
        values.clear();
        for (piece, origin) in self.values.iter().zip(origins) {
            if matches!(origin, CellOrigin::Computed) {
                values.push(run.value(*piece)?);
            }
        }
        let has_long = self.may_be_long && values.iter().any(|value| matches!(value, Value::Long(_)));
        if has_long || !sink.stored_row(SourceRows { rows: &run.frame.rows }, &values) {
            values = self.all_values(origins, values, run)?;
            self.send_values(sink, &values)?;
        }
        run.frame.room.values = values;
        Ok(())
    }

    #[cold]
    fn all_values<'r>(
        &self,
        origins: &[CellOrigin<'_>],
        computed: Vec<Value>,
        run: &mut Run<'_, 'r>,
    ) -> Result<Vec<Value>, SqlError> {
        let mut computed = computed.into_iter();
        let value = |(piece, origin): (&_, &CellOrigin<'_>)| match origin {
            CellOrigin::Computed => Ok(computed.next().unwrap_or_default()),
            CellOrigin::Stored(..) => run.value(*piece),
        };
        self.values.iter().zip(origins).map(value).collect()
    }
}

/// Whether rows of columns with these origins are offered in stored form.
pub(super) fn are_offered(origins: &[CellOrigin<'_>]) -> bool {
    origins.iter().any(|origin| matches!(origin, CellOrigin::Stored(..)))
}
