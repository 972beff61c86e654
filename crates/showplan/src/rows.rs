//! SHOWPLAN of operators that make, filter, extend, order, limit and collect rows.

use crate::expression::Words;
use crate::names::{TableName, quoted};
use crate::operator::{Counts, PlanOperator};
use crate::xml::flag;
use sluice_functions::serialize::Shape;
use sluice_plan::estimate::cost_of_passing;
use sluice_plan::expression::{ColumnId, Condition, Expr};
use sluice_plan::node_key::NodeKey;
use sluice_plan::physical::{Recursion, Rows, RowsOfCall, RowsOfModule, Serialization, Top, ViewTarget};
use sluice_plan::sort_key::SortKey;

impl Words<'_> {
    /// Shows one row without columns: a Constant Scan.
    pub(crate) fn one_row(&self) -> Box<PlanOperator> {
        PlanOperator::new("Constant Scan", "Constant Scan", "ConstantScan")
    }

    /// Shows VALUES: a Constant Scan with the rows.
    pub(crate) fn listed(&self, columns: &[ColumnId], rows: &[Vec<Expr>]) -> Box<PlanOperator> {
        let shown: Vec<String> = rows.iter().map(|row| format!("({})", self.list(row))).collect();
        self.one_row().argument(format!("VALUES:({})", shown.join(","))).before(|xml| {
            xml.element("DefinedValues", &[], |xml| {
                columns.iter().for_each(|id| self.write_value(xml, &self.name(*id), |_| ()));
            });
            xml.element("Values", &[], |xml| {
                for row in rows {
                    xml.element("Row", &[], |xml| row.iter().for_each(|value| self.write_expr(xml, value)));
                }
            });
        })
    }

    /// Shows a system view as a table-valued function.
    pub(crate) fn view(&self, target: &ViewTarget) -> Box<PlanOperator> {
        let name = TableName::in_schema(target.def.schema, target.def.name);
        self.function(format!("OBJECT:({})", name.text()), Some(&name), &target.arguments)
    }

    /// Shows a user's table-valued function that is called, not expanded.
    pub(crate) fn module_rows(&self, call: &RowsOfModule) -> Box<PlanOperator> {
        let name = TableName::in_schema(&call.module.schema, &call.module.name);
        self.function(format!("OBJECT:({})", name.text()), Some(&name), &call.arguments)
    }

    /// Shows a built-in table-valued function.
    pub(crate) fn call(&self, call: &RowsOfCall) -> Box<PlanOperator> {
        let name = format!("{:?}", call.function).to_uppercase();
        let object = TableName { database: None, schema: None, table: quoted(&name) };
        self.function(format!("OBJECT:({})", object.text()), Some(&object), &call.arguments)
    }

    fn function(&self, argument: String, object: Option<&TableName>, arguments: &[Expr]) -> Box<PlanOperator> {
        let kind = "Table-valued function";
        PlanOperator::new(kind, kind, "TableValuedFunction").argument(argument).before(|xml| {
            object.iter().for_each(|object| object.write_plain_object(xml));
            if !arguments.is_empty() {
                xml.element("ParameterList", &[], |xml| arguments.iter().for_each(|value| self.write_expr(xml, value)));
            }
        })
    }

    /// Shows a Filter over the input.
    pub(crate) fn filter(&self, condition: &Condition, input: Box<PlanOperator>) -> Box<PlanOperator> {
        PlanOperator::new("Filter", "Filter", "Filter")
            .argument(format!("WHERE:({})", self.condition(condition)))
            .with("StartupExpression", flag(false))
            .after(|xml| self.write_predicate(xml, "Predicate", Some(condition)))
            .over(input)
    }

    /// Shows a Compute Scalar over the input.
    pub(crate) fn compute(&self, computed: &[(ColumnId, Expr)], input: Box<PlanOperator>) -> Box<PlanOperator> {
        let defined = self.defined(computed);
        self.computing(&defined).before(|xml| self.write_defined(xml, computed)).over(input)
    }

    /// Returns a Compute Scalar without its element's contents and its input.
    pub(crate) fn computing(&self, defined: &str) -> Box<PlanOperator> {
        PlanOperator::new("Compute Scalar", "Compute Scalar", "ComputeScalar")
            .argument(format!("DEFINE:({defined})"))
            .defining(defined)
    }

    /// Returns the Compute Scalar of a query's values. `computed` are the values that aren't
    /// columns.
    pub(crate) fn values_above(
        &self,
        input: Box<PlanOperator>,
        values: &[Expr],
        computed: &[&Expr],
    ) -> Box<PlanOperator> {
        let texts: Vec<String> = computed.iter().map(|value| self.expr(value)).collect();
        let mut shown = self.computing(&texts.join(", ")).counted(input.counts).before(|xml| {
            xml.element("DefinedValues", &[], |xml| {
                for value in computed {
                    self.write_value(xml, &self.name_of(value), |xml| self.write_expr(xml, value));
                }
            });
        });
        shown.output = self.names_of(values);
        shown.estimate = input.estimate;
        shown.estimate.cpu = cost_of_passing(input.estimate.rows);
        shown.over(input)
    }

    /// Shows a Sort over the input. It isn't distinct.
    pub(crate) fn sort(&self, keys: &[SortKey], input: Box<PlanOperator>) -> Box<PlanOperator> {
        PlanOperator::new("Sort", "Sort", "Sort")
            .argument(format!("ORDER BY:({})", self.order(keys)))
            .with("Distinct", flag(false))
            .before(|xml| {
                xml.element("OrderBy", &[], |xml| {
                    for key in keys {
                        let attributes = [("Ascending", flag(!key.descending))];
                        xml.element("OrderByColumn", &attributes, |xml| self.write_reference(xml, &key.expr));
                    }
                });
            })
            .over(input)
    }

    /// Shows TOP over the input.
    pub(crate) fn top(&self, top: &Top, input: Box<PlanOperator>) -> Box<PlanOperator> {
        let percent = if top.percent { " PERCENT" } else { "" };
        let ties = top.ties.as_ref().map_or(String::new(), |ties| format!(", TIE COLUMNS:({})", self.list(ties)));
        self.first(top.percent, top.ties.is_some())
            .argument(format!("TOP EXPRESSION:({}{percent}){ties}", self.expr(&top.count)))
            .before(|xml| {
                if let Some(ties) = &top.ties {
                    self.write_references(xml, "TieColumns", ties);
                }
                xml.element("TopExpression", &[], |xml| self.write_expr(xml, &top.count));
            })
            .over(input)
    }

    /// Shows OFFSET and FETCH as a Top over the input.
    pub(crate) fn offset(&self, (skip, fetch): (&Expr, Option<&Expr>), input: Box<PlanOperator>) -> Box<PlanOperator> {
        let shown = fetch.map_or(String::new(), |fetch| format!(",TOP EXPRESSION:({})", self.expr(fetch)));
        self.first(false, false)
            .argument(format!("OFFSET EXPRESSION:({}){shown}", self.expr(skip)))
            .before(|xml| {
                xml.element("OffsetExpression", &[], |xml| self.write_expr(xml, skip));
                if let Some(fetch) = fetch {
                    xml.element("TopExpression", &[], |xml| self.write_expr(xml, fetch));
                }
            })
            .over(input)
    }

    fn first(&self, is_percent: bool, has_ties: bool) -> Box<PlanOperator> {
        PlanOperator::new("Top", "Top", "Top")
            .with("RowCount", flag(false))
            .with("IsPercent", flag(is_percent))
            .with("WithTies", flag(has_ties))
    }

    /// Shows UNION ALL as a Concatenation of the inputs.
    pub(crate) fn union(&self, columns: &[ColumnId], inputs: &[Rows], executions: f64) -> Box<PlanOperator> {
        let all: Vec<&Rows> = inputs.iter().collect();
        self.concatenation(columns, &all, executions)
    }

    /// Returns the rows of several queries, one query after the other.
    fn concatenation(&self, columns: &[ColumnId], inputs: &[&Rows], executions: f64) -> Box<PlanOperator> {
        let mut shown = PlanOperator::new("Concatenation", "Concatenation", "Concat").before(|xml| {
            xml.element("DefinedValues", &[], |xml| {
                for (place, id) in columns.iter().enumerate() {
                    let values = inputs.iter().filter_map(|rows| rows.values.get(place));
                    self.write_value(xml, &self.name(*id), |xml| {
                        values.for_each(|value| self.name_of(value).write(xml));
                    });
                }
            });
        });
        for rows in inputs {
            shown = shown.over(self.rows(rows, executions));
        }
        shown
    }

    /// Shows a recursion as an Index Spool over a Concatenation of the anchor's and the members'
    /// rows. `key` is the plan's operator whose counts the Concatenation has.
    pub(crate) fn recursion(&self, recursion: &Recursion, key: NodeKey, executions: f64) -> Box<PlanOperator> {
        let members = recursion.members.iter().map(|member| &member.rows);
        let inputs: Vec<&Rows> = std::iter::once(&recursion.anchor).chain(members).collect();
        let mut all = self.concatenation(&recursion.columns, &inputs, executions).counted(Counts::Node(key));
        all.output = recursion.columns.iter().map(|id| self.name(*id)).collect();
        all.estimate = self.estimate(None, 0.0, &recursion.columns, executions);
        spool("Index Spool", true).over(all)
    }

    /// Shows the rows of a recursion's last step: a spool that is a stack.
    pub(crate) fn current(&self) -> Box<PlanOperator> {
        spool("Table Spool", true)
    }

    /// Shows rows that the statement passes to itself: a table spool.
    pub(crate) fn given(&self) -> Box<PlanOperator> {
        spool("Table Spool", false)
    }

    /// Shows FOR XML or FOR JSON as a UDX over its query. Both have the name FOR XML.
    pub(crate) fn serialization(&self, serialization: &Serialization, executions: f64) -> Box<PlanOperator> {
        let column = self.name(serialization.column);
        let clause = if matches!(*serialization.shape, Shape::Xml(_)) { "FOR XML" } else { "FOR JSON" };
        PlanOperator::new("UDX", "UDX", "Extension")
            .argument(column.text())
            .with("UDXName", clause)
            .over(self.rows(&serialization.rows, executions))
    }
}

/// Returns a spool. `is_stack` says that the last row written is the first read.
pub(crate) fn spool(physical: &'static str, is_stack: bool) -> Box<PlanOperator> {
    let shown = PlanOperator::new(physical, "Lazy Spool", "Spool");
    if is_stack { shown.argument("WITH STACK").with("Stack", flag(true)) } else { shown }
}
