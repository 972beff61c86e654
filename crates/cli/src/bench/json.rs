//! The outcome as JSON, for other programs.

use super::outcome::Outcome;
use sluice_workload::contest::Entry;
use std::fmt::Write;

/// Returns one JSON object, with a line for each part. The settings come first, then engines, then
/// results.
pub(super) fn text(outcome: &Outcome) -> String {
    let plan = &outcome.plan;
    let engines: Vec<String> = outcome
        .engines
        .iter()
        .map(|engine| {
            let (name, full, delayed) = (quoted(&engine.name), quoted(engine.full), quoted(engine.delayed));
            format!("    {{\"name\": {name}, \"full\": {full}, \"delayed\": {delayed}}}")
        })
        .collect();
    let results: Vec<String> = outcome.entries.iter().map(|entry| format!("    {}", result(outcome, entry))).collect();
    format!(
        "{{\n  \"version\": {},\n  \"rows\": {},\n  \"repeat\": {},\n  \"seed\": {},\n  \"engines\": [\n{}\n  ],\n  \"results\": [\n{}\n  ]\n}}\n",
        quoted(env!("CARGO_PKG_VERSION")),
        plan.rows,
        plan.repeat,
        plan.seed,
        engines.join(",\n"),
        results.join(",\n")
    )
}

fn result(outcome: &Outcome, entry: &Entry) -> String {
    let (case, cost) = (&entry.case, &entry.cost);
    let number = |value: Option<u64>| value.map_or("null".to_owned(), |value| value.to_string());
    let commits = case.commits(outcome.plan.rows);
    format!(
        "{{\"table\": {}, \"database\": {}, \"durability\": {}, \"work\": {}, \"engine\": {}, \"seconds\": {:.6}, \"commits\": {commits}, \
         \"commits_per_s\": {:.1}, \"flushes\": {}, \"waits\": {}, \"wait_ms\": {}, \"log_bytes\": {}}}",
        quoted(entry.table.name()),
        quoted(case.database_name()),
        quoted(case.durability.name()),
        quoted(&case.work_name()),
        quoted(&outcome.engines[entry.engine].name),
        cost.seconds,
        f64::from(commits) / cost.seconds,
        number(cost.flushes),
        number(cost.waits),
        number(cost.wait_ms),
        number(cost.log_bytes),
    )
}

/// Returns the text as a JSON string: in quotation marks, with control characters escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::super::outcome::tests::outcome;
    use super::*;

    #[test]
    fn json_quotes_names_and_writes_null_for_missing() {
        let text = text(&outcome());
        assert!(text.contains(r#"{"name": "Sluice 0.1", "full": "\"on\"", "delayed": "off"}"#), "{text}");
        let first = r#"{"table": "transactions", "database": "PerformanceV3", "durability": "full", "work": "many", "engine": "Sluice 0.1", "seconds": 2.500000, "commits": 20000, "commits_per_s": 8000.0, "flushes": 20003, "waits": 20003, "wait_ms": 1900, "log_bytes": 81920000},"#;
        assert!(text.contains(first), "{text}");
        assert!(text.contains(r#""flushes": null, "waits": null, "wait_ms": null, "log_bytes": null}"#), "{text}");
        assert_eq!(quoted("a\n\\"), r#""a\u000a\\""#);
    }
}
