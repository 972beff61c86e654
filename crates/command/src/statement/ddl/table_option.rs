//! `sp_tableoption` (`relational-databases/system-stored-procedures/sp-tableoption-transact-sql`).
//!
//! `table lock on bulk load` is kept with the table, `insert row lock` has no effect, as
//! documented. `large value types out of row` is kept and shown; the engine stores a long value by
//! its size, which only counts of pages show. `text in row` changes which text pointers exist and
//! how long they are valid, and decimals have one form: only the defaults of these two are
//! accepted.

use super::alter_table::{TableChange, TableOption, alter};
use super::definition::define;
use crate::statement::Env;
use sluice_catalog::ObjectName;
use sluice_catalog::name::same;
use sluice_plan::unsupported;
use sluice_session::quoted_name;
use sluice_session::rights::Rights;
use sluice_types::SqlError;

/// A call of `sp_tableoption`.
pub struct TableOptionChange<'a> {
    /// The table, as written.
    pub table: &'a str,
    /// The option's name.
    pub option: &'a str,
    /// The value, as written.
    pub value: &'a str,
}

impl TableOptionChange<'_> {
    /// Requires ALTER on the table. Fails with 15388 without it. An invalid name passes.
    pub fn check(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        match quoted_name::parse(self.table) {
            Some(name) => rights.alter(&name, &self.table_not_found()),
            None => Ok(()),
        }
    }

    fn table_not_found(&self) -> SqlError {
        SqlError::table_of_option_not_found(self.table)
    }
}

/// Sets an option of a table. Fails with 15388 if the table doesn't exist, with 15600 for another
/// option or value, and with 40517 for a value that the engine lacks. Values are on, off, 1, 0 and
/// the like. `table lock on bulk load` and `large value types out of row` are stored with the
/// table. `insert row lock` has no effect. The other options accept only the engine's own
/// behaviour. Fails with 15250 for a name in another database.
pub fn set_table_option(env: &mut Env<'_, '_>, change: &TableOptionChange<'_>) -> Result<(), SqlError> {
    let name = table_of(env, change)?;
    let invalid = || SqlError::invalid_procedure_option("sys.sp_tableoption");
    let option = change.option.to_lowercase();
    let is_on = match (change.value.trim_end().to_lowercase().as_str(), option.as_str()) {
        ("1" | "on" | "true", _) => true,
        ("0" | "off" | "false", _) => false,
        (bytes, "text in row") if bytes.parse().is_ok_and(|bytes: u16| IN_ROW_BYTES.contains(&bytes)) => true,
        _ => return Err(invalid()),
    };
    let kept = match option.as_str() {
        "table lock on bulk load" => Some(TableOption::BulkLoadLock(is_on)),
        "large value types out of row" => Some(TableOption::LargeValuesOutOfRow(is_on)),
        _ => None,
    };
    if let Some(kept) = kept {
        return define(env, |env| alter(env, &name, &TableChange::Set(vec![kept])));
    }
    match option.as_str() {
        "insert row lock" => Ok(()),
        "text in row" | "vardecimal storage format" => match is_on {
            true => Err(unsupported(&format!("sp_tableoption '{option}'"))),
            false => Ok(()),
        },
        _ => Err(invalid()),
    }
}

/// Returns the name of the table of a call, which must be in the current database.
fn table_of(env: &Env<'_, '_>, change: &TableOptionChange<'_>) -> Result<ObjectName, SqlError> {
    let database = &env.state.database;
    let name = quoted_name::parse(change.table).ok_or_else(|| change.table_not_found())?;
    if name.database.as_ref().is_some_and(|other| !same(other, &database.name)) {
        return Err(SqlError::database_qualifier_not_current());
    }
    let name = env.existing(&name);
    match env.catalog(database).table(&name) {
        Some(_) => Ok(name),
        None => Err(change.table_not_found()),
    }
}

/// The numbers of bytes that `text in row` accepts.
const IN_ROW_BYTES: std::ops::RangeInclusive<u16> = 24..=7000;
