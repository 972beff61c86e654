//! Plans as result sets: the rows of SHOWPLAN_ALL and STATISTICS PROFILE, the XML document of
//! SHOWPLAN_XML and STATISTICS XML (`t-sql/statements/set-showplan-all-transact-sql.md`,
//! `set-statistics-profile-transact-sql.md`, `set-statistics-xml-transact-sql.md`).

use sluice_command::statement::Env;
use sluice_plan::SetOptions;
use sluice_plan::node_key::Counted;
use sluice_session::sink::ColumnInfo;
use sluice_showplan::{ColumnName, Counts, PlanOperator, ShownStatement, document, lines, rounded};
use sluice_types::{DataType, Length, Value};

/// A statement and its plan.
pub(super) struct ShownPlan {
    /// The statement's text.
    pub text: String,
    /// The statement's type.
    pub kind: &'static str,
    /// The number of the statement, from 1.
    pub number: usize,
    /// The SET options of its compilation.
    pub options: SetOptions,
    /// The roots of the plan.
    pub operators: Vec<PlanOperator>,
}

/// Returns the figures of an operator in a run; `None` for an operator that isn't counted.
pub(super) type CountedBy<'c> = &'c dyn Fn(Counts) -> Option<Counted>;

/// Sends each statement's text, followed by its operators. Values that the planner doesn't have are
/// NULL. With the figures of a run, the columns of STATISTICS PROFILE come first.
pub(super) fn send_rows(env: &mut Env<'_, '_>, plans: &[ShownPlan], counts: Option<CountedBy<'_>>) {
    let own = if counts.is_some() { &COUNTS[..] } else { &[] };
    let columns = own.iter().chain(&COLUMNS);
    let columns = columns.map(|(name, data_type)| ColumnInfo::expression(*name, *data_type, true));
    env.sink.columns(&columns.collect::<Vec<_>>());
    for plan in plans {
        let main = plan.operators.first();
        let counted = |operator: Option<&PlanOperator>| counts.map(|counts| counts(operator?.counts));
        let all = row_of_statement(plan);
        env.sink.row(&with_counts(all, counted(main)));
        for (place, line) in lines(&plan.operators).into_iter().enumerate() {
            let above = line.above.map_or(1, |above| above + 2);
            let row = row_of_operator(line.operator, &line.shown, (plan.number, place + 2, above));
            env.sink.row(&with_counts(row, counted(Some(line.operator))));
        }
    }
    env.sink.done(None);
}

/// Puts the rows and executions before the row, if the columns are there.
fn with_counts(row: Vec<Value>, counted: Option<Option<Counted>>) -> Vec<Value> {
    let Some(counted) = counted else { return row };
    let figures = counted.map_or([Value::Null, Value::Null], |counted| {
        [counted.rows, counted.executions].map(|count| Value::BigInt(i64::try_from(count).unwrap_or(i64::MAX)))
    });
    figures.into_iter().chain(row).collect()
}

fn row_of_statement(plan: &ShownPlan) -> Vec<Value> {
    let mut row = vec![Value::Null; COLUMNS.len()];
    (row[TEXT], row[STATEMENT]) = (Value::text(plan.text.as_str()), number(plan.number));
    (row[NODE], row[PARENT]) = (number(1), number(0));
    if let Some(root) = plan.operators.first() {
        row[ROWS] = root.estimate.rows.map_or(Value::Null, figure);
        row[TOTAL] = figure(plan.operators.iter().map(|root| root.estimate.total).sum());
    }
    (row[KIND], row[PARALLEL]) = (Value::text(plan.kind), Value::Bit(false));
    row
}

fn row_of_operator(
    operator: &PlanOperator,
    text: &str,
    (statement, node, parent): (usize, usize, usize),
) -> Vec<Value> {
    let mut row = vec![Value::Null; COLUMNS.len()];
    let or_null = |text: &str| if text.is_empty() { Value::Null } else { Value::text(text) };
    let output = operator.output.iter().map(ColumnName::text).collect::<Vec<_>>().join(", ");
    let estimate = operator.estimate;
    (row[TEXT], row[STATEMENT]) = (Value::text(text), number(statement));
    (row[NODE], row[PARENT]) = (number(node), number(parent));
    (row[PHYSICAL], row[LOGICAL]) = (Value::text(&*operator.physical), Value::text(operator.logical));
    (row[ARGUMENT], row[DEFINED]) =
        (or_null(&operator.argument), operator.defined.as_deref().map_or(Value::Null, Value::text));
    row[ROWS] = estimate.rows.map_or(Value::Null, figure);
    (row[IO], row[CPU]) = (figure(0.0), figure(estimate.cpu));
    (row[BYTES], row[TOTAL]) = (number(estimate.row_bytes as usize), figure(estimate.total));
    row[OUTPUT] = or_null(&output);
    row[WARNINGS] = or_null(if operator.lacks_predicate { "MISSING JOIN PREDICATE" } else { "" });
    (row[KIND], row[PARALLEL]) = (Value::text("PLAN_ROW"), Value::Bit(operator.is_parallel));
    row[EXECUTIONS] = figure(estimate.executions);
    row
}

fn figure(figure: f64) -> Value {
    Value::Float(rounded(figure))
}

fn number(number: usize) -> Value {
    Value::Int(i32::try_from(number).unwrap_or(i32::MAX))
}

/// Sends the document of the statements' plans, with the figures of a run if there are any.
pub(super) fn send_document(env: &mut Env<'_, '_>, plans: &[ShownPlan], counts: Option<CountedBy<'_>>) {
    let shown = plans.iter().map(|plan| {
        let ShownPlan { text, kind, number, options, operators } = plan;
        ShownStatement { text, kind, number: *number, options: *options, plan: operators, counts }
    });
    let statements: Vec<ShownStatement<'_>> = shown.collect();
    env.sink.columns(&[ColumnInfo::expression(DOCUMENT, DataType::NVarChar(Length::Max), true)]);
    env.sink.row(&[Value::text(document(&statements).text)]);
    env.sink.done(None);
}

/// The column of a document, under its name in all versions of SQL Server.
const DOCUMENT: &str = "Microsoft SQL Server 2005 XML Showplan";

/// Columns that STATISTICS PROFILE adds.
const COUNTS: [(&str, DataType); 2] = [("Rows", DataType::BigInt), ("Executes", DataType::BigInt)];

/// Columns of SHOWPLAN_ALL.
const COLUMNS: [(&str, DataType); 18] = [
    ("StmtText", DataType::NVarChar(Length::Max)),
    ("StmtId", DataType::Int),
    ("NodeId", DataType::Int),
    ("Parent", DataType::Int),
    ("PhysicalOp", DataType::NVarChar(Length::Limited(60))),
    ("LogicalOp", DataType::NVarChar(Length::Limited(60))),
    ("Argument", DataType::NVarChar(Length::Max)),
    ("DefinedValues", DataType::NVarChar(Length::Max)),
    ("EstimateRows", DataType::Float),
    ("EstimateIO", DataType::Float),
    ("EstimateCPU", DataType::Float),
    ("AvgRowSize", DataType::Int),
    ("TotalSubtreeCost", DataType::Float),
    ("OutputList", DataType::NVarChar(Length::Max)),
    ("Warnings", DataType::NVarChar(Length::Max)),
    ("Type", DataType::NVarChar(Length::Limited(60))),
    ("Parallel", DataType::Bit),
    ("EstimateExecutions", DataType::Float),
];
/// Positions of the columns in a row.
const TEXT: usize = 0;
const STATEMENT: usize = 1;
const NODE: usize = 2;
const PARENT: usize = 3;
const PHYSICAL: usize = 4;
const LOGICAL: usize = 5;
const ARGUMENT: usize = 6;
const DEFINED: usize = 7;
const ROWS: usize = 8;
const IO: usize = 9;
const CPU: usize = 10;
const BYTES: usize = 11;
const TOTAL: usize = 12;
const OUTPUT: usize = 13;
const WARNINGS: usize = 14;
const KIND: usize = 15;
const PARALLEL: usize = 16;
const EXECUTIONS: usize = 17;
