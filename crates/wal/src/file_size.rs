//! The length of the log file, its maximum, and its growth step.

use crate::error::LogError;
use crate::log::Log;
use sluice_base::file_growth::FileGrowth;
use sluice_vfs::FileError;

impl Log {
    /// Returns the length of the log file, in bytes.
    pub fn file_bytes(&self) -> Result<u64, FileError> {
        self.shared().device.len()
    }

    /// Returns the growth step and the maximum length of the file in bytes.
    pub fn growth(&self) -> (FileGrowth, u64) {
        let header = self.shared().header.lock();
        (FileGrowth::of_number(header.growth_bytes), header.max_bytes)
    }

    /// Sets growth step and maximum length durably: both are in the header. A failure poisons the
    /// log. The present length isn't checked.
    pub fn set_growth(&self, growth: FileGrowth, max_bytes: u64) -> Result<(), LogError> {
        self.change_header(|header| (header.growth_bytes, header.max_bytes) = (growth.to_number(), max_bytes))
    }

    /// Grows the file to `bytes`, rounded down to whole virtual log files. Does nothing if the file
    /// is already that long. Fails with `Full` if the file system has no room.
    pub fn grow_to(&self, bytes: u64) -> Result<(), LogError> {
        self.shared().grow_to(bytes)
    }
}
