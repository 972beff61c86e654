//! CASE, IIF, COALESCE and NULLIF, which evaluate only the operands that they need.

use super::Binder;
use super::condition::compare;
use super::conversion::{common_type_of, explicit, implicit};
use super::decided::taken;
use super::literal::is_null;
use sluice_functions::Function;
use sluice_plan::expression::{Condition, Expr, ExprKind, FunctionCall};
use sluice_syntax::ast;
use sluice_types::{Comparison, DataType, SqlError, Value};

impl Binder<'_> {
    /// Binds `CASE WHEN condition THEN ...`. The result has the common type of all branches. Fails
    /// with 8133 if all results are the constant NULL.
    pub(super) fn bind_searched_case(
        &mut self,
        branches: &[(&ast::Condition, &ast::Expr)],
        otherwise: Option<&ast::Expr>,
    ) -> Result<Expr, SqlError> {
        let mut bound = Vec::with_capacity(branches.len());
        for (test, result) in branches {
            bound.push((self.bind_condition(test)?, self.bind_value(result)?));
        }
        let otherwise_written = otherwise;
        let otherwise = otherwise.map(|otherwise| self.bind_value(otherwise)).transpose()?;
        let written = branches.iter().map(|(_, result)| *result).chain(otherwise_written);
        check_results(&bound, otherwise.as_ref(), written)?;
        case_of(bound, otherwise)
    }

    /// Binds a simple CASE. The operand is evaluated for each branch, as in SQL Server. Fails if
    /// operand and values can't be compared or the results have no common type. Fails with 8133 if
    /// all results are the constant NULL.
    pub(super) fn bind_simple_case(
        &mut self,
        operand: &ast::Expr,
        branches: &[(ast::Expr, ast::Expr)],
        otherwise: Option<&ast::Expr>,
    ) -> Result<Expr, SqlError> {
        let mut bound = Vec::with_capacity(branches.len());
        for (value, result) in branches {
            let (operand, value) = (self.bind_value(operand)?, self.bind_value(value)?);
            let test = self.compare_as_set(Comparison::Equal, operand, value)?;
            bound.push((test, self.bind_value(result)?));
        }
        let otherwise_written = otherwise;
        let otherwise = otherwise.map(|otherwise| self.bind_value(otherwise)).transpose()?;
        let written = branches.iter().map(|(_, result)| result).chain(otherwise_written);
        check_results(&bound, otherwise.as_ref(), written)?;
        case_of(bound, otherwise)
    }

    /// Binds `COALESCE(a, b, ...)`: the first value that isn't NULL. Fails with 4127 if all are the
    /// constant NULL. Each value is evaluated twice if it's taken. Fewer than two arguments fail
    /// with 189.
    pub(super) fn bind_coalesce(&mut self, arguments: &[ast::Expr]) -> Result<Expr, SqlError> {
        if arguments.len() < 2 {
            return Err(SqlError::argument_count_range("coalesce", 2, 254));
        }
        let mut values = arguments.iter().map(|argument| self.bind_value(argument)).collect::<Result<Vec<_>, _>>()?;
        if values.iter().zip(arguments).all(|(value, written)| is_null_written(value, written)) {
            return Err(SqlError::coalesce_of_nulls());
        }
        let last = values.pop();
        let branches = values.into_iter().map(|value| (Condition::IsNull(value.clone(), true), value)).collect();
        case_of(branches, last)
    }

    /// Binds `CHOOSE(index, a, b, ...)`: the value at that position, or NULL. The index is
    /// converted to int and evaluated for each position. Fewer than two arguments fail with 189.
    pub(super) fn bind_choose(&mut self, arguments: &[ast::Expr]) -> Result<Expr, SqlError> {
        let [index, values @ ..] = arguments else { return Err(SqlError::argument_count_range("choose", 2, 254)) };
        if values.is_empty() {
            return Err(SqlError::argument_count_range("choose", 2, 254));
        }
        let index = explicit(self.bind_value(index)?, DataType::Int, None, false)?;
        let mut branches = Vec::with_capacity(values.len());
        for (number, value) in (1..).zip(values) {
            let number = Expr::constant(Value::Int(number), DataType::Int);
            let test = Condition::Compare(Comparison::Equal, index.clone(), number);
            branches.push((test, self.bind_value(value)?));
        }
        check_results(&branches, None, values.iter())?;
        case_of(branches, None)
    }

    /// Binds GREATEST and LEAST. Their arguments get a common type, like the results of CASE. NULLs
    /// are ignored at the run; the result is nullable only if all arguments are.
    pub(super) fn bind_extreme(
        &mut self,
        function: &'static Function,
        arguments: &[ast::Expr],
    ) -> Result<Expr, SqlError> {
        let values = arguments.iter().map(|argument| self.bind_value(argument)).collect::<Result<Vec<_>, _>>()?;
        let data_type = common_type_of(&values.iter().collect::<Vec<_>>())?;
        let values = values.into_iter().map(|value| implicit(value, data_type)).collect::<Result<Vec<_>, _>>()?;
        let nullable = values.iter().all(|value| value.nullable);
        let signature = function.bind(&vec![Some(data_type); values.len()])?;
        let call = FunctionCall { function, signature, arguments: values };
        Ok(Expr { kind: ExprKind::Call(call), data_type, nullable })
    }

    /// Binds `NULLIF(a, b)`: NULL if the values are equal, otherwise `a`. The result has the first
    /// type. Fails with 4151 if the first is the constant NULL. Other than two arguments fail with
    /// 174.
    pub(super) fn bind_nullif(&mut self, arguments: &[ast::Expr]) -> Result<Expr, SqlError> {
        let [first, second] = arguments else { return Err(SqlError::argument_count("nullif", 2)) };
        let first = self.bind_value(first)?;
        if is_null_written(&first, &arguments[0]) {
            return Err(SqlError::nullif_of_null());
        }
        // A literal has the smallest type that holds it.
        let data_type = match &first.kind {
            ExprKind::Constant(Value::Int(number)) if !first.nullable => match number {
                0..=255 => DataType::TinyInt,
                -32_768..=32_767 => DataType::SmallInt,
                _ => DataType::Int,
            },
            _ => first.data_type,
        };
        let test = compare(Comparison::Equal, first.clone(), self.bind_value(second)?)?;
        let null = Expr::constant(Value::Null, data_type);
        let first = implicit(first, data_type)?;
        case_of(vec![(test, null)], Some(first))
    }
}

/// Fails with 8133 if all results of a CASE are written as the constant NULL.
fn check_results<'w>(
    branches: &[(Condition, Expr)],
    otherwise: Option<&Expr>,
    written: impl Iterator<Item = &'w ast::Expr>,
) -> Result<(), SqlError> {
    let mut pairs = results_of(branches, otherwise).into_iter().zip(written);
    match pairs.all(|(result, written)| is_null_written(result, written)) {
        true => Err(SqlError::case_of_nulls()),
        false => Ok(()),
    }
}

fn results_of<'e>(branches: &'e [(Condition, Expr)], otherwise: Option<&'e Expr>) -> Vec<&'e Expr> {
    branches.iter().map(|(_, result)| result).chain(otherwise).collect()
}

/// Whether a value is the constant NULL and no column of NULLs.
fn is_null_written(value: &Expr, written: &ast::Expr) -> bool {
    is_null(value) && !matches!(written.kind, ast::ExprKind::Column(_))
}

fn case_of(branches: Vec<(Condition, Expr)>, otherwise: Option<Expr>) -> Result<Expr, SqlError> {
    let results = results_of(&branches, otherwise.as_ref());
    let data_type = common_type_of(&results)?;
    let nullable = otherwise.is_none() || results.iter().any(|result| result.nullable);
    let (branches, otherwise) = taken(branches, otherwise);
    if branches.is_empty() {
        let only = otherwise.unwrap_or_else(|| Expr::constant(Value::Null, data_type));
        return implicit(only, data_type);
    }
    let branches = branches
        .into_iter()
        .map(|(test, result)| Ok((test, implicit(result, data_type)?)))
        .collect::<Result<Vec<_>, SqlError>>()?;
    let otherwise = otherwise.map(|otherwise| implicit(otherwise, data_type)).transpose()?.map(Box::new);
    Ok(Expr { kind: ExprKind::Case(branches, otherwise), data_type, nullable })
}
