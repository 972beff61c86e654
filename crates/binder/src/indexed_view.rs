//! The definition of an indexed view (`relational-databases/views/create-indexed-views.md`): which
//! views can have a clustered index, and how the view's rows depend on the rows of its tables.

use super::Binder;
use super::bound::{BoundSource, Resolved};
use super::date_texts::DateTexts;
use super::module::text_of;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Module, ModuleKind, Table};
use sluice_definition::indexed_view::{BoundView, IndexedView, ViewPart};
use sluice_definition::names::object_name;
use sluice_definition::refusal::unsupported;
use sluice_definition::required_options::check_required_options;
use sluice_definition::variables::Variables;
use sluice_functions::{ComputedFacts, column_set};
use sluice_plan::aggregate::{Aggregate, AggregateKind};
use sluice_plan::determinism::{is_condition_precise, is_deterministic, is_precise};
use sluice_plan::expression::{ColumnId, Condition, Expr, ExprKind, operands};
use sluice_plan::physical::Node;
use sluice_syntax::ast::{self, JoinKind, QueryBody, TableSourceKind};
use sluice_syntax::walk::{self, Met};
use sluice_types::{DataType, SqlError};

impl Binder<'_> {
    /// Binds the definition of a view for the clustered index `index`. Fails with the documented
    /// error of the first property that an indexed view can't have.
    pub fn indexed_view(self, view: &Arc<Module>, index: &str) -> Result<IndexedView, SqlError> {
        if !view.options.is_schema_bound {
            return Err(SqlError::indexed_view_not_schema_bound(&view.name));
        }
        let off = [
            ("ANSI_NULLS", view.options.lacks_ansi_nulls),
            ("QUOTED_IDENTIFIER", view.options.lacks_quoted_identifier),
        ];
        let off: Vec<&str> = off.into_iter().filter(|(_, is_off)| *is_off).map(|(name, _)| name).collect();
        if !off.is_empty() {
            return Err(SqlError::object_created_with_options_off(&view.name, off.join(", ")));
        }
        let text = text_of(view)?;
        check_clauses(&view.name, &text.query)?;
        self.check_sources(view, &text.query)?;
        check_expressions(&view.name, &text.query)?;
        self.view_shape(view, None, index)
    }

    /// Returns the properties of the value of a view's column. `None` for a view whose text can't
    /// be bound any more, and for another place.
    pub fn view_column_facts(mut self, view: &Module, place: usize) -> Option<ComputedFacts> {
        let text = text_of(view).ok()?;
        let bound = self.bind_inside(view, None, Default::default(), &text.query).ok()?;
        let value = bound.rows.values.get(place)?;
        Some(self.computed_facts_of(value))
    }

    /// Binds the definition of a view of `database` whose text has been checked.
    fn view_shape(mut self, view: &Module, database: Option<String>, index: &str) -> Result<IndexedView, SqlError> {
        let text = text_of(view)?;
        let bound = self.bind_inside(view, database, Default::default(), &text.query)?;
        let columns = self.module_columns(view, &text, &bound)?;
        let is_lob = |column: &Column| column.data_type.is_lob() || column.data_type == DataType::Xml;
        if columns.iter().any(is_lob) {
            return Err(SqlError::indexed_view_with_lob_columns(&view.name));
        }
        let dates = DateTexts::new(&text.query);
        let mut shape =
            Shape { view: &view.name, index, bases: Vec::new(), computed: Vec::new(), aggregates: None, dates };
        shape.enter(&bound.rows.node)?;
        bound.rows.values.iter().try_for_each(|value| shape.check_deterministic(value))?;
        let parts = shape.parts(&bound.rows.values)?;
        let is_imprecise = |(_, value): &(usize, &Expr)| !shape.is_precise(value);
        let imprecise = bound.rows.values.iter().enumerate().filter(is_imprecise).map(|(place, _)| place).collect();
        Ok(IndexedView { columns, bases: shape.bases, parts, imprecise })
    }

    /// Binds the rows of an indexed view, which NOEXPAND names. Fails with 8171 if the object has
    /// none, with 8655 if its clustered index is disabled, and with 1934 for other SET options than
    /// an indexed view requires.
    pub(super) fn bind_view_rows(
        &mut self,
        written: &ast::ObjectName,
        alias: Option<&ast::Name>,
    ) -> Result<BoundSource, SqlError> {
        let (name, resolved) = self.resolve(written)?;
        let rows = match &resolved {
            Resolved::Module(view) => view.rows.as_ref(),
            Resolved::Table(_) | Resolved::View(_) => None,
        };
        let rows = rows.ok_or_else(|| SqlError::invalid_hint_on_object("noexpand", object_name(written)))?.as_used();
        if let Some(index) = rows.disabled_clustered() {
            return Err(SqlError::disabled_index_in_plan(&index.name, &rows.name));
        }
        check_required_options(self.options(), "SELECT")?;
        let (shown, schema) = match alias {
            Some(alias) => (alias.text.to_string(), None),
            None => (name.object.clone(), Some(rows.schema.clone())),
        };
        let bound = self.scan(name.database.clone(), Arc::clone(&rows), shown, schema)?;
        self.note_table(name.database.as_ref(), &rows, &bound.sources[0]);
        Ok(bound)
    }

    /// Returns the indexed views that a change of rows of the table changes, except views whose
    /// clustered index is disabled. Fails with 1934 for other SET options than the views require.
    pub(super) fn changed_views(
        &mut self,
        (database, table): (Option<&str>, &Table),
        statement: &str,
    ) -> Result<Vec<BoundView>, SqlError> {
        let Ok(Some(catalog)) = self.names.catalog(database) else { return Ok(Vec::new()) };
        let is_kept = |view: &&Arc<Module>| view.rows.as_ref().is_some_and(|rows| rows.disabled_clustered().is_none());
        let mut views = Vec::new();
        for view in catalog.indexed_views_of(table.id).into_iter().filter(is_kept) {
            check_required_options(self.options(), statement)?;
            let (names, variables) = (self.names, Variables::default());
            let binder = Binder::new(names, &variables);
            let shape = binder.view_shape(view, database.map(str::to_owned), "")?;
            views.push(BoundView { view: Arc::clone(view), shape });
        }
        Ok(views)
    }

    /// Whether an indexed view reads the table.
    pub(super) fn has_indexed_views(&self, database: Option<&str>, table: &Table) -> bool {
        let catalog = self.names.catalog(database);
        catalog.is_ok_and(|catalog| catalog.is_some_and(|catalog| !catalog.indexed_views_of(table.id).is_empty()))
    }

    /// Fails for a source that isn't a table, for outer joins and APPLY, and for hints.
    fn check_sources(&self, view: &Module, query: &ast::Query) -> Result<(), SqlError> {
        let mut failed = Ok(());
        query.body.leading().from.iter().for_each(|from| {
            walk::sources_of(from, &mut |source| {
                if failed.is_ok() {
                    failed = self.check_source(view, &source.kind);
                }
            });
        });
        failed
    }

    fn check_source(&self, view: &Module, source: &TableSourceKind) -> Result<(), SqlError> {
        let name = &view.name;
        match source {
            TableSourceKind::Table { sample: Some(_), .. } => Err(unsupported("TABLESAMPLE")),
            TableSourceKind::Table { hints, .. } if !hints.is_empty() => {
                Err(SqlError::indexed_view_with_table_hint(name))
            }
            TableSourceKind::Table { name: written, .. } => match self.resolve(written)?.1 {
                Resolved::Table(_) => Ok(()),
                Resolved::Module(module) if module.kind == ModuleKind::View => {
                    Err(SqlError::indexed_view_of_view(name, &module.name))
                }
                Resolved::Module(module) => Err(SqlError::indexed_view_of_function(name, &module.name)),
                Resolved::View(def) => Err(SqlError::indexed_view_of_view(name, def.name)),
            },
            TableSourceKind::Variable { .. } => Err(unsupported("table variable in an indexed view")),
            TableSourceKind::Function { name: function, .. } => {
                Err(SqlError::indexed_view_of_function(name, &function.name.text))
            }
            TableSourceKind::Derived { alias, .. } | TableSourceKind::Values { alias, .. } => {
                Err(SqlError::indexed_view_with_derived_table(name, &alias.name.text))
            }
            TableSourceKind::Change { alias, .. } => {
                Err(SqlError::indexed_view_with_derived_table(name, &alias.name.text))
            }
            TableSourceKind::Nodes { .. } => Err(SqlError::indexed_view_with_xml_method(name)),
            TableSourceKind::OpenJson(_) => Err(SqlError::indexed_view_with_open_json(name)),
            TableSourceKind::OpenXml(_) => Err(SqlError::indexed_view_with_open_xml(name)),
            TableSourceKind::OpenRowset(_) => Err(unsupported("OPENROWSET in an indexed view")),
            TableSourceKind::Pivot(_) => Err(SqlError::indexed_view_with_pivot(name)),
            TableSourceKind::Unpivot(_) => Err(SqlError::indexed_view_with_unpivot(name)),
            TableSourceKind::Join { kind: JoinKind::Left | JoinKind::Right | JoinKind::Full, .. } => {
                Err(SqlError::indexed_view_with_outer_join(name))
            }
            TableSourceKind::Join { kind: JoinKind::OuterApply, .. } => {
                Err(SqlError::indexed_view_with_outer_apply(name))
            }
            TableSourceKind::Join { kind: JoinKind::CrossApply, .. } => Err(SqlError::indexed_view_with_apply(name)),
            TableSourceKind::Join { hint: Some(_), .. } => Err(SqlError::indexed_view_with_join_hint(name)),
            TableSourceKind::Join { .. } => Ok(()),
        }
    }
}

/// Fails for a clause that an indexed view can't have.
fn check_clauses(view: &str, query: &ast::Query) -> Result<(), SqlError> {
    if let Some(table) = query.with.first() {
        return Err(SqlError::indexed_view_with_common_table(view, &table.name.text));
    }
    let QueryBody::Select(select) = &query.body else { return Err(SqlError::indexed_view_with_union(view)) };
    let is_simple = |item: &ast::GroupItem| matches!(item, ast::GroupItem::Value(_));
    match () {
        () if select.distinct => Err(SqlError::indexed_view_with_distinct(view)),
        () if select.top.is_some() || query.offset.is_some() => Err(SqlError::indexed_view_with_top(view)),
        () if query.for_clause.is_some() => Err(unsupported("FOR in an indexed view")),
        () if select.group_by.all => Err(SqlError::indexed_view_with_group_by_all(view)),
        () if select.group_by.with.is_some() || !select.group_by.items.iter().all(is_simple) => {
            Err(SqlError::indexed_view_with_grouping_sets(view))
        }
        () if select.having.is_some() => Err(SqlError::indexed_view_with_having(view)),
        () if select.from.is_empty() => Err(unsupported("indexed view without a table")),
        () => Ok(()),
    }
}

/// Fails for subqueries, window functions, methods of xml, and aggregates other than SUM and
/// COUNT_BIG.
fn check_expressions(view: &str, query: &ast::Query) -> Result<(), SqlError> {
    let mut failed = Ok(());
    walk::query(query, &mut |met| {
        if failed.is_err() {
            return false;
        }
        match met {
            Met::Query(inner) if !std::ptr::eq(inner, query) => {
                failed = Err(SqlError::indexed_view_with_subquery(view));
            }
            Met::Expr(ast::Expr { kind: ast::ExprKind::Method { .. }, .. }) => {
                failed = Err(SqlError::indexed_view_with_xml_method(view));
            }
            Met::Expr(ast::Expr { kind: ast::ExprKind::Call(call), .. }) => failed = check_call(view, call),
            Met::Expr(_) | Met::Query(_) | Met::Assigned(_) => {}
        }
        failed.is_ok()
    });
    failed
}

fn check_call(view: &str, call: &ast::Call) -> Result<(), SqlError> {
    if call.over.is_some() {
        return Err(SqlError::indexed_view_with_window(view));
    }
    let name = &call.name.name.text;
    let Some(kind) = AggregateKind::named(name).filter(|_| call.name.single().is_some()) else { return Ok(()) };
    match kind {
        AggregateKind::CountBig | AggregateKind::Sum if call.distinct => {
            Err(SqlError::indexed_view_with_distinct_aggregate(view, name.to_uppercase()))
        }
        AggregateKind::CountBig | AggregateKind::Sum if !name.eq_ignore_ascii_case("APPROX_COUNT_DISTINCT") => Ok(()),
        AggregateKind::Count => Err(SqlError::indexed_view_with_count(view)),
        _ => Err(SqlError::indexed_view_with_aggregate(view, name.to_uppercase())),
    }
}

/// The groups and the aggregates of a view.
type Groups<'s> = (&'s [(ColumnId, Expr)], &'s [(ColumnId, Aggregate)]);

/// The bound query of a view, as far as it has been examined.
struct Shape<'s> {
    view: &'s str,
    index: &'s str,
    bases: Vec<Arc<Table>>,
    computed: Vec<(ColumnId, &'s Expr)>,
    aggregates: Option<Groups<'s>>,
    /// The strings that may have been converted to a date without a style.
    dates: DateTexts,
}

impl<'s> Shape<'s> {
    /// Examines the operators from the top down: a group, then filters and inner joins of tables.
    fn enter(&mut self, node: &'s Node) -> Result<(), SqlError> {
        let mut rest = vec![node];
        while let Some(node) = rest.pop() {
            match node {
                Node::Scan(scan) => {
                    if self.bases.iter().any(|base| base.id == scan.table.id) {
                        return Err(SqlError::indexed_view_with_self_join(self.view, &scan.table.name));
                    }
                    self.bases.push(Arc::clone(&scan.table));
                }
                Node::Filter(_, condition) => {
                    self.check_condition(condition)?;
                    if !is_condition_precise(condition, &[]) {
                        return Err(SqlError::indexed_view_with_imprecise_condition(self.view));
                    }
                }
                Node::Join(join) => {
                    if let Some(on) = &join.on {
                        self.check_condition(on)?;
                        if !is_condition_precise(on, &[]) {
                            return Err(SqlError::indexed_view_with_imprecise_join(self.view));
                        }
                    }
                }
                Node::Compute(_, columns) => {
                    columns.iter().try_for_each(|(_, value)| self.check_deterministic(value))?;
                    self.computed.extend(columns.iter().map(|(id, value)| (*id, value)));
                }
                Node::Aggregate(_, groups, aggregates, _) => {
                    for (_, group) in groups {
                        self.check_deterministic(group)?;
                        if !is_precise(group, &[]) {
                            return Err(SqlError::indexed_view_with_imprecise_group(self.view));
                        }
                    }
                    for (_, aggregate) in aggregates {
                        aggregate.expressions().try_for_each(|value| self.check_deterministic(value))?;
                    }
                    self.aggregates = Some((groups, aggregates));
                }
                _ => return Err(unsupported("indexed view of this form")),
            }
            // In the order of FROM.
            rest.extend(node.inputs().into_iter().rev());
        }
        Ok(())
    }

    /// Returns what each column of the view is made of.
    fn parts(&self, values: &[Expr]) -> Result<Vec<ViewPart>, SqlError> {
        let Some((groups, aggregates)) = self.aggregates else { return Ok(vec![ViewPart::Value; values.len()]) };
        let is_shown = |group: &(ColumnId, Expr)| values.iter().any(|value| column_of(value) == Some(group.0));
        let part = |value: &Expr| {
            let column = column_of(value);
            if groups.iter().any(|(id, _)| column == Some(*id)) {
                return Ok(ViewPart::Value);
            }
            match aggregates.iter().find(|(id, _)| column == Some(*id)) {
                Some((_, Aggregate { argument: None, .. })) => Ok(ViewPart::Rows),
                Some((_, Aggregate { kind: AggregateKind::CountBig, .. })) => Ok(ViewPart::Sum),
                Some((_, Aggregate { argument: Some(argument), .. })) if is_never_null(argument) => Ok(ViewPart::Sum),
                Some(_) => Err(SqlError::indexed_view_sum_of_nullable(self.index, self.view)),
                None => Err(SqlError::indexed_view_with_expression_on_group(self.index, self.view)),
            }
        };
        let parts = values.iter().map(part).collect::<Result<Vec<_>, _>>()?;
        match () {
            () if !parts.contains(&ViewPart::Rows) => Err(SqlError::indexed_view_without_count_big(self.view)),
            () if !groups.iter().all(is_shown) => Err(SqlError::indexed_view_without_group(self.index, self.view)),
            () => Ok(parts),
        }
    }

    /// Whether a value of the select list is computed without floating-point numbers.
    fn is_precise(&self, value: &Expr) -> bool {
        let group = self.aggregates.and_then(|(groups, _)| {
            let column = column_of(value)?;
            groups.iter().find(|(id, _)| *id == column)
        });
        let computed = column_of(value).and_then(|id| self.computed.iter().find(|(known, _)| *known == id));
        group.is_none_or(|(_, group)| is_precise(group, &[]))
            && computed.is_none_or(|(_, value)| is_precise(value, &[]))
            && is_precise(value, &[])
    }

    fn check_condition(&self, condition: &Condition) -> Result<(), SqlError> {
        match condition {
            Condition::Compare(_, left, right) => {
                self.check_deterministic(left)?;
                self.check_deterministic(right)
            }
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().try_for_each(|part| self.check_condition(part))
            }
            Condition::IsNull(value, _) => self.check_deterministic(value),
            Condition::Exists(..) => Err(SqlError::indexed_view_with_subquery(self.view)),
        }
    }

    /// Fails with 1949, 1963 or 10139 if the value depends on more than the columns of its row.
    fn check_deterministic(&self, value: &Expr) -> Result<(), SqlError> {
        match &value.kind {
            ExprKind::Constant(constant) if value.data_type.is_date_time() => {
                self.dates.check(self.view, constant, value.data_type)
            }
            ExprKind::Constant(_) | ExprKind::Column(_) => Ok(()),
            ExprKind::Subquery(_) => Err(SqlError::indexed_view_with_subquery(self.view)),
            ExprKind::Invoke(..) => Err(unsupported("user function in an indexed view")),
            ExprKind::Variable(_) | ExprKind::Global(_) | ExprKind::NextValue(_) => {
                Err(SqlError::indexed_view_with_nondeterministic_function(self.view, "@@"))
            }
            ExprKind::Chain(first, steps) => {
                operands(first, steps).try_for_each(|operand| self.check_deterministic(operand))
            }
            ExprKind::Unary(_, operand) => self.check_deterministic(operand),
            ExprKind::Convert { input, style, .. } => {
                self.check_deterministic(input)?;
                if is_deterministic(value, &[]) {
                    return Ok(());
                }
                let is_old = matches!(value.data_type, DataType::DateTime | DataType::SmallDateTime);
                match style {
                    None if is_old && input.data_type.is_string() && !self.dates.has_old() => {
                        Err(SqlError::indexed_view_with_implicit_date(self.view))
                    }
                    _ => Err(SqlError::indexed_view_with_nondeterministic_convert(self.view)),
                }
            }
            ExprKind::Call(call) if std::ptr::eq(call.function, &column_set::READ) => {
                Err(SqlError::indexed_view_with_column_set(self.view))
            }
            ExprKind::Call(call) => {
                call.arguments.iter().try_for_each(|argument| self.check_deterministic(argument))?;
                if call.function.deterministic {
                    return Ok(());
                }
                let name = call.function.name.to_lowercase();
                Err(SqlError::indexed_view_with_nondeterministic_function(self.view, name))
            }
            ExprKind::Case(branches, otherwise) => {
                for (test, value) in branches {
                    self.check_condition(test)?;
                    self.check_deterministic(value)?;
                }
                otherwise.iter().try_for_each(|otherwise| self.check_deterministic(otherwise))
            }
        }
    }
}

/// Returns the column that a value of the select list is, as it is.
fn column_of(value: &Expr) -> Option<ColumnId> {
    if let ExprKind::Column(id) = value.kind { Some(id) } else { None }
}

/// Whether a summed value is never NULL. Arithmetic fails rather than yields NULL under the SET
/// options that an indexed view requires.
fn is_never_null(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Chain(first, steps) => operands(first, steps).all(is_never_null),
        ExprKind::Unary(_, operand) => is_never_null(operand),
        ExprKind::Convert { input, tolerant, .. } => !tolerant && is_never_null(input),
        ExprKind::Case(branches, otherwise) => {
            branches.iter().all(|(_, value)| is_never_null(value)) && otherwise.as_deref().is_some_and(is_never_null)
        }
        ExprKind::Call(call) if call.function.name == "ISNULL" => call.arguments.iter().any(is_never_null),
        _ => sluice_plan::determinism::is_never_null(value),
    }
}
