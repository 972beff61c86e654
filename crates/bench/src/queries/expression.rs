//! Random scalar expressions and conditions over the columns in scope.

use super::column_type::{ColumnType, Family};
use super::select::Generator;
use super::tally::Operator;
use super::text::Text;

/// A scalar expression in both languages.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) text: Text,
    pub(super) family: Family,
    /// The type, if the expression is a column of a table.
    pub(super) column: Option<ColumnType>,
    /// Whether arithmetic may use it. The sum of a decimal has 38 digits, so more arithmetic would
    /// round it.
    pub(super) is_small: bool,
}

impl Expression {
    /// Returns an expression with a computed value.
    pub(super) fn computed(text: Text, family: Family) -> Expression {
        Expression { text, family, column: None, is_small: true }
    }
}

/// The columns that an expression may name.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Columns of the FROM clause.
    pub(super) local: Vec<Expression>,
    /// Columns of enclosing queries.
    pub(super) outer: Vec<Expression>,
    /// Columns whose combination is unique in each row; empty if unknown.
    pub(super) unique: Vec<Text>,
}

impl Generator<'_> {
    /// Returns a scalar expression of any family over the local columns.
    pub(super) fn scalar(&mut self, scope: &Scope, depth: u32) -> Expression {
        let Some(leaf) = self.dice.pick(&scope.local).cloned() else { return self.literal(Family::Integer) };
        if depth == 0 || self.dice.one_in(3) { leaf } else { self.scalar_of(leaf.family, scope, depth) }
    }

    /// Returns a scalar expression of a family over the local columns. For numbers, the family may
    /// be a wider one.
    pub(super) fn scalar_of(&mut self, family: Family, scope: &Scope, depth: u32) -> Expression {
        let leaf = self.leaf(family, scope);
        if depth == 0 || self.dice.one_in(3) {
            return leaf;
        }
        match family {
            _ if self.dice.one_in(4) => self.choice(family, scope, depth - 1),
            Family::Integer | Family::Exact | Family::Approximate => self.number(leaf, scope, depth - 1),
            Family::Text => self.text_of(&leaf, scope),
            Family::Day => {
                let days = Text::same(self.dice.between(-3, 3).to_string());
                let text =
                    Text::fill_both("DATEADD(day, {1}, {0})", "date({0}, ({1}) || ' days')", &[&leaf.text, &days]);
                Expression::computed(text, Family::Day)
            }
            Family::Moment => leaf,
        }
    }

    /// Returns a local column of the family, or a constant if there is none.
    fn leaf(&mut self, family: Family, scope: &Scope) -> Expression {
        let columns: Vec<&Expression> = scope.local.iter().filter(|column| column.family == family).collect();
        match self.dice.pick(&columns) {
            Some(column) if !self.dice.one_in(8) => (*column).clone(),
            _ => self.literal(family),
        }
    }

    /// Returns a constant of the family.
    pub(super) fn literal(&mut self, family: Family) -> Expression {
        let types: Vec<ColumnType> =
            ColumnType::ALL.into_iter().filter(|of| of.family() == family && !of.is_narrow()).collect();
        Expression::computed(self.dice.one_of(&types).constant(self.dice), family)
    }

    /// Returns an expression that arithmetic may use as an operand.
    fn operand(&mut self, leaf: Expression) -> Expression {
        if leaf.is_small { widened(leaf) } else { self.literal(leaf.family) }
    }

    fn number(&mut self, leaf: Expression, scope: &Scope, depth: u32) -> Expression {
        let left = self.operand(leaf);
        let family = self.dice.one_of(&[Family::Integer, Family::Exact, Family::Approximate, left.family]);
        match self.dice.below(9) {
            // Factors are columns and constants, so that no product has more than six decimals.
            0 | 1 => {
                let right = self.leaf(family, scope);
                let right = self.operand(right);
                let wider = left.family.wider(right.family);
                Expression::computed(Text::fill("({0} * {1})", &[&left.text, &right.text]), wider)
            }
            2..=4 => {
                let right = self.scalar_of(family, scope, depth);
                let right = self.operand(right);
                let pattern = self.dice.one_of(&["({0} + {1})", "({0} - {1})"]);
                let wider = left.family.wider(right.family);
                Expression::computed(Text::fill(pattern, &[&left.text, &right.text]), wider)
            }
            5 if left.family == Family::Integer => {
                let right = self.leaf(Family::Integer, scope);
                let right = self.operand(right);
                let pattern = self.dice.one_of(&["({0} / NULLIF({1}, 0))", "({0} % NULLIF({1}, 0))"]);
                Expression::computed(Text::fill(pattern, &[&left.text, &right.text]), Family::Integer)
            }
            6 => Expression::computed(Text::fill("ABS({0})", &[&left.text]), left.family),
            7 => {
                let day = self.leaf(Family::Day, scope);
                let part = self.dice.one_of(&[("YEAR", "%Y"), ("MONTH", "%m"), ("DAY", "%d")]);
                let sqlite = format!("CAST(strftime('{}', {{0}}) AS INTEGER)", part.1);
                let text = Text::fill_both(&format!("{}({{0}})", part.0), &sqlite, &[&day.text]);
                Expression::computed(text, Family::Integer)
            }
            _ => {
                let text = self.leaf(Family::Text, scope);
                Expression::computed(Text::fill_both("LEN({0})", "length({0})", &[&text.text]), Family::Integer)
            }
        }
    }

    fn text_of(&mut self, leaf: &Expression, scope: &Scope) -> Expression {
        let other = self.leaf(Family::Text, scope);
        let text = match self.dice.below(4) {
            // Two chars would make a char, which a union with a longer one pads with blanks.
            0 => Text::fill_both("(CAST({0} AS nvarchar(60)) + {1})", "({0} || {1})", &[&leaf.text, &other.text]),
            1 => {
                let length = Text::same(self.dice.between(0, 3).to_string());
                Text::fill_both("LEFT({0}, {1})", "substr({0}, 1, {1})", &[&leaf.text, &length])
            }
            2 => {
                let start = Text::same(self.dice.between(1, 3).to_string());
                Text::fill_both("SUBSTRING({0}, {1}, 2)", "substr({0}, {1}, 2)", &[&leaf.text, &start])
            }
            _ => Text::fill("REPLACE({0}, 'a', 'ab')", &[&leaf.text]),
        };
        Expression::computed(text, Family::Text)
    }

    /// Returns CASE, COALESCE or NULLIF.
    fn choice(&mut self, family: Family, scope: &Scope, depth: u32) -> Expression {
        let (first, second) = (self.scalar_of(family, scope, depth), self.scalar_of(family, scope, depth));
        // A choice between bits is a bit, which has no aggregates.
        let (first, second) = (widened(first), widened(second));
        let is_small = first.is_small && second.is_small;
        let wider = if family.is_number() { first.family.wider(second.family) } else { family };
        let text = match self.dice.below(4) {
            0 => Text::fill("COALESCE({0}, {1})", &[&first.text, &second.text]),
            1 => Text::fill("NULLIF({0}, {1})", &[&first.text, &second.text]),
            2 => {
                let condition = self.condition(scope, depth.min(1));
                Text::fill("CASE WHEN {2} THEN {0} ELSE {1} END", &[&first.text, &second.text, &condition])
            }
            _ => {
                let condition = self.condition(scope, depth.min(1));
                Text::fill("CASE WHEN {1} THEN {0} END", &[&first.text, &condition])
            }
        };
        Expression { text, family: wider, column: None, is_small }
    }

    /// Returns a condition without subqueries.
    pub(super) fn condition(&mut self, scope: &Scope, depth: u32) -> Text {
        if depth > 0 && self.dice.one_in(2) {
            let (left, right) = (self.condition(scope, depth - 1), self.condition(scope, depth - 1));
            return match self.dice.below(5) {
                0 | 1 => Text::fill("({0} AND {1})", &[&left, &right]),
                2 | 3 => Text::fill("({0} OR {1})", &[&left, &right]),
                _ => Text::fill("NOT ({0})", &[&left]),
            };
        }
        let left = self.scalar(scope, 1);
        if let Some(column) = left.column {
            self.tally.count(Operator::Filter, column);
        }
        match self.dice.below(10) {
            0 => Text::fill(self.dice.one_of(&["{0} IS NULL", "{0} IS NOT NULL"]), &[&left.text]),
            1 => {
                let (low, high) = (self.literal(left.family), self.literal(left.family));
                let pattern = self.dice.one_of(&["{0} BETWEEN {1} AND {2}", "{0} NOT BETWEEN {1} AND {2}"]);
                Text::fill(pattern, &[&left.text, &low.text, &high.text])
            }
            2 => {
                let mut list: Vec<Text> = (0..=self.dice.below(3)).map(|_| self.literal(left.family).text).collect();
                if self.dice.one_in(6) {
                    list.push(Text::same("NULL"));
                }
                let pattern = self.dice.one_of(&["{0} IN ({1})", "{0} IN ({1})", "{0} NOT IN ({1})"]);
                Text::fill(pattern, &[&left.text, &Text::join(&list, ", ")])
            }
            3 if left.family == Family::Text => {
                let like = Text::same(self.dice.one_of(&["'a%'", "'%b'", "'_b%'", "'%'", "'a_c'", "''", "'%o%g%'"]));
                Text::fill(self.dice.one_of(&["{0} LIKE {1}", "{0} NOT LIKE {1}"]), &[&left.text, &like])
            }
            _ => {
                let family = if left.family.is_number() {
                    self.dice.one_of(&[Family::Integer, Family::Exact, Family::Approximate, left.family])
                } else {
                    left.family
                };
                let columns: Vec<&Expression> = scope.outer.iter().filter(|column| column.family == family).collect();
                let right = match self.dice.pick(&columns) {
                    Some(outer) if self.dice.one_in(2) => (*outer).clone(),
                    _ if self.dice.one_in(2) => self.literal(family),
                    _ => self.scalar_of(family, scope, 1),
                };
                let pattern = self.dice.one_of(&[
                    "{0} = {1}",
                    "{0} <> {1}",
                    "{0} < {1}",
                    "{0} <= {1}",
                    "{0} > {1}",
                    "{0} >= {1}",
                ]);
                Text::fill(pattern, &[&left.text, &right.text])
            }
        }
    }
}

/// Returns a column of a narrow type as an int, and any other expression as it is. A bit has no
/// arithmetic, and that of a tinyint overflows soon.
pub(super) fn widened(expression: Expression) -> Expression {
    match expression.column {
        Some(column) if column.is_narrow() => {
            Expression::computed(Text::fill("({0} * CAST(1 AS int))", &[&expression.text]), expression.family)
        }
        _ => expression,
    }
}
