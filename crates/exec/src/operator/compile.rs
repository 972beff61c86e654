//! From a plan to operators.

use super::Operator;
use super::aggregate::{Aggregate, AggregateColumn};
use super::filter::Filter;
use super::one_row::OneRow;
use super::project::Project;
use super::scan::Scan;
use super::sort::Sort;
use super::top::Top;
use super::values::Values;
use super::view::ViewScan;
use crate::code::Builder;
use crate::database::Database;
use crate::names::SessionNames;
use crate::snapshots::Sources;
use crate::storage_error::sql_error;
use crate::table_rows::TableRows;
use crate::temporary;
use sluice_access::Granule;
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_plan::{Expr, GeneratorTarget, Node, ScanTarget, ViewTarget};
use sluice_txn::{LockMode, Resource};
use sluice_types::{KeyColumn, SqlError};

/// Compiles the plans of one statement.
pub struct Planner<'p> {
    /// The session's names.
    pub names: &'p SessionNames<'p>,
    /// Where the expressions' code goes.
    pub builder: &'p mut Builder,
    /// The locks that the statement needs: of the tables that it uses, and of the databases that it names.
    pub locks: Vec<(Resource, LockMode)>,
    /// The databases that it names, tempdb aside.
    pub named: Vec<Arc<Database>>,
    /// The tables that it names, as far as a snapshot has to know of them.
    pub sources: Sources,
    /// By what the rows of scans are locked where they are: row by row where some of them may not be wanted.
    pub granule: Granule,
    /// Whether it names tempdb, which is never dropped: the plan stays good as long as the names there do.
    pub temporary: bool,
}

/// The operators of `node`.
pub fn compile(planner: &mut Planner<'_>, node: &Node) -> Result<Box<dyn Operator>, SqlError> {
    Ok(match node {
        Node::OneRow => Box::new(OneRow),
        Node::Values(rows) => {
            let rows = rows.iter().map(|row| planner.builder.row(row));
            Box::new(Values { rows: rows.collect() })
        }
        Node::Scan(target) => Box::new(planner.scan(target)?),
        Node::View(target) => Box::new(planner.view(target)?),
        Node::Filter(input, condition) => {
            let input = planner.by_rows(input)?;
            Box::new(Filter { input, condition: planner.builder.condition_piece(condition) })
        }
        Node::Project(input, expressions) => {
            let input = compile(planner, input)?;
            Box::new(Project { input, expressions: planner.builder.row(expressions) })
        }
        Node::Sort(input, keys) => {
            let input = compile(planner, input)?;
            let keys = keys.iter().map(|key| (planner.builder.piece(&key.expr), key.descending)).collect();
            Box::new(Sort { input, keys })
        }
        Node::Top(input, count) => {
            let input = planner.by_rows(input)?;
            Box::new(Top { input, count: planner.builder.piece(count) })
        }
        Node::Aggregate(input, groups, aggregates) => {
            let input = compile(planner, input)?;
            let keys = groups.iter().map(|group| KeyColumn::ascending(group.data_type)).collect();
            let groups = planner.pieces(groups);
            let aggregates = aggregates.iter().map(|aggregate| AggregateColumn {
                kind: aggregate.kind,
                argument: aggregate
                    .argument
                    .as_ref()
                    .map(|argument| (planner.builder.piece(argument), argument.data_type)),
                distinct: aggregate.distinct,
                data_type: aggregate.data_type,
            });
            let aggregates = aggregates.collect();
            Box::new(Aggregate { input, groups, keys, aggregates })
        }
    })
}

impl Planner<'_> {
    /// The database `name`, or the current one.
    pub fn database(&mut self, name: Option<&str>) -> Result<Arc<Database>, SqlError> {
        let found = self.names.database(name);
        let database = found.ok_or_else(|| SqlError::database_not_found(name.unwrap_or_default()))?;
        match name {
            Some(_) if database.storage.is_temporary() => self.temporary = true,
            Some(_) => {
                self.locks.push((database.resource(), LockMode::Shared));
                self.named.push(Arc::clone(&database));
            }
            None => {}
        }
        Ok(database)
    }

    /// Enters what the statement draws values from.
    pub fn generator(&mut self, target: &GeneratorTarget) -> Result<(), SqlError> {
        let (GeneratorTarget::Sequence { database, .. } | GeneratorTarget::Identity { database, .. }) = target;
        let database = self.database(database.as_deref())?;
        let generator = match target {
            GeneratorTarget::Sequence { sequence, .. } => {
                self.locks.push((database.table(sequence.id), LockMode::IntentShared));
                database.generator(sequence)
            }
            GeneratorTarget::Identity { table, .. } => {
                self.lock(&database, table, LockMode::IntentShared);
                database.identity(table)
            }
        };
        self.builder.generator(generator.map_err(|error| sql_error(&error, &database.name))?);
        Ok(())
    }

    /// The operators of `node`, of whose rows some may not be wanted.
    fn by_rows(&mut self, node: &Node) -> Result<Box<dyn Operator>, SqlError> {
        let before = std::mem::replace(&mut self.granule, Granule::Row);
        let input = compile(self, node);
        self.granule = before;
        input
    }

    fn scan(&mut self, target: &ScanTarget) -> Result<Scan, SqlError> {
        let database = self.database(target.database.as_deref())?;
        let table = &target.table;
        self.lock(&database, table, LockMode::IntentShared);
        if !database.storage.is_temporary() {
            self.sources.read.push(Arc::clone(&database));
        }
        let (is_variable, granule) = (table.is_variable(), self.granule);
        Ok(Scan { rows: TableRows::new(database, table), table: Arc::clone(table), is_variable, granule })
    }

    /// Notes that the statement needs a table in `mode`; a table variable is nobody else's.
    pub fn lock(&mut self, database: &Arc<Database>, table: &Table, mode: LockMode) {
        if table.is_variable() {
            return;
        }
        self.locks.push((database.table(table.id), mode));
        if !temporary::is_private(&table.name) {
            self.sources.tables.push((Arc::clone(database), table.id));
        }
    }

    fn view(&mut self, target: &ViewTarget) -> Result<ViewScan, SqlError> {
        let database = self.database(target.database.as_deref())?;
        let view = self.names.host.view(target.def.schema, target.def.name);
        let view = view.ok_or_else(|| SqlError::invalid_object_name(target.def.name))?;
        Ok(ViewScan { view, database })
    }

    fn pieces(&mut self, expressions: &[Expr]) -> Vec<crate::code::Piece> {
        expressions.iter().map(|expr| self.builder.piece(expr)).collect()
    }
}
