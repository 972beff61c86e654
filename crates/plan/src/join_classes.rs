//! Equalities between the sources of a join that others imply: `a = b AND b = c` implies `a = c`.
//!
//! Columns that are equal in every row of the join form a class. The columns have one type and are
//! compared without a conversion. An order of joins may use any equality of a class; each join then
//! needs one for the class. The search sees all of them, and the chosen order keeps those that it
//! needs ([`Classes::needed`]).

use crate::expression::{ColumnId, Condition, Expr};
use crate::plain_joins::{SourceColumns, equal_columns};
use sluice_types::Comparison;

/// The classes of columns of a join's sources.
pub(crate) struct Classes {
    /// The columns of each class, with the positions of their sources.
    all: Vec<Vec<(Expr, usize)>>,
}

impl Classes {
    /// Returns the classes of these conditions with columns of at least three sources. `columns`
    /// has the columns of each source. A class of more than `SOURCES_MAX` sources is left out.
    pub(crate) fn new(conditions: &[Condition], columns: &SourceColumns) -> Classes {
        let with_source = |expr: Expr| {
            let id = expr.as_column()?;
            Some((expr, columns.source_of(id)?))
        };
        let class = |class: Vec<Expr>| -> Vec<(Expr, usize)> { class.into_iter().filter_map(with_source).collect() };
        let is_useful = |class: &Vec<(Expr, usize)>| {
            let mut sources: Vec<usize> = class.iter().map(|(_, source)| *source).collect();
            sources.sort_unstable();
            sources.dedup();
            (3..=SOURCES_MAX).contains(&sources.len())
        };
        Classes { all: equal_columns(conditions).into_iter().map(class).filter(is_useful).collect() }
    }

    /// Returns the equalities between sources that the conditions imply and don't contain.
    pub(crate) fn implied(&self, conditions: &[Condition]) -> Vec<Condition> {
        let mut found = Vec::new();
        for class in &self.all {
            for (place, (left, source)) in class.iter().enumerate() {
                for (right, other) in &class[place + 1..] {
                    let is_it = |condition: &Condition| {
                        let of = columns_of(condition);
                        of == left.as_column().zip(right.as_column()) || of == right.as_column().zip(left.as_column())
                    };
                    if source != other && !conditions.iter().any(is_it) {
                        found.push(Condition::Compare(Comparison::Equal, left.clone(), right.clone()));
                    }
                }
            }
        }
        found
    }

    /// Returns the number of the class that an equality belongs to, and the positions of its two
    /// sources. `None` if the condition doesn't equate two columns of one class from different
    /// sources.
    pub(crate) fn of_equality(&self, condition: &Condition) -> Option<(usize, [usize; 2])> {
        let (left, right) = columns_of(condition)?;
        let place = |class: &[(Expr, usize)], id: ColumnId| {
            class.iter().find(|(column, _)| column.as_column() == Some(id)).map(|(_, source)| *source)
        };
        self.all.iter().enumerate().find_map(|(number, class)| {
            let sources = [place(class, left)?, place(class, right)?];
            (sources[0] != sources[1]).then_some((number, sources))
        })
    }

    /// Returns the conditions that an order of the sources needs: all conditions without a class,
    /// and for each source and class one equality with an earlier source. The written equalities
    /// are preferred to the implied ones.
    pub(crate) fn needed(&self, order: &[usize], written: Vec<Condition>, implied: Vec<Condition>) -> Vec<Condition> {
        let rank = |source: usize| order.iter().position(|place| *place == source);
        let mut joined: Vec<(usize, Option<usize>)> = Vec::new();
        let mut needed = written;
        needed.extend(implied);
        needed.retain(|condition| {
            let Some((class, [one, other])) = self.of_equality(condition) else { return true };
            let join = (class, rank(one).max(rank(other)));
            let is_new = !joined.contains(&join);
            joined.extend(is_new.then_some(join));
            is_new
        });
        needed
    }
}

/// Returns the columns that an equality compares without a conversion.
fn columns_of(condition: &Condition) -> Option<(ColumnId, ColumnId)> {
    match condition {
        Condition::Compare(Comparison::Equal, left, right) => left.as_column().zip(right.as_column()),
        _ => None,
    }
}

/// The maximum number of sources of a class: each pair of them is an equality.
const SOURCES_MAX: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_types::DataType;

    fn column(number: u32) -> Expr {
        Expr::column(ColumnId { number, collation: None }, DataType::Int, false)
    }

    fn equal(left: u32, right: u32) -> Condition {
        Condition::Compare(Comparison::Equal, column(left), column(right))
    }

    /// Returns the numbers of the columns that the conditions compare.
    fn numbers(conditions: &[Condition]) -> Vec<(u32, u32)> {
        let of = |condition: &Condition| columns_of(condition).map(|(left, right)| (left.number, right.number));
        conditions.iter().filter_map(of).collect()
    }

    /// Four sources; the first has the columns 0 and 10, the others one column each.
    #[test]
    fn chosen_order_has_one_equality_for_each_join() {
        let id = |number| ColumnId { number, collation: None };
        let columns = [vec![id(0), id(10)], vec![id(1)], vec![id(2)], vec![id(3)]];
        let columns = SourceColumns::from_columns(columns);
        let written = vec![equal(0, 1), equal(1, 2), equal(10, 3)];
        let classes = Classes::new(&written, &columns);
        let implied = classes.implied(&written);
        assert_eq!(numbers(&implied), [(0, 2)]);
        let needed = |order: &[usize]| numbers(&classes.needed(order, written.clone(), implied.clone()));
        assert_eq!(needed(&[0, 1, 2, 3]), [(0, 1), (1, 2), (10, 3)]);
        assert_eq!(needed(&[2, 0, 3, 1]), [(0, 1), (10, 3), (0, 2)]);
        // Two sources imply nothing.
        let two = Classes::new(&[equal(0, 1), equal(10, 3)], &columns);
        assert!(two.implied(&[equal(0, 1)]).is_empty() && two.of_equality(&equal(0, 1)).is_none());
    }
}
