//! The rows of a data file as a system view, for OPENROWSET(BULK)
//! (`t-sql/functions/openrowset-transact-sql`).
//!
//! The arguments of the view are the file and its options ([`DATA_FILE_OPTIONS`]). The columns are
//! those of the format file when the statement is bound. A format file that has changed since then
//! is refused. The view can't report a bad row and continue, so the first one ends the statement.

use crate::data_file::{DataFile, DataFileOptions, FileOption, TargetColumn};
use crate::host::{Host, SystemView, ViewContext, ViewRows};
use sluice_base::sync::Arc;
use sluice_bulk::single::{SingleKind, read_single};
use sluice_catalog::{Column, SystemViewDef, ViewPermission, ViewReach};
use sluice_plan::{DATA_FILE_OPTIONS, unsupported};
use sluice_table::long_values::WorkValues;
use sluice_types::{DataType, Length, SqlError, Value};

/// The view of a data file's rows.
pub(crate) struct DataFileRows {
    def: Arc<SystemViewDef>,
}

impl DataFileRows {
    /// Returns the view without columns, which finds them by its arguments.
    pub(crate) fn any() -> DataFileRows {
        DataFileRows { def: def_of(Vec::new()) }
    }
}

/// Returns the definition of the view of a file with these options. Fills in the option COLUMNS.
/// Its columns come from the format file, which is read here, or are those of the option SINGLE_….
/// Fails with 4828 for a column that comes twice.
pub(crate) fn describe(host: &dyn Host, options: &mut [Option<String>]) -> Result<Arc<SystemViewDef>, SqlError> {
    let columns = columns_of(host, &Request::new(options)?)?;
    if let Some(last) = options.last_mut() {
        *last = Some(signature(&columns));
    }
    let column = |column: TargetColumn| Column::new(column.name, column.data_type, column.nullable);
    Ok(def_of(columns.into_iter().map(column).collect()))
}

fn def_of(columns: Vec<Column>) -> Arc<SystemViewDef> {
    Arc::new(SystemViewDef {
        schema: "sys",
        name: NAME,
        permission: ViewPermission::BulkOperations("t-sql/functions/openrowset-transact-sql.md"),
        columns,
        parameters: Some(&[TEXT; DATA_FILE_OPTIONS.len()]),
        reach: ViewReach::default(),
    })
}

/// A file and its options.
struct Request {
    file: String,
    single: Option<SingleKind>,
    options: DataFileOptions,
    columns: Option<String>,
}

impl Request {
    fn new(values: &[Option<String>]) -> Result<Request, SqlError> {
        let [file, single, given @ .., columns] = values else { return Err(unsupported("OPENROWSET(BULK)")) };
        let single = single.as_deref().and_then(SingleKind::named);
        let mut options = DataFileOptions::default();
        for (name, value) in DATA_FILE_OPTIONS[2..].iter().zip(given) {
            let Some(value) = value else { continue };
            let number = value.parse().ok().filter(|_| NUMBERS.contains(name));
            let value = number.map_or_else(|| FileOption::Text(value.clone()), FileOption::Number);
            if !options.set(name, &value)? {
                return Err(unsupported(&format!("OPENROWSET(BULK) WITH {name}")));
            }
        }
        options.check()?;
        Ok(Request { file: file.clone().unwrap_or_default(), single, options, columns: columns.clone() })
    }
}

impl SystemView for DataFileRows {
    fn def(&self) -> &Arc<SystemViewDef> {
        &self.def
    }

    fn rows(&self, context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let values: Vec<Option<String>> = context.arguments.iter().map(text).collect();
        let request = Request::new(&values)?;
        if let Some(kind) = request.single {
            let source = context.host.open_data_file(&request.file)?;
            let store = WorkValues::new(context.host).ok();
            let store = store.as_ref().map(|store| store as &dyn sluice_types::LongStore);
            let value = read_single((&request.file, source), kind, store)?;
            return Ok(Box::new(std::iter::once(Ok(vec![value]))));
        }
        let columns = columns_of(context.host, &request)?;
        if request.columns != Some(signature(&columns)) {
            let file = request.options.format_file.unwrap_or_default();
            return Err(SqlError::bulk_format_count(file));
        }
        let (file, places) = request.options.open(context.host, &request.file, &columns)?;
        Ok(Box::new(FileRows { file: Some(file), places }))
    }
}

/// The rows of an open file.
struct FileRows {
    // `None` after an error.
    file: Option<DataFile>,
    // The column of each value.
    places: Vec<usize>,
}

impl Iterator for FileRows {
    type Item = Result<Vec<Value>, SqlError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut first = None;
        let row = self.file.as_mut()?.next(&mut |error| {
            first.get_or_insert(error);
        });
        let row = match (first, row) {
            (Some(bad), _) => Err(crate::data_file::provider_failed(bad)),
            (None, row) => row,
        };
        match row {
            Ok(row) => {
                let row = row?;
                let mut values = vec![Value::Null; self.places.len()];
                for (value, place) in row.into_iter().zip(&self.places) {
                    if let Some(slot) = values.get_mut(*place) {
                        *slot = value;
                    }
                }
                Some(Ok(values))
            }
            Err(error) => {
                self.file = None;
                Some(Err(error))
            }
        }
    }
}

/// Returns the columns of the rows: those of the format file, or the single column of a whole file.
fn columns_of(host: &dyn Host, request: &Request) -> Result<Vec<TargetColumn>, SqlError> {
    let column = |name: &str, data_type, nullable| TargetColumn {
        name: name.to_owned(),
        data_type,
        nullable,
        takes_null: nullable,
        is_loaded: true,
    };
    if let Some(kind) = request.single {
        return Ok(vec![column("BulkColumn", kind.data_type(), true)]);
    }
    let layout = request.options.format_layout(host)?.unwrap_or_else(|| sluice_bulk::Layout { fields: Vec::new() });
    let mut fields: Vec<_> = layout.fields.iter().filter(|field| field.column > 0).collect();
    fields.sort_by_key(|field| field.column);
    let columns = fields.iter().enumerate().map(|(place, field)| {
        if field.column as usize != place + 1 {
            let file = request.options.format_file.as_deref().unwrap_or_default();
            return Err(SqlError::bulk_format_target(field.column, file));
        }
        // A non-XML format file has no types of columns, only those of the fields.
        let text = |most: u16, unit: u32| match field.length / unit {
            0 => Length::Max,
            length if length > u32::from(most) => Length::Max,
            length => Length::Limited(length as u16),
        };
        let (data_type, nullable) = field.declared.unwrap_or_else(|| {
            let data_type = match field.host {
                sluice_bulk::HostType::Char => DataType::varchar(text(DataType::CHAR_MAX, 1)),
                sluice_bulk::HostType::NChar => DataType::NVarChar(text(DataType::NCHAR_MAX, 2)),
                sluice_bulk::HostType::Binary => DataType::VarBinary(text(DataType::CHAR_MAX, 1)),
                sluice_bulk::HostType::Native(native) => native,
                sluice_bulk::HostType::Decimal | sluice_bulk::HostType::Numeric => DataType::decimal(38, 10),
                sluice_bulk::HostType::Time => DataType::Time(7),
                sluice_bulk::HostType::DateTime2 => DataType::DateTime2(7),
                sluice_bulk::HostType::DateTimeOffset => DataType::DateTimeOffset(7),
            };
            (data_type, true)
        });
        Ok(column(&field.name, data_type, nullable))
    });
    columns.collect()
}

/// Returns the types of the columns as text.
fn signature(columns: &[TargetColumn]) -> String {
    columns.iter().map(|column| format!("{};", column.data_type)).collect()
}

/// Options that are numbers.
const NUMBERS: [&str; 3] = ["FIRSTROW", "LASTROW", "MAXERRORS"];
/// Name of the view, which no statement can write.
pub(crate) const NAME: &str = " data file";
const TEXT: DataType = DataType::NVarChar(Length::Max);
