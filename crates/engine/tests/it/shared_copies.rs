//! Copies of one state of a source share its frozen files, also if little was logged since the
//! freeze. Each copy has the state of its own moment, also after an interruption.

use crate::interrupted::each_interruption;
use crate::rig::{Rig, error, ints, ok, run};
use crate::source_database::{FILLED, MAKE, rows};
use sluice_engine::Session;
use sluice_vfs::mem::CrashMode;

const COPY: &str = "CREATE DATABASE C AS COPY OF E;";
const ONE_MORE: &str = "INSERT E.dbo.T VALUES (1000, 'd');";

/// Returns the frozen files of the source.
fn frozen(rig: &Rig) -> Vec<String> {
    rig.names().into_iter().filter(|name| name.starts_with("E.mdf.layer")).collect()
}

fn verify(session: &mut Session, database: &str, expected: (i32, i32), context: &str) {
    assert_eq!(rows(session, database), expected, "{context}: {database}");
    let sent = run(session, &format!("DBCC CHECKDB('{database}') WITH NO_INFOMSGS;"));
    assert_eq!(sent.first_error(), None, "{context}: {database}");
}

/// Drops the databases, and verifies that nothing of the source is left but its own files.
fn drop_copies(rig: &Rig, session: &mut Session, copies: &[&str], context: &str) {
    for copy in copies {
        ok(session, &format!("DROP DATABASE {copy};"));
    }
    let left: Vec<String> = rig.names().into_iter().filter(|name| name.contains(".mdf.")).collect();
    assert_eq!(left, [""; 0], "{context}");
}

#[test]
fn copies_of_one_state_share_frozen_file() {
    let rig = Rig::started();
    let (_instance, mut session) = rig.connect();
    MAKE.iter().for_each(|text| drop(ok(&mut session, text)));
    // A file can't have as many layers.
    let names: Vec<String> = (0..70).map(|number| format!("C{number}")).collect();
    for name in &names {
        ok(&mut session, &format!("CREATE DATABASE {name} AS COPY OF E; INSERT {name}.dbo.T VALUES (1000, 'd');"));
    }
    assert_eq!(frozen(&rig), ["E.mdf.layer1"]);
    for name in ["C0", "C35", "C69"] {
        verify(&mut session, name, (41, 1_820), "beside the others");
    }
    verify(&mut session, "E", FILLED, "with copies");
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    drop_copies(&rig, &mut session, &names, "without copies");
    verify(&mut session, "E", FILLED, "without copies");
}

#[test]
fn copy_beside_sixty_other_states_is_refused() {
    let rig = Rig::started();
    let (_instance, mut session) = rig.connect();
    MAKE.iter().for_each(|text| drop(ok(&mut session, text)));
    let names: Vec<String> = (0..60).map(|number| format!("C{number}")).collect();
    for name in &names {
        // A checkpoint ends the sharing of the freeze before.
        ok(&mut session, &format!("USE E; CHECKPOINT; USE master; CREATE DATABASE {name} AS COPY OF E;"));
    }
    assert_eq!(frozen(&rig).len(), 60);
    ok(&mut session, "USE E; CHECKPOINT; USE master;");
    for refused in [COPY, "CREATE DATABASE S ON (NAME = E, FILENAME = 's.ss') AS SNAPSHOT OF E;"] {
        assert_eq!(error(&mut session, refused).0, 40_517, "{refused}");
    }
    verify(&mut session, "E", FILLED, "after the refusal");
    ok(&mut session, &format!("DROP DATABASE C59; {COPY}"));
    verify(&mut session, "C", FILLED, "after another copy has gone");
    let names: Vec<&str> = names[..59].iter().map(String::as_str).chain(["C"]).collect();
    drop_copies(&rig, &mut session, &names, "without copies");
    verify(&mut session, "E", FILLED, "without copies");
}

#[test]
fn copy_of_changed_source_has_state_of_its_moment() {
    let rig = Rig::started();
    let (instance, mut session) = rig.connect();
    MAKE.iter().for_each(|text| drop(ok(&mut session, text)));
    let mut other = instance.connect().unwrap();
    ok(&mut session, &format!("{COPY} {ONE_MORE}"));
    ok(&mut other, "USE E; BEGIN TRANSACTION; INSERT dbo.T VALUES (7, 'open'); UPDATE dbo.T SET a = -a WHERE a = 5;");
    ok(&mut session, "CREATE DATABASE D AS COPY OF E;");
    ok(&mut other, "COMMIT; USE master;");
    ok(&mut session, "CREATE DATABASE F AS COPY OF E;");
    assert_eq!(frozen(&rig), ["E.mdf.layer1"]);
    // Much log: the source is frozen again.
    (0..4).for_each(|_| drop(ok(&mut session, "UPDATE E.dbo.T SET b = REVERSE(b), a = a + 1;")));
    ok(&mut session, "CREATE DATABASE G AS COPY OF E;");
    assert_eq!(frozen(&rig), ["E.mdf.layer1", "E.mdf.layer2"]);
    let expected = [("C", FILLED), ("D", (41, 1_820)), ("F", (42, 1_817)), ("G", (42, 1_985)), ("E", (42, 1_985))];
    let verify_all = |session: &mut Session, context: &str| {
        expected.iter().for_each(|(database, expected)| verify(session, database, *expected, context));
    };
    verify_all(&mut session, "before");
    drop((other, session, instance));
    let rig = rig.crash(CrashMode::POWER_CUT);
    let (_instance, mut session) = rig.connect();
    verify_all(&mut session, "after the power cut");
    drop_copies(&rig, &mut session, &["D", "G", "C", "F"], "at the end");
}

/// Files become longer without a record of all that.
#[test]
fn copy_of_grown_source_has_its_length() {
    let rig = Rig::started();
    let (_instance, mut session) = rig.connect();
    MAKE.iter().for_each(|text| drop(ok(&mut session, text)));
    ok(&mut session, COPY);
    ok(&mut session, "ALTER DATABASE E MODIFY FILE (NAME = E, SIZE = 24MB);");
    ok(&mut session, "CREATE DATABASE D AS COPY OF E;");
    let pages = |session: &mut Session, database: &str| {
        ints(session, &format!("SELECT size FROM {database}.sys.database_files WHERE file_id = 1;"))[0]
    };
    assert_eq!((pages(&mut session, "E"), pages(&mut session, "D")), (3_072, 3_072));
    assert!(pages(&mut session, "C") < 3_072);
    for database in ["E", "D", "C"] {
        verify(&mut session, database, FILLED, "grown");
    }
    drop_copies(&rig, &mut session, &["D", "C"], "grown");
}

#[test]
fn copy_after_added_file_has_that_file() {
    let rig = Rig::started();
    let (_instance, mut session) = rig.connect();
    MAKE.iter().for_each(|text| drop(ok(&mut session, text)));
    ok(&mut session, COPY);
    ok(&mut session, "ALTER DATABASE E ADD FILE (NAME = second, FILENAME = 'E_second.ndf');");
    ok(&mut session, "CREATE DATABASE D AS COPY OF E;");
    let files = |session: &mut Session, database: &str| {
        ints(session, &format!("SELECT COUNT(*) FROM {database}.sys.database_files WHERE type = 0;"))[0]
    };
    assert_eq!((files(&mut session, "C"), files(&mut session, "D")), (1, 2));
    ok(&mut session, "INSERT D.dbo.T SELECT value, 'n' FROM GENERATE_SERIES(1, 400);");
    verify(&mut session, "D", (440, 81_020), "with two files");
}

#[test]
fn interrupted_copy_of_shared_file_is_made_or_not() {
    let before = [&MAKE[..], &["CREATE DATABASE D AS COPY OF E;", ONE_MORE]].concat();
    each_interruption(&before, COPY, 40, |rig, acknowledged, context| {
        let (instance, mut session) = rig.connect();
        let is_made = ints(&mut session, "SELECT CASE WHEN DB_ID('C') IS NULL THEN 0 ELSE 1 END;") == [1];
        assert!(is_made || !acknowledged, "{context}: it was acknowledged and is gone");
        if !is_made {
            ok(&mut session, COPY);
        }
        ok(&mut session, "DELETE E.dbo.T WHERE a < 1000;");
        drop(session);
        instance.close().unwrap();
        let (_instance, mut session) = rig.connect();
        for (database, expected) in [("C", (41, 1_820)), ("D", FILLED), ("E", (1, 1_000))] {
            verify(&mut session, database, expected, context);
        }
        drop_copies(rig, &mut session, &["D", "C"], context);
    });
}
