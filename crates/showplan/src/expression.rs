//! SHOWPLAN text of expressions and conditions.

use crate::names::{ColumnName, quoted};
use sluice_base::hash::HashMap;
use sluice_plan::aggregate::{Aggregate, AggregateKind};
use sluice_plan::expression::{ColumnId, Condition, Expr, ExprKind, Global, Step};
use sluice_plan::parallel::ParallelParts;
use sluice_plan::sort_key::SortKey;
use sluice_plan::statement::Bound;
use sluice_plan::variables::Variables;
use sluice_plan::widths::Widths;
use sluice_types::convert::convert;
use sluice_types::{Comparison, DataType, Length, UnaryOperator, Value};

/// The names known while a statement is explained.
pub(crate) struct Words<'w> {
    /// The statement.
    pub(crate) bound: &'w Bound,
    /// The variables visible to the statement.
    pub(crate) variables: &'w Variables,
    /// The current database.
    pub(crate) database: &'w str,
    /// Names of table and view columns.
    pub(crate) columns: HashMap<ColumnId, ColumnName>,
    /// Estimated bytes of the columns' values.
    pub(crate) widths: Widths,
    /// The aggregates that several threads compute.
    pub(crate) parallel: ParallelParts,
}

impl Words<'_> {
    /// Returns a column's name. A column that isn't registered is computed and called `Expr` with
    /// its number from 1001 on.
    pub(crate) fn name(&self, id: ColumnId) -> ColumnName {
        let computed = || ColumnName::computed(format!("Expr{}", FIRST_COMPUTED + id.number));
        self.columns.get(&id).cloned().unwrap_or_else(computed)
    }

    /// Returns the text of a column's name.
    pub(crate) fn column(&self, id: ColumnId) -> String {
        self.name(id).text()
    }

    /// Returns the name of an expression where the schema of plans wants a column. An expression
    /// that isn't a column is named by its text.
    pub(crate) fn name_of(&self, expr: &Expr) -> ColumnName {
        expr.as_column().map_or_else(|| ColumnName::computed(self.expr(expr)), |id| self.name(id))
    }

    /// Returns the names of expressions.
    pub(crate) fn names_of<'e>(&self, expressions: impl IntoIterator<Item = &'e Expr>) -> Vec<ColumnName> {
        expressions.into_iter().map(|expr| self.name_of(expr)).collect()
    }

    /// Returns the texts of the expressions, with commas between them.
    pub(crate) fn list(&self, expressions: &[Expr]) -> String {
        expressions.iter().map(|expr| self.expr(expr)).collect::<Vec<_>>().join(", ")
    }

    /// Returns the text of ORDER BY keys, each with ASC or DESC, with commas between them.
    pub(crate) fn order(&self, keys: &[SortKey]) -> String {
        let key = |key: &SortKey| format!("{} {}", self.expr(&key.expr), if key.descending { "DESC" } else { "ASC" });
        keys.iter().map(key).collect::<Vec<_>>().join(", ")
    }

    /// Returns the text of computed columns as `name=expression`, with commas between them.
    pub(crate) fn defined(&self, computed: &[(ColumnId, Expr)]) -> String {
        let one = |(id, expr): &(ColumnId, Expr)| format!("{}={}", self.column(*id), self.expr(expr));
        computed.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// Returns the text of an expression. A subquery is shown by its number. Functions are in lower
    /// case, variables and names in brackets.
    pub(crate) fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Constant(value) => constant(value, &expr.data_type),
            ExprKind::Variable(slot) => quoted(self.variable(*slot)),
            ExprKind::Global(global) => global_name(*global).to_owned(),
            ExprKind::Column(id) => self.column(*id),
            ExprKind::Chain(first, steps) => self.chain(first, steps),
            ExprKind::Unary(operator, operand) => {
                let sign = match operator {
                    UnaryOperator::Plus => "+",
                    UnaryOperator::Negate => "-",
                    UnaryOperator::BitNot => "~",
                };
                format!("{sign}{}", self.operand(operand))
            }
            ExprKind::Convert { input, style, tolerant } => {
                let name = if *tolerant { "TRY_CONVERT" } else { "CONVERT" };
                format!("{name}({},{},{})", expr.data_type, self.expr(input), style.unwrap_or(0))
            }
            ExprKind::Call(call) => {
                format!("{}({})", call.function.name.to_lowercase(), self.arguments(&call.arguments))
            }
            ExprKind::Invoke(number, arguments) => {
                let module = &self.bound.functions[*number].module;
                format!("{}.{}({})", quoted(&module.schema), quoted(&module.name), self.arguments(arguments))
            }
            ExprKind::Case(branches, otherwise) => {
                let branch = |(when, then): &(Condition, Expr)| {
                    format!("WHEN {} THEN {} ", self.condition(when), self.expr(then))
                };
                let branches: String = branches.iter().map(branch).collect();
                let otherwise = otherwise.as_ref().map_or("NULL".to_owned(), |otherwise| self.expr(otherwise));
                format!("CASE {branches}ELSE {otherwise} END")
            }
            ExprKind::Subquery(number) => subquery(*number),
            ExprKind::NextValue(_) => "NEXT VALUE FOR".to_owned(),
        }
    }

    /// Returns the name of a variable, with its `@`.
    pub(crate) fn variable(&self, slot: usize) -> &str {
        self.variables.name(slot).unwrap_or("@")
    }

    fn arguments(&self, arguments: &[Expr]) -> String {
        arguments.iter().map(|argument| self.expr(argument)).collect::<Vec<_>>().join(",")
    }

    /// Prints each left operand in parentheses, except the first.
    fn chain(&self, first: &Expr, steps: &[Step]) -> String {
        let mut text = "(".repeat(steps.len() - 1);
        text.push_str(&self.operand(first));
        for (place, step) in steps.iter().enumerate() {
            text.push_str(if place > 0 { ")" } else { "" });
            text.push_str(step.operator.symbol());
            text.push_str(&self.operand(&step.right));
        }
        text
    }

    /// Prints an operand, in parentheses if it is a chain.
    fn operand(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Chain(..) => format!("({})", self.expr(expr)),
            _ => self.expr(expr),
        }
    }

    /// Returns the text of a condition, without parentheses around it. Its parts have parentheses
    /// where they need them.
    pub(crate) fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Compare(comparison, left, right) => {
                format!("{}{}{}", self.expr(left), comparison_symbol(*comparison), self.expr(right))
            }
            Condition::And(all) => self.parts(all, " AND "),
            Condition::Or(any) => self.parts(any, " OR "),
            Condition::IsNull(expr, not) => format!("{} IS {}NULL", self.expr(expr), if *not { "NOT " } else { "" }),
            Condition::Exists(number, not) => {
                format!("{}EXISTS({})", if *not { "NOT " } else { "" }, subquery(*number))
            }
        }
    }

    fn parts(&self, parts: &[Condition], word: &str) -> String {
        let part = |part: &Condition| match part {
            Condition::And(_) | Condition::Or(_) => format!("({})", self.condition(part)),
            _ => self.condition(part),
        };
        parts.iter().map(part).collect::<Vec<_>>().join(word)
    }

    /// Returns the text of an aggregate, such as `SUM(DISTINCT x)`; `Count(*)` without an argument.
    /// Functions are in capitals otherwise.
    pub(crate) fn aggregate(&self, aggregate: &Aggregate) -> String {
        if is_count_of_rows(aggregate) {
            return "Count(*)".to_owned();
        }
        let name = aggregate.kind.name().to_uppercase();
        let distinct = if aggregate.distinct { "DISTINCT " } else { "" };
        let argument = aggregate.argument.as_ref().map_or(String::new(), |argument| self.expr(argument));
        format!("{name}({distinct}{argument})")
    }
}

/// Whether the aggregate is `COUNT(*)`.
pub(crate) fn is_count_of_rows(aggregate: &Aggregate) -> bool {
    matches!(aggregate.kind, AggregateKind::Count | AggregateKind::CountBig) && aggregate.argument.is_none()
}

/// Returns a subquery's name: `Subquery1` for number 0.
pub(crate) fn subquery_name(number: usize) -> ColumnName {
    ColumnName::computed(format!("Subquery{}", number + 1))
}

/// Returns the text of a subquery's name.
pub(crate) fn subquery(number: usize) -> String {
    subquery_name(number).text()
}

/// Returns the symbol of a comparison, such as `<=`; inequality is `<>`.
pub(crate) fn comparison_symbol(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "<>",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}

/// Returns the text of a constant: numbers in parentheses, binary values as `0x` and digits,
/// `NULL`, and other values in quotation marks, with `N` for national text.
pub(crate) fn constant(value: &Value, data_type: &DataType) -> String {
    if value.is_null() {
        return "NULL".to_owned();
    }
    let shown = convert(value, data_type, &DataType::NVarChar(Length::Max));
    let shown = shown.ok().and_then(|shown| shown.as_str().map(str::to_owned)).unwrap_or_default();
    match value {
        Value::Str(_) if data_type.is_unicode() => format!("N'{}'", shown.replace('\'', "''")),
        Value::Bytes(bytes) => bytes.iter().fold("0x".to_owned(), |text, byte| format!("{text}{byte:02X}")),
        Value::Bit(_)
        | Value::TinyInt(_)
        | Value::SmallInt(_)
        | Value::Int(_)
        | Value::BigInt(_)
        | Value::Float(_)
        | Value::Real(_)
        | Value::Money(_)
        | Value::Decimal(_) => format!("({shown})"),
        _ => format!("'{}'", shown.replace('\'', "''")),
    }
}

/// Returns the name as written in T-SQL, such as `@@ROWCOUNT`.
pub(crate) fn global_name(global: Global) -> &'static str {
    match global {
        Global::RowCount => "@@ROWCOUNT",
        Global::Error => "@@ERROR",
        Global::TranCount => "@@TRANCOUNT",
        Global::LockTimeout => "@@LOCK_TIMEOUT",
        Global::Spid => "@@SPID",
        Global::Version => "@@VERSION",
        Global::ServerName => "@@SERVERNAME",
        Global::Identity => "@@IDENTITY",
        Global::ScopeIdentity => "scope_identity()",
        Global::NestLevel => "@@NESTLEVEL",
        Global::ProcedureId => "@@PROCID",
        Global::FetchStatus => "@@FETCH_STATUS",
        Global::CursorRows => "@@CURSOR_ROWS",
        Global::Options => "@@OPTIONS",
        Global::TransactionState => "xact_state()",
    }
}

/// The number of the first computed column, as in SQL Server.
const FIRST_COMPUTED: u32 = 1001;
