//! Time and pages of one run of a module, for `sys.dm_exec_procedure_stats` and
//! `sys.dm_exec_trigger_stats`.

use sluice_base::page_counts::PageCounts;
use sluice_session::cached_plan::CachedPlan;
use sluice_session::call_context::CallContext;
use sluice_session::statement_timer::{Began, Paused, StatementTimer};

/// A run that has begun.
pub(super) struct ModuleRun {
    began: Began,
    /// State of the thread's counts when the run began or was continued.
    before: PageCounts,
    /// Counts before the last pause.
    earlier: PageCounts,
    paused: Option<Paused>,
}

impl ModuleRun {
    /// Begins a run: notes the time, and the thread's page counts.
    pub(super) fn begin(context: &CallContext<'_>) -> ModuleRun {
        let (before, earlier) = (PageCounts::now(), PageCounts::default());
        ModuleRun { began: context.timer.begin(), before, earlier, paused: None }
    }

    /// Pauses the run, which may continue on another thread.
    pub(super) fn pause(&mut self, timer: &StatementTimer<'_>) {
        self.earlier = PageCounts::now().since(self.before).and(self.earlier);
        self.paused = Some(timer.pause(self.began));
    }

    /// Continues the run. The pause counts as elapsed time.
    pub(super) fn resume(&mut self, timer: &StatementTimer<'_>) {
        if let Some(paused) = self.paused.take() {
            self.began = timer.resume(paused);
            self.before = PageCounts::now();
        }
    }

    /// Ends the run of the module that `plan` compiles, and adds its time and pages to the figures
    /// of the plan.
    pub(super) fn end(self, context: &CallContext<'_>, plan: &CachedPlan) {
        let pages = PageCounts::now().since(self.before).and(self.earlier);
        plan.whole(context.host.clock()).add(context.timer.end(self.began), pages, 0);
    }
}
