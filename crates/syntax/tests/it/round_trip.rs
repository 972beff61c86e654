//! Printed trees parse to equal trees.

use proptest::prelude::*;
use sluice_syntax::{parse, print, print_batch};

use super::strategy::module::module;
use super::strategy::statement::statement;

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_statement_reads_as_the_same_tree(tree in statement(2)) {
        let text = print(&tree);
        let script = parse(&text);
        prop_assert_eq!(&script.errors, &vec![], "{}", text);
        prop_assert_eq!(script.statements.len(), 1, "{}", text);
        prop_assert_eq!(&script.statements[0], &tree, "{}", text);
        prop_assert_eq!(print(&script.statements[0]), text);
    }

    #[test]
    fn printed_module_reads_as_the_same_tree(tree in module()) {
        let text = print(&tree);
        let script = parse(&text);
        prop_assert_eq!(&script.errors, &vec![], "{}", text);
        prop_assert_eq!(script.statements.len(), 1, "{}", text);
        prop_assert_eq!(&script.statements[0], &tree, "{}", text);
        prop_assert_eq!(print(&script.statements[0]), text);
    }

    #[test]
    fn printed_batch_reads_as_the_same_trees(trees in prop::collection::vec(statement(1), 0..5)) {
        let text = print_batch(&trees);
        let script = parse(&text);
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
        prop_assert_eq!(&script.errors, &vec![], "{}", text);
        prop_assert_eq!(script.statements.len(), trees.len(), "{}", text);
    }
}
