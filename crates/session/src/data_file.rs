//! A data file of BULK INSERT or OPENROWSET(BULK): its options, and a reader of its rows that
//! counts bad rows.
//!
//! A bad row is reported and skipped, until there are more than MAXERRORS. A message of a failed
//! reader is followed by 7399 and 7330 of the provider BULK, as SQL Server has it.

use crate::host::Host;
use sluice_base::sync::Arc;
use sluice_bulk::layout::LaidColumn;
use sluice_bulk::{BadRow, FileColumn, Layout, Limits, ReadRow, RowReader, format_file, terminator};
use sluice_table::long_values::WorkValues;
use sluice_types::{CodePage, DataType, SqlError, Value};
use std::io::{Read, Write};

/// The options of a data file. Texts are as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataFileOptions {
    /// DATAFILETYPE.
    pub form: DataFileForm,
    /// FORMAT = 'CSV'.
    pub is_csv: bool,
    /// FIELDQUOTE.
    pub quote: char,
    /// FIELDTERMINATOR.
    pub field: Option<String>,
    /// ROWTERMINATOR.
    pub row: Option<String>,
    /// FIRSTROW, from 1.
    pub first_row: u64,
    /// LASTROW; 0 is the last row of the file.
    pub last_row: u64,
    /// MAXERRORS.
    pub errors_max: u64,
    /// ERRORFILE.
    pub error_file: Option<String>,
    /// FORMATFILE.
    pub format_file: Option<String>,
    /// CODEPAGE. `None` for the column's own code page.
    pub code_page: Option<CodePage>,
}

/// The values of DATAFILETYPE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataFileForm {
    /// Text.
    Char,
    /// Text in UTF-16.
    WideChar,
    /// Native values.
    Native,
    /// Native values, with text in UTF-16.
    WideNative,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileOption {
    /// A string.
    Text(String),
    /// A number.
    Number(u64),
}

/// A column that may receive a field of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TargetColumn {
    /// The name.
    pub name: String,
    /// The type.
    pub data_type: DataType,
    /// Whether the column allows NULL.
    pub nullable: bool,
    /// Whether NULL is a value or stands for the default.
    pub takes_null: bool,
    /// Whether the column's values are loaded. The values of other columns are skipped.
    pub is_loaded: bool,
}

/// A reader of a data file that counts bad rows. A bad row goes to the error file, if there is one.
pub struct DataFile {
    reader: RowReader,
    errors_max: u64,
    errors: u64,
    error_file: Option<ErrorFile>,
    has_long_values: bool,
}

/// The file of bad rows, and beside it the file that describes them.
struct ErrorFile {
    name: String,
    rows: Box<dyn Write + Send>,
    control: Box<dyn Write + Send>,
    offset: u64,
}

impl Default for DataFileOptions {
    fn default() -> DataFileOptions {
        DataFileOptions {
            form: DataFileForm::Char,
            is_csv: false,
            quote: '"',
            field: None,
            row: None,
            first_row: 1,
            last_row: 0,
            errors_max: 10,
            error_file: None,
            format_file: None,
            code_page: Some(OEM),
        }
    }
}

impl DataFileOptions {
    /// Sets an option. Returns false for an unknown option or value. Fails with 4868 for a code
    /// page that this server doesn't have. Names are in capitals, values as written.
    pub fn set(&mut self, name: &str, value: &FileOption) -> Result<bool, SqlError> {
        match (name, value) {
            ("FIRSTROW", FileOption::Number(number)) => self.first_row = *number,
            ("LASTROW", FileOption::Number(number)) => self.last_row = *number,
            ("MAXERRORS", FileOption::Number(number)) => self.errors_max = *number,
            ("ERRORFILE", FileOption::Text(text)) => self.error_file = Some(text.clone()),
            ("FORMATFILE", FileOption::Text(text)) => self.format_file = Some(text.clone()),
            ("FIELDTERMINATOR", FileOption::Text(text)) => self.field = Some(text.clone()),
            ("ROWTERMINATOR", FileOption::Text(text)) => self.row = Some(text.clone()),
            ("FIELDQUOTE", FileOption::Text(text)) => {
                let mut characters = text.chars();
                let (Some(quote), None) = (characters.next(), characters.next()) else { return Ok(false) };
                self.quote = quote;
            }
            ("FORMAT", FileOption::Text(text)) if text.eq_ignore_ascii_case("CSV") => self.is_csv = true,
            ("DATAFILETYPE", FileOption::Text(text)) => {
                let known = FORMS.iter().find(|(known, _)| text.eq_ignore_ascii_case(known));
                let Some((_, form)) = known else { return Ok(false) };
                self.form = *form;
            }
            ("CODEPAGE", FileOption::Text(text)) => self.set_code_page(text)?,
            ("CODEPAGE", FileOption::Number(number)) => self.set_code_page(&number.to_string())?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set_code_page(&mut self, written: &str) -> Result<(), SqlError> {
        self.code_page = match written.to_ascii_uppercase().as_str() {
            "ACP" => Some(CodePage::Page1252),
            "OEM" => Some(OEM),
            "RAW" => None,
            number => match number.parse().ok().and_then(CodePage::of_number) {
                Some(page) => Some(page),
                None => return Err(SqlError::bulk_code_page_not_found(written)),
            },
        };
        Ok(())
    }

    /// Fails with 4880 if FIRSTROW is after LASTROW. A LASTROW of 0 is none.
    pub fn check(&self) -> Result<(), SqlError> {
        let is_empty = self.last_row > 0 && self.first_row > self.last_row;
        if is_empty { Err(SqlError::bulk_first_row_after_last()) } else { Ok(()) }
    }

    /// Returns the layout of the format file, if there is one. Fails with 4862 if the file can't be
    /// read, and with the errors of its format. At most `FORMAT_FILE_MAX` bytes of it are read.
    pub fn format_layout(&self, host: &dyn Host) -> Result<Option<Layout>, SqlError> {
        let Some(name) = &self.format_file else { return Ok(None) };
        let mut bytes = Vec::new();
        let file = host.open_data_file(name)?;
        file.take(FORMAT_FILE_MAX)
            .read_to_end(&mut bytes)
            .map_err(|error| SqlError::bulk_file_not_read(name, sluice_bulk::os_error(&error)))?;
        format_file::parse(name, &bytes).map(Some)
    }

    /// Returns the layout of the file for a target with these columns. In the wide forms all text
    /// is UTF-16.
    fn layout(&self, host: &dyn Host, columns: &[TargetColumn]) -> Result<Layout, SqlError> {
        if let Some(layout) = self.format_layout(host)? {
            return Ok(layout);
        }
        let laid = |column: &TargetColumn| LaidColumn {
            name: column.name.clone(),
            data_type: column.data_type,
            nullable: column.nullable,
            collation: String::new(),
        };
        let laid: Vec<LaidColumn> = columns.iter().map(laid).collect();
        let is_wide = matches!(self.form, DataFileForm::WideChar | DataFileForm::WideNative);
        if matches!(self.form, DataFileForm::Native | DataFileForm::WideNative) {
            return Layout::native(&laid, is_wide);
        }
        let field = terminator::field(self.field.as_deref().unwrap_or(if self.is_csv { "," } else { "\\t" }));
        let row = terminator::row(self.row.as_deref().unwrap_or("\\n"));
        Ok(Layout::character(&laid, &field, &row, is_wide))
    }

    /// Opens the file `name` for a target with these columns. Returns the reader and the places of
    /// the columns that it returns, in its order. Fails with 4828 if the format names a column
    /// twice or one that the target doesn't have, and with 4862 if a file can't be opened. The
    /// error file is created here.
    pub fn open(
        &self,
        host: &dyn Host,
        name: &str,
        columns: &[TargetColumn],
    ) -> Result<(DataFile, Vec<usize>), SqlError> {
        let layout = self.layout(host, columns)?;
        let mut places = Vec::new();
        let mut receivers = Vec::new();
        for (number, field) in layout.fields.iter().enumerate() {
            let place = (field.column as usize).checked_sub(1);
            if place.is_some_and(|place| place >= columns.len() || places.contains(&place)) {
                let file = self.format_file.as_deref().unwrap_or_default();
                return Err(SqlError::bulk_format_target(number + 1, file));
            }
            let loaded = place.filter(|place| columns[*place].is_loaded);
            places.extend(loaded);
            receivers.push(loaded.map(|place| &columns[place]).map(|column| FileColumn {
                name: column.name.clone(),
                data_type: column.data_type,
                takes_null: column.takes_null,
            }));
        }
        let has_long_values = places.iter().any(|place: &usize| columns[*place].data_type.is_max());
        let limits = Limits { first_row: self.first_row, last_row: self.last_row };
        let source = host.open_data_file(name)?;
        let mut reader = RowReader::new((name, source), &layout, receivers, self.code_page, limits);
        if self.is_csv {
            let field = terminator::field(self.field.as_deref().unwrap_or(","));
            let row = self.row.as_deref().map(terminator::row);
            let rows = row.as_deref().map_or(vec![&b"\r\n"[..], b"\n"], |row| vec![row]);
            reader = reader.as_csv(self.quote, &field, &rows);
        }
        if let Ok(store) = WorkValues::new(host) {
            reader = reader.with_store(Arc::new(store));
        }
        let error_file = self.error_file.as_deref().map(|name| ErrorFile::create(host, name)).transpose()?;
        if error_file.is_some() {
            reader = reader.recording();
        }
        Ok((DataFile { reader, errors_max: self.errors_max, errors: 0, error_file, has_long_values }, places))
    }
}

impl DataFile {
    /// Whether rows may have long values, which the reader stores.
    pub fn has_long_values(&self) -> bool {
        self.has_long_values
    }

    /// Returns the next row, or `None` at the end. Reports bad rows with `report` and skips them.
    /// Fails with 4865 and 7330 once there are more bad rows than MAXERRORS allows, and with 4862
    /// if the file can't be read.
    pub fn next(&mut self, report: &mut dyn FnMut(SqlError)) -> Result<Option<Vec<Value>>, SqlError> {
        loop {
            match self.reader.next().map_err(provider_failed)? {
                None => return Ok(None),
                Some(ReadRow::Values(values)) => return Ok(Some(values)),
                Some(ReadRow::Bad(bad)) => {
                    if let Some(file) = &mut self.error_file {
                        file.write(&bad).map_err(provider_failed)?;
                    }
                    self.errors += 1;
                    report(bad.error);
                    if self.errors > self.errors_max {
                        return Err(provider_failed(SqlError::bulk_too_many_errors(self.errors_max)));
                    }
                }
            }
        }
    }
}

impl ErrorFile {
    fn create(host: &dyn Host, name: &str) -> Result<ErrorFile, SqlError> {
        let rows = host.create_data_file(name)?;
        let control = host.create_data_file(&format!("{name}.Error.Txt"))?;
        Ok(ErrorFile { name: name.to_owned(), rows, control, offset: 0 })
    }

    fn write(&mut self, bad: &BadRow) -> Result<(), SqlError> {
        let line = format!(
            "Row {} File Offset {} ErrorFile Offset {} - HRESULT 0x80004005\r\n",
            bad.row, bad.offset, self.offset
        );
        self.offset += bad.bytes.len() as u64;
        let written = self.rows.write_all(&bad.bytes).and_then(|()| self.control.write_all(line.as_bytes()));
        written.map_err(|error| SqlError::bulk_file_not_written(&self.name, sluice_bulk::os_error(&error)))
    }
}

/// Returns 7330 after `cause` and 7399: the provider of the rows has failed.
pub(crate) fn provider_failed(cause: SqlError) -> SqlError {
    let mut error = SqlError::provider_row_not_fetched(PROVIDER, NO_SERVER);
    error.causes = vec![cause, SqlError::provider_error(PROVIDER, NO_SERVER, NO_INFORMATION)];
    error
}

/// The code page of the United States' MS-DOS, OEM on a server with English settings.
const OEM: CodePage = CodePage::Page437;
const FORMS: [(&str, DataFileForm); 4] = [
    ("char", DataFileForm::Char),
    ("widechar", DataFileForm::WideChar),
    ("native", DataFileForm::Native),
    ("widenative", DataFileForm::WideNative),
];
const PROVIDER: &str = "BULK";
const NO_SERVER: &str = "(null)";
const NO_INFORMATION: &str = "The provider did not give any information about the error.";
/// Longer format files are cut off.
const FORMAT_FILE_MAX: u64 = 16 << 20;
