//! GROUP BY with several groupings: GROUPING SETS, ROLLUP and CUBE, in the ISO and the older
//! syntax.
//!
//! Each item of the clause yields a list of groupings; the clause has their cross product.
//! `t-sql/queries/select-group-by-transact-sql` has the rules and the limits.

use sluice_syntax::ast::{self, GroupItem, SuperGroup};
use sluice_types::SqlError;

/// A GROUP BY clause.
#[derive(Default)]
pub struct Grouping<'a> {
    /// The distinct grouping expressions.
    pub expressions: Vec<&'a ast::Expr>,
    /// The groupings as positions in `expressions`; `None` for a single grouping by all of them.
    pub sets: Option<Vec<Vec<usize>>>,
}

impl<'a> Grouping<'a> {
    /// Resolves a clause. Fails with 10702 if both syntaxes are mixed, with 10703 or 10706 beyond
    /// the limits. A single simple GROUP BY has no sets. GROUP BY ALL with several groupings fails
    /// with 1028.
    pub fn new(clause: &'a ast::GroupBy) -> Result<Grouping<'a>, SqlError> {
        let mut grouping = Grouping::default();
        let is_simple = |item: &GroupItem| matches!(item, GroupItem::Value(_));
        if clause.all && (clause.with.is_some() || !clause.items.iter().all(is_simple)) {
            return Err(SqlError::group_by_all_with_groupings());
        }
        let sets = match clause.with {
            Some(_) if !clause.items.iter().all(is_simple) => return Err(SqlError::cube_with_grouping_sets()),
            Some(group) => {
                let places = clause.exprs().into_iter().map(|expr| vec![grouping.place_of(expr)]).collect();
                super_sets(group, places)?
            }
            None => {
                let mut all = vec![Vec::new()];
                for item in &clause.items {
                    all = combined(&all, &grouping.sets_of(item)?)?;
                }
                all
            }
        };
        let is_plain = clause.with.is_none() && clause.items.iter().all(is_simple);
        if !is_plain {
            if grouping.expressions.len() > EXPRESSIONS_MAX {
                return Err(SqlError::too_many_group_by_expressions(EXPRESSIONS_MAX));
            }
            grouping.sets = Some(sets);
        }
        Ok(grouping)
    }

    /// Returns the groupings of one item.
    fn sets_of(&mut self, item: &'a GroupItem) -> Result<Vec<Vec<usize>>, SqlError> {
        match item {
            GroupItem::Value(value) => Ok(vec![vec![self.place_of(value)]]),
            GroupItem::Set(values) => Ok(vec![values.iter().map(|value| self.place_of(value)).collect()]),
            GroupItem::Super(group, elements) => {
                let places = elements.iter().map(|element| element.iter().map(|expr| self.place_of(expr)).collect());
                super_sets(*group, places.collect())
            }
            GroupItem::Sets(items) => {
                let mut all = Vec::new();
                for item in items {
                    all.extend(self.sets_of(item)?);
                    check_count(all.len())?;
                }
                Ok(all)
            }
        }
    }

    fn place_of(&mut self, value: &'a ast::Expr) -> usize {
        self.expressions.iter().position(|known| *known == value).unwrap_or_else(|| {
            self.expressions.push(value);
            self.expressions.len() - 1
        })
    }
}

/// Returns the groupings of ROLLUP or CUBE, finest first.
fn super_sets(group: SuperGroup, elements: Vec<Vec<usize>>) -> Result<Vec<Vec<usize>>, SqlError> {
    if group == SuperGroup::Rollup {
        return Ok((0..=elements.len()).rev().map(|count| elements[..count].concat()).collect());
    }
    let mut all = vec![Vec::new()];
    for element in elements {
        all = combined(&all, &[element, Vec::new()])?;
    }
    Ok(all)
}

/// Returns the cross product of two lists of groupings.
fn combined(these: &[Vec<usize>], those: &[Vec<usize>]) -> Result<Vec<Vec<usize>>, SqlError> {
    check_count(these.len() * those.len())?;
    let pair = |this: &Vec<usize>, that: &Vec<usize>| {
        let mut both: Vec<usize> = this.iter().chain(that).copied().collect();
        both.sort_unstable();
        both.dedup();
        both
    };
    Ok(these.iter().flat_map(|this| those.iter().map(move |that| pair(this, that))).collect())
}

fn check_count(sets: usize) -> Result<(), SqlError> {
    if sets > SETS_MAX { Err(SqlError::too_many_grouping_sets(SETS_MAX)) } else { Ok(()) }
}

/// The maximum number of groupings of a clause.
const SETS_MAX: usize = 4096;
/// The maximum number of expressions of a clause with several groupings.
const EXPRESSIONS_MAX: usize = 32;
