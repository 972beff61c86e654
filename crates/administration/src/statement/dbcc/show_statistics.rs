//! DBCC SHOW_STATISTICS: header, density vector and histogram
//! (`t-sql/database-console-commands/dbcc-show-statistics-transact-sql`).

use crate::statement::dbcc::result_set::show;
use sluice_base::sync::Arc;
use sluice_catalog::{Measured, Origin, Statistics, Table, name};
use sluice_command::statement::{Env, measured_places, statistics_of};
use sluice_session::quoted_name;
use sluice_types::convert::convert;
use sluice_types::{DataType, Length, SqlError, Value};

/// A compiled DBCC SHOW_STATISTICS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StatisticsShown {
    /// The table's name, in one or more parts.
    pub table: String,
    /// The name of statistics, of an index, or of a column with automatic statistics.
    pub target: String,
    /// The result sets to send; empty for all.
    pub parts: Vec<StatisticsPart>,
}

/// A result set of DBCC SHOW_STATISTICS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StatisticsPart {
    /// STAT_HEADER.
    Header,
    /// DENSITY_VECTOR.
    Densities,
    /// HISTOGRAM.
    Histogram,
}

/// Shows statistics and returns the number of rows of the last result set. Fails with 2501 if the
/// table doesn't exist and with 2767 if it lacks the statistics. The target is the name of
/// statistics or a column with automatic statistics. Checks the permission on the columns. Without
/// parts, all three are shown.
pub(super) fn show_statistics(env: &mut Env<'_, '_>, shown: &StatisticsShown) -> Result<usize, SqlError> {
    let unknown = || SqlError::table_not_found(&shown.table);
    let name = env.placed(&quoted_name::parse(&shown.table).ok_or_else(unknown)?);
    let database = env.find_database_of(&name)?.ok_or_else(unknown)?;
    let table = Arc::clone(env.state.transaction.work.catalog(&database).stored_table(&name).ok_or_else(unknown)?);
    let all = statistics_of(&table);
    let by_name = all.iter().find(|own| name::same(&own.name, &shown.target));
    let by_column = || {
        let column = table.columns[table.column(&shown.target)?].id;
        all.iter().find(|own| own.origin == Origin::Auto && own.columns == [column])
    };
    let own = by_name.or_else(by_column);
    let own = own.ok_or_else(|| SqlError::statistics_not_found(&shown.target))?;
    env.permitted(|rights| rights.show_statistics(&database, &table, (&own.columns, &shown.table)))?;
    let wants = |part| shown.parts.is_empty() || shown.parts.contains(&part);
    let mut count = 0;
    if wants(StatisticsPart::Header) {
        count = header(env, &table, own)?;
    }
    if wants(StatisticsPart::Densities) {
        count = densities(env, &table, own);
    }
    if wants(StatisticsPart::Histogram) {
        count = histogram(env, &table, own);
    }
    Ok(count)
}

fn header(env: &mut Env<'_, '_>, table: &Table, own: &Statistics) -> Result<usize, SqlError> {
    let columns = [
        ("Name", DataType::SYSNAME),
        ("Updated", DataType::NVarChar(Length::Limited(20))),
        ("Rows", DataType::BigInt),
        ("Rows Sampled", DataType::BigInt),
        ("Steps", DataType::SmallInt),
        ("Density", DataType::Real),
        ("Average key length", DataType::Real),
        ("String Index", DataType::NChar(3)),
        ("Filter Expression", DataType::NVarChar(Length::Max)),
        ("Unfiltered Rows", DataType::BigInt),
        ("Persisted Sample Percent", DataType::Float),
    ];
    let mut row = vec![Value::text(own.name.as_str())];
    match &own.measured {
        None => row.resize(columns.len(), Value::Null),
        Some(measured) => {
            let updated = Value::DateTime2(measured.updated_ticks);
            let updated = convert(&updated, &DataType::DateTime2(7), &DataType::DateTime)?;
            let updated = convert(&updated, &DataType::DateTime, &DataType::NVarChar(Length::Limited(20)))?;
            let count = |count: u64| Value::BigInt(count as i64);
            let average = measured.densities.last().map_or(0.0, |density| density.average_bytes);
            row.extend([
                updated,
                count(measured.rows),
                count(measured.rows_sampled),
                Value::SmallInt(measured.histogram.steps.len() as i16),
                Value::Real(density_between(measured) as f32),
                Value::Real(average as f32),
                // String summaries aren't implemented.
                Value::text("NO "),
                table.filter_of(own).map_or(Value::Null, |filter| Value::text(&*filter.definition)),
                count(measured.unfiltered_rows),
                Value::Float(0.0),
            ]);
        }
    }
    Ok(show(env, &columns, &[row]))
}

/// Returns 1 divided by the number of distinct values between the steps' upper bounds; 0 without
/// such values.
fn density_between(measured: &Measured) -> f64 {
    let between: f64 = measured.histogram.steps.iter().map(|step| step.distinct_range_rows).sum();
    if between > 0.0 { 1.0 / between } else { 0.0 }
}

fn densities(env: &mut Env<'_, '_>, table: &Table, own: &Statistics) -> usize {
    let columns = [
        ("All density", DataType::Real),
        ("Average Length", DataType::Real),
        ("Columns", DataType::NVarChar(Length::Max)),
    ];
    let names: Vec<&str> =
        measured_places(table, own).into_iter().map(|place| table.columns[place].name.as_str()).collect();
    let densities = own.measured.as_ref().map_or(&[][..], |measured| &measured.densities);
    let row = |(number, density): (usize, &sluice_catalog::Density)| {
        let names = names.get(..=number).unwrap_or(&names).join(", ");
        vec![Value::Real(density.all as f32), Value::Real(density.average_bytes as f32), Value::text(names)]
    };
    let rows: Vec<_> = densities.iter().enumerate().map(row).collect();
    show(env, &columns, &rows)
}

fn histogram(env: &mut Env<'_, '_>, table: &Table, own: &Statistics) -> usize {
    let first = own.columns.first().and_then(|id| table.column_by_id(*id));
    let high = first.map_or(DataType::Int, |place| table.columns[place].data_type);
    let columns = [
        ("RANGE_HI_KEY", high),
        ("RANGE_ROWS", DataType::Real),
        ("EQ_ROWS", DataType::Real),
        ("DISTINCT_RANGE_ROWS", DataType::BigInt),
        ("AVG_RANGE_ROWS", DataType::Real),
    ];
    let steps = own.measured.as_ref().map_or(&[][..], |measured| &measured.histogram.steps);
    let row = |step: &sluice_catalog::HistogramStep| {
        vec![
            step.high.clone(),
            Value::Real(step.range_rows as f32),
            Value::Real(step.equal_rows as f32),
            Value::BigInt(step.distinct_range_rows.round() as i64),
            Value::Real(step.average_range_rows() as f32),
        ]
    };
    let rows: Vec<_> = steps.iter().map(row).collect();
    show(env, &columns, &rows)
}
