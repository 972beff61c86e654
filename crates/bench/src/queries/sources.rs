//! Sources of FROM clauses beyond tables and joins: derived tables with TOP, common table
//! expressions, APPLY.

use super::column_type::{ColumnType, Family};
use super::expression::{Expression, Scope};
use super::select::{Generator, Select};
use super::text::Text;

/// A common table expression of a statement.
#[derive(Clone, Debug)]
pub(super) struct CommonTable {
    pub(super) name: String,
    pub(super) definition: Text,
    columns: Vec<Expression>,
}

impl Generator<'_> {
    /// Returns the query of a derived table, sometimes with TOP.
    pub(super) fn derived(&mut self, depth: u32) -> Select {
        let of = self.query(depth, &[]);
        match self.dice.below(8) {
            0 => {
                self.tally.note("TOP in a derived table");
                let order = self.total_order(&of.columns);
                let count = Text::same(self.dice.between(0, 7).to_string());
                let text = Text::fill_both(
                    "SELECT TOP ({2}) * FROM ({0}) y ORDER BY {1}",
                    "SELECT * FROM ({0}) y ORDER BY {1} LIMIT {2}",
                    &[&of.text, &order, &count],
                );
                Select { text, ..of }
            }
            1 => {
                self.tally.note("TOP WITH TIES");
                let count = Text::same(self.dice.between(1, 7).to_string());
                let key = format!("c{}{}", self.dice.below(of.columns.len()), self.dice.one_of(&["", " DESC"]));
                let names: Vec<String> = (0..of.columns.len()).map(|place| format!("c{place}")).collect();
                let peers = format!(
                    "SELECT {0} FROM (SELECT *, RANK() OVER (ORDER BY {key}) AS place FROM ({{0}}) y) x WHERE place <= {{1}}",
                    names.join(", ")
                );
                let sluice = format!("SELECT TOP ({{1}}) WITH TIES * FROM ({{0}}) y ORDER BY {key}");
                Select { text: Text::fill_both(&sluice, &peers, &[&of.text, &count]), ..of }
            }
            _ => of,
        }
    }

    /// Returns a common table expression as a source, a new one or one that the statement has.
    pub(super) fn common_table(&mut self, alias: &str, depth: u32, outer: &[Expression]) -> (Text, Scope) {
        let known = self.dice.pick(&self.common).cloned();
        let table = match known {
            Some(table) if self.dice.one_in(2) => {
                self.tally.note("common tables used again");
                table
            }
            _ => {
                let Select { text, columns } =
                    if self.dice.one_in(4) { self.recursive() } else { self.derived(depth - 1) };
                self.tally.note("common tables");
                let name = format!("w{}", self.common.len());
                let table = CommonTable { name, definition: text, columns };
                self.common.push(table.clone());
                table
            }
        };
        let local = table
            .columns
            .iter()
            .map(|column| Expression { text: Text::same(format!("{alias}.{}", column.text.sluice)), ..column.clone() });
        let scope = Scope { local: local.collect(), outer: outer.to_vec(), unique: Vec::new() };
        (Text::same(format!("{} {alias}", table.name)), scope)
    }

    /// Returns a recursive query with three columns: an id, the level, and a sum. Its own name is
    /// that of the next common table.
    fn recursive(&mut self) -> Select {
        self.tally.note("recursion");
        let own = format!("w{}", self.common.len());
        let first = &self.tables.tables[self.dice.below(self.tables.tables.len())].name;
        let next = &self.tables.tables[self.dice.below(self.tables.tables.len())].name;
        let (start, levels) = (self.dice.between(1, 4), self.dice.between(1, 4));
        let step = self.dice.one_of(&["n.id = p.c0 * 2", "n.id = p.c0 + 3", "n.id > p.c0 AND n.id <= p.c0 + 2"]);
        let text = Text::fill_both(
            &format!(
                "SELECT id AS c0, 0 AS c1, CAST(id AS bigint) AS c2 FROM {first} WHERE id <= {start} UNION ALL \
                 SELECT n.id, p.c1 + 1, CAST(p.c2 + n.id AS bigint) FROM {own} p JOIN {next} n ON {step} \
                 WHERE p.c1 < {levels}"
            ),
            &format!(
                "SELECT id AS c0, 0 AS c1, CAST(id AS BIGINT) AS c2 FROM {first} WHERE id <= {start} UNION ALL \
                 SELECT n.id, p.c1 + 1, CAST(p.c2 + n.id AS BIGINT) FROM {own} p JOIN {next} n ON {step} \
                 WHERE p.c1 < {levels}"
            ),
            &[],
        );
        let column = |name: &str| Expression::computed(Text::same(name), Family::Integer);
        Select { text, columns: ["c0", "c1", "c2"].map(column).to_vec() }
    }

    /// Adds an APPLY to a FROM clause. The other engines get a join, or a scalar subquery for each
    /// use of the APPLY's column.
    pub(super) fn apply(&mut self, text: &mut Text, scope: &mut Scope) {
        let alias = format!("t{}", self.alias);
        self.alias += 1;
        let table = &self.tables.tables[self.dice.below(self.tables.tables.len())];
        let inner: Vec<Expression> = table
            .columns
            .iter()
            .map(|(name, column)| Expression {
                text: Text::same(format!("{alias}.{name}")),
                family: column.family(),
                column: Some(*column),
                is_small: *column != ColumnType::Wide,
            })
            .collect();
        let of = Scope { local: inner.clone(), outer: scope.local.clone(), unique: Vec::new() };
        let condition = self.condition(&of, 1);
        let key = self.equality(&scope.local, &inner);
        let condition = Text::fill("{0} AND {1}", &[&key, &condition]);
        let name = Text::same(format!("{} {alias}", table.name));
        match self.dice.below(3) {
            0 => {
                self.tally.note("APPLY of rows");
                let (word, join) = self.dice.one_of(&[("CROSS", "JOIN"), ("OUTER", "LEFT JOIN")]);
                text.add(&Text::fill_both(
                    &format!(" {word} APPLY (SELECT * FROM {{0}} WHERE {{1}}) {alias}"),
                    &format!(" {join} {{0}} ON {{1}}"),
                    &[&name, &condition],
                ));
                scope.local.extend(inner);
                match scope.unique.is_empty() {
                    true => {}
                    false => scope.unique.push(Text::same(format!("{alias}.id"))),
                }
            }
            1 => {
                self.tally.note("APPLY of an aggregate");
                let value = self.aggregate(&Scope { outer: Vec::new(), ..of });
                let word = self.dice.one_of(&["CROSS", "OUTER"]);
                let query = Text::fill("SELECT {0} AS c0 FROM {1} WHERE {2}", &[&value.text, &name, &condition]);
                self.add_applied(text, scope, (word, &alias), &query, value);
            }
            _ => {
                self.tally.note("APPLY of TOP (1)");
                let value = self.scalar(&Scope { outer: Vec::new(), ..of.clone() }, 1);
                let value = Expression { column: None, ..super::expression::widened(value) };
                // A sort names a column once, and the first one is the id.
                let key = inner[1 + self.dice.below(inner.len() - 1)].text.clone();
                let parts = [&value.text, &name, &condition, &key];
                let order = self.dice.one_of(&["", " DESC"]);
                let query = Text::fill_both(
                    &format!("SELECT TOP (1) {{0}} AS c0 FROM {{1}} WHERE {{2}} ORDER BY {{3}}{order}, {alias}.id"),
                    &format!("SELECT {{0}} AS c0 FROM {{1}} WHERE {{2}} ORDER BY {{3}}{order}, {alias}.id LIMIT 1"),
                    &parts,
                );
                self.add_applied(text, scope, ("OUTER", &alias), &query, value);
            }
        }
    }

    /// Adds an APPLY with one value for each row.
    fn add_applied(
        &self,
        text: &mut Text,
        scope: &mut Scope,
        (word, alias): (&str, &str),
        query: &Text,
        value: Expression,
    ) {
        text.sluice.push_str(&format!(" {word} APPLY ({}) {alias}", query.sluice));
        let in_place =
            Text::three(&format!("{alias}.c0"), &format!("({})", query.sqlite), &format!("({})", query.duckdb));
        scope.local.push(Expression { text: in_place, column: None, ..value });
    }

    /// Returns an equality of two columns with comparable types, or a true condition.
    pub(super) fn equality(&mut self, left: &[Expression], right: &[Expression]) -> Text {
        let pairs: Vec<(&Expression, &Expression)> = left
            .iter()
            .flat_map(|one| right.iter().map(move |other| (one, other)))
            .filter(|(one, other)| one.family == other.family || one.family.is_number() && other.family.is_number())
            .collect();
        match self.dice.pick(&pairs) {
            Some((one, other)) => Text::fill("{0} = {1}", &[&one.text, &other.text]),
            None => Text::same("1 = 1"),
        }
    }

    /// Adds a wide column of the scope to a select list, so that operators have much to keep.
    pub(super) fn add_wide(&mut self, scope: &Scope, items: &mut Vec<Expression>) {
        let wide: Vec<&Expression> =
            scope.local.iter().filter(|column| column.column == Some(ColumnType::Wide)).collect();
        if let Some(column) = self.dice.pick(&wide)
            && !self.dice.one_in(3)
        {
            items.push((*column).clone());
        }
    }
}
