//! DBCC CHECKDB, CHECKALLOC and CHECKTABLE.

use super::Env;
use crate::statement::ddl::index_check::{check_indexes, check_table, while_shared};
use sluice_access::{LobPointer, Problem, check_database, check_object, space_of};
use sluice_base::sync::Arc;
use sluice_query::code::context::Context;
use sluice_session::quoted_name;
use sluice_session::sink::Message;
use sluice_table::database::Database;
use sluice_types::SqlError;
use sluice_types::row::links;

/// The part of a database to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// CHECKDB: everything.
    All,
    /// CHECKALLOC: page allocation only.
    Allocation,
}

/// Checks a database, by default the current database. Sends an error for each problem and then
/// their number, if there are any. If `infos`, also sends the name of the database and always the
/// number.
pub fn check(env: &mut Env<'_, '_>, database: Option<&str>, checked: Checked, infos: bool) -> Result<(), SqlError> {
    let database: Arc<Database> = match database {
        Some(name) => env.context.host.database(name).ok_or_else(|| env.context.host.not_open(name))?,
        None => Arc::clone(&env.state.database),
    };
    // 2536: DBCC results for this database.
    if infos {
        env.inform(2536, vec![database.name.clone()]);
    }
    let mut problems = check_database(&database.storage, Some(&lobs_of_row));
    env.context.check_cancelled()?;
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
        env.inform(8989, vec![what.to_owned(), allocation, consistency, database.name.clone()]);
    }
    if infos {
        env.inform(2528, Vec::new());
    }
    env.frame.globals.row_count = 0;
    Ok(())
}

/// Checks a table and its indexes. Fails with 2501 if the table doesn't exist. Sends an error for
/// each problem and, if `infos`, the numbers of rows and pages.
pub fn check_one(env: &mut Env<'_, '_>, written: &str, infos: bool) -> Result<(), SqlError> {
    let unknown = || SqlError::new(2501, 16, 45, vec![written.to_owned()]);
    let name = env.placed(&quoted_name::parse(written).ok_or_else(unknown)?);
    let database = env.database_of(&name).map_err(|_| unknown())?;
    let table = Arc::clone(env.state.work.catalog(&database).table(&name).ok_or_else(unknown)?);
    if infos {
        env.inform(2536, vec![written.to_owned()]);
    }
    let mut of_indexes = Vec::new();
    let (problems, space) = while_shared(env, &database, &table, |env| {
        let problems = check_object(&database.storage, table.id, &lobs_of_row);
        check_table(env, &database, &table, &mut of_indexes)?;
        Ok((problems, space_of(&database.storage, table.root, table.id, true)?))
    })?;
    env.context.check_cancelled()?;
    tell(env, &database, &problems);
    let consistency = problems.len() + of_indexes.len();
    of_indexes.into_iter().for_each(|problem| env.sink.message(Message::Error(problem)));
    if infos {
        // 2593: numbers of rows and pages.
        env.inform(2593, vec![space.rows.to_string(), space.pages_of_data.to_string(), table.name.clone()]);
    }
    if consistency > 0 {
        let of_allocation = problems.iter().filter(|problem| problem.is_allocation).count();
        let found = [of_allocation, consistency - of_allocation].map(|count| count.to_string());
        // 8990: number of errors found.
        let about = ["TABLE".to_owned()].into_iter().chain(found).chain([table.name.clone(), table.id.0.to_string()]);
        env.inform(8990, about.collect());
    }
    if infos {
        env.inform(2528, Vec::new());
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
        let page = format!("{} of '{}'", problem.page, database.storage.space.file.path().display());
        let args = vec![page, format!("{}{advice}", problem.what)];
        env.sink.message(Message::Error(SqlError::new(8939, 16, 98, args)));
    }
}
