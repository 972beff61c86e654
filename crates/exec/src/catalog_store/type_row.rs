//! The rows of a user's type in systypes: the first says what it is; of a table type those behind it have the statement that defines it, in pieces.

use super::PIECE_BYTES;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_catalog::{Table, TypeId, TypeKind, UserType};
use sluice_plan::{Binder, Making, NoNames, TypeNames, Variables, table_type_definition};
use sluice_types::type_number::{numbers_of, type_of};
use sluice_types::{DataType, RowLayout, SqlError, Value};

/// What the first row says.
pub(super) struct TypeRow {
    schema: String,
    name: String,
    kind: RowKind,
    /// How many pieces follow.
    pub(super) pieces: usize,
}

enum RowKind {
    Alias(DataType, bool),
    Table(ObjectId),
}

/// The first row.
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
        Value::Int(i32::try_from(pieces(user_type).count()).unwrap_or(i32::MAX)),
    ];
    let mut row = Vec::new();
    layout().encode(&values, &mut row).expect("two names of 128 characters and seven numbers are within a row");
    row
}

/// The statement in pieces, UTF-8; none of an alias.
pub(super) fn pieces(user_type: &UserType) -> impl Iterator<Item = &[u8]> {
    let text: &[u8] = match &user_type.kind {
        TypeKind::Alias { .. } => &[],
        TypeKind::Table { definition, .. } => definition.as_bytes(),
    };
    text.chunks(PIECE_BYTES)
}

/// `None` where the bytes are no such row.
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
    /// Whether it is a table type, whose columns may be of other types.
    pub(super) fn is_table(&self) -> bool {
        matches!(self.kind, RowKind::Table(_))
    }

    /// The type; `None` where the text is none that defines one.
    pub(super) fn with_text(self, id: TypeId, text: Vec<u8>, types: &dyn TypeNames) -> Option<UserType> {
        let TypeRow { schema, name, kind, .. } = self;
        let kind = match kind {
            RowKind::Alias(data_type, nullable) => TypeKind::Alias { data_type, nullable },
            RowKind::Table(table) => {
                let definition: Arc<str> = Arc::from(String::from_utf8(text).ok()?);
                let table = Arc::new(table_of_type(table, &name, &definition, types).ok()?);
                TypeKind::Table { definition, table }
            }
        };
        Some(UserType { id, schema, name, kind })
    }
}

/// The table that variables of a table type are made like, from the statement that defines the type.
pub fn table_of_type(id: ObjectId, name: &str, definition: &str, types: &dyn TypeNames) -> Result<Table, SqlError> {
    let items = table_type_definition(definition, types)?;
    let empty = Table {
        id,
        schema: String::new(),
        name: UserType::table_name(name, id),
        columns: Vec::new(),
        last_column: 0,
        constraints: Vec::new(),
        root: PageId::NONE,
        indexes: Vec::new(),
        statistics: Vec::new(),
    };
    // Nobody asks for what is inside it by its id.
    let new_id = || id;
    let making = Making { statement: "CREATE TYPE", database: Some("tempdb"), is_checked: true, new_id: &new_id };
    Binder::new(&NoNames, &Variables::default()).define(&empty, &items, making).map(|(table, _)| table)
}

fn layout() -> RowLayout {
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

    #[test]
    fn aliases_and_table_types_come_back() {
        let alias = TypeKind::Alias { data_type: DataType::decimal(9, 4), nullable: false };
        let definition =
            "CREATE TYPE dbo.Pairs AS TABLE (a int PRIMARY KEY, b nvarchar(20) DEFAULT N'x', CHECK (a > 0))";
        let table = table_of_type(ObjectId(1007), "Pairs", definition, &NoNames).expect("it defines a table type");
        assert_eq!(table.name, "TT_Pairs_000003EF");
        let of_table = TypeKind::Table { definition: definition.into(), table: Arc::new(table) };
        for (name, kind) in [("Amount", alias), ("Pairs", of_table)] {
            let user_type = UserType { id: TypeId(257), schema: "dbo".to_owned(), name: name.to_owned(), kind };
            let row = decode(&encode(&user_type)).expect("it is a row");
            let text: Vec<u8> = pieces(&user_type).flatten().copied().collect();
            assert_eq!(row.pieces, pieces(&user_type).count());
            assert_eq!(row.with_text(TypeId(257), text, &NoNames), Some(user_type));
        }
    }
}
