//! What statements count is right while several sessions are at work: nothing is lost, nothing counted twice, and nobody has what is another's.

use crate::rig::{Rig, ints, ok};
use sluice_engine::Session;
use std::thread;

#[test]
fn several_sessions_count_each_for_itself_and_all_together() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ok(&mut session, "CREATE TABLE dbo.T(k INT NOT NULL PRIMARY KEY, v CHAR(1000) NOT NULL);");
    ok(&mut session, "DECLARE @i INT = 0; WHILE @i < 21 BEGIN INSERT dbo.T VALUES(@i, 'x'); SET @i += 1; END;");
    let workers = (1..=SESSIONS).map(|number| {
        let instance = instance.clone();
        thread::spawn(move || {
            let mut session = instance.connect().unwrap();
            // Of a key in a tree of two levels: two pages each.
            let turns = number * TURNS;
            ok(
                &mut session,
                &format!(
                    "DECLARE @i INT = 0, @k INT; WHILE @i < {turns} BEGIN \
                     SELECT @k = k FROM dbo.T WHERE k = @i % 21; SET @i += 1; END;"
                ),
            );
            ok(&mut session, "SET STATISTICS IO ON;");
            let sent = ok(&mut session, "SELECT v FROM dbo.T WHERE k = 20;");
            assert!(sent.prints.iter().any(|text| text.contains("logical reads 2,")), "{:?}", sent.prints);
            session
        })
    });
    let workers: Vec<_> = workers.collect();
    let sessions: Vec<Session> = workers.into_iter().map(|worker| worker.join().unwrap()).collect();
    let query = "SELECT CAST(qs.execution_count AS INT) FROM sys.dm_exec_query_stats AS qs \
                 CROSS APPLY sys.dm_exec_sql_text(qs.sql_handle) AS st \
                 WHERE st.text LIKE '%@k = k%' AND st.text NOT LIKE '%dm_exec%' \
                 AND qs.total_logical_reads = 2 * qs.execution_count ORDER BY qs.execution_count;";
    let expected: Vec<i32> = (1..=SESSIONS).map(|number| number * TURNS).collect();
    assert_eq!(ints(&mut session, query), expected);
    // The INSERT has looked for nothing. What sessions that are gone have done stays.
    let seeks = expected.iter().sum::<i32>() + SESSIONS;
    let usage = "SELECT CAST(user_seeks AS INT) FROM sys.dm_db_index_usage_stats WHERE object_id = OBJECT_ID('dbo.T');";
    assert_eq!(ints(&mut session, usage), [seeks]);
    drop(sessions);
    assert_eq!(ints(&mut session, usage), [seeks]);
    assert_eq!(ints(&mut session, query), []);
}

const SESSIONS: i32 = 4;
const TURNS: i32 = 500;
