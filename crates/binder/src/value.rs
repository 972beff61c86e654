//! Scalar expressions.

use super::Binder;
use super::aggregation::column_of_row;
use super::conversion::{explicit_in_code_page, implicit, literal_digits, unified};
use super::literal::{self, is_null};
use super::scope::NameLookup;
use super::scope::Usage;
use sluice_definition::names::full_name;
use sluice_definition::refusal::unsupported;
use sluice_definition::table_definition::cast_type;
use sluice_functions::{
    AT_TIME_ZONE, CONVERT_IN_STYLE, PARSE, SetOption, TRIM_BOTH, TRY_CONVERT_IN_STYLE, TRY_PARSE, find,
};
use sluice_plan::collation::{code_page_of, meeting_page, type_in};
use sluice_plan::expression::{Expr, ExprKind, Global, Step};
use sluice_syntax::Span;
use sluice_syntax::ast::{self, BinaryOperator};
use sluice_types::arithmetic::{operator_types, unary_type};
use sluice_types::convert::check_explicit;
use sluice_types::memory;
use sluice_types::{DataType, Length, Operator, SqlError, UnaryOperator, Value};

impl Binder<'_> {
    /// Binds a scalar expression. Errors get the place of `expr` in the text. The value isn't
    /// converted. An unknown or ambiguous column fails with 207, 209 or 4104, and an expression
    /// that doesn't exist here with 40517.
    pub(super) fn bind_value(&mut self, expr: &ast::Expr) -> Result<Expr, SqlError> {
        memory::checkpoint()?;
        let mut bound = self.bind_bare(expr).map_err(|error| self.placed(error, expr.span))?;
        // Under these options an overflow gives NULL.
        let is_computed = !matches!(bound.kind, ExprKind::Column(_) | ExprKind::Constant(_));
        bound.nullable |= self.options().forgives_arithmetic() && is_computed;
        Ok(bound)
    }

    /// Adds the source position to an error. Positions inside a view or function aren't positions
    /// in the batch.
    pub(super) fn placed(&self, error: SqlError, span: Span) -> SqlError {
        if self.inside.is_empty() { error.at_bytes(span.start, span.end) } else { error }
    }

    fn bind_bare(&mut self, expr: &ast::Expr) -> Result<Expr, SqlError> {
        self.deeper()?;
        if let Some(grouped) = self.bind_grouped(expr)? {
            return Ok(grouped);
        }
        match &expr.kind {
            ast::ExprKind::Literal(constant) => literal::bind(constant),
            ast::ExprKind::Variable(name) => {
                if let Some(parameter) = self.bind_parameter(&name.text) {
                    return parameter;
                }
                let variable = self.variables.get(&name.text)?;
                Ok(Expr { kind: ExprKind::Variable(variable.slot), data_type: variable.data_type, nullable: true })
            }
            ast::ExprKind::GlobalVariable(name) => match global(&name.text) {
                Some(global) => Ok(global),
                None if find(&name.text).is_some() => self.bind_function(&name.text, &[]),
                None => Err(unsupported(&name.text)),
            },
            ast::ExprKind::Column(name) => self.bind_column(name),
            ast::ExprKind::Unary { operator, operand } => self.bind_unary(*operator, operand),
            ast::ExprKind::Chain { first, rest } => self.bind_operators(first, rest),
            ast::ExprKind::Call(call) => self.bind_call(call),
            ast::ExprKind::Niladic(ast::Niladic::CurrentDate) => self.bind_function("CURRENT_DATE", &[]),
            ast::ExprKind::Niladic(ast::Niladic::CurrentTimestamp) => self.bind_function("GETDATE", &[]),
            ast::ExprKind::Niladic(ast::Niladic::SystemUser) => self.bind_function("SUSER_SNAME", &[]),
            ast::ExprKind::Niladic(_) => self.bind_function("USER_NAME", &[]),
            ast::ExprKind::Cast { operand, target, tolerant } => {
                let operand = self.bind_value(operand)?;
                explicit_in_code_page(operand, cast_type(target)?, None, *tolerant)
            }
            ast::ExprKind::Convert { target, operand, style, tolerant } => {
                let (operand, target) = (self.bind_value(operand)?, cast_type(target)?);
                match style.as_deref().map(|style| self.bind_value(style)).transpose()? {
                    None => explicit_in_code_page(operand, target, None, *tolerant),
                    Some(style) => self.styled(operand, target, style, *tolerant),
                }
            }
            ast::ExprKind::SimpleCase { operand, branches, otherwise } => {
                self.refusing_draws(IN_CASE, |binder| binder.bind_simple_case(operand, branches, otherwise.as_deref()))
            }
            ast::ExprKind::SearchedCase { branches, otherwise } => {
                let branches: Vec<_> = branches.iter().map(|(test, result)| (test, result)).collect();
                self.refusing_draws(IN_CASE, |binder| binder.bind_searched_case(&branches, otherwise.as_deref()))
            }
            ast::ExprKind::Iif { condition, then, otherwise } => self.refusing_draws(IN_CASE, |binder| {
                binder.bind_searched_case(&[(&**condition, &**then)], Some(otherwise))
            }),
            ast::ExprKind::Subquery(query) => self.bind_scalar_subquery(query),
            ast::ExprKind::Method { target, method, arguments } => self.bind_method(target, method, arguments),
            ast::ExprKind::Collate { operand, collation } => self.bind_collate(operand, collation),
            ast::ExprKind::AtTimeZone { operand, zone } => self.bind_call_of(&AT_TIME_ZONE, &[&**operand, &**zone]),
            ast::ExprKind::Parse { operand, target, culture, tolerant } => {
                let function = if *tolerant { &TRY_PARSE } else { &PARSE };
                self.bind_parse(function, operand, (target, culture.as_deref()))
            }
            ast::ExprKind::Trim { side, characters, operand } => {
                let function = match side {
                    None | Some(ast::TrimSide::Both) => Some(&TRIM_BOTH),
                    Some(ast::TrimSide::Leading) => find("LTRIM"),
                    Some(ast::TrimSide::Trailing) => find("RTRIM"),
                };
                let function = function.ok_or_else(|| SqlError::unknown_function("TRIM"))?;
                self.bind_call_of(function, &[&**operand, &**characters])
            }
            ast::ExprKind::PseudoColumn(column) => self.bind_pseudo_column(column),
            ast::ExprKind::NextValue { sequence, over } => self.bind_next_value(sequence, over.as_deref()),
            ast::ExprKind::Default => Err(SqlError::syntax_near_keyword("DEFAULT")),
        }
    }

    /// Binds `variable operator value`. Returns the variable's slot and the value in the variable's
    /// type. Compound operators and methods of the variable are bound too. Fails with 137 for an
    /// undeclared variable.
    pub(super) fn bind_assignment(
        &mut self,
        variable: &ast::Name,
        operator: ast::AssignmentOperator,
        value: &ast::Expr,
    ) -> Result<(usize, Expr), SqlError> {
        let (slot, data_type, value) = self.bind_assigned(variable, operator, value)?;
        Ok((slot, implicit(value, data_type)?))
    }

    /// Binds `variable operator value`. Returns the variable's slot and type, and the value before
    /// its conversion to that type.
    pub(super) fn bind_assigned(
        &mut self,
        variable: &ast::Name,
        operator: ast::AssignmentOperator,
        value: &ast::Expr,
    ) -> Result<(usize, DataType, Expr), SqlError> {
        let target = self.variables.get(&variable.text)?;
        let old = Expr { kind: ExprKind::Variable(target.slot), data_type: target.data_type, nullable: true };
        let value = match operator {
            ast::AssignmentOperator::Set => self.bind_value(value)?,
            ast::AssignmentOperator::Method => self.bind_write(old, &variable.text, value)?,
            ast::AssignmentOperator::Compound(operator) => {
                let value = self.bind_value(value)?;
                self.operate(operator, old, value)?
            }
        };
        Ok((target.slot, target.data_type, value))
    }

    /// Binds a chain of operators from left to right. An error is positioned at the prefix of the
    /// chain that ends with the failing operand.
    fn bind_operators(&mut self, first: &ast::Expr, rest: &[(BinaryOperator, ast::Expr)]) -> Result<Expr, SqlError> {
        let (mut value, bound) = match self.bind_grouped_beginning(first, rest)? {
            Some(beginning) => beginning,
            None => (self.bind_value(first)?, 0),
        };
        for (operator, operand) in &rest[bound..] {
            let right = self.bind_value(operand)?;
            value = self
                .operate(*operator, value, right)
                .map_err(|error| self.placed(error, first.span.to(operand.span)))?;
        }
        Ok(value)
    }

    /// Creates `left operator right`. Shifts are calls of functions; || is the + of strings or
    /// binaries alone. With CONCAT_NULL_YIELDS_NULL OFF, NULL strings count as empty for +, never
    /// for ||. Types that the operator doesn't take fail with 402.
    pub(super) fn operate(&mut self, operator: BinaryOperator, left: Expr, right: Expr) -> Result<Expr, SqlError> {
        let operator = match operator {
            BinaryOperator::Concatenate => return concatenated(left, right),
            BinaryOperator::ShiftLeft => return self.call_named("LEFT_SHIFT", vec![left, right]),
            BinaryOperator::ShiftRight => return self.call_named("RIGHT_SHIFT", vec![left, right]),
            _ => Operator::from_symbol(operator.symbol()),
        };
        let operator = operator.expect("types has every other operator of the syntax");
        let joins = operator == Operator::Add && !self.options().has(SetOption::ConcatNullYieldsNull);
        if joins && (left.data_type.is_string() || right.data_type.is_string()) {
            let (left, right) = (self.or_empty(left)?, self.or_empty(right)?);
            return binary(operator, left, right);
        }
        binary(operator, left, right)
    }

    /// Replaces a NULL string by the empty string, as under CONCAT_NULL_YIELDS_NULL OFF
    /// (`t-sql/statements/set-concat-null-yields-null-transact-sql.md`).
    fn or_empty(&mut self, operand: Expr) -> Result<Expr, SqlError> {
        if !operand.nullable || !(is_null(&operand) || operand.data_type.is_string()) {
            return Ok(operand);
        }
        let varying = match operand.data_type {
            DataType::Char(length, page) => DataType::VarChar(Length::Limited(length), page),
            DataType::NChar(length) => DataType::NVarChar(Length::Limited(length)),
            _ if is_null(&operand) => DataType::varchar(Length::Limited(1)),
            other => other,
        };
        let empty = Expr::constant(Value::text(""), varying);
        if is_null(&operand) {
            return Ok(empty);
        }
        let operand = implicit(operand, varying)?;
        Ok(Expr { nullable: false, ..self.call_named("ISNULL", vec![operand, empty])? })
    }

    /// Creates CONVERT and TRY_CONVERT with a style. A NULL style gives NULL.
    fn styled(&mut self, operand: Expr, target: DataType, style: Expr, tolerant: bool) -> Result<Expr, SqlError> {
        let style = implicit(style, DataType::Int)?;
        match &style.kind {
            ExprKind::Constant(Value::Null) => {
                return Ok(Expr::constant(Value::Null, target.in_code_page(code_page_of([&operand]))));
            }
            ExprKind::Constant(Value::Int(style)) => {
                return explicit_in_code_page(operand, target, Some(*style), tolerant);
            }
            _ => {}
        }
        check_explicit(&operand.data_type, &target)?;
        let target = target.in_code_page(code_page_of([&operand]));
        let function = if tolerant { &TRY_CONVERT_IN_STYLE } else { &CONVERT_IN_STYLE };
        self.call_with_result(function, vec![operand, style], target)
    }

    fn bind_unary(&mut self, operator: ast::UnaryOperator, operand: &ast::Expr) -> Result<Expr, SqlError> {
        // The smallest int has no positive counterpart, so its digits without the sign exceed int.
        if let (ast::UnaryOperator::Minus, ast::ExprKind::Literal(ast::Literal::Integer(LEAST_INT))) =
            (operator, &operand.kind)
        {
            return Ok(Expr::constant(Value::Int(i32::MIN), DataType::Int));
        }
        let operator = match operator {
            ast::UnaryOperator::Plus => UnaryOperator::Plus,
            ast::UnaryOperator::Minus => UnaryOperator::Negate,
            ast::UnaryOperator::BitNot => UnaryOperator::BitNot,
        };
        let operand = self.bind_value(operand)?;
        let data_type = unary_type(operator, operand.data_type)?;
        let nullable = operand.nullable;
        let operand = implicit(operand, data_type)?;
        if let ExprKind::Constant(value) = &operand.kind
            && let Ok(value) = sluice_types::arithmetic::evaluate_unary(operator, value, data_type)
        {
            return Ok(Expr::constant(value, data_type));
        }
        Ok(Expr { kind: ExprKind::Unary(operator, Box::new(operand)), data_type, nullable })
    }

    /// Looks up a column in the current query and then in the enclosing ones, innermost first, and
    /// notes its use. Fails with 207 or 4104 if it isn't found, with 209 if it's ambiguous.
    pub(super) fn bind_column(&mut self, written: &ast::ColumnName) -> Result<Expr, SqlError> {
        let (qualifier, text) = (written.qualifier.as_ref(), &written.name.text);
        let mut is_source = false;
        for depth in (0..self.levels.len()).rev() {
            let (id, column, is_as_null) = match self.levels[depth].scope.find(qualifier, text) {
                NameLookup::One(column) => {
                    column.check_use(self.in_method)?;
                    let value = Expr::column(column.id, column.data_type, column.nullable);
                    (column.id, value, column.usage == Usage::AsNull)
                }
                NameLookup::Several => return Err(SqlError::ambiguous_column_name(text)),
                // A source hides the sources of its name around it.
                NameLookup::NoColumn if qualifier.is_some() => {
                    is_source = true;
                    break;
                }
                NameLookup::NoColumn => continue,
                NameLookup::NoSource => continue,
            };
            self.note_use(id);
            let level = &self.levels[depth];
            let column = match column_of_row(level, column, id) {
                Ok(_) if is_as_null => return Ok(literal::null()),
                Ok(column) => column,
                Err(error) => return self.unknown_column(self.as_written(level, id, error), written.span),
            };
            if let Some(id) = column.as_column() {
                self.levels[depth + 1..].iter_mut().for_each(|level| level.outer.push(id));
            }
            return Ok(column);
        }
        let error = match qualifier {
            Some(_) if !is_source => SqlError::multi_part_identifier_not_bound(full_name(written)),
            _ => SqlError::invalid_column_name(text),
        };
        self.unknown_column(error, written.span)
    }
}

/// Binds `left operator right`, with the operator's conversions. Fails with 402, 206 or 8117 if the
/// operator doesn't take the types. The collations must not conflict.
pub(super) fn binary(operator: Operator, left: Expr, right: Expr) -> Result<Expr, SqlError> {
    // The untyped NULL takes the type of the other side.
    let (left, right) = match (literal::is_null(&left), literal::is_null(&right)) {
        (true, true) if operator == Operator::Add => return Ok(left),
        (left_is_null, right_is_null)
            if operator.is_bitwise()
                && (left_is_null && !right.data_type.is_integer()
                    || right_is_null && !left.data_type.is_integer()
                    || left_is_null && right_is_null) =>
        {
            let name = |is_null, operand: &Expr| if is_null { "NULL" } else { operand.data_type.operand_name() };
            let (left, right) = (name(left_is_null, &left), name(right_is_null, &right));
            return Err(SqlError::incompatible_operands(left, right, operator.name()));
        }
        (true, false) | (false, true) => unified(left, right)?,
        _ => (left, right),
    };
    let (left, right) = match operator.is_bitwise() {
        true => (left, right),
        false => {
            let (of_left, of_right) = (left.data_type, right.data_type);
            (as_exact(left, of_right), as_exact(right, of_left))
        }
    };
    let page = meeting_page(&[&left, &right]);
    let (as_left, as_right) = (type_in(page, &left), type_in(page, &right));
    let (left, right) = (implicit(left, as_left)?, implicit(right, as_right)?);
    let types = operator_types(operator, left.data_type, right.data_type)?;
    let left = implicit(left, types.left)?;
    let right = implicit(right, types.right)?;
    Ok(left.chained(Step { operator, right, data_type: types.result }))
}

/// Converts an integer literal next to a decimal to a decimal with exactly its digits, so that
/// `7.0 / 2` has SQL Server's scale. Other integers count as decimals of ten or nineteen digits.
fn as_exact(expr: Expr, other: DataType) -> Expr {
    match (literal_digits(&expr), other) {
        (Some(target), DataType::Decimal { .. }) => implicit(expr.clone(), target).unwrap_or(expr),
        _ => expr,
    }
}

/// Creates `left || right`. Fails with 402 unless both are strings or both are binary.
fn concatenated(left: Expr, right: Expr) -> Result<Expr, SqlError> {
    let fits = |expr: &Expr| literal::is_null(expr) || expr.data_type.is_string() || expr.data_type.is_binary();
    if !fits(&left) || !fits(&right) {
        return Err(SqlError::incompatible_operands(
            left.data_type.operand_name(),
            right.data_type.operand_name(),
            "concat",
        ));
    }
    binary(Operator::Add, left, right)
}

/// Returns a session global by its name.
fn global(name: &str) -> Option<Expr> {
    let text = DataType::NVarChar(Length::Limited(300));
    let known = [
        ("@@rowcount", Global::RowCount, DataType::Int),
        ("@@error", Global::Error, DataType::Int),
        ("@@trancount", Global::TranCount, DataType::Int),
        ("@@lock_timeout", Global::LockTimeout, DataType::Int),
        ("@@spid", Global::Spid, DataType::SmallInt),
        ("@@version", Global::Version, text),
        ("@@servername", Global::ServerName, DataType::SYSNAME),
        ("@@identity", Global::Identity, IDENTITY_VALUE),
        ("@@nestlevel", Global::NestLevel, DataType::Int),
        ("@@procid", Global::ProcedureId, DataType::Int),
        ("@@fetch_status", Global::FetchStatus, DataType::Int),
        ("@@cursor_rows", Global::CursorRows, DataType::Int),
        ("@@options", Global::Options, DataType::Int),
    ];
    let (_, global, data_type) = known.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name))?;
    let nullable = *global == Global::Identity;
    Some(Expr { kind: ExprKind::Global(*global), data_type: *data_type, nullable })
}

/// The type of `@@IDENTITY` and `SCOPE_IDENTITY()`.
pub(super) const IDENTITY_VALUE: DataType = DataType::numeric(38, 0);

/// 11741: NEXT VALUE FOR within CASE, CHOOSE, COALESCE, IIF, ISNULL and NULLIF.
pub(super) const IN_CASE: Option<fn() -> SqlError> = Some(SqlError::next_value_in_case);

const LEAST_INT: i64 = -(i32::MIN as i64);
