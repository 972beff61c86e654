//! User errors: SQL Server's number and line, and no effect on the data.

use crate::rig::{Rig, error, ints, ok, run};

#[test]
fn errors_have_sql_server_numbers_and_lines() {
    let rig = Rig::new();
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL, b DATE NULL);");
    ok(&mut session, "INSERT dbo.T VALUES(1, NULL);");
    for (batch, number, line, named) in [
        ("SELECT 1;\nSELECT 1 +;", 102, 2, ";"),
        ("SELECT a\n\nFROM WHERE a = 1;", 156, 3, "WHERE"),
        ("\nSELECT a FROM dbo.Missing;", 208, 2, "dbo.Missing"),
        ("SELECT nothing FROM dbo.T;", 207, 1, "nothing"),
        ("PRINT 1;\nPRINT @x;", 137, 2, "@x"),
        ("\n\nINSERT dbo.T VALUES('abc', NULL);", 245, 3, "'abc'"),
        ("INSERT dbo.T VALUES(1, 5);", 206, 1, "date"),
        ("PRINT 'x';\nINSERT dbo.T VALUES(NULL, NULL);", 515, 2, "'a'"),
        ("USE Missing;", 911, 1, "Missing"),
    ] {
        let sent = run(&mut session, batch);
        let (got, text) = sent.first_error().unwrap_or_else(|| panic!("{batch} went through"));
        assert_eq!((got, sent.errors[0].line), (number, line), "{batch}: {text}");
        assert!(text.contains(named), "{batch}: {text}");
    }
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), [1]);
}

#[test]
fn error_in_transaction_keeps_earlier_work() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ok(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL);");
    ok(&mut session, "BEGIN TRAN; INSERT dbo.T VALUES(1);");
    assert_eq!(error(&mut session, "INSERT dbo.T VALUES(NULL);").0, 515);
    ok(&mut session, "INSERT dbo.T VALUES(2); COMMIT;");
    drop(session);
    instance.close().unwrap();
    let (_instance, mut session) = rig.connect();
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), [1, 2]);
}
