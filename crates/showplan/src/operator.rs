//! An operator of a shown plan: its names, estimates, columns and XML element.

use crate::names::ColumnName;
use crate::xml::Xml;
use sluice_plan::node_key::NodeKey;
use std::borrow::Cow;

/// An operator of a plan as SHOWPLAN shows it, with its inputs.
#[derive(Debug)]
pub struct PlanOperator {
    /// The physical operator.
    pub physical: Cow<'static, str>,
    /// The logical operator.
    pub logical: &'static str,
    /// The text after the logical operator.
    pub argument: String,
    /// The columns that the operator computes, with their values.
    pub defined: Option<String>,
    /// The columns of the operator's rows that operators above use.
    pub output: Vec<ColumnName>,
    /// Whether a join has neither a condition nor outer references.
    pub lacks_predicate: bool,
    /// The planner's estimates.
    pub estimate: Estimate,
    /// The figures of a run that belong to the operator.
    pub counts: Counts,
    /// Whether several threads run the operator together.
    pub is_parallel: bool,
    /// The inputs.
    pub inputs: Vec<PlanOperator>,
    pub(crate) element: Element,
    // The operator's name in the text, if it isn't the physical operator.
    title: Option<&'static str>,
    shows_logical: bool,
}

/// The planner's estimates of an operator.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// The rows of one execution; `None` if unknown.
    pub rows: Option<f64>,
    /// The cost of the operator itself for one execution. The planner assumes that pages are in
    /// memory, so all of it is processor time.
    pub cpu: f64,
    /// The number of executions.
    pub executions: f64,
    /// The bytes of a row.
    pub row_bytes: f64,
    /// The cost of all executions of the operator and its inputs.
    pub total: f64,
}

impl Default for Estimate {
    fn default() -> Estimate {
        Estimate { rows: None, cpu: 0.0, executions: 1.0, row_bytes: 0.0, total: 0.0 }
    }
}

/// The figures of a run that belong to an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counts {
    /// The operator isn't counted.
    #[default]
    None,
    /// Those of the plan's operator.
    Node(NodeKey),
    /// The rows of the plan's operator, each of which was looked up on its own.
    Lookups(NodeKey),
    /// The rows that the statement changed.
    Changed,
    /// One row, once.
    Once,
}

/// The XML element that an operator has inside its `RelOp`. The inputs are between the two parts.
#[derive(Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: &'static str,
    pub(crate) attributes: Vec<(&'static str, String)>,
    pub(crate) before: Xml,
    pub(crate) after: Xml,
}

impl PlanOperator {
    /// Returns an operator without inputs. `element` is the name of its XML element. The operator
    /// is boxed while it is made, so that the frames of the walk over a plan stay small.
    pub(crate) fn new(
        physical: impl Into<Cow<'static, str>>,
        logical: &'static str,
        element: &'static str,
    ) -> Box<PlanOperator> {
        Box::new(PlanOperator {
            physical: physical.into(),
            logical,
            argument: String::new(),
            defined: None,
            output: Vec::new(),
            lacks_predicate: false,
            estimate: Estimate::default(),
            counts: Counts::None,
            is_parallel: false,
            inputs: Vec::new(),
            element: Element { name: element, ..Element::default() },
            title: None,
            shows_logical: false,
        })
    }

    /// Names the logical operator in the text.
    pub(crate) fn showing_logical(mut self: Box<Self>) -> Box<PlanOperator> {
        self.shows_logical = true;
        self
    }

    /// Sets the operator's name in the text.
    pub(crate) fn titled(mut self: Box<Self>, title: &'static str) -> Box<PlanOperator> {
        self.title = Some(title);
        self
    }

    /// Sets the argument.
    pub(crate) fn argument(mut self: Box<Self>, argument: impl Into<String>) -> Box<PlanOperator> {
        self.argument = argument.into();
        self
    }

    /// Sets the text of the computed columns.
    pub(crate) fn defining(mut self: Box<Self>, defined: impl Into<String>) -> Box<PlanOperator> {
        self.defined = Some(defined.into());
        self
    }

    /// Adds an attribute of the element.
    pub(crate) fn with(mut self: Box<Self>, name: &'static str, value: impl Into<String>) -> Box<PlanOperator> {
        self.element.attributes.push((name, value.into()));
        self
    }

    /// Appends to the part of the element before the inputs. `write` runs at once.
    pub(crate) fn before(mut self: Box<Self>, write: impl FnOnce(&mut Xml)) -> Box<PlanOperator> {
        write(&mut self.element.before);
        self
    }

    /// Appends to the part of the element after the inputs. `write` runs at once.
    pub(crate) fn after(mut self: Box<Self>, write: impl FnOnce(&mut Xml)) -> Box<PlanOperator> {
        write(&mut self.element.after);
        self
    }

    /// Adds an input.
    pub(crate) fn over(mut self: Box<Self>, input: Box<PlanOperator>) -> Box<PlanOperator> {
        self.inputs.push(*input);
        self
    }

    /// Sets the figures of a run that belong to the operator.
    pub(crate) fn counted(mut self: Box<Self>, counts: Counts) -> Box<PlanOperator> {
        self.counts = counts;
        self
    }

    /// Returns the operator's text without the strokes of the tree.
    pub fn text(&self) -> String {
        let title = self.title.unwrap_or(&self.physical);
        let parts = [if self.shows_logical { self.logical } else { "" }, self.argument.as_str()];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if parts.is_empty() { title.to_owned() } else { format!("{title}({})", parts.join(", ")) }
    }

    /// Marks the operator and those below it as run by several threads. The first input of a hash
    /// join is read by one thread into the table that all of them share.
    pub(crate) fn mark_parallel(&mut self) {
        self.is_parallel = true;
        self.inputs.last_mut().into_iter().for_each(PlanOperator::mark_parallel);
    }

    /// Sums up the costs of the operators, each over all its executions.
    pub(crate) fn sum_up(&mut self) {
        let Estimate { cpu, executions, .. } = self.estimate;
        self.estimate.total = cpu * executions;
        for input in &mut self.inputs {
            input.sum_up();
            self.estimate.total += input.estimate.total;
        }
    }
}

/// Returns an estimate with six significant digits, which are more than it's worth.
pub fn rounded(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let digits = 5 - value.abs().log10().floor() as i32;
    let scale = 10f64.powi(digits.abs());
    if digits >= 0 { (value * scale).round() / scale } else { (value / scale).round() * scale }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_estimate_has_six_digits() {
        let shown =
            [0.0, 1.0, 1_234_567.0, 0.000_012_345_678, 1.0 / 3.0, 2.5e-9].map(|value| rounded(value).to_string());
        assert_eq!(shown, ["0", "1", "1234570", "0.0000123457", "0.333333", "0.0000000025"]);
    }

    #[test]
    fn costs_add_up_over_executions() {
        let operator = |cpu, executions| {
            let mut operator = PlanOperator::new("Filter", "Filter", "Filter");
            operator.estimate = Estimate { cpu, executions, ..Estimate::default() };
            operator
        };
        let mut plan = operator(1.0, 1.0).over(operator(2.0, 1.0)).over(operator(3.0, 10.0).over(operator(0.5, 10.0)));
        plan.sum_up();
        assert_eq!((plan.estimate.total, plan.inputs[1].estimate.total), (38.0, 35.0));
    }
}
