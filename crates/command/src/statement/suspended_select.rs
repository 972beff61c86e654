//! A SELECT that stops when the sink is full, and continues when the client takes more rows.
//!
//! The suspended statement keeps its locks and its snapshots. The time until it continues counts as
//! a wait for the client. Page counts and waits are figures of a thread, so they are summed up by
//! part of the run.

use super::Env;
use super::select::Select;
use sluice_base::page_counts::PageCounts;
use sluice_base::sync::Arc;
use sluice_base::waits::{ParkedWait, WaitType};
use sluice_query::operator::{Notes, Pull, PullOwner, PullSite, RoutineParts};
use sluice_query::row_sink::send_row;
use sluice_session::statement_timer::{Began, Paused};
use sluice_types::SqlError;

/// A suspended SELECT. Its cursors borrow the compiled parts through `pull`. Dropping it ends the
/// query without a message to the client.
pub struct SuspendedSelect {
    pull: Pull,
    notes: Notes,
    /// Number of rows sent.
    count: u64,
    /// Maximum bytes of a long value (SET TEXTSIZE).
    limit: Option<usize>,
    figures: Option<Figures>,
}

/// Figures of the parts of the run so far.
struct Figures {
    time: Paused,
    pages: PageCounts,
    parked: ParkedWait,
}

impl SuspendedSelect {
    /// Stops the figures of the statement, which began at `began`. It has accessed `pages` so far.
    pub(super) fn pause(&mut self, began: Began, pages: PageCounts, env: &Env<'_, '_>) {
        let (time, parked) = (env.context.timer.pause(began), env.context.host.waits().park(WaitType::AsyncNetworkIo));
        self.figures = Some(Figures { time, pages, parked });
    }

    /// Continues the figures, which must have been paused. Returns the statement's start and the
    /// page counts of the earlier parts.
    pub(super) fn resume(&mut self, env: &Env<'_, '_>) -> (Began, PageCounts) {
        let Some(Figures { time, pages, parked }) = self.figures.take() else {
            unreachable!("a suspended statement has been paused")
        };
        let began = env.context.timer.resume(time);
        env.context.host.waits().resume(parked);
        (began, pages)
    }
}

impl Select {
    /// Runs the statement as [`Select::run`] does, until it ends or the sink is full. Returns the
    /// suspended statement if it hasn't ended. Sends the columns first. An error ends the result
    /// set.
    #[cold]
    pub(super) fn begin(
        &self,
        parts: &Arc<RoutineParts>,
        env: &mut Env<'_, '_>,
    ) -> Result<Option<Box<SuspendedSelect>>, SqlError> {
        env.sink.columns(&self.columns);
        let (limit, mut notes) = (self.limit(env), Notes::default());
        let owner = PullOwner {
            parts: Arc::clone(parts),
            plan: Arc::clone(&self.plan),
            isolation: env.state.options.isolation,
            locks: Arc::clone(&env.state.transaction.locks),
            snapshots: env.state.transaction.snapshots.clone(),
        };
        let site = PullSite { frame: env.frame, context: env.context, notes: &mut notes };
        let mut pull = match Pull::open(owner, site) {
            Ok(pull) => pull,
            Err(error) => return self.end(env, &notes, Err(error), 0).map(|()| None),
        };
        if limit.is_none() {
            pull.offer(env.sink);
        }
        let query = SuspendedSelect { pull, notes, count: 0, limit, figures: None };
        self.go_on(Box::new(query), env)
    }

    /// Sends more rows. Stops again when the sink is full and returns the statement; `None` if it
    /// has ended, with its row count sent.
    pub(super) fn go_on(
        &self,
        mut query: Box<SuspendedSelect>,
        env: &mut Env<'_, '_>,
    ) -> Result<Option<Box<SuspendedSelect>>, SqlError> {
        let limit = query.limit;
        let SuspendedSelect { pull, notes, count, .. } = &mut *query;
        let site = PullSite { frame: env.frame, context: env.context, notes };
        let result = pull.send(
            site,
            env.sink,
            |sink, values| match limit {
                None => send_row(sink, values),
                Some(limit) => send_row(sink, &self.shortened(values, limit)?),
            },
            count,
        );
        match result {
            Ok(false) => Ok(Some(query)),
            Ok(true) => self.end(env, &query.notes, Ok(()), query.count).map(|()| None),
            Err(error) => self.end(env, &query.notes, Err(error), query.count).map(|()| None),
        }
    }
}
