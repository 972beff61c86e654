//! DBCC CHECKIDENT: reports and resets the current value of a table's identity column.
//!
//! `t-sql/database-console-commands/dbcc-checkident-transact-sql.md`, *Remarks*, defines the
//! outcome. The first row after creation or truncation gets a new seed itself. Otherwise the next
//! row gets the new value plus the increment.

use crate::statement::dbcc::arguments::option_word;
use sluice_access::Reader;
use sluice_base::sync::Arc;
use sluice_catalog::progression::number_of;
use sluice_command::statement::{Command, CommandError, Compilation, Env, EventSource, whole_number};
use sluice_plan::unsupported;
use sluice_session::consequence::StatementClass;
use sluice_session::quoted_name;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{Dbcc, Expr, ExprKind, Literal};
use sluice_table::storage_error::sql_error;
use sluice_table::table_rows::{TableRow, TableRows};
use sluice_txn::LockMode;
use sluice_types::SqlError;

/// A compiled DBCC CHECKIDENT.
struct IdentityCheck {
    /// The table's name as the argument writes it.
    table: String,
    /// The reset to make.
    reseed: Reseed,
    /// Whether informational messages are sent.
    infos: bool,
}

/// Reset of an identity column's current value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reseed {
    /// NORESEED: no reset.
    Never,
    /// The column's greatest value, if that is beyond the current value.
    ToGreatest,
    /// This value.
    To(i128),
}

/// Compiles `CHECKIDENT (table [, NORESEED | RESEED [, value]])`. Without a value, RESEED and no
/// word both correct the value to the greatest one. Fails with 40517 for a table by number and
/// other forms.
pub(super) fn compile(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let (table, reseed) = match dbcc.arguments.as_slice() {
        [table] => (table, Some(Reseed::ToGreatest)),
        [table, word] if is_word(word, "NORESEED") => (table, Some(Reseed::Never)),
        [table, word] if is_word(word, "RESEED") => (table, Some(Reseed::ToGreatest)),
        [table, word, value] if is_word(word, "RESEED") => {
            (table, whole_number(value).map(|value| Reseed::To(value.into())))
        }
        _ => return Err(unsupported("DBCC CHECKIDENT with these arguments")),
    };
    let table = match &table.kind {
        ExprKind::Literal(Literal::String(text) | Literal::NationalString(text)) => text.to_string(),
        ExprKind::Column(column) if column.qualifier.is_none() => column.name.text.to_string(),
        _ => return Err(unsupported("DBCC CHECKIDENT of a table by its number")),
    };
    let Some(reseed) = reseed else { return Err(unsupported("DBCC CHECKIDENT to a value that is no number")) };
    let mut infos = true;
    for option in &dbcc.options {
        match option_word(option).as_str() {
            "NO_INFOMSGS" => infos = false,
            other => return Err(unsupported(&format!("DBCC CHECKIDENT WITH {other}"))),
        }
    }
    to.add(Box::new(IdentityCheck { table, reseed, infos }));
    Ok(())
}

fn is_word(argument: &Expr, word: &str) -> bool {
    matches!(&argument.kind, ExprKind::Column(column) if column.qualifier.is_none() && column.name.is(word))
}

impl Command for IdentityCheck {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.dbcc_of_table("CHECKIDENT", quoted_name::parse(&self.table).as_ref())
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(check_identity(env, self)?)
    }
}

/// Checks a table's identity column and resets it if asked. Fails with 2501 if the table doesn't
/// exist, with 7997 if it has no identity column, and with 2560 for a value out of range.
fn check_identity(env: &mut Env<'_, '_>, check: &IdentityCheck) -> Result<(), SqlError> {
    let before = env.begin_change()?;
    let result = examine(env, check);
    let (current, greatest) = env.settle(before, result)?;
    if check.infos {
        let shown = |value: Option<i128>| value.map_or_else(|| "NULL".to_owned(), |value| value.to_string());
        match check.reseed {
            Reseed::To(_) => env.inform(SqlError::identity_value(shown(current))),
            // 7998: the current value and the column's greatest.
            Reseed::Never | Reseed::ToGreatest => {
                env.inform(SqlError::identity_and_column_value(shown(current), shown(greatest)))
            }
        }
        env.inform(SqlError::dbcc_completed());
    }
    env.frame.globals.row_count = 0;
    Ok(())
}

/// Returns the current value before a reset, and the column's greatest value. The latter is the
/// least value for a negative increment, and `None` if it wasn't looked up.
fn examine(env: &mut Env<'_, '_>, check: &IdentityCheck) -> Result<(Option<i128>, Option<i128>), SqlError> {
    let unknown = || SqlError::table_not_found(&check.table);
    let name = env.placed(&quoted_name::parse(&check.table).ok_or_else(unknown)?);
    let database = env.find_database_of(&name)?.ok_or_else(unknown)?;
    let id = env.state.transaction.work.catalog(&database).table(&name).ok_or_else(unknown)?.id;
    env.state.transaction.work.enlist(&database);
    env.state.transaction.lock(database.table(id), LockMode::SchemaModification)?;
    // The Sch-M lock is held, so the definition can't change from here on.
    let table = Arc::clone(env.state.transaction.work.catalog(&database).table_by_id(id).ok_or_else(unknown)?);
    let place = table.identity().ok_or_else(|| SqlError::no_identity_column(&check.table))?;
    let failed = |error| sql_error(&error, &database.name);
    let generator = database.identity(&table).map_err(failed)?;
    let progression = *generator.progression();
    let current = generator.last_given();
    if let Reseed::To(value) = check.reseed {
        if !(progression.minimum..=progression.maximum).contains(&value) {
            return Err(SqlError::invalid_dbcc_parameter("3"));
        }
        generator.reseed(value).map_err(failed)?;
        return Ok((current, None));
    }
    let rows = TableRows::new(Arc::clone(&database), &table);
    let mut scan = rows.scan(Reader::Committed(&env.state.transaction.locks)).map_err(failed)?;
    let mut greatest: Option<i128> = None;
    while let Some((_, bytes)) = scan.next().map_err(failed)? {
        let value = number_of(&TableRow { rows: &rows, bytes, is_dirty: false }.column(place)?);
        greatest = match (greatest, value) {
            (Some(known), Some(value)) if progression.increment > 0 => Some(known.max(value)),
            (Some(known), Some(value)) => Some(known.min(value)),
            (known, value) => known.or(value),
        };
    }
    if let (Reseed::ToGreatest, Some(greatest)) = (check.reseed, greatest) {
        generator.pass(greatest)?;
    }
    Ok((current, greatest))
}
