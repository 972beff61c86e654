//! KILL of sessions that wait for a request (`t-sql/language-elements/kill-transact-sql.md`: it
//! ends the session), and what their clients see.

use super::*;

#[test]
fn killed_idle_session_and_its_connection_end() {
    let served = served();
    let mut sa = served.log_in();
    for ending in ["KILL {id}", "ALTER DATABASE d SET SINGLE_USER WITH ROLLBACK IMMEDIATE"] {
        assert!(sa.batch("CREATE DATABASE d").errors().is_empty());
        let mut idle = served.log_in();
        idle.batch("USE d; CREATE TABLE t (a int); BEGIN TRAN; INSERT t VALUES (1)");
        let [Value::SmallInt(id)] = idle.batch("SELECT @@SPID").rows.concat()[..] else { panic!("no session id") };
        assert!(sa.batch(&ending.replace("{id}", &id.to_string())).errors().is_empty());
        // The client sees the end without a request.
        assert!(idle.is_closed());
        let sessions = format!("SELECT COUNT(*) FROM sys.dm_exec_sessions WHERE session_id = {id}");
        while sa.batch(&sessions).rows != number(0) {
            std::thread::yield_now();
        }
        assert_eq!(sa.batch(&format!("KILL {id}")).errors(), [6106]);
        assert!(sa.batch("DROP DATABASE d").errors().is_empty());
    }
    served.end();
}

#[test]
fn killed_batch_reports_its_cause() {
    let served = served();
    let (mut sa, mut busy) = (served.log_in(), served.log_in());
    let [Value::SmallInt(id)] = busy.batch("SELECT @@SPID").rows.concat()[..] else { panic!("no session id") };
    busy.send_batch("WAITFOR DELAY '23:00:00'");
    let running = format!("SELECT COUNT(*) FROM sys.dm_exec_requests WHERE session_id = {id}");
    while sa.batch(&running).rows != number(1) {
        std::thread::yield_now();
    }
    assert!(sa.batch(&format!("KILL {id}")).errors().is_empty());
    assert_eq!(busy.answer().errors(), [596]);
    assert!(busy.is_closed());
    served.end();
}
