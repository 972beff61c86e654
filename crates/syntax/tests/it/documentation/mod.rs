//! Examples from SQL Server's documentation (repository MicrosoftDocs/sql-docs, folder docs/t-sql),
//! batch by batch. Each example parses without errors or unsupported statements, and its printed
//! text parses to an equal tree.

mod definitions;
mod files;
mod modules;
mod queries;
mod session;

use sluice_syntax::{parse, print_batch};

/// Parses the batches of a page.
fn reads(page: &str, batches: &[&str]) {
    for batch in batches {
        let script = parse(batch);
        assert_eq!(script.errors, vec![], "{page}: {batch}");
        assert!(!script.statements.is_empty(), "{page}: {batch}");
        let tree = format!("{:?}", script.statements);
        assert!(!tree.contains("Unsupported"), "{page}: {batch}\n{tree}");
        let printed = print_batch(&script.statements);
        let again = parse(&printed);
        assert_eq!(again.errors, vec![], "{page}: {printed}");
        assert_eq!(again.statements, script.statements, "{page}: {printed}");
    }
}
