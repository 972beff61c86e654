//! Batches of reads and writes beside the disk alone: scattered page writes at depth, a cold scan,
//! and cold random reads.

use crate::figure::Figure;
use sluice_base::clock::{Clock, SystemClock};
use sluice_base::sync::Arc;
use sluice_engine::{Instance, InstanceOptions, Session, Value};
use sluice_vfs::os::OsFs;
use sluice_vfs::{Access, AlignedBuf, Create, Durability, File, OpenOptions, Vfs};
use sluice_workload::median::median;
use sluice_workload::sluice::batch;
use std::path::{Path, PathBuf};

/// Measures all figures on the disk of `folder`. Half of `rows` rows of 1,000 bytes are scanned,
/// but at least `READS`.
pub fn measure(folder: &Path, rows: u32, pairs: u32) -> Result<Vec<Figure>, String> {
    let mut figures = vec![scattered_writes(folder, pairs.max(3))?];
    let rows = (rows / 2).max(READS);
    let data = folder.join("overlap");
    let mut loaded = load(&data, rows)?;
    figures.push(cold_scan(&mut loaded, rows, pairs)?);
    figures.push(random_reads(&mut loaded, rows, pairs)?);
    loaded.instance.close().map_err(text)?;
    Ok(figures)
}

/// Writes 64 scattered pages by one batch, and one after another.
fn scattered_writes(folder: &Path, pairs: u32) -> Result<Figure, String> {
    let file = open(&folder.join("scattered"), Create::IfMissing)?;
    let piece = AlignedBuf::zeroed(1 << 20);
    (0..SCATTERED_BYTES).step_by(piece.len()).try_for_each(|at| file.write_at(&piece, at)).map_err(text)?;
    file.sync().map_err(text)?;
    let mut places = Places::new(SCATTERED_BYTES / PAGE as u64);
    let page = AlignedBuf::zeroed(PAGE);
    let clock = SystemClock::new();
    let (mut single_ns, mut batch_ns) = (Vec::new(), Vec::new());
    // The first batch measures the device.
    for turn in 0..=pairs * 10 {
        let mut writes = || -> Vec<(u64, &[u8])> { (0..64).map(|_| (places.next(), &page[..])).collect() };
        let (singles, batch) = (writes(), writes());
        let began_ns = clock.monotonic_ns();
        singles.iter().try_for_each(|(at, bytes)| file.write_at(bytes, *at)).map_err(text)?;
        let between_ns = clock.monotonic_ns();
        file.write_batch(&batch).whole().map_err(text)?;
        if turn > 0 {
            single_ns.push((between_ns - began_ns) as f64);
            batch_ns.push((clock.monotonic_ns() - between_ns) as f64);
        }
        file.sync().map_err(text)?;
    }
    let (single, batch) = (median(&mut single_ns), median(&mut batch_ns));
    let name = format!(
        "64 scattered pages written: times faster in a batch ({:.0} µs) than in turn ({:.0} µs)",
        batch / 1e3,
        single / 1e3
    );
    Ok(Figure::at_least(&name, single / batch, 3.0, ""))
}

/// An instance whose database has the table `T`, with keys from 0 on and rows of 1,000 bytes.
struct Loaded {
    instance: Arc<Instance>,
    session: Session,
    data_file: PathBuf,
}

fn load(data: &Path, rows: u32) -> Result<Loaded, String> {
    let instance = Instance::open(InstanceOptions::in_folder(data)).map_err(text)?;
    let mut session = instance.connect().map_err(text)?;
    batch(&mut session, "CREATE DATABASE Overlap; ALTER DATABASE Overlap SET DELAYED_DURABILITY = FORCED;")?;
    batch(
        &mut session,
        &format!(
            "USE Overlap; CREATE TABLE dbo.T(k INT NOT NULL PRIMARY KEY, n INT NOT NULL, p CHAR(980) NOT NULL);
             SET NOCOUNT ON; DECLARE @i INT = 0; BEGIN TRAN;
             WHILE @i < {rows}
             BEGIN
                 INSERT dbo.T VALUES(@i, 1, 'row'); SET @i += 1;
                 IF @i % 10000 = 0 BEGIN COMMIT; BEGIN TRAN; END;
             END;
             COMMIT; CHECKPOINT;"
        ),
    )?;
    Ok(Loaded { instance, session, data_file: data.join("Overlap.mdf") })
}

/// Scans the table with no page in memory, and reads as many bytes of its file in sequence.
fn cold_scan(loaded: &mut Loaded, rows: u32, pairs: u32) -> Result<Figure, String> {
    let clock = SystemClock::new();
    let file = open(&loaded.data_file, Create::Never)?;
    let bytes = u64::from(rows) / ROWS_PER_PAGE * PAGE as u64;
    let mut piece = AlignedBuf::zeroed(1 << 20);
    let (mut raw, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..pairs {
        let began_ns = clock.monotonic_ns();
        (0..bytes).step_by(piece.len()).try_for_each(|at| file.read_at(&mut piece, at)).map_err(text)?;
        raw.push(bytes as f64 / (clock.monotonic_ns() - began_ns) as f64 * 1e3);
        batch(&mut loaded.session, "DBCC DROPCLEANBUFFERS WITH NO_INFOMSGS;")?;
        let began_ns = clock.monotonic_ns();
        let sum = batch(&mut loaded.session, "SELECT SUM(n) FROM dbo.T;")?;
        ours.push(bytes as f64 / (clock.monotonic_ns() - began_ns) as f64 * 1e3);
        if sum.scalar() != Some(&Value::Int(rows as i32)) {
            return Err(format!("the scan found {:?} instead of {rows}", sum.scalar()));
        }
    }
    let (raw, ours) = (median(&mut raw), median(&mut ours));
    let name = format!("a cold scan at {ours:.0} MB/s: share of direct reads of 1 MB in sequence at {raw:.0} MB/s");
    Ok(Figure::at_least(&name, ours / raw, 0.85, ""))
}

/// Reads rows of different pages by key, none in memory, and as many pages of the file.
fn random_reads(loaded: &mut Loaded, rows: u32, pairs: u32) -> Result<Figure, String> {
    let clock = SystemClock::new();
    let file = open(&loaded.data_file, Create::Never)?;
    let mut page = AlignedBuf::zeroed(PAGE);
    let mut places = Places::new(u64::from(rows) / ROWS_PER_PAGE);
    let (mut raw, mut ours) = (Vec::new(), Vec::new());
    let work = format!(
        "DECLARE @i INT = 0, @k INT, @n INT = 0;
         WHILE @i < {READS}
         BEGIN
             SET @k = @i * 7919 % {READS} * {};
             SELECT @n += n FROM dbo.T WHERE k = @k;
             SET @i += 1;
         END;
         SELECT @n;",
        rows / READS
    );
    for _ in 0..pairs {
        let began_ns = clock.monotonic_ns();
        (0..READS).try_for_each(|_| file.read_at(&mut page, places.next())).map_err(text)?;
        raw.push((clock.monotonic_ns() - began_ns) as f64 / 1e6);
        batch(&mut loaded.session, "DBCC DROPCLEANBUFFERS WITH NO_INFOMSGS;")?;
        let began_ns = clock.monotonic_ns();
        let found = batch(&mut loaded.session, &work)?;
        ours.push((clock.monotonic_ns() - began_ns) as f64 / 1e6);
        if found.scalar() != Some(&Value::Int(READS as i32)) {
            return Err(format!("the reads found {:?} rows instead of {READS}", found.scalar()));
        }
    }
    let (raw, ours) = (median(&mut raw), median(&mut ours));
    let name = format!("{READS} cold reads of a row, {ours:.0} ms: times those of a page of the file, {raw:.0} ms");
    Ok(Figure::at_most(&name, ours / raw, 1.1, ""))
}

/// Offsets of scattered pages of a file with `pages` pages. If that is a power of two, none occurs
/// again before all have occurred.
struct Places {
    pages: u64,
    next: u64,
}

impl Places {
    fn new(pages: u64) -> Places {
        Places { pages, next: 0 }
    }

    fn next(&mut self) -> u64 {
        self.next += 1;
        self.next.wrapping_mul(SCATTER) % self.pages * PAGE as u64
    }
}

fn open(path: &Path, create: Create) -> Result<Arc<dyn File>, String> {
    let options = OpenOptions { create, access: Access::Direct, durability: Durability::Deferred };
    OsFs::new().open(path, options).map_err(text)
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

const PAGE: usize = 8192;
/// The file of the scattered writes: 512 MB.
const SCATTERED_BYTES: u64 = 512 << 20;
/// Rows of 1,000 bytes in a full page.
const ROWS_PER_PAGE: u64 = 8;
/// The number of random reads.
const READS: u32 = 10_000;
/// An odd number near the golden ratio of 2^64, whose multiples are scattered.
const SCATTER: u64 = 0x9E37_79B9_7F4A_7C15;
