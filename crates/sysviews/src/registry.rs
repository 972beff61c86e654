//! The list of all system views in Rust. A view that isn't listed here doesn't exist.

use crate::{
    absent_features, absent_options, ddl_triggers, dependencies, event_sessions, extended_properties, first_results,
    messages, odbc_columns, time_zones, transactions, triggers, waiting_tasks,
};
use crate::{
    agent_categories, database_copies, index_operational_stats, memory_grants, msdb_settings, resource_governor,
    schedulers, session_space,
};
use crate::{
    buffer_descriptors, buffer_pool_extension, columns, exec_sessions, file_space, index_physical_stats, index_usage,
    indexes, objects, parameters, partitions, query_plans, query_stats, sql_modules, statistics,
};
use crate::{
    check_constraints, collations, computed_columns, configurations, cursors, data_spaces, databases, datatype_info,
    default_constraints, error_log, files, foreign_key_columns, foreign_keys, io_requests, latch_stats, log_info,
    log_records, memory_clerks, operating_system, performance_counters, sequences, system_objects, tran_locks,
    use_hints, user_types, version_store, virtual_file_stats, wait_stats,
};
use crate::{languages, module_stats, numbered_procedures, tables, tasks};
use crate::{permission_functions, principal_permissions, principals};
use sluice_base::sync::Arc;
use sluice_catalog::schema::SYSTEM_SCHEMA;
use sluice_catalog::view::MSDB_SCHEMA;
use sluice_session::SystemView;

/// The schemas of the system's own objects. A name in another schema needs no look-up among them.
pub const SCHEMAS: [&str; 3] = [SYSTEM_SCHEMA, "INFORMATION_SCHEMA", MSDB_SCHEMA];

/// Returns every system view and function written in Rust, the empty ones of absent features too.
/// Each call builds them anew.
pub fn all() -> Vec<Arc<dyn SystemView>> {
    let empty = absent_features::views().map(|view| Arc::new(view) as Arc<dyn SystemView>);
    let of_triggers = ddl_triggers::views().map(|view| Arc::new(view) as Arc<dyn SystemView>);
    let of_events = event_sessions::views().map(|view| Arc::new(view) as Arc<dyn SystemView>);
    own().into_iter().chain(of_machine()).chain(of_triggers).chain(of_events).chain(empty).collect()
}

/// The views with rows.
fn own() -> Vec<Arc<dyn SystemView>> {
    vec![
        Arc::new(configurations::of_instance()),
        Arc::new(configurations::of_database()),
        Arc::new(absent_options::query_store()),
        Arc::new(files::of_database()),
        Arc::new(files::of_instance()),
        Arc::new(data_spaces::filegroups()),
        Arc::new(data_spaces::view()),
        Arc::new(io_requests::pending()),
        Arc::new(io_requests::devices()),
        Arc::new(log_records::function()),
        Arc::new(error_log::function()),
        Arc::new(collations::function()),
        Arc::new(log_info::of_files()),
        Arc::new(log_info::of_log()),
        Arc::new(log_info::of_space()),
        Arc::new(databases::view()),
        Arc::new(principals::of_server()),
        Arc::new(principals::logins()),
        Arc::new(principals::of_database()),
        Arc::new(principals::members_of_server()),
        Arc::new(principals::members_of_database()),
        Arc::new(principals::login_token()),
        Arc::new(principals::user_token()),
        Arc::new(permission_functions::builtin()),
        Arc::new(permission_functions::own()),
        Arc::new(principal_permissions::of_server()),
        Arc::new(principal_permissions::of_database()),
        Arc::new(sequences::view()),
        Arc::new(default_constraints::view()),
        Arc::new(check_constraints::view()),
        Arc::new(computed_columns::view()),
        Arc::new(foreign_keys::view()),
        Arc::new(foreign_key_columns::view()),
        Arc::new(tran_locks::view()),
        Arc::new(transactions::active()),
        Arc::new(transactions::of_sessions()),
        Arc::new(transactions::of_databases()),
        Arc::new(transactions::current()),
        Arc::new(version_store::view()),
        Arc::new(file_space::view()),
        Arc::new(objects::view()),
        Arc::new(system_objects::view()),
        Arc::new(system_objects::of_columns()),
        Arc::new(system_objects::of_parameters()),
        Arc::new(system_objects::of_modules()),
        Arc::new(objects::synonyms()),
        Arc::new(objects::views()),
        Arc::new(tables::view()),
        Arc::new(columns::of_tables()),
        Arc::new(columns::of_identities()),
        Arc::new(columns::types()),
        Arc::new(datatype_info::view()),
        Arc::new(user_types::table_types()),
        Arc::new(columns::schemas()),
        Arc::new(indexes::view()),
        Arc::new(indexes::of_columns()),
        Arc::new(indexes::of_keys()),
        Arc::new(partitions::view()),
        Arc::new(partitions::allocation_units()),
        Arc::new(partitions::stats()),
        Arc::new(statistics::view()),
        Arc::new(statistics::of_columns()),
        Arc::new(statistics::properties()),
        Arc::new(statistics::histogram()),
        Arc::new(sql_modules::view()),
        Arc::new(dependencies::expressions()),
        Arc::new(dependencies::objects()),
        Arc::new(dependencies::referenced()),
        Arc::new(dependencies::referencing()),
        Arc::new(triggers::view()),
        Arc::new(triggers::events()),
        Arc::new(parameters::view()),
        Arc::new(buffer_descriptors::view()),
        Arc::new(messages::view()),
        Arc::new(languages::view()),
        Arc::new(numbered_procedures::view()),
        Arc::new(numbered_procedures::of_parameters()),
        Arc::new(time_zones::view()),
        Arc::new(extended_properties::view()),
        Arc::new(extended_properties::function()),
        Arc::new(first_results::of_batch()),
        Arc::new(first_results::of_object()),
        Arc::new(cursors::function()),
        Arc::new(index_usage::view()),
        Arc::new(index_physical_stats::function()),
        Arc::new(index_operational_stats::function()),
        Arc::new(odbc_columns::function()),
        Arc::new(module_stats::of_procedures()),
        Arc::new(module_stats::of_triggers()),
        Arc::new(query_stats::of_statements()),
        Arc::new(query_stats::of_plans()),
        Arc::new(query_stats::of_text()),
        Arc::new(query_stats::of_attributes()),
        Arc::new(query_plans::of_documents()),
        Arc::new(query_plans::of_texts()),
    ]
}

/// The views of the machine, of the process, of Resource Governor, and of what the sessions do.
fn of_machine() -> Vec<Arc<dyn SystemView>> {
    vec![
        Arc::new(operating_system::sys_info()),
        Arc::new(operating_system::host_info()),
        Arc::new(operating_system::sys_memory()),
        Arc::new(operating_system::process_memory()),
        Arc::new(operating_system::volume_stats()),
        Arc::new(operating_system::services()),
        Arc::new(virtual_file_stats::function()),
        Arc::new(virtual_file_stats::old_function()),
        Arc::new(buffer_pool_extension::view()),
        Arc::new(latch_stats::view()),
        Arc::new(memory_clerks::view()),
        Arc::new(database_copies::view()),
        Arc::new(performance_counters::view()),
        Arc::new(wait_stats::of_instance()),
        Arc::new(wait_stats::of_sessions()),
        Arc::new(exec_sessions::input_buffer()),
        Arc::new(exec_sessions::requests()),
        Arc::new(exec_sessions::connections()),
        Arc::new(exec_sessions::sessions()),
        Arc::new(tasks::view()),
        Arc::new(schedulers::schedulers()),
        Arc::new(schedulers::nodes()),
        Arc::new(schedulers::workers()),
        Arc::new(schedulers::threads()),
        Arc::new(memory_grants::grants()),
        Arc::new(memory_grants::semaphores()),
        Arc::new(session_space::of_sessions()),
        Arc::new(session_space::of_tasks()),
        Arc::new(agent_categories::view()),
        Arc::new(msdb_settings::mail()),
        Arc::new(msdb_settings::policies()),
        Arc::new(msdb_settings::originating_servers()),
        Arc::new(resource_governor::configuration()),
        Arc::new(resource_governor::pools()),
        Arc::new(resource_governor::groups()),
        Arc::new(resource_governor::current_configuration()),
        Arc::new(resource_governor::current_pools()),
        Arc::new(resource_governor::current_groups()),
        Arc::new(waiting_tasks::view()),
        Arc::new(use_hints::view()),
    ]
}

#[cfg(test)]
mod tests {
    use super::{SCHEMAS, all};
    use crate::{text_procedures, text_views};

    #[test]
    fn every_object_is_in_a_listed_schema() {
        let views = all();
        let modules = [text_views(), text_procedures()].concat();
        let schemas = views.iter().map(|view| view.def().schema).chain(modules.iter().map(|module| &*module.schema));
        let unlisted: Vec<&str> = schemas.filter(|schema| !SCHEMAS.contains(schema)).collect();
        assert!(unlisted.is_empty(), "{unlisted:?}");
    }
}
