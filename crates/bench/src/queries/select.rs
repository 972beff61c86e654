//! Random queries: joins, subqueries, groups, set operations, windows, sorts.

use super::column_type::{ColumnType, Family};
use super::expression::{Expression, Scope, widened};
use super::sources::CommonTable;
use super::tables::Tables;
use super::tally::{Operator, Tally};
use super::text::Text;
use crate::dice::Dice;

/// Makes random queries over the tables of a schema.
pub(super) struct Generator<'a> {
    pub(super) dice: &'a Dice,
    pub(super) tables: &'a Tables,
    pub(super) tally: &'a mut Tally,
    /// The number of the next alias.
    pub(super) alias: usize,
    /// The common table expressions of the statement so far.
    pub(super) common: Vec<CommonTable>,
    /// Whether a table has a hint.
    pub(super) has_hints: bool,
}

/// A query with the columns of its result.
#[derive(Clone, Debug)]
pub(super) struct Select {
    pub(super) text: Text,
    /// The result's columns, named c0, c1 and so on.
    pub(super) columns: Vec<Expression>,
}

/// A whole statement.
pub(super) struct Statement {
    pub(super) text: Text,
    /// The number of columns in the result.
    pub(super) columns: usize,
    /// Whether the order of the rows is that of the result.
    pub(super) is_ordered: bool,
    /// Whether the statement has hints for the plan.
    pub(super) has_hints: bool,
}

impl<'a> Generator<'a> {
    pub(super) fn new(dice: &'a Dice, tables: &'a Tables, tally: &'a mut Tally) -> Generator<'a> {
        Generator { dice, tables, tally, alias: 0, common: Vec::new(), has_hints: false }
    }
}

impl Generator<'_> {
    /// Returns a statement: a query, perhaps with a sort and a limit, and hints for the plan.
    pub(super) fn statement(&mut self) -> Statement {
        let Select { text: body, columns } = self.query(2, &[]);
        let mut text = Text::default();
        let is_ordered = self.dice.one_in(3);
        if is_ordered {
            let order = self.total_order(&columns);
            text.add(&Text::fill("SELECT * FROM ({0}) q ORDER BY {1}", &[&body, &order]));
            if self.dice.one_in(2) {
                let (skip, take) = (self.dice.below(4).to_string(), self.dice.between(1, 9).to_string());
                text.add(&Text::fill_both(
                    " OFFSET {0} ROWS FETCH NEXT {1} ROWS ONLY",
                    " LIMIT {1} OFFSET {0}",
                    &[&Text::same(skip), &Text::same(take)],
                ));
            }
        } else {
            text = body;
        }
        let mut text = self.with_common_tables(text);
        let kind = self.tables.kind;
        if self.dice.one_in(if kind.is_parallel { 2 } else { 3 }) {
            self.has_hints = true;
            let hint = match kind.is_parallel && !self.dice.one_in(3) {
                true => self.dice.one_of(&HASH_HINTS),
                false => self.dice.one_of(&HINTS),
            };
            text.sluice.push_str(&format!(" OPTION ({hint})"));
        }
        Statement { text, columns: columns.len(), is_ordered, has_hints: self.has_hints }
    }

    /// Puts the statement's common table expressions before a query.
    fn with_common_tables(&mut self, query: Text) -> Text {
        if self.common.is_empty() {
            return query;
        }
        let of = |table: CommonTable| Text::fill(&format!("{} AS ({{0}})", table.name), &[&table.definition]);
        let tables: Vec<Text> = std::mem::take(&mut self.common).into_iter().map(of).collect();
        Text::fill_both("WITH {0} {1}", "WITH RECURSIVE {0} {1}", &[&Text::join(&tables, ", "), &query])
    }

    /// Returns the positions of all columns in random directions.
    pub(super) fn total_order(&mut self, columns: &[Expression]) -> Text {
        let keys = columns.iter().enumerate().map(|(place, column)| {
            if let Some(column) = column.column {
                self.tally.count(Operator::Sort, column);
            }
            Text::same(format!("{}{}", place + 1, self.dice.one_of(&["", " DESC"])))
        });
        Text::join(&keys.collect::<Vec<_>>(), ", ")
    }

    /// Returns a query without ORDER BY. `outer` are the columns of enclosing queries.
    pub(super) fn query(&mut self, depth: u32, outer: &[Expression]) -> Select {
        if depth > 0 && self.dice.one_in(7) {
            return self.set_operation(depth - 1, outer);
        }
        match self.dice.below(14) {
            0..=3 => self.grouped(depth, outer),
            4 | 5 => self.windowed(outer),
            6 if depth > 0 => self.grouping_sets(outer),
            7 if depth > 0 => self.pivoted(depth),
            _ => self.plain(depth, outer),
        }
    }

    fn set_operation(&mut self, depth: u32, outer: &[Expression]) -> Select {
        let left = self.query(depth, outer);
        let families: Vec<Family> = left.columns.iter().map(|column| column.family).collect();
        let right = self.plain_of(&families, depth, outer);
        let (word, operator) = self.dice.one_of(&[
            ("UNION ALL", None),
            ("UNION", Some(Operator::Union)),
            ("INTERSECT", Some(Operator::Intersect)),
            ("EXCEPT", Some(Operator::Except)),
        ]);
        if let Some(operator) = operator {
            for column in [&left, &right].iter().flat_map(|side| &side.columns).filter_map(|column| column.column) {
                self.tally.count(operator, column);
            }
        }
        // SQLite has no parentheses around the branches, and INTERSECT does not bind closer there.
        let text =
            Text::fill(&format!("SELECT * FROM ({{0}}) l {word} SELECT * FROM ({{1}}) r"), &[&left.text, &right.text]);
        let columns = left.columns.iter().zip(&right.columns).map(|(left, right)| Expression {
            family: if left.family.is_number() { left.family.wider(right.family) } else { left.family },
            column: left.column.filter(|_| left.column == right.column),
            is_small: left.is_small && right.is_small,
            ..left.clone()
        });
        Select { columns: columns.collect(), text }
    }

    /// Returns a SELECT of random expressions.
    pub(super) fn plain(&mut self, depth: u32, outer: &[Expression]) -> Select {
        let (from, scope) = self.from(depth, outer);
        let mut items: Vec<Expression> = (0..=self.dice.below(4)).map(|_| self.scalar(&scope, 2)).collect();
        if depth > 0 && self.dice.one_in(5) {
            let visible: Vec<Expression> = scope.local.iter().chain(&scope.outer).cloned().collect();
            items.push(self.scalar_subquery(&visible));
        }
        self.add_wide(&scope, &mut items);
        self.finished(from, &scope, items, depth)
    }

    /// Returns a SELECT whose columns have the families.
    pub(super) fn plain_of(&mut self, families: &[Family], depth: u32, outer: &[Expression]) -> Select {
        let (from, scope) = self.from(depth, outer);
        let items = families.iter().map(|family| self.scalar_of(*family, &scope, 1)).collect();
        self.finished(from, &scope, items, depth)
    }

    /// Adds the select list and a condition to a FROM clause.
    fn finished(&mut self, from: Text, scope: &Scope, items: Vec<Expression>, depth: u32) -> Select {
        let mut text = Text::same("SELECT ");
        if self.dice.one_in(5) {
            text.add(&Text::same("DISTINCT "));
            for column in items.iter().filter_map(|item| item.column) {
                self.tally.count(Operator::Distinct, column);
            }
        }
        text.add(&list(&items));
        text.add(&from);
        text.add(&self.filter(scope, depth));
        Select { text, columns: named(items) }
    }

    /// Returns a WHERE clause, or nothing.
    pub(super) fn filter(&mut self, scope: &Scope, depth: u32) -> Text {
        match self.dice.below(9) {
            0..=4 => Text::default(),
            5 | 6 if depth > 0 => {
                let subquery = self.subquery_condition(scope, depth - 1);
                match self.dice.below(3) {
                    0 => {
                        let other = self.condition(scope, 1);
                        let pattern = self.dice.one_of(&[" WHERE ({0} OR {1})", " WHERE {0} AND {1}"]);
                        Text::fill(pattern, &[&subquery, &other])
                    }
                    _ => Text::fill(" WHERE {0}", &[&subquery]),
                }
            }
            _ => {
                let condition = self.condition(scope, 2);
                Text::fill(" WHERE {0}", &[&condition])
            }
        }
    }

    /// Returns a SELECT with groups.
    pub(super) fn grouped(&mut self, depth: u32, outer: &[Expression]) -> Select {
        let (from, scope) = self.from(depth, outer);
        let local = Scope { outer: Vec::new(), ..scope.clone() };
        let mut keys: Vec<Expression> = Vec::new();
        for _ in 0..self.dice.below(4) {
            // A key must name a column.
            if let Some(key) = self.dice.pick(&local.local).cloned() {
                let key = match self.dice.below(4) {
                    0 if key.column != Some(ColumnType::Bit) => {
                        Expression::computed(Text::fill("COALESCE({0}, {0})", &[&key.text]), key.family)
                    }
                    _ => key,
                };
                if let Some(column) = key.column {
                    self.tally.count(Operator::GroupKey, column);
                }
                keys.push(key);
            }
        }
        self.add_wide(&local, &mut keys);
        let mut items = keys.clone();
        for _ in 0..=self.dice.below(3) {
            items.push(self.aggregate(&local));
        }
        if !keys.is_empty() && self.dice.one_in(6) {
            self.tally.note("windows over groups");
            items.push(self.window_of_groups(&keys, &local));
        }
        let mut text = Text::fill("SELECT {0}", &[&list(&items)]);
        text.add(&from);
        text.add(&self.filter(&scope, depth));
        if !keys.is_empty() {
            let keys: Vec<Text> = keys.iter().map(|key| key.text.clone()).collect();
            text.add(&Text::fill(" GROUP BY {0}", &[&Text::join(&keys, ", ")]));
        }
        if self.dice.one_in(5) {
            let aggregate = self.aggregate(&local);
            let other = self.literal(aggregate.family);
            let pattern = self.dice.one_of(&[" HAVING {0} > {1}", " HAVING {0} <= {1}", " HAVING {0} IS NOT NULL"]);
            text.add(&Text::fill(pattern, &[&aggregate.text, &other.text]));
        }
        Select { text, columns: named(items) }
    }

    /// Returns an aggregate over local columns.
    pub(super) fn aggregate(&mut self, local: &Scope) -> Expression {
        let argument = self.scalar(local, 1);
        let is_bit = argument.column == Some(ColumnType::Bit);
        // Sums of averages depend on the order of the rows.
        let is_number = argument.family.is_number() && !is_bit && argument.is_small;
        let (operator, pattern, family) = match self.dice.below(9) {
            0 => return Expression::computed(Text::same("COUNT(*)"), Family::Integer),
            1 => (Operator::CountDistinct, "COUNT(DISTINCT {0})", Family::Integer),
            // The sum of a decimal has 38 digits, so a union with other decimals would round them.
            2 | 3 if argument.family == Family::Exact => {
                (Operator::Sum, "CAST(SUM({0}) AS float)", Family::Approximate)
            }
            2 | 3 if is_number => (Operator::Sum, "SUM({0})", argument.family),
            4 if argument.family == Family::Integer && is_number => (Operator::Average, "AVG({0})", Family::Integer),
            // The average of a decimal is rounded to six decimals.
            4 if is_number => (Operator::Average, "AVG(CAST({0} AS float))", Family::Approximate),
            5 if is_number && argument.family != Family::Exact => (Operator::Sum, "SUM(DISTINCT {0})", argument.family),
            6 if !is_bit => (Operator::Least, "MIN({0})", argument.family),
            7 if !is_bit => (Operator::Greatest, "MAX({0})", argument.family),
            _ => (Operator::Count, "COUNT({0})", Family::Integer),
        };
        if let Some(column) = argument.column {
            self.tally.count(operator, column);
        }
        let (sqlite, duckdb) = match (operator, family) {
            (Operator::Average, Family::Integer) => ("(SUM({0}) / COUNT({0}))", "(SUM({0}) // COUNT({0}))"),
            (Operator::Average, _) => ("AVG({0})", "AVG({0})"),
            (Operator::Sum, Family::Approximate) if argument.family == Family::Exact => ("SUM({0})", "SUM({0})"),
            _ => (pattern, pattern),
        };
        let is_small = match operator {
            Operator::Sum | Operator::Average => false,
            Operator::Least | Operator::Greatest => argument.is_small,
            _ => true,
        };
        let text = Text::fill_three(pattern, sqlite, duckdb, &[&argument.text]);
        Expression { is_small, ..Expression::computed(text, family) }
    }

    /// Returns a subquery with one value, perhaps one for each row of the enclosing query.
    pub(super) fn scalar_subquery(&mut self, outer: &[Expression]) -> Expression {
        let (from, scope) = self.from(0, outer);
        let local = Scope { outer: Vec::new(), ..scope.clone() };
        if !scope.unique.is_empty() && self.dice.one_in(4) {
            self.tally.note("subqueries with TOP (1)");
            let value = self.scalar(&local, 1);
            let value = Expression { column: None, ..widened(value) };
            let condition = self.condition(&scope, 1);
            let order = self.dice.one_of(&["", " DESC"]);
            let (key, unique) = (self.scalar(&local, 0), Text::join(&scope.unique, ", "));
            // A sort names a column once.
            let is_unique = scope.unique.iter().any(|column| column.sluice == key.text.sluice);
            let key = if is_unique { Text::default() } else { Text::fill(&format!("{{0}}{order}, "), &[&key.text]) };
            let parts = [&value.text, &from, &condition, &key, &unique];
            let text = Text::fill_both(
                "(SELECT TOP (1) {0}{1} WHERE {2} ORDER BY {3}{4})",
                "(SELECT {0}{1} WHERE {2} ORDER BY {3}{4} LIMIT 1)",
                &parts,
            );
            return Expression { text, ..value };
        }
        let aggregate = self.aggregate(&local);
        let condition = self.condition(&scope, 1);
        let text = Text::fill("(SELECT {0}{1} WHERE {2})", &[&aggregate.text, &from, &condition]);
        Expression { text, column: None, ..aggregate }
    }

    /// Returns a condition with a subquery.
    pub(super) fn subquery_condition(&mut self, scope: &Scope, depth: u32) -> Text {
        let visible: Vec<Expression> = scope.local.iter().chain(&scope.outer).cloned().collect();
        let tested = self.scalar(scope, 0);
        let (word, operator) = self.dice.one_of(&[
            ("EXISTS", Operator::SemiJoin),
            ("NOT EXISTS", Operator::AntiJoin),
            ("IN", Operator::InSubquery),
            ("NOT IN", Operator::NotInSubquery),
        ]);
        match operator {
            Operator::SemiJoin | Operator::AntiJoin if !self.dice.one_in(4) => {
                let (from, inner) = self.from(0, &visible);
                let matching: Vec<&Expression> =
                    inner.local.iter().filter(|column| column.family == tested.family).collect();
                let Some(key) = self.dice.pick(&matching).map(|key| (*key).clone()) else {
                    let condition = self.condition(&inner, 1);
                    return Text::fill(&format!("{word} (SELECT 1{{0}} WHERE {{1}})"), &[&from, &condition]);
                };
                if let Some(column) = key.column {
                    self.tally.count(operator, column);
                }
                let mut condition = Text::fill("{0} = {1}", &[&key.text, &tested.text]);
                if self.dice.one_in(3) {
                    let other = self.condition(&inner, 0);
                    condition.add(&Text::fill(" AND {0}", &[&other]));
                }
                Text::fill(&format!("{word} (SELECT 1{{0}} WHERE {{1}})"), &[&from, &condition])
            }
            Operator::SemiJoin | Operator::AntiJoin => {
                let inner = self.query(depth.min(1), &visible);
                Text::fill(&format!("{word} ({{0}})"), &[&inner.text])
            }
            _ if self.dice.one_in(3) => {
                let value = self.scalar_subquery(&visible);
                if value.family != tested.family && !(value.family.is_number() && tested.family.is_number()) {
                    return Text::fill("{0} IS NOT NULL", &[&value.text]);
                }
                let pattern = self.dice.one_of(&["{0} = {1}", "{0} < {1}", "{0} >= {1}"]);
                Text::fill(pattern, &[&tested.text, &value.text])
            }
            _ => {
                if let Some(column) = tested.column {
                    self.tally.count(operator, column);
                }
                let inner = self.plain_of(&[tested.family], depth.min(1), &visible);
                let inner = if self.dice.one_in(8) { self.set_of(inner, tested.family, &visible) } else { inner };
                let quantified = match operator {
                    Operator::InSubquery => "= ANY",
                    _ => "<> ALL",
                };
                let sluice = if self.dice.one_in(6) { quantified } else { word };
                Text::fill_both(
                    &format!("{{0}} {sluice} ({{1}})"),
                    &format!("{{0}} {word} ({{1}})"),
                    &[&tested.text, &inner.text],
                )
            }
        }
    }
}

/// Returns a select list with the names c0, c1 and so on.
pub(super) fn list(items: &[Expression]) -> Text {
    let item = |(place, item): (usize, &Expression)| Text::fill(&format!("{{0}} AS c{place}"), &[&item.text]);
    Text::join(&items.iter().enumerate().map(item).collect::<Vec<_>>(), ", ")
}

/// Returns the columns of a result, under their names in it.
pub(super) fn named(items: Vec<Expression>) -> Vec<Expression> {
    let column = |(place, item): (usize, Expression)| Expression { text: Text::same(format!("c{place}")), ..item };
    items.into_iter().enumerate().map(column).collect()
}

/// Hints that change the plan and not the result.
const HINTS: [&str; 17] = [
    "HASH UNION",
    "CONCAT UNION",
    "LOOP JOIN, ORDER GROUP",
    "HASH JOIN, ORDER GROUP",
    "MERGE JOIN, FORCE ORDER, HASH GROUP",
    "MAXDOP 2",
    "HASH JOIN",
    "MERGE JOIN",
    "LOOP JOIN",
    "HASH JOIN, HASH GROUP",
    "MERGE JOIN, ORDER GROUP",
    "HASH GROUP",
    "ORDER GROUP",
    "FORCE ORDER",
    "MAXDOP 1",
    "RECOMPILE",
    "FAST 1",
];

/// Hints for plans whose parts may be parallel.
const HASH_HINTS: [&str; 4] = ["HASH JOIN", "HASH JOIN, HASH GROUP", "HASH GROUP", "HASH JOIN, MAXDOP 2"];
