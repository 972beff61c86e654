//! Determinism of views and functions, judged by their texts
//! (`relational-databases/user-defined-functions/deterministic-and-nondeterministic-functions.md`).
//!
//! The types of operands aren't known, so an implicit conversion counts as deterministic.

use crate::names::object_name;
use sluice_catalog::ObjectName;
use sluice_functions::find;
use sluice_syntax::ast::{
    Call, ColumnSource, Expr, ExprKind, FunctionBody, Literal, Query, Statement, StatementKind, TableSource,
    TableSourceKind, TypeName,
};
use sluice_syntax::walk::{self, Met};

/// Whether the view or function with this text is deterministic. `uses` returns whether a table,
/// view or function that the text names is; a table always is.
pub fn is_deterministic_module(text: &str, uses: &mut dyn FnMut(&ObjectName) -> bool) -> bool {
    let mut judge = Judge { uses, is_deterministic: true };
    for statement in &sluice_syntax::parse(text).statements {
        match &statement.kind {
            StatementKind::View(view) => judge.query(&view.query),
            StatementKind::Function(function) => match &function.body {
                FunctionBody::Inline(query) => judge.query(query),
                FunctionBody::Scalar { statements, .. } | FunctionBody::MultiStatement { statements, .. } => {
                    judge.statements(statements);
                }
            },
            _ => return false,
        }
    }
    judge.is_deterministic
}

struct Judge<'u> {
    uses: &'u mut dyn FnMut(&ObjectName) -> bool,
    is_deterministic: bool,
}

impl Judge<'_> {
    fn statements(&mut self, statements: &[Statement]) {
        let mut rest: Vec<&Statement> = statements.iter().collect();
        while let Some(statement) = rest.pop() {
            self.statement(statement);
            rest.extend(statement.kind.inner());
        }
    }

    /// Judges a statement without those in it.
    fn statement(&mut self, statement: &Statement) {
        let visit = &mut |met: Met<'_>| self.meet(met);
        match &statement.kind {
            StatementKind::Select(query) => walk::query(query, visit),
            StatementKind::Insert(insert) => walk::insert_source(&insert.source, visit),
            StatementKind::Update(update) => walk::update(update, visit),
            StatementKind::Delete(delete) => walk::delete(delete, visit),
            StatementKind::Merge(merge) => walk::merge(merge, visit),
            StatementKind::Declare(declared) => {
                declared.iter().filter_map(|each| each.value.as_ref()).for_each(|value| walk::expr(value, visit));
            }
            StatementKind::DeclareTable(table) => {
                for column in &table.columns {
                    if let ColumnSource::Computed { value, .. } = &column.source {
                        walk::expr(value, visit);
                    }
                }
            }
            StatementKind::SetVariable { value, .. } | StatementKind::Return(Some(value)) => walk::expr(value, visit),
            StatementKind::If { branches, .. } => {
                branches.iter().for_each(|branch| walk::condition(&branch.condition, visit));
            }
            StatementKind::While { condition, .. } => walk::condition(condition, visit),
            StatementKind::DeclareCursor(cursor) => walk::query(&cursor.definition.query, visit),
            StatementKind::SetCursor { definition, .. } => walk::query(&definition.query, visit),
            // A procedure that a function may call is an extended one.
            StatementKind::Execute(_) => self.is_deterministic = false,
            _ => {}
        }
    }

    fn query(&mut self, query: &Query) {
        walk::query(query, &mut |met| self.meet(met));
    }

    /// Judges a node. Returns whether its parts are to be judged.
    fn meet(&mut self, met: Met<'_>) -> bool {
        match met {
            Met::Expr(expr) => self.is_deterministic &= self.is_deterministic_node(expr),
            Met::Query(query) => walk::sources(query, &mut |source| self.source(source)),
            Met::Assigned(_) => {}
        }
        self.is_deterministic
    }

    fn source(&mut self, source: &TableSource) {
        let named = match &source.kind {
            TableSourceKind::Table { name, .. } | TableSourceKind::Function { name, .. } => name,
            TableSourceKind::OpenRowset(_) => {
                self.is_deterministic = false;
                return;
            }
            _ => return,
        };
        // A name of one part is that of a common table expression or of a built-in function.
        if named.schema.is_some() {
            self.is_deterministic &= (self.uses)(&object_name(named));
        }
    }

    /// Whether an expression is deterministic if its parts are.
    fn is_deterministic_node(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::GlobalVariable(_)
            | ExprKind::Niladic(_)
            | ExprKind::NextValue { .. }
            | ExprKind::AtTimeZone { .. }
            | ExprKind::Parse { .. } => false,
            ExprKind::Cast { target, .. } => !is_one_of(target, &["datetime", "smalldatetime", "sql_variant"]),
            ExprKind::Convert { target, style, .. } => converts_the_same(target, style.as_deref()),
            ExprKind::Call(call) => self.is_deterministic_call(call),
            _ => true,
        }
    }

    fn is_deterministic_call(&mut self, call: &Call) -> bool {
        if call.name.schema.is_some() {
            return (self.uses)(&object_name(&call.name));
        }
        let name = call.name.name.text.to_uppercase();
        let is_ordered = call.over.as_ref().is_some_and(|over| !over.order_by.is_empty());
        match name.as_str() {
            _ if is_ordered || ORDERED.contains(&&*name) => false,
            "RAND" => !call.arguments.is_empty(),
            "CHECKSUM" | "BINARY_CHECKSUM" => !call.star,
            _ => find(&name).is_none_or(|function| function.deterministic),
        }
    }
}

/// Whether CONVERT to `target` is deterministic. Text needs a style if the operand is a datetime,
/// and datetime needs a style if the operand is text.
fn converts_the_same(target: &TypeName, style: Option<&Expr>) -> bool {
    match style.map(|style| &style.kind) {
        Some(ExprKind::Literal(Literal::Integer(20 | 21))) => true,
        Some(ExprKind::Literal(Literal::Integer(style))) => {
            *style > 100 && !matches!(style, 106 | 107 | 109 | 113) || !is_one_of(target, DATES_AND_TEXTS)
        }
        Some(_) => false,
        None => !is_one_of(target, &["datetime", "smalldatetime", "sql_variant"]),
    }
}

fn is_one_of(target: &TypeName, names: &[&str]) -> bool {
    names.iter().any(|name| target.name.name.text.eq_ignore_ascii_case(name))
}

const DATES_AND_TEXTS: &[&str] = &["datetime", "smalldatetime", "char", "varchar", "nchar", "nvarchar"];

/// Functions that depend on an order, sorted.
const ORDERED: [&str; 12] = [
    "CUME_DIST",
    "DENSE_RANK",
    "FIRST_VALUE",
    "LAG",
    "LAST_VALUE",
    "LEAD",
    "NTILE",
    "PERCENTILE_CONT",
    "PERCENTILE_DISC",
    "PERCENT_RANK",
    "RANK",
    "ROW_NUMBER",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn is_deterministic(expr: &str) -> bool {
        let text = format!("CREATE FUNCTION dbo.f(@x int) RETURNS int AS BEGIN RETURN {expr} END");
        is_deterministic_module(&text, &mut |name| name.object == "pure")
    }

    #[test]
    fn functions_and_styles_are_judged_as_documented() {
        let deterministic =
            ["@x + 1", "dbo.pure(@x)", "CONVERT(varchar(30), @x, 120)", "RAND(@x)", "DATEADD(day, 1, @x)"];
        assert!(deterministic.into_iter().all(is_deterministic));
        let others = [
            "GETDATE()",
            "CURRENT_TIMESTAMP",
            "@@ROWCOUNT",
            "dbo.other(@x)",
            "CONVERT(varchar(30), @x, 100)",
            "CAST(@x AS datetime)",
            "RAND()",
            "(SELECT ROW_NUMBER() OVER (ORDER BY a) FROM dbo.pure)",
            "(SELECT a FROM dbo.other)",
        ];
        for other in others {
            assert!(!is_deterministic(other), "{other}");
        }
    }
}
