//! INSERT: the assignment of values to columns.

use super::bound::BoundQuery;
use super::bound::BoundSource;
use super::browse::refuse_browsed_change;
use super::change_source::check_over_change;
use super::derived::unified_rows;
use super::firing::RowChanges;
use super::output::Changed;
use super::references::RowChangeKind;
use super::rules::source_of;
use super::select::{assigns, has_aggregate_expr, has_row_limit};
use super::source::AGGREGATE_IN_WHERE;
use super::table_hints::HintedUse;
use super::target::ChangeTarget;
use super::target::{columns_given, reads_table, refuse_rowversion, rowversion_given, written_name};
use super::{Binder, literal};
use sluice_base::sync::Arc;
use sluice_catalog::LockHints;
use sluice_catalog::security::codes;
use sluice_catalog::{ObjectName, Table, name};
use sluice_definition::refusal::unsupported;
use sluice_definition::required_options::check_table_options;
use sluice_plan::expression::{ColumnId, Expr, ExprKind};
use sluice_plan::physical::{Node, Rows};
use sluice_plan::statement::{BoundInsert, GeneratorTarget, IdentityUse};
use sluice_plan::subquery_uses::reads_of_expr;
use sluice_syntax::Span;
use sluice_syntax::ast::{self, InsertSource};
use sluice_types::convert::check_implicit;
use sluice_types::{DataType, SqlError, Value};

/// The target of an INSERT: name, table with the columns of a view's scan, ordinals of the given
/// columns, and the target as a view shows it.
type InsertTarget = (ObjectName, (Arc<Table>, Vec<ColumnId>), Vec<usize>, Option<ChangeTarget>);

impl Binder<'_> {
    /// Binds an INSERT with its hints and common table expressions.
    pub(super) fn bind_insert(&mut self, insert: &ast::Insert) -> Result<BoundInsert, SqlError> {
        self.take_hints(&insert.hints)?;
        self.with_common_tables(&insert.with, |binder| binder.bind_insert_here(insert))
    }

    fn bind_insert_here(&mut self, insert: &ast::Insert) -> Result<BoundInsert, SqlError> {
        let (name, (table, through), given, view) = self.insert_target(insert)?;
        check_table_options(&table, self.options(), "INSERT")?;
        let has_list = !insert.columns.is_empty();
        let written = name.to_string();
        let with_identity = |error: SqlError, values: usize| match table.identity() {
            // 8101: an explicit value for the identity column needs a column list.
            Some(_) if !has_list && values == given.len() + 1 => {
                SqlError::identity_insert_without_column_list(&written)
            }
            _ => error,
        };
        let source = match &insert.source {
            InsertSource::Values(rows) => {
                let target = (&*table, name.database.as_ref());
                let values = self.bind_values(rows, target, (&given, has_list), &with_identity);
                let values = values.map_err(|error| match error.number {
                    AGGREGATE_IN_WHERE if rows.iter().flatten().any(has_aggregate_expr) => {
                        SqlError::aggregate_in_values()
                    }
                    _ => error,
                })?;
                self.draws.constructed = if rows.len() > 1 { self.draws.targets.len() } else { 0 };
                values
            }
            InsertSource::Query(query) => {
                refuse_rowversion(&table, &given)?;
                refuse_browsed_change(query)?;
                let rows =
                    self.taking_changes(|binder| binder.bind_insert_query(query, &given, has_list, &with_identity))?;
                if self.nesting.met.is_some() {
                    check_over_change(query)?;
                    self.refuse_functions_over_change(query)?;
                    if !through.is_empty() {
                        return Err(SqlError::nested_insert_target_is_view(written_name(&insert.target)));
                    }
                }
                rows
            }
            InsertSource::DefaultValues => Rows { node: Node::OneRow, values: Vec::new() },
            InsertSource::Execute(_) => return Err(unsupported("INSERT EXECUTE")),
        };
        let inner = self.nesting.met.take().map(Box::new);
        let source = match self.bind_top(insert.top.as_ref(), &[])? {
            Some(top) => Rows { node: Node::Top(Box::new(source.node), top), values: source.values },
            None => source,
        };
        let in_subquery = self.subqueries.iter().any(|query| reads_table(&query.rows.node, &table));
        // A function that isn't schema-bound may read the table.
        let in_function = self.functions.iter().any(|function| !function.module.options.is_schema_bound);
        let reads_target = in_subquery || in_function || reads_table(&source.node, &table);
        let is_default = matches!(insert.source, InsertSource::DefaultValues);
        let given = if is_default { Vec::new() } else { given };
        self.draws.is_limited =
            insert.top.is_some() || matches!(&insert.source, InsertSource::Query(query) if has_row_limit(query));
        self.draws.is_over_change = inner.is_some();
        let mut bound = self.complete((table, &through), name.database, source, &given, reads_target)?;
        // OUTPUT INTO has defaults of its own.
        (self.draws.is_over_change, self.draws.constructed) = (false, 0);
        let row: Vec<ColumnId> = self.new_row(&bound.table.columns);
        let source = source_of(&bound.table, &row);
        let (database, table) = (bound.database.clone(), Arc::clone(&bound.table));
        let noted = self.needs.len();
        self.note_table(database.as_ref(), &table, &source);
        self.note_optional(noted);
        let (hints, reading, unchanged, derived) = (LockHints::default(), Vec::new(), Vec::new(), Vec::new());
        let target = ChangeTarget { database, table, hints, row, source, reading, unchanged, derived };
        let changed = Changed { target: &target, inserted: true, deleted: false, others: Vec::new(), is_merge: false };
        bound.inner = inner;
        bound.hints = self.target_hints(&insert.target, HintedUse::Insert)?;
        let changed = Changed { target: view.as_ref().unwrap_or(&target), ..changed };
        bound.output = self.bind_output(insert.output.as_ref(), changed)?;
        let row_changes = RowChanges::insert(target.table.columns.len());
        bound.capture = self.bind_capture(&target, row_changes, insert.output.as_ref())?;
        if bound.inner.is_some() && self.has_triggers(target.database.as_deref(), &target.table) {
            return Err(SqlError::nested_insert_target_has_triggers(&target.table.name));
        }
        if bound.inner.is_some()
            && let Some(key) = self.related_key(target.database.as_deref(), &target.table)
        {
            return Err(SqlError::nested_insert_target_has_foreign_key(&target.table.name, key));
        }
        Ok(bound)
    }

    /// Resolves the target table, the columns by which a view shows it, and the ordinals of the
    /// given columns. The columns of a view must belong to one table (4405) and be stored columns
    /// (4406).
    fn insert_target(&mut self, insert: &ast::Insert) -> Result<InsertTarget, SqlError> {
        let (subqueries, noted) = (self.subqueries.len(), self.needs.len());
        let Some(BoundSource { node, sources }) = self.bind_view_target(&insert.target)? else {
            let (name, table) = self.resolve_target(&insert.target)?;
            let given = columns_given(&table, &insert.columns)?;
            self.note_insert(name.database.as_ref(), &table);
            return Ok((name, (table, Vec::new()), given, None));
        };
        self.note_optional(noted);
        // Conditions of a view don't apply to inserted rows.
        self.subqueries.truncate(subqueries);
        let source = sources.into_iter().next().unwrap_or_default();
        let mut listed = Vec::with_capacity(insert.columns.len());
        for written in &insert.columns {
            let found = source.columns.iter().find(|column| name::same(&column.name, &written.text));
            let unknown =
                || SqlError::invalid_column_name(&written.text).at_bytes(written.span.start, written.span.end);
            listed.push(found.ok_or_else(unknown)?.id);
        }
        let is_listed = !listed.is_empty();
        if !is_listed {
            listed.extend(source.columns.iter().map(|column| column.id));
        }
        let target = self.target_in(&node, &source, &listed)?;
        self.note_change(&target, codes::INSERT, &[]);
        // 4406: the view's column is computed or constant.
        let derived = || SqlError::derived_field_not_updatable(&source.alias);
        let table = Arc::clone(&target.table);
        let mut names = Vec::with_capacity(listed.len());
        for id in &listed {
            let place = target.row.iter().position(|stored| stored == id).ok_or_else(derived)?;
            let column = &table.columns[place];
            if is_listed || (column.identity.is_none() && column.computed.is_none()) {
                names.push(ast::Name::new(column.name.as_str(), Span::default()));
            }
        }
        let given = columns_given(&table, &names)?;
        let (database, schema) = (target.database.clone(), Some(table.schema.clone()));
        let name = ObjectName { database, schema, object: source.alias };
        Ok((name, (table, target.row.clone()), given, Some(target)))
    }

    /// Arranges the source's values in table order. Columns that aren't given get their DEFAULT.
    /// Also binds the identity value, rules, foreign keys and the capture for triggers. Fails with
    /// 206 if a value doesn't convert.
    pub(super) fn complete(
        &mut self,
        (table, through): (Arc<Table>, &[ColumnId]),
        database: Option<String>,
        source: Rows,
        given: &[usize],
        reads_target: bool,
    ) -> Result<BoundInsert, SqlError> {
        for (value, &column) in source.values.iter().zip(given) {
            if !literal::is_null(value) {
                check_implicit(&value.data_type, &table.columns[column].data_type)?;
            }
        }
        let (source, given) = self.without_set(&table, source, given)?;
        let place_of = |column: usize| given.iter().position(|&given| given == column);
        if table.is_variable() && table.identity().is_some_and(|column| place_of(column).is_some()) {
            return Err(SqlError::identity_of_table_variable());
        }
        let identity = table.identity().map(|column| match place_of(column) {
            Some(_) => IdentityUse::Given(column),
            None => IdentityUse::Drawn(column),
        });
        let generator = match identity {
            Some(IdentityUse::Drawn(_)) => {
                let target = GeneratorTarget::Identity { database: database.clone(), table: Arc::clone(&table) };
                Some(self.draw_from(target))
            }
            _ => None,
        };
        let mut arranged = Vec::with_capacity(table.columns.len());
        for column in 0..table.columns.len() {
            let data_type = table.columns[column].data_type;
            arranged.push(match (place_of(column), generator) {
                (Some(place), _) => source.values[place].clone(),
                (None, Some(generator)) if identity == Some(IdentityUse::Drawn(column)) => {
                    Expr { kind: ExprKind::NextValue(generator), data_type, nullable: false }
                }
                (None, _) => self.bind_default(&table, database.as_ref(), column)?,
            });
            if data_type == DataType::RowVersion {
                arranged[column] = self.next_rowversion(database.as_ref());
            }
        }
        // A default's function that isn't schema-bound may read the table, too.
        let is_unbound = |number: usize| !self.functions[number].module.options.is_schema_bound;
        let calls = |value: &Expr| reads_of_expr(value, &is_unbound).1;
        let reads_target = reads_target || !matches!(source.node, Node::OneRow) && arranged.iter().any(calls);
        let source = Rows { values: arranged, node: source.node };
        let rules = self.bind_rules(&table, None, through)?;
        let references = self.bind_references(&table, database.as_ref(), RowChangeKind::Insert)?;
        Ok(BoundInsert {
            database,
            table,
            source,
            identity,
            reads_target,
            rules,
            references,
            output: None,
            capture: None,
            hints: LockHints::default(),
            inner: None,
        })
    }

    /// Binds VALUES. Several rows share one type per column; a single row keeps its own types.
    /// Fails with 10738 beyond 1,000 rows. `refine` may replace the error for a wrong number of
    /// values. A row with another number of values than columns fails with 109, 110 or 213, and
    /// DEFAULT or NULL for an identity column with 339.
    pub(super) fn bind_values(
        &mut self,
        rows: &[Vec<ast::Expr>],
        target: (&Table, Option<&String>),
        (given, listed): (&[usize], bool),
        refine: &dyn Fn(SqlError, usize) -> SqlError,
    ) -> Result<Rows, SqlError> {
        if rows.len() > ROWS_MAX {
            // 10738: the number of row value expressions exceeds the maximum.
            return Err(SqlError::too_many_insert_rows(ROWS_MAX));
        }
        let mut bound = Vec::with_capacity(rows.len());
        for row in rows {
            check_count(given.len(), row.len(), listed).map_err(|error| refine(error, row.len()))?;
            let values = row.iter().zip(given).map(|(value, column)| self.bind_inserted(value, target, *column));
            bound.push(values.collect::<Result<Vec<_>, _>>()?);
        }
        if let [_] = bound.as_slice() {
            return Ok(Rows { node: Node::OneRow, values: bound.pop().unwrap_or_default() });
        }
        // A column of NULLs alone has the type of the target.
        for (place, column) in given.iter().enumerate() {
            if bound.iter().all(|row| matches!(row[place].kind, ExprKind::Constant(Value::Null))) {
                let data_type = target.0.columns[*column].data_type;
                bound.iter_mut().for_each(|row| row[place] = Expr::constant(Value::Null, data_type));
            }
        }
        let (rows, types) = unified_rows(bound)?;
        let columns: Vec<_> = types.iter().map(|_| self.new_column()).collect();
        let value = |(id, data_type): (&ColumnId, &DataType)| Expr::column(*id, *data_type, true);
        let values = columns.iter().zip(&types).map(value).collect();
        Ok(Rows { node: Node::Values(columns, rows), values })
    }

    /// Binds a value of VALUES for the column at `column`. Fails with 339 for DEFAULT and NULL on
    /// an identity column, with 273 for an explicit rowversion. DEFAULT gives the column's default,
    /// or NULL without one. NEXT VALUE FOR is allowed here.
    pub(super) fn bind_inserted(
        &mut self,
        value: &ast::Expr,
        (table, database): (&Table, Option<&String>),
        column: usize,
    ) -> Result<Expr, SqlError> {
        match value.kind {
            ast::ExprKind::Default | ast::ExprKind::Literal(ast::Literal::Null)
                if table.columns[column].identity.is_some() =>
            {
                Err(SqlError::default_as_identity_value())
            }
            ast::ExprKind::Default if table.columns[column].data_type == DataType::RowVersion => {
                Ok(Expr::constant(Value::Null, DataType::RowVersion))
            }
            ast::ExprKind::Default => self.bind_default(table, database, column),
            _ if table.columns[column].data_type == DataType::RowVersion => Err(rowversion_given()),
            _ => self.drawing(|binder| binder.bind_value(value)),
        }
    }

    /// Binds the query of INSERT ... SELECT, with the query's own types. Fails with 120, 121 or 213
    /// for a wrong number of columns, which `refine` may replace.
    pub(super) fn bind_insert_query(
        &mut self,
        query: &ast::Query,
        given: &[usize],
        listed: bool,
        refine: &dyn Fn(SqlError, usize) -> SqlError,
    ) -> Result<Rows, SqlError> {
        if assigns(query) {
            return Err(SqlError::insert_with_assignment());
        }
        let BoundQuery { rows, columns } = self.bind_query(query)?;
        if columns.len() != given.len() {
            let error = match (listed, columns.len() < given.len()) {
                (false, _) => SqlError::column_count_mismatch(),
                (true, true) => SqlError::fewer_select_items(),
                (true, false) => SqlError::more_select_items(),
            };
            return Err(refine(error, columns.len()));
        }
        Ok(rows)
    }
}

/// Compares the numbers of columns and values of an INSERT: 213 without a column list, otherwise
/// 109 or 110 for too few or too many values.
pub(super) fn check_count(columns: usize, values: usize, listed: bool) -> Result<(), SqlError> {
    match (columns.cmp(&values), listed) {
        (std::cmp::Ordering::Equal, _) => Ok(()),
        (_, false) => Err(SqlError::column_count_mismatch()),
        (std::cmp::Ordering::Greater, true) => Err(SqlError::more_columns_than_values()),
        (std::cmp::Ordering::Less, true) => Err(SqlError::fewer_columns_than_values()),
    }
}

/// The maximum number of rows of a VALUES list, as in SQL Server.
const ROWS_MAX: usize = 1000;
