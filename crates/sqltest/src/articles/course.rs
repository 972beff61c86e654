//! The sequence of scripts in each article.

/// The scripts of one article, which share a new folder.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The article's short name.
    pub name: &'static str,
    /// Consecutive processes of `sluice sql`.
    pub runs: &'static [Run],
}

/// A process: scripts in one session, and the expected output.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The scripts, without `.sql`. A name that begins with `+` is the project's own script.
    pub scripts: &'static [&'static str],
    /// The golden file's name, without `.out`.
    pub golden: &'static str,
    /// Whether the process ends with an error (`-b`: exit code 1), as the golden file shows.
    pub refused: bool,
}

/// Returns all articles.
pub fn all() -> [Course; 5] {
    [
        Course { name: "log-buffer-flushes", runs: FLUSHES },
        Course { name: "delayed-durability", runs: DELAYED },
        Course { name: "writelog", runs: WRITELOG },
        Course { name: "clean-up", runs: CLEAN_UP },
        Course { name: "buffer-pool-extension", runs: EXTENSION },
    ]
}

const fn run(scripts: &'static [&'static str], golden: &'static str) -> Run {
    Run { scripts, golden, refused: false }
}

/// A process per script, so that waits belong to one script.
const FLUSHES: &[Run] = &[
    run(&["00-performancev3"], "00-performancev3"),
    run(&["flush-user-full-many", "+session-waits", "+rows"], "flush-user-full-many"),
    run(&["flush-user-full-one", "+rows"], "flush-user-one"),
    run(&["flush-user-delayed-many", "+rows"], "flush-user-delayed-many"),
    run(&["flush-user-delayed-one", "+rows"], "flush-user-one"),
    run(&["flush-tempdb-full-many"], "flush-tempdb-many"),
    run(&["flush-tempdb-full-one"], "flush-tempdb-one"),
    run(&["flush-tempdb-delayed-many"], "flush-tempdb-many"),
    run(&["flush-tempdb-delayed-one"], "flush-tempdb-one"),
    run(&["sequence-user-full-nocache", "+values"], "sequence-user-nocache"),
    run(&["sequence-user-full-cache50", "+values"], "sequence-user-cache50"),
    run(&["sequence-user-full-cache10000", "+values"], "sequence-user-cache10000"),
    run(&["sequence-tempdb-full-nocache"], "sequence-tempdb-nocache"),
    run(&["sequence-tempdb-full-cache50"], "sequence-tempdb-cache50"),
    run(&["sequence-tempdb-full-cache10000"], "sequence-tempdb-cache10000"),
    run(&["sequence-user-delayed-nocache", "+values"], "sequence-user-nocache"),
    run(&["sequence-user-delayed-cache50", "+values"], "sequence-user-cache50"),
    run(&["sequence-user-delayed-cache10000", "+values"], "sequence-user-cache10000"),
    run(&["sequence-tempdb-delayed-nocache"], "sequence-tempdb-nocache"),
    run(&["sequence-tempdb-delayed-cache50"], "sequence-tempdb-cache50"),
    run(&["sequence-tempdb-delayed-cache10000"], "sequence-tempdb-cache10000"),
];

const DELAYED: &[Run] = &[
    run(&["demo-delayed-durability-create"], "demo-create"),
    run(&["demo-delayed-durability-full"], "demo-full"),
    run(&["demo-delayed-durability-delayed"], "demo-delayed"),
];

/// Waits are counted per instance, so a single process runs all scripts that show them.
const WRITELOG: &[Run] = &[
    run(&["writelog-waits-clear", "writelog-create", "writelog-measure", "writelog-waits"], "writelog-full"),
    run(&["writelog-delayed", "writelog-measure"], "writelog-delayed"),
];

const CLEAN_UP: &[Run] = &[
    run(&["writelog-cleanup-setup", "writelog-cleanup-old"], "cleanup-old"),
    run(&["writelog-cleanup-setup", "writelog-cleanup", "+next-identities"], "cleanup"),
];

const EXTENSION: &[Run] = &[
    run(&["bpe-create"], "bpe-create"),
    run(&["bpe-select", "bpe-pages"], "bpe-select"),
    run(&["bpe-select-cold"], "bpe-select-cold"),
    run(&["bpe-update"], "bpe-update"),
    run(&["bpe-update-cold", "bpe-pages"], "bpe-update-cold"),
    Run { scripts: &["bpe-on"], golden: "bpe-on", refused: true },
    run(&["bpe-off"], "bpe-off"),
];
