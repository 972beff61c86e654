//! The query of an indexed view: all rows that its definition produces.

use crate::statement::{BoundSlot, BoundSource, Env};
use sluice_base::sync::Arc;
use sluice_plan::Variables;
use sluice_query::code::{Frame, Globals, VariableRegisters};
use sluice_session::running_module::StandIn;
use sluice_session::sink::Sink;
use sluice_syntax::ast::StatementKind;
use sluice_table::database::Database;
use sluice_types::{SqlError, bracketed};

/// The query of a view, which a statement runs as a part of itself.
pub(in crate::statement) struct ViewQuery {
    slot: BoundSlot,
    frame: Frame,
}

impl ViewQuery {
    /// Returns the query of the named view. It reads committed rows under locks.
    pub(in crate::statement) fn new(schema: &str, name: &str) -> ViewQuery {
        let text = format!("SELECT * FROM {}.{} WITH (READCOMMITTEDLOCK)", bracketed(schema), bracketed(name));
        let statement = sluice_syntax::parse(&text).statements.into_iter().next().map(|statement| statement.kind);
        let Some(StatementKind::Select(query)) = statement else { unreachable!("the text is a SELECT") };
        let slot =
            BoundSlot::new(BoundSource::Select(query), Arc::new(Variables::default()), VariableRegisters::default());
        ViewQuery { slot, frame: Frame::default() }
    }

    /// Runs the query in the transaction of the running statement, with `stand_ins` in the place of
    /// tables. The statement's principal needs no permission on the view and its tables. SET
    /// options that limit results have no effect.
    pub(in crate::statement) fn run(
        &mut self,
        env: &mut Env<'_, '_>,
        database: &Arc<Database>,
        stand_ins: Vec<StandIn>,
        sink: &mut dyn Sink,
    ) -> Result<(), SqlError> {
        let ViewQuery { slot, frame } = self;
        // The statement's transaction stays open after the query.
        let tran_count = env.frame.globals.tran_count.max(1);
        frame.globals = Globals { row_limit: 0, tran_count, ..env.frame.globals };
        let outer = Arc::clone(&env.state.database);
        env.change_database(database)?;
        let around = std::mem::replace(&mut env.state.module.stand_ins, stand_ins);
        let is_restricted = std::mem::replace(&mut env.state.security.is_restricted, false);
        let text_size = env.state.values.text_size();
        env.state.values.set_text_size(-1);
        let mut inner = Env { state: env.state, frame, context: env.context, sink };
        let ran = slot.run(&mut inner);
        env.state.values.set_text_size(text_size);
        env.state.security.is_restricted = is_restricted;
        env.state.module.stand_ins = around;
        env.change_database(&outer)?;
        ran.map(|_| ()).map_err(|(_, error)| error)
    }
}
