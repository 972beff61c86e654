//! Concurrent sessions change the same rows: no update is lost, and readers see each row once,
//! complete and committed.

use crate::rig::Rig;
use sluice_engine::{Collector, Session, Value};
use std::thread;

fn send(session: &mut Session, text: &str) -> Collector {
    let mut sent = Collector::default();
    session.execute(text, &mut sent).expect("the session lives");
    assert_eq!(sent.first_error(), None, "{text}");
    sent
}

#[test]
fn concurrent_updates_are_not_lost_or_seen_half_done() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    for text in [
        "CREATE DATABASE G",
        "USE G; CREATE TABLE dbo.t(id INT NOT NULL, n INT NOT NULL, length INT NOT NULL, v VARCHAR(8000))",
        "INSERT INTO dbo.t(id, n, length, v) VALUES (1, 0, 0, ''), (2, 0, 0, ''), (3, 0, 0, ''), (4, 0, 0, '')",
    ] {
        send(&mut session, text);
    }
    drop(session);
    thread::scope(|scope| {
        for writer in 0..3 {
            let mut session = instance.connect().expect("it takes many sessions");
            scope.spawn(move || {
                send(&mut session, "USE G; SET NOCOUNT ON;");
                for round in 0..30 {
                    let length = (round * 997 + writer * 331) % 5000;
                    let (step, end) = if round % 5 == 4 { ("-1000", "ROLLBACK") } else { ("+1", "COMMIT") };
                    let text = format!(
                        "BEGIN TRAN; UPDATE dbo.t SET n = n {step}, length = {length}, v = REPLICATE('x', {length});"
                    );
                    send(&mut session, &text);
                    send(&mut session, end);
                }
            });
        }
        let mut session = instance.connect().expect("it takes many sessions");
        scope.spawn(move || {
            send(&mut session, "USE G;");
            for _ in 0..40 {
                // Under READ COMMITTED two rows may be from different moments, but each is complete
                // and committed.
                let text = "SELECT COUNT(*) AS rows, SUM(ABS(LEN(v) - length)) AS torn FROM dbo.t WHERE n >= 0";
                let sent = send(&mut session, text);
                assert_eq!(sent.results[0].rows, [vec![Value::Int(4), Value::Int(0)]]);
            }
        });
    });
    let mut session = instance.connect().expect("it takes many sessions");
    send(&mut session, "USE G;");
    let sent = send(&mut session, "SELECT MIN(n) AS n FROM dbo.t");
    assert_eq!(sent.results[0].rows, [vec![Value::Int(3 * 24)]], "every commit counts once");
    send(&mut session, "DBCC CHECKDB WITH NO_INFOMSGS");
}
