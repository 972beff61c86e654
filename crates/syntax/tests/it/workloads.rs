//! The articles' scripts parse without errors and without unsupported statements.

use std::path::PathBuf;

use sluice_syntax::ast::StatementKind;
use sluice_syntax::{parse, print_batch};

/// Returns the folder of the scripts, if it exists.
fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("SLUICE_WORKLOADS").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/workloads");
    // A second checkout is one folder deeper.
    let deeper = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/workloads");
    named.into_iter().chain([beside, deeper]).find(|folder| folder.is_dir())
}

/// Returns the batches of a script, split at lines that start with GO.
fn batches(text: &str) -> Vec<String> {
    let mut batches = vec![String::new()];
    for line in text.lines() {
        if line.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("go")) {
            batches.push(String::new());
        } else if let Some(batch) = batches.last_mut() {
            batch.push_str(line);
            batch.push('\n');
        }
    }
    batches
}

#[test]
#[expect(clippy::print_stderr, reason = "the test reports that it has not run")]
fn article_scripts_parse_and_round_trip() {
    let Some(folder) = folder() else {
        eprintln!("not run: neither SLUICE_WORKLOADS nor shared/workloads beside the project has the scripts");
        return;
    };
    let mut read = 0;
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "sql") {
            continue;
        }
        read += 1;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for batch in batches(&std::fs::read_to_string(&path).expect("a readable script")) {
            let script = parse(&batch);
            assert_eq!(script.errors, vec![], "{name}");
            let refused = |kind: &StatementKind| matches!(kind, StatementKind::Unsupported { .. });
            assert!(!script.statements.iter().any(|statement| refused(&statement.kind)), "{name}");
            let printed = print_batch(&script.statements);
            assert_eq!(parse(&printed).statements, script.statements, "{name}: {printed}");
        }
    }
    assert!(read > 0, "the folder has no scripts");
}
