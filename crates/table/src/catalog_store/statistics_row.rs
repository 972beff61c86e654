//! Encodes the rows of statistics in sysstats: the first row has their properties and row counts,
//! each following row one histogram step. Filtered statistics, and those of filtered indexes, have
//! a second row with their filter and the rows of the whole table.

use sluice_base::sync::Arc;
use sluice_catalog::{Column, Density, Histogram, HistogramStep, IndexFilter, Measured, Origin, Statistics};
use sluice_types::{DataType, Length, RowLayout, Value};

/// The properties of statistics, as in their first row.
pub(super) struct StatisticsRow {
    statistics: Statistics,
    /// Whether the second row follows.
    has_second: bool,
    /// Number of rows that follow.
    pub(super) following: usize,
}

/// Returns the number of rows of statistics.
pub(super) fn count(statistics: &Statistics) -> usize {
    let steps = statistics.measured.as_ref().map_or(0, |measured| measured.histogram.steps.len());
    1 + usize::from(has_second(statistics)) + steps
}

fn has_second(statistics: &Statistics) -> bool {
    let measured = statistics.measured.as_ref();
    statistics.filter.is_some() || measured.is_some_and(|measured| measured.unfiltered_rows != measured.rows)
}

/// Returns the first row, the second row if there is one, and one row for each histogram step.
/// Statistics that were never computed have no steps and NULL for their counts.
pub(super) fn encode(columns: &[Column], statistics: &Statistics) -> Vec<Vec<u8>> {
    let ids: Vec<u8> = statistics.columns.iter().flat_map(|id| id.to_le_bytes()).collect();
    let measured = statistics.measured.as_ref();
    let count = |count: u64| Value::BigInt(count as i64);
    let densities: Vec<u8> = measured
        .iter()
        .flat_map(|measured| &measured.densities)
        .flat_map(|density| [density.all, density.average_bytes])
        .flat_map(f64::to_le_bytes)
        .collect();
    let steps = measured.map_or(&[][..], |measured| &measured.histogram.steps);
    let values = [
        Value::text(statistics.name.as_str()),
        Value::TinyInt(statistics.origin.code() | if has_second(statistics) { HAS_SECOND } else { 0 }),
        Value::Bit(statistics.no_recompute),
        Value::bytes(ids),
        measured.map_or(Value::Null, |measured| Value::BigInt(measured.updated_ticks)),
        measured.map_or(Value::Null, |measured| count(measured.rows)),
        measured.map_or(Value::Null, |measured| count(measured.rows_sampled)),
        Value::bytes(densities),
        Value::Int(steps.len() as i32),
    ];
    let mut rows = vec![Vec::new()];
    layout().encode(&values, &mut rows[0]).expect("a name, numbers, 32 columns and their densities are within a row");
    if has_second(statistics) {
        let mut row = Vec::new();
        let filter = statistics.filter.as_ref().map_or(Value::Null, |filter| Value::text(&*filter.definition));
        let values = [filter, measured.map_or(Value::Null, |measured| count(measured.unfiltered_rows))];
        second_layout().encode(&values, &mut row).expect("a filter of limited length is within a row");
        rows.push(row);
    }
    if let Some(layout) = step_layout(columns, statistics) {
        for step in steps {
            let mut row = Vec::new();
            let numbers = [step.range_rows, step.equal_rows, step.distinct_range_rows].map(Value::Float);
            let values: Vec<Value> = std::iter::once(step.high.clone()).chain(numbers).collect();
            layout.encode(&values, &mut row).expect("a value that was cut and three numbers are within a row");
            rows.push(row);
        }
    }
    rows
}

impl StatisticsRow {
    /// Decodes the first row. The steps follow with [`StatisticsRow::with_steps`]. Returns `None`
    /// if the bytes are damaged or there is no column.
    pub(super) fn decode(row: &[u8]) -> Option<StatisticsRow> {
        let layout = layout();
        let read = |column| layout.read(row, column).ok();
        let number = |column| read(column)?.as_i64();
        let (Value::Bytes(ids), Value::Bytes(densities)) = (read(3)?, read(7)?) else { return None };
        let columns: Vec<u16> = ids.chunks_exact(2).map(|id| u16::from_le_bytes([id[0], id[1]])).collect();
        let float = |bytes: &[u8]| Some(f64::from_le_bytes(*bytes.first_chunk()?));
        let densities: Option<Vec<Density>> = densities
            .chunks(DENSITY_BYTES)
            .map(|pair| Some(Density { all: float(pair)?, average_bytes: float(pair.get(8..)?)? }))
            .collect();
        let measured = match read(4)? {
            Value::Null => None,
            updated => Some(Measured {
                updated_ticks: updated.as_i64()?,
                rows: u64::try_from(number(5)?).ok()?,
                unfiltered_rows: u64::try_from(number(5)?).ok()?,
                rows_sampled: u64::try_from(number(6)?).ok()?,
                densities: densities?,
                histogram: Histogram::default(),
                modifications: 0,
            }),
        };
        let code = u8::try_from(number(1)?).ok()?;
        let (origin, has_second) = (Origin::of_code(code & !HAS_SECOND)?, code & HAS_SECOND != 0);
        let (name, no_recompute) = (read(0)?.as_str()?.to_owned(), number(2)? != 0);
        let statistics = Statistics { id: 0, name, columns, origin, no_recompute, filter: None, measured };
        let following = usize::try_from(number(8)?).ok()? + usize::from(has_second);
        (!statistics.columns.is_empty()).then_some(StatisticsRow { statistics, has_second, following })
    }

    /// The name of the statistics.
    pub(super) fn name(&self) -> &str {
        &self.statistics.name
    }

    /// Returns the statistics, or `None` if a following row is missing or damaged. Their number
    /// must be that of the first row. Steps are decoded by the type of the first statistics column.
    /// `bind` binds a filter of the statistics.
    pub(super) fn with_following(
        self,
        id: u16,
        columns: &[Column],
        following: &[Vec<u8>],
        bind: impl FnOnce(&str) -> Option<IndexFilter>,
    ) -> Option<Statistics> {
        let mut statistics = Statistics { id, ..self.statistics };
        if following.len() != self.following {
            return None;
        }
        let steps = match self.has_second {
            true => {
                let (second, steps) = following.split_first()?;
                let layout = second_layout();
                if let (Some(measured), rows) = (&mut statistics.measured, layout.read(second, 1).ok()?) {
                    measured.unfiltered_rows = u64::try_from(rows.as_i64()?).ok()?;
                }
                if let Some(definition) = layout.read(second, 0).ok()?.as_str() {
                    statistics.filter = Some(Arc::new(bind(definition)?));
                }
                steps
            }
            false => following,
        };
        let layout = step_layout(columns, &statistics);
        if let (Some(measured), Some(layout)) = (&mut statistics.measured, layout) {
            for row in steps {
                let float = |column| match layout.read(row, column).ok()? {
                    Value::Float(number) => Some(number),
                    _ => None,
                };
                measured.histogram.steps.push(HistogramStep {
                    high: layout.read(row, 0).ok()?,
                    range_rows: float(1)?,
                    equal_rows: float(2)?,
                    distinct_range_rows: float(3)?,
                });
            }
        }
        Some(statistics)
    }
}

/// Layout of a step. Its value has the type of the first column; strings and bytes were truncated
/// and aren't padded.
fn step_layout(columns: &[Column], statistics: &Statistics) -> Option<RowLayout> {
    let column = columns.iter().find(|column| Some(&column.id) == statistics.columns.first())?;
    let high = match column.data_type {
        DataType::Char(length, page) => DataType::VarChar(Length::Limited(length), page),
        DataType::NChar(length) => DataType::NVarChar(Length::Limited(length)),
        DataType::Binary(length) => DataType::VarBinary(Length::Limited(length)),
        DataType::VarChar(Length::Max | Length::Lob, page) => DataType::VarChar(Length::Limited(8000), page),
        DataType::NVarChar(Length::Max | Length::Lob) => DataType::NVarChar(Length::Limited(4000)),
        DataType::VarBinary(Length::Max | Length::Lob) => DataType::VarBinary(Length::Limited(8000)),
        other => other,
    };
    Some(RowLayout::new(&[high, DataType::Float, DataType::Float, DataType::Float]))
}

/// Layout of the second row: the filter, and the rows of the table.
fn second_layout() -> RowLayout {
    RowLayout::new(&[DataType::NVarChar(Length::Limited(4000)), DataType::BigInt])
}

/// Returns the layout of a row that describes statistics.
pub(super) fn layout() -> RowLayout {
    RowLayout::new(&[
        DataType::SYSNAME,
        DataType::TinyInt,
        DataType::Bit,
        DataType::VarBinary(Length::Limited(8000)),
        DataType::BigInt,
        DataType::BigInt,
        DataType::BigInt,
        DataType::VarBinary(Length::Limited(8000)),
        DataType::Int,
    ])
}

/// The bit of the origin's code that says that the second row follows.
const HAS_SECOND: u8 = 0x10;
/// Bytes of a density: two floats.
const DENSITY_BYTES: usize = 16;
