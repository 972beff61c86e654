//! The outcome as an SVG chart: for each table, seconds on the left and log flushes on the right.
//!
//! Both axes are logarithmic, because a durable commit per row and one for all rows differ by three
//! powers of ten. The SVG is self-contained: it uses the reader's fonts and follows the reader's
//! light or dark theme.

use super::axis::Axis;
use super::outcome::{Outcome, grouped};
use sluice_workload::case::{Case, Database, Table, Work};
use sluice_workload::contest::Entry;
use std::fmt::Write;

/// Returns the complete picture. There is one panel for each table, and the notes are at the end.
pub(super) fn svg(outcome: &Outcome) -> String {
    let mut body = String::new();
    label(&mut body, MARGIN, 38.0, "title", "start", "What a commit costs");
    let subtitle = format!("{}; both axes are logarithmic, shorter is better", outcome.headline());
    label(&mut body, MARGIN, 62.0, "quiet", "start", &subtitle);
    legend(&mut body, outcome);
    let mut top = 122.0;
    for table in &outcome.plan.tables {
        top = panel(&mut body, outcome, *table, top) + 34.0;
    }
    for note in outcome.notes() {
        label(&mut body, MARGIN, top, "tick", "start", &note);
        top += 16.0;
    }
    let height = top;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n\
         <title>What a commit costs: seconds and log flushes</title>\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>\n{body}</svg>\n"
    )
}

fn legend(body: &mut String, outcome: &Outcome) {
    let mut left = MARGIN;
    for (engine, color) in outcome.engines.iter().zip(COLORS) {
        let _ = writeln!(body, "<rect x=\"{left}\" y=\"80\" width=\"14\" height=\"14\" rx=\"2\" fill=\"{color}\"/>");
        label(body, left + 20.0, 92.0, "text", "start", &engine.name);
        left += 20.0 + 7.6 * engine.name.chars().count() as f64 + 26.0;
    }
}

/// Draws the panel of one table at `top`. Returns its lower end.
fn panel(body: &mut String, outcome: &Outcome, table: Table, top: f64) -> f64 {
    let cases = outcome.cases(table);
    let entries = || cases.iter().flat_map(|(_, entries)| entries.iter());
    let seconds = Axis::over(entries().map(|entry| entry.cost.seconds), SECONDS_LEFT, SECONDS_WIDTH);
    let counted = entries().filter_map(|entry| entry.cost.flushes).map(|flushes| flushes as f64);
    // The axis begins below 1, so that a single flush has a visible bar.
    let flushes = Axis::over(counted.chain([0.5]), FLUSHES_LEFT, FLUSHES_WIDTH);
    label(body, MARGIN, top, "heading", "start", table.title());
    label(body, SECONDS_LEFT, top + 22.0, "quiet", "start", "seconds");
    label(body, FLUSHES_LEFT, top + 22.0, "quiet", "start", "log flushes, by the engine's own counter");
    let first = top + 32.0;
    let rows = cases.iter().map(|(_, entries)| GAP + BAR * entries.len() as f64).sum::<f64>();
    grid(body, &seconds, first, rows, seconds_of);
    grid(body, &flushes, first, rows, |tick| if tick < 1.0 { String::new() } else { grouped(tick as u64) });
    let mut y = first + GAP / 2.0;
    for (case, entries) in &cases {
        let height = BAR * entries.len() as f64;
        label(body, SECONDS_LEFT - 12.0, y + height / 2.0 + 4.5, "text", "end", &name_of(case));
        for (place, entry) in entries.iter().enumerate() {
            bars(body, entry, &seconds, &flushes, y + BAR * place as f64);
        }
        y += height + GAP;
    }
    first + rows + 18.0
}

fn bars(body: &mut String, entry: &Entry, seconds: &Axis, flushes: &Axis, y: f64) {
    let color = COLORS[entry.engine % COLORS.len()];
    bar(body, SECONDS_LEFT, seconds.place(entry.cost.seconds), y, color, &seconds_of(entry.cost.seconds));
    if let Some(count) = entry.cost.flushes {
        bar(body, FLUSHES_LEFT, flushes.place(count as f64), y, color, &grouped(count));
    }
}

/// Appends a bar with its value behind it. `left`, `right` and `y` are in units of the drawing. A
/// bar is at least one unit wide.
pub(super) fn bar(body: &mut String, left: f64, right: f64, y: f64, color: &str, value: &str) {
    let (width, height) = ((right - left).max(1.0), BAR - 3.0);
    let _ = writeln!(
        body,
        "<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"1.5\" fill=\"{color}\"/>"
    );
    label(body, left + width + 5.0, y + height - 2.0, "value", "start", value);
}

/// Appends a vertical line for each tick of an axis, with the text that `name` returns for the tick
/// below it.
pub(super) fn grid(body: &mut String, axis: &Axis, top: f64, height: f64, name: impl Fn(f64) -> String) {
    for tick in axis.ticks() {
        let (x, bottom) = (axis.place(tick), top + height);
        let _ = writeln!(body, "<path class=\"grid\" d=\"M{x:.1} {top:.1}V{bottom:.1}\"/>");
        label(body, x, bottom + 14.0, "tick", "middle", &name(tick));
    }
}

/// Appends a text, escaped for XML. `x` and `y` are in units of the drawing; `anchor` says which
/// end of the text is at `x`.
pub(super) fn label(body: &mut String, x: f64, y: f64, class: &str, anchor: &str, text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(body, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
}

fn name_of(case: &Case) -> String {
    let durability = case.durability.name();
    match case.work {
        Work::Loop(_) => {
            let plural = if case.commits(2) > 1 { "s" } else { "" };
            format!("{durability}, {} transaction{plural}", case.work_name())
        }
        Work::Values(_) => {
            let database = if case.database == Database::User { "user" } else { "tempdb" };
            format!("{database}, {durability}, {}", case.work_name())
        }
    }
}

/// Formats seconds with a fitting unit and at most three digits.
pub(super) fn seconds_of(value: f64) -> String {
    let (value, unit) = match value {
        v if v < 0.000_999_5 => (v * 1e6, "µs"),
        v if v < 0.999_5 => (v * 1e3, "ms"),
        v => (v, "s"),
    };
    let digits = match value {
        v if v >= 99.95 => 0,
        v if v >= 9.995 => usize::from(unit == "s"),
        _ => 1,
    };
    let text = format!("{value:.digits$}");
    format!("{} {unit}", text.strip_suffix(".0").unwrap_or(&text))
}

pub(super) const WIDTH: f64 = 1060.0;
pub(super) const MARGIN: f64 = 28.0;
const SECONDS_LEFT: f64 = 240.0;
const SECONDS_WIDTH: f64 = 350.0;
const FLUSHES_LEFT: f64 = 676.0;
const FLUSHES_WIDTH: f64 = 300.0;
/// The height of a bar, including the space below it.
pub(super) const BAR: f64 = 15.0;
/// The space between two cases.
pub(super) const GAP: f64 = 12.0;
/// A palette that colour-blind readers can distinguish (Okabe and Ito).
pub(super) const COLORS: [&str; 4] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7"];
pub(super) const STYLE: &str = "\
text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;fill:#1c1c1e}\
.title{font-size:22px;font-weight:600}.heading{font-size:15px;font-weight:600}.text{font-size:13px}\
.value{font-size:11px}.quiet,.tick{fill:#6b6b70}.quiet{font-size:12.5px}.tick{font-size:10.5px}\
.grid{stroke:#e3e3e6;stroke-width:1}.paper{fill:#fff}\
@media (prefers-color-scheme:dark){text{fill:#ececee}.quiet,.tick{fill:#a0a0a6}.grid{stroke:#36363a}.paper{fill:#18181a}}";

#[cfg(test)]
mod tests {
    use super::super::outcome::tests::outcome;
    use super::*;

    #[test]
    fn every_number_has_a_bar_and_a_unit() {
        let svg = svg(&outcome());
        // The background, two in the legend, four cases with two bars of seconds and one of
        // flushes.
        assert_eq!(svg.matches("<rect").count(), 1 + 2 + 4 * 3);
        for text in ["2.5 s", "12 ms", "20,003", "full, many transactions", "delayed, one transaction", "Other &lt;1>"]
        {
            assert!(svg.contains(&format!(">{text}</text>")), "{text}");
        }
    }

    #[test]
    fn seconds_have_the_unit_that_fits() {
        let shown = [193.0, 19.33, 1.0, 0.9996, 0.5, 0.012, 0.0012, 0.000_21].map(seconds_of);
        assert_eq!(shown, ["193 s", "19.3 s", "1 s", "1 s", "500 ms", "12 ms", "1.2 ms", "210 µs"]);
    }
}
