//! Tests of CREATE and DROP, also inside transactions.

use super::rig::{TestHost, run};

#[test]
fn create_and_drop_table_report_name_errors() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    let mut say = |batch: &str| run(&mut session, batch);
    assert_eq!(say("DROP TABLE IF EXISTS dbo.T1; CREATE TABLE dbo.T1(col1 INT NOT NULL); INSERT t1 VALUES (1)"), "(1)");
    assert_eq!(say("CREATE TABLE t1(a INT)"), "Msg 2714 line 1 t1");
    assert_eq!(say("CREATE TABLE u(a INT, A INT)"), "Msg 2705 line 1 A; u");
    assert_eq!(say("CREATE TABLE nosuch.u(a INT)"), "Msg 2760 line 1 nosuch");
    assert_eq!(say("CREATE TABLE sys.u(a INT)"), "Msg 2760 line 1 sys");
    assert_eq!(say("DROP TABLE t1; DROP TABLE t1"), "Msg 3701 line 1 drop; table; t1");
    assert_eq!(say("SELECT * FROM t1"), "Msg 208 line 1 t1");
    assert_eq!(say("CREATE TABLE t1(b BIT NULL); INSERT t1 VALUES (1); SELECT * FROM t1"), "(1) / [b] / 1 / (1)");
}

#[test]
fn definitions_are_rolled_back_like_data() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "CREATE TABLE t(a INT NOT NULL); INSERT t VALUES (1)");
    run(&mut session, "BEGIN TRAN; DROP TABLE t; CREATE TABLE t(b INT, c INT); INSERT t VALUES (5, 6); ROLLBACK");
    assert_eq!(run(&mut session, "SELECT * FROM t"), "[a] / 1 / (1)");
    run(&mut session, "BEGIN TRAN; SAVE TRAN s; DROP TABLE t; ROLLBACK TRAN s; CREATE TABLE u(z INT); COMMIT");
    assert_eq!(run(&mut session, "SELECT * FROM t; SELECT * FROM u"), "[a] / 1 / (1) / [z] / (0)");
}

#[test]
fn batch_is_rebound_after_table_is_recreated() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    let batch = "
        DECLARE @i INT = 0;
        WHILE @i < 3
        BEGIN
          DROP TABLE IF EXISTS t;
          IF @i % 2 = 0 CREATE TABLE t(a INT) ELSE CREATE TABLE t(b INT, a INT);
          INSERT t(a) VALUES (@i);
          SELECT * FROM t;
          SET @i += 1;
        END";
    let expected = "(1) / [a] / 0 / (1) / (1) / [b|a] / NULL|1 / (1) / (1) / [a] / 2 / (1)";
    assert_eq!(run(&mut session, batch), expected);
    assert_eq!(run(&mut session, batch), expected, "and when the batch runs again");
}

#[test]
fn uncommitted_definitions_are_private() {
    let host = TestHost::new();
    let mut one = host.connect(51);
    let mut other = host.connect(52);
    run(&mut one, "BEGIN TRAN; CREATE TABLE t(a INT); INSERT t VALUES (1)");
    run(&mut other, "SET LOCK_TIMEOUT 0");
    assert_eq!(run(&mut other, "SELECT * FROM t"), "Msg 1222 line 1", "it waits for the table");
    assert_eq!(run(&mut other, "CREATE TABLE t(b INT)"), "Msg 1222 line 1", "and for the name");
    assert_eq!(run(&mut other, "EXEC('CREATE TABLE u(b INT)'); SELECT * FROM u"), "[b] / (0)");
    run(&mut one, "COMMIT");
    assert_eq!(run(&mut other, "SELECT * FROM t"), "[a] / 1 / (1)");
    run(&mut one, "BEGIN TRAN; DROP TABLE t");
    assert_eq!(run(&mut other, "SELECT * FROM t"), "Msg 1222 line 1");
    assert_eq!(run(&mut other, "CREATE TABLE t(b INT)"), "Msg 1222 line 1");
    run(&mut one, "ROLLBACK");
    assert_eq!(run(&mut other, "SELECT * FROM t"), "[a] / 1 / (1)");
}

#[test]
fn ids_are_not_reused_after_rollback() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "BEGIN TRAN; CREATE TABLE t(a INT); ROLLBACK; CREATE TABLE u(a INT)");
    let id = |session: &mut _, name: &str| {
        let told = run(session, &format!("PRINT OBJECT_ID('{name}')"));
        told.trim_start_matches("print: ").parse::<i32>().expect("it is there")
    };
    let kept = id(&mut session, "u");
    run(&mut session, "DROP TABLE u; CREATE TABLE v(a INT)");
    assert!(id(&mut session, "v") > kept);
}

#[test]
fn database_statements_report_their_errors() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    assert_eq!(run(&mut session, "BEGIN TRAN; CREATE DATABASE x"), "Msg 226 line 1 CREATE DATABASE");
    assert_eq!(run(&mut session, "ROLLBACK; CREATE DATABASE ONE"), "Msg 1801 line 1 ONE");
    assert_eq!(run(&mut session, "DROP DATABASE IF EXISTS x; DROP DATABASE x"), "Msg 3701 line 1 drop; database; x");
    assert_eq!(run(&mut session, "DROP DATABASE one"), "Msg 3702 line 1 one");
    assert_eq!(
        run(&mut session, "ALTER DATABASE x SET DELAYED_DURABILITY = FORCED"),
        "Msg 5011 line 1 x / Msg 5069 line 1"
    );
    assert_eq!(
        run(&mut session, "ALTER DATABASE CURRENT SET PARTNER FAILOVER"),
        "Msg 40517 line 1 ALTER DATABASE SET PARTNER"
    );
    assert_eq!(run(&mut session, "CHECKPOINT; PRINT 1"), "print: 1");
}
