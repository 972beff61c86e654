//! MERGE: the join of target and source, and the actions on the rows
//! (`t-sql/statements/merge-transact-sql`).

use super::Binder;
use super::bound::BoundSource;
use super::output::Changed;
use super::path_hints::directed;
use super::references::RowChangeKind;
use super::scope::{Scope, Source};
use super::select::has_aggregate_condition;
use super::source::{AGGREGATE_IN_WHERE, joined};
use super::table_hints::HintedUse;
use super::target::ChangeTarget;
use super::target::columns_given;
use sluice_catalog::security::codes;
use sluice_catalog::{TriggerEvent, TriggerEvents, name};
use sluice_definition::refusal::unsupported;
use sluice_definition::required_options::check_table_options;
use sluice_plan::expression::{ColumnId, Condition, Expr, ExprKind};
use sluice_plan::physical::{Join, JoinKind, JoinMethod, Node, Rows};
use sluice_plan::statement::{BoundMerge, ChangePlan, MergeAction, MergeClause};
use sluice_syntax::ast::{self, MergeMatch};
use sluice_types::{DataType, Length, SqlError, Value};

impl Binder<'_> {
    /// Binds a MERGE with its hints and common table expressions.
    pub(super) fn bind_merge(&mut self, merge: &ast::Merge) -> Result<BoundMerge, SqlError> {
        self.take_hints(&merge.hints)?;
        self.with_common_tables(&merge.with, |binder| binder.bind_merge_here(merge))
    }

    fn bind_merge_here(&mut self, merge: &ast::Merge) -> Result<BoundMerge, SqlError> {
        check_clauses(&merge.clauses)?;
        if self.united_view(&merge.target, &[], &merge.with)?.is_some() {
            return Err(SqlError::merge_into_partitioned_view());
        }
        let of_action = |events: TriggerEvents, clause: &ast::MergeClause| match clause.action {
            ast::MergeAction::Delete => events.and(TriggerEvent::Delete),
            ast::MergeAction::Insert { .. } => events.and(TriggerEvent::Insert),
            ast::MergeAction::Update(_) => events.and(TriggerEvent::Update),
        };
        let events = merge.clauses.iter().fold(TriggerEvents::default(), of_action);
        if self.has_instead(&merge.target, events)? {
            return Err(unsupported("MERGE into a table or view with INSTEAD OF triggers"));
        }
        let mut target = self.bind_target_source(&merge.target)?;
        if let Some(alias) = &merge.alias {
            for source in &mut target.sources {
                (source.alias, source.schema) = (alias.text.to_string(), None);
            }
        }
        let shown = target.sources.first().cloned().unwrap_or_default();
        let hints = self.target_hints(&merge.target, HintedUse::Merge)?;
        if let ast::Target::Table { hints, .. } = &merge.target {
            target.node = directed(target.node, hints)?;
        }
        let mut source =
            self.refusing_changes(SqlError::nested_change_in_using, |binder| binder.bind_table_source(&merge.source))?;
        let found = ChangeTarget { hints, ..self.target_in(&target.node, &shown, &[])? };
        check_table_options(&found.table, self.options(), "MERGE")?;
        self.note_merge(&found, &merge.clauses);
        let locator = self.located(&mut target.node, &found);
        let is_sourced = self.new_column();
        let here = Expr::constant(Value::Bit(true), DataType::Bit);
        source.node = Node::Compute(Box::new(source.node), vec![(is_sourced, here)]);
        let others = source.sources.clone();
        self.check_exposed_names(&target.sources, &others).map_err(|_| SqlError::merge_names_equal())?;
        let BoundSource { mut node, sources } = both_sides(target, source, &merge.clauses);
        self.level().scope = Scope::new(sources);
        let on = self.bind_condition(&merge.condition)?;
        if let Node::Join(join) = &mut node {
            join.on = Some(on);
        }
        let columns = node.columns();
        let mut clauses = Vec::with_capacity(merge.clauses.len());
        for clause in &merge.clauses {
            let sources: Vec<Source> = match clause.rows {
                MergeMatch::Matched => self.level().scope.sources.clone(),
                MergeMatch::NotMatchedByTarget => others.clone(),
                MergeMatch::NotMatchedBySource => vec![shown.clone()],
            };
            let before = std::mem::replace(&mut self.level().scope, Scope::new(sources));
            let bound = self.bind_merge_clause(clause, &found, &columns);
            self.level().scope = before;
            clauses.push(bound.map_err(|error| of_other_side(error, clause.rows, &shown, &others))?);
        }
        let node = self.compute_merged_first(node, &mut clauses, (&found, locator, is_sourced));
        let top = self.bind_top(merge.top.as_ref(), &[])?.map(|top| (top.count, top.percent));
        let mut others = others;
        if merge.clauses.iter().any(|clause| clause.rows == MergeMatch::NotMatchedBySource) {
            // A row without a match in the source has NULLs in the source's columns.
            others.iter_mut().flat_map(|source| &mut source.columns).for_each(|column| column.nullable = true);
        }
        let changed = Changed { target: &found, inserted: true, deleted: true, others, is_merge: true };
        let output = self.bind_output(merge.output.as_ref(), changed)?;
        let captured = found.clone();
        let ChangeTarget { database, table, row, .. } = found;
        let plan = ChangePlan { node, locator };
        let mut bound =
            BoundMerge { database, table, hints, row, plan, is_sourced, top, clauses, output, capture: None };
        bound.capture = self.bind_merge_capture((&bound, events), &captured, merge.output.as_ref())?;
        Ok(bound)
    }

    /// Makes the plan compute all new values that read rows of the target, so that they don't see
    /// the changes of other rows. A value is computed only for rows to which its clause applies.
    fn compute_merged_first(
        &mut self,
        node: Node,
        clauses: &mut [MergeClause],
        (target, locator, is_sourced): (&ChangeTarget, ColumnId, ColumnId),
    ) -> Node {
        let mut computed = Vec::new();
        for place in 0..clauses.len() {
            let (before, rest) = clauses.split_at_mut(place);
            let Some(clause) = rest.first_mut() else { continue };
            let tests = tests_before(before, clause, (locator, is_sourced));
            let values: Vec<&mut Expr> = match &mut clause.action {
                MergeAction::Update(changes, ..) => {
                    let changes = changes.iter_mut().filter(|change| change.variable.is_none());
                    changes.map(|change| &mut change.value).collect()
                }
                MergeAction::Insert(insert) => insert.source.values.iter_mut().collect(),
                MergeAction::Delete(_) => Vec::new(),
            };
            for value in values {
                if value.draws() || !self.rereads(value, target) {
                    continue;
                }
                let (id, data_type) = (self.new_column_for(value), value.data_type);
                let column = Expr::column(id, data_type, value.nullable);
                let value = std::mem::replace(value, column);
                let null = || Expr::constant(Value::Null, data_type);
                let mut branches: Vec<_> = tests.iter().map(|test| (test.clone(), null())).collect();
                let otherwise = match &clause.condition {
                    Some(condition) => {
                        branches.push((condition.clone(), value));
                        None
                    }
                    None => Some(Box::new(value)),
                };
                computed.push((id, Expr { kind: ExprKind::Case(branches, otherwise), data_type, nullable: true }));
            }
        }
        if computed.is_empty() {
            return node;
        }
        let node = Node::Compute(Box::new(node), computed);
        for clause in clauses {
            if let MergeAction::Insert(insert) = &mut clause.action {
                insert.source.node = Node::Given(node.columns());
            }
        }
        node
    }

    /// Records the permissions of each clause.
    fn note_merge(&mut self, target: &ChangeTarget, clauses: &[ast::MergeClause]) {
        for clause in clauses {
            match &clause.action {
                ast::MergeAction::Delete => self.note_change(target, codes::DELETE, &[]),
                ast::MergeAction::Insert { .. } => self.note_change(target, codes::INSERT, &[]),
                ast::MergeAction::Update(assignments) => {
                    let written = assignments.iter().filter_map(|assignment| assignment.column.as_ref());
                    let place = |column: &ast::ColumnName| target.table.column(&column.name.text);
                    let changed: Vec<ColumnId> = written.filter_map(place).map(|place| target.row[place]).collect();
                    self.note_change(target, codes::UPDATE, &changed);
                }
            }
        }
    }

    fn bind_merge_clause(
        &mut self,
        clause: &ast::MergeClause,
        target: &ChangeTarget,
        columns: &[ColumnId],
    ) -> Result<MergeClause, SqlError> {
        let refused = SqlError::next_value_in_merge;
        let condition = clause.condition.as_ref().map(|condition| {
            self.bind_condition(condition).map_err(|error| match error.number {
                AGGREGATE_IN_WHERE if has_aggregate_condition(condition) => SqlError::aggregate_in_merge_clause(),
                _ => error,
            })
        });
        let condition = condition.transpose()?;
        let action = match &clause.action {
            ast::MergeAction::Delete => MergeAction::Delete(self.bind_references(
                &target.table,
                target.database.as_ref(),
                RowChangeKind::Delete,
            )?),
            ast::MergeAction::Update(assignments)
                if assignments.iter().any(|each| each.variable.is_some() && each.column.is_some()) =>
            {
                return Err(SqlError::merge_assigns_variable_and_column());
            }
            ast::MergeAction::Update(assignments) => {
                let bind = |binder: &mut Self| binder.bind_column_changes(target, assignments);
                let changes = self.refusing_all_draws(refused, bind)?;
                let places: Vec<usize> = changes.iter().filter_map(|change| change.column).collect();
                let rules = self.bind_rules(&target.table, Some(&places), &target.row)?;
                let references = self.bind_update_references(target, &places, rules.as_ref())?;
                MergeAction::Update(changes, rules, references)
            }
            ast::MergeAction::Insert { columns: listed, values } => {
                let (given, values) = self.bind_merge_values(target, listed, values.as_deref())?;
                let source = Rows { node: Node::Given(columns.to_vec()), values };
                let table = std::sync::Arc::clone(&target.table);
                let insert = self.complete((table, &target.row), target.database.clone(), source, &given, false)?;
                MergeAction::Insert(Box::new(insert))
            }
        };
        Ok(MergeClause {
            in_target: clause.rows != MergeMatch::NotMatchedByTarget,
            in_source: clause.rows != MergeMatch::NotMatchedBySource,
            condition,
            action,
        })
    }

    /// Binds the values of INSERT and the columns that receive them. Both are empty for DEFAULT
    /// VALUES.
    fn bind_merge_values(
        &mut self,
        target: &ChangeTarget,
        listed: &[ast::Name],
        values: Option<&[ast::Expr]>,
    ) -> Result<(Vec<usize>, Vec<Expr>), SqlError> {
        let Some(values) = values else { return Ok((Vec::new(), Vec::new())) };
        let given = columns_given(&target.table, listed)?;
        super::insert::check_count(given.len(), values.len(), !listed.is_empty())?;
        let of = (&*target.table, target.database.as_ref());
        let bound = values.iter().zip(&given).map(|(value, column)| match value.kind {
            // The default of a column may draw from a sequence.
            ast::ExprKind::Default => self.bind_inserted(value, of, *column),
            _ => self
                .refusing_all_draws(SqlError::next_value_in_merge, |binder| binder.bind_inserted(value, of, *column)),
        });
        Ok((given.clone(), bound.collect::<Result<_, _>>()?))
    }
}

/// Returns conditions that exclude rows from a clause: that the rows are of the other sides, and
/// those of the clauses `before` it for the same sides.
fn tests_before(
    before: &[MergeClause],
    clause: &MergeClause,
    (locator, is_sourced): (ColumnId, ColumnId),
) -> Vec<Condition> {
    let located = Expr::column(locator, DataType::VarBinary(Length::Limited(900)), true);
    let sourced = Expr::column(is_sourced, DataType::Bit, true);
    let is_elsewhere = Condition::Or(vec![
        Condition::IsNull(located, !clause.in_target),
        Condition::IsNull(sourced, !clause.in_source),
    ]);
    let is_same = |other: &&MergeClause| (other.in_target, other.in_source) == (clause.in_target, clause.in_source);
    let earlier = before.iter().filter(is_same).filter_map(|other| other.condition.clone());
    [is_elsewhere].into_iter().chain(earlier).collect()
}

/// Returns 5333 or 5334 for `error` if it is that of a name of the side that a clause's rows lack.
fn of_other_side(error: SqlError, rows: MergeMatch, target: &Source, others: &[Source]) -> SqlError {
    let Some(identifier) = error.args.first().filter(|_| error.number == UNBOUND_IDENTIFIER) else { return error };
    let is_of = |source: &Source| {
        identifier.rsplit_once('.').is_some_and(|(qualifier, _)| name::same(qualifier, &source.alias))
    };
    let mut found = match rows {
        MergeMatch::NotMatchedByTarget if is_of(target) => SqlError::merge_identifier_of_target(identifier),
        MergeMatch::NotMatchedBySource if others.iter().any(is_of) => SqlError::merge_identifier_of_source(identifier),
        _ => return error,
    };
    found.place = error.place;
    found
}

/// The error of a name with a prefix that nothing has.
const UNBOUND_IDENTIFIER: i32 = 4104;

/// Joins the target with the source, keeping the unmatched rows that a clause applies to.
fn both_sides(target: BoundSource, source: BoundSource, clauses: &[ast::MergeClause]) -> BoundSource {
    let has = |rows| clauses.iter().any(|clause| clause.rows == rows);
    let (by_target, by_source) = (has(MergeMatch::NotMatchedByTarget), has(MergeMatch::NotMatchedBySource));
    let kind = match (by_target, by_source) {
        (true, true) => JoinKind::Full,
        (false, false) => JoinKind::Inner,
        _ => JoinKind::Left,
    };
    let mut both = joined(target, source, kind);
    if let Node::Join(join) = &mut both.node {
        let Join { left, right, method, .. } = &mut **join;
        *method = JoinMethod::Hash(Vec::new(), Vec::new());
        // The left side is the side whose unmatched rows are kept: the source, unless only target
        // rows can be unmatched.
        if !by_source || by_target {
            std::mem::swap(left, right);
        }
    }
    // Columns of a missing row are NULL.
    if kind != JoinKind::Inner {
        both.sources.iter_mut().flat_map(|source| &mut source.columns).for_each(|column| column.nullable = true);
    }
    both
}

/// Checks the clauses. Fails with 5324 for a clause after an unconditional clause for the same
/// rows, with 10714 for a repeated action. The grammar admits only suitable actions.
fn check_clauses(clauses: &[ast::MergeClause]) -> Result<(), SqlError> {
    for (place, clause) in clauses.iter().enumerate() {
        let action = word_of(&clause.action);
        let words = format!("WHEN {}", clause.rows.words());
        for before in clauses[..place].iter().filter(|before| before.rows == clause.rows) {
            if word_of(&before.action) == action {
                // SQL Server has the clause and the action in each other's place here.
                return Err(SqlError::merge_action_repeated(words, action));
            }
            if before.condition.is_none() {
                return Err(SqlError::merge_clause_after_unconditional(&words, &words));
            }
        }
    }
    Ok(())
}

fn word_of(action: &ast::MergeAction) -> &'static str {
    match action {
        ast::MergeAction::Update(_) => "UPDATE",
        ast::MergeAction::Delete => "DELETE",
        ast::MergeAction::Insert { .. } => "INSERT",
    }
}
