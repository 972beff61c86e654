//! From a plan to operators.

use super::aggregate::{Aggregate, AggregateColumn};
use super::compute::Compute;
use super::filter::Filter;
use super::join::{Join, Method};
use super::offset::Offset;
use super::one_row::OneRow;
use super::scan::Scan;
use super::sort::Sort;
use super::top::Top;
use super::union::Union;
use super::values::Values;
use super::view::ViewScan;
use super::{Operator, Plan, Subplan};
use crate::code::{Builder, Piece, Reg};
use crate::database::Database;
use crate::names::SessionNames;
use crate::snapshots::Sources;
use crate::storage_error::sql_error;
use crate::table_rows::TableRows;
use crate::temporary;
use sluice_access::Granule;
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_plan::{ColumnId, Expr, GeneratorTarget, JoinMethod, Node, Rows, ScanTarget, Subquery, ViewTarget};
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

/// An operator, and the sources that its rows are of.
type Compiled = (Box<dyn Operator>, Vec<usize>);

impl Planner<'_> {
    /// The plan of a query.
    pub fn plan(&mut self, rows: &Rows) -> Result<Plan, SqlError> {
        self.plan_with(rows, |builder, _, value| builder.value(value, None))
    }

    /// The same; `value` makes the code of each value.
    pub fn plan_with(
        &mut self,
        rows: &Rows,
        value: impl Fn(&mut Builder, usize, &Expr) -> Reg,
    ) -> Result<Plan, SqlError> {
        let (operator, _) = self.compile(&rows.node)?;
        Ok(Plan { operator, values: self.builder.row_with(&rows.values, value) })
    }

    /// The plan of an expression's subquery.
    pub fn subplan(&mut self, subquery: &Subquery) -> Result<Subplan, SqlError> {
        let plan = self.plan(&subquery.rows)?;
        Ok(Subplan { plan, exists: subquery.exists, is_correlated: !subquery.outer.is_empty() })
    }

    /// Makes the operators from the bottom up, so that the columns that an expression reads have their places.
    fn compile(&mut self, node: &Node) -> Result<Compiled, SqlError> {
        Ok(match node {
            Node::OneRow => (Box::new(OneRow), Vec::new()),
            Node::Values(columns, rows) => {
                let rows = rows.iter().map(|row| self.builder.row(row)).collect();
                let source = self.builder.source(columns, None);
                (Box::new(Values { source, rows }), vec![source])
            }
            Node::Scan(target) => self.scan(target)?,
            Node::View(target) => self.view(target)?,
            Node::Filter(input, condition) => {
                let (input, sources) = self.by_rows(input)?;
                let condition = self.builder.condition_piece(condition);
                (Box::new(Filter { input, condition }), sources)
            }
            Node::Compute(input, computed) => {
                let (input, mut sources) = self.compile(input)?;
                let values = computed.iter().map(|(_, expr)| self.builder.piece(expr)).collect();
                let columns: Vec<_> = computed.iter().map(|(id, _)| *id).collect();
                let source = self.builder.source(&columns, None);
                sources.push(source);
                (Box::new(Compute { input, source, values }), sources)
            }
            Node::Sort(input, keys) => {
                let (input, sources) = self.compile(input)?;
                let keys = keys.iter().map(|key| (self.builder.piece(&key.expr), key.descending)).collect();
                (Box::new(Sort { input, sources: sources.clone(), keys }), sources)
            }
            Node::Top(input, top) => {
                let (input, sources) = self.by_rows(input)?;
                let count = self.builder.piece(&top.count);
                let ties = top.ties.as_ref().map(|ties| self.pieces(ties));
                (Box::new(Top { input, sources: sources.clone(), count, percent: top.percent, ties }), sources)
            }
            Node::Offset(input, skip, fetch) => {
                let (input, sources) = self.by_rows(input)?;
                let skip = self.builder.piece(skip);
                let fetch = fetch.as_ref().map(|fetch| self.builder.piece(fetch));
                (Box::new(Offset { input, skip, fetch }), sources)
            }
            Node::Aggregate(input, groups, aggregates) => self.aggregate(input, groups, aggregates)?,
            Node::Join(join) => self.join(join)?,
            Node::Union(columns, inputs) => {
                let inputs = inputs.iter().map(|input| self.plan(input)).collect::<Result<_, _>>()?;
                let source = self.builder.source(columns, None);
                (Box::new(Union { inputs, source }), vec![source])
            }
        })
    }

    fn aggregate(
        &mut self,
        input: &Node,
        groups: &[(ColumnId, Expr)],
        aggregates: &[(ColumnId, sluice_plan::Aggregate)],
    ) -> Result<Compiled, SqlError> {
        let (input, _) = self.compile(input)?;
        let keys = groups.iter().map(|(_, group)| KeyColumn::ascending(group.data_type)).collect();
        let pieces = groups.iter().map(|(_, group)| self.builder.piece(group)).collect();
        let made = aggregates.iter().map(|(_, aggregate)| AggregateColumn {
            kind: aggregate.kind,
            argument: aggregate.argument.as_ref().map(|argument| (self.builder.piece(argument), argument.data_type)),
            distinct: aggregate.distinct,
            data_type: aggregate.data_type,
        });
        let made = made.collect();
        let columns: Vec<_> = groups.iter().map(|(id, _)| *id).chain(aggregates.iter().map(|(id, _)| *id)).collect();
        let source = self.builder.source(&columns, None);
        Ok((Box::new(Aggregate { input, groups: pieces, keys, aggregates: made, source }), vec![source]))
    }

    fn join(&mut self, join: &sluice_plan::Join) -> Result<Compiled, SqlError> {
        let left = self.compile(&join.left)?;
        let right = self.compile(&join.right)?;
        let method = match &join.method {
            JoinMethod::Loop => Method::Loop,
            JoinMethod::Hash(left, right) => Method::Hash {
                keys: left.iter().map(|expr| KeyColumn::ascending(expr.data_type)).collect(),
                left: self.pieces(left),
                right: self.pieces(right),
            },
        };
        let on = join.on.as_ref().map(|on| self.builder.condition_piece(on));
        let sources = left.1.iter().chain(&right.1).copied().collect();
        Ok((Box::new(Join { kind: join.kind, left, right, on, method }), sources))
    }
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
    fn by_rows(&mut self, node: &Node) -> Result<Compiled, SqlError> {
        let before = std::mem::replace(&mut self.granule, Granule::Row);
        let input = self.compile(node);
        self.granule = before;
        input
    }

    fn scan(&mut self, target: &ScanTarget) -> Result<Compiled, SqlError> {
        let database = self.database(target.database.as_deref())?;
        let table = &target.table;
        self.lock(&database, table, LockMode::IntentShared);
        if !database.storage.is_temporary() {
            self.sources.read.push(Arc::clone(&database));
        }
        let rows = Arc::new(TableRows::new(database, table));
        let source = self.builder.source(&target.columns, Some(Arc::clone(&rows)));
        let (table, is_variable, granule) = (Arc::clone(table), table.is_variable(), self.granule);
        Ok((Box::new(Scan { rows, table, is_variable, granule, source }), vec![source]))
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

    fn view(&mut self, target: &ViewTarget) -> Result<Compiled, SqlError> {
        let database = self.database(target.database.as_deref())?;
        let view = self.names.host.view(target.def.schema, target.def.name);
        let view = view.ok_or_else(|| SqlError::invalid_object_name(target.def.name))?;
        let source = self.builder.source(&target.columns, None);
        Ok((Box::new(ViewScan { view, database, source }), vec![source]))
    }

    fn pieces(&mut self, expressions: &[Expr]) -> Vec<Piece> {
        expressions.iter().map(|expr| self.builder.piece(expr)).collect()
    }
}
