//! ORDER BY: by an item's number, by an item's alias, or by an expression over the source.

use super::Binder;
use super::bound::Item;
use super::collation::collated_key;
use super::decided::is_of_constants;
use sluice_catalog::name;
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::same::same_value;
use sluice_plan::sort_key::SortKey;
use sluice_syntax::ast::{self, ExprKind, Literal};
use sluice_syntax::walk::{self, Met};
use sluice_types::SqlError;

/// The sort keys of a query.
#[derive(Default)]
pub(super) struct Ordering {
    pub keys: Vec<SortKey>,
}

impl Binder<'_> {
    /// Binds ORDER BY. A number or a name means an item of the select list. With DISTINCT, a key
    /// that isn't in the list fails with 145; a constant that isn't a subquery fails with 408, one
    /// with variables with 1008, a number beyond the list with 108, a repeated column with 169. A
    /// name of two items fails with 209. Two aliases of one column count as different columns. An
    /// alias in quotes is a name.
    pub(super) fn bind_order(
        &mut self,
        order_by: &[ast::OrderItem],
        items: &[Item<'_>],
        distinct: bool,
    ) -> Result<Ordering, SqlError> {
        let mut keys = Vec::with_capacity(order_by.len());
        let mut columns = Vec::with_capacity(order_by.len());
        for (index, item) in order_by.iter().enumerate() {
            let place = item_meant(&item.value, items)?;
            let expr = match (place, distinct) {
                (Some(place), _) => shown_value(&items[place]),
                // 145: with DISTINCT, ORDER BY items must compute the value of a select list item.
                (None, true) => {
                    let bound = self.bind_value(&item.value)?;
                    let shown = items.iter().find(|item| same_value(&item.value, &bound));
                    shown.map(shown_value).ok_or_else(SqlError::order_by_not_in_distinct_list)?
                }
                (None, false) => {
                    let bound = self.bind_value(&item.value)?;
                    self.constant_key(bound)
                }
            };
            if place.is_none() && is_of_variables(&item.value) {
                return Err(SqlError::order_by_variable(index + 1));
            }
            // A constant subquery is accepted: programs page rows without an order by it. So is a
            // column of NULLs.
            let is_accepted = matches!(item.value.kind, ExprKind::Subquery(_) | ExprKind::Column(_));
            if place.is_none() && !is_accepted && is_of_constants(&expr) && self.unknown.is_none() {
                // 408: a constant expression was encountered in the ORDER BY list.
                return Err(SqlError::order_by_constant(index + 1));
            }
            if let Some(id) = expr.as_column() {
                // 169: the columns must be unique. Two aliases of one column count as different.
                let is_same = |(other, at): &(ColumnId, Option<usize>)| {
                    *other == id && (*at == place || at.is_none() || place.is_none())
                };
                if columns.iter().any(is_same) {
                    return Err(SqlError::order_by_repeated_column());
                }
                columns.push((id, place));
            }
            let expr = collated_key(expr)?;
            keys.push(SortKey { expr, descending: item.descending });
        }
        Ok(Ordering { keys })
    }
}

/// Returns the value of an item in the sorted rows.
fn shown_value(item: &Item<'_>) -> Expr {
    let Item { value, column, .. } = item;
    column.map_or_else(|| value.clone(), |id| Expr::column(id, value.data_type, value.nullable))
}

/// Returns the position of the select list item that `written` denotes, or `None`.
fn item_meant(written: &ast::Expr, items: &[Item<'_>]) -> Result<Option<usize>, SqlError> {
    match &written.kind {
        ExprKind::Literal(Literal::Integer(number)) => {
            let place = usize::try_from(*number).ok().filter(|number| (1..=items.len()).contains(number));
            // 108: the position number is out of range of the number of items in the select list.
            place.map(|place| Some(place - 1)).ok_or_else(|| SqlError::order_by_position_out_of_range(number))
        }
        ExprKind::Unary { operator: ast::UnaryOperator::Minus, operand } => match &operand.kind {
            // A negative number is a position too.
            ExprKind::Literal(Literal::Integer(number)) => Err(SqlError::order_by_position_out_of_range(-number)),
            _ => Ok(items.iter().position(|item| item.written == Some(written))),
        },
        ExprKind::Column(column) if column.qualifier.is_none() => item_named(&column.name.text, items),
        // `t-sql/language-elements/coalesce-transact-sql.md` sorts by an alias in quotes.
        ExprKind::Literal(Literal::String(alias) | Literal::NationalString(alias)) => item_named(alias, items),
        _ => Ok(items.iter().position(|item| item.written == Some(written))),
    }
}

/// Returns the position of the only item of this name, or `None`. Fails with 209 for several.
fn item_named(wanted: &str, items: &[Item<'_>]) -> Result<Option<usize>, SqlError> {
    let named = |item: &Item<'_>| !item.name.is_empty() && name::same(&item.name, wanted);
    let mut matching = items.iter().enumerate().filter(|(_, item)| named(item));
    match (matching.next(), matching.next()) {
        (Some(_), Some(_)) => Err(SqlError::ambiguous_column_name(wanted)),
        (first, _) => Ok(first.map(|(place, _)| place)),
    }
}

/// Whether an expression consists of variables and constants, with at least one variable.
fn is_of_variables(value: &ast::Expr) -> bool {
    let (mut has_variable, mut is_plain) = (false, true);
    walk::expr(value, &mut |met| {
        match met {
            Met::Expr(ast::Expr { kind: ExprKind::Variable(_), .. }) => has_variable = true,
            Met::Expr(ast::Expr { kind: ExprKind::Literal(_) | ExprKind::Chain { .. }, .. }) => {}
            _ => is_plain = false,
        }
        is_plain
    });
    has_variable && is_plain
}
