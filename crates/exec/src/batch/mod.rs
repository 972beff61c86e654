//! Compiles batches to programs and runs the programs.
//!
//! The files form layers, each of which names only the layers above it in this list:
//!
//! 1. System procedures (`procedures`, `cursor_call`, `prepared_call`): they run against an
//!    `Invocation`, which offers the caller's environment and a narrow trait, `Programs`.
//! 2. Programs (`call`, `program`) and the compiler (`compiler` and the files that extend it).
//! 3. Compiled batches and their cache (`compiled_batch`, `body`, `plans`).
//! 4. The interpreter (`interpreter` and the files that extend it: `failure`, `call_program`,
//!    `fire`). It implements `Programs`.

mod activation;
mod argument;
mod body;
mod call;
mod call_procedure;
mod call_program;
mod calls;
mod compilation;
mod compiled_batch;
mod compiler;
mod completion;
mod control_flow;
mod cursor_call;
mod cursor_change;
mod cursor_report;
mod cursor_sources;
mod cursor_text;
mod ddl_trigger;
mod declared_options;

mod declared_parameters;
mod deduced_parameter;
mod describe;
mod ending;
mod enter;
mod execute;
mod execution;
mod failure;
mod fire;
mod formats;
mod function_body;
mod insert_bulk;
mod insert_call;
mod insert_captured;
mod interpreter;
mod invocation;
mod log_on;
mod made_temporary;
mod module;
mod module_event;
mod module_run;
mod parameter;
mod parse_only;
mod plan_rows;
mod plans;
mod positioned;
mod prepare;
mod prepared_rpc;

mod prepared_call;
mod prepared_statement;
mod procedure_group;
mod procedure_name;
mod procedures;
mod profile;
mod program;
mod programs;
mod pulled_batch;
mod raise;
mod result_sets;
mod run;
mod set_option;
mod shared_programs;
mod showplan;
mod simple_step;
mod statement_class;
mod step_permission;
mod suspended_step;
mod system_procedure;
mod table_function;
mod trigger;
mod try_catch;
mod types;
mod undeclared;
mod wanted_rows;

pub use compiled_batch::Batch;
pub use declared_options::{DeclaredContext, DeclaredOptions, declared_options};
pub use declared_parameters::{DeclaredParameter, declared_parameters};
pub use describe::first_result_columns;
pub(crate) use log_on::log_on;
pub(crate) use parameter::STATUS;
pub use parse_only::read_only;
pub use plans::Plans;
pub use procedures::{system_procedure_names, system_procedure_parameters};
pub(crate) use pulled_batch::{BatchPart, PulledBatch};
pub use run::BatchEnd;
pub(crate) use run::context_of;
pub use sluice_administration::statement::dbcc_commands;
pub(crate) use table_function::FunctionBodies;
pub use wanted_rows::{declared_name, has_type, wanted_type};
