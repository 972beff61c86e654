//! A query's rows to the client: as they are stored, where columns of stored rows are asked for and the sink takes them so, else as values.

use super::plan::Plan;
use super::run::Run;
use crate::sink::{Sink, SourceRows, send_row};
use sluice_types::row::CellOrigin;
use sluice_types::{SqlError, Value};

impl Plan {
    /// Runs it to its end, or to where SET ROWCOUNT has it stop, and sends its rows; how many were sent is counted in `count`.
    pub fn send<'r>(&'r self, run: &mut Run<'_, 'r>, sink: &mut dyn Sink, count: &mut u64) -> Result<(), SqlError> {
        let mut as_values = |sink: &mut dyn Sink, values: &[Value]| {
            *count += 1;
            self.send_values(sink, values)
        };
        if let Some(is_there) = self.operator.only_row(run)? {
            // One row is not worth finding out where its columns lie.
            return if is_there { self.take(run, &mut |_, values| as_values(sink, values)) } else { Ok(()) };
        }
        let origins = self.origins(run);
        let are_stored = |origin: &CellOrigin<'_>| matches!(origin, CellOrigin::Stored(..));
        if !origins.iter().any(are_stored) || !sink.origins(&origins) {
            return self.for_each_opened(run, |run| self.take(run, &mut |_, values| as_values(sink, values)));
        }
        self.for_each_opened(run, |run| {
            *count += 1;
            self.send_stored(&origins, run, sink)
        })
    }

    #[inline]
    fn send_values(&self, sink: &mut dyn Sink, values: &[Value]) -> Result<(), SqlError> {
        if self.may_be_long {
            return send_row(sink, values);
        }
        sink.row(values);
        Ok(())
    }

    /// Where the values of each row come from.
    fn origins<'r>(&self, run: &Run<'_, 'r>) -> Vec<CellOrigin<'r>> {
        let code = run.routine.code;
        let origin = |(source, column): (usize, usize)| {
            let stored = code.sources[source].as_deref()?;
            Some(CellOrigin::Stored(source, &stored.layout, column))
        };
        let origins = self.values.iter().map(|piece| code.column_of(*piece).and_then(origin));
        origins.map(|origin| origin.unwrap_or(CellOrigin::Computed)).collect()
    }

    /// Sends the row that the operators have come to. What is computed is so once, also where the sink wants values after all.
    #[inline]
    fn send_stored<'r>(
        &'r self,
        origins: &[CellOrigin<'_>],
        run: &mut Run<'_, 'r>,
        sink: &mut dyn Sink,
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
        &'r self,
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
