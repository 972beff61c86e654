//! SHOWPLAN: a plan as SET SHOWPLAN_TEXT, SHOWPLAN_ALL and SHOWPLAN_XML show it
//! (`t-sql/statements/set-showplan-text-transact-sql.md`, `set-showplan-xml-transact-sql.md`).
//!
//! [`explain`] returns the tree of a statement's operators under SQL Server's names; [`lines`]
//! writes it as text, [`document`] as XML. Each operator's text and XML element are made in one
//! place, in the file of its family.
//!
//! The tree shows the plan that is executed. An operator that does the work of several SQL Server
//! operators (a seek with lookup, a window) is shown as these. The first input of a hash join is
//! the build input. Subqueries of expressions are roots of their own, after the statement's root.

mod document;
mod names;
mod operator;
mod stored;
mod xml;

mod expression;
mod lines;
mod scalar;

mod access;
mod group;
mod join;
mod node;
mod rows;
mod statement;
mod window;

pub use document::{Document, ShownStatement, document};
pub use lines::{PlanLine, lines};
pub use names::ColumnName;
pub use operator::{Counted, Counts, Estimate, NodeKey, PlanOperator, rounded};
pub use statement::{explain, kind_of};
pub use stored::StoredPlan;
