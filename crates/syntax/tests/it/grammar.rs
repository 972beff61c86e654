//! Samples of every statement of SQL Server 2022, in `tests/sql/grammar`, batch by batch. Each
//! batch parses without errors, and its printed text parses to an equal tree.

use sluice_syntax::{parse, print_batch};
use std::fs;
use std::path::Path;

#[test]
fn grammar_samples_parse_and_print() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sql/grammar");
    let mut batches = 0;
    let mut faults = Vec::new();
    for entry in fs::read_dir(folder).expect("the samples' folder") {
        let path = entry.expect("an entry of the folder").path();
        if path.extension().is_none_or(|extension| extension != "sql") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a sample file");
        for batch in text.split("\nGO\n") {
            batches += 1;
            let script = parse(batch);
            let again = parse(&print_batch(&script.statements));
            if !script.errors.is_empty() || again.statements != script.statements {
                faults.push(format!("{}: {batch}\n{script:?}\n{again:?}", path.display()));
            }
        }
    }
    assert!(batches > 1, "the samples were read");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
