//! Each file has two header copies: one damaged copy is repaired, two are refused by name.

use crate::rig::{Rig, error, insert, ints, ok, path};

fn closed() -> Rig {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ok(&mut session, "CREATE DATABASE A;");
    ok(&mut session, "USE A;");
    ok(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL);");
    insert(&mut session, 0, 3);
    drop(session);
    instance.close().unwrap();
    rig
}

#[test]
fn one_damaged_header_copy_is_repaired() {
    for (file, copies) in HEADERS {
        for copy in copies {
            let rig = closed();
            rig.damage(file, copy + 100);
            // The second start damages the other copy, which proves that the first start repaired
            // this one.
            for (start, damage) in [None, Some(copies[usize::from(copy == copies[0])])].into_iter().enumerate() {
                if let Some(other) = damage {
                    rig.damage(file, other + 100);
                }
                let (instance, mut session) = rig.connect();
                ok(&mut session, "USE A;");
                assert_eq!(
                    ints(&mut session, "SELECT a FROM dbo.T;"),
                    [0, 1, 2],
                    "{file}, copy at {copy}, start {start}"
                );
                drop(session);
                instance.close().unwrap();
            }
        }
    }
}

#[test]
fn two_damaged_header_copies_are_refused() {
    for (file, copies) in HEADERS {
        let rig = closed();
        copies.iter().for_each(|copy| rig.damage(file, copy + 100));
        let before = (rig.bytes("A.mdf"), rig.bytes("A_log.ldf"));
        let (instance, mut session) = rig.connect();
        let (number, text) = error(&mut session, "USE A;");
        assert_eq!(number, 926, "{text}");
        assert!(text.contains(&path(file).display().to_string()), "{text}");
        drop(session);
        instance.close().unwrap();
        assert!(before == (rig.bytes("A.mdf"), rig.bytes("A_log.ldf")), "{file} was changed");
    }
}

/// The byte offsets of the copies (`docs/file-format.md`).
const HEADERS: [(&str, [u64; 2]); 2] = [("A.mdf", [0, 8192]), ("A_log.ldf", [0, 64 << 10])];
