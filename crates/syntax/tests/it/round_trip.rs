//! Printed trees parse to equal trees, except trees that no text has: the parser refuses a part
//! that the statement can't have, and a part that is there twice.

use proptest::prelude::*;
use sluice_syntax::{Script, parse, print, print_batch};

use super::strategy::module::module;
use super::strategy::statement::statement;

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, max_global_rejects: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_statement_reads_as_the_same_tree(tree in statement(2)) {
        let text = print(&tree);
        let script = parse(&text);
        prop_assume!(!is_refused(&script));
        prop_assert_eq!(&script.errors, &vec![], "{}", text);
        prop_assert_eq!(script.statements.len(), 1, "{}", text);
        prop_assert_eq!(&script.statements[0], &tree, "{}", text);
        prop_assert_eq!(print(&script.statements[0]), text);
    }

    #[test]
    fn printed_module_reads_as_the_same_tree(tree in module()) {
        let text = print(&tree);
        let script = parse(&text);
        prop_assume!(!is_refused(&script));
        prop_assert_eq!(&script.errors, &vec![], "{}", text);
        prop_assert_eq!(script.statements.len(), 1, "{}", text);
        prop_assert_eq!(&script.statements[0], &tree, "{}", text);
        prop_assert_eq!(print(&script.statements[0]), text);
    }

    #[test]
    fn printed_batch_reads_as_the_same_trees(trees in prop::collection::vec(statement(1), 0..5)) {
        let text = print_batch(&trees);
        let script = parse(&text);
        prop_assume!(!is_refused(&script));
        prop_assert_eq!(&script.errors, &vec![], "{}", text);
        prop_assert_eq!(&script.statements, &trees, "{}", text);
    }

    #[test]
    fn statements_without_semicolons_parse_as_the_same_trees(
        trees in prop::collection::vec(statement(0), 1..4),
    ) {
        // A single statement in a block needs no semicolon.
        let text: String = trees.iter().map(|tree| format!("BEGIN {} END\n", print(tree))).collect();
        let script = parse(&text);
        prop_assume!(!is_refused(&script));
        prop_assert_eq!(&script.errors, &vec![], "{}", text);
        prop_assert_eq!(script.statements.len(), trees.len(), "{}", text);
    }
}

/// Whether the parser refuses a part of the text that the grammar has.
fn is_refused(script: &Script) -> bool {
    script.errors.iter().any(|error| REFUSALS.contains(&error.number))
}

/// OUTPUT of a function's parameter (181), `nodes` without columns (318), options of other modules
/// (487), repeated options (1039) and lists of index hints (1068).
const REFUSALS: [i32; 5] = [181, 318, 487, 1039, 1068];
