//! Code over the rows of a table that a statement has made up by itself.

use crate::code::{Builder, Code};
use crate::operator::Planner;
use crate::snapshots::Sources;
use crate::statement::Env;
use sluice_access::Granule;
use sluice_types::SqlError;

/// Compiles what `build` makes; the batch's frame has room for it afterwards.
pub(super) fn compile<T>(
    env: &mut Env<'_, '_>,
    build: impl FnOnce(&mut Planner<'_>) -> Result<T, SqlError>,
) -> Result<(Code, T), SqlError> {
    let mut builder = Builder::new(env.frame.registers.len() as u32, Vec::new());
    let names = env.names();
    let mut planner = Planner {
        names: &names,
        builder: &mut builder,
        locks: Vec::new(),
        named: Vec::new(),
        sources: Sources::default(),
        granule: Granule::Growing,
        subqueries: &[],
        temporary: false,
        kept: 0,
    };
    let made = build(&mut planner)?;
    let mut code = builder.finish();
    env.frame.grow_to(code.registers);
    env.frame.make_room(code.sources.len());
    for (register, value) in code.constants.drain(..) {
        env.frame.set(register, value);
    }
    Ok((code, made))
}
