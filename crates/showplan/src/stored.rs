//! The bound form of a compiled statement, kept so that its plan can be shown later.

use crate::document::ShownStatement;
use crate::operator::PlanOperator;
use crate::statement::{explain, kind_of};
use sluice_base::stack;
use sluice_base::sync::Arc;
use sluice_functions::SetOptions;
use sluice_plan::statement::Bound;
use sluice_plan::variables::Variables;

/// A bound statement with the names and options that it was bound with.
pub struct StoredPlan {
    /// The statement. Its operators keep their [`NodeKey`](sluice_plan::node_key::NodeKey)s.
    pub bound: Bound,
    /// The variables that the statement sees.
    pub variables: Arc<Variables>,
    /// The current database.
    pub database: String,
    /// The SET options.
    pub options: SetOptions,
}

impl StoredPlan {
    /// Returns the statement's plan, or `None` if the stack is too small to walk over it.
    /// `is_parallel` says that the statement may run on several threads.
    pub fn explain(&self, is_parallel: bool) -> Option<Vec<PlanOperator>> {
        // Chunks stop at an arithmetic error, so such a statement runs row by row.
        let is_parallel = is_parallel && !self.options.forgives_arithmetic();
        let has_room = stack::has_room_for(self.bound.levels);
        has_room.then(|| explain(&self.bound, &self.variables, &self.database, is_parallel))
    }

    /// Returns the statement without a plan, as the statement `number` of its batch.
    pub fn shown<'s>(&self, text: &'s str, number: usize) -> ShownStatement<'s> {
        ShownStatement { text, kind: kind_of(&self.bound.body), number, options: self.options, plan: &[], counts: None }
    }
}
