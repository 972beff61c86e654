//! The events of requests: `sql_batch_starting` and `sql_batch_completed`, `rpc_starting` and
//! `rpc_completed`.

use crate::batch::BatchEnd;
use sluice_base::events::{EventKind, Events, FieldValue};
use sluice_session::figures::{Figures, Total};
use sluice_session::host::Host;
use sluice_session::secret;

/// A request whose end is an event that is collected.
pub(super) struct RequestEvents {
    kind: EventKind,
    text: Box<str>,
    /// The procedure of a call.
    procedure: Option<Box<str>>,
    figures: Figures,
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
        events.is_collected(completed).then(|| {
            Box::new(RequestEvents {
                kind: completed,
                text: text.into(),
                procedure: procedure.map(Box::from),
                figures: Figures::begin(&**host.clock()),
            })
        })
    }

    /// Ends a part of the request on this thread: its processor time and pages are noted.
    pub(super) fn pause(&mut self, host: &dyn Host) {
        self.figures.pause(&**host.clock());
    }

    /// Continues the request, perhaps on another thread.
    pub(super) fn resume(&mut self, host: &dyn Host) {
        self.figures.resume(&**host.clock());
    }

    /// Raises the event of the request's end, with its figures, if an event session wants it.
    pub(super) fn end(self, host: &dyn Host, end: BatchEnd) {
        let events: &Events = host.waits().events();
        events.raise(self.kind, || {
            let Total { spent, pages } = self.figures.end(&**host.clock());
            let result = if end == BatchEnd::Finished { OK } else { ERROR };
            let times = [spent.cpu_ns / NS_OF_US, spent.elapsed_ns / NS_OF_US];
            let figures = times.into_iter().chain([pages.physical_reads, pages.logical_reads, pages.logical_writes]);
            let figures = figures.chain([result]).map(FieldValue::UInt);
            figures.chain(names(self.procedure.as_deref(), &self.text)).collect()
        });
    }
}

fn names(procedure: Option<&str>, text: &str) -> Vec<FieldValue> {
    procedure.into_iter().chain([text]).map(FieldValue::from).collect()
}

/// The keys of the map `result`.
const OK: u64 = 0;
const ERROR: u64 = 1;
const NS_OF_US: u64 = 1000;
