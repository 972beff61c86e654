//! SHOWPLAN of aggregation.

use crate::expression::Words;
use crate::operator::PlanOperator;
use crate::xml::Xml;
use sluice_plan::aggregate::Aggregate;
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::physical::{GroupMethod, GroupingSets};

/// The groups and the aggregates of an operator.
pub(crate) type Grouping<'g> = (&'g [(ColumnId, Expr)], &'g [(ColumnId, Aggregate)]);

impl Words<'_> {
    /// Shows groups as a hash match, sorted groups and a single group as a stream aggregate.
    pub(crate) fn groups(
        &self,
        grouping: Grouping<'_>,
        method: GroupMethod,
        input: Box<PlanOperator>,
    ) -> Box<PlanOperator> {
        let (groups, aggregates) = grouping;
        let define =
            |(id, aggregate): &(ColumnId, Aggregate)| format!("{}={}", self.column(*id), self.aggregate(aggregate));
        let defined = aggregates.iter().map(define).collect::<Vec<_>>().join(", ");
        let by = groups.iter().map(|(_, group)| self.expr(group)).collect::<Vec<_>>().join(", ");
        let is_stream = groups.is_empty() || method == GroupMethod::Stream;
        let by = match (groups.is_empty(), is_stream) {
            (true, _) => None,
            (false, true) => Some(format!("GROUP BY:({by})")),
            (false, false) => Some(format!("HASH:({by})")),
        };
        let has_definitions = groups.is_empty() || !aggregates.is_empty();
        let definitions = has_definitions.then(|| format!("DEFINE:({defined})"));
        let argument = by.into_iter().chain(definitions).collect::<Vec<_>>().join(" ");
        let keys = groups.iter().map(|(_, group)| group);
        let shown = match is_stream {
            true => PlanOperator::new("Stream Aggregate", "Aggregate", "StreamAggregate"),
            false => PlanOperator::new("Hash Match", "Aggregate", "Hash").showing_logical(),
        };
        let shown = shown.argument(argument).before(|xml| {
            self.write_grouping(xml, grouping);
            if !groups.is_empty() {
                self.write_references(xml, if is_stream { "GroupBy" } else { "HashKeysBuild" }, keys);
            }
        });
        let shown = if has_definitions { shown.defining(defined) } else { shown };
        shown.over(input)
    }

    /// Shows GROUPING SETS, CUBE and ROLLUP as a hash aggregate over the input.
    pub(crate) fn grouping_sets(&self, sets: &GroupingSets, input: Box<PlanOperator>) -> Box<PlanOperator> {
        self.groups((&sets.groups, &sets.aggregates), GroupMethod::Hash, input)
    }

    /// Writes the columns of the groups and the aggregates.
    fn write_grouping(&self, xml: &mut Xml, (groups, aggregates): Grouping<'_>) {
        xml.element("DefinedValues", &[], |xml| {
            for (id, group) in groups {
                self.write_value(xml, &self.name(*id), |xml| self.write_expr(xml, group));
            }
            for (id, aggregate) in aggregates {
                self.write_value(xml, &self.name(*id), |xml| self.write_aggregate(xml, aggregate));
            }
        });
    }
}
