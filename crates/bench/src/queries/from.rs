//! Random FROM clauses, and windows over them.

use super::column_type::{ColumnType, Family};
use super::expression::{Expression, Scope, widened};
use super::select::{Generator, Select, list, named};
use super::tally::Operator;
use super::text::Text;

impl Generator<'_> {
    /// Returns a FROM clause of one to three sources, with its columns.
    pub(super) fn from(&mut self, depth: u32, outer: &[Expression]) -> (Text, Scope) {
        let (mut text, mut scope) = self.source(depth, outer);
        text = Text::fill(" FROM {0}", &[&text]);
        let joins = self.dice.one_of(&[0, 0, 0, 1, 1, 1, 2]);
        // A correlated subquery runs for each row.
        let joins_max = usize::from(outer.is_empty());
        let joins = if self.tables.is_large { joins.min(joins_max) } else { joins };
        for _ in 0..joins {
            let (right, columns) = self.source(depth.min(1), outer);
            text.add(&self.join(&scope, &right, &columns));
            scope.local.extend(columns.local);
            if columns.unique.is_empty() || scope.unique.is_empty() {
                scope.unique.clear();
            } else {
                scope.unique.extend(columns.unique);
            }
        }
        if !self.tables.kind.is_large && self.dice.one_in(9) {
            self.apply(&mut text, &mut scope);
        }
        (text, scope)
    }

    /// Returns a table or a derived table with an alias of its own.
    fn source(&mut self, depth: u32, outer: &[Expression]) -> (Text, Scope) {
        let alias = format!("t{}", self.alias);
        self.alias += 1;
        let of_alias = |name: &str| Text::same(format!("{alias}.{name}"));
        let may_derive = depth > 0 && !self.tables.kind.is_large;
        if may_derive && self.dice.one_in(9) {
            return self.common_table(&alias, depth, outer);
        }
        if may_derive && self.dice.one_in(5) {
            // A derived table sees no columns beside it.
            let Select { text, columns } = self.derived(depth - 1);
            let local = columns.into_iter().map(|column| Expression { text: of_alias(&column.text.sluice), ..column });
            let scope = Scope { local: local.collect(), outer: outer.to_vec(), unique: Vec::new() };
            return (Text::fill(&format!("({{0}}) {alias}"), &[&text]), scope);
        }
        let table = &self.tables.tables[self.dice.below(self.tables.tables.len())];
        let local = table.columns.iter().map(|(name, column)| Expression {
            text: of_alias(name),
            family: column.family(),
            column: Some(*column),
            is_small: *column != ColumnType::Wide,
        });
        let scope = Scope { local: local.collect(), outer: outer.to_vec(), unique: vec![of_alias("id")] };
        let mut text = Text::same(format!("{} {alias}", table.name));
        if let Some(index) = self.dice.pick(&table.indexes)
            && self.dice.one_in(14)
        {
            self.has_hints = true;
            self.tally.note("index hints");
            let hint = self.dice.one_of(&["", ", FORCESEEK"]);
            text.sluice.push_str(&format!(" WITH (INDEX({index}){hint})"));
        }
        (text, scope)
    }

    /// Returns a join of the sources so far with another one.
    fn join(&mut self, left: &Scope, right: &Text, columns: &Scope) -> Text {
        let (word, operator) = self.dice.one_of(&[
            ("JOIN", Operator::InnerJoin),
            ("JOIN", Operator::InnerJoin),
            ("LEFT JOIN", Operator::LeftJoin),
            ("RIGHT JOIN", Operator::RightJoin),
            ("FULL JOIN", Operator::FullJoin),
        ]);
        let pairs: Vec<(&Expression, &Expression)> = left
            .local
            .iter()
            .flat_map(|left| columns.local.iter().map(move |right| (left, right)))
            .filter(|(left, right)| left.family == right.family || left.family.is_number() && right.family.is_number())
            .collect();
        let Some((one, other)) = self.dice.pick(&pairs) else {
            return Text::fill(" CROSS JOIN {0}", &[right]);
        };
        for column in [one.column, other.column].into_iter().flatten() {
            self.tally.count(operator, column);
        }
        let comparison = self.dice.one_of(&["=", "=", "=", "=", "=", "=", "<", ">="]);
        let comparison = if self.tables.is_large { "=" } else { comparison };
        let mut condition = Text::fill(&format!("{{0}} {comparison} {{1}}"), &[&one.text, &other.text]);
        if comparison == "=" && self.dice.one_in(4) {
            let (one, other) = self.dice.one_of(&pairs);
            condition.add(&Text::fill(" AND {0} = {1}", &[&one.text, &other.text]));
        }
        if comparison == "=" && self.dice.one_in(12) {
            condition.sluice = condition.sluice.replacen(" = ", " IS NOT DISTINCT FROM ", 1);
            condition.sqlite = condition.sqlite.replacen(" = ", " IS NOT DISTINCT FROM ", 1);
            condition.duckdb = condition.duckdb.replacen(" = ", " IS NOT DISTINCT FROM ", 1);
        }
        if self.dice.one_in(4) {
            let both = Scope { local: left.local.iter().chain(&columns.local).cloned().collect(), ..Scope::default() };
            let more = self.condition(&both, 1);
            condition.add(&Text::fill(" AND {0}", &[&more]));
        }
        Text::fill(&format!(" {word} {{0}} ON {{1}}"), &[right, &condition])
    }

    /// Returns a SELECT with window functions over tables, whose rows have unique numbers.
    pub(super) fn windowed(&mut self, outer: &[Expression]) -> Select {
        let (from, scope) = self.from(0, outer);
        let mut items: Vec<Expression> = (0..=self.dice.below(2)).map(|_| self.scalar(&scope, 1)).collect();
        for _ in 0..=self.dice.below(2) {
            items.push(self.window(&scope));
        }
        self.add_wide(&scope, &mut items);
        let mut text = Text::fill("SELECT {0}", &[&list(&items)]);
        text.add(&from);
        if self.dice.one_in(2) {
            let condition = self.condition(&scope, 1);
            text.add(&Text::fill(" WHERE {0}", &[&condition]));
        }
        Select { text, columns: named(items) }
    }

    /// Returns a window function. Functions of single rows get a unique order.
    fn window(&mut self, scope: &Scope) -> Expression {
        let partition = match self.dice.pick(&scope.local) {
            Some(column) if !self.dice.one_in(3) => {
                if let Some(column) = column.column {
                    self.tally.count(Operator::WindowPartition, column);
                }
                Text::fill("PARTITION BY {0} ", &[&column.text])
            }
            _ => Text::default(),
        };
        let order = match self.dice.pick(&scope.local) {
            Some(column) => {
                if let Some(column) = column.column {
                    self.tally.count(Operator::WindowOrder, column);
                }
                Text::fill(self.dice.one_of(&["{0}", "{0} DESC"]), &[&column.text])
            }
            None => Text::same("1"),
        };
        let unique = Text::join(&scope.unique, ", ");
        let argument = self.scalar(&Scope { outer: Vec::new(), ..scope.clone() }, 0);
        if let Some(column) = argument.column {
            self.tally.count(Operator::WindowArgument, column);
        }
        // A bit that a window function returns has no aggregates.
        let argument = widened(argument);
        let frame = self.dice.one_of(&FRAMES);
        let has_sum = argument.family.is_number() && argument.family != Family::Exact && argument.is_small;
        let aggregates: &[&str] = if has_sum { &["SUM", "COUNT", "MIN", "MAX"] } else { &["COUNT", "MIN", "MAX"] };
        let aggregate = self.dice.one_of(aggregates);
        let family = if aggregate == "COUNT" { Family::Integer } else { argument.family };
        let (pattern, family) = match self.dice.below(11) {
            8 => {
                let function = self.dice.one_of(&["PERCENT_RANK", "CUME_DIST"]);
                (format!("{function}() OVER ({{0}}ORDER BY {{1}})"), Family::Approximate)
            }
            9 => {
                let count = self.dice.between(1, 5);
                (format!("NTILE({count}) OVER ({{0}}ORDER BY {{1}}, {{2}})"), Family::Integer)
            }
            10 => {
                let frame = self.dice.one_of(&[
                    " RANGE UNBOUNDED PRECEDING",
                    " RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
                    " RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
                    " RANGE BETWEEN CURRENT ROW AND CURRENT ROW",
                ]);
                (format!("{aggregate}({{3}}) OVER ({{0}}ORDER BY {{1}}{frame})"), family)
            }
            0 => ("ROW_NUMBER() OVER ({0}ORDER BY {1}, {2})".to_owned(), Family::Integer),
            1 => ("RANK() OVER ({0}ORDER BY {1})".to_owned(), Family::Integer),
            2 => ("DENSE_RANK() OVER ({0}ORDER BY {1})".to_owned(), Family::Integer),
            3 => {
                let function = self.dice.one_of(&["LAG({3})", "LEAD({3})", "LAG({3}, 2)", "LEAD({3}, 0)"]);
                (format!("{function} OVER ({{0}}ORDER BY {{1}}, {{2}})"), argument.family)
            }
            4 => {
                let function = self.dice.one_of(&["FIRST_VALUE", "LAST_VALUE"]);
                (format!("{function}({{3}}) OVER ({{0}}ORDER BY {{1}}, {{2}}{frame})"), argument.family)
            }
            5 => (format!("{aggregate}({{3}}) OVER ({{0}}ORDER BY {{1}}, {{2}}{frame})"), family),
            // Rows with equal keys are in each other's frame.
            6 => (format!("{aggregate}({{3}}) OVER ({{0}}ORDER BY {{1}})"), family),
            _ => (format!("{aggregate}({{3}}) OVER ({{0}})"), family),
        };
        let text = Text::fill(&pattern, &[&partition, &order, &unique, &argument.text]);
        Expression { is_small: false, ..Expression::computed(text, family) }
    }
}

/// Frames of windows in a unique order.
const FRAMES: [&str; 10] = [
    "",
    " ROWS BETWEEN 2 PRECEDING AND CURRENT ROW",
    " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING",
    " ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
    " ROWS UNBOUNDED PRECEDING",
    " ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING",
    " ROWS BETWEEN 1 FOLLOWING AND 3 FOLLOWING",
    " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING",
    " ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING",
    " ROWS CURRENT ROW",
];
