//! Reads a table's rows for statistics: all rows, or the rows of a sample of pages.
//!
//! Measuring takes no row locks: pages are copied under their latches, and rows of uncommitted
//! transactions count too. Values are stored as order-preserving keys and sorted in memory. If the
//! workspace is full, the rows read so far are the sample.

use sluice_access::{pages_of, sample_rows};
use sluice_base::ids::PageId;
use sluice_catalog::histogram::{Run, distinct};
use sluice_catalog::{Density, Histogram, IndexFilter, Measured};
use sluice_query::operator::Workspace;
use sluice_table::storage_error::sql_error;
use sluice_table::table_rows::{TableRow, TableRows};
use sluice_txn::StorageError;
use sluice_types::{KeyColumn, RowLayout, SqlError, Value, encode_key_value};

/// The rows to read.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) enum Sample {
    /// All rows of a table of up to 8 MB, as in SQL Server; otherwise a fixed number of pages.
    #[default]
    Default,
    /// FULLSCAN.
    Full,
    /// SAMPLE n PERCENT of the pages.
    Percent(f64),
    /// SAMPLE n ROWS, rounded to whole pages.
    Rows(u64),
}

/// The values read so far.
struct Gathered<'r> {
    rows: &'r TableRows,
    columns: &'r [usize],
    filter: Option<&'r IndexFilter>,
    /// Number of rows read, with those that don't pass the filter.
    rows_read: u64,
    keys: Vec<KeyColumn>,
    workspace: Workspace,
    /// The first column's values.
    values: Vec<Value>,
    /// The number of each row's page in the sample.
    pages: Vec<u32>,
    /// Concatenated keys of all rows. `ends` has the end of each column's part of each key.
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// Total bytes of the values, by column.
    lengths: Vec<u64>,
    /// Whether the workspace is full. The rows read so far are then the sample.
    is_full: bool,
}

/// Measures the columns of the rows that pass the filter; `None` if the table has no rows. `now`
/// is the time in datetime2 ticks. `columns` are positions; the histogram is of the first. Fails if
/// the rows can't be read.
pub(super) fn measure(
    rows: &TableRows,
    columns: &[usize],
    filter: Option<&IndexFilter>,
    sample: Sample,
    now: i64,
) -> Result<Option<Measured>, SqlError> {
    let failed = |error: StorageError| sql_error(&error, &rows.database.name);
    let place = (rows.table.root, rows.table.id);
    // Read the counter before the rows: changes made meanwhile may be in the sample, and still
    // count as later modifications.
    let modifications = modifications(rows, columns);
    let pages = pages_to_read(rows, place, sample)?;
    let mut gathered = Gathered::new(rows, columns, filter);
    let mut result = Ok(());
    let _held = rows.hold();
    let mut read = |page: u64, row: &[u8]| {
        if result.is_ok() && !gathered.is_full {
            result = gathered.push(page, row);
        }
    };
    let sampled = sample_rows(&rows.database.storage, place, pages, &mut read).map_err(failed)?;
    result?;
    if gathered.rows_read == 0 {
        return Ok(None);
    }
    let unfiltered_rows = sampled.rows_in_all().max(gathered.rows_read);
    Ok(Some(gathered.measured(unfiltered_rows, now, modifications)))
}

/// Returns the modification counter of the first column.
fn modifications(rows: &TableRows, columns: &[usize]) -> u64 {
    let first = rows.table.columns[columns[0]].id;
    rows.database.activity(&rows.table).modifications_of(first)
}

fn pages_to_read(
    rows: &TableRows,
    place: (PageId, sluice_base::ids::ObjectId),
    sample: Sample,
) -> Result<u64, SqlError> {
    let failed = |error: StorageError| sql_error(&error, &rows.database.name);
    let storage = &rows.database.storage;
    Ok(match sample {
        Sample::Full => u64::MAX,
        Sample::Default => {
            let pages = pages_of(storage, place.0, place.1).map_err(failed)?;
            if pages <= PAGES_READ_WHOLE { pages } else { PAGES_SAMPLED }
        }
        Sample::Percent(percent) => {
            let pages = pages_of(storage, place.0, place.1).map_err(failed)?;
            (pages as f64 * percent / 100.0).ceil() as u64
        }
        Sample::Rows(wanted) => {
            let look = sample_rows(storage, place, PAGES_FOR_A_COUNT, &mut |_, _| {}).map_err(failed)?;
            let of_a_page = (look.rows as f64 / look.pages_read.max(1) as f64).max(1.0);
            (wanted as f64 / of_a_page).ceil() as u64
        }
    })
}

impl<'r> Gathered<'r> {
    fn new(rows: &'r TableRows, columns: &'r [usize], filter: Option<&'r IndexFilter>) -> Gathered<'r> {
        let keys = columns.iter().map(|place| KeyColumn::ascending(rows.table.columns[*place].data_type)).collect();
        Gathered {
            rows,
            columns,
            filter,
            rows_read: 0,
            keys,
            workspace: Workspace::for_database(&rows.database),
            values: Vec::new(),
            pages: Vec::new(),
            bytes: Vec::new(),
            ends: Vec::new(),
            lengths: vec![0; columns.len()],
            is_full: false,
        }
    }

    fn push(&mut self, page: u64, bytes: &[u8]) -> Result<(), SqlError> {
        let row = TableRow { rows: self.rows, bytes, is_dirty: true };
        self.rows_read += 1;
        if let Some(filter) = self.filter
            && !filter.holds(|column| row.column(column))?
        {
            return Ok(());
        }
        self.pages.push(page as u32);
        let before = self.bytes.len();
        for (number, place) in self.columns.iter().enumerate() {
            let value = row.column(*place)?;
            self.lengths[number] += length(self.rows, *place, &value);
            encode_key_value(&value, &self.keys[number], &mut self.bytes);
            self.ends.push(self.bytes.len());
            if number == 0 {
                self.values.push(cut(value));
            }
        }
        // The row's memory: key, key ends, value, page, and its entry in the sort order.
        let of_row = 2 * size_of::<u32>() + size_of::<usize>() * (self.columns.len() + 1) + size_of::<Value>();
        self.is_full = !self.workspace.fits(self.bytes.len() - before + of_row);
        Ok(())
    }

    /// Returns the key of a row's first `count` columns.
    fn key(&self, row: u32, count: usize) -> &[u8] {
        let (row, columns) = (row as usize, self.columns.len());
        let begin = if row == 0 { 0 } else { self.ends[row * columns - 1] };
        &self.bytes[begin..self.ends[row * columns + count - 1]]
    }

    /// Returns the figures. `unfiltered_rows` is the number of rows of the table.
    fn measured(self, unfiltered_rows: u64, now: i64, modifications: u64) -> Measured {
        let read = self.values.len() as u64;
        if read == 0 {
            let (densities, histogram) = (Vec::new(), Histogram::default());
            let (updated_ticks, rows, rows_sampled) = (now, 0, 0);
            return Measured {
                updated_ticks,
                rows,
                unfiltered_rows,
                rows_sampled,
                densities,
                histogram,
                modifications,
            };
        }
        let passing = u128::from(unfiltered_rows) * u128::from(read) / u128::from(self.rows_read);
        let rows = (passing as u64).max(read);
        let mut order: Vec<u32> = (0..self.values.len() as u32).collect();
        let all = self.columns.len();
        order.sort_unstable_by(|one, other| self.key(*one, all).cmp(self.key(*other, all)));
        let scale = rows as f64 / read as f64;
        let mut densities = Vec::with_capacity(all);
        let mut average = 0.0;
        for count in 1..=all {
            let (mut values, mut single, mut pages) = (0, 0, 0);
            self.each_run(&order, count, |_, _, own| {
                values += 1;
                single += u64::from(own == 1);
                pages += own;
            });
            average += self.lengths[count - 1] as f64 / read as f64;
            densities.push(Density { all: 1.0 / distinct(values, single, pages, scale), average_bytes: average });
        }
        let mut runs = Vec::new();
        self.each_run(&order, 1, |row, rows, pages| {
            runs.push(Run { value: self.values[row as usize].clone(), rows, pages });
        });
        let histogram = Histogram::from_runs(&runs, scale);
        Measured { updated_ticks: now, rows, unfiltered_rows, rows_sampled: read, densities, histogram, modifications }
    }

    /// Calls `each` for each group of rows with equal first `count` columns, with a row of the
    /// group, its size and the number of its pages.
    fn each_run(&self, order: &[u32], count: usize, mut each: impl FnMut(u32, u64, u64)) {
        let mut pages = Vec::new();
        for group in order.chunk_by(|one, other| self.key(*one, count) == self.key(*other, count)) {
            pages.clear();
            pages.extend(group.iter().map(|row| self.pages[*row as usize]));
            pages.sort_unstable();
            pages.dedup();
            each(group[0], group.len() as u64, pages.len() as u64);
        }
    }
}

/// Returns the bytes a value occupies in the row.
fn length(rows: &TableRows, place: usize, value: &Value) -> u64 {
    match RowLayout::fixed_bytes(&rows.table.columns[place].data_type) {
        Some(bytes) => bytes as u64,
        None => rows.layout.variable_bytes(place, value),
    }
}

/// Truncates a long value for a histogram step.
fn cut(value: Value) -> Value {
    match &value {
        Value::Str(text) => match text.char_indices().nth(CHARACTERS_MAX) {
            Some((end, _)) => Value::text(&text[..end]),
            None => value,
        },
        Value::Bytes(bytes) if bytes.len() > 2 * CHARACTERS_MAX => Value::bytes(&bytes[..2 * CHARACTERS_MAX]),
        _ => value,
    }
}

/// Tables of up to this many pages (8 MB) are read as a whole.
const PAGES_READ_WHOLE: u64 = 1_024;
/// The default number of pages to read from larger tables.
const PAGES_SAMPLED: u64 = 512;
/// The number of pages read to estimate the rows per page.
const PAGES_FOR_A_COUNT: u64 = 16;
/// Maximum characters of a value in a histogram step.
const CHARACTERS_MAX: usize = 400;
