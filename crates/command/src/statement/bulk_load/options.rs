//! The options of BULK INSERT (`t-sql/statements/bulk-insert-transact-sql.md`).

use super::loader::LoadTarget;
use sluice_plan::{object_name, unsupported};
use sluice_session::data_file::{DataFileOptions, FileOption};
use sluice_syntax::ast::{BulkInsert, Literal, NamedOption, OptionValue};
use sluice_types::SqlError;

/// The compiled options: those of the load and those of the file. LASTROW, terminators and the like
/// are in `file`.
pub(super) struct Options {
    pub(super) target: LoadTarget,
    pub(super) keeps_identity: bool,
    /// BATCHSIZE; 0 for one batch.
    pub(super) batch_rows: u64,
    pub(super) file: DataFileOptions,
}

impl Options {
    /// Compiles the options of a BULK INSERT. Fails for an unknown option, a bad value, or options
    /// that exclude each other.
    pub(super) fn new(insert: &BulkInsert) -> Result<Options, SqlError> {
        let order = insert.order.iter().map(|column| (column.name.text.to_string(), column.descending)).collect();
        let table = object_name(&insert.table);
        let target = LoadTarget { table, keeps_nulls: false, checks: false, fires: false, locks_table: false, order };
        let mut options = Options { target, keeps_identity: false, batch_rows: 0, file: DataFileOptions::default() };
        insert.options.iter().try_for_each(|option| options.set(option))?;
        options.file.check()?;
        Ok(options)
    }

    fn set(&mut self, option: &NamedOption) -> Result<(), SqlError> {
        let name = option.name.text.to_ascii_uppercase();
        let refused = || unsupported(&format!("BULK INSERT WITH {name}"));
        match (name.as_str(), &option.value) {
            ("CHECK_CONSTRAINTS", None) => self.target.checks = true,
            ("FIRE_TRIGGERS", None) => self.target.fires = true,
            ("KEEPIDENTITY", None) => self.keeps_identity = true,
            ("KEEPNULLS", None) => self.target.keeps_nulls = true,
            ("TABLOCK", None) => self.target.locks_table = true,
            (_, None) => return Err(refused()),
            ("BATCHSIZE", Some(value)) => self.batch_rows = number(value).ok_or_else(refused)?,
            // These only help the optimizer.
            ("KILOBYTES_PER_BATCH" | "ROWS_PER_BATCH", Some(value)) => {
                number(value).ok_or_else(refused)?;
            }
            (_, Some(value)) => {
                let option = file_option(value).ok_or_else(refused)?;
                if !self.file.set(&name, &option)? {
                    return Err(refused());
                }
            }
        }
        Ok(())
    }
}

fn file_option(value: &OptionValue) -> Option<FileOption> {
    match value {
        OptionValue::Literal { value: Literal::String(text) | Literal::NationalString(text), unit: None } => {
            Some(FileOption::Text(text.to_string()))
        }
        value => number(value).map(FileOption::Number),
    }
}

fn number(value: &OptionValue) -> Option<u64> {
    match value {
        OptionValue::Literal { value: Literal::Integer(number), unit: None } => u64::try_from(*number).ok(),
        _ => None,
    }
}
