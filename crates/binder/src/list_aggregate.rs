//! Aggregates over an ordered list of their input: STRING_AGG, JSON_ARRAYAGG, JSON_OBJECTAGG,
//! APPROX_PERCENTILE_CONT and APPROX_PERCENTILE_DISC.

use super::Binder;
use super::collation::collated_key;
use super::conversion::{as_text, implicit};
use super::literal::is_null;
use sluice_functions::{JSON_ELEMENT, JSON_MEMBER};
use sluice_plan::aggregate::{Aggregate, AggregateKind, InputList};
use sluice_plan::columns::of_expr;
use sluice_plan::expression::{Expr, ExprKind};
use sluice_plan::sort_key::SortKey;
use sluice_syntax::ast;
use sluice_types::{DataType, Length, SqlError, Value};

impl Binder<'_> {
    /// Binds an aggregate over a list, with its order and its extra argument. DISTINCT fails with
    /// 102. A wrong number or type of arguments fails with 174, 8116 or 8117, a missing WITHIN
    /// GROUP with 10754, and one of several keys with 10751.
    pub(super) fn list_aggregate(&mut self, kind: AggregateKind, call: &ast::Call) -> Result<Aggregate, SqlError> {
        if call.distinct {
            return Err(SqlError::syntax_near(","));
        }
        match kind {
            AggregateKind::JsonArray | AggregateKind::JsonObject => self.json_aggregate(kind, call),
            AggregateKind::PercentileCont | AggregateKind::PercentileDisc => self.approximate_percentile(kind, call),
            _ => self.text_list(call),
        }
    }

    /// Binds `JSON_ARRAYAGG(value [ORDER BY ...])` or `JSON_OBJECTAGG(name : value)`. By default
    /// NULL stays in an object and is omitted from an array.
    fn json_aggregate(&mut self, kind: AggregateKind, call: &ast::Call) -> Result<Aggregate, SqlError> {
        let is_array = kind == AggregateKind::JsonArray;
        let absent = Expr::constant(Value::Bit(call.ignores_nulls.unwrap_or(is_array)), DataType::Bit);
        let (function, names, value) = match call.arguments.as_slice() {
            [value] if is_array => (&JSON_ELEMENT, None, value),
            [name, value] if !is_array => (&JSON_MEMBER, Some(self.bind_value(name)?), value),
            _ => return Err(SqlError::syntax_near(")")),
        };
        let value = self.bind_value(value)?;
        let value = self.json_text_of(value)?;
        let arguments = [absent].into_iter().chain(names).chain([value]).collect();
        let argument = Some(self.call_of(function, arguments)?);
        let order = self.input_order(call)?;
        let data_type = DataType::NVarChar(Length::Max);
        let list = Some(Box::new(InputList { extra: Expr::constant(Value::text(","), data_type), order }));
        Ok(Aggregate { kind, argument, distinct: false, data_type, warns: false, list })
    }

    /// Binds `APPROX_PERCENTILE_CONT(fraction) WITHIN GROUP (ORDER BY value)` or
    /// APPROX_PERCENTILE_DISC. The result is exact. Fails with 8117 if the value isn't numeric.
    fn approximate_percentile(&mut self, kind: AggregateKind, call: &ast::Call) -> Result<Aggregate, SqlError> {
        let fraction = self.percentile_fraction(call)?;
        let [item] = call.within_group.as_slice() else {
            let name = &call.name.name.text;
            return Err(match call.within_group.is_empty() {
                true => SqlError::within_group_missing(name),
                false => SqlError::within_group_needs_one_key(name),
            });
        };
        let value = self.bind_value(&item.value)?;
        if !value.data_type.is_numeric() {
            return Err(SqlError::invalid_operand(value.data_type.name(), kind.name()));
        }
        let data_type = if kind == AggregateKind::PercentileCont { DataType::Float } else { value.data_type };
        let argument = implicit(value, data_type)?;
        let order = vec![SortKey { expr: argument.clone(), descending: item.descending }];
        let list = InputList { extra: Expr::constant(Value::Float(fraction), DataType::Float), order };
        Ok(Aggregate {
            kind,
            argument: Some(argument),
            distinct: false,
            data_type,
            warns: false,
            list: Some(Box::new(list)),
        })
    }

    /// Binds the fraction of a percentile. Fails with 1023 if it isn't a constant from 0 to 1. An
    /// expression of constants doesn't count as constant unless it's converted at once. Another
    /// number of arguments fails with 174.
    fn percentile_fraction(&mut self, call: &ast::Call) -> Result<f64, SqlError> {
        let name = call.name.name.text.to_lowercase();
        let [fraction] = call.arguments.as_slice() else { return Err(SqlError::argument_count(&name, 1)) };
        match implicit(self.bind_value(fraction)?, DataType::Float)?.kind {
            ExprKind::Constant(Value::Float(fraction)) if (0.0..=1.0).contains(&fraction) => Ok(fraction),
            _ => Err(SqlError::invalid_parameter("1", name)),
        }
    }

    fn input_order(&mut self, call: &ast::Call) -> Result<Vec<SortKey>, SqlError> {
        let mut order = Vec::with_capacity(call.within_group.len());
        for item in &call.within_group {
            if matches!(item.value.kind, ast::ExprKind::Literal(ast::Literal::Integer(_))) {
                return Err(SqlError::window_order_by_integer());
            }
            let expr = collated_key(self.bind_value(&item.value)?)?;
            order.push(SortKey { expr, descending: item.descending });
        }
        Ok(order)
    }

    /// Binds `STRING_AGG(value, separator) [WITHIN GROUP (ORDER BY ...)]`. A value that isn't a
    /// string is converted to nvarchar. A separator with columns fails with 8733.
    fn text_list(&mut self, call: &ast::Call) -> Result<Aggregate, SqlError> {
        let kind = AggregateKind::StringAgg;
        let [value, separator] = call.arguments.as_slice() else {
            return Err(SqlError::argument_count(kind.name(), 2));
        };
        let (value, separator) = (self.bind_value(value)?, self.bind_value(separator)?);
        if value.data_type.is_lob() {
            return Err(SqlError::invalid_argument_type(value.data_type.name(), 1, kind.name()));
        }
        let data_type = match value.data_type {
            data_type if !data_type.is_string() => DataType::NVarChar(Length::Limited(DataType::NCHAR_MAX)),
            data_type => match (data_type.is_unicode(), data_type.is_max()) {
                (true, true) => DataType::NVarChar(Length::Max),
                (true, false) => DataType::NVarChar(Length::Limited(DataType::NCHAR_MAX)),
                (false, true) => DataType::varchar(Length::Max),
                (false, false) => DataType::varchar(Length::Limited(DataType::CHAR_MAX)),
            }
            .in_code_page(value.data_type.code_page().unwrap_or_default()),
        };
        let mut columns = Vec::new();
        of_expr(&separator, &self.subqueries, &mut columns);
        if !columns.is_empty() {
            return Err(SqlError::separator_not_constant());
        }
        let is_wide = !data_type.is_unicode() && separator.data_type.is_unicode();
        if (is_wide || !separator.data_type.is_string()) && !is_null(&separator) {
            return Err(SqlError::invalid_argument_type(separator.data_type.name(), 2, kind.name()));
        }
        let order = self.input_order(call)?;
        let argument = Some(as_text(value, data_type)?);
        let separator = implicit(separator, data_type)?;
        let list = Some(Box::new(InputList { extra: separator, order }));
        Ok(Aggregate { kind, argument, distinct: false, data_type, warns: false, list })
    }
}
