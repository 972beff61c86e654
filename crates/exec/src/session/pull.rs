//! Batches whose output the client takes in parts. The session owns the batch between two parts.

use super::request_events::RequestEvents;
use super::{BatchRequest, Session, given};
use crate::batch::{BatchEnd, BatchPart, PulledBatch};
use crate::request::{OutputPlace, Reply, Request};
use sluice_base::interruption;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::Ordering;
use sluice_base::waits::note_work;
use sluice_base::work_counts::WorkCount;
use sluice_session::sink::{NullSink, Sink};

/// The session's suspended batch. `text` is its key in the plan cache.
pub(super) struct SuspendedBatch {
    batch: Box<PulledBatch>,
    text: Box<str>,
    // OUTPUT arguments of a call.
    outputs: Option<Box<[OutputPlace]>>,
}

impl Session {
    /// Runs a batch as [`Session::execute`] does, but only until the sink is full. Returns `None`
    /// then; [`Session::advance`] continues the batch.
    pub fn begin(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Reply> {
        if self.state.client.bulk.is_some() {
            return Some(Reply::without_values(self.give_up_load(sink)));
        }
        self.start(BatchRequest::of_text(text), sink)
    }

    /// Calls a procedure as [`Session::call`] does, but only until the sink is full. Returns `None`
    /// then; [`Session::advance`] continues the call.
    pub fn begin_call(&mut self, request: &Request, sink: &mut dyn Sink) -> Option<Reply> {
        match self.requested(request, sink) {
            Ok(batch) => {
                let reply = self.start(given(&batch, request), sink);
                self.state.client.given_rows.clear();
                reply
            }
            Err(end) => Some(Reply::without_values(end)),
        }
    }

    /// Continues the suspended batch until the sink is full. Returns `None` then, and the reply
    /// when the batch has ended. Without a suspended batch, replies at once that a batch has
    /// finished, or failed if the session has lost it.
    pub fn advance(&mut self, sink: &mut dyn Sink) -> Option<Reply> {
        let Some(suspended) = self.suspended.take() else {
            if let Some(error) = self.lost.take() {
                return Some(Reply::without_values(self.refuse(vec![error], sink)));
            }
            return Some(Reply::without_values(BatchEnd::Finished));
        };
        let sight = self.sight();
        let _working = sight.enter();
        let _entered = interruption::enter(Arc::clone(&self.state.activity.cancel));
        self.events.iter_mut().for_each(|events| events.resume(&*self.host));
        self.go_on(*suspended, sink)
    }

    /// Cancels the suspended batch; returns `None` without one. Its SELECT fails as after an
    /// attention.
    pub fn cancel_suspended(&mut self, sink: &mut dyn Sink) -> Option<Reply> {
        self.suspended.as_ref()?;
        self.state.activity.cancel.store(true, Ordering::Relaxed);
        self.advance(sink)
    }

    /// Cancels the suspended batch, if there is one, before another request. Returns the end of the
    /// session, if it ended.
    #[inline]
    pub(super) fn make_way(&mut self) -> Option<BatchEnd> {
        let end = self.cancel_suspended(&mut NullSink)?.end;
        (end == BatchEnd::SessionEnded).then_some(end)
    }

    fn start(&mut self, given: BatchRequest<'_>, sink: &mut dyn Sink) -> Option<Reply> {
        if let Some(end) = self.make_way() {
            return Some(Reply::without_values(end));
        }
        let sight = self.sight();
        let _working = sight.enter();
        sight.begin_batch(given.text, self.host.clock().utc_coarse_ns());
        note_work(WorkCount::Batch);
        self.events = RequestEvents::begin(&*self.host, given.text, given.procedure);
        self.await_function_value(given.outputs.is_some());
        let _entered = self.begin_work();
        let batch = match self.compiled((given.text, given.declarations), sink) {
            Ok(batch) => batch,
            Err(end) => {
                self.end_batch(end);
                return Some(Reply::without_values(end));
            }
        };
        let batch = PulledBatch::start(batch, given.values, &mut self.state, (&self.host, &self.functions));
        let outputs = given.outputs.map(Box::from);
        self.go_on(SuspendedBatch { batch, text: given.text.into(), outputs }, sink)
    }

    fn go_on(&mut self, suspended: SuspendedBatch, sink: &mut dyn Sink) -> Option<Reply> {
        let SuspendedBatch { batch, text, outputs } = suspended;
        match batch.advance(&mut self.state, sink, &mut self.plans) {
            BatchPart::Suspended(batch) => {
                self.events.iter_mut().for_each(|events| events.pause(&*self.host));
                self.suspended = Some(Box::new(SuspendedBatch { batch, text, outputs }));
                None
            }
            BatchPart::Ended(batch, end) => {
                let reply = self.reply_of(end, &batch, outputs.as_deref(), sink.takes_long());
                self.plans.put(&text, batch);
                self.end_batch(end);
                Some(reply)
            }
        }
    }
}
