//! A client's batch that runs in parts, as the client takes its output.

use super::compiled_batch::Batch;
use super::execution::{Execution, Progress, Resources};
use super::plans::Plans;
use super::run::{BatchEnd, context_of, finish};
use super::table_function::FunctionBodies;
use sluice_base::borrowed::{Borrowed, Borrower};
use sluice_base::heap;
use sluice_base::sync::Arc;
use sluice_session::call_context::CallContext;
use sluice_session::host::Host;
use sluice_session::sink::Sink;
use sluice_session::state::SessionState;
use sluice_types::Value;
use std::convert::Infallible;

/// A batch that has begun and may be suspended. It belongs to no thread while it is. `execution` is
/// the stack of programs, `context` the services with the host they borrow.
pub(crate) struct PulledBatch {
    execution: Execution,
    context: Borrowed<Arc<dyn Host>, HostBorrower>,
    // Heap bytes of the thread when the batch was suspended.
    heap_bytes: i64,
}

struct HostBorrower;

impl Borrower for HostBorrower {
    type Of<'o> = CallContext<'o>;
}

/// The result of a part of a batch's run.
pub(crate) enum BatchPart {
    /// The sink is full.
    Suspended(Box<PulledBatch>),
    /// The batch has ended.
    Ended(Box<Batch>, BatchEnd),
}

impl PulledBatch {
    /// Starts a batch with these values for its parameters. Nothing of it has run yet. Its selects
    /// may be suspended.
    pub(crate) fn start(
        batch: Box<Batch>,
        values: &[Value],
        state: &mut SessionState,
        (host, functions): (&Arc<dyn Host>, &Arc<FunctionBodies>),
    ) -> Box<PulledBatch> {
        let made = Borrowed::new(Arc::clone(host), |host| {
            let context = context_of(state, &**host, functions);
            context.set_may_suspend(true);
            Ok::<_, Infallible>(context)
        });
        let context = made.unwrap_or_else(|never| match never {});
        let execution = batch.start(values, state, &**host);
        Box::new(PulledBatch { execution, context, heap_bytes: heap::thread_bytes() })
    }

    /// Runs the batch until the sink is full or to its end. It may run on another thread than
    /// before; memory is accounted accordingly. At the end returns the batch for the cache, and how
    /// it ended.
    pub(crate) fn advance(
        mut self: Box<Self>,
        state: &mut SessionState,
        sink: &mut dyn Sink,
        plans: &mut Plans,
    ) -> BatchPart {
        let PulledBatch { execution, context, heap_bytes } = &mut *self;
        let moved = heap::thread_bytes() - *heap_bytes;
        // Allocations of this thread since then don't belong to the batch.
        execution.batches_mut().for_each(|batch| batch.began += moved);
        let progress = context.with(|_, context| {
            let (state, sink, plans) = (&mut *state, &mut *sink, &mut *plans);
            execution.advance(&mut Resources { state, context, sink, plans })
        });
        match progress {
            Progress::Suspended => {
                *heap_bytes = heap::thread_bytes();
                BatchPart::Suspended(self)
            }
            Progress::Ended(ending) => {
                let PulledBatch { execution, mut context, .. } = *self;
                let (batch, end) = context
                    .with(|_, context| finish(execution, ending, &mut Resources { state, context, sink, plans }));
                BatchPart::Ended(batch, end)
            }
        }
    }
}

const _: () = {
    const fn is_sent<T: Send>() {}
    is_sent::<PulledBatch>();
};
