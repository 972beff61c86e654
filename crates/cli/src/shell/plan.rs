//! `\plan`: the plans of a text, drawn as trees from the rows of SHOWPLAN_ALL.

use crate::output::Printer;
use crate::session::Session;
use sluice_client::Audience;
use sluice_engine::{ColumnInfo, Message, Sink, Value};
use sluice_tds::Column;
use std::io::Write;

/// Returns the drawings of a batch's plans; empty if no statement has a plan. The batch itself
/// doesn't run. Messages are printed. An error means that the session has ended.
pub(super) fn drawn<W: Write>(session: &mut Session, printer: &mut Printer<W>, batch: &str) -> Result<String, String> {
    let mut rows = PlanRows { printer, steps: Vec::new() };
    for text in ["SET SHOWPLAN_ALL ON", batch, "SET SHOWPLAN_ALL OFF"] {
        session.execute_into(text, &mut rows)?;
    }
    Ok(drawing(&rows.steps))
}

/// A row of a plan: a statement or an operator.
#[derive(Debug, Default)]
struct Step {
    text: String,
    statement: i64,
    node: i64,
    parent: i64,
    /// The operator; empty for a statement.
    physical: String,
    logical: String,
    argument: String,
    rows: Option<f64>,
    cost: f64,
}

/// Collects the rows of plans and prints messages.
struct PlanRows<'p, W: Write> {
    printer: &'p mut Printer<W>,
    steps: Vec<Step>,
}

impl<W: Write> PlanRows<'_, W> {
    fn add(&mut self, row: &[Value]) {
        let [text, statement, node, parent, physical, logical, argument, _, rows, _, _, _, cost, ..] = row else {
            return;
        };
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let number = |value: &Value| value.as_i64().unwrap_or_default();
        let figure = |value: &Value| if let Value::Float(figure) = value { Some(*figure) } else { None };
        self.steps.push(Step {
            text: word(text),
            statement: number(statement),
            node: number(node),
            parent: number(parent),
            physical: word(physical),
            logical: word(logical),
            argument: word(argument),
            rows: figure(rows),
            cost: figure(cost).unwrap_or_default(),
        });
    }
}

impl<W: Write> Sink for PlanRows<'_, W> {
    fn columns(&mut self, _: &[ColumnInfo]) {}

    fn row(&mut self, row: &[Value]) {
        self.add(row);
    }

    fn done(&mut self, _: Option<u64>) {}

    fn message(&mut self, message: Message) {
        Sink::message(self.printer, message);
    }
}

impl<W: Write> Audience for PlanRows<'_, W> {
    fn columns(&mut self, _: &[Column]) {}

    fn row(&mut self, row: &[Value]) {
        self.add(row);
    }

    fn done(&mut self, _: Option<u64>) {}

    fn message(&mut self, message: &sluice_tds::Message) {
        self.printer.server_message(message);
    }
}

/// Draws each statement's text and its operators below it.
fn drawing(steps: &[Step]) -> String {
    let mut drawn = String::new();
    for statement in steps.iter().filter(|step| step.physical.is_empty()) {
        let own: Vec<&Step> = steps.iter().filter(|step| step.statement == statement.statement).collect();
        drawn.push_str(statement.text.trim());
        drawn.push('\n');
        draw_below(statement, statement.cost, &own, "", &mut drawn);
        drawn.push('\n');
    }
    drawn
}

/// Draws the operators below `above`. `whole` is the cost of the statement.
fn draw_below(above: &Step, whole: f64, steps: &[&Step], before: &str, drawn: &mut String) {
    let is_below = |step: &&&Step| !step.physical.is_empty() && step.parent == above.node;
    let below: Vec<&Step> = steps.iter().filter(is_below).copied().collect();
    for (place, step) in below.iter().enumerate() {
        let is_last = place + 1 == below.len();
        let inputs = || steps.iter().filter(|input| !input.physical.is_empty() && input.parent == step.node);
        let own = (step.cost - inputs().map(|input| input.cost).sum::<f64>()).max(0.0);
        let (branch, more) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        let stem = if inputs().next().is_some() { "│  " } else { "   " };
        drawn.push_str(&format!("{before}{branch}{}\n", title(step, own, whole)));
        if !step.argument.is_empty() {
            drawn.push_str(&format!("{before}{more}{stem}{}\n", step.argument));
        }
        draw_below(step, whole, steps, &format!("{before}{more}"), drawn);
    }
}

/// Returns an operator's name, its estimated rows and its part of the statement's cost.
fn title(step: &Step, own: f64, whole: f64) -> String {
    let mut title = step.physical.clone();
    if !step.logical.is_empty() && step.logical != step.physical {
        title.push_str(&format!(" ({})", step.logical));
    }
    if let Some(rows) = step.rows {
        title.push_str(&format!(", {} rows", rows.round()));
    }
    if whole > 0.0 {
        title.push_str(&format!(", {:.0} %", 100.0 * own / whole));
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plan_is_drawn_as_a_tree() {
        let step = |node, parent, physical: &str, argument: &str, rows, cost| Step {
            text: "SELECT 1".to_owned(),
            statement: 1,
            node,
            parent,
            physical: physical.to_owned(),
            logical: if physical == "Hash Match" { "Inner Join".to_owned() } else { physical.to_owned() },
            argument: argument.to_owned(),
            rows,
            cost,
        };
        let steps = [
            step(1, 0, "", "", Some(3.0), 4.0),
            step(2, 1, "Hash Match", "HASH:([a])=([b])", Some(2.6), 4.0),
            step(3, 2, "Filter", "WHERE:([a]>(1))", Some(5.0), 2.0),
            step(4, 3, "Table Scan", "OBJECT:([a])", None, 1.0),
            step(5, 2, "Table Scan", "", Some(9.0), 1.0),
        ];
        let expected = "\
SELECT 1
└─ Hash Match (Inner Join), 3 rows, 25 %
   │  HASH:([a])=([b])
   ├─ Filter, 5 rows, 25 %
   │  │  WHERE:([a]>(1))
   │  └─ Table Scan, 25 %
   │        OBJECT:([a])
   └─ Table Scan, 9 rows, 25 %

";
        assert_eq!(drawing(&steps), expected);
    }
}
