//! How long a log's file is, may become, and by how much it grows.

use crate::error::LogError;
use crate::log::Log;
use sluice_base::file_growth::FileGrowth;
use sluice_vfs::FileError;

impl Log {
    /// How long the log file is, in bytes.
    pub fn file_bytes(&self) -> Result<u64, FileError> {
        self.shared().device.len()
    }

    /// By how much the file grows when it must, and how long it may become, in bytes.
    pub fn growth(&self) -> (FileGrowth, u64) {
        let header = self.shared().header.lock();
        (FileGrowth::of_number(header.growth_bytes), header.max_bytes)
    }

    /// Sets both, durably: the header has them.
    pub fn set_growth(&self, growth: FileGrowth, max_bytes: u64) -> Result<(), LogError> {
        self.change_header(|header| (header.growth_bytes, header.max_bytes) = (growth.to_number(), max_bytes))
    }

    /// Makes the file `bytes` long, if it is shorter; less by what is too little for a virtual log file. `Full` where the file system has
    /// no room for that.
    pub fn grow_to(&self, bytes: u64) -> Result<(), LogError> {
        self.shared().grow_to(bytes)
    }
}
