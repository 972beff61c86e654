//! DBCC CHECKDB, CHECKALLOC and CHECKTABLE.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, Constants, Description};
use crate::statement::dbcc::arguments::{name_in, option_word};
use crate::statement::ddl::index_check::{check_indexes, check_table, while_all_shared, while_shared};
use crate::statement::event::EventSource;
use sluice_access::{LobPointer, Problem, check_database, check_object, space_of};
use sluice_base::sync::Arc;
use sluice_plan::unsupported;
use sluice_query::code::context::Context;
use sluice_session::consequence::StatementClass;
use sluice_session::quoted_name;
use sluice_session::rights::Rights;
use sluice_session::sink::Message;
use sluice_syntax::ast::{Dbcc, ExprKind, Literal};
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_types::SqlError;
use sluice_types::row::links;

/// The part of a database to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Checked {
    /// CHECKDB: everything.
    All,
    /// CHECKALLOC: page allocation only.
    Allocation,
}

/// CHECKDB or CHECKALLOC of a database, or of the current one.
struct DatabaseCheck {
    name: Option<String>,
    checked: Checked,
    /// Whether informational messages are sent.
    infos: bool,
}

/// CHECKTABLE of the table as written.
struct TableCheck {
    table: String,
    /// Whether informational messages are sent.
    infos: bool,
}

/// Compiles DBCC CHECKTABLE of a table by name. Repair options are refused. NOINDEX has no effect,
/// since all indexes are always checked. Fails with 40517 for other arguments and options.
pub(super) fn compile_table(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let table = match dbcc.arguments.as_slice() {
        [table] => name_in(table),
        [table, word] if matches!(&word.kind, ExprKind::Column(word) if word.name.is("NOINDEX")) => name_in(table),
        _ => return Err(unsupported("DBCC CHECKTABLE of one index, or with a repair")),
    };
    let Some(table) = table else { return Err(unsupported("DBCC CHECKTABLE of something else than a name")) };
    let mut infos = true;
    for option in &dbcc.options {
        match option_word(option).as_str() {
            "NO_INFOMSGS" | "PHYSICAL_ONLY" => infos = false,
            "ALL_ERRORMSGS" | "TABLOCK" | "EXTENDED_LOGICAL_CHECKS" | "DATA_PURITY" => {}
            other => return Err(unsupported(&format!("DBCC CHECKTABLE WITH {other}"))),
        }
    }
    to.add(Box::new(TableCheck { table, infos }));
    Ok(())
}

/// Compiles DBCC CHECKDB and CHECKALLOC of the current database or a named one. Repair options are
/// refused. 0 means the current database. Fails with 40517 for a number or other arguments and
/// options.
pub(super) fn compile_database(
    dbcc: &Dbcc,
    command: &str,
    checked: Checked,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    let name = match dbcc.arguments.as_slice() {
        [] => None,
        [argument] => match &argument.kind {
            ExprKind::Literal(Literal::Integer(0)) => None,
            ExprKind::Literal(Literal::String(text) | Literal::NationalString(text)) => Some(text.to_string()),
            ExprKind::Column(column) if column.qualifier.is_none() => Some(column.name.text.to_string()),
            _ => return Err(unsupported(&format!("DBCC {command} of a database by its number"))),
        },
        [_, option, ..] => {
            let option = name_in(option).unwrap_or_default().to_uppercase();
            return Err(unsupported(format!("DBCC {command} with {option}").trim_end_matches(" with ")));
        }
    };
    let mut infos = true;
    for option in &dbcc.options {
        match option_word(option).as_str() {
            "NO_INFOMSGS" => infos = false,
            // PHYSICAL_ONLY implies NO_INFOMSGS. All messages are always shown and all pages
            // are always read.
            "PHYSICAL_ONLY" if checked == Checked::All => infos = false,
            "ALL_ERRORMSGS" | "TABLOCK" => {}
            "EXTENDED_LOGICAL_CHECKS" | "DATA_PURITY" if checked == Checked::All => {}
            other => return Err(unsupported(&format!("DBCC {command} WITH {other}"))),
        }
    }
    to.add(Box::new(DatabaseCheck { name, checked, infos }));
    Ok(())
}

impl Command for DatabaseCheck {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        let command = match self.checked {
            Checked::All => "CHECKDB",
            Checked::Allocation => "CHECKALLOC",
        };
        rights.dbcc_of_database(command, self.name.as_deref())
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(check(env, self.name.as_deref(), self.checked, self.infos)?)
    }

    fn has_end(&self) -> bool {
        false
    }

    fn description(&self, _constants: Constants<'_>) -> Description {
        Description::Unknown
    }
}

impl Command for TableCheck {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.dbcc_of_table("CHECKTABLE", quoted_name::parse(&self.table).as_ref())
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(check_one(env, &self.table, self.infos)?)
    }

    fn has_end(&self) -> bool {
        false
    }

    fn description(&self, _constants: Constants<'_>) -> Description {
        Description::Unknown
    }
}

/// Checks a database, by default the current database. Sends an error for each problem and then
/// their number, if there are any. If `infos`, also sends the name of the database and always the
/// number.
fn check(env: &mut Env<'_, '_>, database: Option<&str>, checked: Checked, infos: bool) -> Result<(), SqlError> {
    let database: Arc<Database> = match database {
        Some(name) => env.context.host.database(name).ok_or_else(|| env.context.host.not_open(name))?,
        None => Arc::clone(&env.state.database),
    };
    // 2536: DBCC results for this database.
    if infos {
        env.inform(SqlError::dbcc_results(&database.name));
    }
    let mut problems = lasting_problems(env, &database)?;
    if checked == Checked::Allocation {
        problems.retain(|problem| problem.is_allocation);
    }
    tell(env, &database, &problems);
    let of_indexes = match checked {
        Checked::All => check_indexes(env, &database)?,
        Checked::Allocation => Vec::new(),
    };
    let consistency = problems.len() + of_indexes.len();
    of_indexes.into_iter().for_each(|problem| env.sink.message(Message::Error(problem)));
    let of_allocation = problems.iter().filter(|problem| problem.is_allocation).count();
    let found = [of_allocation, consistency - of_allocation].map(|count| count.to_string());
    if infos || consistency > 0 {
        // 8989: number of errors found.
        let what = if checked == Checked::All { "DB" } else { "ALLOC" };
        let [allocation, consistency] = found;
        env.inform(SqlError::database_checked(what, allocation, consistency, &database.name));
    }
    if infos {
        env.inform(SqlError::dbcc_completed());
    }
    env.frame.globals.row_count = 0;
    Ok(())
}

/// Returns the problems in the pages of a database. A change in progress looks like a problem. So
/// problems are looked for a second time, with shared locks on all tables, and those found twice
/// count.
fn lasting_problems(env: &mut Env<'_, '_>, database: &Arc<Database>) -> Result<Vec<Problem>, SqlError> {
    let look = |env: &Env<'_, '_>| {
        let found = {
            let _no_cleaning = database.storage.keep_cleaning_away();
            check_database(&database.storage, Some(&lobs_of_row))
        };
        env.context.check_cancelled()?;
        require_working(database).map(|()| found)
    };
    let found = look(env)?;
    if found.is_empty() {
        return Ok(found);
    }
    let again = while_all_shared(env, database, look)?;
    Ok(again.into_iter().filter(|problem| found.contains(problem)).collect())
}

/// Fails with the error of a database that has failed: the next opening undoes what looks like a
/// problem in its pages.
fn require_working(database: &Database) -> Result<(), SqlError> {
    database.storage.failure().map_or(Ok(()), |failure| Err(sql_error(&failure, &database.name)))
}

/// Checks a table and its indexes. Fails with 2501 if the table doesn't exist. Sends an error for
/// each problem and, if `infos`, the numbers of rows and pages.
fn check_one(env: &mut Env<'_, '_>, written: &str, infos: bool) -> Result<(), SqlError> {
    let unknown = || SqlError::table_not_found(written);
    let name = env.placed(&quoted_name::parse(written).ok_or_else(unknown)?);
    let database = env.find_database_of(&name)?.ok_or_else(unknown)?;
    let table = Arc::clone(env.state.transaction.work.catalog(&database).table(&name).ok_or_else(unknown)?);
    if infos {
        env.inform(SqlError::dbcc_results(written));
    }
    let mut of_indexes = Vec::new();
    let (problems, space) = while_shared(env, &database, &table, |env| {
        let _no_cleaning = database.storage.keep_cleaning_away();
        let problems = check_object(&database.storage, table.id, &lobs_of_row);
        check_table(env, &database, &table, &mut of_indexes)?;
        Ok((problems, space_of(&database.storage, table.root, table.id, true)?))
    })?;
    env.context.check_cancelled()?;
    require_working(&database)?;
    tell(env, &database, &problems);
    let consistency = problems.len() + of_indexes.len();
    of_indexes.into_iter().for_each(|problem| env.sink.message(Message::Error(problem)));
    if infos {
        // 2593: numbers of rows and pages.
        env.inform(SqlError::dbcc_rows(space.rows, space.pages_of_data, &table.name));
    }
    if consistency > 0 {
        let of_allocation = problems.iter().filter(|problem| problem.is_allocation).count();
        let others = consistency - of_allocation;
        env.inform(SqlError::table_checked("TABLE", of_allocation, others, &table.name, table.id.0));
    }
    if infos {
        env.inform(SqlError::dbcc_completed());
    }
    env.frame.globals.row_count = 0;
    Ok(())
}

fn lobs_of_row(row: &[u8]) -> Option<Vec<LobPointer>> {
    links(row).ok()?.into_iter().map(|link| LobPointer::decode(link)).collect()
}

/// Sends an error for each problem found in pages.
fn tell(env: &mut Env<'_, '_>, database: &Database, problems: &[Problem]) {
    for problem in problems {
        // 8939: a page check failed. The text of an unreadable page already names the page and the
        // remedy.
        let advice = "; restore the database from a backup";
        let advice = if problem.is_unreadable { "" } else { advice };
        let page = format!("{} of '{}'", problem.page, database.storage.space.path_of(problem.page.file).display());
        env.sink.message(Message::Error(SqlError::page_test_failed(page, format_args!("{}{advice}", problem.what))));
    }
}
