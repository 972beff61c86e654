//! SELECT that sends rows or assigns variables.

use super::Env;
use sluice_base::sync::Arc;
use sluice_functions::SetOption;
use sluice_functions::session_values::TEXT_SIZE_MAX;
use sluice_query::code::Reg;
use sluice_query::operator::{Notes, Plan, Routine, Run};
use sluice_query::row_sink::send_row;
use sluice_session::sink::ColumnInfo;
use sluice_types::{SqlError, Value};

/// A compiled SELECT that sends rows.
pub(super) struct Select {
    pub(super) plan: Arc<Plan>,
    pub(super) columns: Vec<ColumnInfo>,
}

/// A compiled SELECT that assigns variables.
pub(super) struct Assign {
    /// Yields rows with one value per variable.
    pub(super) plan: Plan,
    /// Registers of the variables.
    pub(super) targets: Vec<Reg>,
}

impl Select {
    /// Sends the rows. Ends a started result set even if an error stops its rows. Sets `@@ROWCOUNT`
    /// and sends the row count. Long values are cut to TEXTSIZE, if it's set. Warns with 8153 as
    /// [`finish`] does.
    pub(super) fn run(&self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<(), SqlError> {
        env.sink.columns(&self.columns);
        let (mut count, mut notes) = (0, Notes::default());
        let limit = self.limit(env);
        let (mut run, sink) = env.run_and_sink(routine, &mut notes);
        let result = match limit {
            None => self.plan.send(&mut run, sink, &mut count),
            Some(limit) => self.plan.for_each(&mut run, |_, values| {
                count += 1;
                send_row(sink, &self.shortened(values, limit)?)
            }),
        };
        self.end(env, &notes, result, count)
    }

    /// Ends the result set. `result` is that of sending. On success the row count is sent;
    /// otherwise the client learns that the result set is broken off. An error of the sink counts
    /// too. Warns with 8153 as [`finish`] does.
    pub(super) fn end(
        &self,
        env: &mut Env<'_, '_>,
        notes: &Notes,
        result: Result<(), SqlError>,
        count: u64,
    ) -> Result<(), SqlError> {
        finish(env, notes);
        let result = result.and_then(|()| env.sink.failure().map_or(Ok(()), Err));
        match result {
            Ok(()) => env.done(count),
            Err(_) => env.sink.broken_off(),
        }
        result
    }
}

impl Select {
    /// Maximum bytes of a long value to send (SET TEXTSIZE); `None` if unlimited or if no column
    /// has a max type.
    pub(super) fn limit(&self, env: &Env<'_, '_>) -> Option<usize> {
        let limit = env.state.values.text_size();
        let is_limited =
            (0..TEXT_SIZE_MAX).contains(&limit) && self.columns.iter().any(|column| column.data_type.is_max());
        is_limited.then_some(limit as usize)
    }

    /// Returns the values, with those of max types cut to `limit` bytes. Other values are copied. A
    /// partial character at the end is left out. Fails if a long value can't be read.
    pub(super) fn shortened(&self, values: &[Value], limit: usize) -> Result<Vec<Value>, SqlError> {
        let shortened = |(value, column): (&Value, &ColumnInfo)| match column.data_type.is_max() {
            true => front(value, column.data_type.is_unicode(), limit),
            false => Ok(value.clone()),
        };
        values.iter().zip(&self.columns).map(shortened).collect()
    }
}

/// Returns the first `limit` bytes of a value, without a partial character.
fn front(value: &Value, is_unicode: bool, limit: usize) -> Result<Value, SqlError> {
    let limit = if is_unicode { limit & !1 } else { limit };
    Ok(match value {
        Value::Long(long) if long.unit_bytes().is_some() => long.slice(0, limit as u64)?.into_value()?,
        Value::Long(long) => front(&long.whole()?, is_unicode, limit)?,
        Value::Str(text) => {
            let bytes = |character: char| if is_unicode { 2 * character.len_utf16() } else { 1 };
            let mut room = limit;
            let fits = |character: &char| {
                let left = room.checked_sub(bytes(*character));
                room = left.unwrap_or(0);
                left.is_some()
            };
            Value::text(text.chars().take_while(fits).collect::<String>())
        }
        Value::Bytes(bytes) => Value::bytes(&bytes[..bytes.len().min(limit)]),
        other => other.clone(),
    })
}

impl Assign {
    /// Assigns each row, so that the last row remains. Without rows, the variables keep their
    /// values. `@@ROWCOUNT` becomes the number of rows. Warns with 8153 as [`finish`] does.
    #[inline]
    pub(super) fn run(&self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<(), SqlError> {
        let mut notes = Notes::default();
        let (mut run, _) = env.run_and_sink(routine, &mut notes);
        let count = match self.targets.as_slice() {
            [target] => self.plan.assign(&mut run, *target)?,
            _ => self.assign_several(&mut run)?,
        };
        finish(env, &notes);
        env.frame.globals.row_count = count;
        Ok(())
    }

    /// Assigns each row after all of its values are computed, because a value may use another
    /// variable.
    fn assign_several<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<i64, SqlError> {
        let mut count = 0;
        self.plan.for_each(run, |run, values| {
            count += 1;
            for (value, target) in values.iter().zip(&self.targets) {
                run.frame.set(*target, value.clone());
            }
            Ok(())
        })?;
        Ok(count)
    }
}

/// Warns with 8153 if an aggregate skipped a NULL, under ANSI_WARNINGS ON.
pub(super) fn finish(env: &mut Env<'_, '_>, notes: &Notes) {
    if notes.nulls_passed_over && env.state.options.meaning.has(SetOption::AnsiWarnings) {
        env.inform(SqlError::null_eliminated());
    }
}

/// Informs with 3606 of overflows and with 3607 of divisions by zero that gave NULL, unless
/// ARITHIGNORE is ON (`t-sql/statements/set-arithignore-transact-sql.md`).
#[cold]
pub(super) fn report_forgiven(env: &mut Env<'_, '_>) {
    let forgiven = std::mem::take(&mut env.frame.forgiven);
    if env.state.options.meaning.has(SetOption::ArithIgnore) {
        return;
    }
    if forgiven.overflow {
        env.inform(SqlError::overflow_gave_null());
    }
    if forgiven.division {
        env.inform(SqlError::division_gave_null());
    }
}
