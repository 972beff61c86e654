//! Instance folders in the fixed file format, stored as text in `tests/fixtures`. Sound ones return
//! their rows; damaged ones are reported by name. So a format change that breaks old files is
//! noticed.
//!
//! Those of format 5 are tested in `conversion`. `closed` was closed cleanly. `killed` lost power
//! with an active transaction after its last checkpoint. `tail` was killed when only its log ring
//! had the last commits (`fixtures_mended`). `fixtures_are_made` creates them; it is run by hand,
//! only when a new format version replaces an old one.

use crate::rig::{Rig, error, ints, ok, path};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{Vfs, folder_text};
use std::path::{Path, PathBuf};

fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name).with_extension("txt")
}

/// Returns a machine with the fixture on its disk.
pub(crate) fn machine(name: &str) -> Rig {
    let disk = MemFs::new(3);
    let text = std::fs::read_to_string(place(name)).unwrap();
    let folder = path("x").parent().unwrap().to_owned();
    folder_text::read(&text, &disk, &folder).unwrap().expect("the text of a folder");
    Rig::on(disk)
}

/// The content of both fixtures: every type, NULLs, moved rows, ghosts, a catalog of several pages,
/// a sequence, an identity.
fn setup() -> Vec<String> {
    let columns: Vec<String> = (0..160).map(|number| format!("column_{number:03} INT")).collect();
    vec![
        "CREATE DATABASE A;".to_owned(),
        "USE A;".to_owned(),
        "CREATE TABLE dbo.Kinds(a BIT, b TINYINT, c SMALLINT, d INT, e BIGINT, f DECIMAL(9, 2), g DECIMAL(30, 4), h FLOAT, i DATE,
             j DATETIME, k DATETIME2(3), l CHAR(5), m NCHAR(3), n VARCHAR(50), o NVARCHAR(50));"
            .to_owned(),
        "INSERT dbo.Kinds VALUES(1, 2, -3, 4, -5, 6.25, -7.0001, 8.5, '2026-11-20', '2026-11-20 12:34:56.780',
             '2026-11-20 12:34:56.789', 'abc', N'd', 'efg h', N'ij' + NCHAR(960));"
            .to_owned(),
        "INSERT dbo.Kinds(d) VALUES(44);".to_owned(),
        format!("CREATE TABLE dbo.Wide({});", columns.join(", ")),
        "CREATE TABLE dbo.Rows(id INT IDENTITY(1, 1), text VARCHAR(3000));".to_owned(),
        "DECLARE @i INT = 0; WHILE @i < 9 BEGIN INSERT dbo.Rows(text) VALUES(REPLICATE('x', 700)); SET @i += 1 END;".to_owned(),
        "UPDATE dbo.Rows SET text = REPLICATE('y', 2500) WHERE id = 2;".to_owned(),
        "UPDATE dbo.Rows SET text = 'short' WHERE id = 3;".to_owned(),
        "DELETE dbo.Rows WHERE id = 4;".to_owned(),
        "CREATE SEQUENCE dbo.S AS INT START WITH 5 CACHE 10;".to_owned(),
        "SELECT NEXT VALUE FOR dbo.S;".to_owned(),
        "CREATE TABLE dbo.Long(id INT, v VARCHAR(MAX), a VARCHAR(8000), b NVARCHAR(4000), x VARBINARY(MAX), y BINARY(3));".to_owned(),
        "INSERT dbo.Long VALUES(1, 'in the row', NULL, N'b', 0x0102, 0x03);".to_owned(),
        "INSERT dbo.Long VALUES(2, REPLICATE(CAST('v' AS VARCHAR(MAX)), 8100), REPLICATE('a', 5000), REPLICATE(N'b', 2000), 0x, 0x04);"
            .to_owned(),
        "INSERT dbo.Long(id, v) VALUES(3, REPLICATE(CAST('w' AS VARCHAR(MAX)), 8001));".to_owned(),
        "DELETE dbo.Long WHERE id = 3;".to_owned(),
    ]
}

fn made(name: &str) -> Rig {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    setup().iter().for_each(|statement| drop(ok(&mut session, statement)));
    if name == "closed" {
        drop(session);
        instance.close().unwrap();
        return rig.crash(CrashMode::ProcessKill);
    }
    ok(&mut session, "CHECKPOINT;");
    ok(&mut session, "INSERT dbo.Rows(text) VALUES('after the checkpoint');");
    ok(
        &mut session,
        "BEGIN TRAN; DELETE dbo.Rows WHERE id < 3; UPDATE dbo.Kinds SET d = 0; UPDATE dbo.Long SET v = 'lost';",
    );
    // The other session's commit writes the open transaction's records to disk.
    let mut other = instance.connect().unwrap();
    ok(&mut other, "USE A; CREATE TABLE dbo.Other(a INT); INSERT dbo.Other VALUES(7);");
    rig.crash(CrashMode::POWER_CUT)
}

/// Two hardened commits, and three that are only in the ring.
fn made_with_a_tail() -> Rig {
    let rig = Rig::new();
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "CREATE DATABASE A; ALTER DATABASE A SET DELAYED_DURABILITY = ALLOWED;");
    ok(&mut session, "USE A; CREATE TABLE dbo.T(a INT); INSERT dbo.T VALUES(1); INSERT dbo.T VALUES(2);");
    for row in 3..6 {
        ok(&mut session, &format!("BEGIN TRAN; INSERT dbo.T VALUES({row}); COMMIT WITH (DELAYED_DURABILITY = ON);"));
    }
    rig.crash(CrashMode::ProcessKill)
}

#[test]
#[ignore = "makes the fixtures anew: by hand, when the format gets a new version"]
fn fixtures_are_made() {
    for (name, rig) in FIXTURES.map(|name| (name, made(name))).into_iter().chain([("tail", made_with_a_tail())]) {
        save(&rig, name);
    }
}

/// Writes the folder of a stopped machine as the fixture `name`.
pub(crate) fn save(rig: &Rig, name: &str) {
    // tempdb is created at every start.
    ["tempdb.mdf", "templog.ldf"].iter().for_each(|file| rig.disk.remove(&path(file)).unwrap());
    let text = folder_text::write(&*rig.disk, path("x").parent().unwrap()).unwrap();
    std::fs::write(place(name), text).unwrap();
}

#[test]
fn sound_fixtures_return_their_rows() {
    for name in FIXTURES {
        gives_its_rows(&machine(name), name);
    }
}

/// Verifies the complete content of the fixture `name`.
pub(crate) fn gives_its_rows(rig: &Rig, name: &str) {
    let (instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    assert_eq!(ints(&mut session, "SELECT d FROM dbo.Kinds;"), [4, 44], "{name}");
    let whole = "SELECT COUNT(*) FROM dbo.Kinds WHERE a = 1 AND b = 2 AND c = -3 AND e = -5 AND f = 6.25 AND g = -7.0001
            AND h = 8.5 AND i = '2026-11-20' AND j = '2026-11-20 12:34:56.780' AND k = '2026-11-20 12:34:56.789' AND l = 'abc'
            AND m = N'd' AND n = 'efg h' AND o = N'ij' + NCHAR(960);";
    assert_eq!(ints(&mut session, whole), [1], "{name}");
    let mut ids = vec![1, 2, 3, 5, 6, 7, 8, 9];
    ids.extend((name == "killed").then_some(10));
    assert_eq!(ints(&mut session, "SELECT id FROM dbo.Rows;"), ids, "{name}");
    let lengths = "SELECT id FROM dbo.Rows WHERE text = REPLICATE('y', 2500) OR text = 'short';";
    assert_eq!(ints(&mut session, lengths), [2, 3], "{name}");
    assert_eq!(ints(&mut session, "SELECT COUNT(*) FROM dbo.Wide;"), [0], "{name}");
    let long = "SELECT id FROM dbo.Long WHERE v = 'in the row' AND x = 0x0102 AND y = 0x030000
            OR v = REPLICATE(CAST('v' AS VARCHAR(MAX)), 8100) AND a = REPLICATE('a', 5000) AND b = REPLICATE(N'b', 2000);";
    assert_eq!(ints(&mut session, long), [1, 2], "{name}");
    // After a clean close the next value; after a kill the first value behind the cache.
    let next = if name == "closed" { 6 } else { 15 };
    assert_eq!(ints(&mut session, "SELECT NEXT VALUE FOR dbo.S;"), [next], "{name}");
    if name == "killed" {
        assert_eq!(ints(&mut session, "SELECT a FROM dbo.Other;"), [7]);
    }
    ok(&mut session, "DBCC CHECKDB; INSERT dbo.Rows(text) VALUES('new');");
    drop(session);
    instance.close().unwrap();
}

/// A damage of a sound fixture and the expected error.
struct Damage {
    what: &'static str,
    file: &'static str,
    place: DamageSite,
    /// The query, and the error it must give.
    query: &'static str,
    verdict: (i32, &'static str),
}

enum DamageSite {
    /// The byte in the last page of the file with this type.
    Page(u8, usize),
    /// These bytes of the file.
    Bytes(&'static [u64]),
    /// This block of the log in `killed`, counted from its end.
    Block(usize),
    /// Sets the byte in the last page of this type to a value, with a correct checksum.
    Inside(u8, usize, u8),
}

const DAMAGES: [Damage; 13] = [
    Damage {
        what: "a row's byte",
        file: "A.mdf",
        place: DamageSite::Page(1, 300),
        query: "USE A; SELECT id FROM dbo.Long;",
        verdict: (824, "checksum"),
    },
    Damage {
        what: "a byte of a long value",
        file: "A.mdf",
        place: DamageSite::Page(3, 300),
        query: "USE A; SELECT LEN(v), LEN(a), LEN(b) FROM dbo.Long;",
        verdict: (824, "checksum"),
    },
    Damage {
        what: "a leaf of the catalog",
        file: "A.mdf",
        place: DamageSite::Page(2, 4_000),
        query: "USE A;",
        verdict: (926, "checksum"),
    },
    Damage {
        what: "the boot page",
        file: "A.mdf",
        place: DamageSite::Page(13, 100),
        query: "USE A;",
        verdict: (926, "(1:2)"),
    },
    Damage {
        what: "the GAM page",
        file: "A.mdf",
        place: DamageSite::Page(8, 200),
        query: "USE A; DBCC CHECKDB;",
        verdict: (8939, "(1:3)"),
    },
    Damage {
        what: "an IAM page",
        file: "A.mdf",
        place: DamageSite::Page(10, 120),
        query: "USE A; DBCC CHECKDB;",
        verdict: (8939, "checksum"),
    },
    Damage {
        what: "both file headers",
        file: "A.mdf",
        place: DamageSite::Bytes(&[100, 8_292]),
        query: "USE A;",
        verdict: (926, "both header copies"),
    },
    Damage {
        what: "both headers of the log",
        file: "A_log.ldf",
        place: DamageSite::Bytes(&[24, (64 << 10) + 24]),
        query: "USE A;",
        verdict: (926, "A_log.ldf"),
    },
    Damage {
        what: "a block of the log that recovery needs",
        file: "A_log.ldf",
        place: DamageSite::Block(3),
        query: "USE A;",
        verdict: (926, "A_log.ldf"),
    },
    Damage {
        what: "a heap's page with more slots than fit",
        file: "A.mdf",
        place: DamageSite::Inside(1, 49, 0x7F),
        query: "USE A; SELECT id FROM dbo.Long;",
        verdict: (824, "do not fit into a page"),
    },
    Damage {
        what: "a leaf of the catalog with more slots than fit",
        file: "A.mdf",
        place: DamageSite::Inside(2, 49, 0x7F),
        query: "USE A;",
        verdict: (926, "do not fit into a page"),
    },
    Damage {
        what: "an IAM page with more extents than fit",
        file: "A.mdf",
        place: DamageSite::Inside(10, 49, 0x7F),
        query: "USE A; DBCC CHECKDB;",
        verdict: (8939, "more than fit"),
    },
    Damage {
        what: "the GAM page's hint",
        file: "A.mdf",
        place: DamageSite::Inside(8, 83, 0x7F),
        query: "USE A; DBCC CHECKDB;",
        verdict: (8939, "its search hint"),
    },
];

#[test]
fn damaged_fixtures_are_reported_by_name() {
    for damage in &DAMAGES {
        let rig = machine(if matches!(damage.place, DamageSite::Block(_)) { "killed" } else { "closed" });
        // Clears the double-write area, whose page copies would repair some pages.
        let area = vec![0; 65 * PAGE];
        rig.file("A.mdf").write_at(&area, 8 * PAGE as u64).unwrap();
        match damage.place {
            DamageSite::Bytes(bytes) => bytes.iter().for_each(|byte| rig.damage(damage.file, *byte)),
            DamageSite::Block(number) => {
                let log = rig.bytes(damage.file);
                let is_block = |at: &usize| log[*at..].starts_with(b"SlLb");
                let blocks: Vec<usize> = ((256 << 10)..log.len()).step_by(512).filter(is_block).collect();
                rig.damage(damage.file, blocks[blocks.len() - number] as u64 + 70);
            }
            DamageSite::Page(kind, byte) => {
                rig.damage(damage.file, (last_page(&rig, damage.file, kind) * PAGE + byte) as u64);
            }
            DamageSite::Inside(kind, byte, value) => {
                let page = last_page(&rig, damage.file, kind);
                let mut bytes = rig.bytes(damage.file)[page * PAGE..(page + 1) * PAGE].to_vec();
                bytes[byte] = value;
                sluice_buffer::page::seal(&mut bytes);
                rig.file(damage.file).write_at(&bytes, (page * PAGE) as u64).unwrap();
            }
        }
        let (_instance, mut session) = rig.connect();
        let (number, text) = error(&mut session, damage.query);
        assert_eq!(number, damage.verdict.0, "{}: {text}", damage.what);
        assert!(text.contains(damage.verdict.1), "{}: {text}", damage.what);
    }
}

/// Returns the number of the last page of the file with this type.
fn last_page(rig: &Rig, file: &str, kind: u8) -> usize {
    let bytes = rig.bytes(file);
    bytes.chunks(PAGE).rposition(|page| page[4] == kind && page[5] == 1).expect("a page of that type")
}

const FIXTURES: [&str; 2] = ["closed", "killed"];
const PAGE: usize = 8_192;
