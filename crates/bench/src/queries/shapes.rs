//! Queries that the other engines write in another form: grouping sets, PIVOT, windows over groups,
//! set operations in subqueries.

use super::column_type::{ColumnType, Family};
use super::expression::{Expression, Scope};
use super::select::{Generator, Select, list, named};
use super::text::Text;

impl Generator<'_> {
    /// Returns a SELECT with ROLLUP, CUBE or GROUPING SETS over two columns. SQLite gets a union of
    /// groups. A HAVING removes the group of all rows if there are none.
    pub(super) fn grouping_sets(&mut self, outer: &[Expression]) -> Select {
        let (from, scope) = self.from(0, outer);
        let local = Scope { outer: Vec::new(), ..scope.clone() };
        let keys: Vec<Expression> = (0..2).filter_map(|_| self.dice.pick(&local.local).cloned()).collect();
        // An APPLY's value is no column in SQLite.
        if keys.len() < 2 || keys[0].text.sluice == keys[1].text.sluice {
            return self.grouped(0, outer);
        }
        let (clause, sets): (&str, &[[bool; 2]]) = self.dice.one_of(&[
            ("ROLLUP ({0}, {1})", &[[true, true], [true, false], [false, false]] as &[_]),
            ("CUBE ({0}, {1})", &[[true, true], [true, false], [false, true], [false, false]]),
            ("GROUPING SETS (({0}), ({1}))", &[[true, false], [false, true]]),
            ("GROUPING SETS (({0}, {1}), ())", &[[true, true], [false, false]]),
            ("{0}, ROLLUP ({1})", &[[true, true], [true, false]]),
        ]);
        self.tally.note("grouping sets");
        let aggregates: Vec<Expression> = (0..=self.dice.below(2)).map(|_| self.aggregate(&local)).collect();
        let filter = self.filter(&scope, 0);
        let clause = Text::fill(clause, &[&keys[0].text, &keys[1].text]);
        let grouping = |place: usize| Text::fill("GROUPING({0})", &[&keys[place].text]);
        let items = |key: &dyn Fn(usize) -> Text, flag: &dyn Fn(usize) -> Text| {
            let mut items: Vec<Expression> =
                (0..2).map(|place| Expression { text: key(place), ..keys[place].clone() }).collect();
            items.extend(aggregates.iter().cloned());
            items.extend((0..2).map(|place| Expression::computed(flag(place), Family::Integer)));
            items
        };
        let whole = items(&|place| keys[place].text.clone(), &grouping);
        let mut text =
            Text::fill("SELECT {0}{1}{2} GROUP BY {3} HAVING COUNT(*) > 0", &[&list(&whole), &from, &filter, &clause]);
        let branches: Vec<Text> = sets
            .iter()
            .map(|set| {
                let key = |place: usize| if set[place] { keys[place].text.clone() } else { Text::same("NULL") };
                let flag = |place: usize| Text::same(if set[place] { "0" } else { "1" });
                let groups: Vec<Text> =
                    (0..2).filter(|place| set[*place]).map(|place| keys[place].text.clone()).collect();
                let by = if groups.is_empty() { Text::default() } else { Text::same(" GROUP BY ") };
                Text::fill(
                    "SELECT {0}{1}{2}{3}{4} HAVING COUNT(*) > 0",
                    &[&list(&items(&key, &flag)), &from, &filter, &by, &Text::join(&groups, ", ")],
                )
            })
            .collect();
        text.sqlite = Text::join(&branches, " UNION ALL ").sqlite;
        Select { text, columns: named(whole) }
    }

    /// Returns a SELECT with PIVOT over two or three columns of a table.
    pub(super) fn pivoted(&mut self, depth: u32) -> Select {
        let table = &self.tables.tables[self.dice.below(self.tables.tables.len())];
        let columns: Vec<&(String, ColumnType)> =
            table.columns.iter().skip(1).filter(|(_, column)| *column != ColumnType::Wide).collect();
        let is_sought =
            |column: ColumnType| matches!(column, ColumnType::Int | ColumnType::SmallInt | ColumnType::VarChar);
        let sought: Vec<&&(String, ColumnType)> = columns.iter().filter(|(_, column)| is_sought(*column)).collect();
        let Some((sought, sought_type)) = self.dice.pick(&sought).map(|column| (**column).clone()) else {
            return self.plain(depth, &[]);
        };
        let others: Vec<&&(String, ColumnType)> = columns.iter().filter(|(name, _)| *name != sought).collect();
        let (Some((key, key_type)), Some((value, value_type))) = (
            self.dice.pick(&others).map(|column| (**column).clone()),
            self.dice.pick(&others).map(|column| (**column).clone()),
        ) else {
            return self.plain(depth, &[]);
        };
        if *key == value {
            return self.plain(depth, &[]);
        }
        self.tally.note("PIVOT");
        let is_number = value_type.family() == Family::Integer && value_type != ColumnType::Bit;
        let aggregates: &[&str] = match is_number {
            true => &["SUM", "COUNT", "MIN", "MAX"],
            false if value_type == ColumnType::Bit => &["COUNT"],
            false => &["COUNT", "MIN", "MAX"],
        };
        let aggregate = self.dice.one_of(aggregates);
        let values: &[&str] =
            if sought_type == ColumnType::VarChar { &["a", "abc", "zz"] } else { &["0", "1", "2", "3"] };
        let named_values: Vec<String> = values.iter().map(|value| format!("[{value}]")).collect();
        let shown: Vec<String> =
            values.iter().enumerate().map(|(place, value)| format!("[{value}] AS c{}", place + 1)).collect();
        let sluice = format!(
            "SELECT {key} AS c0, {} FROM (SELECT {key}, {sought}, {value} FROM {}) z PIVOT ({aggregate}({value}) FOR \
             {sought} IN ({})) y",
            shown.join(", "),
            table.name,
            named_values.join(", ")
        );
        let quote = if sought_type == ColumnType::VarChar { "'" } else { "" };
        let cases: Vec<String> = values
            .iter()
            .enumerate()
            .map(|(place, at)| {
                format!("{aggregate}(CASE WHEN {sought} = {quote}{at}{quote} THEN {value} END) AS c{}", place + 1)
            })
            .collect();
        let peers = format!("SELECT {key} AS c0, {} FROM {} GROUP BY {key}", cases.join(", "), table.name);
        let family = if aggregate == "COUNT" { Family::Integer } else { value_type.family() };
        let mut columns = vec![Expression {
            text: Text::same("c0"),
            family: key_type.family(),
            column: Some(key_type),
            is_small: true,
        }];
        // A pivoted narrow number has no arithmetic of its own.
        columns.extend((0..values.len()).map(|place| Expression {
            is_small: false,
            ..Expression::computed(Text::same(format!("c{}", place + 1)), family)
        }));
        Select { text: Text::new(&sluice, &peers), columns }
    }

    /// Returns a window function over groups.
    pub(super) fn window_of_groups(&mut self, keys: &[Expression], local: &Scope) -> Expression {
        let key = self.dice.pick(keys).map_or_else(|| Text::same("1"), |key| key.text.clone());
        match self.dice.below(3) {
            0 => {
                let order = self.aggregate(local);
                let word = self.dice.one_of(&["RANK", "DENSE_RANK"]);
                let text = Text::fill(&format!("{word}() OVER (ORDER BY {{0}} DESC)"), &[&order.text]);
                Expression::computed(text, Family::Integer)
            }
            1 => Expression::computed(Text::fill("SUM(COUNT(*)) OVER (PARTITION BY {0})", &[&key]), Family::Integer),
            _ => {
                let keys: Vec<Text> = keys.iter().map(|key| key.text.clone()).collect();
                let text = Text::fill("SUM(COUNT(*)) OVER (ORDER BY {0})", &[&Text::join(&keys, ", ")]);
                Expression { is_small: false, ..Expression::computed(text, Family::Integer) }
            }
        }
    }

    /// Returns a set operation of a subquery with one column and another query.
    pub(super) fn set_of(&mut self, left: Select, family: Family, outer: &[Expression]) -> Select {
        self.tally.note("set operations in subqueries");
        let right = self.plain_of(&[family], 0, outer);
        let word = self.dice.one_of(&["UNION ALL", "UNION", "INTERSECT", "EXCEPT"]);
        let text =
            Text::fill(&format!("SELECT * FROM ({{0}}) l {word} SELECT * FROM ({{1}}) r"), &[&left.text, &right.text]);
        Select { text, ..left }
    }
}
