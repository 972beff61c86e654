//! PERCENTILE_CONT and PERCENTILE_DISC: the value at a fraction of a partition ordered by WITHIN
//! GROUP (`t-sql/functions/percentile-cont-transact-sql.md`, `percentile-disc-transact-sql.md`).

use super::Binder;
use super::conversion::implicit;
use sluice_plan::columns::of_expr;
use sluice_plan::window::WindowFunction;
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError};

pub(super) const CONTINUOUS: &str = "PERCENTILE_CONT";
pub(super) const DISCRETE: &str = "PERCENTILE_DISC";

/// Whether `name` is PERCENTILE_CONT or PERCENTILE_DISC.
pub(super) fn is_percentile(name: &ast::Name) -> bool {
    name.is(CONTINUOUS) || name.is(DISCRETE)
}

impl Binder<'_> {
    /// Binds the function. Fails with 402 for PERCENTILE_CONT over a non-numeric value, with 8726
    /// for a fraction with columns. Returns the function, its result type and whether it can be
    /// NULL. PERCENTILE_DISC keeps the type of the values.
    pub(super) fn bind_percentile(&mut self, call: &ast::Call) -> Result<(WindowFunction, DataType, bool), SqlError> {
        let name = &call.name.name;
        let [fraction] = call.arguments.as_slice() else { return Err(SqlError::argument_count(&name.text, 1)) };
        let (fraction, mut columns) = (self.bind_value(fraction)?, Vec::new());
        of_expr(&fraction, &self.subqueries, &mut columns);
        if !columns.is_empty() {
            return Err(SqlError::function_argument_not_constant(name.text.to_uppercase()));
        }
        let given = fraction.data_type.name();
        let fraction = implicit(fraction, DataType::Float)?;
        let [item] = call.within_group.as_slice() else { return Err(SqlError::syntax_near(&name.text)) };
        let value = self.bind_value(&item.value)?;
        let is_continuous = name.is(CONTINUOUS);
        if !is_continuous {
            let data_type = value.data_type;
            return Ok((WindowFunction::Percentile { value, fraction, is_continuous }, data_type, true));
        }
        if !value.data_type.is_numeric() {
            let operator = name.text.to_lowercase();
            return Err(SqlError::incompatible_operands(given, value.data_type.name(), operator));
        }
        let value = implicit(value, DataType::Float)?;
        Ok((WindowFunction::Percentile { value, fraction, is_continuous }, DataType::Float, true))
    }
}
