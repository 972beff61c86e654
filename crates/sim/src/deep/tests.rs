//! Every construct at its bound and beyond, on the stack of a server's session.

use super::{CONSTRUCTS, Construct, Outcome, Shape, mixed, run, run_batch};
use crate::machine::{Machine, Sizes};
use sluice_engine::Instance;
use sluice_vfs::fault::FaultPlan;
use std::sync::Arc;
use std::thread;

fn is_deep(construct: &Construct) -> bool {
    matches!(construct.shape, Shape::Deep(_))
}

/// Returns the unexpected outcomes of all wanted constructs at `times` their bound.
fn wrong_at(times: usize, is_wanted: fn(&Construct) -> bool) -> Result<Vec<String>, String> {
    on_session_stack(move |instance| {
        let mut wrong = Vec::new();
        for construct in CONSTRUCTS.iter().filter(|construct| is_wanted(construct)) {
            let mut session = instance.connect().map_err(|error| error.to_string())?;
            match run(&mut session, construct, construct.bound() * times) {
                Ok(Outcome::Failed(number)) if times == 1 => wrong.push(format!("{}: {number}", construct.name)),
                Ok(_) => {}
                Err(why) => wrong.push(why),
            }
        }
        Ok(wrong)
    })
}

#[test]
fn constructs_at_their_bounds_run() {
    assert_eq!(wrong_at(1, |_| true), Ok(Vec::new()));
}

#[test]
fn deep_constructs_beyond_their_bounds_are_refused() {
    assert_eq!(wrong_at(10, is_deep), Ok(Vec::new()));
}

#[test]
fn single_deep_batches_far_beyond_their_bounds_are_refused() {
    let is_wanted = |construct: &Construct| is_deep(construct) && (construct.write)(1).len() == 1;
    assert_eq!(wrong_at(100, is_wanted), Ok(Vec::new()));
}

/// Runs every second deep construct at sizes up to eight times its bound: the largest sizes that
/// the stack admits are those at which a walk could overflow it.
fn run_in_sizes(first: usize) -> Result<(), String> {
    on_session_stack(move |instance| {
        let mut session = instance.connect().map_err(|error| error.to_string())?;
        let is_single = |construct: &&Construct| is_deep(construct) && (construct.write)(1).len() == 1;
        for construct in CONSTRUCTS.iter().filter(is_single).skip(first).step_by(2) {
            let mut size = construct.bound();
            while size < construct.bound().max(20) * 8 {
                run(&mut session, construct, size)?;
                size = (size + 1).max(size * 3 / 2);
            }
        }
        Ok(())
    })
}

#[test]
fn deep_constructs_of_any_size_run_or_are_refused() {
    assert_eq!(run_in_sizes(0), Ok(()));
}

/// The other half, beside the first one.
#[test]
fn other_deep_constructs_of_any_size_run_or_are_refused() {
    assert_eq!(run_in_sizes(1), Ok(()));
}

#[test]
fn mixtures_run_or_are_refused() {
    let found = on_session_stack(|instance| {
        let mut session = instance.connect().map_err(|error| error.to_string())?;
        for seed in 0..200 {
            run_batch(&mut session, &mixed(seed, 1 + (seed as usize * 7) % 90))?;
        }
        Ok(())
    });
    assert_eq!(found, Ok(()));
}

/// Runs `work` with an in-memory instance, in a thread with the stack size of a server's session.
fn on_session_stack<T: Send + 'static>(
    work: impl FnOnce(&Arc<Instance>) -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    let sizes = Sizes { pool_pages: 2_048, log_bytes: 4 << 20, log_growth_bytes: 4 << 20 };
    let in_thread = move || {
        let machine = Machine::new(1, sizes, FaultPlan::default());
        let instance = machine.open().map_err(|error| error.to_string())?;
        let worked = work(&instance);
        instance.close().map_err(|error| error.to_string())?;
        worked
    };
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(in_thread).map_err(|error| error.to_string())?;
    thread.join().map_err(|_| "the session's thread panicked".to_owned())?
}

/// The stack size of a session's thread in the server.
const STACK_BYTES: usize = 8 << 20;
