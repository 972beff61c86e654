//! A plan as an XML document of SQL Server's schema
//! (`http://schemas.microsoft.com/sqlserver/2004/07/showplan`).
//!
//! The order of elements and the required attributes are the schema's. Optional attributes that the
//! planner has no value for are left out. An unknown number of rows is the planner's guess.

use crate::names::write_columns;
use crate::operator::{Counts, PlanOperator, rounded};
use crate::xml::{Xml, flag};
use sluice_functions::{PRODUCT_VERSION, SetOption, SetOptions};
use sluice_plan::estimate::ROWS_UNKNOWN;
use sluice_plan::node_key::Counted;

/// The finished document.
pub struct Document {
    /// The text.
    pub text: String,
    /// The nesting depth of the elements.
    pub depth: usize,
}

/// A statement of a document.
#[derive(Clone, Copy)]
pub struct ShownStatement<'s> {
    /// The statement's text.
    pub text: &'s str,
    /// The type of the statement.
    pub kind: &'static str,
    /// The number within the batch, from 1.
    pub number: usize,
    /// The SET options that it was compiled with.
    pub options: SetOptions,
    /// The roots of its plan.
    pub plan: &'s [PlanOperator],
    /// Figures of a run, if it has run.
    pub counts: Option<&'s dyn Fn(Counts) -> Option<Counted>>,
}

/// Returns the document of a batch's statements.
pub fn document(statements: &[ShownStatement<'_>]) -> Document {
    let mut xml = Xml::default();
    let attributes = [("xmlns", NAMESPACE), ("Version", VERSION), ("Build", PRODUCT_VERSION)];
    let around = ["BatchSequence", "Batch", "Statements"];
    xml.element("ShowPlanXML", &attributes, |xml| {
        around.iter().for_each(|name| xml.open(name, &[]));
        statements.iter().for_each(|statement| statement.write(xml));
        around.iter().rev().for_each(|name| xml.close(name));
    });
    let (text, depth) = xml.finish();
    Document { text, depth }
}

impl ShownStatement<'_> {
    fn write(&self, xml: &mut Xml) {
        let number = self.number.to_string();
        let text = [("StatementText", self.text), ("StatementId", &number), ("StatementCompId", &number)];
        let root = self.plan.first().map(|root| root.estimate);
        let rows = root.map(|root| figure(root.rows.unwrap_or(ROWS_UNKNOWN)));
        let cost = root.map(|_| figure(self.plan.iter().map(|root| root.estimate.total).sum()));
        let mut attributes = text.to_vec();
        attributes.push(("StatementType", self.kind));
        attributes.extend(rows.as_deref().map(|rows| ("StatementEstRows", rows)));
        attributes.extend(cost.as_deref().map(|cost| ("StatementSubTreeCost", cost)));
        xml.element("StmtSimple", &attributes, |xml| {
            let set = OPTIONS.map(|option| (option.name().to_uppercase(), truth(self.options.has(option))));
            xml.empty("StatementSetOptions", &set.each_ref().map(|(name, is_on)| (name.as_str(), *is_on)));
            if !self.plan.is_empty() {
                let degree = self.counts.map(|_| ("DegreeOfParallelism", "1"));
                xml.element("QueryPlan", degree.as_slice(), |xml| self.roots(xml));
            }
        });
    }

    /// Writes the only root, or a sequence of the subqueries and the statement's root.
    fn roots(&self, xml: &mut Xml) {
        let (Some((root, subqueries)), mut nodes) = (self.plan.split_first(), 0) else { return };
        if subqueries.is_empty() {
            return self.operator(xml, root, &mut nodes);
        }
        let mut sequence = PlanOperator::new("Sequence", "Sequence", "Sequence");
        (sequence.estimate, sequence.output) = (root.estimate, root.output.clone());
        sequence.estimate.cpu = 0.0;
        sequence.estimate.total = self.plan.iter().map(|root| root.estimate.total).sum();
        sequence.counts = root.counts;
        self.around(xml, &sequence, &mut nodes, |xml, nodes| {
            subqueries.iter().for_each(|subquery| self.operator(xml, subquery, nodes));
            self.operator(xml, root, nodes);
        });
    }

    fn operator(&self, xml: &mut Xml, operator: &PlanOperator, nodes: &mut usize) {
        self.around(xml, operator, nodes, |xml, nodes| {
            xml.append(&operator.element.before);
            operator.inputs.iter().for_each(|input| self.operator(xml, input, nodes));
            xml.append(&operator.element.after);
        });
    }

    /// Writes an operator with what `inner` writes inside its element. Operators are numbered in
    /// the order of their elements.
    fn around(
        &self,
        xml: &mut Xml,
        operator: &PlanOperator,
        nodes: &mut usize,
        inner: impl FnOnce(&mut Xml, &mut usize),
    ) {
        let (estimate, number) = (operator.estimate, nodes.to_string());
        *nodes += 1;
        let rows = figure(estimate.rows.unwrap_or(ROWS_UNKNOWN));
        let [cpu, bytes, total] = [estimate.cpu, estimate.row_bytes, estimate.total].map(figure);
        let rebinds = figure((estimate.executions - 1.0).max(0.0));
        let attributes = [
            ("NodeId", number.as_str()),
            ("PhysicalOp", &operator.physical),
            ("LogicalOp", operator.logical),
            ("EstimateRows", &rows),
            ("EstimateIO", "0"),
            ("EstimateCPU", &cpu),
            ("AvgRowSize", &bytes),
            ("EstimatedTotalSubtreeCost", &total),
            ("Parallel", flag(operator.is_parallel)),
            ("EstimateRebinds", &rebinds),
            ("EstimateRewinds", "0"),
            ("EstimatedExecutionMode", "Row"),
        ];
        xml.element("RelOp", &attributes, |xml| {
            write_columns(xml, "OutputList", &operator.output);
            if operator.lacks_predicate {
                xml.empty("Warnings", &[("NoJoinPredicate", flag(true))]);
            }
            if let Some(counted) = self.counts.and_then(|counts| counts(operator.counts)) {
                xml.element("RunTimeInformation", &[], |xml| write_counts(xml, counted));
            }
            let attributes: Vec<(&str, &str)> =
                operator.element.attributes.iter().map(|(name, value)| (*name, value.as_str())).collect();
            xml.element(operator.element.name, &attributes, |xml| inner(xml, nodes));
        });
    }
}

fn write_counts(xml: &mut Xml, counted: Counted) {
    let [rows, ends, executions] = [counted.rows, counted.ends, counted.executions].map(|count| count.to_string());
    let attributes = [
        ("Thread", "0"),
        ("ActualRows", rows.as_str()),
        ("ActualEndOfScans", &ends),
        ("ActualExecutions", &executions),
        ("ActualExecutionMode", "Row"),
    ];
    xml.empty("RunTimeCountersPerThread", &attributes);
}

fn figure(value: f64) -> String {
    rounded(value).to_string()
}

fn truth(is_true: bool) -> &'static str {
    if is_true { "true" } else { "false" }
}

/// The options that a document names.
const OPTIONS: [SetOption; 7] = [
    SetOption::QuotedIdentifier,
    SetOption::ArithAbort,
    SetOption::ConcatNullYieldsNull,
    SetOption::AnsiNulls,
    SetOption::AnsiPadding,
    SetOption::AnsiWarnings,
    SetOption::NumericRoundAbort,
];

const NAMESPACE: &str = "http://schemas.microsoft.com/sqlserver/2004/07/showplan";
/// The version of the schema.
const VERSION: &str = "1.6";
