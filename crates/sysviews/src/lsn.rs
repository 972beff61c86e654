//! LSNs in SQL Server's format: sequence number of the virtual log file, log block, record, in
//! hexadecimal with 8, 8 and 4 digits.
//!
//! The log block is its distance from the start of the virtual log file in units of 512 bytes. The
//! record is its byte offset within the block, which increases with the LSN and identifies the
//! record.

use sluice_base::ids::Lsn;
use sluice_base::sync::Arc;
use sluice_types::{Decimal, Value};
use sluice_wal::{Log, VlfInfo};

/// The virtual log files in use of a log, for formatting and parsing LSNs.
pub(crate) struct LsnText {
    log: Arc<Log>,
    vlfs: Vec<VlfInfo>,
}

impl LsnText {
    /// Returns a converter for LSNs of a log, with the virtual log files that are in use now.
    /// [`LsnText::write`] and [`LsnText::number`] read the list again if it lacks an LSN;
    /// [`LsnText::read`] doesn't.
    pub(crate) fn new(log: &Arc<Log>) -> LsnText {
        LsnText { log: Arc::clone(log), vlfs: in_use(log) }
    }

    /// Formats `lsn` as `vvvvvvvv:bbbbbbbb:rrrr`. `Lsn::NONE` and LSNs outside the virtual log
    /// files in use are zeros. The list of these files is read again if it lacks the LSN.
    pub(crate) fn write(&mut self, lsn: Lsn) -> String {
        let (sequence, block, record) = self.address(lsn).unwrap_or_default();
        format!("{sequence:08x}:{block:08x}:{record:04x}")
    }

    /// Returns `lsn` as one decimal of ten, ten and five digits, the form of backup history. NULL
    /// for `Lsn::NONE` and for an LSN outside the virtual log files in use.
    pub(crate) fn number(&mut self, lsn: Lsn) -> Value {
        let of_address = |(sequence, block, record): (u64, u64, u16)| {
            let number = (i128::from(sequence) * 10_i128.pow(10) + i128::from(block)) * 10_i128.pow(5);
            Decimal::new(number + i128::from(record), 0)
        };
        self.address(lsn).and_then(of_address).map_or(Value::Null, Value::Decimal)
    }

    fn address(&mut self, lsn: Lsn) -> Option<(u64, u64, u16)> {
        if lsn.is_none() {
            return None;
        }
        self.find(lsn).or_else(|| {
            self.vlfs = in_use(&self.log);
            self.find(lsn)
        })
    }

    /// Parses three numbers with colons between them, in decimal, or in hexadecimal after `0x`.
    /// Returns `None` for text that isn't an LSN in a virtual log file in use. The record must fit
    /// into 16 bits, but need not exist.
    pub(crate) fn read(&self, text: &str) -> Option<Lsn> {
        let text = text.trim();
        let (digits, base) = text.strip_prefix("0x").map_or((text, 10), |digits| (digits, 16));
        let mut parts = digits.split(':').map(|part| u64::from_str_radix(part, base).ok());
        let (sequence, block, record) = (parts.next()??, parts.next()??, parts.next()??);
        let vlf = self.vlfs.iter().find(|vlf| vlf.sequence == sequence)?;
        let is_in = parts.next().is_none() && block < vlf.size / Lsn::BLOCK_UNIT;
        is_in.then_some(Lsn::new(vlf.start.block() + block, u16::try_from(record).ok()?))
    }

    fn find(&self, lsn: Lsn) -> Option<(u64, u64, u16)> {
        self.vlfs.iter().find_map(|vlf| vlf.address_of(lsn))
    }
}

fn in_use(log: &Log) -> Vec<VlfInfo> {
    log.vlfs().into_iter().filter(|vlf| vlf.active).collect()
}
