//! Locates the structures in a database's files, by `docs/file-format.md`: one of each kind, to
//! damage it.

use sluice_base::codec::{get_u32, get_u64};
use sluice_vfs::mem::MemFs;
use sluice_vfs::{Access, Create, Durability, OpenOptions, Vfs};
use std::path::Path;

/// A kind of structure, and bytes of one example.
pub(crate) struct Zone {
    /// The name in the table of `docs/fault-model.md`.
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    /// The bytes to damage, one at a time.
    pub(crate) bytes: Vec<u64>,
    /// A byte of the double-write directory that is damaged too, so that the page has no copy for
    /// its repair.
    pub(crate) also: Option<u64>,
}

/// Returns the zones of the database S.
pub(crate) fn find(disk: &MemFs) -> Result<Vec<Zone>, String> {
    let mut zones = log_zones(&whole(disk, LOG)?)?;
    zones.extend(data_zones(&whole(disk, DATA)?)?);
    // A database without delayed commits has no ring. The ring is never synced: a power cut may
    // leave an empty file.
    let ring = whole(disk, RING).unwrap_or_default();
    let slots = (0..32).map(|slot| 4096 + slot * 61_440).take_while(|slot| slot + 61_440 <= ring.len());
    let used = slots.filter(|slot| get_u64(&ring, *slot) != 0);
    if let Some(newest) = used.max_by_key(|slot| get_u64(&ring, slot + 24)) {
        let newest = newest as u64;
        zones.push(Zone { name: "ring, header", file: RING, bytes: vec![0, 12, 33], also: None });
        zones.push(Zone {
            name: "ring, newest block",
            file: RING,
            bytes: vec![newest + 2, newest + 18, newest + 70],
            also: None,
        });
    }
    Ok(zones)
}

fn log_zones(log: &[u8]) -> Result<Vec<Zone>, String> {
    let copy = |start: u64| vec![start + 2, start + 8, start + 17, start + 50, start + 90];
    // The sequence number and file offset of each block.
    let mut blocks: Vec<(u64, u64)> = (256 << 10..log.len())
        .step_by(512)
        .filter(|at| &log[*at..*at + 4] == b"SlLb")
        .map(|at| (get_u64(log, at + 32), at as u64))
        .collect();
    blocks.sort_unstable();
    let generation = |copy: usize| get_u64(log, copy + 16);
    let header = if generation(0) >= generation(64 << 10) { 0 } else { 64 << 10 };
    let (checkpoint, is_clean) = (get_u64(log, header + 48) >> 16, get_u32(log, header + 100) == 1);
    let position = |at: u64| get_u64(log, at as usize + 24);
    let needed: Vec<u64> = blocks.iter().map(|(_, at)| *at).filter(|at| position(*at) >= checkpoint).collect();
    let (Some(old), Some(last)) = (blocks.first(), needed.last()) else {
        return Err("a log without blocks".to_owned());
    };
    // A byte of the header, a byte of the records, and the last byte.
    let bytes_of = |at: u64| vec![at + 1, at + 25, at + 70, at + u64::from(get_u32(log, at as usize + 48)) - 1];
    let padding = |at: u64| {
        let end = at + u64::from(get_u32(log, at as usize + 48));
        (!end.is_multiple_of(512)).then(|| vec![end])
    };
    let mut zones = vec![
        Zone { name: "log header, copy A", file: LOG, bytes: copy(0), also: None },
        Zone { name: "log header, copy B", file: LOG, bytes: copy(64 << 10), also: None },
        Zone { name: "log block before the last checkpoint", file: LOG, bytes: bytes_of(old.1), also: None },
    ];
    if is_clean {
        zones.push(Zone { name: "log block, the last", file: LOG, bytes: bytes_of(*last), also: None });
    } else {
        let middle = needed[needed.len() / 2];
        zones.push(Zone {
            name: "log block after the last checkpoint",
            file: LOG,
            bytes: bytes_of(middle),
            also: None,
        });
        zones.push(Zone { name: "log block, the last", file: LOG, bytes: bytes_of(*last), also: None });
    }
    if let Some(bytes) = padding(*last) {
        zones.push(Zone { name: "log block, padding", file: LOG, bytes, also: None });
    }
    Ok(zones)
}

fn data_zones(data: &[u8]) -> Result<Vec<Zone>, String> {
    let page_type = |page: usize| data[page * PAGE + 4];
    let bytes_of = |page: usize| [1, 5, 17, 60, 100, 200, 8191].map(|byte| (page * PAGE + byte) as u64).to_vec();
    let listed = get_u32(data, AREA * PAGE + 48) as usize;
    let copied: Vec<usize> = (0..listed).map(|slot| get_u32(data, AREA * PAGE + 64 + 8 * slot) as usize).collect();
    let first = |kind: u8| (FIRST_PAGE..data.len() / PAGE).find(|page| page_type(*page) == kind);
    let last = |kind: u8| (FIRST_PAGE..data.len() / PAGE).rfind(|page| page_type(*page) == kind);
    let mut zones = Vec::new();
    let mut zone = |name, page: Option<usize>| {
        zones.extend(page.map(|page| Zone { name, file: DATA, bytes: bytes_of(page), also: None }));
    };
    zone("reserved pages", Some(5));
    zone("double-write directory", Some(AREA));
    zone("double-write copy", Some(AREA + 1));
    zone("page with a copy in the double-write area", copied.iter().copied().find(|page| page_type(*page) == 1));
    zone("space beyond the last page", Some(data.len() / PAGE - 1));
    let mut zone_without_copy = |name, page: Option<usize>| {
        let also = |page| copied.contains(&page).then_some((AREA * PAGE + 100) as u64);
        zones.extend(page.map(|page| Zone { name, file: DATA, bytes: bytes_of(page), also: also(page) }));
    };
    zone_without_copy("file header, copy 0", Some(0));
    zone_without_copy("file header, copy 1", Some(1));
    zone_without_copy("boot page", Some(2));
    zone_without_copy("GAM page", Some(3));
    zone_without_copy("IAM page", last(10));
    zone_without_copy("heap page", first(1));
    zone_without_copy("tree page", first(2));
    Ok(zones)
}

fn whole(disk: &MemFs, name: &str) -> Result<Vec<u8>, String> {
    let read = || {
        let file = disk.open(&Path::new(FOLDER).join(name), OPEN)?;
        let mut bytes = vec![0; file.len()? as usize];
        file.read_at(&mut bytes, 0).map(|()| bytes)
    };
    read().map_err(|error| error.to_string())
}

/// Options to open an existing file.
pub(crate) const OPEN: OpenOptions =
    OpenOptions { create: Create::Never, access: Access::Buffered, durability: Durability::Deferred };
pub(crate) const FOLDER: &str = "/data";
const DATA: &str = "S.mdf";
const LOG: &str = "S_log.ldf";
const RING: &str = "S_tail.ring";
const PAGE: usize = 8192;
/// The page of the double-write area's directory.
const AREA: usize = 8;
const FIRST_PAGE: usize = 80;
