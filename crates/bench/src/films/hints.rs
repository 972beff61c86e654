//! A query's text as written and under hints.

use super::queries::Query;
use crate::dice::Dice;

/// A query's sources and conditions.
pub(super) struct Parts {
    output: &'static str,
    /// Tables and aliases.
    sources: Vec<(&'static str, &'static str)>,
    /// Equalities, each with the positions of its two sources.
    joins: Vec<(&'static str, [usize; 2])>,
    /// Conditions, each with the position of its source.
    filters: Vec<(&'static str, usize)>,
}

impl Parts {
    /// Splits the query's text. Fails if a condition names no source.
    pub(super) fn new(query: &Query) -> Result<Parts, String> {
        let sources: Vec<(&str, &str)> =
            query.from.split(',').filter_map(|source| source.trim().split_once(' ')).collect();
        let place = |column: &str| {
            let alias = column.trim().split('.').next().unwrap_or_default();
            let found = sources.iter().position(|(_, known)| *known == alias);
            found.ok_or_else(|| format!("'{column}' is of no source of {}", query.from))
        };
        let mut joins = Vec::new();
        for join in query.joins.split(',').map(str::trim) {
            let (left, right) = join.split_once('=').ok_or_else(|| format!("'{join}' is no equality"))?;
            joins.push((join, [place(left)?, place(right)?]));
        }
        let filters = query.filters.split(';').map(str::trim);
        let filters = filters.map(|filter| Ok((filter, place(filter)?))).collect::<Result<_, String>>()?;
        Ok(Parts { output: query.output, sources, joins, filters })
    }

    /// Returns the query without hints.
    pub(super) fn text(&self) -> String {
        let from: Vec<String> = self.sources.iter().map(|(table, alias)| format!("dbo.{table} AS {alias}")).collect();
        let joins = self.joins.iter().map(|(join, _)| *join);
        let conditions: Vec<&str> = joins.chain(self.filters.iter().map(|(filter, _)| *filter)).collect();
        format!("SELECT {} FROM {} WHERE {}", self.output, from.join(", "), conditions.join(" AND "))
    }

    /// Returns the number of sources.
    pub(super) fn count(&self) -> usize {
        self.sources.len()
    }

    /// Returns a random order of the sources in which each has an equality with an earlier one. The
    /// first has a condition of its own, if `filtered_first` says so.
    pub(super) fn order(&self, dice: &Dice, filtered_first: bool) -> Vec<usize> {
        let first = match dice.pick(&self.filters).filter(|_| filtered_first) {
            Some((_, source)) => *source,
            None => dice.below(self.sources.len()),
        };
        let mut order = vec![first];
        while order.len() < self.sources.len() {
            let meets = |next: &usize| {
                let joins = |[one, other]: [usize; 2]| {
                    one == *next && order.contains(&other) || other == *next && order.contains(&one)
                };
                !order.contains(next) && self.joins.iter().any(|(_, sources)| joins(*sources))
            };
            let next: Vec<usize> = (0..self.sources.len()).filter(meets).collect();
            // A source with a condition is more likely to leave few rows.
            let filtered: Vec<usize> =
                next.iter().copied().filter(|next| self.filters.iter().any(|(_, source)| source == next)).collect();
            let from = if filtered.is_empty() || dice.one_in(3) { &next } else { &filtered };
            let Some(next) = dice.pick(from).or(dice.pick(&next)) else { break };
            order.push(*next);
        }
        order
    }

    /// Returns the query with its sources in this order. `method` returns a join's hint: LOOP,
    /// HASH, MERGE or an empty text.
    pub(super) fn ordered(&self, order: &[usize], mut method: impl FnMut() -> &'static str) -> String {
        let source = |place: usize| format!("dbo.{} AS {}", self.sources[place].0, self.sources[place].1);
        let mut text = format!("SELECT {} FROM {}", self.output, source(order[0]));
        for (number, place) in order.iter().enumerate().skip(1) {
            let is_here = |[one, other]: [usize; 2]| {
                let is_in = |source: usize| order[..=number].contains(&source);
                (one == *place || other == *place) && is_in(one) && is_in(other)
            };
            let on: Vec<&str> =
                self.joins.iter().filter(|(_, sources)| is_here(*sources)).map(|(join, _)| *join).collect();
            let hint = match method() {
                "" => "JOIN".to_owned(),
                method => format!("INNER {method} JOIN"),
            };
            text.push_str(&format!(" {hint} {} ON {}", source(*place), on.join(" AND ")));
        }
        let filters: Vec<&str> = self.filters.iter().map(|(filter, _)| *filter).collect();
        format!("{text} WHERE {} OPTION (FORCE ORDER)", filters.join(" AND "))
    }
}
