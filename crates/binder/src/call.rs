//! Function calls.

use super::Binder;
use super::collation::{check_arguments, collated_call, counted_call};
use super::constructed::IS_JSON;
use super::conversion::{as_text, implicit};
use super::literal::is_null;
use super::percentile::is_percentile;
use super::row_address::ROW_ADDRESS;
use super::text_pointer::function_of_statement;
use super::value::{IDENTITY_VALUE, IN_CASE};
use super::window::is_window_function;
use sluice_definition::new_identity::IDENTITY;
use sluice_definition::refusal::unsupported;
use sluice_functions::Function;
use sluice_functions::GREATEST;
use sluice_functions::JSON_ARRAY;
use sluice_functions::JSON_MODIFY_FRAGMENT;
use sluice_functions::JSON_OBJECT;
use sluice_functions::LEAST;
use sluice_functions::Signature;
use sluice_functions::find;
use sluice_functions::is_missing;
use sluice_plan::aggregate::AggregateKind;
use sluice_plan::collation::collation_of;
use sluice_plan::collation::meeting_page;
use sluice_plan::collation::type_in;
use sluice_plan::expression::Expr;
use sluice_plan::expression::ExprKind;
use sluice_plan::expression::FunctionCall;
use sluice_plan::expression::Global;
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError, Value};

impl Binder<'_> {
    /// Binds a function call of any kind: aggregates, window functions, functions with their own
    /// grammar, user-defined and built-in functions. Fails with 195 for an unknown function, and
    /// with 40517 for a known one that is missing. A window function without OVER fails with 10753.
    pub(super) fn bind_call(&mut self, call: &ast::Call) -> Result<Expr, SqlError> {
        let name = &call.name.name.text;
        if call.name.single().is_none() {
            return self.bind_user_call(call);
        }
        let has_order =
            AggregateKind::named(name).is_some_and(AggregateKind::is_list) || is_percentile(&call.name.name);
        if !call.within_group.is_empty() && !has_order {
            return Err(unsupported("WITHIN GROUP"));
        }
        if let Some(function) = [&JSON_ARRAY, &JSON_OBJECT].into_iter().find(|known| call.name.name.is(known.name)) {
            return self.bind_json_constructor(function, call);
        }
        if let Some(returning) = &call.returning {
            return self.bind_json_value(call, returning);
        }
        if let [text, kind] = &call.arguments[..]
            && call.name.name.is(IS_JSON)
        {
            return self.bind_is_json(text, kind);
        }
        if let Some(ignores) = call.ignores_nulls
            && !NULL_TREATMENT.iter().any(|known| call.name.name.is(known))
            && !AggregateKind::named(name).is_some_and(AggregateKind::is_json)
        {
            return Err(SqlError::syntax_near(if ignores { "IGNORE" } else { "RESPECT" }));
        }
        if let Some(over) = &call.over {
            return self.bind_window(call, over);
        }
        if is_window_function(&call.name.name) {
            // 10753: the function must have an OVER clause.
            return Err(SqlError::function_needs_over(name));
        }
        if let Some(kind) = AggregateKind::named(name) {
            return self.bind_aggregate(kind, call);
        }
        if call.name.name.is("GROUPING") || call.name.name.is("GROUPING_ID") {
            return self.bind_grouping(call);
        }
        if call.star
            && let Some(name) = ["CHECKSUM", "BINARY_CHECKSUM"].into_iter().find(|known| call.name.name.is(known))
        {
            // Columns that can't be compared don't count.
            let columns = self.columns_of_star(None)?.into_iter().map(|(column, _)| column);
            return self.call_named(name, columns.filter(|column| column.data_type.is_comparable()).collect());
        }
        if call.star || call.distinct {
            return Err(SqlError::syntax_near(if call.star { "*" } else { "DISTINCT" }));
        }
        if call.name.name.is("COALESCE") {
            return self.refusing_draws(IN_CASE, |binder| binder.bind_coalesce(&call.arguments));
        }
        if call.name.name.is(ROW_ADDRESS) {
            return self.bind_row_address(&call.arguments);
        }
        if call.name.name.is("TEXTPTR") {
            return self.bind_text_pointer(&call.arguments);
        }
        if call.name.name.is("TEXTVALID") {
            return self.bind_text_valid(&call.arguments);
        }
        if call.name.name.is("NULLIF") {
            return self.refusing_draws(IN_CASE, |binder| binder.bind_nullif(&call.arguments));
        }
        if call.name.name.is("CHOOSE") {
            return self.refusing_draws(IN_CASE, |binder| binder.bind_choose(&call.arguments));
        }
        if let Some(function) = [&GREATEST, &LEAST].into_iter().find(|function| call.name.name.is(function.name)) {
            return self.refusing_draws(IN_CASE, |binder| binder.bind_extreme(function, &call.arguments));
        }
        if call.name.name.is("SCOPE_IDENTITY") && call.arguments.is_empty() {
            let kind = ExprKind::Global(Global::ScopeIdentity);
            return Ok(Expr { kind, data_type: IDENTITY_VALUE, nullable: true });
        }
        if call.name.name.is("ROWCOUNT_BIG") && call.arguments.is_empty() {
            let kind = ExprKind::Global(Global::RowCount);
            return implicit(Expr { kind, data_type: DataType::Int, nullable: false }, DataType::BigInt);
        }
        if call.name.name.is("XACT_STATE") && call.arguments.is_empty() {
            let kind = ExprKind::Global(Global::TransactionState);
            return Ok(Expr { kind, data_type: DataType::SmallInt, nullable: true });
        }
        if call.name.name.is("ISNULL") {
            return self.refusing_draws(IN_CASE, |binder| binder.bind_function(name, &call.arguments));
        }
        self.bind_function(name, &call.arguments)
    }

    /// Binds a built-in scalar function by name. Fails with 195 if there is none, with 302 for
    /// NEWSEQUENTIALID, with 177 for IDENTITY outside SELECT INTO, and with 40517 for a known one
    /// that is missing. An option that the function doesn't take fails with 1023.
    pub(super) fn bind_function(&mut self, name: &str, arguments: &[ast::Expr]) -> Result<Expr, SqlError> {
        let unknown = || match name {
            _ if is_missing(name) => unsupported(&name.to_uppercase()),
            _ if name.eq_ignore_ascii_case(IDENTITY) => SqlError::identity_without_into(),
            _ => SqlError::unknown_function(name),
        };
        if function_of_statement(name).is_some() {
            self.refuse_text_of_view(arguments)?;
            self.check_text_offsets(name, arguments)?;
        }
        let function = find(name).or_else(|| function_of_statement(name)).ok_or_else(unknown)?;
        if function.name == SEQUENTIAL_ID {
            // 302: NEWSEQUENTIALID is allowed only as a column's DEFAULT.
            return Err(SqlError::newsequentialid_outside_default());
        }
        self.bind_call_of(function, &arguments.iter().collect::<Vec<_>>())
    }

    /// Binds the value of a DEFAULT, where NEWSEQUENTIALID() is allowed. Everything else is bound
    /// as usual. An option that the function doesn't take fails with 1023.
    pub(super) fn bind_default_value(&mut self, value: &ast::Expr) -> Result<Expr, SqlError> {
        match &value.kind {
            ast::ExprKind::Call(call) if call.name.single().is_some() && call.name.name.is(SEQUENTIAL_ID) => {
                let function = find(SEQUENTIAL_ID).ok_or_else(|| SqlError::unknown_function(SEQUENTIAL_ID))?;
                self.bind_call_of(function, &call.arguments.iter().collect::<Vec<_>>())
            }
            _ => self.bind_value(value),
        }
    }

    /// Binds a call of `function`. The arguments are bound first, in order. Fails if their number
    /// or a type doesn't fit. An option that the function doesn't take fails with 1023.
    pub(super) fn bind_call_of(
        &mut self,
        function: &'static Function,
        arguments: &[&ast::Expr],
    ) -> Result<Expr, SqlError> {
        let bound = arguments
            .iter()
            .enumerate()
            .map(|(place, argument)| self.bind_argument(function, place, argument))
            .collect::<Result<Vec<_>, _>>()?;
        self.call_of(function, bound)
    }

    /// Creates a call of the function `name` with bound arguments.
    pub(super) fn call_named(&mut self, name: &str, bound: Vec<Expr>) -> Result<Expr, SqlError> {
        let function = find(name).ok_or_else(|| SqlError::unknown_function(name))?;
        self.call_of(function, bound)
    }

    /// Creates a call of `function` with bound arguments. Arguments are converted to the function's
    /// types; the result type may depend on a constant argument. A call of constants stays a call.
    pub(super) fn call_of(&mut self, function: &'static Function, bound: Vec<Expr>) -> Result<Expr, SqlError> {
        let page = meeting_page(&bound.iter().collect::<Vec<_>>());
        let in_page = |argument: Expr| {
            let target = type_in(page, &argument);
            implicit(argument, target)
        };
        let bound = bound.into_iter().map(in_page).collect::<Result<Vec<_>, _>>()?;
        let types: Vec<_> = bound.iter().map(|argument| (!is_null(argument)).then_some(argument.data_type)).collect();
        let mut signature = function.bind(&types)?;
        let constants: Vec<Option<&Value>> = bound
            .iter()
            .map(|argument| if let ExprKind::Constant(value) = &argument.kind { Some(value) } else { None })
            .collect();
        function.check_constants(&constants)?;
        if let Some(scale) = function.scale() {
            signature.result = function.with_scale(signature.result, constants[scale])?;
        }
        let converted = if CONCATENATING.contains(&function.name) { as_text } else { implicit };
        let arguments = bound
            .into_iter()
            .zip(&signature.arguments)
            .enumerate()
            .map(
                |(place, (argument, target))| {
                    if function.datepart() == Some(place) { Ok(argument) } else { converted(argument, *target) }
                },
            )
            .collect::<Result<Vec<_>, _>>()?;
        let data_type = signature.result;
        let is_constant = |argument: &Expr| matches!(argument.kind, ExprKind::Constant(_)) && !argument.nullable;
        let facts: Vec<_> = arguments.iter().map(|argument| (argument.nullable, is_constant(argument))).collect();
        let nullable = !function.is_never_null(&facts);
        let constants: Vec<_> = arguments.iter().map(constant_of).collect();
        let counts_units = arguments.first().is_none_or(|first| !collation_of(first).has_supplementary());
        let data_type = if counts_units { function.narrowed(&signature, &constants) } else { data_type };
        let signature = Signature { result: data_type, ..signature };
        let mut call = FunctionCall { function, signature, arguments };
        if function.name == JSON_MODIFY_FRAGMENT.name && self.is_json(&call.arguments[2]) {
            call.function = &JSON_MODIFY_FRAGMENT;
        }
        if SENSITIVE.contains(&function.name) {
            call = collated_call(call)?;
        }
        check_arguments(&call)?;
        let call = counted_call(call);
        Ok(self.once_in_statement(Expr { kind: ExprKind::Call(call), data_type, nullable }))
    }

    /// Creates a call of `function`, whose result has the type `result`.
    pub(super) fn call_with_result(
        &mut self,
        function: &'static Function,
        bound: Vec<Expr>,
        result: DataType,
    ) -> Result<Expr, SqlError> {
        let mut call = self.call_of(function, bound)?;
        if let ExprKind::Call(call) = &mut call.kind {
            call.signature.result = result;
        }
        Ok(Expr { data_type: result, ..call })
    }

    fn bind_argument(
        &mut self,
        function: &'static Function,
        place: usize,
        argument: &ast::Expr,
    ) -> Result<Expr, SqlError> {
        if function.datepart() != Some(place) {
            return self.bind_value(argument);
        }
        match &argument.kind {
            ast::ExprKind::Column(column) if column.qualifier.is_none() => {
                Ok(Expr::constant(function.datepart_value(&column.name.text)?, DataType::Int))
            }
            // 1023: a datepart must be a word.
            _ => Err(SqlError::invalid_parameter(place + 1, function.name.to_lowercase())),
        }
    }
}

/// Returns the value of a constant.
fn constant_of(expr: &Expr) -> Option<&Value> {
    match &expr.kind {
        ExprKind::Constant(value) => Some(value),
        _ => None,
    }
}

/// The function that returns increasing ids.
const SEQUENTIAL_ID: &str = "NEWSEQUENTIALID";

/// Functions that accept IGNORE NULLS.
const NULL_TREATMENT: [&str; 4] = ["LAG", "LEAD", "FIRST_VALUE", "LAST_VALUE"];

/// Functions that make a string of every argument (`t-sql/functions/concat-transact-sql.md`).
const CONCATENATING: [&str; 2] = ["CONCAT", "CONCAT_WS"];

/// Functions that compare strings and support only the default collation.
const SENSITIVE: &[&str] = &[
    "CHARINDEX",
    "CHECKSUM",
    "GREATEST",
    "LEAST",
    "LTRIM",
    "NULLIF",
    "PATINDEX",
    "REPLACE",
    "RTRIM",
    "TRANSLATE",
    "TRIM",
];
