//! DBCC CHECKDB, CHECKALLOC, CHECKCATALOG, CHECKFILEGROUP and CHECKTABLE.

use crate::statement::dbcc::arguments::{is_max_dop, is_no_index, name_in, option_word, plain_name};
use crate::statement::dbcc::catalog;
use crate::statement::dbcc::database_argument::DatabaseArgument;
use crate::statement::dbcc::index_check::{check_indexes, check_table, while_all_shared, while_shared};
use crate::statement::dbcc::result_set::show;
use sluice_access::{LobPointer, Problem, check_database, check_object, space_of};
use sluice_base::ids::FilegroupId;
use sluice_base::sync::Arc;
use sluice_command::statement::{
    Command, CommandError, Compilation, Constants, Description, Env, EventSource, check_views, whole_number,
};
use sluice_plan::unsupported;
use sluice_query::code::context::Context;
use sluice_session::consequence::StatementClass;
use sluice_session::quoted_name;
use sluice_session::rights::Rights;
use sluice_session::sink::Message;
use sluice_syntax::ast::Dbcc;
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_types::row::links;
use sluice_types::{DataType, SqlError, Value};

/// The part of a database to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Checked {
    /// CHECKDB: everything.
    All,
    /// CHECKALLOC: page allocation only.
    Allocation,
    /// CHECKCATALOG: the definitions only.
    Catalog,
    /// CHECKFILEGROUP: the pages and indexes of one filegroup.
    Filegroup,
}

impl Checked {
    /// Returns what follows CHECK in the command's name.
    fn word(self) -> &'static str {
        match self {
            Checked::All => "DB",
            Checked::Allocation => "ALLOC",
            Checked::Catalog => "CATALOG",
            Checked::Filegroup => "FILEGROUP",
        }
    }
}

/// CHECKDB, CHECKALLOC, CHECKCATALOG or CHECKFILEGROUP of a database, or of the current one.
struct DatabaseCheck {
    database: DatabaseArgument,
    checked: Checked,
    /// The filegroup of CHECKFILEGROUP: its name or number.
    filegroup: FilegroupArgument,
    /// Whether informational messages are sent.
    infos: bool,
    /// EXTENDED_LOGICAL_CHECKS: indexed views are compared with their definitions.
    is_extended: bool,
    /// ESTIMATEONLY: nothing is checked.
    is_estimate: bool,
}

/// A filegroup as written.
enum FilegroupArgument {
    Name(String),
    Number(i64),
}

/// CHECKTABLE of the table as written.
struct TableCheck {
    table: String,
    /// Whether informational messages are sent.
    infos: bool,
    /// EXTENDED_LOGICAL_CHECKS: an indexed view is compared with its definition.
    is_extended: bool,
}

/// Whether the options contain EXTENDED_LOGICAL_CHECKS.
fn is_extended(dbcc: &Dbcc) -> bool {
    has_option(dbcc, "EXTENDED_LOGICAL_CHECKS")
}

fn has_option(dbcc: &Dbcc, word: &str) -> bool {
    dbcc.options.iter().any(|option| option_word(option) == word)
}

/// Compiles DBCC CHECKTABLE of a table by name. Repair options are refused. NOINDEX has no effect,
/// since all indexes are always checked. Fails with 40517 for other arguments and options.
pub(super) fn compile_table(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let table = match dbcc.arguments.as_slice() {
        [table] => name_in(table),
        [table, word] if is_no_index(word) => name_in(table),
        _ => return Err(unsupported("DBCC CHECKTABLE of one index, or with a repair")),
    };
    let Some(table) = table else { return Err(unsupported("DBCC CHECKTABLE of something else than a name")) };
    let mut infos = true;
    for option in dbcc.options.iter().filter(|option| !is_max_dop(option)) {
        match option_word(option).as_str() {
            "NO_INFOMSGS" | "PHYSICAL_ONLY" => infos = false,
            "ALL_ERRORMSGS" | "TABLOCK" | "EXTENDED_LOGICAL_CHECKS" | "DATA_PURITY" => {}
            other => return Err(unsupported(&format!("DBCC CHECKTABLE WITH {other}"))),
        }
    }
    to.add(Box::new(TableCheck { table, infos, is_extended: is_extended(dbcc) }));
    Ok(())
}

/// Compiles DBCC CHECKDB, CHECKALLOC and CHECKCATALOG of the current database, or of one by name or
/// number. 0 means the current database. NOINDEX has no effect, since all indexes are always
/// checked. Fails with 40517 for repairs, and for other arguments and options.
pub(super) fn compile_database(
    dbcc: &Dbcc,
    command: &str,
    checked: Checked,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    let (argument, words) = match dbcc.arguments.as_slice() {
        [] => (None, &[][..]),
        [argument, words @ ..] => (Some(argument), words),
    };
    if let Some(word) = words.iter().find(|word| checked == Checked::Catalog || !is_no_index(word)) {
        let word = name_in(word).unwrap_or_default().to_uppercase();
        return Err(unsupported(format!("DBCC {command} with {word}").trim_end_matches(" with ")));
    }
    let database = match argument {
        None => DatabaseArgument::Current,
        Some(argument) => DatabaseArgument::from_expr(argument)
            .ok_or_else(|| unsupported(&format!("DBCC {command} of something else than a database")))?,
    };
    let infos = database_infos(dbcc, command, checked)?;
    let filegroup = FilegroupArgument::Number(0);
    let is_estimate = has_option(dbcc, ESTIMATE_ONLY);
    to.add(Box::new(DatabaseCheck {
        database,
        checked,
        filegroup,
        infos,
        is_extended: is_extended(dbcc),
        is_estimate,
    }));
    Ok(())
}

/// Compiles DBCC CHECKFILEGROUP of a filegroup of the current database, by default PRIMARY. NOINDEX
/// has no effect, since all indexes of the filegroup are always checked. Other options fail with
/// 40517.
pub(super) fn compile_filegroup(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let refused = || unsupported("DBCC CHECKFILEGROUP of something else than a filegroup");
    let filegroup = match dbcc.arguments.as_slice() {
        [] => FilegroupArgument::Number(0),
        [_, word] if !is_no_index(word) => return Err(refused()),
        [_, _, _, ..] => return Err(refused()),
        [filegroup, ..] => match whole_number(filegroup) {
            Some(number) => FilegroupArgument::Number(number),
            None => FilegroupArgument::Name(plain_name(filegroup).ok_or_else(refused)?),
        },
    };
    let infos = database_infos(dbcc, "CHECKFILEGROUP", Checked::Filegroup)?;
    let database = DatabaseArgument::Current;
    let (checked, is_extended, is_estimate) = (Checked::Filegroup, false, false);
    to.add(Box::new(DatabaseCheck { database, checked, filegroup, infos, is_extended, is_estimate }));
    Ok(())
}

/// Returns whether the options let informational messages be sent. Fails with 40517 for others than
/// the documented ones.
fn database_infos(dbcc: &Dbcc, command: &str, checked: Checked) -> Result<bool, SqlError> {
    let mut infos = true;
    for option in dbcc.options.iter().filter(|option| !is_max_dop(option)) {
        match option_word(option).as_str() {
            "NO_INFOMSGS" => infos = false,
            // PHYSICAL_ONLY implies NO_INFOMSGS. All messages are always shown and all pages
            // are always read.
            "PHYSICAL_ONLY" if !matches!(checked, Checked::Allocation | Checked::Catalog) => infos = false,
            "ALL_ERRORMSGS" | "TABLOCK" if checked != Checked::Catalog => {}
            "EXTENDED_LOGICAL_CHECKS" | "DATA_PURITY" | ESTIMATE_ONLY if checked == Checked::All => {}
            other => return Err(unsupported(&format!("DBCC {command} WITH {other}"))),
        }
    }
    Ok(infos)
}

impl Command for DatabaseCheck {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        self.database.needs(rights, &format!("CHECK{}", self.checked.word()))
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(check(env, self)?)
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
        Ok(check_one(env, self)?)
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
fn check(env: &mut Env<'_, '_>, call: &DatabaseCheck) -> Result<(), SqlError> {
    let DatabaseCheck { database, checked, filegroup, infos, is_extended, is_estimate } = call;
    let (checked, infos) = (*checked, *infos);
    let database = database.database(env)?;
    let filegroup = match checked {
        Checked::Filegroup => Some(filegroup_of(&database, filegroup)?),
        Checked::All | Checked::Allocation | Checked::Catalog => None,
    };
    if *is_estimate {
        estimate(env, infos);
        return Ok(());
    }
    if checked == Checked::Catalog {
        check_catalog(env, &database, infos);
        return Ok(());
    }
    // 2536: DBCC results for this database.
    if infos {
        env.inform(SqlError::dbcc_results(&database.name));
    }
    let mut problems = lasting_problems(env, &database)?;
    let is_within = |problem: &Problem| {
        filegroup.is_none_or(|filegroup| database.storage.space.filegroup_of(problem.page.file) == filegroup)
    };
    problems.retain(|problem| is_within(problem) && (checked != Checked::Allocation || problem.is_allocation));
    tell(env, &database, &problems);
    let mut of_indexes = match checked {
        Checked::All | Checked::Filegroup => check_indexes(env, &database, filegroup)?,
        Checked::Allocation | Checked::Catalog => Vec::new(),
    };
    if checked == Checked::All {
        of_indexes.append(&mut catalog::problems(&env.state.transaction.work.catalog(&database)));
        if *is_extended {
            of_indexes.append(&mut check_views(env, &database, None)?);
        }
    }
    let consistency = problems.len() + of_indexes.len();
    of_indexes.into_iter().for_each(|problem| env.sink.message(Message::Error(problem)));
    let of_allocation = problems.iter().filter(|problem| problem.is_allocation).count();
    let found = [of_allocation, consistency - of_allocation].map(|count| count.to_string());
    if infos || consistency > 0 {
        // 8989: number of errors found.
        let [allocation, consistency] = found;
        env.inform(SqlError::database_checked(checked.word(), allocation, consistency, &database.name));
    }
    if infos {
        env.inform(SqlError::dbcc_completed());
    }
    env.frame.globals.row_count = 0;
    Ok(())
}

/// Sends how much of tempdb a check needs: nothing, since it keeps what it compares in memory
/// (`t-sql/database-console-commands/dbcc-checkdb-transact-sql`, *Result Sets*).
fn estimate(env: &mut Env<'_, '_>, infos: bool) {
    for part in ["CHECKALLOC", "CHECKTABLES"] {
        let column = format!("Estimated TEMPDB space needed for {part} (KB)");
        show(env, &[(&column, DataType::BigInt)], &[vec![Value::BigInt(0)]]);
    }
    if infos {
        env.inform(SqlError::dbcc_completed());
    }
    env.frame.globals.row_count = 0;
}

/// Sends an error for each inconsistency of the database's definitions. If `infos`, also sends a
/// message when it is done.
fn check_catalog(env: &mut Env<'_, '_>, database: &Arc<Database>, infos: bool) {
    let problems = catalog::problems(&env.state.transaction.work.catalog(database));
    problems.into_iter().for_each(|problem| env.sink.message(Message::Error(problem)));
    if infos {
        env.inform(SqlError::dbcc_completed());
    }
    env.frame.globals.row_count = 0;
}

/// Returns the filegroup of `database`; 0 is PRIMARY. Fails with 1921 if it doesn't exist.
fn filegroup_of(database: &Database, written: &FilegroupArgument) -> Result<FilegroupId, SqlError> {
    let files = database.options().data_files;
    match written {
        FilegroupArgument::Number(0) => Ok(FilegroupId::PRIMARY),
        FilegroupArgument::Number(number) => {
            let id = u16::try_from(*number).ok().map(FilegroupId);
            let id = id.filter(|id| files.filegroup_name(*id).is_some());
            id.ok_or_else(|| SqlError::invalid_filegroup("filegroup", number.to_string()))
        }
        FilegroupArgument::Name(name) => {
            files.filegroup_named(name).ok_or_else(|| SqlError::invalid_filegroup("filegroup", name))
        }
    }
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
fn check_one(
    env: &mut Env<'_, '_>,
    TableCheck { table: written, infos, is_extended }: &TableCheck,
) -> Result<(), SqlError> {
    let infos = *infos;
    let unknown = || SqlError::table_not_found(written);
    let name = env.placed(&quoted_name::parse(written).ok_or_else(unknown)?);
    let database = env.find_database_of(&name)?.ok_or_else(unknown)?;
    let table = Arc::clone(env.state.transaction.work.catalog(&database).stored_table(&name).ok_or_else(unknown)?);
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
    if *is_extended && table.is_of_view() {
        of_indexes.append(&mut check_views(env, &database, Some(table.id))?);
    }
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

/// The option that asks for an estimate instead of a check.
const ESTIMATE_ONLY: &str = "ESTIMATEONLY";
