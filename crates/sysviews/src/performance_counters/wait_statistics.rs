//! `sql-server-wait-statistics-object`: the waits of `sys.dm_os_wait_stats` by group. The counter
//! is the group and the instance the figure. The average is that since the statistics were cleared.

use super::counters::{Counters, NS_OF_MS, PER_SECOND, PLAIN};
use sluice_base::waits::WaitType;
use sluice_session::ViewContext;

/// Adds the counters of waits.
pub(super) fn add(context: &ViewContext<'_>, counters: &mut Counters) {
    counters.begin_object("SQLServer:Wait Statistics");
    let sessions = context.host.sessions();
    let waiting: Vec<WaitType> =
        sessions.iter().filter_map(|session| session.waits.current()).map(|(wait, _)| wait).collect();
    for (group, is_of_group) in GROUPS {
        let (mut ended, mut total_ns) = (0, 0);
        for wait in WaitType::ALL.iter().filter(|wait| is_of_group(wait.name())) {
            let cell = context.host.waits().cell(*wait);
            ended += cell.count.get();
            total_ns += cell.total_ns.get();
        }
        let now = waiting.iter().filter(|wait| is_of_group(wait.name())).count() as u64;
        let total_ms = total_ns / NS_OF_MS;
        counters.add((group, "Average wait time (ms)"), total_ms.checked_div(ended).unwrap_or_default(), PLAIN);
        counters.add((group, "Cumulative wait time (ms) per second"), total_ms, PER_SECOND);
        counters.add((group, "Waits in progress"), now, PLAIN);
        counters.add((group, "Waits started per second"), ended + now, PER_SECOND);
    }
}

type IsOfGroup = fn(&str) -> bool;

/// The groups of wait types. The documented groups that aren't here are never counted.
const GROUPS: [(&str, IsOfGroup); 7] = [
    ("Lock waits", |name| name.starts_with("LCK_M_")),
    ("Log buffer waits", |name| name == "LOGBUFFER"),
    ("Log write waits", |name| name == "WRITELOG"),
    ("Memory grant queue waits", |name| name == "RESOURCE_SEMAPHORE"),
    ("Network IO waits", |name| name == "ASYNC_NETWORK_IO"),
    ("Page IO latch waits", |name| name.starts_with("PAGEIOLATCH_")),
    ("Page latch waits", |name| name.starts_with("PAGELATCH_")),
];
