//! CPU and memory usage of processes, from Linux's `/proc`.

use std::path::Path;

/// Returns the CPU seconds of a process and its ended children; `None` if it isn't on this machine.
pub(crate) fn spent_s(process: u32) -> Option<f64> {
    Times::read_process(process).map(|times| times.own_s + times.of_children_s)
}

/// Does the same as [`spent_s`], but includes running children.
pub(super) fn spent_with_children_s(process: u32) -> Option<f64> {
    let mut seconds = spent_s(process)?;
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        let child = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Times::read_process);
        if let Some(child) = child.filter(|child| child.parent == process) {
            seconds += child.own_s + child.of_children_s;
        }
    }
    Some(seconds)
}

/// Returns the CPU seconds of ended children of this process.
pub(super) fn spent_by_children_s() -> f64 {
    Times::read_process(std::process::id()).map_or(0.0, |times| times.of_children_s)
}

/// Returns the resident memory of a process in KB.
pub(crate) fn memory_kb(process: u32) -> Result<u64, String> {
    let path = format!("/proc/{process}/status");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse().ok());
    number.ok_or_else(|| format!("{path} has no VmRSS"))
}

/// The threads, files and memory of a process.
#[derive(Clone, Copy)]
pub(super) struct Holdings {
    pub(super) threads: u64,
    pub(super) files: u64,
    pub(super) memory_kb: u64,
}

pub(super) fn holdings(process: u32) -> Result<Holdings, String> {
    let count = |what: &str| {
        let path = format!("/proc/{process}/{what}");
        std::fs::read_dir(&path).map(|entries| entries.count() as u64).map_err(|error| format!("{path}: {error}"))
    };
    Ok(Holdings { threads: count("task")?, files: count("fd")?, memory_kb: memory_kb(process)? })
}

struct Times {
    parent: u32,
    own_s: f64,
    of_children_s: f64,
}

impl Times {
    fn read_process(process: u32) -> Option<Times> {
        Times::read(&std::fs::read_to_string(Path::new("/proc").join(process.to_string()).join("stat")).ok()?)
    }

    /// Parses proc(5) stat. The name in parentheses may contain anything, so the fields after the
    /// last parenthesis count: state, parent, and, eleven fields further, the times in ticks.
    fn read(stat: &str) -> Option<Times> {
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let seconds = |place: usize| Some(fields.get(place)?.parse::<f64>().ok()? / TICKS_PER_S);
        Some(Times {
            parent: fields.get(1)?.parse().ok()?,
            own_s: seconds(11)? + seconds(12)?,
            of_children_s: seconds(13)? + seconds(14)?,
        })
    }
}

/// The unit of times in `/proc`, independent of the kernel's clock (USER_HZ).
const TICKS_PER_S: f64 = 100.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn process_times_are_parsed() {
        let stat = "71 (a) name) S 7 71 71 0 -1 4194304 1 2 3 4 150 50 25 75 20 0 4 0 100 1 2";
        let times = Times::read(stat).unwrap();
        assert_eq!((times.parent, times.own_s, times.of_children_s), (7, 2.0, 1.0));
        assert!(Times::read("71 (cut").is_none());
    }
}
