//! The events of requests: `sql_batch_starting` and `sql_batch_completed`, `rpc_starting` and
//! `rpc_completed`.

use crate::batch::BatchEnd;
use sluice_base::events::{EventKind, Events, FieldValue};
use sluice_base::page_counts::PageCounts;
use sluice_session::host::Host;
use sluice_session::secret;
use sluice_session::spent::Spent;

/// A request whose end is an event that is collected.
pub(super) struct RequestEvents {
    kind: EventKind,
    text: Box<str>,
    /// The procedure of a call.
    procedure: Option<Box<str>>,
    /// The time of the start on the monotonic clock.
    began_ns: u64,
    /// The figures of the parts that have ended.
    spent: Spent,
    pages: PageCounts,
    /// The figures of this thread at the start of the running part.
    part: (Spent, PageCounts),
}

impl RequestEvents {
    /// Raises the start of a request. Returns the request if its end must be reported.
    #[inline]
    pub(super) fn begin(host: &dyn Host, text: &str, procedure: Option<&str>) -> Option<Box<RequestEvents>> {
        let events = host.waits().events();
        let (starting, completed) = match procedure {
            None => (EventKind::SqlBatchStarting, EventKind::SqlBatchCompleted),
            Some(_) => (EventKind::RpcStarting, EventKind::RpcCompleted),
        };
        let is_collected = events.is_collected(starting) | events.is_collected(completed);
        if is_collected { RequestEvents::begin_collected(host, text, procedure, (starting, completed)) } else { None }
    }

    #[cold]
    fn begin_collected(
        host: &dyn Host,
        text: &str,
        procedure: Option<&str>,
        (starting, completed): (EventKind, EventKind),
    ) -> Option<Box<RequestEvents>> {
        let events = host.waits().events();
        // Passwords are neither kept nor shown.
        let text = if secret::may_have_password(text) { secret::SHOWN } else { text };
        events.raise(starting, || names(procedure, text));
        let now = now(host);
        events.is_collected(completed).then(|| {
            Box::new(RequestEvents {
                kind: completed,
                text: text.into(),
                procedure: procedure.map(Box::from),
                began_ns: now.0.elapsed_ns,
                spent: Spent::default(),
                pages: PageCounts::default(),
                part: now,
            })
        })
    }

    /// Ends a part of the request on this thread.
    pub(super) fn pause(&mut self, host: &dyn Host) {
        let (spent, pages) = now(host);
        self.spent = self.spent.and(spent.since(self.part.0));
        self.pages = self.pages.and(pages.since(self.part.1));
    }

    /// Continues the request, perhaps on another thread.
    pub(super) fn resume(&mut self, host: &dyn Host) {
        self.part = now(host);
    }

    /// Raises the end of the request.
    pub(super) fn end(mut self: Box<RequestEvents>, host: &dyn Host, end: BatchEnd) {
        self.pause(host);
        let events: &Events = host.waits().events();
        events.raise(self.kind, || {
            let elapsed_ns = host.clock().monotonic_ns().saturating_sub(self.began_ns);
            let result = if end == BatchEnd::Finished { OK } else { ERROR };
            let PageCounts { physical_reads, logical_reads, logical_writes, .. } = self.pages;
            let figures = [self.spent.cpu_ns / 1000, elapsed_ns / 1000, physical_reads, logical_reads, logical_writes];
            let figures = figures.into_iter().chain([result]).map(FieldValue::UInt);
            figures.chain(names(self.procedure.as_deref(), &self.text)).collect()
        });
    }
}

fn names(procedure: Option<&str>, text: &str) -> Vec<FieldValue> {
    procedure.into_iter().chain([text]).map(FieldValue::from).collect()
}

fn now(host: &dyn Host) -> (Spent, PageCounts) {
    (Spent::now(&**host.clock()), PageCounts::now())
}

/// The keys of the map `result`.
const OK: u64 = 0;
const ERROR: u64 = 1;
