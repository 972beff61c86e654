//! The operating system, the machine's memory, the process and the volumes of files, as the system
//! reports them now.

use crate::os;
use crate::process_memory::kilobytes;
use sluice_base::machine::{BatchDevice, Machine, MachineMemory, ProcessFigures, ProcessorFacts, Volume};
use std::collections::BTreeSet;
use std::path::Path;

/// Reads the facts of machine and process. Facts that the system doesn't report are missing. Reads
/// `/proc` and `/etc/os-release` at each call.
pub fn read() -> Machine {
    let text = |path: &str| std::fs::read_to_string(path).ok();
    let platform = match std::env::consts::OS {
        "linux" => "Linux",
        "windows" => "Windows",
        "macos" => "macOS",
        other => other,
    };
    let release = text("/etc/os-release").unwrap_or_default();
    let status = text("/proc/self/status");
    Machine {
        platform,
        distribution: release_field(&release, "NAME"),
        release: release_field(&release, "VERSION_ID"),
        memory: text("/proc/meminfo").and_then(|text| memory_of(&text)),
        process: status.zip(text("/proc/self/stat")).and_then(|(status, stat)| process_of(&status, &stat)),
        processors: processors(&text),
        is_virtual: text("/proc/cpuinfo").and_then(|text| is_virtual(&text)),
    }
}

/// Returns the number of the processor on which a thread of the process runs or ran last, counted
/// from 0 among those that the process may use. `None` for another id, and where the system doesn't
/// report it.
pub fn processor_of_thread(id: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/self/task/{id}/stat")).ok()?;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    let processor = stat_field(&stat, 39)?;
    listed(allowed)?.iter().position(|allowed| u64::from(*allowed) == processor)?.try_into().ok()
}

/// Returns the number of processors, cores and sockets that are online, by their topology. `text`
/// reads a file.
fn processors(text: &dyn Fn(&str) -> Option<String>) -> Option<ProcessorFacts> {
    let online = listed(&text("/sys/devices/system/cpu/online")?)?;
    let (mut cores, mut sockets) = (BTreeSet::new(), BTreeSet::new());
    for cpu in &online {
        let fact = |name: &str| {
            let text = text(&format!("/sys/devices/system/cpu/cpu{cpu}/topology/{name}"))?;
            text.trim().parse::<i64>().ok()
        };
        let socket = fact("physical_package_id")?;
        cores.insert((socket, fact("core_id")?));
        sockets.insert(socket);
    }
    let nodes = text("/sys/devices/system/node/online").and_then(|text| listed(&text)).map_or(1, |nodes| nodes.len());
    let [cores, sockets] = [cores.len(), sockets.len()].map(|count| count as u32);
    Some(ProcessorFacts { logical: online.len() as u32, cores, sockets, nodes: nodes as u32 })
}

/// Returns the numbers of a list such as `0-3,8`. `None` if the text isn't such a list.
fn listed(text: &str) -> Option<Vec<u32>> {
    let mut numbers = Vec::new();
    for part in text.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        numbers.extend(first.parse::<u32>().ok()?..=last.parse().ok()?);
    }
    Some(numbers)
}

/// Returns whether `/proc/cpuinfo` reports a hypervisor. `None` without the flags of a processor.
fn is_virtual(text: &str) -> Option<bool> {
    let flags = text.lines().find(|line| line.starts_with("flags"))?;
    Some(flags.split_whitespace().any(|flag| flag == "hypervisor"))
}

/// Returns a numbered field of a `stat` file. The name in parentheses, field 2, may have blanks.
fn stat_field(stat: &str, number: usize) -> Option<u64> {
    let fields = stat.rsplit_once(')')?.1;
    fields.split_whitespace().nth(number - 3)?.parse().ok()
}

/// Returns the volume of the file at `path`, or `None` if the file is missing or the system doesn't
/// report its volume. Symbolic links are followed. Mount point and file system are empty if they
/// aren't known.
pub fn volume(path: &Path) -> Option<Volume> {
    let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    let whole = path.canonicalize().ok()?;
    let (mount_point, file_system) = mount_of(&mounts, &whole).unwrap_or_default();
    Some(Volume { mount_point, file_system, ..os::volume(&whole)? })
}

/// Returns the devices on which batches of reads and writes were done so far, and how.
pub fn batch_devices() -> Vec<BatchDevice> {
    os::batch_devices()
}

/// Returns why the system refuses overlapped batches. `None` if it doesn't, or if no batch has met
/// the refusal yet.
pub fn batch_refusal() -> Option<&'static str> {
    os::refusal()
}

/// Returns a value of `/etc/os-release`, without quotes; empty if it is missing.
fn release_field(text: &str, name: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
    line.unwrap_or_default().trim().trim_matches('"').to_owned()
}

/// Returns the figures of `/proc/meminfo`. Missing ones are 0. `None` without total or available
/// memory.
fn memory_of(text: &str) -> Option<MachineMemory> {
    let known = |name| kilobytes(text, name).unwrap_or(0);
    Some(MachineMemory {
        total: kilobytes(text, "MemTotal:")?,
        available: kilobytes(text, "MemAvailable:")?,
        commit_limit: known("CommitLimit:"),
        committed: known("Committed_AS:"),
        cached: known("Cached:"),
        kernel: known("Slab:") + known("KernelStack:") + known("PageTables:"),
    })
}

/// Returns the figures of `/proc/self/status` and `stat`. `None` without resident memory, faults or
/// processor time; other missing figures are 0.
fn process_of(status: &str, stat: &str) -> Option<ProcessFigures> {
    let known = |name| kilobytes(status, name).unwrap_or(0);
    let field = |number: usize| stat_field(stat, number);
    let (minor_faults, major_faults) = (field(10)?, field(12)?);
    Some(ProcessFigures {
        resident: kilobytes(status, "VmRSS:")?,
        swapped: known("VmSwap:"),
        address_space: known("VmSize:"),
        locked: known("VmLck:"),
        huge_pages: known("HugetlbPages:"),
        faults: minor_faults + major_faults,
        user_ms: field(14)? * MS_OF_TICK,
        kernel_ms: field(15)? * MS_OF_TICK,
    })
}

/// Returns mount point and file system of a whole path: those of the longest mount point above it.
fn mount_of(mounts: &str, path: &Path) -> Option<(String, String)> {
    let mount = |line: &str| {
        let mut words = line.split_whitespace().skip(1);
        // Blanks in the mount point are written as octal numbers.
        Some((words.next()?.replace("\\040", " "), words.next()?.to_owned()))
    };
    let above = mounts.lines().filter_map(mount).filter(|(point, _)| path.starts_with(point));
    above.max_by_key(|(point, _)| point.len())
}

/// The length of a tick of `/proc/self/stat`: Linux counts a hundred a second there.
const MS_OF_TICK: u64 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_fields_lose_their_quotes() {
        let text = "PRETTY_NAME=\"Ubuntu 22.04\"\nNAME=\"Ubuntu\"\nVERSION_ID=\"22.04\"\n";
        assert_eq!((&*release_field(text, "NAME"), &*release_field(text, "VERSION_ID")), ("Ubuntu", "22.04"));
        assert_eq!(release_field(text, "BUILD_ID"), "");
    }

    #[test]
    fn process_fields_are_behind_the_name() {
        let stat = "7 (a (b) c) S 1 2 3 4 5 6 100 0 20 0 300 40 0 0 20 0 1";
        let found = process_of("VmRSS:\t 12 kB\nVmSize:\t 90 kB\n", stat).unwrap();
        assert_eq!((found.resident, found.address_space, found.swapped), (12, 90, 0));
        assert_eq!((found.faults, found.user_ms, found.kernel_ms), (120, 3_000, 400));
        assert_eq!(process_of("", stat), None);
    }

    #[test]
    fn processors_are_counted_by_topology() {
        let files = |path: &str| {
            let cpu = path.strip_prefix("/sys/devices/system/cpu/cpu").and_then(|rest| rest.split('/').next());
            let cpu = cpu.and_then(|cpu| cpu.parse::<u32>().ok());
            Some(match (path, cpu) {
                ("/sys/devices/system/cpu/online", _) => "0-5,8,9\n".to_owned(),
                ("/sys/devices/system/node/online", _) => "0-1\n".to_owned(),
                (path, Some(cpu)) if path.ends_with("physical_package_id") => format!("{}\n", u32::from(cpu > 3)),
                (_, cpu) => (cpu? / 2).to_string(),
            })
        };
        let facts = ProcessorFacts { logical: 8, cores: 4, sockets: 2, nodes: 2 };
        assert_eq!(processors(&files), Some(facts));
        assert_eq!(processors(&|_| None), None);
    }

    #[test]
    fn hypervisor_is_a_flag_of_the_processor() {
        assert_eq!(is_virtual("model : x\nflags\t\t: fpu hypervisor sse\n"), Some(true));
        assert_eq!(is_virtual("flags : fpu sse\n"), Some(false));
        assert_eq!(is_virtual("Features : fp\n"), None);
    }

    #[test]
    fn mount_is_the_nearest_above() {
        let mounts = "/dev/a / ext4 rw 0 0\n/dev/b /data xfs rw 0 0\n/dev/c /data/my\\040disk btrfs rw 0 0\n";
        let of = |path| mount_of(mounts, Path::new(path)).unwrap();
        assert_eq!(of("/data/x/y.mdf"), ("/data".to_owned(), "xfs".to_owned()));
        assert_eq!(of("/data/my disk/y.mdf"), ("/data/my disk".to_owned(), "btrfs".to_owned()));
        assert_eq!(of("/database"), ("/".to_owned(), "ext4".to_owned()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_reports_machine_process_and_volume() {
        let machine = read();
        assert_eq!(machine.platform, "Linux");
        assert!(machine.memory.is_some_and(|memory| memory.available <= memory.total));
        assert!(machine.process.is_some_and(|process| process.resident <= process.address_space));
        let volume = volume(Path::new("/proc/self/status")).unwrap();
        assert_eq!((&*volume.mount_point, &*volume.file_system), ("/proc", "proc"));
        assert!(super::volume(&std::env::temp_dir()).is_some_and(|volume| volume.total_bytes > 0));
    }
}
