//! Verifies `docs/tour.md`: runs each command of its blocks and compares the output. Blocks that
//! begin with `console` have commands after `$ `; blocks that begin with `shell` are a dialogue
//! with the shell on a terminal. Other blocks are not run.

use crate::program::{Program, root};
use crate::terminal::Terminal;
use std::process::Command;

/// The scripts that the tour's commands use. The tour's `cat` commands verify their content.
const SCRIPTS: &[&str] = &["commits.sql", "ticket.sql", "wait.sql", "read.sql", "plan.sql"];

#[test]
fn tour_matches_the_actual_output() {
    let tour = std::fs::read_to_string(root().join("docs/tour.md")).unwrap();
    let program = Program::new();
    std::fs::copy(root().join("examples/log-flushes.sql"), program.path("log-flushes.sql")).unwrap();
    let blocks = blocks(&tour);
    assert_eq!(blocks.iter().filter(|(kind, _)| *kind == "shell").count(), 1);
    assert!(blocks.iter().filter(|(kind, _)| *kind == "console").count() >= 4);
    for script in SCRIPTS {
        program.script(script, &shown_script(&blocks, script));
    }
    for (kind, block) in blocks {
        match kind {
            "shell" => dialogue(&program, block),
            "console" => commands(&program, block),
            _ => {}
        }
    }
}

/// Returns the tour's blocks, each with the word after its fence.
fn blocks(tour: &str) -> Vec<(&str, &str)> {
    let parts = tour.split("\n```").skip(1).step_by(2);
    parts.filter_map(|part| part.split_once('\n')).collect()
}

/// Returns the output of `cat` for a script.
fn shown_script(blocks: &[(&str, &str)], name: &str) -> String {
    let command = format!("$ cat {name}\n");
    let shown = blocks.iter().find_map(|(_, block)| block.split_once(&command)).unwrap().1;
    shown.lines().take_while(|line| !line.starts_with("$ ")).map(|line| format!("{line}\n")).collect()
}

fn commands(program: &Program, block: &str) {
    for part in format!("\n{block}").split("\n$ ").skip(1) {
        let (command, expected) = part.split_once('\n').unwrap_or((part, ""));
        let binary = std::path::Path::new(env!("CARGO_BIN_EXE_sluice")).parent().unwrap();
        let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
        let ran = Command::new("sh").args(["-c", command]).env("PATH", path).current_dir(program.path("")).output();
        let ran = ran.unwrap();
        let shown = String::from_utf8(ran.stdout).unwrap();
        assert_eq!(masked(&shown), masked(expected), "$ {command}\n{}", String::from_utf8_lossy(&ran.stderr));
    }
}

fn dialogue(program: &Program, block: &str) {
    let mut lines = block.lines();
    let command = lines.next().and_then(|line| line.strip_prefix("$ sluice sql --data demo")).unwrap();
    assert_eq!(command, "", "the dialogue's options are those of the test");
    let mut terminal = Terminal::start_in(program, "demo");
    for line in lines {
        let Some((prompt, typed)) = line.split_once("> ").filter(|(prompt, _)| is_prompt(prompt)) else { continue };
        terminal.until_line(&format!("{prompt}>"));
        terminal.press(typed);
        terminal.until_changed(&format!("{prompt}>"));
        terminal.press("\r");
        terminal.until_changed(&format!("{prompt}> {typed}"));
    }
    let shown = terminal.end_screen();
    let expected = block.split_once('\n').unwrap().1;
    assert_eq!(masked(&shown), masked(expected));
}

/// Returns whether the text is `database 1` or the number of a further line.
fn is_prompt(text: &str) -> bool {
    let number = text.rsplit(' ').next().unwrap_or_default();
    !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit())
}

/// Masks values that differ from run to run, as the tour does, and ignores trailing blanks.
fn masked(text: &str) -> String {
    let (mut lines, mut varying): (Vec<String>, Vec<usize>) = (Vec::new(), Vec::new());
    for line in text.trim_end().lines() {
        let line = &without_physical_reads(line);
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if let Some(found) = places(&words) {
            varying = found;
        } else if words.len() < 2 {
            varying.clear();
        }
        let is_number = |word: &str| word.replace(',', "").parse::<f64>().is_ok();
        for place in 0..words.len() {
            let is_time = is_number(words[place]) && matches!(words.get(place + 1), Some(&"ms" | &"s"));
            if is_time || varying.contains(&place) && is_number(words[place]) {
                words[place] = "#";
            }
        }
        let is_masked = words.contains(&"#") || words.contains(&A_TIME);
        lines.push(if is_masked { words.join(" ") } else { line.trim_end().to_owned() });
    }
    lines.join("\n")
}

/// Returns the line of SET STATISTICS IO without the number of the first physical reads.
fn without_physical_reads(line: &str) -> String {
    match line.split_once(", physical reads ") {
        Some((before, rest)) => {
            format!("{before}, physical reads {}", rest.trim_start_matches(|sign: char| sign.is_ascii_digit()))
        }
        None => line.to_owned(),
    }
}

/// The heading of a column in the tables of `sluice bench`, whose numbers differ from run to run.
const A_TIME: &str = "µs/row";

/// Returns the indexes of the columns that differ from run to run, if `words` are column names.
fn places(words: &[&str]) -> Option<Vec<usize>> {
    if words.contains(&A_TIME) {
        return Some((0..words.len()).collect());
    }
    let varies = |word: &&str| matches!(*word, "microseconds" | "wait_time_ms" | "log_flushes");
    let places: Vec<usize> = (0..words.len()).filter(|place| varies(&words[*place])).collect();
    (!places.is_empty()).then_some(places)
}

#[test]
fn mask_hides_only_varying_values() {
    let shown = "kind  log_flushes  microseconds\n----  ---  ---\nfull  1001  52\nlate  0  7\n\nTime: 1.5 ms\nid 7";
    assert_eq!(
        masked(shown),
        "kind  log_flushes  microseconds\n----  ---  ---\nfull # #\nlate # #\n\nTime: # ms\nid 7"
    );
    let bench = "engine  seconds  µs/row  log MB\nSluice 0.1.0  1,000  0.2  4.10\nSQLite 3  12  1  -";
    assert_eq!(masked(bench), "engine seconds µs/row log MB\nSluice 0.1.0 # # #\nSQLite # # # -");
    assert_ne!(masked("ticket\n------\n53"), masked("ticket\n------\n3"));
}
