//! Recursive common table expressions: an anchor, and members that name the expression itself.
//!
//! The anchor determines the columns and their types; a member's values must have the same types.
//! Guidelines and restrictions: `t-sql/queries/with-common-table-expression-transact-sql`.

use super::Binder;
use super::bound::BoundQuery;
use super::bound::BoundSource;
use super::literal;
use super::select::has_aggregates;
use super::state::Current;
use sluice_catalog::name;
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::physical::{Member, Node, Recursion, Rows};
use sluice_plan::statement::OutputColumn;
use sluice_syntax::ast::{self, QueryBody, SetOperator, TableSource, TableSourceKind};
use sluice_syntax::walk::{self, Met};
use sluice_types::SqlError;

impl Binder<'_> {
    /// Binds the rows of the recursive expression `table`, at `place` among the visible
    /// expressions. The members up to the first that names the expression are the anchor; all
    /// others must name it, once, and be joined by UNION ALL. Fails with 252, 247 and 246
    /// otherwise. Fails with 205 or 240 if columns differ in number or type, with 253 or 465 for
    /// another reference to it, and with 460 to 462, 467, 4150 or 4190 for DISTINCT, TOP, outer
    /// joins, aggregation, hints and PIVOT.
    pub(super) fn bind_recursion(&mut self, table: &ast::CommonTable, place: usize) -> Result<BoundSource, SqlError> {
        let shown = &table.name.text;
        let no_union_all = || SqlError::recursion_without_union_all(shown);
        let QueryBody::Combined { first, rest } = &table.query.body else { return Err(no_union_all()) };
        let operands: Vec<&QueryBody> = std::iter::once(&**first).chain(rest.iter().map(|next| &next.body)).collect();
        let uses: Vec<usize> = operands.iter().map(|body| uses_of(body, &table.name)).collect();
        let anchors = uses.iter().take_while(|uses| **uses == 0).count();
        if anchors == 0 {
            return Err(SqlError::no_anchor_member(shown));
        }
        if uses[anchors..].contains(&0) {
            return Err(SqlError::anchor_in_recursive_part(shown));
        }
        if rest[anchors - 1..].iter().any(|next| next.operator != SetOperator::UnionAll) {
            return Err(no_union_all());
        }
        let after = self.common_tables.hide_from(place);
        let anchor = self.bind_anchor(&table.query, first, &rest[..anchors - 1]);
        self.common_tables.show(after);
        let anchor = anchor?;
        let mut members = Vec::with_capacity(operands.len() - anchors);
        for (body, uses) in operands[anchors..].iter().zip(&uses[anchors..]) {
            let QueryBody::Select(select) = body else { return Err(no_union_all()) };
            if *uses > 1 {
                return Err(SqlError::many_recursive_references(shown));
            }
            check_member(select, &table.name)?;
            members.push(self.bind_member(table, place, &anchor, select)?);
        }
        let columns: Vec<ColumnId> = anchor.rows.values.iter().map(|value| self.new_column_for(value)).collect();
        let depth_max = self.recursion_max;
        let BoundQuery { rows: anchor, columns: outputs } = anchor;
        let values = values_of(&columns, &outputs);
        let node = Node::Recursion(Box::new(Recursion { columns, anchor, members, depth_max }));
        let bound = BoundQuery { rows: Rows { node, values }, columns: outputs };
        self.named_rows(bound, &table.name, &table.columns)
    }

    /// Binds the anchor members. All their columns are nullable.
    fn bind_anchor(
        &mut self,
        whole: &ast::Query,
        first: &QueryBody,
        rest: &[ast::Combination],
    ) -> Result<BoundQuery, SqlError> {
        let body = match rest {
            [] => first.clone(),
            rest => QueryBody::Combined { first: Box::new(first.clone()), rest: rest.to_vec() },
        };
        let mut bound = self.bind_table_query(&ast::Query { body, ..alone(whole) })?;
        bound.columns.iter_mut().for_each(|column| column.nullable = true);
        Ok(bound)
    }

    /// Binds a recursive member. Fails with 205 for a different number of values, with 240 for a
    /// different type.
    fn bind_member(
        &mut self,
        table: &ast::CommonTable,
        place: usize,
        anchor: &BoundQuery,
        select: &ast::Select,
    ) -> Result<Member, SqlError> {
        let outputs = &anchor.columns;
        let current: Vec<ColumnId> = anchor.rows.values.iter().map(|value| self.new_column_for(value)).collect();
        let rows = Rows { node: Node::Current(current.clone()), values: values_of(&current, outputs) };
        let row = BoundQuery { rows, columns: outputs.clone() };
        let source = self.named_rows(row, &table.name, &table.columns)?.sources.pop().unwrap_or_default();
        let names: Vec<String> = source.columns.iter().map(|column| column.name.clone()).collect();
        let after = self.common_tables.hide_from(place + 1);
        self.common_tables.recursive.push(Current { place, source });
        let body = QueryBody::Select(Box::new(select.clone()));
        let bound = self.bind_table_query(&ast::Query { body, ..alone(&table.query) });
        self.common_tables.recursive.pop();
        self.common_tables.show(after);
        let mut rows = bound?.rows;
        if rows.values.len() != outputs.len() {
            return Err(SqlError::unequal_select_lists());
        }
        for ((value, output), name) in rows.values.iter_mut().zip(outputs).zip(names) {
            if literal::is_null(value) {
                value.data_type = output.data_type;
            }
            if value.data_type != output.data_type {
                return Err(SqlError::recursive_types_differ(name, &table.name.text));
            }
        }
        Ok(Member { current, rows })
    }
}

/// Fails with 460, 461, 462, 465 or 467 for parts that a recursive member can't have.
fn check_member(select: &ast::Select, table: &ast::Name) -> Result<(), SqlError> {
    let name = &table.text;
    if select.distinct {
        return Err(SqlError::distinct_in_recursive_part(name));
    }
    if select.top.is_some() {
        return Err(SqlError::top_in_recursive_part(name));
    }
    if select.from.iter().any(has_outer_join) {
        return Err(SqlError::outer_join_in_recursive_part(name));
    }
    if select.from.iter().any(has_pivot) {
        return Err(SqlError::pivot_in_recursive_part(name));
    }
    if select.from.iter().any(|source| is_hinted(source, table)) {
        return Err(SqlError::hint_on_recursive_reference(name));
    }
    if uses_in_subqueries(select, table) {
        return Err(SqlError::recursive_reference_in_subquery());
    }
    let is_grouped = !select.group_by.items.is_empty() || select.having.is_some();
    if is_grouped || has_aggregates(&[], select) {
        return Err(SqlError::aggregation_in_recursive_part(name));
    }
    Ok(())
}

fn has_outer_join(source: &TableSource) -> bool {
    use ast::JoinKind::{Full, Left, OuterApply, Right};
    match &source.kind {
        TableSourceKind::Join { kind: Left | Right | Full | OuterApply, .. } => true,
        TableSourceKind::Join { left, right, .. } => has_outer_join(left) || has_outer_join(right),
        _ => false,
    }
}

fn has_pivot(source: &TableSource) -> bool {
    match &source.kind {
        TableSourceKind::Pivot(_) => true,
        TableSourceKind::Join { left, right, .. } => has_pivot(left) || has_pivot(right),
        _ => false,
    }
}

/// Whether a reference to `table` in FROM has hints.
fn is_hinted(source: &TableSource, table: &ast::Name) -> bool {
    match &source.kind {
        TableSourceKind::Table { name, hints, .. } => {
            !hints.is_empty() && name.single().is_some_and(|name| name.is(&table.text))
        }
        TableSourceKind::Join { left, right, .. } => is_hinted(left, table) || is_hinted(right, table),
        _ => false,
    }
}

/// Whether a subquery of an expression names `table`.
fn uses_in_subqueries(select: &ast::Select, table: &ast::Name) -> bool {
    let mut found = false;
    let mut visit = |met: Met<'_>| match met {
        Met::Query(query) => {
            found |= uses(query, table);
            false
        }
        _ => true,
    };
    for item in &select.items {
        if let ast::SelectItemKind::Value { value, .. } = &item.kind {
            walk::expr(value, &mut visit);
        }
    }
    select.condition.iter().for_each(|test| walk::condition(test, &mut visit));
    found
}

/// Whether a query names `table` in FROM, at any depth.
pub(super) fn uses(query: &ast::Query, table: &ast::Name) -> bool {
    count_of(query, table) > 0
}

/// Returns how often one operand of a query names `table` in FROM.
fn uses_of(body: &QueryBody, table: &ast::Name) -> usize {
    let span = table.span;
    let query = ast::Query {
        with: Vec::new(),
        body: body.clone(),
        order_by: Vec::new(),
        offset: None,
        for_clause: None,
        hints: Vec::new(),
        span,
    };
    count_of(&query, table)
}

fn count_of(query: &ast::Query, table: &ast::Name) -> usize {
    let mut found = 0;
    walk::sources(query, &mut |source| {
        if let TableSourceKind::Table { name, .. } = &source.kind {
            found += usize::from(name.single().is_some_and(|single| name::same(&single.text, &table.text)));
        }
    });
    found
}

/// Returns the query without the clauses around its body.
fn alone(query: &ast::Query) -> ast::Query {
    ast::Query {
        with: Vec::new(),
        body: query.body.clone(),
        order_by: Vec::new(),
        offset: None,
        for_clause: None,
        hints: Vec::new(),
        span: query.span,
    }
}

fn values_of(columns: &[ColumnId], outputs: &[OutputColumn]) -> Vec<Expr> {
    columns.iter().zip(outputs).map(|(id, output)| Expr::column(*id, output.data_type, true)).collect()
}
