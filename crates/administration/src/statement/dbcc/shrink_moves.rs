//! The movement of pages by DBCC SHRINKFILE and SHRINKDATABASE.
//!
//! An object with pages in the part of the file that is to be freed is rebuilt, under the locks of
//! ALTER INDEX REBUILD. New extents are the lowest free ones of a file, so the object moves to the
//! front. The old pages are free when the rebuild is committed. If the front had too little room,
//! the next pass finds the room that this has left. The system tables and sequences are not
//! rebuilt: what they use stays.

use sluice_access as access;
use sluice_base::hash::HashSet;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_catalog::{ObjectName, Table};
use sluice_command::statement::{Env, move_pages};
use sluice_query::code::context::Context;
use sluice_table::database::Database;
use sluice_table::database_file::DatabaseFile;
use sluice_table::storage_error::sql_error;
use sluice_txn::StorageError;
use sluice_types::SqlError;

/// Moves pages of a file from the page `from` on to the front. Does nothing in tempdb. Informs of
/// those that stay, if `infos`, as `command`. Each rebuild is a transaction of its own: an error
/// keeps those before.
pub(super) fn move_to_front(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    file: &DatabaseFile,
    (command, from, infos): (&str, u32, bool),
) -> Result<(), SqlError> {
    if database.storage.is_temporary() {
        // Temporary tables belong to sessions, and work files to statements.
        return Ok(());
    }
    let mut left = used_from(database, file, from)?;
    for _ in 0..PASSES_MAX {
        if left.is_empty() || !rebuild_from(env, database, file, from)? {
            break;
        }
        let now = used_from(database, file, from)?;
        let is_stuck = now.len() >= left.len();
        left = now;
        if is_stuck {
            break;
        }
    }
    if infos {
        inform_of_rest(env, database, command, &left)?;
    }
    Ok(())
}

/// Moves all pages of a file to other files of its filegroup. The file gets no extents from then
/// on. Fails with 2556 if the filegroup has no other file, and with 2555 if pages stay; the file
/// gets extents again then.
pub(super) fn empty_file(env: &mut Env<'_, '_>, database: &Arc<Database>, file: &DatabaseFile) -> Result<(), SqlError> {
    let failed = |error: StorageError| sql_error(&error, &database.name);
    let storage = &database.storage;
    let missing = || SqlError::database_file_not_found(&file.name, &database.name);
    let space = storage.space.file(file.id).ok_or_else(missing)?;
    let group = storage.space.filegroup(space.filegroup).ok_or_else(missing)?;
    if group.files.iter().all(|other| other.id == file.id || other.is_closing()) {
        return Err(SqlError::no_other_file_in_filegroup());
    }
    let was_emptied = space.is_closing();
    space.set_emptied(true);
    let emptied = rebuild_from(env, database, file, 0).and_then(|_| {
        let is_empty = access::is_empty_file(storage, file.id).map_err(failed)?;
        if is_empty { Ok(()) } else { Err(SqlError::file_not_emptied(&file.name)) }
    });
    if emptied.is_err() && !was_emptied {
        space.set_emptied(false);
    }
    emptied
}

/// Rebuilds the rows and indexes that have an extent of the file from the page `from` on. Returns
/// whether there were any.
fn rebuild_from(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    file: &DatabaseFile,
    from: u32,
) -> Result<bool, SqlError> {
    let storage = &database.storage;
    // An object that was dropped meanwhile has no pages.
    let is_behind =
        |table: &Table, root: PageId| access::reaches(storage, root, table.id, (file.id, from)).unwrap_or(false);
    let catalog = env.state.transaction.work.catalog(database);
    let tables: Vec<(ObjectName, Arc<Table>)> =
        catalog.stored_tables().into_iter().map(|table| (name_of(database, table), Arc::clone(table))).collect();
    let mut any = false;
    for (name, table) in tables {
        let rows = table.clustered().map_or(table.root, |index| index.root);
        if !rows.is_none() && is_behind(&table, rows) {
            env.context.check_cancelled()?;
            any = true;
            match table.clustered() {
                Some(index) => move_pages(env, &name, Some(&index.name))?,
                None => move_pages(env, &name, None)?,
            }
        }
        // A rebuilt heap has built its indexes anew; their old roots are none of the table's.
        let others = table.indexes.iter().filter(|index| !index.is_clustered() && !index.root.is_none());
        for index in others.filter(|index| !index.is_disabled && is_behind(&table, index.root)) {
            env.context.check_cancelled()?;
            any = true;
            move_pages(env, &name, Some(&index.name))?;
        }
        storage.run_releases().map_err(|error| sql_error(&error, &database.name))?;
    }
    Ok(any)
}

/// Informs of an extent of each object that stays.
fn inform_of_rest(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    command: &str,
    left: &[PageId],
) -> Result<(), SqlError> {
    let storage = &database.storage;
    let mut told: HashSet<ObjectId> = HashSet::default();
    for id in left {
        let object = access::owner_of(storage, *id).map_err(|error| sql_error(&error, &database.name))?;
        if told.insert(object) {
            let (file, page) = (id.file.0, id.page);
            let is_users = env.state.transaction.work.catalog(database).object_by_id(object).is_some();
            env.inform(match is_users {
                false => SqlError::page_of_system_table_not_moved(command, file, page),
                true => SqlError::page_not_moved(command, file, page),
            });
        }
    }
    Ok(())
}

/// Returns the name of a table with its schema and database.
fn name_of(database: &Database, table: &Table) -> ObjectName {
    ObjectName { database: Some(database.name.clone()), ..ObjectName::qualified(&table.schema, &table.name) }
}

/// Returns the first pages of the used extents from the page `from` on.
fn used_from(database: &Database, file: &DatabaseFile, from: u32) -> Result<Vec<PageId>, SqlError> {
    let used = access::used_extents_from(&database.storage, file.id, from);
    used.map_err(|error| sql_error(&error, &database.name))
}

/// The rounds of rebuilds: the first may have to make its copies behind the end, the second moves
/// them to the front, and the third those for which the second had no room.
const PASSES_MAX: usize = 3;
