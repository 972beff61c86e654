//! Threads that help the thread of a request.
//!
//! A helper works for the session of the request's thread: its waits and events are the session's,
//! its memory is charged to the session's account, and the request's interruption flag stops it. It
//! takes its own turns at the processor. Its reads and its processor time are added to the
//! request's thread after the helper has ended.

use crate::account::{self, Account};
use crate::events::{self, Context};
use crate::interruption;
use crate::page_counts::{self, ReadCounts};
use crate::scheduling::thread_time_ns;
use crate::sync::atomic::AtomicBool;
use crate::sync::{Arc, Mutex};
use crate::usage;
use crate::waits::{self, WaitCells};

/// The request of a thread, for its helpers.
pub struct HelpedRequest {
    account: Option<Arc<Account>>,
    waits: Option<Arc<WaitCells>>,
    context: Option<Arc<dyn Context>>,
    interruption: Option<Arc<AtomicBool>>,
    is_detailed: bool,
    help: Mutex<Vec<Help>>,
}

/// The reads and the processor time of a helper.
struct Help {
    processor_ns: u64,
    reads: ReadCounts,
}

impl HelpedRequest {
    /// Returns the request that this thread runs.
    pub fn current() -> HelpedRequest {
        HelpedRequest {
            account: account::current(),
            waits: waits::current(),
            context: events::current(),
            interruption: interruption::current(),
            is_detailed: page_counts::is_detailed(),
            help: Mutex::default(),
        }
    }

    /// Runs `work` on this thread, which helps the request and does nothing else.
    pub fn help(&self, work: impl FnOnce()) {
        let _waits = self.waits.as_ref().map(WaitCells::enter_helper);
        let _context = self.context.clone().map(events::enter);
        let _account = self.account.as_ref().map(Account::enter_helper);
        let _interruption = self.interruption.clone().map(interruption::enter);
        let before_ns = thread_time_ns();
        let reads = page_counts::counted(self.is_detailed, work);
        let processor_ns = thread_time_ns().saturating_sub(before_ns);
        self.help.lock().push(Help { processor_ns, reads });
    }

    /// Adds what the helpers have used to this thread, the request's. All helpers have ended.
    pub fn settle(self) {
        for Help { processor_ns, reads } in std::mem::take(&mut *self.help.lock()) {
            usage::add_help(processor_ns);
            reads.add_to_thread();
        }
    }
}

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;
    use crate::ids::{DatabaseId, ObjectId};
    use crate::page_counts::{Detail, PageCounts, PageRead, count_read, note_read};

    #[test]
    fn helper_reads_and_waits_for_the_request() {
        let (cells, flag) = (Arc::new(WaitCells::default()), Arc::new(AtomicBool::new(true)));
        let _entered = cells.enter();
        let _interruption = interruption::enter(Arc::clone(&flag));
        let (detail, before, before_ns) = (Detail::begin(), PageCounts::now(), usage::helped_ns());
        let request = HelpedRequest::current();
        let read = || {
            assert!(interruption::is_raised());
            let object = ObjectId(7);
            assert!(count_read());
            note_read(PageRead::Logical, DatabaseId(5), object, false);
            let begun_ns = thread_time_ns();
            while thread_time_ns() == begun_ns {}
        };
        std::thread::scope(|scope| {
            scope.spawn(|| request.help(read));
            scope.spawn(|| request.help(read));
        });
        assert_eq!(PageCounts::now().since(before).logical_reads, 0);
        request.settle();
        assert_eq!(PageCounts::now().since(before).logical_reads, 2);
        assert_eq!(detail.reads().iter().map(|reads| reads.pages.logical_reads).sum::<u64>(), 2);
        assert!(usage::helped_ns() > before_ns);
    }
}
