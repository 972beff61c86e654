//! One history: lives of the machine with power cuts in between, drawn from the seed.

pub use super::life::Seen;
use super::life::{ClientKnowledge, live};
use crate::commit_log::CommitLog;
use crate::machine::{Machine, Sizes};
use crate::oracle::Violation;
use crate::random::Random;
use crate::run::mode;
use sluice_vfs::fault::FaultPlan;
use sluice_vfs::mem::CrashMode;

/// The counts of a history.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DefinitionRun {
    /// All file calls, a line each, life after life.
    pub trace: String,
    /// The number of power cuts.
    pub cuts: u32,
    /// The number of power cuts before the comparison after a start.
    pub cuts_in_recovery: u32,
    /// The events that the sessions met.
    pub seen: Seen,
}

/// Runs the seed.
pub fn run(seed: u64) -> Result<DefinitionRun, Violation> {
    history(seed).map_err(|what| Violation { seed, what })
}

fn history(seed: u64) -> Result<DefinitionRun, String> {
    let mut random = Random::new(seed ^ 0x0DEF_14E5);
    let sizes = Sizes {
        pool_pages: random.pick(&[40, 64, 1024]),
        log_bytes: random.pick(&[1 << 20, 2 << 20]),
        log_growth_bytes: 1 << 20,
    };
    let size = (2 + random.below(3) as usize, 20 + random.below(160));
    let mut known = ClientKnowledge { log: CommitLog::default(), power_was_cut: false, next: 1, seen: Seen::default() };
    let mut done = DefinitionRun::default();
    let mut machine = Machine::new(seed, sizes, start_cut(&mut random));
    for left in (0..2 + random.below(3)).rev() {
        let cut = (left > 0).then(|| work_cut(&mut random));
        let life = live(&machine, &mut known, &mut random, size, cut)?;
        done.trace.push_str(&machine.trace());
        done.cuts += u32::from(machine.is_off());
        done.cuts_in_recovery += u32::from(machine.is_off() && life.is_none());
        let next = if left > 1 { start_cut(&mut random) } else { FaultPlan::none() };
        let mode = mode(&mut random);
        let mut going_on = life;
        if random.chance(4)
            && let Some(life) = going_on.take()
        {
            life.end(&machine)?;
        }
        known.power_was_cut |= mode != CrashMode::ProcessKill;
        machine = machine.restart(mode, next);
    }
    live(&machine, &mut known, &mut random, (2, 10), None)?;
    done.trace.push_str(&machine.trace());
    done.seen = known.seen;
    Ok(done)
}

/// Draws the power cut of a start: one life in four has one. The others lose power during their
/// work, see [`work_cut`].
fn start_cut(random: &mut Random) -> FaultPlan {
    if random.chance(4) { FaultPlan::power_cut_at(random.below(START_CALLS)) } else { FaultPlan::none() }
}

/// Returns the number of calls during the work before the power cut. Some lives end before it.
fn work_cut(random: &mut Random) -> u64 {
    let within = random.pick(&[5, 30, 100, 300]);
    random.below(within)
}

/// The approximate number of calls to create and start an instance.
const START_CALLS: u64 = 400;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definitions::model::{Change, Name};
    use crate::oracle::Fate;

    const SIZES: Sizes = Sizes { pool_pages: 64, log_bytes: 1 << 20, log_growth_bytes: 1 << 20 };
    const NAME: Name = Name { schema: 0, number: 0 };

    fn nothing_known() -> ClientKnowledge {
        ClientKnowledge { log: CommitLog::default(), power_was_cut: true, next: 1, seen: Seen::default() }
    }

    /// Starts the machine with the clients' knowledge and returns the violated rule.
    fn broken_rule(machine: &Machine, known: &mut ClientKnowledge, statements: u64) -> Option<String> {
        let lived = live(machine, known, &mut Random::new(1), (1, statements), None);
        lived.err().map(|what| what.chars().take_while(|character| *character != ':').collect())
    }

    #[test]
    fn acknowledged_definition_that_is_missing_is_found() {
        let machine = Machine::new(1, SIZES, FaultPlan::none());
        let mut known = nothing_known();
        known.log.committed(0, vec![Change::Create(NAME, true)], Fate::InDoubt);
        assert_eq!(broken_rule(&machine, &mut known, 0), None);
        let machine = machine.restart(CrashMode::ProcessKill, FaultPlan::none());
        known.log.committed(0, vec![Change::Create(NAME, true)], Fate::Full);
        assert_eq!(broken_rule(&machine, &mut known, 0), Some("rule 1".to_owned()));
    }

    #[test]
    fn definition_that_was_never_sent_is_found() {
        let machine = Machine::new(1, SIZES, FaultPlan::none());
        let mut known = nothing_known();
        assert_eq!(broken_rule(&machine, &mut known, 60), None);
        assert!(known.seen.commits > 0, "nothing was defined");
        let machine = machine.restart(CrashMode::ProcessKill, FaultPlan::none());
        assert_eq!(broken_rule(&machine, &mut nothing_known(), 0), Some("rule 1".to_owned()));
    }
}
