//! Properties of modules and their columns and parameters that the text of a module decides:
//! OBJECTPROPERTY and COLUMNPROPERTY (`t-sql/functions/objectproperty-transact-sql.md`,
//! `columnproperty-transact-sql.md`).

use crate::host::Host;
use crate::module_columns::NamesOf;
use sluice_base::sync::Arc;
use sluice_binder::Binder;
use sluice_catalog::name::same;
use sluice_catalog::{Catalog, Module, Table};
use sluice_functions::{ColumnFacts, ComputedFacts, ParameterFacts};
use sluice_plan::{DeclaredType, Variables, script_of, table_definition};
use sluice_syntax::ast::StatementKind;
use sluice_table::database::Database;
use sluice_types::DataType;

/// Whether a view of `database`, whose names are `catalog`, can have a clustered index.
pub(crate) fn can_be_indexed(
    host: &dyn Host,
    database: &Arc<Database>,
    catalog: &Arc<Catalog>,
    view: &Arc<Module>,
) -> bool {
    let names = NamesOf { host, database, catalog };
    Binder::new(&names, &Variables::default()).indexed_view(view, "").is_ok()
}

/// Returns the properties of the value of a view's column at `place`, from 0. `None` if the view
/// can't be bound or has no such column.
pub(crate) fn view_column_facts(
    host: &dyn Host,
    database: &Arc<Database>,
    catalog: &Arc<Catalog>,
    (view, place): (&Module, usize),
) -> Option<ComputedFacts> {
    let names = NamesOf { host, database, catalog };
    Binder::new(&names, &Variables::default()).view_column_facts(view, place)
}

/// Returns the properties of the computed column of `table` at `place`, from 0. `None` for another
/// column.
pub(crate) fn computed_column_facts(
    host: &dyn Host,
    database: &Arc<Database>,
    catalog: &Arc<Catalog>,
    (table, place): (&Table, usize),
) -> Option<ComputedFacts> {
    let names = NamesOf { host, database, catalog };
    Binder::new(&names, &Variables::default()).computed_facts(table, place)
}

/// Returns the facts of the parameter `asked` of a procedure or function. `None` without such a
/// parameter, and for one whose type is a table or is gone.
pub(crate) fn parameter_facts(module: &Arc<Module>, types: &Catalog, asked: &str) -> Option<ColumnFacts> {
    let script = script_of(module);
    let written = match &script.statements.first()?.kind {
        StatementKind::Procedure(procedure) => &procedure.parameters,
        StatementKind::Function(function) => &function.parameters,
        _ => return None,
    };
    let place = written.iter().position(|parameter| same(&parameter.name.text, asked))?;
    let parameter = &written[place];
    let data_type = match table_definition::declared(place + 1, &parameter.data_type, types) {
        _ if parameter.varying => DataType::Int,
        Ok(DeclaredType::Scalar(data_type, _)) => data_type,
        Ok(DeclaredType::Table(_)) | Err(_) => return None,
    };
    Some(ColumnFacts {
        id: place as i32 + 1,
        ordinal: place as i32 + 1,
        name: parameter.name.text.to_string(),
        data_type,
        nullable: true,
        is_identity: false,
        is_computed: false,
        is_persisted: false,
        is_indexable: false,
        is_row_guid: false,
        not_for_replication: false,
        is_trimmed: false,
        is_sparse: false,
        is_column_set: false,
        parameter: Some(ParameterFacts { is_output: parameter.output, is_cursor: parameter.varying }),
    })
}
