//! Random scalar expressions and conditions over the columns in scope.

use super::column_type::{ColumnType, Family};
use super::select::Generator;
use super::tally::Operator;
use super::text::Text;

/// A scalar expression in all languages.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) text: Text,
    pub(super) family: Family,
    /// The type, if the expression is a column of a table.
    pub(super) column: Option<ColumnType>,
    /// Whether arithmetic and texts may use it. The sum of a decimal has 38 digits, so more
    /// arithmetic would round it; averages are not exact; a wide text may reach the limit of its
    /// type.
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
            Family::Day => self.day_of(&leaf, scope),
            Family::Moment => {
                let minutes = Text::same(self.dice.between(-900, 900).to_string());
                let text = Text::fill_three(
                    "DATEADD(minute, {1}, {0})",
                    "datetime({0}, ({1}) || ' minutes')",
                    "({0} + INTERVAL ({1}) MINUTE)",
                    &[&leaf.text, &minutes],
                );
                Expression::computed(text, Family::Moment)
            }
        }
    }

    fn day_of(&mut self, leaf: &Expression, scope: &Scope) -> Expression {
        let text = match self.dice.below(4) {
            0 => {
                let moment = self.leaf(Family::Moment, scope);
                Text::fill_three("CAST({0} AS date)", "date({0})", "CAST({0} AS DATE)", &[&moment.text])
            }
            1 => Text::fill_three(
                "EOMONTH({0})",
                "date({0}, 'start of month', '+1 month', '-1 day')",
                "last_day({0})",
                &[&leaf.text],
            ),
            _ => {
                let days = Text::same(self.dice.between(-3, 3).to_string());
                Text::fill_three(
                    "DATEADD(day, {1}, {0})",
                    "date({0}, ({1}) || ' days')",
                    "CAST({0} + INTERVAL ({1}) DAY AS DATE)",
                    &[&leaf.text, &days],
                )
            }
        };
        Expression::computed(text, Family::Day)
    }

    /// Returns a local column of the family, or a constant if there is none.
    pub(super) fn leaf(&mut self, family: Family, scope: &Scope) -> Expression {
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
        match self.dice.below(11) {
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
                let (pattern, duckdb) = self.dice.one_of(&[
                    ("({0} / NULLIF({1}, 0))", "({0} // NULLIF({1}, 0))"),
                    ("({0} % NULLIF({1}, 0))", "({0} % NULLIF({1}, 0))"),
                ]);
                let text = Text::fill_three(pattern, pattern, duckdb, &[&left.text, &right.text]);
                Expression::computed(text, Family::Integer)
            }
            // A conversion of a decimal or float truncates. A money would be rounded.
            5 if left.family == Family::Approximate => Expression::computed(
                Text::fill_three(
                    "CAST({0} AS int)",
                    "CAST({0} AS INTEGER)",
                    "CAST(trunc({0}) AS INTEGER)",
                    &[&left.text],
                ),
                Family::Integer,
            ),
            9 => self.days_between(scope),
            10 => {
                let text = self.leaf(Family::Text, scope);
                let sought = Text::same(self.dice.one_of(&["'a'", "'b'", "'ab'", "'o'", "'zz'"]));
                let text = Text::fill_both("CHARINDEX({1}, {0})", "instr({0}, {1})", &[&text.text, &sought]);
                Expression::computed(text, Family::Integer)
            }
            6 => Expression::computed(Text::fill("ABS({0})", &[&left.text]), left.family),
            7 => {
                let day = self.leaf(Family::Day, scope);
                let part = self.dice.one_of(&[("YEAR", "%Y"), ("MONTH", "%m"), ("DAY", "%d")]);
                let sqlite = format!("CAST(strftime('{}', {{0}}) AS INTEGER)", part.1);
                let sluice = format!("{}({{0}})", part.0);
                let text = Text::fill_three(&sluice, &sqlite, &sluice, &[&day.text]);
                Expression::computed(text, Family::Integer)
            }
            _ => {
                let text = self.leaf(Family::Text, scope);
                Expression::computed(Text::fill_both("LEN({0})", "length({0})", &[&text.text]), Family::Integer)
            }
        }
    }

    /// Returns the days or months between two days.
    fn days_between(&mut self, scope: &Scope) -> Expression {
        let (from, to) = (self.leaf(Family::Day, scope), self.leaf(Family::Day, scope));
        let text = if self.dice.one_in(2) {
            Text::fill_three(
                "DATEDIFF(day, {0}, {1})",
                "CAST(julianday({1}) - julianday({0}) AS INTEGER)",
                "datediff('day', {0}, {1})",
                &[&from.text, &to.text],
            )
        } else {
            Text::fill_three(
                "DATEDIFF(month, {0}, {1})",
                "((CAST(strftime('%Y', {1}) AS INTEGER) - CAST(strftime('%Y', {0}) AS INTEGER)) * 12 \
                 + CAST(strftime('%m', {1}) AS INTEGER) - CAST(strftime('%m', {0}) AS INTEGER))",
                "datediff('month', {0}, {1})",
                &[&from.text, &to.text],
            )
        };
        Expression::computed(text, Family::Integer)
    }

    fn text_of(&mut self, leaf: &Expression, scope: &Scope) -> Expression {
        let short =
            |of: Expression| if of.is_small { of } else { Expression::computed(Text::same("'a'"), Family::Text) };
        let other = short(self.leaf(Family::Text, scope));
        let leaf = &short(leaf.clone());
        let text = match self.dice.below(8) {
            // Without a column, the text would have the database's collation.
            4 => {
                let word = self.dice.one_of(&["UPPER({0})", "LOWER({0})"]);
                Text::fill_both(&format!("({word} COLLATE Latin1_General_BIN2)"), word, &[&leaf.text])
            }
            5 => {
                let length = self.dice.between(1, 3);
                Text::fill_three(
                    &format!("RIGHT({{0}}, {length})"),
                    &format!("substr({{0}}, -{length})"),
                    &format!("right({{0}}, {length})"),
                    &[&leaf.text],
                )
            }
            6 => Text::fill_three(
                "(CONCAT({0}, '-', {1}) COLLATE Latin1_General_BIN2)",
                "(coalesce({0}, '') || '-' || coalesce({1}, ''))",
                "(coalesce({0}, '') || '-' || coalesce({1}, ''))",
                &[&leaf.text, &other.text],
            ),
            7 => {
                let number = self.leaf(Family::Integer, scope);
                let number = self.operand(number);
                Text::fill_both(
                    "(CAST({0} AS varchar(20)) COLLATE Latin1_General_BIN2)",
                    "CAST({0} AS TEXT)",
                    &[&number.text],
                )
            }
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
        let text = match self.dice.below(7) {
            0 => Text::fill("COALESCE({0}, {1})", &[&first.text, &second.text]),
            1 => Text::fill("NULLIF({0}, {1})", &[&first.text, &second.text]),
            // The result has the type of the first argument.
            4 if matches!(family, Family::Integer | Family::Day | Family::Moment) => {
                let literal = self.literal(family);
                let text = Text::fill_both("ISNULL({0}, {1})", "coalesce({0}, {1})", &[&first.text, &literal.text]);
                return Expression { text, family: first.family, column: None, is_small };
            }
            5 => {
                let condition = self.condition(scope, 0);
                Text::fill_both(
                    "IIF({2}, {0}, {1})",
                    "CASE WHEN {2} THEN {0} ELSE {1} END",
                    &[&first.text, &second.text, &condition],
                )
            }
            6 => {
                let tested = self.scalar(scope, 0);
                let (one, other) = (self.literal(tested.family), self.literal(tested.family));
                Text::fill(
                    "CASE {2} WHEN {3} THEN {0} WHEN {4} THEN {1} END",
                    &[&first.text, &second.text, &tested.text, &one.text, &other.text],
                )
            }
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
        match self.dice.below(13) {
            0 => Text::fill(self.dice.one_of(&["{0} IS NULL", "{0} IS NOT NULL"]), &[&left.text]),
            4 if left.family == Family::Text => {
                let (like, glob) = self.dice.one_of(&[
                    ("'[a-b]%'", "'[a-b]*'"),
                    ("'[^a]%'", "'[^a]*'"),
                    ("'_[bc]%'", "'?[bc]*'"),
                    ("'%[x-z]'", "'*[x-z]'"),
                ]);
                let word = self.dice.one_of(&["", "NOT "]);
                // DuckDB's negation is an exclamation mark.
                let duckdb = glob.replace('^', "!");
                Text::fill_three(
                    &format!("{{0}} {word}LIKE {like}"),
                    &format!("{{0}} {word}GLOB {glob}"),
                    &format!("{{0}} {word}GLOB {duckdb}"),
                    &[&left.text],
                )
            }
            5 if left.family == Family::Text => {
                let other = self.leaf(Family::Text, scope);
                Text::fill_both("{0} LIKE {1} + '%'", "{0} LIKE {1} || '%'", &[&left.text, &other.text])
            }
            10 | 11 => {
                let right = self.scalar_of(left.family, scope, 1);
                let pattern = self.dice.one_of(&["{0} IS DISTINCT FROM {1}", "{0} IS NOT DISTINCT FROM {1}"]);
                Text::fill(pattern, &[&left.text, &right.text])
            }
            12 => {
                let (low, high) = (self.leaf(left.family, scope), self.scalar_of(left.family, scope, 1));
                Text::fill("{0} BETWEEN {1} AND {2}", &[&left.text, &low.text, &high.text])
            }
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
