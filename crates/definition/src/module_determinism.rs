//! Determinism and precision of views and functions, judged by their texts
//! (`relational-databases/user-defined-functions/deterministic-and-nondeterministic-functions.md`,
//! `relational-databases/indexes/indexes-on-computed-columns.md`).
//!
//! The types of operands aren't known, so an implicit conversion counts as deterministic. A text is
//! imprecise if it names float or real, has a constant of these types, or calls a function that
//! computes with them.

use crate::names::object_name;
use crate::table_definition::declared_type;
use sluice_catalog::{Catalog, Module, ModuleKind, ObjectName};
use sluice_functions::find;
use sluice_syntax::ast::{
    Call, ColumnDefinition, ColumnSource, Expr, ExprKind, Function, FunctionBody, Literal, Query, Statement,
    StatementKind, TableSource, TableSourceKind, TypeName,
};
use sluice_syntax::walk::{self, Met};
use sluice_types::DataType;

/// The properties of a view, a function or a value that decide whether an index can have it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Determinism {
    /// Whether equal arguments always give an equal result.
    pub is_deterministic: bool,
    /// Whether no floating-point number is involved.
    pub is_precise: bool,
    /// Whether a table is read.
    pub reads_data: bool,
}

/// Returns the properties of a view or function. It is deterministic if it is schema-bound, its
/// text is deterministic, and so are the views and functions that it uses. All properties are false
/// for one that isn't deterministic.
pub fn module_determinism(catalog: &Catalog, module: &Module) -> Determinism {
    let mut found = Determinism { is_deterministic: true, is_precise: true, reads_data: false };
    let mut met = vec![module];
    let mut judged = 0;
    while let Some(&module) = met.get(judged) {
        judged += 1;
        let mut uses = |name: &ObjectName| match catalog.module(name) {
            Some(used) => {
                if met.iter().all(|other| other.id != used.id) {
                    met.push(used);
                }
                true
            }
            None => {
                found.reads_data = true;
                catalog.table(name).is_some()
            }
        };
        let is_float =
            |written: &TypeName| matches!(declared_type(1, written, catalog), Ok(DataType::Float | DataType::Real));
        let has_rows_or_value = matches!(
            module.kind,
            ModuleKind::View | ModuleKind::ScalarFunction | ModuleKind::InlineFunction | ModuleKind::TableFunction
        );
        let judge = Judge::judge(&module.definition, &mut uses, &is_float);
        if !has_rows_or_value || !module.options.is_schema_bound || !judge.0 {
            return Determinism::default();
        }
        found.is_precise &= judge.1;
    }
    found
}

struct Judge<'u> {
    /// Returns whether a table, view or function that the text names is deterministic.
    uses: &'u mut dyn FnMut(&ObjectName) -> bool,
    /// Whether a written type is float or real.
    is_float: &'u dyn Fn(&TypeName) -> bool,
    is_deterministic: bool,
    is_precise: bool,
}

impl Judge<'_> {
    /// Returns whether the view or function with this text is deterministic and whether it is
    /// precise.
    fn judge(
        text: &str,
        uses: &mut dyn FnMut(&ObjectName) -> bool,
        is_float: &dyn Fn(&TypeName) -> bool,
    ) -> (bool, bool) {
        let mut judge = Judge { uses, is_float, is_deterministic: true, is_precise: true };
        for statement in &sluice_syntax::parse(text).statements {
            match &statement.kind {
                StatementKind::View(view) => judge.query(&view.query),
                StatementKind::Function(function) => judge.function(function),
                _ => return (false, false),
            }
        }
        (judge.is_deterministic, judge.is_precise)
    }

    fn function(&mut self, function: &Function) {
        function.parameters.iter().for_each(|parameter| self.data_type(&parameter.data_type));
        match &function.body {
            FunctionBody::Inline(query) => self.query(query),
            FunctionBody::Scalar { returns, statements } => {
                self.data_type(returns);
                self.statements(statements);
            }
            FunctionBody::MultiStatement { table, statements } => {
                self.columns(&table.columns);
                self.statements(statements);
            }
        }
    }

    fn data_type(&mut self, written: &TypeName) {
        self.is_precise &= !(self.is_float)(written);
    }

    fn columns(&mut self, columns: &[ColumnDefinition]) {
        for column in columns {
            match &column.source {
                ColumnSource::Type(written) => self.data_type(written),
                ColumnSource::Computed { value, .. } => walk::expr(value, &mut |met| self.meet(met)),
            }
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        let mut rest: Vec<&Statement> = statements.iter().collect();
        while let Some(statement) = rest.pop() {
            self.statement(statement);
            rest.extend(statement.kind.inner());
        }
    }

    /// Judges a statement without those in it.
    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Declare(declared) => {
                declared.iter().for_each(|each| self.data_type(&each.data_type));
            }
            StatementKind::DeclareTable(table) => self.columns(&table.columns),
            // A procedure that a function may call is an extended one.
            StatementKind::Execute(_) => self.is_deterministic = false,
            _ => {}
        }
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
            StatementKind::SetVariable { value, .. } | StatementKind::Return(Some(value)) => walk::expr(value, visit),
            StatementKind::If { branches, .. } => {
                branches.iter().for_each(|branch| walk::condition(&branch.condition, visit));
            }
            StatementKind::While { condition, .. } => walk::condition(condition, visit),
            StatementKind::DeclareCursor(cursor) => walk::query(&cursor.definition.query, visit),
            StatementKind::SetCursor { definition, .. } => walk::query(&definition.query, visit),
            _ => {}
        }
    }

    fn query(&mut self, query: &Query) {
        walk::query(query, &mut |met| self.meet(met));
    }

    /// Judges a node. Returns whether its parts are to be judged.
    fn meet(&mut self, met: Met<'_>) -> bool {
        match met {
            Met::Expr(expr) => {
                self.is_precise &= self.is_precise_node(expr);
                self.is_deterministic &= self.is_deterministic_node(expr);
            }
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

    /// Whether an expression is precise if its parts are.
    fn is_precise_node(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Literal(Literal::Float(_)) => false,
            ExprKind::Cast { target, .. } | ExprKind::Convert { target, .. } | ExprKind::Parse { target, .. } => {
                !(self.is_float)(target)
            }
            ExprKind::Call(call) if call.name.schema.is_none() => {
                let name = call.name.name.text.to_uppercase();
                !FLOATING.contains(&&*name) && find(&name).is_none_or(|function| !function.takes_float())
            }
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
            _ => find(&name).is_none_or(|function| {
                let part = function.datepart().and_then(|place| call.arguments.get(place)).map(|part| &part.kind);
                let value = match part {
                    Some(ExprKind::Column(column)) => function.datepart_value(&column.name.text).ok(),
                    _ => None,
                };
                function.is_deterministic(value.as_ref())
            }),
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

/// Functions that return float from other types, sorted.
const FLOATING: [&str; 9] =
    ["CUME_DIST", "JARO_WINKLER_DISTANCE", "PERCENT_RANK", "PI", "RAND", "STDEV", "STDEVP", "VAR", "VARP"];

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

    /// Returns whether a function with this result is deterministic and whether it is precise.
    fn judge(expr: &str) -> (bool, bool) {
        let text = format!("CREATE FUNCTION dbo.f(@x int) RETURNS int AS BEGIN RETURN {expr} END");
        let is_float = |written: &TypeName| is_one_of(written, &["float", "real"]);
        Judge::judge(&text, &mut |name| name.object == "pure", &is_float)
    }

    #[test]
    fn functions_and_styles_are_judged_as_documented() {
        let deterministic =
            ["@x + 1", "dbo.pure(@x)", "CONVERT(varchar(30), @x, 120)", "RAND(@x)", "DATEADD(day, 1, @x)"];
        assert!(deterministic.into_iter().all(|expr| judge(expr).0));
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
            assert!(!judge(other).0, "{other}");
        }
    }

    #[test]
    fn floats_make_functions_imprecise() {
        assert!(["@x + 1.5", "ABS(@x)", "REPLICATE('0', @x)"].into_iter().all(|expr| judge(expr).1));
        for other in ["@x * 1e0", "CAST(@x AS real)", "SQRT(@x)", "PI()", "CASE WHEN @x > 1e1 THEN 1 END"] {
            assert!(!judge(other).1, "{other}");
        }
    }
}
