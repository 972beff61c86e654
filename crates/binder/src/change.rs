//! UPDATE and DELETE.
//!
//! The target is named by an alias of FROM, by a table that occurs once in FROM, or stands outside
//! FROM (`t-sql/queries/update-transact-sql`). Rows found by a single scan are changed during the
//! scan. Any other plan runs to its end first, and so does one whose condition or new values read
//! rows of the target.

use super::bound::{BoundSource, Resolved};
use super::column_set::check_set_alone;
use super::firing::RowChanges;
use super::output::Changed;
use super::references::RowChangeKind;
use super::scope::{Scope, Source};
use super::source::joined;
use super::state::DrawPlace;
use super::table_hints::HintedUse;
use super::target::{ChangeTarget, reads_table, refuse_computed};
use super::unknown_columns::UnknownColumns;
use super::{Binder, literal, select};
use sluice_base::sync::Arc;
use sluice_catalog::security::codes;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{HintedLevel, LockHints};
use sluice_catalog::{ModuleKind, name};
use sluice_definition::names::full_name;
use sluice_definition::refusal::unsupported;
use sluice_definition::required_options::check_table_options;
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::physical::{self, JoinKind, Node, PathHint, ScanTarget, Top};
use sluice_plan::statement::{BoundChange, BoundReferences, ChangePlan, ColumnChange};
use sluice_plan::subquery_uses::{all_in_rows, reads_of_condition, reads_of_expr};
use sluice_syntax::ast::{self, AssignmentOperator, TableSourceKind, Target};
use sluice_syntax::walk;
use sluice_types::convert::check_implicit;
use sluice_types::{DataType, SqlError};

/// The common clauses of UPDATE and DELETE.
pub(super) struct Rows<'a> {
    /// TOP.
    pub top: Option<&'a ast::Top>,
    /// The target.
    pub target: &'a Target,
    /// FROM.
    pub from: &'a [ast::TableSource],
    /// WHERE.
    pub condition: Option<&'a ast::Condition>,
}

impl Binder<'_> {
    /// Binds an UPDATE: finds its rows and the target, and binds assignments, rules, OUTPUT,
    /// capture for triggers and foreign keys. Records the permissions needed.
    pub(super) fn bind_update(&mut self, update: &ast::Update) -> Result<BoundChange, SqlError> {
        self.take_hints(&update.hints)?;
        self.with_common_tables(&update.with, |binder| {
            let rows = Rows {
                top: update.top.as_ref(),
                target: &update.target,
                from: &update.from,
                condition: update.condition.as_ref(),
            };
            let walk = |visit: &mut walk::Visitor<'_>| walk::update(update, visit);
            let (node, source) = binder.with_documents(rows.from, walk, |binder| binder.bind_sources(&rows))?;
            let written = update.assignments.iter().filter_map(|assignment| assignment.column.as_ref());
            let named = |column: &ast::ColumnName| {
                source.columns.iter().find(|known| name::same(&known.name, &column.name.text)).map(|known| known.id)
            };
            let changed: Vec<ColumnId> = written.filter_map(named).collect();
            let of_derived = |error| of_derived(error, rows.from, &source);
            let target = binder.target_in(&node, &source, &changed).map_err(of_derived)?;
            check_table_options(&target.table, binder.options(), "UPDATE")?;
            let changed = binder.with_members(changed);
            binder.note_change(&target, codes::UPDATE, &changed);
            binder.draws.is_limited = update.top.is_some();
            let mut bound = binder.bind_which(&rows, &target, node.clone())?;
            bound.columns = binder.bind_column_changes(&target, &update.assignments).map_err(of_derived)?;
            binder.compute_first(&mut bound, node, &target);
            let places: Vec<usize> = bound.columns.iter().filter_map(|change| change.column).collect();
            bound.rules = binder.bind_rules(&bound.table, Some(&places), &target.row)?;
            bound.references = binder.bind_update_references(&target, &places, bound.rules.as_ref())?;
            let others = binder.other_sources(&target);
            let changed = Changed { target: &target, inserted: true, deleted: true, others, is_merge: false };
            bound.output = binder.bind_output(update.output.as_ref(), changed)?;
            let row_changes = RowChanges::update(places).with_cascades(&bound.references);
            bound.capture = binder.bind_capture(&target, row_changes, update.output.as_ref())?;
            Ok(bound)
        })
    }

    /// Binds a DELETE: finds its rows and the target, and binds OUTPUT, capture for triggers and
    /// foreign keys. Records the permissions needed.
    pub(super) fn bind_delete(&mut self, delete: &ast::Delete) -> Result<BoundChange, SqlError> {
        self.take_hints(&delete.hints)?;
        self.with_common_tables(&delete.with, |binder| {
            let rows = Rows {
                top: delete.top.as_ref(),
                target: &delete.target,
                from: &delete.from,
                condition: delete.condition.as_ref(),
            };
            let walk = |visit: &mut walk::Visitor<'_>| walk::delete(delete, visit);
            let (node, source) = binder.with_documents(rows.from, walk, |binder| binder.bind_sources(&rows))?;
            let target = binder.target_in(&node, &source, &[]);
            let target = target.map_err(|error| of_derived(error, rows.from, &source))?;
            check_table_options(&target.table, binder.options(), "DELETE")?;
            binder.note_change(&target, codes::DELETE, &[]);
            let mut bound = binder.bind_which(&rows, &target, node)?;
            let others = binder.other_sources(&target);
            let changed = Changed { target: &target, inserted: false, deleted: true, others, is_merge: false };
            bound.output = binder.bind_output(delete.output.as_ref(), changed)?;
            bound.references =
                binder.bind_references(&target.table, target.database.as_ref(), RowChangeKind::Delete)?;
            let row_changes = RowChanges::delete().with_cascades(&bound.references);
            bound.capture = binder.bind_capture(&target, row_changes, delete.output.as_ref())?;
            Ok(bound)
        })
    }

    /// Binds the sources of the statement as its scope. Returns the plan and the source whose rows
    /// change. The target is a source of FROM named by alias or name, or the only source of its
    /// table. Fails with 8154 or the like if that is ambiguous. A target that isn't in FROM is
    /// joined to it.
    pub(super) fn bind_sources(&mut self, rows: &Rows<'_>) -> Result<(Node, Source), SqlError> {
        if rows.from.is_empty() {
            let BoundSource { node, sources } = self.bind_target_source(rows.target)?;
            let source = sources.first().cloned().unwrap_or_default();
            self.level().scope = Scope::new(sources);
            return Ok((node, source));
        }
        let node = self.refusing_changes(SqlError::nested_change_in_from, |binder| binder.bind_from(rows.from))?;
        let is_named = |source: &&Source| match rows.target {
            Target::Table { name, .. } => source.is_qualifier(name),
            Target::Variable(name) => source.schema.is_none() && name::same(&source.alias, &name.text),
        };
        if let Some(source) = self.level().scope.sources.iter().find(is_named) {
            return Ok((node, source.clone()));
        }
        // A common table expression has no object id by which it would be found under its alias, so
        // the target is a second reference to it (`t-sql/queries/update-transact-sql`, *Remarks*).
        if let Target::Table { name, .. } = rows.target
            && self.common_table_place(name).is_some()
        {
            return self.join_target(rows.target, node);
        }
        if let Some(aliases) = self.aliases_of_view(rows)? {
            let sources = &self.level().scope.sources;
            let found = |alias: &ast::Name| sources.iter().find(|source| name::same(&source.alias, &alias.text));
            return match aliases.as_slice() {
                [] => self.join_target(rows.target, node),
                [alias] => Ok((node, found(alias).cloned().unwrap_or_default())),
                [alias, ..] => Err(SqlError::ambiguous_table(&alias.text)),
            };
        }
        let (_, table) = self.resolve_target(rows.target)?;
        let is_of = |source: &&Source| {
            let target = self.target_in(&node, source, &[]);
            target.is_ok_and(|target| Arc::ptr_eq(&target.table, &table) && target.is_whole())
        };
        let sources = self.levels.last().map(|level| level.scope.sources.clone()).unwrap_or_default();
        let found: Vec<&Source> = sources.iter().filter(is_of).collect();
        match found.as_slice() {
            [source] => Ok((node, (*source).clone())),
            [] => self.join_target(rows.target, node),
            // 8154: the table is ambiguous.
            _ => Err(SqlError::ambiguous_table(&table.name)),
        }
    }

    /// Returns the aliases of the target in FROM if it is a user view, else `None`.
    fn aliases_of_view(&self, rows: &Rows<'_>) -> Result<Option<Vec<ast::Name>>, SqlError> {
        let id_of = |resolved: &Resolved| match resolved {
            Resolved::Module(module) if module.id.0 > 0 && module.kind == ModuleKind::View => Some(module.id),
            _ => None,
        };
        let Target::Table { name, .. } = rows.target else { return Ok(None) };
        let (target, resolved) = self.resolve(name)?;
        let Some(view) = id_of(&resolved) else { return Ok(None) };
        let mut aliases = Vec::new();
        let mut note = |source: &ast::TableSource| {
            if let TableSourceKind::Table { name, alias: Some(alias), .. } = &source.kind
                && let Ok((found, resolved)) = self.resolve(name)
                && found.database == target.database
                && id_of(&resolved) == Some(view)
            {
                aliases.push(alias.clone());
            }
        };
        rows.from.iter().for_each(|from| walk::sources_of(from, &mut note));
        Ok(Some(aliases))
    }

    /// Joins a target that isn't in FROM to each row of FROM, whose plan is `node`.
    fn join_target(&mut self, target: &Target, node: Node) -> Result<(Node, Source), SqlError> {
        let sources = self.level().scope.sources.clone();
        let target = self.bind_target_source(target)?;
        let source = target.sources.first().cloned().unwrap_or_default();
        let both = joined(target, BoundSource { node, sources }, JoinKind::Inner);
        self.level().scope = Scope::new(both.sources);
        Ok((both.node, source))
    }

    /// Binds the target as a source if it is a user view or a common table expression. `None` for a
    /// table, a system view and a name that denotes nothing here.
    pub(super) fn bind_view_target(&mut self, target: &Target) -> Result<Option<BoundSource>, SqlError> {
        let Target::Table { name, .. } = target else { return Ok(None) };
        if let Some(bound) = self.bind_common_table(name, None)? {
            return Ok(Some(bound));
        }
        // System views have no rows to change.
        match self.resolve(name)? {
            (_, Resolved::Module(module)) if module.id.0 > 0 => self.bind_table(name, None).map(Some),
            _ => Ok(None),
        }
    }

    /// Binds the target as a source. Fails with 259 for a system view.
    pub(super) fn bind_target_source(&mut self, target: &Target) -> Result<BoundSource, SqlError> {
        let noted = self.needs.len();
        let bound = self.bind_target_rows(target);
        self.note_optional(noted);
        bound
    }

    fn bind_target_rows(&mut self, target: &Target) -> Result<BoundSource, SqlError> {
        if let Some(bound) = self.bind_view_target(target)? {
            return Ok(bound);
        }
        let (found, table) = self.resolve_target(target)?;
        match target {
            Target::Variable(written) => self.scan(found.database, table, written.text.to_string(), None),
            Target::Table { .. } => {
                let schema = found.schema.unwrap_or_else(|| DEFAULT_SCHEMA.to_owned());
                let bound = self.scan(found.database.clone(), Arc::clone(&table), found.object, Some(schema))?;
                self.note_table(found.database.as_ref(), &table, &bound.sources[0]);
                Ok(bound)
            }
        }
    }

    fn other_sources(&mut self, target: &ChangeTarget) -> Vec<Source> {
        let is_target = |source: &Source| {
            let ids = |source: &Source| source.columns.iter().map(|column| column.id).collect::<Vec<_>>();
            ids(source) == ids(&target.source)
        };
        self.level().scope.sources.iter().filter(|source| !is_target(source)).cloned().collect()
    }

    fn bind_which(&mut self, rows: &Rows<'_>, target: &ChangeTarget, node: Node) -> Result<BoundChange, SqlError> {
        let condition = rows.condition.map(|condition| self.bind_condition(condition)).transpose()?;
        let condition = condition.map(|condition| self.settled(condition));
        let top = self.bind_top(rows.top, &[])?;
        let own = self.target_hints(rows.target, HintedUse::Change)?;
        // NOLOCK in FROM is ignored for the target (`t-sql/queries/hints-transact-sql-table`).
        let level = target.hints.level.filter(|level| *level != HintedLevel::ReadUncommitted);
        let hints = if own == LockHints::default() { LockHints { level, ..target.hints } } else { own };
        let target = &ChangeTarget { hints, ..target.clone() };
        let ChangeTarget { database, table, row, .. } = target.clone();
        let mut bound = BoundChange {
            database,
            table,
            hints,
            row,
            condition: None,
            seek: None,
            rows: scan_below(&node).and_then(|target| target.rows),
            top: None,
            columns: Vec::new(),
            first: Vec::new(),
            computed: Vec::new(),
            rules: None,
            references: BoundReferences::default(),
            plan: None,
            output: None,
            capture: None,
        };
        // INDEX, FORCESEEK and FORCESCAN choose the path of an operator.
        let has_path = scan_below(&node).is_some_and(|target| target.hint != PathHint::default());
        let is_percent = top.as_ref().is_some_and(|top| top.percent);
        // Text pointers need the row's locator, which only an operator gives out.
        let has_pointers = scan_below(&node).is_some_and(|target| target.address.is_some());
        let is_unbound = |number: usize| !self.functions[number].module.options.is_schema_bound;
        let reads = condition.as_ref().map(|condition| reads_of_condition(condition, &is_unbound));
        let is_reread = reads.is_some_and(|reads| self.is_reread(reads, target));
        let is_simple = !is_percent && !has_pointers && !has_path && !is_reread;
        let mut node = match node {
            Node::Scan(_) if is_simple => {
                (bound.condition, bound.top) = (condition, top.map(|top| top.count));
                return Ok(bound);
            }
            Node::Compute(scan, computed) if is_simple && matches!(*scan, Node::Scan(_)) => {
                (bound.condition, bound.top, bound.computed) = (condition, top.map(|top| top.count), computed);
                return Ok(bound);
            }
            node => node,
        };
        let locator = self.located(&mut node, target);
        if let Some(condition) = condition {
            node = Node::Filter(Box::new(node), condition);
        }
        if let Some(top) = top {
            node = Node::Top(Box::new(node), top);
        }
        bound.plan = Some(ChangePlan { node, locator });
        Ok(bound)
    }

    /// Makes the statement compute all new values that read the changed table before it changes the
    /// first row. `node` has the table's rows. Beside assigned variables, which values may use, all
    /// values are computed then.
    fn compute_first(&mut self, bound: &mut BoundChange, mut node: Node, target: &ChangeTarget) {
        let reread: Vec<bool> = bound.columns.iter().map(|change| self.rereads(&change.value, target)).collect();
        if !reread.contains(&true) {
            return;
        }
        let target = &ChangeTarget { hints: bound.hints, ..target.clone() };
        let ChangePlan { node, locator } = bound.plan.take().unwrap_or_else(|| {
            let locator = self.located(&mut node, target);
            bound.computed.clear();
            if let Some(condition) = bound.condition.take() {
                node = Node::Filter(Box::new(node), condition);
            }
            if let Some(count) = bound.top.take() {
                node = Node::Top(Box::new(node), Top { count, percent: false, ties: None });
            }
            ChangePlan { node, locator }
        });
        if bound.columns.iter().any(|change| change.variable.is_some()) {
            bound.plan = Some(ChangePlan { node, locator });
            return self.assign_first(bound);
        }
        let mut values = Vec::new();
        for (change, _) in bound.columns.iter_mut().zip(reread).filter(|(_, is_reread)| *is_reread) {
            let id = self.new_column_for(&change.value);
            let column = Expr::column(id, change.value.data_type, change.value.nullable);
            values.push((id, std::mem::replace(&mut change.value, column)));
        }
        bound.plan = Some(ChangePlan { node: Node::Compute(Box::new(node), values), locator });
    }

    /// Makes the statement compute its values and assign its variables when a row is found. A
    /// rowversion is still drawn when its row changes.
    fn assign_first(&mut self, bound: &mut BoundChange) {
        let table = Arc::clone(&bound.table);
        for change in std::mem::take(&mut bound.columns) {
            let column = change.column.map(|place| &table.columns[place]);
            if column.is_some_and(|column| column.data_type == DataType::RowVersion) {
                bound.columns.push(change);
                continue;
            }
            let id = self.new_column_for(&change.value);
            if let Some(column) = column {
                let value = Expr::column(id, column.stored_type(), change.value.nullable);
                bound.columns.push(ColumnChange { column: change.column, variable: None, value });
            }
            bound.first.push((id, change));
        }
    }

    /// Whether a value reads rows of the target for each row.
    pub(super) fn rereads(&self, value: &Expr, target: &ChangeTarget) -> bool {
        let is_unbound = |number: usize| !self.functions[number].module.options.is_schema_bound;
        self.is_reread(reads_of_expr(value, &is_unbound), target)
    }

    /// Whether an expression with these subqueries, which may call a function that reads tables,
    /// reads rows of the target for each row. It would see the statement's changes of earlier rows.
    fn is_reread(&self, (subqueries, calls): (Vec<usize>, bool), target: &ChangeTarget) -> bool {
        let reads = |number: &usize| {
            let subquery = &self.subqueries[*number];
            !subquery.outer.is_empty() && self.reads_rows_of(&subquery.rows, target)
        };
        calls || subqueries.iter().any(reads)
    }

    fn reads_rows_of(&self, rows: &physical::Rows, target: &ChangeTarget) -> bool {
        let inner = |number: &usize| self.reads_rows_of(&self.subqueries[*number].rows, target);
        reads_table(&rows.node, &target.table) || all_in_rows(rows).iter().any(inner)
    }

    /// Binds the assignments of an UPDATE, variables first, and the rowversion's new value if the
    /// table has one. Fails with 264 if a column is assigned twice. A computed or identity column
    /// fails with 271 or 8102. Fails with 207 for an unknown column, with 272 for a rowversion,
    /// with 4406 for a computed column of a view, and with 157 for an aggregate.
    pub(super) fn bind_column_changes(
        &mut self,
        target: &ChangeTarget,
        assignments: &[ast::Assignment],
    ) -> Result<Vec<ColumnChange>, SqlError> {
        let mut changes: Vec<ColumnChange> = Vec::with_capacity(assignments.len());
        let mut written = Vec::new();
        for assignment in assignments {
            let change = self.bind_column_change(target, assignment)?;
            written.extend(change.column);
            if let Some(set) = change.column.filter(|place| target.table.columns[*place].flags.is_column_set) {
                if assignment.operator != AssignmentOperator::Set || change.variable.is_some() {
                    let name = &target.table.columns[set].name;
                    return Err(unsupported(&format!("a compound assignment of the column set '{name}'")));
                }
                for (place, value) in self.parts_of_set(&target.table, &change.value)? {
                    changes.push(ColumnChange { column: Some(place), variable: None, value });
                }
                check_set_alone(&target.table, &written)?;
                continue;
            }
            check_set_alone(&target.table, &written)?;
            if let Some(column) = change.column
                && changes.iter().any(|other| other.column == Some(column))
            {
                return Err(SqlError::column_named_twice(&target.table.columns[column].name));
            }
            changes.push(change);
        }
        if let Some(place) = target.table.rowversion() {
            let value = self.next_rowversion(target.database.as_ref());
            changes.push(ColumnChange { column: Some(place), variable: None, value });
        }
        changes.sort_by_key(|change| change.variable.is_none());
        Ok(changes)
    }

    fn bind_column_change(
        &mut self,
        target: &ChangeTarget,
        assignment: &ast::Assignment,
    ) -> Result<ColumnChange, SqlError> {
        if select::has_aggregate_expr(&assignment.value) {
            // 157: an aggregate may not appear in the set list of an UPDATE statement.
            return Err(SqlError::aggregate_in_update_set());
        }
        let variable = match &assignment.variable {
            Some(written) => Some(self.variables.get(&written.text)?),
            None => None,
        };
        let Some(written) = &assignment.column else {
            let Some(name) = &assignment.variable else { return Err(SqlError::syntax_near("=")) };
            let (slot, value) = self.bind_assignment(name, assignment.operator, &assignment.value)?;
            let data_type = value.data_type;
            return Ok(ColumnChange { column: None, variable: Some((slot, data_type)), value });
        };
        let is_other = |source: &Source| written.qualifier.as_ref().is_some_and(|prefix| source.is_qualifier(prefix));
        if !is_other(&target.source)
            && let Some(other) = self.level().scope.sources.iter().find(|source| is_other(source))
        {
            return Err(SqlError::column_prefix_of_other_object(&other.alias, &target.source.alias));
        }
        let column = match place_of(target, written) {
            Err(error) if UnknownColumns::is_one(&error) && self.unknown.is_some() => {
                let value = self.unknown_column(error, written.name.span)?;
                self.bind_value(&assignment.value)?;
                return Ok(ColumnChange { column: None, variable: None, value });
            }
            place => place?,
        };
        let changed = &target.table.columns[column];
        if changed.identity.is_some() {
            // 8102: an identity column can't be updated.
            return Err(SqlError::cannot_update_identity(&changed.name));
        }
        if changed.data_type == DataType::RowVersion {
            // 272: a rowversion can't be assigned.
            return Err(SqlError::cannot_update_timestamp());
        }
        let value = match (&assignment.value.kind, assignment.operator) {
            (ast::ExprKind::Default, AssignmentOperator::Set) => {
                self.bind_default(&target.table, target.database.as_ref(), column)?
            }
            (_, AssignmentOperator::Method) => {
                self.note_use(target.row[column]);
                let old = Expr::column(target.row[column], changed.data_type, changed.nullable);
                self.bind_write(old, &changed.name, &assignment.value)?
            }
            (_, AssignmentOperator::Set) => {
                self.drawing_in(DrawPlace::Update, |binder| binder.bind_value(&assignment.value))?
            }
            (_, AssignmentOperator::Compound(operator)) => {
                self.note_use(target.row[column]);
                let old = Expr::column(target.row[column], changed.data_type, changed.nullable);
                let value = self.drawing_in(DrawPlace::Update, |binder| binder.bind_value(&assignment.value))?;
                self.operate(operator, old, value)?
            }
        };
        if !literal::is_null(&value) {
            check_implicit(&value.data_type, &changed.data_type)?;
        }
        if let Some(variable) = variable {
            check_implicit(&changed.data_type, &variable.data_type)?;
        }
        let variable = variable.map(|variable| (variable.slot, variable.data_type));
        Ok(ColumnChange { column: Some(column), variable, value })
    }
}

/// Returns the scan if the plan reads a single table.
fn scan_below(node: &Node) -> Option<&ScanTarget> {
    match node {
        Node::Scan(target) => Some(target),
        Node::Compute(input, _) => scan_below(input),
        _ => None,
    }
}

/// Returns 4417, 4418, 4420 or 4421 instead of 4426, 4403, 4405 or 4406 if the target is a derived
/// table of FROM.
fn of_derived(error: SqlError, from: &[ast::TableSource], target: &Source) -> SqlError {
    let names = |source: &ast::TableSource| match &source.kind {
        ast::TableSourceKind::Derived { alias, .. } => name::same(&alias.name.text, &target.alias),
        _ => false,
    };
    if !from.iter().any(names) {
        return error;
    }
    match error.number {
        4403 => SqlError::derived_table_with_aggregates(&target.alias),
        4426 => SqlError::derived_table_with_union(&target.alias),
        4405 => SqlError::derived_table_of_many_tables(&target.alias),
        4406 => SqlError::derived_table_field_not_updatable(&target.alias),
        _ => error,
    }
}

/// Returns the ordinal of a column in the target table. Fails with 4104, 207 or 271, or with 4406
/// if a view computes the column.
fn place_of(target: &ChangeTarget, written: &ast::ColumnName) -> Result<usize, SqlError> {
    if written.qualifier.as_ref().is_some_and(|qualifier| !target.source.is_qualifier(qualifier)) {
        return Err(SqlError::multi_part_identifier_not_bound(full_name(written)));
    }
    let text = &written.name.text;
    let known = target.source.columns.iter().find(|column| name::same(&column.name, text));
    let span = written.name.span;
    let known = known.ok_or_else(|| SqlError::invalid_column_name(text).at_bytes(span.start, span.end))?;
    if let Some(place) = target.row.iter().position(|id| *id == known.id) {
        refuse_computed(&target.table.columns[place])?;
        return Ok(place);
    }
    if let Some(place) = target.table.column(text).filter(|_| target.is_whole()) {
        refuse_computed(&target.table.columns[place])?;
        if target.table.columns[place].flags.is_column_set {
            return Ok(place);
        }
    }
    Err(SqlError::derived_field_not_updatable(&target.source.alias))
}
