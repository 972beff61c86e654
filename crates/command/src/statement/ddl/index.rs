//! CREATE INDEX, DROP INDEX, ALTER INDEX REBUILD, REORGANIZE and SET, ALTER TABLE REBUILD.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, refuse_server};
use crate::statement::ddl::alter_table::{Altered, rewrite_rows, take, take_indexed, take_to_read};
use crate::statement::ddl::create_table::{check_rows, warn_of_long_keys};
use crate::statement::ddl::definition::define;
use crate::statement::ddl::index_build::build;
use crate::statement::ddl::index_disable::IndexDisabling;
use crate::statement::ddl::index_event::{altering_events, index_event, indexes_of};
use crate::statement::ddl::index_replace::{take_place, take_replaced};
use crate::statement::ddl::low_priority::{LowPriority, take_low_priority};
use crate::statement::ddl::other_object::other_object;
use crate::statement::ddl::statistics::set_no_recompute;
use crate::statement::ddl::view_index::{drop_clustered, take_view, with_new_rows};
use crate::statement::event::EventSource;
use sluice_base::ids::PageId;
use sluice_base::sync::Arc;
use sluice_binder::{Binder, filter_indexes};
use sluice_catalog::EventType;
use sluice_catalog::index::IndexOptions;
use sluice_catalog::{Index, ObjectName, Table, name};
use sluice_plan::{
    IndexDefinition, OptionsOf, Variables, changed_options, check_options, check_required_options, compression_in,
    index_needs_options, index_of, is_online, no_recompute_in, object_name, resolve_indexes, unsupported,
};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::{Rights, undropped};
use sluice_syntax::ast::{self, AlterIndex, IndexAction, NamedOption, Partition};
use sluice_types::SqlError;

/// CREATE INDEX on a table.
struct IndexCreation {
    table: ObjectName,
    index: IndexDefinition,
}

/// DROP INDEX: each table and index.
struct IndexRemoval {
    if_exists: bool,
    indexes: Vec<(ObjectName, String)>,
    /// Whether each index has ONLINE = ON.
    online: Vec<bool>,
}

/// A compiled REBUILD or SET.
struct Rebuild {
    table: ObjectName,
    /// The index; `None` for all indexes.
    index: Option<String>,
    /// ALTER TABLE REBUILD: rebuilds a heap too. The options apply to the clustered index alone.
    of_rows: bool,
    /// ALTER INDEX SET: changes the options alone.
    keeps_storage: bool,
    /// REORGANIZE: locks pages.
    reorganizes: bool,
    /// DBCC SHRINKFILE: keeps all options.
    moves: bool,
    /// PARTITION with a number, which no index has.
    is_of_partition: bool,
    /// The index options to change.
    options: Vec<NamedOption>,
    /// The wait for the table's lock before the one at normal priority.
    low_priority: Option<LowPriority>,
}

/// Compiles CREATE INDEX. Fails with 40517 for a server name, and as [`index_of`] does.
pub(in crate::statement) fn compile_create(index: &ast::CreateIndex, to: &mut dyn Compilation) -> Result<(), SqlError> {
    refuse_server(&index.table)?;
    check_offline(&index.table, &index.options)?;
    to.add(Box::new(IndexCreation { table: object_name(&index.table), index: index_of(index)? }));
    Ok(())
}

/// Compiles DROP INDEX. Names are resolved at the run. Options are checked by [`check_options`].
/// Fails with 40517 for a server name.
pub(in crate::statement) fn compile_drop(drop: &ast::DropIndex, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let mut indexes = Vec::with_capacity(drop.indexes.len());
    let online = drop.indexes.iter().map(|index| is_online(&index.options)).collect();
    for index in &drop.indexes {
        refuse_server(&index.table)?;
        check_options(&index.options)?;
        check_offline(&index.table, &index.options)?;
        indexes.push((object_name(&index.table), index.name.text.to_string()));
    }
    to.add(Box::new(IndexRemoval { if_exists: drop.if_exists, indexes, online }));
    Ok(())
}

/// Compiles ALTER INDEX. REORGANIZE rebuilds the index. LOB_COMPACTION has no effect. A partition
/// of all indexes, other options of REORGANIZE, and a name with a server fail with 40517, an
/// unknown option with 155.
pub(in crate::statement) fn compile_alter(alter: &AlterIndex, to: &mut dyn Compilation) -> Result<(), SqlError> {
    refuse_server(&alter.table)?;
    let index = alter.index.as_ref().map(|name| name.text.to_string());
    let table = object_name(&alter.table);
    let is_of_partition = matches!(alter.action.partition(), Some(Partition::Number(_)));
    let mut reorganizes = false;
    let options = match &alter.action {
        IndexAction::Rebuild { .. } if is_of_partition && index.is_none() => {
            return Err(unsupported("ALTER INDEX REBUILD PARTITION"));
        }
        IndexAction::Reorganize { .. } if is_of_partition && index.is_none() => {
            return Err(unsupported("ALTER INDEX REORGANIZE PARTITION"));
        }
        IndexAction::Rebuild { options, .. } => {
            OptionsOf::RebuildIndex.check(options)?;
            check_offline(&alter.table, options)?;
            options.clone()
        }
        IndexAction::Reorganize { options, .. } => {
            reorganizes = true;
            // LOB_COMPACTION has no effect.
            let is_known = |option: &NamedOption| option.name.is("LOB_COMPACTION") && option.list.is_empty();
            if let Some(option) = options.iter().find(|option| !is_known(option)) {
                return Err(unsupported(&format!("index option {}", option.name.text.to_uppercase())));
            }
            Vec::new()
        }
        IndexAction::Disable => {
            to.add(Box::new(IndexDisabling { table, index }));
            return Ok(());
        }
        IndexAction::Set(options) => {
            OptionsOf::SetIndex.check(options)?;
            options.clone()
        }
    };
    let keeps_storage = matches!(alter.action, IndexAction::Set(_));
    let (of_rows, moves, low_priority) = (false, false, None);
    let rebuild =
        Rebuild { table, index, of_rows, keeps_storage, reorganizes, moves, is_of_partition, options, low_priority };
    add_rebuild(rebuild, to)
}

/// Compiles ALTER TABLE REBUILD.
pub(in crate::statement) fn compile_table_rebuild(
    table: ObjectName,
    options: Vec<NamedOption>,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    let (of_rows, keeps_storage, reorganizes, moves, low_priority) = (true, false, false, false, None);
    let (index, is_of_partition) = (None, false);
    let rebuild =
        Rebuild { table, index, of_rows, keeps_storage, reorganizes, moves, is_of_partition, options, low_priority };
    add_rebuild(rebuild, to)
}

/// Gives an index, or the rows of a table, new pages in the lowest free extents, as REBUILD does.
/// All options stay. In a transaction of its own. Fails as REBUILD does.
pub fn move_pages(env: &mut Env<'_, '_>, table: &ObjectName, index: Option<&str>) -> Result<(), SqlError> {
    let (of_rows, keeps_storage, reorganizes, moves) = (index.is_none(), false, false, true);
    let (table, index, options) = (table.clone(), index.map(str::to_owned), Vec::new());
    let (is_of_partition, low_priority) = (false, None);
    let rebuild =
        Rebuild { table, index, of_rows, keeps_storage, reorganizes, moves, is_of_partition, options, low_priority };
    define(env, |env| rebuild_named(env, &rebuild))
}

/// Fails with 1917 for ONLINE = ON on a local temporary table.
fn check_offline(table: &ast::ObjectName, options: &[NamedOption]) -> Result<(), SqlError> {
    let is_local = table.name.text.starts_with('#') && !table.name.text.starts_with("##");
    match is_local && is_online(options) {
        true => Err(SqlError::online_index_of_temporary_table()),
        false => Ok(()),
    }
}

/// Adds a rebuild after a check of its options.
fn add_rebuild(mut rebuild: Rebuild, to: &mut dyn Compilation) -> Result<(), SqlError> {
    rebuild.low_priority = take_low_priority(&mut rebuild.options)?;
    changed_options(IndexOptions::default(), &rebuild.options)?;
    to.add(Box::new(rebuild));
    Ok(())
}

impl Command for IndexCreation {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.alter(&self.table, &SqlError::object_not_found(&self.table).in_state(12))
    }

    fn class(&self) -> StatementClass {
        StatementClass::Index
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            index_event(env, EventType::CREATE_INDEX, &self.table, self.index.name.as_deref()).into_iter().collect()
        })
    }

    /// Creates the index, inside the session's transaction or in a transaction of its own. Fails
    /// with 1088 if the table doesn't exist.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let table = define(env, |env| create(env, &self.table, &self.index))?;
        warn_of_long_keys(env, &table, self.index.name.as_deref());
        Ok(())
    }
}

impl Command for IndexRemoval {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        let shown = |(table, index): &(ObjectName, String)| format!("{table}.{index}");
        self.indexes.iter().try_for_each(|index| rights.alter(&index.0, &undropped("index", &shown(index))))
    }

    fn class(&self) -> StatementClass {
        StatementClass::Index
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            let existing = self.indexes.iter().filter(|(table, index)| indexes_of(env, table, Some(index)).len() == 1);
            existing.filter_map(|(table, index)| index_event(env, EventType::DROP_INDEX, table, Some(index))).collect()
        })
    }

    /// Drops the indexes. Each index is a statement of its own: a failure keeps the indexes dropped
    /// before.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        for ((table, index), online) in self.indexes.iter().zip(&self.online) {
            define(env, |env| drop_one(env, self.if_exists, (table, index), *online))?;
        }
        Ok(())
    }
}

impl Command for Rebuild {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.alter(&self.table, &SqlError::object_not_found(&self.table).in_state(12))
    }

    fn class(&self) -> StatementClass {
        StatementClass::Index
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            if self.of_rows {
                return env.object_event(EventType::ALTER_TABLE, &self.table, "TABLE").into_iter().collect();
            }
            altering_events(env, &self.table, self.index.as_deref())
        })
    }

    /// Rebuilds one index, all indexes, or the rows of a table. Fails with 2727 if the index
    /// doesn't exist, with 7729 if it should have partitions, and with 1222 at the end of a wait at
    /// low priority.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let rebuild = |env: &mut Env<'_, '_>| {
            self.low_priority.map_or(Ok(()), |wait| wait.wait(env, &self.table))?;
            rebuild_named(env, self)
        };
        Ok(define(env, rebuild)?)
    }
}

fn create(env: &mut Env<'_, '_>, table: &ObjectName, index: &IndexDefinition) -> Result<Table, SqlError> {
    let (altered, view) = match take_to_read(env, table, SqlError::object_not_found) {
        Err(error) if error.number == NO_TABLE => {
            let view = take_view(env, table, index)?;
            let view =
                view.ok_or_else(|| other_object(env, table, SqlError::index_on_other_object).unwrap_or(error))?;
            (view.altered.clone(), Some(view))
        }
        altered => (altered?, None),
    };
    altered.check_access()?;
    if index.clustered == Some(true) || index.drops_existing {
        altered.database.check_writable(&altered.table, |_| true)?;
    }
    if index.filegroup.is_none() {
        let of_table = altered.database.storage.space.filegroup_of(altered.table.root.file);
        altered.database.check_for_new_objects(of_table)?;
    }
    let base = with_stored(env, &altered, index)?;
    let mut new = Table::clone(&base);
    if index.clustered == Some(true) {
        // A new clustered index enables the disabled nonclustered ones.
        new.indexes.iter_mut().for_each(|own| own.is_disabled = false);
    }
    new.name.clone_from(&altered.shown);
    let new_id = || altered.database.new_object();
    let filegroup = |name: &str| altered.database.filegroup(name);
    let replaced = if index.drops_existing { Some(take_replaced(&mut new, index)?) } else { None };
    resolve_indexes(&mut new, std::slice::from_ref(index), &new_id, &filegroup)?;
    if let Some(view) = &view {
        view.check_key(&new, index)?;
    }
    check_rows("alter", &altered.shown, &new)?;
    if let Some(replaced) = replaced {
        take_place(&mut new, replaced)?;
        if altered.lost_key(env, &new).is_some() {
            return Err(SqlError::replaced_index_differs(index.name.as_deref().unwrap_or_default()));
        }
    }
    // Messages about the filter show the table's name as the user wrote it.
    new.name = table.to_string();
    filter_indexes(&mut new, std::slice::from_ref(index))?;
    new.name.clone_from(&altered.table.name);
    let is_new = |own: &&Index| index.name.as_ref().is_some_and(|name| name::same(&own.name, name));
    if new.indexes.iter().filter(is_new).any(|own| index_needs_options(&new, own)) {
        check_required_options(env.state.options.meaning, "CREATE INDEX")?;
    }
    let new = build(env.state, env.context, &altered.database, &base, new)?;
    altered.define(env, &new)?;
    Ok(new)
}

/// Returns the table with the values of all computed columns of the index stored in the rows.
fn with_stored(env: &mut Env<'_, '_>, altered: &Altered, index: &IndexDefinition) -> Result<Arc<Table>, SqlError> {
    let mut stored = Table::clone(&altered.table);
    let (names, variables) = (env.names(), Variables::default());
    let is_new = Binder::new(&names, &variables).store_indexed(&mut stored, std::slice::from_ref(index))?;
    if !is_new {
        return Ok(Arc::clone(&altered.table));
    }
    let stored = Arc::new(stored);
    rewrite_rows(env, altered, &stored, &[])?;
    Ok(stored)
}

/// Drops an index. Fails with 3701 if it doesn't exist and with 3723 if it belongs to a constraint.
fn drop_one(
    env: &mut Env<'_, '_>,
    if_exists: bool,
    (table, written): (&ObjectName, &str),
    is_online: bool,
) -> Result<(), SqlError> {
    let shown = format!("{table}.{written}");
    let unknown = || SqlError::cannot_drop("drop", "index", &shown);
    let altered = match take_indexed(env, table, SqlError::object_not_found) {
        Ok(altered) => altered,
        Err(error) if error.number == NO_TABLE && if_exists => return Ok(()),
        Err(error) if error.number == NO_TABLE => return Err(unknown()),
        Err(error) => return Err(error),
    };
    let mut new = Table::clone(&altered.table);
    let Some(place) = place_of(&new, written) else {
        return if if_exists { Ok(()) } else { Err(unknown()) };
    };
    let index = new.indexes.remove(place);
    if is_online && !index.is_clustered() {
        return Err(SqlError::only_clustered_dropped_online());
    }
    if new.is_of_view() && index.is_clustered() {
        return drop_clustered(env, &altered);
    }
    if let Some(constraint) = index.constraint {
        let kind = if constraint.is_primary { "PRIMARY KEY" } else { "UNIQUE KEY" };
        return Err(SqlError::drop_of_constraint_index(shown, kind));
    }
    if altered.lost_key(env, &new).is_some() {
        return Err(SqlError::drop_of_constraint_index(shown, "FOREIGN KEY").in_state(6));
    }
    rebuild(env, &altered, new).map(drop)
}

fn rebuild_named(env: &mut Env<'_, '_>, wanted: &Rebuild) -> Result<(), SqlError> {
    let altered = match wanted.of_rows {
        true => take(env, &wanted.table, SqlError::alter_object_not_found),
        false => take_indexed(env, &wanted.table, SqlError::object_not_found),
    }?;
    let mut new = Table::clone(&altered.table);
    if let Some(index) = &wanted.index
        && place_of(&new, index).is_none()
    {
        return Err(SqlError::index_not_found(index));
    }
    if let Some(index) = wanted.index.as_ref().filter(|_| wanted.is_of_partition) {
        return Err(SqlError::index_not_partitioned(index));
    }
    let compression = compression_in(&wanted.options)?;
    if wanted.of_rows && new.clustered().is_none() {
        // Heap rows get new locators, so all indexes are rebuilt with the heap.
        new.root = PageId::NONE;
        new.options.compression = compression.unwrap_or(new.options.compression);
    }
    // A rebuild without the option is a rebuild with OFF, its default.
    let no_recompute = no_recompute_in(&wanted.options);
    let is_rebuilt = !(wanted.keeps_storage || wanted.reorganizes || wanted.of_rows || wanted.moves);
    let no_recompute = if is_rebuilt { Some(no_recompute == Some(true)) } else { no_recompute };
    let mut recomputed = Vec::new();
    let has_disabled_rows = altered.table.disabled_clustered().is_some();
    for own in &mut new.indexes {
        let is_wanted = wanted.index.as_ref().is_none_or(|index| name::same(&own.name, index));
        if is_wanted && wanted.reorganizes && own.options.denies_page_locks {
            return Err(SqlError::reorganize_without_page_locks(&own.name, &altered.shown));
        }
        if is_wanted && own.is_disabled && (wanted.reorganizes || wanted.keeps_storage) {
            if wanted.index.is_none() && wanted.reorganizes {
                continue;
            }
            return Err(SqlError::operation_on_disabled_index(&own.name, "table", &altered.shown));
        }
        if is_wanted && is_rebuilt && index_needs_options(&altered.table, own) {
            check_required_options(env.state.options.meaning, "ALTER INDEX")?;
        }
        if is_wanted && has_disabled_rows && !own.is_clustered() && wanted.index.is_some() {
            let (name, table, cause) = (&own.name, &altered.shown, "clustered index");
            return Err(SqlError::index_under_disabled_index("rebuild", "index", name, "table", table, cause));
        }
        if is_wanted && (own.is_clustered() || !wanted.of_rows) {
            if !wanted.keeps_storage {
                (own.root, own.is_disabled) = (PageId::NONE, false);
            }
            let options = changed_options(own.options, &wanted.options)?;
            if options.ignore_dup_key && !own.options.ignore_dup_key {
                check_ignore_dup_key(&new.name, own)?;
            }
            own.options = options;
            let compressed = if own.is_clustered() { &mut new.options.compression } else { &mut own.compression };
            *compressed = compression.unwrap_or(*compressed);
            recomputed.extend(no_recompute.map(|no_recompute| (own.clone(), no_recompute)));
        }
    }
    for (index, no_recompute) in &recomputed {
        set_no_recompute(&mut new, index, *no_recompute);
    }
    check_rows("alter", &altered.shown, &new)?;
    if new.is_of_view() && has_disabled_rows && new.disabled_clustered().is_none() {
        let fresh = with_new_rows(env, &altered)?;
        let new = build(env.state, env.context, &altered.database, &fresh.table, new)?;
        return altered.define(env, &new);
    }
    rebuild(env, &altered, new).map(drop)
}

/// Checks that ALTER INDEX can set IGNORE_DUP_KEY. Fails with 1979 for the index of a constraint,
/// with 1915 for a nonunique index, with 10618 for a filtered index.
fn check_ignore_dup_key(table: &str, index: &Index) -> Result<(), SqlError> {
    match index {
        Index { constraint: Some(_), .. } => Err(SqlError::option_of_constraint_index(&index.name)),
        Index { unique: false, .. } => Err(SqlError::nonunique_index_ignores_duplicates(&index.name)),
        Index { filter: Some(_), .. } => Err(SqlError::filtered_index_ignores_duplicates("alter", &index.name, table)),
        _ => Ok(()),
    }
}

/// Builds the storage that `new` has and the table lacks, and replaces the definition by `new`.
fn rebuild(env: &mut Env<'_, '_>, altered: &Altered, new: Table) -> Result<Table, SqlError> {
    let new = build(env.state, env.context, &altered.database, &altered.table, new)?;
    altered.define(env, &new)?;
    Ok(new)
}

fn place_of(table: &Table, index: &str) -> Option<usize> {
    table.indexes.iter().position(|own: &Index| name::same(&own.name, index))
}

/// "Cannot find the object": the error for a table that doesn't exist.
const NO_TABLE: i32 = 1088;
