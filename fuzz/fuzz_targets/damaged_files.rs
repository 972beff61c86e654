//! Damages the files of a killed instance, starts it and runs statements.
//!
//! The start fails with an error or the database opens; each statement ends with rows or an error.
//! Nothing panics or loops forever. The input is a list of edits (file, page, byte, value). An edit
//! may also correct the page's checksum, so that the checks behind the checksum are reached.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sluice_buffer::{PAGE_SIZE, page};
use sluice_engine::{Collector, Instance, InstanceOptions};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{Access, AlignedBuf, Create, Durability, OpenOptions, Vfs};
use std::path::Path;
use std::sync::{Arc, OnceLock};

fuzz_target!(|bytes: &[u8]| {
    let files = Arc::new(base().crash_copy(0, CrashMode::ProcessKill));
    for edit in bytes.chunks_exact(EDIT).take(EDITS_MAX) {
        apply(&files, edit);
    }
    let Ok(instance) = Instance::open(options(files)) else { return };
    if let Ok(mut session) = instance.connect() {
        for batch in READ_AND_CHANGE {
            let _ = session.execute(batch, &mut Collector::default());
        }
    }
    let _ = instance.close();
});

/// Returns the files of a killed instance that has objects of every kind.
fn base() -> &'static MemFs {
    static BASE: OnceLock<MemFs> = OnceLock::new();
    BASE.get_or_init(|| {
        let files = Arc::new(MemFs::new(1));
        let instance = Instance::open(options(files.clone())).expect("a new instance opens");
        let mut session = instance.connect().expect("it takes a session");
        for batch in MAKE {
            session.execute(batch, &mut Collector::default()).expect("the session lives");
        }
        files.crash(CrashMode::ProcessKill)
    })
}

fn options(files: Arc<MemFs>) -> InstanceOptions {
    InstanceOptions {
        background: false,
        machine_memory: 256 * 8192,
        data_pages: 128,
        log_bytes: 1 << 20,
        log_growth_bytes: 1 << 20,
        ..InstanceOptions::on(files, Path::new("/"))
    }
}

/// Bytes of an edit: file u8, page u16, byte u16, value u8, flags u8. Flag bit 0 corrects the
/// checksum, bit 1 counts the byte from the page's end (the slots), bit 2 keeps it in the headers.
const EDIT: usize = 7;
const EDITS_MAX: usize = 16;
/// Bytes at a page's end that flag bit 1 selects. [`HEADERS_BYTES`] are the bytes at the beginning
/// that bit 2 selects: two headers and the first entries behind them.
const SLOTS_BYTES: usize = 256;
const HEADERS_BYTES: usize = 128;

fn apply(files: &MemFs, edit: &[u8]) {
    let path = Path::new(["/D.mdf", "/D_log.ldf", "/master.mdf", "/mastlog.ldf"][usize::from(edit[0] % 4)]);
    let how = OpenOptions { create: Create::Never, access: Access::Direct, durability: Durability::Deferred };
    let Ok(file) = files.open(path, how) else { return };
    let Ok(length) = file.len() else { return };
    let page = u64::from(u16::from_le_bytes([edit[1], edit[2]])) % (length / PAGE_SIZE as u64).max(1);
    let start = page * PAGE_SIZE as u64;
    let byte = usize::from(u16::from_le_bytes([edit[3], edit[4]]));
    let byte = match edit[6] & 6 {
        0 => byte % PAGE_SIZE,
        2 => PAGE_SIZE - 1 - byte % SLOTS_BYTES,
        _ => byte % HEADERS_BYTES,
    };
    let mut bytes = AlignedBuf::zeroed(PAGE_SIZE);
    if file.read_at(&mut bytes, start).is_err() {
        return;
    }
    bytes[byte] = edit[5];
    if edit[6] & 1 == 1 && edit[0] % 2 == 0 {
        page::seal(&mut bytes);
    }
    let _ = file.write_at(&bytes, start);
}

const MAKE: [&str; 4] = [
    "CREATE DATABASE D;",
    "USE D; CREATE TABLE dbo.t(id int IDENTITY, a varchar(3000), b numeric(20, 3)); CREATE TABLE dbo.u(a bigint NOT NULL);
     CREATE SEQUENCE dbo.s CACHE 5;",
    "USE D; SET NOCOUNT ON; DECLARE @i int = 0;
     WHILE @i < 60 BEGIN
         INSERT INTO dbo.t(a, b) VALUES (REPLICATE('x', @i * 10), @i);
         INSERT INTO dbo.u VALUES (NEXT VALUE FOR dbo.s);
         SET @i += 1;
     END;
     CHECKPOINT;",
    "USE D; SET NOCOUNT ON; UPDATE dbo.t SET a = REPLICATE('y', 2500) WHERE id % 3 = 0; DELETE FROM dbo.t WHERE id % 5 = 0;
     BEGIN TRAN; INSERT INTO dbo.u SELECT a FROM dbo.u; UPDATE dbo.t SET b = b + 1;",
];

const READ_AND_CHANGE: [&str; 6] = [
    "SELECT name, state_desc FROM sys.databases;",
    "USE D; SELECT id, a, b FROM dbo.t;",
    "SELECT COUNT(*), SUM(a) FROM D.dbo.u;",
    "USE D; UPDATE dbo.t SET a = 'z' WHERE id < 10; DELETE FROM dbo.u WHERE a > 30; INSERT INTO dbo.u VALUES (NEXT VALUE FOR dbo.s);",
    "USE D; DBCC CHECKDB; CHECKPOINT;",
    "USE D; DROP TABLE dbo.t; CREATE TABLE dbo.v(a int); INSERT INTO dbo.v VALUES (1);",
];
