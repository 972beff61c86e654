//! SHOWPLAN: a plan as SET SHOWPLAN_TEXT, SHOWPLAN_ALL and SHOWPLAN_XML show it
//! (`t-sql/statements/set-showplan-text-transact-sql.md`, `set-showplan-xml-transact-sql.md`).
//!
//! # Main types
//!
//! - [`PlanOperator`]: an operator under SQL Server's names, with estimates, columns and inputs.
//! - [`Counts`]: the figures of a run that belong to a shown operator.
//! - [`ShownStatement`]: a statement of an XML document.
//! - [`StoredPlan`]: a bound statement that is kept so that its plan can be shown later.
//!
//! # Data flow
//!
//! [`explain`] turns a `sluice_plan::Bound` into the tree of a statement's operators. [`lines`]
//! writes the tree as text, [`document`] as XML. Each operator's text and XML element are made in
//! one place, in the file of its family.
//!
//! # Invariants
//!
//! - The tree shows the plan that is executed. An operator that does the work of several SQL Server
//!   operators (a seek with lookup, a window) is shown as these.
//! - The first input of a hash join is the build input.
//! - Subqueries of expressions are roots of their own, after the statement's root.
//! - The crate chooses nothing: estimates are the planner's (`sluice_plan::estimate`). It knows no
//!   page, no session and no running statement.
//!
//! # Failure behaviour
//!
//! Nothing fails. [`StoredPlan::explain`] returns no plan if the stack is too small for its height;
//! other callers check that themselves.
//!
//! # Where to start reading
//!
//! `statement.rs` for the root of a statement, `node.rs` for the choice of an operator's family,
//! `operator.rs` for what is shown of it.

mod xml;

mod names;

mod operator;

mod lines;

mod document;

mod expression;

mod scalar;

mod group;

mod node;

mod rows;

mod join;

mod access;

mod window;

mod statement;

mod stored;

pub use document::{Document, ShownStatement, document};
pub use lines::{PlanLine, lines};
pub use names::ColumnName;
pub use operator::{Counts, Estimate, PlanOperator, rounded};
pub use statement::{explain, kind_of};
pub use stored::StoredPlan;
