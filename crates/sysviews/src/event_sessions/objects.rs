//! `sys.dm_xe_packages`, `dm_xe_objects`, `dm_xe_object_columns` and `dm_xe_map_values`.

use super::values::{int, optional, package_guid, view};
use crate::view::{View, bytes, text};
use sluice_base::events::{EventKind, FieldType, Map, Package};
use sluice_events::objects::{ACTIONS, MODULE_GUID, TARGETS, comparators, package_description};
use sluice_types::Value;

/// Returns the views of the packages and of their events, actions, targets and columns. Their rows
/// depend on the program alone.
pub(super) fn views() -> [View; 4] {
    [
        view(
            "dm_xe_packages",
            "relational-databases/system-dynamic-management-views/sys-dm-xe-packages-transact-sql.md",
            "name nvarchar(256)!; guid uniqueidentifier!; description nvarchar(3072)!; capabilities int; \
             capabilities_desc nvarchar(256); module_guid nvarchar(60)!; module_address varbinary(8)!",
            |_| Package::ALL.into_iter().map(package).collect(),
        ),
        view(
            "dm_xe_objects",
            "relational-databases/system-dynamic-management-views/sys-dm-xe-objects-transact-sql.md",
            "name nvarchar(60)!; object_type nvarchar(60)!; package_guid uniqueidentifier!; \
             description nvarchar(256)!; capabilities int; capabilities_desc nvarchar(256); type_name nvarchar(60); \
             type_package_guid uniqueidentifier; type_size int",
            |_| objects(),
        ),
        view(
            "dm_xe_object_columns",
            "relational-databases/system-dynamic-management-views/sys-dm-xe-object-columns-transact-sql.md",
            "name nvarchar(256)!; column_id int!; object_name nvarchar(256)!; object_package_guid uniqueidentifier!; \
             type_name nvarchar(256)!; type_package_guid uniqueidentifier!; column_type nvarchar(60)!; \
             column_value nvarchar(256); capabilities int; capabilities_desc nvarchar(256); \
             description nvarchar(3072)",
            |_| event_columns().chain(target_columns()).collect(),
        ),
        view(
            "dm_xe_map_values",
            "relational-databases/system-dynamic-management-views/sys-dm-xe-map-values-transact-sql.md",
            "name nvarchar(256)!; object_package_guid uniqueidentifier!; map_key int!; map_value nvarchar(3072)!",
            |_| {
                let rows = |map: &'static Map| {
                    let row = |(key, value): (u64, &str)| {
                        vec![text(map.name), package_guid(map.package), int(key as usize), text(value)]
                    };
                    map.values().map(row)
                };
                maps().into_iter().flat_map(rows).collect()
            },
        ),
    ]
}

fn package(package: Package) -> Vec<Value> {
    vec![
        text(package.name()),
        package_guid(package),
        text(package_description(package)),
        Value::Null,
        Value::Null,
        text(MODULE_GUID),
        // All packages are in the program itself.
        bytes(vec![0; 8]),
    ]
}

fn objects() -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    let mut add = |name: &str, kind: &str, package, description: &str, type_of: Option<(&str, Package)>| {
        rows.push(vec![
            text(name),
            text(kind),
            package_guid(package),
            text(description),
            Value::Null,
            Value::Null,
            optional(type_of.map(|(name, _)| name)),
            type_of.map_or(Value::Null, |(_, package)| package_guid(package)),
            Value::Null,
        ]);
    };
    for def in EventKind::ALL.iter().map(|kind| kind.def()) {
        add(def.name, "event", def.package, def.description, None);
    }
    for action in ACTIONS {
        let of = (action.package, action.description, Some(action.field_type.name()));
        add(action.name, "action", of.0, of.1, of.2);
        if action.global().is_some() {
            add(action.name, "pred_source", of.0, of.1, of.2);
        }
    }
    let counted = "Counts the number of times evaluated";
    add("counter", "pred_source", Package::Package0, counted, Some(FieldType::UInt64.name()));
    let of_system = "Get whether current task is system task";
    add("is_system", "pred_source", Package::SqlServer, of_system, Some(FieldType::Boolean.name()));
    for comparator in comparators() {
        let description = format!("Compares values of type {}", comparator.type_name());
        let operands = Some((comparator.type_name(), Package::Package0));
        add(&comparator.name, "pred_compare", comparator.package, &description, operands);
    }
    for target in TARGETS {
        add(target.name, "target", Package::Package0, target.description, None);
    }
    for basic in BASIC_TYPES {
        add(basic.name().0, "type", basic.name().1, basic.name().0, None);
    }
    for map in maps() {
        add(map.name, "map", map.package, map.name, None);
    }
    rows
}

fn event_columns() -> impl Iterator<Item = Vec<Value>> {
    EventKind::ALL.iter().map(|kind| kind.def()).flat_map(|def| {
        def.fields.iter().enumerate().map(|(place, field)| {
            let (type_name, type_package) = field.field_type.name();
            vec![
                text(field.name),
                int(place),
                text(def.name),
                package_guid(def.package),
                text(type_name),
                package_guid(type_package),
                text("data"),
                Value::Null,
                Value::Null,
                Value::Null,
                Value::Null,
            ]
        })
    })
}

fn target_columns() -> impl Iterator<Item = Vec<Value>> {
    TARGETS.iter().flat_map(|target| {
        target.parameters.iter().enumerate().map(|(place, parameter)| {
            let (type_name, type_package) = parameter.field_type.name();
            vec![
                text(parameter.name),
                int(place),
                text(target.name),
                package_guid(Package::Package0),
                text(type_name),
                package_guid(type_package),
                text("customizable"),
                optional(parameter.default),
                Value::Int(parameter.is_mandatory.into()),
                optional(parameter.is_mandatory.then_some("mandatory")),
                text(parameter.description),
            ]
        })
    })
}

/// Returns the maps of all fields, each once.
fn maps() -> Vec<&'static Map> {
    let fields = EventKind::ALL.iter().flat_map(|kind| kind.def().fields);
    let mut maps: Vec<&'static Map> = Vec::new();
    for field in fields {
        if let FieldType::Map(map) = field.field_type
            && maps.iter().all(|known| known.name != map.name)
        {
            maps.push(map);
        }
    }
    maps
}

const BASIC_TYPES: [FieldType; 9] = [
    FieldType::FileTime,
    FieldType::Boolean,
    FieldType::Int32,
    FieldType::Int64,
    FieldType::UInt16,
    FieldType::UInt32,
    FieldType::UInt64,
    FieldType::Unicode,
    FieldType::Xml,
];
