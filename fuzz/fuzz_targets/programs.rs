//! Runs programs: the first eight bytes are a seed, the rest is a script that the seed mutates.
//!
//! Without a script the program generated from the seed runs. No program makes the engine panic,
//! and each program can be stopped.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sluice_base::random::Random;
use sluice_sim::programs::faults::spoil;
use sluice_sim::programs::{Author, Watchdog, World};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

struct Stage {
    author: Author,
    watchdog: Arc<Watchdog>,
    world: Mutex<(World, u32)>,
}

fn stage() -> &'static Stage {
    static STAGE: OnceLock<Stage> = OnceLock::new();
    STAGE.get_or_init(|| {
        let world = new_world();
        let watchdog = Arc::new(Watchdog::new(LIMIT, GRACE));
        let theirs = Arc::clone(&watchdog);
        std::thread::spawn(move || theirs.watch(|text| panic!("does not stop:\n{text}")));
        Stage { author: world.author(), watchdog, world: Mutex::new((world, 0)) }
    })
}

fn new_world() -> World {
    World::new().unwrap_or_else(|failure| panic!("{failure}"))
}

fuzz_target!(|bytes: &[u8]| {
    let Some((seed, script)) = bytes.split_first_chunk() else { return };
    let seed = u64::from_le_bytes(*seed);
    let stage = stage();
    let text = match script {
        [] => stage.author.program(seed).text,
        script => spoil(&String::from_utf8_lossy(script), &Random::seeded(seed), seed % 4),
    };
    let mut place = stage.world.lock().expect("no run panicked");
    place.1 += 1;
    if place.1 % PROGRAMS_PER_WORLD == 0 {
        place.0 = new_world();
    }
    let ran = place.0.execute(&format!("USE world\nGO\n{text}"), &mut |watch| stage.watchdog.follow(watch, &text));
    assert!(ran.is_ok(), "{}", ran.unwrap_err());
});

const PROGRAMS_PER_WORLD: u32 = 200;
/// Time limit of each batch; generous, since sanitized builds beside other work are slow.
const LIMIT: Duration = Duration::from_secs(2);
const GRACE: Duration = Duration::from_secs(6);
