//! Every construct at its bound, and at ten and a hundred times it, on the stack of a server's session.

use super::outcome::run_batch;
use super::{CONSTRUCTS, Outcome, Shape, mixed, on_session_stack, run};

fn measure(times: usize, only: impl Fn(&super::Construct) -> bool + Send + 'static) {
    let found = on_session_stack(move |instance| {
        let mut wrong = Vec::new();
        for construct in CONSTRUCTS.iter().filter(|construct| only(construct)) {
            if let Ok(name) = std::env::var("DEEP_ONLY")
                && !construct.name.contains(&name)
            {
                continue;
            }
            let began = std::time::Instant::now();
            let mut session = instance.connect().map_err(|error| error.to_string())?;
            eprint!("{} {times}: ", construct.name);
            let outcome = run(&mut session, construct, construct.bound() * times);
            eprintln!("{outcome:?} {:?}", began.elapsed());
            match outcome {
                Ok(Outcome::Failed(number)) if times == 1 => wrong.push(format!("{}: error {number}", construct.name)),
                Ok(_) => {}
                Err(why) => wrong.push(why),
            }
        }
        Ok(wrong)
    });
    assert_eq!(found, Ok(Vec::new()));
}

#[test]
fn constructs_at_their_bounds_run() {
    measure(1, |_| true);
}

#[test]
fn deep_constructs_beyond_their_bounds_are_refused() {
    measure(10, |construct| matches!(construct.shape, Shape::Deep(_)));
    measure(100, |construct| matches!(construct.shape, Shape::Deep(_)));
}

/// The last sizes that the stack admits are those at which a walk would overflow it.
#[test]
fn deep_constructs_of_any_size_run_or_are_refused() {
    let found = on_session_stack(|instance| {
        let mut session = instance.connect().map_err(|error| error.to_string())?;
        let deep = CONSTRUCTS.iter().filter(|construct| matches!(construct.shape, Shape::Deep(_)));
        for construct in deep.filter(|construct| (construct.write)(1).len() == 1) {
            if let Ok(name) = std::env::var("DEEP_ONLY")
                && !construct.name.contains(&name)
            {
                continue;
            }
            let mut size = construct.bound();
            while size < construct.bound().max(20) * 20 {
                let outcome = run(&mut session, construct, size);
                if std::env::var("DEEP_ONLY").is_ok() {
                    eprintln!("{} {size}: {outcome:?}", construct.name);
                }
                outcome?;
                size = (size + 1).max(size * 5 / 4);
            }
        }
        Ok(())
    });
    assert_eq!(found, Ok(()));
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
