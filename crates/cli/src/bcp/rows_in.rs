//! Rows from a data file to a table or view.
//!
//! Each batch is an INSERT BULK with its rows. The rows are read from the file while the batch is
//! sent. If the file can't be read on, the batch is cancelled, so the server takes it back.

use super::columns::{TableColumns, kinds};
use super::report::{Report, execute, of_file};
use crate::bcp_options::BcpOptions;
use crate::client::Failure;
use sluice_bulk::{FileColumn, Layout, Limits, ReadRow, RowReader};
use sluice_client::{Connection, Paced};
use sluice_engine::messages::text;
use sluice_engine::{SqlError, Value};
use sluice_tds::token::write_columns;
use sluice_tds::{Column, ColumnFlags, Done, DoneKind, DoneStatus, PacketKind, TableForm, TypeInfo, write_row};
use std::fs::File;
use std::io::Write;

/// Copies the rows of the file. Returns the number of rows in the batches that succeeded.
/// Identities are loaded only if they are to be kept, computed columns and rowversions never.
///
/// Bad rows are printed and skipped. Too many of them, a read error or the server's error on a
/// batch end the copying without a `Failure`: the batch is rolled back, and `report.has_failed` is
/// set. Fails if the connection ends, if the server refuses a statement, if a file can't be opened,
/// or if the format names a column that the table lacks.
pub(super) fn copy(
    connection: &mut Connection,
    options: &BcpOptions,
    columns: &TableColumns,
    layout: &Layout,
    report: &mut Report<'_>,
) -> Result<u64, Failure> {
    let kinds = kinds(connection, options, report)?;
    let is_loaded = |column: &Column| {
        let kind = kinds.iter().find(|(name, ..)| *name == column.name);
        kind.is_none_or(|(_, is_identity, is_computed)| !is_computed && (!is_identity || options.keeps_identity))
    };
    let (mut receivers, mut sent) = (Vec::new(), Vec::new());
    for (number, field) in layout.fields.iter().enumerate() {
        let place = (field.column as usize).checked_sub(1);
        if place.is_some_and(|place| place >= columns.columns.len()) {
            return Err(Failure::Outside(format!(
                "field {} is for column {}, which is none",
                number + 1,
                field.column
            )));
        }
        let column = place.map(|place| &columns.columns[place]).filter(|column| is_loaded(column));
        sent.extend(column.map(|column| {
            // The file may have NULL for any column.
            let info = TypeInfo::new(column.info.data_type, true, column.info.collation);
            Column { flags: ColumnFlags::NULLABLE, info, ..column.clone() }
        }));
        receivers.push(column.map(|column| FileColumn {
            name: column.name.clone(),
            data_type: column.info.data_type,
            // The server decides about NULL and defaults.
            takes_null: true,
        }));
    }
    let file = File::open(&options.file).map_err(|error| of_file(&options.file, &error))?;
    let (first_row, last_row) = options.rows;
    let name = options.file.display().to_string();
    let limits = Limits { first_row, last_row };
    let mut reader = RowReader::new((&name, Box::new(file)), layout, receivers, options.code_page, limits);
    let error_file = options.error_file.as_ref().map(|path| File::create(path).map_err(|error| of_file(path, &error)));
    if error_file.is_some() {
        reader = reader.recording();
    }
    let mut source =
        Source { reader, errors: 0, errors_max: options.errors_max, error_file: error_file.transpose()?, end: None };
    let statement = insert_bulk(options, &sent);
    let mut copied = 0;
    while source.end.is_none() {
        execute(connection, &statement, report)?;
        report.rows = 0;
        let count = send(connection, &mut source, (&sent, options.batch_rows), report)?;
        if report.has_failed {
            break;
        }
        copied += count;
        if options.batch_rows > 0 && count > 0 {
            report.print(&format!("{count} rows sent to SQL Server. Total sent: {copied}\n"));
        }
    }
    Ok(copied)
}

/// The rows of the file.
struct Source {
    reader: RowReader,
    errors: u64,
    errors_max: u64,
    error_file: Option<File>,
    /// The end of the rows, or the error that ended them.
    end: Option<Result<(), String>>,
}

impl Source {
    /// Returns the next row. Prints and skips bad rows.
    fn next(&mut self, report: &mut Report<'_>) -> Option<Vec<Value>> {
        loop {
            match self.reader.next() {
                Ok(Some(ReadRow::Values(values))) => return Some(values),
                Ok(Some(ReadRow::Bad(bad))) => {
                    report.print(&format!("#@ {} @#\n", text(&bad.error)));
                    if let Some(file) = &mut self.error_file
                        && let Err(error) = file.write_all(&bad.bytes)
                    {
                        self.end = Some(Err(error.to_string()));
                        return None;
                    }
                    self.errors += 1;
                    if self.errors > self.errors_max {
                        let error = SqlError::bulk_too_many_errors(self.errors_max);
                        self.end = Some(Err(text(&error)));
                        return None;
                    }
                }
                Ok(None) => {
                    self.end = Some(Ok(()));
                    return None;
                }
                Err(error) => {
                    self.end = Some(Err(text(&error)));
                    return None;
                }
            }
        }
    }
}

/// Sends a batch of rows and reads its answer. Returns the number of rows.
fn send(
    connection: &mut Connection,
    source: &mut Source,
    (columns, batch_rows): (&[Column], u64),
    report: &mut Report<'_>,
) -> Result<u64, Failure> {
    let canceller = connection.canceller();
    let mut count = 0;
    let mut mismatch = None;
    let write = |out: &mut Paced<'_>| {
        write_columns(columns, TableForm::Name, out);
        while batch_rows == 0 || count < batch_rows {
            let Some(row) = source.next(report) else { break };
            if let Err(error) = write_row(columns, &row, out) {
                mismatch = Some(format!("{error:?}"));
                break;
            }
            count += 1;
        }
        if mismatch.is_some() || matches!(source.end, Some(Err(_))) {
            // The server takes the batch back.
            canceller.cancel();
        }
        Done { kind: DoneKind::Statement, status: DoneStatus::FINAL, command: 0, rows: 0 }.write(out);
    };
    let sent = connection.send_paced(PacketKind::BulkLoad, write);
    let answered = sent.and_then(|()| connection.read_answer(report));
    answered.map_err(|error| Failure::Outside(error.to_string()))?;
    let failure = mismatch.or_else(|| source.end.as_ref()?.as_ref().err().cloned());
    if let Some(text) = failure {
        report.error(0, &text);
    }
    Ok(count)
}

/// Returns the statement that announces the rows.
fn insert_bulk(options: &BcpOptions, columns: &[Column]) -> String {
    let column = |column: &Column| {
        let name = column.name.replace(']', "]]");
        format!("[{name}] {}", column.info.data_type)
    };
    let columns: Vec<String> = columns.iter().map(column).collect();
    let mut hints = options.hints.clone();
    if options.keeps_nulls {
        hints.push("KEEP_NULLS".to_owned());
    }
    let with = if hints.is_empty() { String::new() } else { format!(" WITH ({})", hints.join(", ")) };
    format!("INSERT BULK {} ({}){with}", options.source, columns.join(", "))
}
