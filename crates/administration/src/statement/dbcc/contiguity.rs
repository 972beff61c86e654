//! DBCC SHOWCONTIG: the fragmentation of tables and indexes
//! (`t-sql/database-console-commands/dbcc-showcontig-transact-sql.md`).
//!
//! Only the leaf level of an index is shown, and no long values.

use crate::statement::dbcc::arguments::{name_in, option_word};
use crate::statement::dbcc::index_check::while_locked;
use crate::statement::dbcc::result_set::show;
use sluice_access::{BTree, LevelFigures, PhysicalScan, heap_figures, percent, tree_figures};
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_catalog::name::same;
use sluice_command::statement::{
    Command, CommandError, Compilation, Constants, Description, Env, EventSource, whole_number,
};
use sluice_plan::unsupported;
use sluice_query::code::Reg;
use sluice_query::code::context::Context;
use sluice_session::consequence::StatementClass;
use sluice_session::quoted_name;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{Dbcc, Expr, ExprKind};
use sluice_table::database::Database;
use sluice_txn::LockMode;
use sluice_types::{DataType, SqlError, Value};

/// A compiled SHOWCONTIG.
struct Contiguity {
    /// The table; `None` for all tables of the current database.
    table: Option<Argument>,
    /// The index; `None` for the heap or the clustered index.
    index: Option<Argument>,
    /// ALL_INDEXES.
    all_indexes: bool,
    /// TABLERESULTS: rows instead of messages.
    in_rows: bool,
    /// FAST: no leaf is read.
    is_fast: bool,
    /// Whether informational messages are sent.
    infos: bool,
}

/// An argument that names a table or an index.
#[derive(Clone)]
enum Argument {
    Name(String),
    Number(i64),
    /// A variable's register.
    Register(Reg),
}

/// A heap or an index, measured.
struct Measured {
    table: Arc<Table>,
    index: u16,
    index_name: Option<String>,
    figures: LevelFigures,
    /// Whether the pages' contents were read.
    is_read: bool,
}

/// Compiles SHOWCONTIG of a table and an index, each by name, number or variable. ALL_LEVELS has no
/// effect. Fails with 40517 for other arguments and options.
pub(super) fn compile(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let [table, index] = match dbcc.arguments.as_slice() {
        [] => [None, None],
        [table] => [Some(argument(table, to)?), None],
        [table, index] => [Some(argument(table, to)?), Some(argument(index, to)?)],
        _ => return Err(unsupported("DBCC SHOWCONTIG with these arguments")),
    };
    let mut call = Contiguity { table, index, all_indexes: false, in_rows: false, is_fast: false, infos: true };
    for option in &dbcc.options {
        match option_word(option).as_str() {
            "ALL_INDEXES" => call.all_indexes = true,
            "TABLERESULTS" => call.in_rows = true,
            "FAST" => call.is_fast = true,
            "ALL_LEVELS" => {}
            "NO_INFOMSGS" => call.infos = false,
            other => return Err(unsupported(&format!("DBCC SHOWCONTIG WITH {other}"))),
        }
    }
    to.add(Box::new(call));
    Ok(())
}

fn argument(written: &Expr, to: &mut dyn Compilation) -> Result<Argument, SqlError> {
    if let ExprKind::Variable(_) = &written.kind {
        return Ok(Argument::Register(to.emit_untyped(written)?.0));
    }
    match (whole_number(written), name_in(written)) {
        (Some(number), _) => Ok(Argument::Number(number)),
        (None, Some(name)) => Ok(Argument::Name(name)),
        (None, None) => Err(unsupported("DBCC SHOWCONTIG of something else than names and numbers")),
    }
}

impl Command for Contiguity {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        match &self.table {
            Some(Argument::Name(table)) => rights.dbcc_of_table(COMMAND, quoted_name::parse(table).as_ref()),
            Some(Argument::Number(_) | Argument::Register(_)) | None => rights.dbcc_of_database(COMMAND, None),
        }
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(show_contiguity(env, self)?)
    }

    fn has_end(&self) -> bool {
        false
    }

    fn description(&self, _constants: Constants<'_>) -> Description {
        Description::Unknown
    }
}

/// Shows the figures of the heaps and indexes. Fails with 2501 if the table doesn't exist, with
/// 7999 or 2591 if the index doesn't.
fn show_contiguity(env: &mut Env<'_, '_>, call: &Contiguity) -> Result<(), SqlError> {
    let (database, tables) = tables_of(env, call.table.as_ref())?;
    let mut rows = Vec::new();
    for table in tables {
        for (index, name, root) in units_of(env, call, &table)? {
            env.context.check_cancelled()?;
            let is_read = index == 0 || !call.is_fast;
            let figures = measure(env, (&database, &table), (index, root), is_read)?;
            let measured = Measured { table: Arc::clone(&table), index, index_name: name, figures, is_read };
            match call.in_rows {
                true => rows.push(measured.row()),
                false => measured.inform(env, database.id.0),
            }
        }
    }
    let shown = if call.in_rows { show(env, &COLUMNS, &rows) } else { 0 };
    if call.infos {
        env.inform(SqlError::dbcc_completed());
    }
    env.frame.globals.row_count = shown as i64;
    Ok(())
}

/// Returns the tables of a call and their database.
fn tables_of(env: &Env<'_, '_>, written: Option<&Argument>) -> Result<(Arc<Database>, Vec<Arc<Table>>), SqlError> {
    let here = Arc::clone(&env.state.database);
    let Some(written) = written else {
        let catalog = env.state.transaction.work.catalog(&here);
        let tables = catalog.stored_tables().into_iter().map(Arc::clone).collect();
        return Ok((here, tables));
    };
    match resolved(env, written) {
        Argument::Number(number) => {
            let unknown = || SqlError::table_not_found(number.to_string());
            let id = i32::try_from(number).map_err(|_| unknown())?;
            let catalog = env.state.transaction.work.catalog(&here);
            let table = Arc::clone(catalog.stored_table_by_id(ObjectId(id)).ok_or_else(unknown)?);
            Ok((here, vec![table]))
        }
        Argument::Name(written) => {
            let unknown = || SqlError::table_not_found(&written);
            let name = env.placed(&quoted_name::parse(&written).ok_or_else(unknown)?);
            let database = env.find_database_of(&name)?.ok_or_else(unknown)?;
            let table =
                Arc::clone(env.state.transaction.work.catalog(&database).stored_table(&name).ok_or_else(unknown)?);
            Ok((database, vec![table]))
        }
        Argument::Register(_) => Err(SqlError::invalid_dbcc_parameter("1")),
    }
}

/// Returns a variable's value as a number or a name. A NULL stays a register.
fn resolved(env: &Env<'_, '_>, written: &Argument) -> Argument {
    let Argument::Register(register) = written else { return written.clone() };
    let value = env.frame.get(*register);
    let name = || value.as_str().map(|name| Argument::Name(name.to_owned()));
    value.as_i64().map(Argument::Number).or_else(name).unwrap_or(Argument::Register(*register))
}

/// Returns number, name and root of the heap or index that a call asks for, or of all.
fn units_of(
    env: &Env<'_, '_>,
    call: &Contiguity,
    table: &Table,
) -> Result<Vec<(u16, Option<String>, PageId)>, SqlError> {
    let heap = table.clustered().is_none().then_some((0, None, table.root));
    let indexes = table.indexes.iter().filter(|index| !index.root.is_none());
    let indexes = indexes.map(|index| (index.id, Some(index.name.clone()), index.root));
    let mut units: Vec<_> = heap.into_iter().chain(indexes).collect();
    if call.all_indexes {
        return Ok(units);
    }
    match call.index.as_ref().map(|index| resolved(env, index)) {
        None => units.truncate(1),
        Some(Argument::Number(number)) => {
            let is_base = |id: u16| number == 0 && id <= 1;
            units.retain(|(id, ..)| i64::from(*id) == number || is_base(*id));
            if units.is_empty() {
                return Err(SqlError::index_id_not_in_catalog(number, &table.name));
            }
        }
        Some(Argument::Name(wanted)) => {
            let plain = wanted.trim_matches(['[', ']']);
            units.retain(|(_, name, _)| name.as_ref().is_some_and(|name| same(name, plain)));
            if units.is_empty() {
                return Err(SqlError::index_name_not_found(plain, &table.name));
            }
        }
        Some(Argument::Register(_)) => return Err(SqlError::invalid_dbcc_parameter("2")),
    }
    Ok(units)
}

/// Returns the figures of a heap or of an index's leaf level, under an intent shared lock.
fn measure(
    env: &mut Env<'_, '_>,
    (database, table): (&Arc<Database>, &Arc<Table>),
    (index, root): (u16, PageId),
    is_read: bool,
) -> Result<LevelFigures, SqlError> {
    let scan = if is_read { PhysicalScan::Detailed } else { PhysicalScan::Limited };
    while_locked(env, (database, table, LockMode::IntentShared), |_| match index {
        0 => heap_figures(&database.storage, (root, table.id), scan),
        _ => {
            let levels = tree_figures(&database.storage, &BTree::at(root, table.id), scan)?;
            Ok(levels.into_iter().next().unwrap_or_default())
        }
    })
}

impl Measured {
    /// The extent changes of a scan over contiguous pages, and of this one.
    fn counts(&self) -> (u64, u64) {
        let actual = if self.figures.pages == 0 { 0 } else { self.figures.extent_switches + 1 };
        (self.figures.pages.div_ceil(PAGES_OF_EXTENT), actual)
    }

    /// The ratio of both counts, in percent; 100 without pages.
    fn density(&self) -> f64 {
        let (best, actual) = self.counts();
        if actual == 0 { 100.0 } else { percent(best, actual) }
    }

    /// The parts of the pages and of the extents that are out of order, in percent. A heap has no
    /// order of pages.
    fn fragmentation(&self) -> (f64, f64) {
        let figures = &self.figures;
        let logical = if self.index == 0 { 0.0 } else { percent(figures.out_of_order, figures.ordered) };
        (logical, percent(figures.extents_out_of_order, figures.extents))
    }

    /// Sends the figures as messages 7942 to 7954.
    fn inform(&self, env: &mut Env<'_, '_>, database: u16) {
        let figures = &self.figures;
        let (best, actual) = self.counts();
        let (logical, of_extents) = self.fragmentation();
        let level = if self.index <= 1 { "TABLE" } else { "LEAF" };
        let per_extent = if figures.extents == 0 { 0.0 } else { figures.pages as f64 / figures.extents as f64 };
        let [one, two] = [|value: f64| format!("{value:.1}"), |value: f64| format!("{value:.2}")];
        env.inform(SqlError::contiguity_scan(COMMAND, &self.table.name));
        env.inform(SqlError::contiguity_table(&self.table.name, self.table.id.0, self.index, database));
        env.inform(SqlError::contiguity_level(level));
        env.inform(SqlError::contiguity_pages(figures.pages));
        if self.is_read {
            env.inform(SqlError::contiguity_extents(figures.extents));
        }
        env.inform(SqlError::contiguity_switches(figures.extent_switches));
        if self.is_read {
            env.inform(SqlError::contiguity_pages_per_extent(one(per_extent)));
        }
        env.inform(SqlError::contiguity_density(two(self.density()), best, actual));
        if self.index > 0 {
            env.inform(SqlError::contiguity_logical(two(logical)));
        }
        env.inform(SqlError::contiguity_of_extents(two(of_extents)));
        if self.is_read {
            env.inform(SqlError::contiguity_free_bytes(one(figures.records.free_average())));
            env.inform(SqlError::contiguity_fullness(two(figures.records.fullness())));
        }
    }

    /// Returns the row of TABLERESULTS. The values that a fast scan doesn't have are NULL.
    fn row(&self) -> Vec<Value> {
        let figures = &self.figures;
        let records = &figures.records;
        let ((best, actual), (logical, of_extents)) = (self.counts(), self.fragmentation());
        let big = |count: u64| Value::BigInt(i64::try_from(count).unwrap_or(i64::MAX));
        let read = |value: Value| if self.is_read { value } else { Value::Null };
        let bytes = |count: u64| Value::Int(i32::try_from(count).unwrap_or(i32::MAX));
        vec![
            Value::text(self.table.name.as_str()),
            Value::Int(self.table.id.0),
            self.index_name.as_deref().map_or(Value::Null, Value::text),
            Value::Int(self.index.into()),
            Value::Int(0),
            big(figures.pages),
            read(big(records.live)),
            read(bytes(records.bytes_min)),
            read(bytes(records.bytes_max)),
            read(Value::Float(records.bytes_average())),
            read(big(records.stubs)),
            read(big(figures.extents)),
            big(figures.extent_switches),
            read(Value::Float(records.free_average())),
            read(Value::Float(records.fullness())),
            Value::Float(self.density()),
            big(best),
            big(actual),
            Value::Float(logical),
            read(Value::Float(of_extents)),
        ]
    }
}

const COMMAND: &str = "SHOWCONTIG";
const PAGES_OF_EXTENT: u64 = 8;
/// Columns of TABLERESULTS.
const COLUMNS: [(&str, DataType); 20] = [
    ("ObjectName", DataType::SYSNAME),
    ("ObjectId", DataType::Int),
    ("IndexName", DataType::SYSNAME),
    ("IndexId", DataType::Int),
    ("Level", DataType::Int),
    ("Pages", DataType::BigInt),
    ("Rows", DataType::BigInt),
    ("MinimumRecordSize", DataType::Int),
    ("MaximumRecordSize", DataType::Int),
    ("AverageRecordSize", DataType::Float),
    ("ForwardedRecords", DataType::BigInt),
    ("Extents", DataType::BigInt),
    ("ExtentSwitches", DataType::BigInt),
    ("AverageFreeBytes", DataType::Float),
    ("AveragePageDensity", DataType::Float),
    ("ScanDensity", DataType::Float),
    ("BestCount", DataType::BigInt),
    ("ActualCount", DataType::BigInt),
    ("LogicalFragmentation", DataType::Float),
    ("ExtentFragmentation", DataType::Float),
];
