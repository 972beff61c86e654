//! The pair pages: the state of its log that a data file belongs to. A file put back from the past
//! in place of either is recognized by them.
//!
//! ```text
//! two pages of each data file, written in turn: common page header (type 31, own page number)
//!  48 sequence u64   one more with each writing; page `pair_page + sequence % 2` holds it
//!  56 checkpoint u64, 64 time i64    the current generation
//!  72 checkpoint u64, 80 time i64    the generation before it
//!  88 log epoch u32                  92 reserved u32
//!  96 end u64        every log record below was on disk
//! 104 newest revert: record u64, state u64, time i64; 0: none
//! 128 count u16 of ancestors        130, 132 the log's epochs (`log_history`)
//! 136 ancestors     guids u64 of the databases that this one descends from, at most 16
//! 264 epochs        at most 128, 24 bytes each
//! ```
//! The places of the newest revert and the ancestors are zero: the database's row in master has
//! them. A generation is a checkpoint: the LSN of its record, and its time, which the record has
//! too. Two copies of a database that live on apart may use the same LSNs, but not the same times.
//!
//! Rules:
//! 1. A checkpoint's generation is durable here before the log's header names the checkpoint. So
//!    the log is of the current generation, or of the one before after a crash in between.
//! 2. `end` was durable in the log before it is written here. A log that ends before is an older
//!    one.
//! 3. An epoch is durable in the log's header before it is written here, and is written here before
//!    the first commit of the epoch. A log of an earlier epoch is an older one.
//! 4. A data file of the log's generation may lack pages that were written since the checkpoint.
//!    Redo from the checkpoint restores them, so such a file is as good as the newest.
//! 5. A write that a power cut tears leaves the other page, of the state before. The log's header
//!    has not followed then. A page damaged later is mended by the next writing.
//!
//! 6. Each data file of a database has pair pages. A checkpoint writes all of them before the log's
//!    header names it, so each file is of the log's generation or of the one before.
//!
//! A file without these pages (made by an earlier version) belongs to a log without times in its
//! checkpoints, and the first checkpoint writes them.

use crate::double_write::offset_of;
use crate::log_history::LogHistory;
use crate::page::{self, PAGE_SIZE, PageType, Verdict};
use sluice_base::codec::{get_u32, get_u64, put_u32, put_u64};
use sluice_base::ids::{DatabaseGuid, FileId, Lsn, PageId};
use sluice_vfs::{AlignedBuf, File, FileError};
use std::path::PathBuf;

/// A checkpoint of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generation {
    /// The checkpoint record; NONE if there is none.
    pub checkpoint: Lsn,
    /// The checkpoint's time in nanoseconds since 1970; 0 if the record has none.
    pub at_ns: i64,
}

/// The state of the log that a data file belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The newest generation of the file.
    pub current: Generation,
    /// The generation before.
    pub previous: Generation,
    /// The log's epoch.
    pub epoch: u32,
    /// Every record below was on disk.
    pub end: Lsn,
}

/// The pair pages of one data file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilePair {
    /// The path of the file.
    pub path: PathBuf,
    /// The state that the pages hold; `None` if they were never written.
    pub found: Option<FoundPair>,
}

/// The pair found in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundPair {
    /// The newest readable state.
    pub pair: Pair,
    /// Whether it is surely the last one written: the other page isn't damaged.
    pub is_newest: bool,
}

/// The newest state in the pair pages, if any, with its sequence and the history beside it.
/// `sequence` is 0 if no pair page was ever written.
pub(crate) struct ReadPair {
    pub(crate) found: Option<FoundPair>,
    pub(crate) sequence: u64,
    pub(crate) history: LogHistory,
}

/// Reads the pair pages of a file, which begin at `first`. If both are sound, the greater sequence
/// counts. The result is marked if the other page is damaged, since that may have
/// been the newer one. Fails only if the file can't be read.
pub(crate) fn read(file: &dyn File, id: FileId, first: u32, guid: DatabaseGuid) -> Result<ReadPair, FileError> {
    let mut pages = AlignedBuf::zeroed(2 * PAGE_SIZE);
    file.read_at(&mut pages, offset_of(first))?;
    let (mut newest, mut are_sound): (Option<(Pair, u64, LogHistory)>, bool) = (None, true);
    for (number, bytes) in (first..).zip(pages.chunks_exact(PAGE_SIZE)) {
        match page::verify(bytes, PageId { file: id, page: number }, guid) {
            Verdict::Ok if page::page_type(bytes) == PageType::PAIR => {
                let (pair, sequence) = decode(bytes);
                if newest.as_ref().is_none_or(|(_, newest, _)| *newest < sequence) {
                    newest = Some((pair, sequence, LogHistory::decode(bytes)));
                }
            }
            Verdict::NeverWritten => {}
            _ => are_sound = false,
        }
    }
    Ok(match newest {
        Some((pair, sequence, history)) => {
            ReadPair { found: Some(FoundPair { pair, is_newest: are_sound }), sequence, history }
        }
        None => ReadPair { found: None, sequence: 0, history: LogHistory::default() },
    })
}

/// Returns the first pair page of a new file, whose log has the checkpoint `pair.current`.
pub fn first_page(pair: &Pair, id: PageId, guid: DatabaseGuid) -> AlignedBuf {
    // Sequence 2 belongs to the first of the two pages.
    encode((pair, &LogHistory::default()), id.file, id.page, guid, 2).0
}

/// Returns the next pair page of the file `id` of the database `below`, for a clone `own` whose log
/// has the checkpoint `pair.current`, and its number. The epochs of the log stay listed.
pub fn next_page(
    file: &dyn File,
    (id, first): (FileId, u32),
    (below, own): (DatabaseGuid, DatabaseGuid),
    pair: &Pair,
) -> Result<(AlignedBuf, u32), FileError> {
    let ReadPair { sequence, history, .. } = read(file, id, first, below)?;
    Ok(encode((pair, &history), id, first, own, sequence + 1))
}

/// Returns the sealed page for the state, and its number. The page alternates with `sequence`, so
/// that a torn write leaves the other page. Nothing is written here.
pub(crate) fn encode(
    (pair, history): (&Pair, &LogHistory),
    id: FileId,
    first: u32,
    guid: DatabaseGuid,
    sequence: u64,
) -> (AlignedBuf, u32) {
    let number = first + (sequence % 2) as u32;
    let mut bytes = AlignedBuf::zeroed(PAGE_SIZE);
    page::set_identity(&mut bytes, PageId { file: id, page: number }, guid);
    page::set_page_type(&mut bytes, PageType::PAIR);
    put_u64(&mut bytes, SEQUENCE, sequence);
    for (generation, at) in [(pair.current, CURRENT), (pair.previous, PREVIOUS)] {
        put_u64(&mut bytes, at, generation.checkpoint.0);
        put_u64(&mut bytes, at + 8, generation.at_ns as u64);
    }
    put_u32(&mut bytes, EPOCH, pair.epoch);
    put_u64(&mut bytes, END, pair.end.0);
    history.encode(&mut bytes);
    page::seal(&mut bytes);
    (bytes, number)
}

fn decode(bytes: &[u8]) -> (Pair, u64) {
    let generation =
        |at: usize| Generation { checkpoint: Lsn(get_u64(bytes, at)), at_ns: get_u64(bytes, at + 8) as i64 };
    let (current, previous) = (generation(CURRENT), generation(PREVIOUS));
    let pair = Pair { current, previous, epoch: get_u32(bytes, EPOCH), end: Lsn(get_u64(bytes, END)) };
    (pair, get_u64(bytes, SEQUENCE))
}

const SEQUENCE: usize = 48;
const CURRENT: usize = 56;
const PREVIOUS: usize = 72;
const EPOCH: usize = 88;
const END: usize = 96;
