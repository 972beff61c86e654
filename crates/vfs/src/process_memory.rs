//! Memory figures from the system: the machine's memory, the control group's limit, and the
//! process's resident memory.

/// Returns the machine's physical memory in bytes, even if the process may use only a part. Returns
/// `None` if unknown.
pub fn physical_bytes() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        Some(kilobytes(&text, "MemTotal:")? << 10)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Returns the bytes of memory that the process may use: the machine's memory, or the limit of its
/// control group (a container). The smallest limit counts. `None` if the machine's memory isn't
/// known.
pub fn available_bytes() -> Option<u64> {
    let physical = physical_bytes()?;
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = limit_files(&groups).into_iter().filter_map(|file| std::fs::read_to_string(file).ok());
    let smallest = limits.filter_map(|text| text.trim().parse::<u64>().ok()).min();
    Some(smallest.map_or(physical, |limit| limit.min(physical)))
}

/// Returns the process's resident bytes that no file backs: Linux's RssAnon and RssShmem. Returns
/// `None` on other systems.
pub fn resident_bytes() -> Option<u64> {
    resident_in(&std::fs::read_to_string("/proc/self/status").ok()?)
}

fn resident_in(status: &str) -> Option<u64> {
    Some((kilobytes(status, "RssAnon:")? + kilobytes(status, "RssShmem:")?) << 10)
}

/// Returns the kilobytes of a line such as `MemTotal: 100 kB`. `None` if no line begins with
/// `name`, or it has no such number.
pub(crate) fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Returns the files with the memory limits of the process's control groups and their ancestors,
/// for both versions of control groups. In a container, the process's own group usually appears as
/// the root.
fn limit_files(groups: &str) -> Vec<String> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            list if list.split(',').any(|one| one == "memory") => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            _ => continue,
        };
        let mut path = path.trim_end_matches('/');
        loop {
            files.push(format!("{root}{path}/{file}"));
            let Some(end) = path.rfind('/') else { break };
            path = &path[..end];
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn group_limit_files_include_ancestors() {
        assert_eq!(limit_files("0::/\n"), ["/sys/fs/cgroup/memory.max"]);
        assert_eq!(
            limit_files("0::/a/b\n"),
            ["/sys/fs/cgroup/a/b/memory.max", "/sys/fs/cgroup/a/memory.max", "/sys/fs/cgroup/memory.max"]
        );
        assert_eq!(
            limit_files("4:cpu:/x\n3:hugetlb,memory:/x\n"),
            ["/sys/fs/cgroup/memory/x/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        );
    }

    #[test]
    fn resident_memory_excludes_files() {
        let status = "VmRSS:\t 900 kB\nRssAnon:\t     100 kB\nRssFile:\t     790 kB\nRssShmem:\t      10 kB\n";
        assert_eq!(resident_in(status), Some(110 << 10));
        assert_eq!(resident_in("VmRSS:\t 900 kB\n"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_reports_machine_and_process_memory() {
        let (physical, available) = (physical_bytes().unwrap(), available_bytes().unwrap());
        assert!(available <= physical && physical > 16 << 20);
        assert!(resident_bytes().is_some_and(|bytes| bytes < physical));
    }
}
