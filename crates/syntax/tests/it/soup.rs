//! Arbitrary text: the parser never panics, always ends, and yields a tree or an error.

use proptest::prelude::*;
use sluice_syntax::{parse, print_batch};

fn fragments() -> impl Strategy<Value = String> {
    let blanks = ["\n", " ", "\0", "N'", "é", "\u{1F600}"];
    let pieces: Vec<&str> = PIECES.split_whitespace().chain(blanks).collect();
    let pieces = prop::sample::select(pieces);
    prop::collection::vec((pieces, any::<bool>()), 0..60).prop_map(|pieces| {
        pieces.into_iter().map(|(piece, blank)| format!("{piece}{}", if blank { " " } else { "" })).collect()
    })
}

/// Checks the properties of any text. Text without errors prints and parses again to an equal tree.
fn check(text: &str) -> Result<(), TestCaseError> {
    let script = parse(text);
    for error in &script.errors {
        prop_assert!(error.span.start <= error.span.end && error.span.end as usize <= text.len());
        prop_assert!(error.line >= 1 && error.line as usize <= text.matches('\n').count() + 1);
    }
    let printed = print_batch(&script.statements);
    if script.errors.is_empty() {
        let again = parse(&printed);
        prop_assert_eq!(&again.errors, &vec![], "{}", printed);
        prop_assert_eq!(&again.statements, &script.statements, "{}", printed);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tokens_in_any_order(text in fragments()) {
        check(&text)?;
    }

    #[test]
    fn characters_in_any_order(text in "\\PC{0,80}") {
        check(&text)?;
    }

    #[test]
    fn bytes_in_any_order(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        check(&String::from_utf8_lossy(&bytes))?;
    }
}

const PIECES: &str = "SELECT FROM WHERE ( ) , ; . * = += <> + - -- /* */ ' \" [ ] @x @@y #t a b 1 2.5 1e 0x $ BEGIN END \
    TRY CATCH TRAN COMMIT ROLLBACK WITH AS IF ELSE WHILE BREAK CASE WHEN THEN NOT AND OR IN LIKE BETWEEN IS NULL EXISTS \
    UNION ALL INTERSECT ORDER BY GROUP JOIN LEFT ON CROSS APPLY INSERT INTO VALUES DEFAULT UPDATE SET DELETE CREATE ALTER \
    DROP TABLE DATABASE FUNCTION EXEC DBCC DECLARE INT CAST CONVERT OVER TOP OFFSET ROWS FOR XML OPTION GOTO : NEXT VALUE \
    GRANT MERGE USING MATCHED PROC VIEW TRIGGER AFTER RETURNS AS INDEX INCLUDE ADD COLUMN CONSTRAINT KEY CHECK FOREIGN REFERENCES \
    NOCHECK THROW RAISERROR WAITFOR DELAY CURSOR FETCH OPEN PIVOT ROLLUP SETS JSON PATH TYPE NOLOCK WITHIN TRIM value nodes $action \
    SCHEMA TO :: KILL BACKUP RESTORE LOG DISK FILE SIZE REBUILD SET STATISTICS WINDOW AT TIME ZONE COLLATE ~ PERSISTED";
