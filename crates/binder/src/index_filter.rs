//! Filters of indexes and statistics, bound when these are created and when the catalog is loaded.
//!
//! The grammar and the restrictions are in `t-sql/statements/create-index-transact-sql.md`
//! (*filter_predicate*) and `relational-databases/indexes/create-filtered-indexes.md`. A column is
//! compared with a constant of its own type, a string with one of any length. A number of another
//! numeric type is converted if the column's type contains its value.

use super::Binder;
use super::condition::comparison_of;
use super::conversion::{implicit, unified};
use super::literal::is_null;
use super::rules::condition_of;
use sluice_base::sync::Arc;
use sluice_catalog::index_filter::{FilterPart, FilterTest};
use sluice_catalog::{Column, Enforcement, IndexFilter, Rule, Table, name};
use sluice_definition::definition_text::{of_condition, of_value};
use sluice_definition::index_definition::IndexDefinition;
use sluice_definition::names::NoNames;
use sluice_definition::refusal::unsupported;
use sluice_definition::variables::Variables;
use sluice_plan::expression::{ColumnId, Expr, ExprKind};
use sluice_syntax::ast::{self, ConditionKind};
use sluice_types::arithmetic::evaluate_unary;
use sluice_types::{DataType, SqlError, Value, compare, convert};
use std::cmp::Ordering;

/// The index or the statistics whose filter is bound.
#[derive(Clone, Copy)]
pub struct Filtered<'f> {
    /// Whether it is statistics.
    pub is_statistics: bool,
    /// The name of the index or the statistics.
    pub index: &'f str,
    /// The table's name.
    pub table: &'f str,
    /// The table's columns.
    pub columns: &'f [Column],
}

/// Binds a filter from the text stored in the catalog.
pub fn filter_of(filtered: Filtered<'_>, definition: &str) -> Result<IndexFilter, SqlError> {
    bind_filter(filtered, &condition_of(definition)?)
}

/// Returns the tests of the CHECK constraints that hold for all rows of a table: enabled and
/// trusted ones. Constraints that aren't like filters are left out. A NULL passes all tests.
pub(super) fn checks_of(table: &Table) -> Vec<FilterPart> {
    let filtered = Filtered { is_statistics: false, index: "", table: &table.name, columns: &table.columns };
    let definitions = table.constraints.iter().filter_map(|constraint| match &constraint.rule {
        Rule::Check {
            definition,
            enforcement: Enforcement { is_disabled, is_not_trusted, not_for_replication },
            ..
        } => (!is_disabled && !is_not_trusted && !not_for_replication).then_some(definition),
        _ => None,
    });
    definitions.filter_map(|definition| filter_of(filtered, definition).ok()).flat_map(|filter| filter.parts).collect()
}

/// Returns the constant `value` that a CHECK constraint compares with a column of a table, as a
/// value of the column's type. `None` if `operand` isn't that column, or `value` isn't a constant.
pub(super) fn constant_of((table, place): (&Table, usize), operand: &ast::Expr, value: &ast::Expr) -> Option<Value> {
    let filtered = Filtered { is_statistics: false, index: "", table: &table.name, columns: &table.columns };
    let binder = FilterBinder { filtered, parts: Vec::new(), texts: Vec::new() };
    let column = binder.compared_column(operand).ok()?;
    if column == place { binder.constant(column, value).ok() } else { None }
}

impl Filtered<'_> {
    /// The word for one of its kind in messages.
    fn kind(&self) -> &'static str {
        if self.is_statistics { "statistics" } else { "index" }
    }
}

/// Binds a filter. Fails with 10735 for an invalid filter, with 10609 over a computed column, with
/// 10620 for a comparison with NULL. Fails with 10611 or 10612 if the column or the constant would
/// need a conversion.
pub fn bind_filter(filtered: Filtered<'_>, written: &ast::Condition) -> Result<IndexFilter, SqlError> {
    let mut found = FilterBinder { filtered, parts: Vec::new(), texts: Vec::new() };
    found.condition(written)?;
    let definition = Arc::from(format!("({})", found.texts.join(" AND ")));
    Ok(IndexFilter { definition, parts: found.parts })
}

/// Binds the filters of `definitions` and stores them in the table's indexes. A clustered index
/// fails with 1900, an invalid filter with 10611 or the like.
pub fn filter_indexes(table: &mut Table, definitions: &[IndexDefinition]) -> Result<(), SqlError> {
    for definition in definitions {
        let (Some(written), Some(name)) = (&definition.filter, &definition.name) else { continue };
        let filtered = Filtered { is_statistics: false, index: name, table: &table.name, columns: &table.columns };
        let filter = bind_filter(filtered, written)?;
        if let Some(index) = table.indexes.iter_mut().find(|index| name::same(&index.name, name)) {
            if index.is_clustered() {
                return Err(SqlError::filtered_clustered_index());
            }
            index.filter = Some(Arc::new(filter));
        }
    }
    Ok(())
}

struct FilterBinder<'f> {
    filtered: Filtered<'f>,
    parts: Vec<FilterPart>,
    texts: Vec<String>,
}

impl FilterBinder<'_> {
    fn condition(&mut self, written: &ast::Condition) -> Result<(), SqlError> {
        match &written.kind {
            ConditionKind::And(parts) => parts.iter().try_for_each(|part| self.condition(part)),
            ConditionKind::IsNull { operand, negated } => {
                let column = self.column(operand)?;
                self.push(column, FilterTest::Null(*negated), inside(of_condition(written)?))
            }
            ConditionKind::Comparison { operator, left, right } => {
                let column = self.compared_column(left)?;
                let value = self.constant(column, right)?;
                let comparison = comparison_of(*operator);
                self.push(column, FilterTest::Compare(comparison, value), inside(of_condition(written)?))
            }
            ConditionKind::InList { operand, list, negated: false } => {
                let column = self.compared_column(operand)?;
                let values = list.iter().map(|item| self.constant(column, item)).collect::<Result<Vec<_>, _>>()?;
                let texts = list.iter().map(|item| of_value(item).map(inside)).collect::<Result<Vec<_>, _>>()?;
                let text = format!("{} IN ({})", inside(of_value(operand)?), texts.join(", "));
                self.push(column, FilterTest::In(values), text)
            }
            _ => Err(self.incorrect()),
        }
    }

    fn push(&mut self, column: usize, test: FilterTest, text: String) -> Result<(), SqlError> {
        self.parts.push(FilterPart { column, test });
        self.texts.push(text);
        Ok(())
    }

    fn column(&self, written: &ast::Expr) -> Result<usize, SqlError> {
        let ast::ExprKind::Column(column) = &written.kind else { return Err(self.incorrect()) };
        let place = self.filtered.columns.iter().position(|known| name::same(&known.name, &column.name.text));
        let place = place.filter(|_| column.qualifier.is_none()).ok_or_else(|| {
            // 1911: the column doesn't exist in the table.
            SqlError::index_column_not_found(&column.name.text)
        })?;
        let Column { name, data_type, computed, .. } = &self.filtered.columns[place];
        if computed.is_some() {
            let Filtered { index, table, .. } = self.filtered;
            return Err(SqlError::index_filter_on_computed(self.filtered.kind(), index, table, name));
        }
        if data_type.is_max() || data_type.is_document() || *data_type == DataType::SqlVariant {
            return Err(unsupported(&format!("filtered index over a column of type {data_type}")));
        }
        Ok(place)
    }

    /// Returns the column of a comparison. Filters compare texts by the default collation.
    fn compared_column(&self, written: &ast::Expr) -> Result<usize, SqlError> {
        let place = self.column(written)?;
        let Column { data_type, collation, .. } = &self.filtered.columns[place];
        if data_type.is_string() && !collation.is_as_default() {
            return Err(unsupported("filtered index over a column of another collation"));
        }
        Ok(place)
    }

    /// Returns the constant as a value of the column's type.
    fn constant(&self, column: usize, written: &ast::Expr) -> Result<Value, SqlError> {
        let Column { name, data_type, nullable, .. } = &self.filtered.columns[column];
        let bound = Binder::new(&NoNames, &Variables::default()).bind_value(written).map_err(|_| self.incorrect())?;
        if is_null(&bound) {
            let Filtered { index, table, .. } = self.filtered;
            return Err(SqlError::index_filter_compares_null(self.filtered.kind(), index, table));
        }
        let (value, of) = value_of(&bound).ok_or_else(|| self.incorrect())?;
        let Filtered { index, table, .. } = self.filtered;
        let kind = self.filtered.kind();
        let kinds = if self.filtered.is_statistics { "statistics" } else { "indexes" };
        let unfit = || SqlError::index_filter_converts_column(kind, index, table, name, kinds);
        let constant = Expr::constant(value.clone(), of);
        if data_type.is_string() && of.is_string() && (data_type.is_unicode() || !of.is_unicode()) {
            // Strings of different lengths are compared without a conversion of the column.
            let own = value_of(&implicit(constant, *data_type)?).map(|(own, _)| own);
            let is_whole = |own: &Value| compare(own, &value).is_some_and(Ordering::is_eq);
            return Ok(own.filter(is_whole).unwrap_or(value));
        }
        let own = Expr::column(ColumnId { number: 0, collation: None }, *data_type, *nullable);
        let (own, _) = unified(own, constant.clone()).map_err(|_| unfit())?;
        if own.as_column().is_some() {
            let value = implicit(constant, *data_type)?;
            let converted = value_of(&value).filter(|(_, of)| of == data_type);
            let unconverted = || SqlError::index_filter_constant_not_convertible(kind, index, table, name);
            return converted.map(|(value, _)| value).ok_or_else(unconverted);
        }
        // A number of a wider type is accepted if the column's type contains it.
        let is_fit = is_number(data_type) && (of.is_integer() || is_decimal(data_type) && is_decimal(&of));
        let narrow = is_fit.then(|| convert(&value, &of, data_type).ok()).flatten();
        let same = |narrow: &Value| convert(narrow, data_type, &of).is_ok_and(|back| back == value);
        narrow.filter(same).ok_or_else(unfit)
    }

    /// Error 10735: incorrect filter.
    fn incorrect(&self) -> SqlError {
        let Filtered { index, table, .. } = self.filtered;
        SqlError::invalid_index_filter(self.filtered.kind(), index, table)
    }
}

/// Evaluates an expression of constants.
fn value_of(expr: &Expr) -> Option<(Value, DataType)> {
    let value = match &expr.kind {
        ExprKind::Constant(value) => value.clone(),
        ExprKind::Unary(operator, operand) => evaluate_unary(*operator, &value_of(operand)?.0, expr.data_type).ok()?,
        ExprKind::Convert { input, style: None, tolerant: false } => {
            let (value, of) = value_of(input)?;
            convert(&value, &of, &expr.data_type).ok()?
        }
        _ => return None,
    };
    Some((value, expr.data_type))
}

/// Whether the type is an exact number.
fn is_number(data_type: &DataType) -> bool {
    data_type.is_integer() || is_decimal(data_type) || data_type.is_money()
}

fn is_decimal(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Decimal { .. })
}

/// Returns a definition's text without its outer parentheses.
fn inside(text: String) -> String {
    text[1..text.len() - 1].to_owned()
}
