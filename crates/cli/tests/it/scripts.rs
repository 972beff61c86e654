//! Scripts in sqlcmd's syntax and their output.

use crate::program::{Program, ran, root};

#[test]
fn readme_example_prints_both_durabilities() {
    let program = Program::new();
    let example = root().join("examples/log-flushes.sql");
    let example = example.to_str().unwrap();
    let first = program.run(&["-b", "-W", "-h", "-1", "-i", example]);
    assert_eq!((first.code, first.err.as_str()), (0, ""), "{first:?}");
    // The second run uses the same folder: the script recreates its table.
    let second = program.run(&["-b", "-W", "-h", "-1", "-i", example]);
    for text in [first.out, second.out] {
        let row = |kind: &str| -> Vec<i64> {
            let line = text.lines().find(|line| line.starts_with(kind)).unwrap_or_else(|| panic!("{kind}: {text}"));
            line.split(' ').skip(1).map(|word| word.parse().unwrap()).collect()
        };
        let (full, delayed) = (row("full"), row("delayed"));
        assert_eq!((full[0], delayed[0]), (1000, 1000));
        assert!((1000..=1050).contains(&full[1]), "{text}");
        assert!(delayed[1] < 100, "{text}");
    }
}

#[test]
fn results_are_formatted_like_sqlcmd() {
    let program = Program::new();
    let ran = program.run(&["-Q", "SELECT 1 AS one, 'ab' AS word, NULL AS nothing; PRINT 'done';"]);
    let expected = "\
one         word nothing    \n\
----------- ---- -----------\n          1 ab          NULL\n\n(1 rows affected)\ndone\n";
    assert_eq!(ran.out, expected, "{ran:?}");
}

#[test]
fn go_count_repeats_the_batch() {
    let program = Program::new();
    let script = program.script(
        "go.sql",
        "CREATE TABLE dbo.T(a INT NOT NULL);\nGO\nSET NOCOUNT ON;\nINSERT dbo.T VALUES(1);\ngo 5\nSELECT COUNT(*) FROM dbo.T;\n",
    );
    let ran = program.run(&["-W", "-h", "-1", "-i", script.to_str().unwrap()]);
    assert_eq!((ran.code, ran.out.trim()), (0, "5"), "{ran:?}");
}

#[test]
fn scripts_include_others_and_expand_variables() {
    let program = Program::new();
    program.script("inner.sql", "PRINT '$(who) inside';\nGO\n");
    let script =
        program.script("outer.sql", ":setvar who \"the script\"\n:r inner.sql\nPRINT '$(WHO), $(rows) rows';\n");
    let ran = program.run(&["-v", "rows=10", "-i", script.to_str().unwrap()]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "the script inside\nthe script, 10 rows\n"), "{ran:?}");
    // An undefined variable stays in the text; it ends the script only under -b.
    let unset = program.run(&["-i", script.to_str().unwrap()]);
    let undefined = "'rows' scripting variable not defined.\n";
    assert_eq!((unset.code, unset.err.as_str()), (0, undefined), "{unset:?}");
    assert!(unset.out.ends_with("the script, $(rows) rows\n"), "{unset:?}");
    let unset = program.run(&["-b", "-i", script.to_str().unwrap()]);
    assert_eq!((unset.code, unset.out.as_str(), unset.err.as_str()), (1, "the script inside\n", undefined));
    let missing = program.script("missing.sql", ":r nowhere.sql\n");
    let ran = program.run(&["-i", missing.to_str().unwrap()]);
    assert!(ran.code == 1 && ran.err.contains("nowhere.sql"), "{ran:?}");
}

#[test]
fn batches_are_read_from_standard_input() {
    let program = Program::new();
    let ran =
        program.run_input(&["-h", "-1", "-W"], "SET NOCOUNT ON;\nSELECT 6 * 7;\nGO\nSELECT 1;\n:exit\nSELECT 2;\n");
    assert_eq!((ran.code, ran.out.as_str()), (0, "42\n"), "{ran:?}");
}

#[test]
fn folder_persists_commits_and_memory_does_not() {
    let program = Program::new();
    program.query("CREATE DATABASE A;");
    program.query("USE A; CREATE TABLE dbo.T(a INT NOT NULL); INSERT dbo.T VALUES(7);");
    assert_eq!(program.query("SELECT a FROM A.dbo.T;"), "7");
    let elsewhere = Program::new();
    for _ in 0..2 {
        let text = "CREATE DATABASE A;";
        let ran = ran(elsewhere.bare(&["sql", "--memory", "-b", "-Q", text]).output().unwrap());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    }
    assert_eq!(std::fs::read_dir(elsewhere.path("")).unwrap().count(), 0);
}
