//! The machine's name, and what the operating system says of itself, of the memory and of the
//! process.

use std::sync::OnceLock;

/// Returns the machine's name, or an empty string if the name can't be read. Bytes that aren't
/// UTF-8 are replaced.
#[cfg(unix)]
pub fn name() -> String {
    let mut bytes = [0u8; 256];
    // SAFETY: the pointer is to a buffer of this length, which this function owns.
    let failed = unsafe { libc::gethostname(bytes.as_mut_ptr().cast(), bytes.len()) } != 0;
    let end = bytes.iter().position(|byte| *byte == 0);
    match end {
        Some(end) if !failed => String::from_utf8_lossy(&bytes[..end]).into_owned(),
        _ => String::new(),
    }
}

/// Returns the machine's name, or an empty string if the variable `COMPUTERNAME` isn't set.
#[cfg(not(unix))]
pub fn name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// Returns the number of processors that the process may use, as the system said at the first
/// call; 1 if it doesn't say.
pub fn processors() -> usize {
    static COUNTED: OnceLock<usize> = OnceLock::new();
    *COUNTED.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// The operating system, the machine and the process, as views show them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Machine {
    /// `Linux`, `Windows` or another name.
    pub platform: &'static str,
    /// The name of the distribution, such as `Ubuntu`; empty if unknown.
    pub distribution: String,
    /// The version of the distribution; empty if unknown.
    pub release: String,
    /// The machine's memory, if the system reports it.
    pub memory: Option<MachineMemory>,
    /// The process, if the system reports it.
    pub process: Option<ProcessFigures>,
    /// The processors, if the system reports them.
    pub processors: Option<ProcessorFacts>,
    /// Whether the machine is virtual, if the system reports it.
    pub is_virtual: Option<bool>,
}

/// The processors of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProcessorFacts {
    /// Logical processors.
    pub logical: u32,
    /// Cores.
    pub cores: u32,
    /// Sockets.
    pub sockets: u32,
    /// Nodes of memory.
    pub nodes: u32,
}

/// The machine's memory, in kilobytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MachineMemory {
    /// Physical memory.
    pub total: u64,
    /// Physical memory that can be taken without swapping.
    pub available: u64,
    /// Memory that processes may reserve together.
    pub commit_limit: u64,
    /// Memory that processes have reserved.
    pub committed: u64,
    /// The system's cache of files.
    pub cached: u64,
    /// The kernel's own memory.
    pub kernel: u64,
}

/// Figures of the process. Memory is in kilobytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProcessFigures {
    /// Resident memory.
    pub resident: u64,
    /// Memory on the swap device.
    pub swapped: u64,
    /// Size of the address space in use.
    pub address_space: u64,
    /// Memory locked against swapping.
    pub locked: u64,
    /// Memory of huge pages.
    pub huge_pages: u64,
    /// The number of page faults.
    pub faults: u64,
    /// Processor time in user mode, in milliseconds.
    pub user_ms: u64,
    /// Processor time in the kernel, in milliseconds.
    pub kernel_ms: u64,
}

/// The volume of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Volume {
    /// Where the volume is mounted; empty if unknown.
    pub mount_point: String,
    /// The kind of its file system; empty if unknown.
    pub file_system: String,
    /// The size in bytes.
    pub total_bytes: u64,
    /// The free bytes that the process may use.
    pub available_bytes: u64,
    /// Whether it is mounted read-only.
    pub is_read_only: bool,
}

/// A device with files of the process, and how batches of reads and writes are done there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchDevice {
    /// The device's major number.
    pub major: u32,
    /// The device's minor number.
    pub minor: u32,
    /// The way that was chosen.
    pub access: BatchAccess,
    /// The measured time of a page read by a blocking call.
    pub single_ns: Option<u64>,
    /// The measured time of a page read in an overlapped batch. `None` on a slow device.
    pub batch_ns: Option<u64>,
}

/// A way to read and write batches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchAccess {
    /// All parts of a batch at the same time.
    Overlapped,
    /// One call after another: the faster way, by the measurement.
    Blocking,
    /// One call after another, because the system refuses overlapped calls.
    Refused,
}

#[cfg(test)]
mod tests {
    #[test]
    fn machine_name_has_no_nul() {
        assert!(!super::name().contains('\0'));
    }
}
