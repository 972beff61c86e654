//! Reads the rows of a data file.

use crate::csv::{Csv, FieldEnd};
use crate::encoding::Encoding;
use crate::fault::CellFault;
use crate::host_type::HostType;
use crate::input::{Input, os_error};
use crate::layout::{Field, Layout};
use crate::spool::{Content, Spool, SpoolError};
use crate::{native, text};
use sluice_types::{CodePage, CollationId, DataType, LONG_BYTES, LongStore, SqlError, Value};
use std::borrow::Cow;
use std::io::Read;
use std::sync::Arc;

/// A column that receives a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileColumn {
    /// The name.
    pub name: String,
    /// The type of its values.
    pub data_type: DataType,
    /// Whether NULL is a value or stands for a default. Otherwise NULL is an empty text in a column
    /// of text without a prefix, and fails with 4869 in other columns.
    pub takes_null: bool,
}

/// The rows of the file to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// FIRSTROW, from 1; 0 means 1.
    pub first_row: u64,
    /// LASTROW; 0 means the last row of the file.
    pub last_row: u64,
}

/// The result of reading a row.
#[derive(Debug)]
pub enum ReadRow {
    /// A value for each column, in the order of the fields.
    Values(Vec<Value>),
    /// A row that can't be converted.
    Bad(BadRow),
}

/// A row that can't be converted.
#[derive(Debug)]
pub struct BadRow {
    /// 4863, 4864 or 4867.
    pub error: SqlError,
    /// The number of the row in the file, from 1.
    pub row: u64,
    /// The row's position in the file, in bytes.
    pub offset: u64,
    /// The row's bytes, if the reader records them.
    pub bytes: Vec<u8>,
}

/// A reader of a data file. Rows come in order; after an error the reader is not used again.
#[derive(Debug)]
pub struct RowReader {
    input: Input,
    // The file's name in messages.
    file: String,
    fields: Vec<PlannedField>,
    csv: Option<Csv>,
    limits: Limits,
    store: Option<Arc<dyn LongStore>>,
    records: bool,
    // Number of the current row, from 1.
    row: u64,
}

#[derive(Debug)]
struct PlannedField {
    field: Field,
    encoding: Encoding,
    column: Option<FileColumn>,
}

impl RowReader {
    /// Returns a reader of `source`, the file called `file` in messages. `columns` has an entry for
    /// each field: its column, or `None` for a field that is skipped. Text without a collation of
    /// its own is in `page`, or in the column's code page if `page` is `None`. Nothing is read yet.
    pub fn new(
        (file, source): (&str, Box<dyn Read + Send>),
        layout: &Layout,
        columns: Vec<Option<FileColumn>>,
        page: Option<CodePage>,
        limits: Limits,
    ) -> RowReader {
        let fields = layout.fields.iter().zip(columns).map(|(field, column)| {
            let own = CollationId::named(&field.collation).map(|collation| collation.rules().code_page);
            let of_column = || column.as_ref().and_then(|column| column.data_type.code_page());
            let page = own.or(page).or_else(of_column).unwrap_or_default();
            let encoding = if field.host == HostType::NChar { Encoding::Wide } else { Encoding::Page(page) };
            PlannedField { field: field.clone(), encoding, column }
        });
        let fields = fields.collect();
        RowReader {
            input: Input::new(source),
            file: file.to_owned(),
            fields,
            csv: None,
            limits,
            store: None,
            records: false,
            row: 0,
        }
    }

    /// Reads the file as comma-separated values. `rows` are the row terminators. The marks take the
    /// encoding of the first field.
    pub fn as_csv(mut self, quote: char, field: &[u8], rows: &[&[u8]]) -> RowReader {
        let encoding = self.fields.first().map_or(Encoding::Page(CodePage::Utf8), |field| field.encoding);
        let mark = |mark: &[u8]| match encoding {
            Encoding::Wide => crate::terminator::widened(mark),
            Encoding::Page(_) => mark.to_vec(),
        };
        let quote = encoding.bytes(&quote.to_string());
        self.csv = Some(Csv { quote, field: mark(field), rows: rows.iter().map(|row| mark(row)).collect(), encoding });
        self
    }

    /// Writes long values to `store` rather than to memory.
    pub fn with_store(mut self, store: Arc<dyn LongStore>) -> RowReader {
        self.store = Some(store);
        self
    }

    /// Records the bytes of bad rows.
    pub fn recording(mut self) -> RowReader {
        self.records = true;
        self
    }

    /// Returns the next row, or `None` at the end. Fails with 4832 if the file ends within a row,
    /// with 4866 if a field is too long, with 4869 for NULL in a column without it, with 4879 for a
    /// row of a CSV file with another number of fields, with 4862 if the file can't be read. Fails
    /// if a long value can't be stored. The reader can't continue after an error. A row whose
    /// fields can't be converted is no error: it is returned as bad, with 4863, 4864 or 4867. Rows
    /// before the first wanted one are read over, and the last wanted one ends the file.
    #[expect(clippy::should_implement_trait, reason = "an error ends the rows")]
    pub fn next(&mut self) -> Result<Option<ReadRow>, SqlError> {
        if self.row == 0 {
            self.skip_mark().map_err(|error| self.not_read(&error))?;
        }
        loop {
            let is_over = self.limits.last_row > 0 && self.row >= self.limits.last_row;
            if is_over || self.input.is_empty().map_err(|error| self.not_read(&error))? {
                return Ok(None);
            }
            self.row += 1;
            if self.records {
                self.input.record(true);
            }
            let offset = self.input.offset;
            let is_skipped = self.row < self.limits.first_row;
            let Some(values) = self.values(is_skipped)? else {
                return Err(SqlError::bulk_unexpected_end_of_file());
            };
            if is_skipped {
                continue;
            }
            let error = match values {
                Ok(values) => return Ok(Some(ReadRow::Values(values))),
                Err(error) => error,
            };
            let bytes = self.input.record(false);
            return Ok(Some(ReadRow::Bad(BadRow { error, row: self.row, offset, bytes })));
        }
    }

    fn skip_mark(&mut self) -> std::io::Result<()> {
        match self.fields.first().map(|field| (field.encoding, field.field.prefix)) {
            Some((Encoding::Wide, 0)) => self.input.skip_mark(&[0xFF, 0xFE]),
            Some((Encoding::Page(CodePage::Utf8), 0)) => self.input.skip_mark(&[0xEF, 0xBB, 0xBF]),
            _ => Ok(()),
        }
    }

    /// Reads a row and converts its fields; the inner error is that of a bad row. Returns `None` if
    /// the file ends within the row. Fails with 4879 for a row of a CSV file with another number of
    /// fields, and with 4869 for NULL in a column without it. A row with an error is read to its
    /// end first.
    fn values(&mut self, is_skipped: bool) -> Result<Option<Result<Vec<Value>, SqlError>>, SqlError> {
        let mut values = Vec::with_capacity(self.fields.len());
        let mut fault = None;
        for place in 0..self.fields.len() {
            let is_converted = !is_skipped && fault.is_none();
            match self.load(place, is_converted, &mut values)? {
                FieldEnding::Loaded => {}
                FieldEnding::Ended => return Ok(None),
                FieldEnding::Bad(found) => fault = Some((found, place)),
            }
        }
        match fault {
            None => Ok(Some(Ok(values))),
            Some((RowFault::Cell(fault), place)) => Ok(Some(Err(self.row_error(fault, place)))),
            Some((RowFault::Null, place)) => {
                let name = self.fields[place].column.as_ref().map_or("", |column| column.name.as_str());
                Err(SqlError::bulk_unexpected_null(self.row, place + 1, name))
            }
        }
    }

    /// Reads a field, and appends its value to `values` if it is wanted. A field that isn't loaded
    /// or converted has no value.
    fn load(&mut self, place: usize, is_converted: bool, values: &mut Vec<Value>) -> Result<FieldEnding, SqlError> {
        let field = &self.fields[place];
        let column = field.column.as_ref().filter(|_| is_converted);
        if self.csv.is_none() && field.is_plain() {
            let terminator = &field.field.terminator;
            let found = self.input.field(terminator, field.step());
            let found = found.map_err(|error| SqlError::bulk_file_not_read(&self.file, os_error(&error)))?;
            if let Some(bytes) = found.filter(|bytes| bytes.len() as u64 <= LONG_BYTES) {
                let count = bytes.len() + terminator.len();
                let content = Content::Bytes(Cow::Borrowed(bytes), false);
                let loaded = column.map_or(Ok(()), |column| field.load(content, column, values));
                self.input.skip(count);
                return Ok(FieldEnding::new(loaded));
            }
        }
        let Some(content) = self.content(place, is_converted)? else { return Ok(FieldEnding::Ended) };
        let field = &self.fields[place];
        let column = field.column.as_ref().filter(|_| is_converted);
        Ok(FieldEnding::new(column.map_or(Ok(()), |column| field.load(content, column, values))))
    }

    /// Reads the bytes of a field. Returns `None` if the file ends within it.
    fn content(&mut self, place: usize, is_converted: bool) -> Result<Option<Content<'static>>, SqlError> {
        let last = self.fields.len() - 1;
        let (field, store) = (&self.fields[place], self.store.as_deref());
        let column = field.column.as_ref().filter(|_| is_converted);
        let from = (self.csv.is_some() || field.field.host.is_text()).then_some(field.encoding);
        let mut spool = Spool::new(store, from, column.map(|column| column.data_type));
        let read = match &self.csv {
            None => field.read(&mut self.input, &mut spool, place == last),
            Some(csv) => match csv.read(&mut self.input, &mut spool) {
                Ok(end) if end == FieldEnd::Damaged || (end == FieldEnd::Row) != (place == last) => {
                    return Err(SqlError::bulk_csv_damaged(&self.file, self.row, place + 1));
                }
                Ok(_) => Ok(FieldRead::Value),
                Err(error) => Err(error),
            },
        };
        match read.map_err(|error| self.failure(error, place))? {
            FieldRead::Value => spool.finish().map(Some),
            FieldRead::Null => Ok(Some(Content::Null)),
            FieldRead::Ended => Ok(None),
        }
    }

    fn failure(&self, error: SpoolError, place: usize) -> SqlError {
        match error {
            SpoolError::TooLong => SqlError::bulk_column_too_long(self.row, place + 1),
            SpoolError::File(error) => self.not_read(&error),
            SpoolError::Sql(error) => error,
        }
    }

    fn not_read(&self, error: &std::io::Error) -> SqlError {
        SqlError::bulk_file_not_read(&self.file, os_error(error))
    }

    fn row_error(&self, fault: CellFault, place: usize) -> SqlError {
        let field = &self.fields[place];
        let name = field.column.as_ref().map_or(&field.field.name, |column| &column.name);
        match fault {
            CellFault::Mismatch => SqlError::bulk_type_mismatch(self.row, place + 1, name),
            CellFault::Truncated => SqlError::bulk_truncation(self.row, place + 1, name),
            CellFault::Overflow => SqlError::bulk_overflow(self.row, place + 1, name),
        }
    }
}

/// The outcome of a field.
enum FieldEnding {
    /// Its value is among the row's, if it is loaded.
    Loaded,
    /// The file has ended within the row.
    Ended,
    Bad(RowFault),
}

impl FieldEnding {
    fn new(loaded: Result<(), RowFault>) -> FieldEnding {
        loaded.map_or_else(FieldEnding::Bad, |()| FieldEnding::Loaded)
    }
}

/// The reason why a row isn't loaded.
enum RowFault {
    /// A field can't be converted.
    Cell(CellFault),
    /// NULL for a column without it.
    Null,
}

/// The outcome of reading a field.
enum FieldRead {
    Value,
    Null,
    /// The file has ended.
    Ended,
}

impl PlannedField {
    /// Whether the field is text up to a terminator.
    fn is_plain(&self) -> bool {
        self.field.prefix == 0 && !self.field.terminator.is_empty() && self.field.host.is_text()
    }

    /// Returns the step of the field's terminator.
    fn step(&self) -> usize {
        if self.field.host == HostType::Char { 1 } else { self.encoding.step() }
    }

    /// Appends the value for a column. A column of text that doesn't allow NULL gets an empty text.
    fn load(&self, content: Content<'_>, column: &FileColumn, values: &mut Vec<Value>) -> Result<(), RowFault> {
        self.put(content, column, values).map_err(RowFault::Cell)?;
        if column.takes_null {
            return Ok(());
        }
        match values.last_mut() {
            Some(value @ Value::Null) => {
                if !column.data_type.is_string() || self.field.prefix > 0 {
                    return Err(RowFault::Null);
                }
                *value = text::text_value("", column.data_type).unwrap_or_default();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Reads the field's bytes. The last field of the file needs no terminator.
    fn read(&self, input: &mut Input, spool: &mut Spool<'_>, is_last: bool) -> Result<FieldRead, SpoolError> {
        let Field { prefix, terminator, length, host, .. } = &self.field;
        let length = if *prefix > 0 {
            let mut bytes = Vec::new();
            let has_all = input.take((*prefix).into(), |now| {
                bytes.extend_from_slice(now);
                Ok::<(), SpoolError>(())
            })?;
            if !has_all {
                return Ok(FieldRead::Ended);
            }
            if bytes.iter().all(|byte| *byte == u8::MAX) {
                return Ok(if self.skip_terminator(input, is_last)? { FieldRead::Null } else { FieldRead::Ended });
            }
            bytes.resize(8, 0);
            u64::from_le_bytes(bytes.try_into().unwrap_or_default())
        } else if !terminator.is_empty() && (host.is_text() || *host == HostType::Binary) {
            let end = input.until(&[terminator], self.step(), |bytes| spool.push(bytes))?;
            return Ok(if end.is_some() || is_last { FieldRead::Value } else { FieldRead::Ended });
        } else {
            let native = self.column.as_ref().and_then(|column| host.width(column.data_type));
            native.map_or(u64::from(*length), |width| width as u64)
        };
        let has_all = input.take(length, |bytes| spool.push(bytes))? && self.skip_terminator(input, is_last)?;
        Ok(if has_all { FieldRead::Value } else { FieldRead::Ended })
    }

    /// Skips the terminator after a field with a length. Returns false if it isn't there.
    fn skip_terminator(&self, input: &mut Input, is_last: bool) -> Result<bool, SpoolError> {
        let terminator = &self.field.terminator;
        if terminator.is_empty() || (is_last && input.is_empty()?) {
            return Ok(true);
        }
        let is_there = input.begins_with(terminator)?;
        if is_there {
            input.skip(terminator.len());
        }
        Ok(is_there)
    }

    fn put(&self, content: Content<'_>, column: &FileColumn, values: &mut Vec<Value>) -> Result<(), CellFault> {
        let (bytes, is_quoted) = match content {
            Content::Bytes(bytes, is_quoted) => (bytes, is_quoted),
            Content::Invalid => return Err(CellFault::Mismatch),
            Content::Null | Content::Long(_) => {
                values.push(if let Content::Long(value) = content { value } else { Value::Null });
                return Ok(());
            }
        };
        let Field { host, prefix, terminator, .. } = &self.field;
        if !host.is_text() {
            let is_empty = bytes.is_empty() && *prefix == 0;
            values.push(if is_empty { Value::Null } else { native::value(*host, &bytes, column.data_type)? });
            return Ok(());
        }
        // A length prefix of zero means an empty text. Text of fixed length is padded with blanks.
        let is_given = is_quoted || *prefix > 0;
        let text = self.encoding.text(&bytes);
        let text = text.strip_prefix('\u{FEFF}').filter(|_| column.data_type == DataType::Xml).unwrap_or(&text);
        let is_padded = *prefix == 0 && terminator.is_empty() && !is_quoted;
        let text = if is_padded && !column.data_type.is_string() { text.trim_end_matches(' ') } else { text };
        text::load(text, is_given, column.data_type, values)
    }
}
