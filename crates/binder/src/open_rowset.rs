//! OPENROWSET(BULK) in FROM (`t-sql/functions/openrowset-transact-sql`).

use super::Binder;
use super::bound::BoundSource;
use super::scope::Source;
use super::source::view;
use super::table_function::renamed;
use sluice_definition::names::DATA_FILE_OPTIONS;
use sluice_definition::refusal::unsupported;
use sluice_plan::expression::Expr;
use sluice_syntax::ast::{self, Literal, NamedOption, OptionValue};
use sluice_types::{DataType, Length, SqlError, Value};

impl Binder<'_> {
    /// Binds the rows of a data file. Fails with 491 without an alias, and with 4802 if SINGLE_BLOB
    /// or its like has other options beside it. The file is opened for its columns if it has a
    /// format file. Without SINGLE_… and FORMATFILE it fails with 40517.
    pub(super) fn bind_open_rowset(&mut self, rowset: &ast::OpenRowset) -> Result<BoundSource, SqlError> {
        let Some(alias) = &rowset.alias else { return Err(SqlError::rowset_without_correlation_name()) };
        let mut options: Vec<Option<String>> = vec![None; DATA_FILE_OPTIONS.len()];
        options[0] = Some(rowset.file.to_string());
        for option in &rowset.options {
            set(&mut options, option)?;
        }
        let is_single = options[1].is_some();
        let others = options.iter().skip(2).flatten().count() + rowset.order.len();
        if is_single && others > 0 {
            return Err(SqlError::bulk_single_options_exclusive());
        }
        if !is_single && options[2].is_none() {
            return Err(unsupported("OPENROWSET(BULK) without FORMATFILE"));
        }
        let def = self.names.data_file(&mut options)?;
        self.note_system_view(None, &def);
        let text = |text: Option<String>| match text {
            Some(text) => Expr::constant(Value::text(text), TEXT),
            None => Expr { nullable: true, ..Expr::constant(Value::Null, TEXT) },
        };
        let arguments = options.into_iter().map(text).collect();
        let columns = renamed(self.columns_of(&def.columns), Some(alias))?;
        let source = Source { alias: alias.name.text.to_string(), schema: None, columns, repeats: false };
        Ok(view((None, def, None), source, arguments))
    }
}

/// Stores the value of an option. Fails for an unknown option.
fn set(options: &mut [Option<String>], option: &NamedOption) -> Result<(), SqlError> {
    let name = option.name.text.to_ascii_uppercase();
    let refused = || unsupported(&format!("OPENROWSET(BULK) WITH {name}"));
    let value = match &option.value {
        None => {
            let kind = ["SINGLE_BLOB", "SINGLE_CLOB", "SINGLE_NCLOB"].into_iter().find(|kind| *kind == name);
            let kind = kind.ok_or_else(refused)?;
            let is_first = options[1].replace(kind.to_owned()).is_none();
            return if is_first { Ok(()) } else { Err(SqlError::bulk_single_options_exclusive()) };
        }
        Some(OptionValue::Literal { value: Literal::String(text) | Literal::NationalString(text), unit: None }) => {
            text.to_string()
        }
        Some(OptionValue::Literal { value: Literal::Integer(number), unit: None }) => number.to_string(),
        Some(_) => return Err(refused()),
    };
    // This only helps the optimizer.
    if name == "ROWS_PER_BATCH" {
        return Ok(());
    }
    let given = &DATA_FILE_OPTIONS[2..DATA_FILE_OPTIONS.len() - 1];
    let place = given.iter().position(|known| *known == name).ok_or_else(refused)?;
    options[place + 2] = Some(value);
    Ok(())
}

const TEXT: DataType = DataType::NVarChar(Length::Max);
