//! Partitioned views as targets of changes: their members and the rules for them
//! (`t-sql/statements/create-view-transact-sql.md`, *Conditions for Creating Partitioned Views*).
//!
//! A statement is bound once for each member, as if the view had that member's SELECT alone.

use super::Binder;
use super::bound::{BoundSource, Resolved};
use super::instead::{aliased, columns_of};
use super::module::text_of;
use super::partition_range::{Range, are_disjoint, ranges_of};
use super::state::Narrowed;
use super::target::ChangeTarget;
use sluice_base::sync::Arc;
use sluice_catalog::{Action, Catalog, Column, ForeignKey, Module, ModuleKind, Table, TriggerEvents, name};
use sluice_definition::refusal::unsupported;
use sluice_plan::expression::{ColumnId, Condition, Expr, ExprKind};
use sluice_plan::physical::Node;
use sluice_syntax::Span;
use sluice_syntax::ast::{self, QueryBody, Select, SetOperator, TableSourceKind, Target};
use sluice_types::{DataType, SqlError, Value};

/// A view of UNION ALL, whose members aren't bound yet.
pub(super) struct UnitedView {
    written: ast::ObjectName,
    database: Option<String>,
    module: Arc<Module>,
    count: usize,
}

/// A member table of a partitioned view.
pub(super) struct Member {
    pub target: ChangeTarget,
    /// The ordinals in the table of the view's columns.
    pub places: Vec<usize>,
}

/// A partitioned view that can be changed.
pub(super) struct PartitionedView {
    /// The view's columns, numbered from 1.
    pub columns: Vec<Column>,
    pub members: Vec<Member>,
    /// The ordinal of the partitioning column in the view.
    pub partitioning: usize,
    /// The values of the partitioning column in each member.
    ranges: Vec<Vec<Range>>,
    view: UnitedView,
    names: Vec<ast::Name>,
}

impl PartitionedView {
    /// Returns the view's name, for messages.
    pub(super) fn name(&self) -> &str {
        &self.view.module.name
    }

    /// Returns the view's database; `None` is the current database.
    pub(super) fn database(&self) -> Option<&String> {
        self.view.database.as_ref()
    }

    /// Returns a table with the view's columns.
    pub(super) fn shape(&self) -> Table {
        let Module { id, schema, name, .. } = &*self.view.module;
        Table { columns: self.columns.clone(), ..Table::empty(*id, schema.clone(), name.clone()) }
    }

    /// Returns the view as if it had the member with this number alone.
    pub(super) fn narrowed(&self, member: usize) -> Narrowed {
        self.view.narrowed(member, self.names.clone())
    }

    /// Returns the number of the member whose intervals contain `value`, which has the type of the
    /// partitioning column. NULL if no member's do.
    pub(super) fn member_number(&self, value: &Expr) -> Expr {
        let holds = |ranges: &[Range]| Condition::Or(ranges.iter().map(|range| range.holds(value)).collect());
        let branch = |(number, ranges): (usize, &Vec<Range>)| (holds(ranges), number_of(number));
        let kind = ExprKind::Case(self.ranges.iter().enumerate().map(branch).collect(), None);
        Expr { kind, data_type: DataType::Int, nullable: true }
    }

    /// Returns the ordinals of the view's columns that aren't computed.
    pub(super) fn stored(&self) -> Vec<usize> {
        let Some(first) = self.members.first() else { return Vec::new() };
        let is_stored = |column: &usize| first.column(*column).computed.is_none();
        (0..self.columns.len()).filter(is_stored).collect()
    }
}

impl UnitedView {
    fn narrowed(&self, member: usize, names: Vec<ast::Name>) -> Narrowed {
        Narrowed { database: self.database.clone(), view: self.module.id, member, names }
    }
}

impl Member {
    /// Returns the table's column that is the view's column with this ordinal.
    pub(super) fn column(&self, column: usize) -> &Column {
        &self.target.table.columns[self.places[column]]
    }

    fn is_of(&self, other: &Member) -> bool {
        self.target.database == other.target.database && self.target.table.id == other.target.table.id
    }
}

impl Binder<'_> {
    /// Returns the target if it is a view of set operators, without an INSTEAD OF trigger that
    /// replaces the statement. Fails with 4447 or 4426 for other operators than UNION ALL, and with
    /// 4416 if an operand isn't a select list over one table.
    pub(super) fn united_view(
        &self,
        target: &Target,
        from: &[ast::TableSource],
        with: &[ast::CommonTable],
    ) -> Result<Option<UnitedView>, SqlError> {
        let Target::Table { name, .. } = target else { return Ok(None) };
        let written = from.iter().find_map(|source| aliased(source, name)).unwrap_or(name);
        if written.schema.is_none() && with.iter().any(|table| name::same(&table.name.text, &written.name.text)) {
            return Ok(None);
        }
        // The statement itself reports an invalid name.
        let Ok((found, Resolved::Module(module))) = self.resolve(written) else { return Ok(None) };
        if module.id.0 <= 0 || module.kind != ModuleKind::View {
            return Ok(None);
        }
        let query = text_of(&module)?.query;
        if matches!(query.body, QueryBody::Select(_)) {
            return Ok(None);
        }
        check_form(&module.name, &query)?;
        let count = selects_of(&query.body).len();
        Ok(Some(UnitedView { written: written.clone(), database: found.database, module, count }))
    }

    /// Binds `bind` with a partitioned view narrowed to one of its members.
    pub(super) fn in_member<T>(
        &mut self,
        narrowed: Narrowed,
        bind: impl FnOnce(&mut Self) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        let before = self.narrowed.replace(narrowed);
        let bound = bind(self);
        self.narrowed = before;
        bound
    }

    /// Narrows the query of a partitioned view to the member that is being bound. Returns the names
    /// of the view's columns, or none for another module.
    pub(super) fn narrow(&self, module: &Module, database: Option<&String>, query: &mut ast::Query) -> Vec<ast::Name> {
        let is_it = |narrowed: &&Narrowed| narrowed.view == module.id && narrowed.database.as_ref() == database;
        let Some(narrowed) = self.narrowed.as_ref().filter(is_it) else { return Vec::new() };
        let select = selects_of(&query.body).get(narrowed.member).copied().cloned();
        if let Some(select) = select {
            query.body = QueryBody::Select(Box::new(select));
        }
        narrowed.names.clone()
    }

    /// Binds the members of a view. Fails with 4416 and 4436 to 4456 if the view isn't a
    /// partitioned view.
    pub(super) fn members_of(&mut self, view: UnitedView) -> Result<PartitionedView, SqlError> {
        let (mut names, mut columns, mut members) = (Vec::new(), Vec::new(), Vec::with_capacity(view.count));
        let other_form = || SqlError::union_all_view_of_other_form(&view.module.name);
        for number in 0..view.count {
            let narrowed = view.narrowed(number, names.clone());
            let BoundSource { node, sources } =
                self.in_member(narrowed, |binder| binder.bind_table(&view.written, None))?;
            let source = sources.into_iter().next().unwrap_or_default();
            if number == 0 {
                let name = |column: &Column| ast::Name::new(column.name.as_str(), Span::default());
                columns = columns_of(&source);
                names = columns.iter().map(name).collect();
            }
            let target = self.target_in(&node, &source, &[]).map_err(|_| other_form())?;
            let place = |id: ColumnId| place_in(&node, &target.table, id);
            let places = source.columns.iter().map(|column| place(column.id)).collect::<Option<_>>();
            members.push(Member { places: places.ok_or_else(other_form)?, target });
        }
        let name = &view.module.name;
        check_tables(name, &members)?;
        let (partitioning, ranges) = partitioning(name, &members)?;
        check_columns(name, &members)?;
        Ok(PartitionedView { columns, members, partitioning, ranges, view, names })
    }

    /// Fails with 4434 if a member table has an INSTEAD OF trigger. Fails with 40517 for other
    /// triggers, for a foreign key of a member with an action, and for a member that an indexed
    /// view reads.
    pub(super) fn check_members(&self, view: &PartitionedView) -> Result<(), SqlError> {
        for Member { target, .. } in &view.members {
            let (database, table) = (target.database.as_deref(), &target.table);
            let any = TriggerEvents::of_bits(u8::MAX);
            if !self.triggers((database, table.id), any, true).is_empty() {
                return Err(SqlError::partitioned_view_with_instead_of_trigger(view.name(), &table.name));
            }
            if self.has_triggers(database, table) {
                return Err(unsupported("a change of a partitioned view whose member tables have triggers"));
            }
            if table.foreign_keys().any(|(_, key)| has_action(key)) {
                return Err(unsupported("a change of a partitioned view whose member tables have cascading keys"));
            }
            if self.has_indexed_views(database, table) {
                return Err(unsupported("a change of a partitioned view over tables that an indexed view reads"));
            }
        }
        Ok(())
    }

    /// Checks an UPDATE of the partitioning column. Fails with 4453 if a member table has triggers,
    /// and with 4452 if it has a foreign key with an action, or is referenced by one.
    pub(super) fn check_partitioning_update(&self, view: &PartitionedView) -> Result<(), SqlError> {
        let column = &view.columns[view.partitioning].name;
        for Member { target, .. } in &view.members {
            let (database, table) = (target.database.as_deref(), &target.table);
            if self.has_triggers(database, table) {
                return Err(SqlError::partitioning_update_with_trigger(column, view.name(), &table.name));
            }
            let catalog = self.names.catalog(database)?;
            let is_referenced =
                |catalog: &Arc<Catalog>| catalog.referrers(table.id).iter().any(|(_, _, key)| has_action(key));
            if table.foreign_keys().any(|(_, key)| has_action(key)) || catalog.as_ref().is_some_and(is_referenced) {
                return Err(SqlError::partitioning_update_with_cascade(column, view.name(), &table.name));
            }
        }
        Ok(())
    }

    /// Fails with 4439 if the statement reads a member table otherwise than to find the rows to
    /// change. `node` is its plan; subqueries count from `subqueries` on.
    pub(super) fn check_member_reads(
        &self,
        view: &PartitionedView,
        node: Option<&Node>,
        subqueries: usize,
    ) -> Result<(), SqlError> {
        let queries = self.subqueries[subqueries..].iter().map(|query| &query.rows.node);
        for node in node.into_iter().chain(queries) {
            if let Some(Member { target, .. }) = view.members.iter().find(|member| reads(node, &member.target)) {
                return Err(SqlError::source_of_partitioned_view_reads_member(view.name(), &target.table.name));
            }
        }
        Ok(())
    }
}

/// Returns a member's number as an expression.
pub(super) fn number_of(member: usize) -> Expr {
    Expr::constant(Value::Int(i32::try_from(member).unwrap_or(i32::MAX)), DataType::Int)
}

/// Whether `node` reads the member table without being the search for its rows.
fn reads(node: &Node, member: &ChangeTarget) -> bool {
    match node {
        Node::Scan(scan) => {
            scan.locator.is_none() && scan.table.id == member.table.id && scan.database == member.database
        }
        _ => node.inputs().into_iter().any(|input| reads(input, member)),
    }
}

fn has_action(key: &ForeignKey) -> bool {
    key.on_delete != Action::NoAction || key.on_update != Action::NoAction
}

/// Returns the operands of set operators in order.
fn selects_of(body: &QueryBody) -> Vec<&Select> {
    match body {
        QueryBody::Select(select) => vec![select],
        QueryBody::Combined { first, rest } => {
            let rest = rest.iter().flat_map(|next| selects_of(&next.body));
            selects_of(first).into_iter().chain(rest).collect()
        }
    }
}

/// Collects the set operators of a query.
fn operators_of(body: &QueryBody, found: &mut Vec<SetOperator>) {
    if let QueryBody::Combined { first, rest } = body {
        operators_of(first, found);
        for next in rest {
            found.push(next.operator);
            operators_of(&next.body, found);
        }
    }
}

fn check_form(view: &str, query: &ast::Query) -> Result<(), SqlError> {
    let mut operators = Vec::new();
    operators_of(&query.body, &mut operators);
    if operators.iter().any(|operator| matches!(operator, SetOperator::Except | SetOperator::Intersect)) {
        return Err(SqlError::view_with_set_operator_not_updatable(view));
    }
    if operators.contains(&SetOperator::Union) {
        return Err(SqlError::view_with_union_not_updatable(view));
    }
    let is_ordered = !query.order_by.is_empty() || query.offset.is_some();
    let is_plain = query.with.is_empty() && !is_ordered && selects_of(&query.body).into_iter().all(is_plain);
    if is_plain { Ok(()) } else { Err(SqlError::union_all_view_of_other_form(view)) }
}

/// Whether an operand has a select list and one source, and no other clause.
fn is_plain(select: &Select) -> bool {
    let is_grouped = select.distinct || !select.group_by.items.is_empty() || select.having.is_some();
    let is_limited = select.top.is_some() || select.condition.is_some() || select.order.is_some();
    let is_table = |source: &ast::TableSource| matches!(source.kind, TableSourceKind::Table { .. });
    !is_grouped && !is_limited && matches!(select.from.as_slice(), [source] if is_table(source))
}

/// Returns the ordinal in `table` of a column of the plan of a member. `None` if the plan isn't a
/// scan of the table, or computes the column.
fn place_in(node: &Node, table: &Table, id: ColumnId) -> Option<usize> {
    match node {
        Node::Scan(scan) => scan.columns.iter().position(|known| *known == id),
        Node::Compute(input, computed) => {
            let Some(at) = computed.iter().position(|(known, _)| *known == id) else {
                return place_in(input, table, id);
            };
            match computed[at].1.as_column() {
                // A column that is selected twice.
                Some(of) => place_in(input, table, of),
                None if matches!(**input, Node::Scan(_)) => {
                    let mut computed_on_reading = (0..table.columns.len()).filter(|at| table.columns[*at].is_virtual());
                    computed_on_reading.nth(at)
                }
                None => None,
            }
        }
        _ => None,
    }
}

/// Checks the tables and their primary keys. Fails with 4440 and 4442 to 4445.
fn check_tables(view: &str, members: &[Member]) -> Result<(), SqlError> {
    let mut united: Option<Vec<usize>> = None;
    for (at, member) in members.iter().enumerate() {
        let table = &member.target.table;
        if members[..at].iter().any(|other| other.is_of(member)) {
            return Err(SqlError::member_table_used_twice(view, &table.name));
        }
        if let Some(twice) = (1..member.places.len()).find(|at| member.places[..*at].contains(&member.places[*at])) {
            return Err(SqlError::member_column_used_twice(view, &member.column(twice).name, &table.name));
        }
        let key = table.primary_key().ok_or_else(|| SqlError::member_table_without_primary_key(view, &table.name))?;
        let place = |column: usize| member.places.iter().position(|place| *place == column);
        let key: Option<Vec<usize>> = key.keys.iter().map(|key| place(key.column)).collect();
        let mut key = key.ok_or_else(|| SqlError::member_primary_key_not_in_union(view, &table.name))?;
        key.sort_unstable();
        if united.get_or_insert_with(|| key.clone()) != &key {
            return Err(SqlError::member_primary_key_not_united(view, &table.name));
        }
    }
    Ok(())
}

/// Returns the partitioning column and its values in each member. Fails with 4436 if there is none,
/// and with 4454 if only its types are wrong.
fn partitioning(view: &str, members: &[Member]) -> Result<(usize, Vec<Vec<Range>>), SqlError> {
    let mut is_mismatched = false;
    for column in 0..members.first().map_or(0, |member| member.places.len()) {
        let ranges = members.iter().map(|member| ranges_of(&member.target.table, member.places[column]));
        let Some(ranges) = ranges.collect::<Option<Vec<_>>>() else { continue };
        if !are_alike(members, column) {
            is_mismatched = true;
        } else if are_disjoint(&ranges) {
            return Ok((column, ranges));
        }
    }
    Err(match is_mismatched {
        true => SqlError::partitioning_types_mismatched(view),
        false => SqlError::partitioning_column_not_found(view),
    })
}

/// Checks that the view has all columns of each member (4438), that no index has a computed column
/// (4441), and that the columns of all members have the same types (4456).
fn check_columns(view: &str, members: &[Member]) -> Result<(), SqlError> {
    for Member { target, places } in members {
        let table = &target.table;
        if places.len() != table.columns.len() {
            return Err(SqlError::partitioned_view_without_all_columns(view));
        }
        let is_computed = |place: usize| table.columns[place].computed.is_some();
        if table.indexes.iter().any(|index| index.keys.iter().any(|key| is_computed(key.column))) {
            return Err(SqlError::member_table_with_computed_index(view, &table.name));
        }
    }
    let count = members.first().map_or(0, |member| member.places.len());
    match (0..count).all(|column| are_alike(members, column)) {
        true => Ok(()),
        false => Err(SqlError::member_types_mismatched(view)),
    }
}

/// Whether a column of the view has one type, collation and padding in all members.
fn are_alike(members: &[Member], column: usize) -> bool {
    let Some((first, rest)) = members.split_first() else { return true };
    let first = first.column(column);
    rest.iter().map(|member| member.column(column)).all(|other| {
        let is_collated = first.data_type.is_string();
        first.data_type == other.data_type
            && (!is_collated || first.collation == other.collation)
            && first.flags.is_trimmed == other.flags.is_trimmed
            && first.computed.is_some() == other.computed.is_some()
    })
}
