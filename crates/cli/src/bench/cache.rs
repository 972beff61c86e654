//! `sluice bench cache`: the outcome as a table, as JSON and as an SVG chart.

use super::axis::Axis;
use super::chart::{BAR, COLORS, GAP, MARGIN, STYLE, WIDTH, bar, grid, label, seconds_of};
use super::json::quoted;
use super::outcome::{grouped, seconds};
use super::table::aligned;
use super::{Folder, Progress};
use crate::cache_options::CacheOptions;
use crate::client::Failure;
use sluice_workload::cache::{self, CacheEntry, CachePlan, Load, Round};
use sluice_workload::cache_peers;
use std::fmt::Write;

/// The measured entries, with the plan that they refer to.
struct Outcome {
    plan: CachePlan,
    entries: Vec<CacheEntry>,
    notes: Vec<String>,
}

/// Measures and prints the outcome; the SVG file is written too if one is named.
pub(crate) fn run(options: &CacheOptions) -> Result<(), Failure> {
    let outcome = measure(options).map_err(Failure::Outside)?;
    if let Some(path) = &options.svg {
        std::fs::write(path, svg(&outcome))
            .map_err(|error| Failure::Outside(format!("could not write '{}': {error}", path.display())))?;
    }
    let text = if options.json { json(&outcome) } else { text(&outcome) };
    std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes()).map_err(|error| Failure::of_output(&error))
}

fn measure(options: &CacheOptions) -> Result<Outcome, String> {
    let (slow, fast) = (Folder::make(&options.slow)?, Folder::make(&options.fast)?);
    let plan = CachePlan {
        rows: options.rows,
        statements: options.statements,
        rounds: options.rounds,
        only: options.only.clone(),
        slow: slow.path.clone(),
        fast: fast.path.clone(),
    };
    let mut progress = Progress::default();
    let entries = cache::measure(&plan, |what, share| progress.show(what, share));
    let peers = entries.and_then(|mut entries| {
        let peers = cache_peers::measure(&plan, |what| progress.show(what, 1.0))?;
        entries.extend(peers.entries);
        Ok((entries, peers.missing))
    });
    progress.clear();
    let (entries, mut notes) = peers?;
    notes.insert(0, ARTICLE.to_owned());
    Ok(Outcome { plan, entries, notes })
}

impl Outcome {
    fn headline(&self) -> String {
        let (rows, statements) = (grouped(self.plan.rows.into()), grouped(self.plan.statements.into()));
        format!("{statements} statements on {rows} rows of 1,000 bytes")
    }

    fn entries_with(&self, load: Load) -> impl Iterator<Item = &CacheEntry> {
        self.entries.iter().filter(move |entry| entry.load == load)
    }
}

/// Returns the rounds of an entry, each with its name. The article's time is beside the first.
fn rounds(entry: &CacheEntry) -> impl Iterator<Item = (String, Option<f64>, &Round)> {
    let article = entry.engine.starts_with("Sluice").then(|| entry.situation.article_s(entry.load));
    (1..).zip(&entry.rounds).map(move |(number, round)| {
        let name = match (entry.rounds.len(), number) {
            (1, _) => entry.situation.name().to_owned(),
            (_, 1) => format!("{}, round 1", entry.situation.name()),
            _ => format!("round {number}"),
        };
        (name, article.filter(|_| number == 1), round)
    })
}

fn text(outcome: &Outcome) -> String {
    let mut out = format!("{}. A dash: the engine doesn't count it, or has no such thing.\n", outcome.headline());
    for load in Load::ALL {
        let mut rows = vec![
            ["situation", "engine", "seconds", "µs/statement", "article s", "pages from disk", "from the extension"]
                .map(str::to_owned),
        ];
        for entry in outcome.entries_with(load) {
            rows.extend(rounds(entry).map(|(name, article, round)| cells(outcome, entry, name, article, round)));
            if let Some(checkpoint_s) = entry.checkpoint_s {
                let dash = || "-".to_owned();
                let name = "  then a checkpoint".to_owned();
                rows.push([name, entry.engine.clone(), seconds(checkpoint_s), dash(), dash(), dash(), dash()]);
            }
        }
        let _ = write!(out, "\nRandom {}\n{}", load.name(), aligned(&rows, 2));
    }
    out.push('\n');
    for note in &outcome.notes {
        let _ = writeln!(out, "{note}");
    }
    out
}

fn cells(outcome: &Outcome, entry: &CacheEntry, name: String, article: Option<f64>, round: &Round) -> [String; 7] {
    let number = |value: Option<u64>| value.map_or("-".to_owned(), grouped);
    [
        name,
        entry.engine.clone(),
        seconds(round.seconds),
        seconds(round.seconds * 1e6 / f64::from(outcome.plan.statements)),
        article.map_or("-".to_owned(), seconds),
        number(round.file_reads),
        number(round.extension_reads),
    ]
}

fn json(outcome: &Outcome) -> String {
    let plan = &outcome.plan;
    let number = |value: Option<u64>| value.map_or("null".to_owned(), |value| value.to_string());
    let round = |round: &Round| {
        format!(
            "{{\"seconds\": {:.6}, \"file_reads\": {}, \"extension_reads\": {}}}",
            round.seconds,
            number(round.file_reads),
            number(round.extension_reads)
        )
    };
    let entry = |entry: &CacheEntry| {
        format!(
            "    {{\"load\": {}, \"situation\": {}, \"engine\": {}, \"checkpoint_s\": {}, \"rounds\": [{}]}}",
            quoted(entry.load.name()),
            quoted(entry.situation.name()),
            quoted(&entry.engine),
            entry.checkpoint_s.map_or("null".to_owned(), |seconds| format!("{seconds:.6}")),
            entry.rounds.iter().map(round).collect::<Vec<_>>().join(", ")
        )
    };
    let entries: Vec<String> = outcome.entries.iter().map(entry).collect();
    format!(
        "{{\n  \"version\": {},\n  \"rows\": {},\n  \"statements\": {},\n  \"results\": [\n{}\n  ]\n}}\n",
        quoted(env!("CARGO_PKG_VERSION")),
        plan.rows,
        plan.statements,
        entries.join(",\n")
    )
}

fn svg(outcome: &Outcome) -> String {
    let mut body = String::new();
    label(&mut body, MARGIN, 38.0, "title", "start", "What the buffer pool extension saves");
    let subtitle = format!("{}; the axis is logarithmic, shorter is better", outcome.headline());
    label(&mut body, MARGIN, 62.0, "quiet", "start", &subtitle);
    let mut engines: Vec<&str> = outcome.entries.iter().map(|entry| &*entry.engine).collect();
    engines.dedup();
    let mut top = 100.0;
    for load in Load::ALL {
        top = panel(&mut body, outcome, load, &engines, top) + 34.0;
    }
    for note in &outcome.notes {
        label(&mut body, MARGIN, top, "tick", "start", note);
        top += 16.0;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {top}\" width=\"{WIDTH}\" height=\"{top}\" role=\"img\">\n\
         <title>What the buffer pool extension saves: seconds</title>\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{WIDTH}\" height=\"{top}\"/>\n{body}</svg>\n"
    )
}

/// Draws the panel of one load at `top`. Returns its lower end.
fn panel(body: &mut String, outcome: &Outcome, load: Load, engines: &[&str], top: f64) -> f64 {
    let bars: Vec<(String, f64, usize)> = outcome
        .entries_with(load)
        .flat_map(|entry| {
            let engine = engines.iter().position(|engine| *engine == entry.engine).unwrap_or(0);
            let name = move |name| if engine == 0 { name } else { format!("{name}: {}", entry.engine) };
            rounds(entry).map(move |(situation, _, round)| (name(situation), round.seconds, engine))
        })
        .collect();
    let axis = Axis::over(bars.iter().map(|(_, seconds, _)| *seconds), LEFT, BARS_WIDTH);
    label(body, MARGIN, top, "heading", "start", &format!("Random {}", load.name()));
    let (first, height) = (top + 12.0, GAP + (BAR + 6.0) * bars.len() as f64);
    grid(body, &axis, first, height, seconds_of);
    let mut y = first + GAP / 2.0;
    for (name, seconds, engine) in &bars {
        label(body, LEFT - 12.0, y + BAR - 5.0, "text", "end", name);
        bar(body, LEFT, axis.place(*seconds), y, COLORS[engine % COLORS.len()], &seconds_of(*seconds));
        y += BAR + 6.0;
    }
    first + height + 18.0
}

const LEFT: f64 = 330.0;
const BARS_WIDTH: f64 = 560.0;
const ARTICLE: &str =
    "The article's seconds are those of SQL Server 2014 on its machine, for 10,000 statements on 1,000,000 rows.";

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_workload::cache::Situation;

    fn outcome() -> Outcome {
        let only = String::new();
        let plan = CachePlan { rows: 1_000, statements: 100, rounds: 2, only, slow: ".".into(), fast: ".".into() };
        let round = |seconds| Round { seconds, file_reads: Some(1_200), extension_reads: Some(7) };
        let entry = |load, situation, rounds| CacheEntry {
            load,
            situation,
            engine: "Sluice 1".to_owned(),
            rounds,
            checkpoint_s: (load == Load::Updates).then_some(0.5),
        };
        let peer = Round { seconds: 3.0, file_reads: None, extension_reads: None };
        let entries = vec![
            entry(Load::Reads, Situation::Cold, vec![round(1.25)]),
            CacheEntry { engine: "Other <1>".to_owned(), ..entry(Load::Reads, Situation::Limited, vec![peer]) },
            entry(Load::Updates, Situation::Extended, vec![round(0.02), round(0.03)]),
        ];
        Outcome { plan, entries, notes: vec!["a note".to_owned()] }
    }

    #[test]
    fn table_has_each_round_and_the_article() {
        let text = text(&outcome());
        let lines: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split("  ").filter(|cell| !cell.is_empty()).map(str::trim).collect())
            .collect();
        assert!(lines.contains(&vec!["cold", "Sluice 1", "1.25", "12500", "122", "1,200", "7"]), "{text}");
        assert!(lines.contains(&vec!["8 % in memory", "Other <1>", "3.00", "30000", "-", "-", "-"]), "{text}");
        assert!(
            lines.contains(&vec![
                "8 % in memory, extension, round 1",
                "Sluice 1",
                "0.0200",
                "200",
                "75.0",
                "1,200",
                "7"
            ]),
            "{text}"
        );
        assert!(lines.contains(&vec!["round 2", "Sluice 1", "0.0300", "300", "-", "1,200", "7"]), "{text}");
        assert!(lines.contains(&vec!["then a checkpoint", "Sluice 1", "0.500", "-", "-", "-", "-"]), "{text}");
        assert!(text.ends_with("a note\n"));
    }

    #[test]
    fn json_and_chart_have_every_round() {
        let json = json(&outcome());
        let rounds = r#""checkpoint_s": 0.500000, "rounds": [{"seconds": 0.020000, "file_reads": 1200, "extension_reads": 7}, {"#;
        assert!(json.contains(rounds), "{json}");
        assert!(json.contains(r#""file_reads": null"#), "{json}");
        let svg = svg(&outcome());
        // The background and a bar for each round.
        assert_eq!(svg.matches("<rect").count(), 1 + 4);
        assert!(svg.contains(">20 ms</text>") && svg.contains(">8 % in memory: Other &lt;1></text>"), "{svg}");
    }
}
