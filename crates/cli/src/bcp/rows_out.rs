//! Rows from a table, view or query to a data file.

use super::columns::laid;
use super::report::{Report, of_file, of_sql};
use crate::bcp_options::{BcpOptions, Direction, Form};
use crate::client::Failure;
use sluice_bulk::writer::WriteError;
use sluice_bulk::{Layout, RowWriter};
use sluice_client::{Audience, Connection};
use sluice_engine::{DataType, Value};
use sluice_tds::{Column, Message};
use std::fs::File;
use std::io::BufWriter;

/// Copies the rows of the first result that the options select to a new or emptied file. Returns
/// their number. Later results are ignored. An error of the server ends the rows without a
/// `Failure`, and `report.has_failed` is set. Fails if the file can't be written, a value can't be
/// converted, or the connection ends.
pub(super) fn copy(
    connection: &mut Connection,
    options: &BcpOptions,
    layout: &Layout,
    report: &mut Report<'_>,
) -> Result<u64, Failure> {
    let file = File::create(&options.file).map_err(|error| of_file(&options.file, &error))?;
    // The error file stays empty: a row that can't be written ends the copy.
    if let Some(path) = &options.error_file {
        File::create(path).map_err(|error| of_file(path, &error))?;
    }
    let text = match options.direction {
        Direction::QueryOut => options.source.clone(),
        _ => format!("SELECT * FROM {}", options.source),
    };
    let mut copying = Copying {
        options,
        layout,
        file: Some(file),
        writer: None,
        results: 0,
        row: 0,
        copied: 0,
        failure: None,
        report,
    };
    let answered = connection.execute(&text, &mut copying);
    let Copying { writer, copied, failure, .. } = copying;
    answered.map_err(|error| Failure::Outside(error.to_string()))?;
    failure.map_or(Ok(()), Err)?;
    if let Some(writer) = writer {
        writer.finish().map_err(|error| of_file(&options.file, &error))?;
    }
    Ok(copied)
}

/// Receives the rows.
struct Copying<'c, 'o> {
    options: &'c BcpOptions,
    layout: &'c Layout,
    file: Option<File>,
    writer: Option<RowWriter<BufWriter<File>>>,
    // Number of results; only the first is copied.
    results: u64,
    row: u64,
    copied: u64,
    failure: Option<Failure>,
    report: &'c mut Report<'o>,
}

impl Copying<'_, '_> {
    fn begin(&mut self, columns: &[Column]) -> Result<(), Failure> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let types: Vec<DataType> = columns.iter().map(|column| column.info.data_type).collect();
        let own;
        let layout = match (self.options.direction, &self.options.format_file) {
            (Direction::QueryOut, None) => {
                let (laid, options) = (laid(columns, false), self.options);
                own = match options.form {
                    Some(Form::Native) => Layout::native(&laid, false).map_err(|error| of_sql(&error))?,
                    Some(Form::WideNative) => Layout::native(&laid, true).map_err(|error| of_sql(&error))?,
                    form => Layout::character(&laid, &options.field, &options.row, form == Some(Form::WideChar)),
                };
                &own
            }
            _ => self.layout,
        };
        let file = BufWriter::with_capacity(256 << 10, file);
        self.writer = Some(RowWriter::new(file, layout, &types, self.options.code_page));
        Ok(())
    }
}

impl Audience for Copying<'_, '_> {
    fn columns(&mut self, columns: &[Column]) {
        self.results += 1;
        if self.results == 1 {
            self.failure = self.begin(columns).err();
        }
    }

    fn row(&mut self, row: &[Value]) {
        if self.results != 1 || self.failure.is_some() {
            return;
        }
        self.row += 1;
        let (first, last) = self.options.rows;
        if self.row < first || (last > 0 && self.row > last) {
            return;
        }
        let Some(writer) = &mut self.writer else { return };
        self.failure = match writer.write(row) {
            Ok(()) => None,
            Err(WriteError::File(error)) => Some(of_file(&self.options.file, &error)),
            Err(WriteError::Value(error)) => Some(of_sql(&error)),
        };
        self.copied += 1;
        if self.copied.is_multiple_of(1000) {
            let copied = self.copied;
            self.report.print(&format!("1000 rows successfully bulk-copied to host-file. Total received: {copied}\n"));
        }
    }

    fn done(&mut self, _rows: Option<u64>) {}

    fn message(&mut self, message: &Message) {
        self.report.message(message);
    }
}
