//! GROUPING and GROUPING_ID.

use super::Binder;
use sluice_plan::expression::Expr;
use sluice_plan::physical::GroupingLevel;
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError};

impl Binder<'_> {
    /// Binds GROUPING or GROUPING_ID. Fails with 8160 without GROUP BY, with 8161 if an argument
    /// isn't a grouping expression. The value is computed by the aggregation, as a column of its
    /// rows. GROUPING of another number of arguments than one fails with 174.
    pub(super) fn bind_grouping(&mut self, call: &ast::Call) -> Result<Expr, SqlError> {
        let name = call.name.name.text.to_uppercase();
        let is_tiny = name == "GROUPING";
        if call.arguments.is_empty() || (is_tiny && call.arguments.len() != 1) {
            return Err(SqlError::argument_count(name.to_lowercase(), 1));
        }
        let data_type = if is_tiny { DataType::TinyInt } else { DataType::Int };
        let column = self.new_column();
        if self.level().aggregation.as_ref().is_none_or(|aggregation| aggregation.groups.is_empty()) {
            return Err(SqlError::grouping_without_group_by());
        }
        let mut places = Vec::with_capacity(call.arguments.len());
        for (number, argument) in call.arguments.iter().enumerate() {
            let Some(place) = self.group_of(argument) else {
                return Err(SqlError::grouping_argument_not_found(number + 1, name));
            };
            places.push(place);
        }
        let aggregation = self.level().aggregation.get_or_insert_default();
        let level = GroupingLevel { places, is_tiny };
        let known = aggregation.levels.iter().find(|(_, known)| *known == level).map(|(id, _)| *id);
        let id = known.unwrap_or_else(|| {
            aggregation.levels.push((column, level));
            column
        });
        Ok(Expr::column(id, data_type, false))
    }
}
