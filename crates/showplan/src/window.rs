//! SHOWPLAN of window functions.

use crate::expression::Words;
use crate::names::ColumnName;
use crate::operator::PlanOperator;
use crate::scalar::SCALAR;
use crate::xml::Xml;
use sluice_plan::estimate::cost_of_passing;
use sluice_plan::expression::ColumnId;
use sluice_plan::window::{Window, WindowFunction};

impl Words<'_> {
    /// Shows a window as Segment and Sequence Project. The input is already in the window's order.
    pub(crate) fn window(&self, window: &Window, input: Box<PlanOperator>) -> Box<PlanOperator> {
        let define = |(id, function): &(ColumnId, WindowFunction)| {
            format!("{}={}", self.column(*id), self.window_function(function))
        };
        let defined = window.functions.iter().map(define).collect::<Vec<_>>().join(", ");
        let mut segment = PlanOperator::new("Segment", "Segment", "Segment").counted(input.counts).before(|xml| {
            self.write_references(xml, "GroupBy", &window.partition);
            xml.element("SegmentColumn", &[], |xml| ColumnName::computed("Segment").write(xml));
        });
        (segment.estimate, segment.output) = (input.estimate, input.output.clone());
        segment.estimate.cpu = cost_of_passing(input.estimate.rows);
        PlanOperator::new("Sequence Project", "Compute Scalar", "SequenceProject")
            .argument(format!("DEFINE:({defined})"))
            .defining(defined)
            .before(|xml| self.write_functions(xml, window))
            .over(segment.over(input))
    }

    /// Writes the computed columns, each as a call of its function.
    fn write_functions(&self, xml: &mut Xml, window: &Window) {
        xml.element("DefinedValues", &[], |xml| {
            for (id, function) in &window.functions {
                let text = self.window_function(function);
                let name = text.split('(').next().unwrap_or(&text);
                self.write_value(xml, &self.name(*id), |xml| {
                    if let WindowFunction::Aggregate(aggregate, _) = function {
                        return self.write_aggregate(xml, aggregate);
                    }
                    xml.element(SCALAR, &[("ScalarString", &text)], |xml| {
                        let call = [("FunctionName", name)];
                        match function.argument() {
                            None => xml.empty("Sequence", &call),
                            Some(argument) => {
                                xml.element("Intrinsic", &call, |xml| self.write_expr(xml, argument));
                            }
                        }
                    });
                });
            }
        });
    }

    fn window_function(&self, function: &WindowFunction) -> String {
        match function {
            WindowFunction::RowNumber => "row_number".to_owned(),
            WindowFunction::Rank => "rank".to_owned(),
            WindowFunction::DenseRank => "dense_rank".to_owned(),
            WindowFunction::Ntile(count) => format!("ntile({})", self.expr(count)),
            WindowFunction::PercentRank => "percent_rank".to_owned(),
            WindowFunction::CumeDist => "cume_dist".to_owned(),
            WindowFunction::Percentile { value, is_continuous, .. } => {
                let name = if *is_continuous { "percentile_cont" } else { "percentile_disc" };
                format!("{name}({})", self.expr(value))
            }
            WindowFunction::Offset { value, before: true, .. } => format!("lag({})", self.expr(value)),
            WindowFunction::Offset { value, .. } => format!("lead({})", self.expr(value)),
            WindowFunction::Edge { value, last: true, .. } => format!("LAST_VALUE({})", self.expr(value)),
            WindowFunction::Edge { value, .. } => format!("FIRST_VALUE({})", self.expr(value)),
            WindowFunction::Aggregate(aggregate, _) => self.aggregate(aggregate),
        }
    }
}
