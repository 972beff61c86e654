//! Encodes the rows of a user-defined type in systypes. The first row has its properties; the
//! following rows have the defining statement of a table type, or the bindings of an alias type.

use super::stored::PIECE_BYTES;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{BoundObject, BoundObjects, Catalog, DefinitionBinder, TypeId, TypeKind, UserType};
use sluice_types::type_number::{numbers_of, type_of};
use sluice_types::{DataType, RowLayout, Value};

/// The properties of a type, as in its first row.
pub(super) struct TypeRow {
    schema: String,
    name: String,
    kind: RowKind,
    /// Number of pieces that follow.
    pub(super) pieces: usize,
}

enum RowKind {
    Alias(DataType, bool),
    Table(ObjectId),
}

/// Encodes the first row. A table type has no data type but the id of its table.
pub(super) fn encode(user_type: &UserType) -> Vec<u8> {
    let (data_type, nullable, table) = match &user_type.kind {
        TypeKind::Alias { data_type, nullable } => (Some(*data_type), *nullable, None),
        TypeKind::Table { table, .. } => (None, false, Some(table.id.0)),
    };
    let numbers = data_type.map(numbers_of);
    let number = |pick: fn((u8, i32, u8, u8)) -> Value| numbers.map_or(Value::Null, pick);
    let values = [
        Value::text(user_type.schema.as_str()),
        Value::text(user_type.name.as_str()),
        number(|(kind, ..)| Value::TinyInt(kind)),
        number(|(_, length, ..)| Value::Int(length)),
        number(|(_, _, precision, _)| Value::TinyInt(precision)),
        number(|(.., scale)| Value::TinyInt(scale)),
        Value::Bit(nullable),
        table.map_or(Value::Null, Value::Int),
        Value::Int(i32::try_from(pieces(user_type).len()).unwrap_or(i32::MAX)),
    ];
    let mut row = Vec::new();
    layout().encode(&values, &mut row).expect("two names of 128 characters and seven numbers are within a row");
    row
}

/// The rows that follow the first: the defining statement of a table type in UTF-8, or the bindings
/// of an alias type. An alias type without bindings has none.
pub(super) fn pieces(user_type: &UserType) -> Vec<Vec<u8>> {
    let bytes = match &user_type.kind {
        TypeKind::Alias { .. } => encode_bound(&user_type.bound),
        TypeKind::Table { definition, .. } => definition.as_bytes().to_vec(),
    };
    bytes.chunks(PIECE_BYTES).map(<[u8]>::to_vec).collect()
}

/// Encodes the bound default and rule: kind, id, length and text of each.
fn encode_bound(bound: &BoundObjects) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (kind, bound) in [(BOUND_DEFAULT, &bound.default), (BOUND_RULE, &bound.rule)] {
        let Some(bound) = bound else { continue };
        bytes.push(kind);
        bytes.extend_from_slice(&bound.id.0.to_le_bytes());
        bytes.extend_from_slice(&(bound.definition.len() as u32).to_le_bytes());
        bytes.extend_from_slice(bound.definition.as_bytes());
    }
    bytes
}

/// Decodes the bound default and rule. Returns `None` if the bytes are damaged.
fn decode_bound(mut bytes: &[u8]) -> Option<BoundObjects> {
    let mut all = BoundObjects::default();
    while let Some((kind, rest)) = bytes.split_first() {
        let (id, rest) = rest.split_first_chunk::<4>()?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let (text, rest) = rest.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
        let definition = Arc::from(std::str::from_utf8(text).ok()?);
        let bound = Some(BoundObject { id: ObjectId(i32::from_le_bytes(*id)), definition });
        match *kind {
            BOUND_DEFAULT => all.default = bound,
            BOUND_RULE => all.rule = bound,
            _ => return None,
        }
        bytes = rest;
    }
    Some(all)
}

/// Kinds of bindings.
const BOUND_DEFAULT: u8 = 1;
const BOUND_RULE: u8 = 2;

/// Decodes the first row; the pieces are read by the caller. Returns `None`
/// if the bytes are damaged.
pub(super) fn decode(row: &[u8]) -> Option<TypeRow> {
    let layout = layout();
    let read = |column| layout.read(row, column).ok();
    let text = |column| Some(read(column)?.as_str()?.to_owned());
    let number = |column| read(column)?.as_i64();
    let small = |column| u8::try_from(number(column)?).ok();
    let kind = match read(7)? {
        Value::Null => {
            let data_type = type_of(small(2)?, i32::try_from(number(3)?).ok()?, small(4)?, small(5)?)?;
            RowKind::Alias(data_type, number(6)? != 0)
        }
        table => RowKind::Table(ObjectId(i32::try_from(table.as_i64()?).ok()?)),
    };
    Some(TypeRow { schema: text(0)?, name: text(1)?, kind, pieces: usize::try_from(number(8)?).ok()? })
}

impl TypeRow {
    /// The id of a table type's table. Its columns may use alias types. `None` for an alias type.
    pub(super) fn table(&self) -> Option<ObjectId> {
        match self.kind {
            RowKind::Table(table) => Some(table),
            RowKind::Alias(..) => None,
        }
    }

    /// Returns the type, or `None` if `binder` can't bind the text. `text` is the statement that
    /// defined a table type, parsed and bound again with `types`. For an alias type it is its
    /// bindings.
    pub(super) fn with_text(
        self,
        id: TypeId,
        text: Vec<u8>,
        (binder, types): (&dyn DefinitionBinder, &Catalog),
    ) -> Option<UserType> {
        let TypeRow { schema, name, kind, .. } = self;
        let (kind, bound) = match kind {
            RowKind::Alias(data_type, nullable) => (TypeKind::Alias { data_type, nullable }, decode_bound(&text)?),
            RowKind::Table(table) => {
                let definition: Arc<str> = Arc::from(String::from_utf8(text).ok()?);
                let table = Arc::new(binder.table_of_type(table, &name, &definition, types).ok()?);
                (TypeKind::Table { definition, table }, BoundObjects::default())
            }
        };
        Some(UserType { id, schema, name, kind, bound })
    }
}

/// Returns the layout of a row that describes a user-defined type.
pub(super) fn layout() -> RowLayout {
    RowLayout::new(&[
        DataType::SYSNAME,
        DataType::SYSNAME,
        DataType::TinyInt,
        DataType::Int,
        DataType::TinyInt,
        DataType::TinyInt,
        DataType::Bit,
        DataType::Int,
        DataType::Int,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_catalog::{Column, IndexFilter, Table};
    use sluice_types::SqlError;

    /// Binds a table type to a table of its name without columns.
    struct Empty;

    impl DefinitionBinder for Empty {
        fn filter(&self, index: &str, _: (&str, &[Column]), _: &str) -> Result<IndexFilter, SqlError> {
            panic!("{index} is no index of a type")
        }

        fn table_of_type(&self, id: ObjectId, name: &str, _: &str, _: &Catalog) -> Result<Table, SqlError> {
            Ok(Table::empty(id, String::new(), name.to_owned()))
        }
    }

    #[test]
    fn type_rows_round_trip() {
        let alias = TypeKind::Alias { data_type: DataType::decimal(9, 4), nullable: false };
        let definition = format!("CREATE TYPE dbo.Pairs AS TABLE (a int {})", "CHECK (a > 0)".repeat(PIECE_BYTES / 5));
        let table = Arc::new(Table::empty(ObjectId(1007), String::new(), "Pairs".to_owned()));
        let of_table = TypeKind::Table { definition: definition.into(), table };
        let bound = |id, text: &str| Some(BoundObject { id: ObjectId(id), definition: Arc::from(text) });
        let long = format!("([@value] IN ({}))", "'x',".repeat(PIECE_BYTES));
        let both = BoundObjects { default: bound(1300, "((0))"), rule: bound(1301, &long) };
        let rule = BoundObjects { default: None, ..both.clone() };
        let none = BoundObjects::default;
        let all = [
            ("Amount", alias.clone(), none()),
            ("Bound", alias.clone(), both),
            ("Ruled", alias, rule),
            ("Pairs", of_table, none()),
        ];
        for (name, kind, bound) in all {
            let user_type = UserType { id: TypeId(257), schema: "dbo".to_owned(), name: name.to_owned(), kind, bound };
            let row = decode(&encode(&user_type)).expect("it is a row");
            let text: Vec<u8> = pieces(&user_type).concat();
            assert_eq!(row.pieces, pieces(&user_type).len());
            assert_eq!(row.with_text(TypeId(257), text, (&Empty, &Catalog::empty())), Some(user_type));
        }
    }
}
