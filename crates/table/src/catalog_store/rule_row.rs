//! Encodes the rows of sysconstraints: constraints, computed columns, index filters, and the
//! defaults and rules bound to columns.
//!
//! The first row of an entry has its properties, the following rows its text in pieces.

use super::stored::PIECE_BYTES;
use sluice_base::codec::get_u16;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Action, BoundObject, Computed, Constraint, Enforcement, ForeignKey, Rule};
use sluice_types::{DataType, Length, RowLayout, Value};

/// One entry of sysconstraints.
pub(super) enum Entry {
    /// Formula of the column with this id.
    Computed(u16, Computed),
    /// A constraint.
    Constraint(Constraint),
    /// Filter of the index with this id.
    Filter(u16, Arc<str>),
    /// Default bound to the column with this id.
    BoundDefault(u16, BoundObject),
    /// Rule bound to the column with this id.
    BoundRule(u16, BoundObject),
}

/// The properties of a constraint, a computed column or an index filter, as in its first row.
/// `code` is the kind of the entry.
pub(super) struct RuleRow {
    code: String,
    name: String,
    flags: Flags,
    column: Option<u16>,
    enforcement: Enforcement,
    reference: Option<ForeignKey>,
    /// The id of a bound default or rule. In the slot of a foreign key's table, without columns.
    bound: Option<ObjectId>,
    /// Number of pieces that follow.
    pub(super) pieces: usize,
}

#[derive(Clone, Copy, Default)]
struct Flags {
    is_system_named: bool,
    is_persisted: bool,
}

impl Entry {
    /// The part of the entry's key after the table: the sort of entry, and the id of the column,
    /// constraint or index.
    pub(super) fn key(&self) -> (u8, i32) {
        match self {
            Entry::Computed(column, _) => (COMPUTED, i32::from(*column)),
            Entry::Constraint(constraint) => (CONSTRAINT, constraint.id.0),
            Entry::Filter(index, _) => (FILTER, i32::from(*index)),
            Entry::BoundDefault(column, _) => (BOUND_DEFAULT, i32::from(*column)),
            Entry::BoundRule(column, _) => (BOUND_RULE, i32::from(*column)),
        }
    }

    /// Encodes the first row and the pieces of the text. A foreign key has no text.
    pub(super) fn rows(&self) -> Vec<Vec<u8>> {
        let text = match self {
            Entry::Computed(_, computed) => &*computed.definition,
            Entry::Filter(_, definition) => definition,
            Entry::BoundDefault(_, bound) | Entry::BoundRule(_, bound) => &bound.definition,
            Entry::Constraint(constraint) => match &constraint.rule {
                Rule::Default { definition, .. } | Rule::Check { definition, .. } => &**definition,
                Rule::ForeignKey(_) => "",
            },
        };
        let pieces = text.as_bytes().chunks(PIECE_BYTES);
        let first = self.row(pieces.len()).encode();
        std::iter::once(first).chain(pieces.map(<[u8]>::to_vec)).collect()
    }

    fn row(&self, pieces: usize) -> RuleRow {
        let row = |code: &str, name: &str, column| RuleRow {
            code: code.to_owned(),
            name: name.to_owned(),
            flags: Flags::default(),
            column,
            enforcement: Enforcement::default(),
            reference: None,
            bound: None,
            pieces,
        };
        match self {
            Entry::Computed(column, computed) => {
                let flags = Flags { is_persisted: computed.is_persisted, ..Flags::default() };
                RuleRow { flags, ..row(COMPUTED_CODE, "", Some(*column)) }
            }
            Entry::Filter(..) => row(FILTER_CODE, "", None),
            Entry::BoundDefault(column, bound) => {
                RuleRow { bound: Some(bound.id), ..row(BOUND_DEFAULT_CODE, "", Some(*column)) }
            }
            Entry::BoundRule(column, bound) => {
                RuleRow { bound: Some(bound.id), ..row(BOUND_RULE_CODE, "", Some(*column)) }
            }
            Entry::Constraint(Constraint { name, is_system_named, rule, .. }) => {
                let flags = Flags { is_system_named: *is_system_named, ..Flags::default() };
                match rule {
                    Rule::Default { column, .. } => RuleRow { flags, ..row(DEFAULT_CODE, name, Some(*column)) },
                    Rule::Check { column, enforcement, .. } => {
                        RuleRow { flags, enforcement: *enforcement, ..row(CHECK_CODE, name, *column) }
                    }
                    Rule::ForeignKey(key) => {
                        let (enforcement, reference) = (key.enforcement, Some(key.clone()));
                        RuleRow { flags, enforcement, reference, ..row(FOREIGN_KEY_CODE, name, None) }
                    }
                }
            }
        }
    }
}

impl RuleRow {
    fn encode(&self) -> Vec<u8> {
        let Enforcement { is_disabled, is_not_trusted, not_for_replication } = self.enforcement;
        let key = self.reference.as_ref();
        let ids = |ids: &[u16]| Value::bytes(ids.iter().flat_map(|id| id.to_le_bytes()).collect::<Vec<u8>>());
        let of_key = |value: &dyn Fn(&ForeignKey) -> Value| key.map_or(Value::Null, value);
        let values = [
            Value::text(self.code.as_str()),
            Value::text(self.name.as_str()),
            Value::Bit(self.flags.is_system_named),
            Value::Bit(self.flags.is_persisted),
            self.column.map_or(Value::Null, |column| Value::Int(column.into())),
            Value::Bit(is_disabled),
            Value::Bit(is_not_trusted),
            Value::Bit(not_for_replication),
            Value::Int(i32::try_from(self.pieces).unwrap_or(i32::MAX)),
            self.bound.map_or_else(|| of_key(&|key| Value::Int(key.referenced.0)), |bound| Value::Int(bound.0)),
            of_key(&|key| ids(&key.columns)),
            of_key(&|key| ids(&key.referenced_columns)),
            of_key(&|key| Value::TinyInt(key.on_delete.number().0)),
            of_key(&|key| Value::TinyInt(key.on_update.number().0)),
        ];
        let mut row = Vec::new();
        layout().encode(&values, &mut row).expect("a name of 128 characters and some numbers are within a row");
        row
    }

    /// Decodes the first row. Returns `None` if the bytes are damaged. The kind isn't checked
    /// before [`RuleRow::with_text`].
    pub(super) fn decode(row: &[u8]) -> Option<RuleRow> {
        let layout = layout();
        let text = |column| Some(layout.read(row, column).ok()?.as_str()?.to_owned());
        let number = |column| Some(layout.read(row, column).ok()?.as_i64());
        let flag = |column| Some(number(column)?? != 0);
        let column = number(4)?.map(u16::try_from).transpose().ok()?;
        let enforcement =
            Enforcement { is_disabled: flag(5)?, is_not_trusted: flag(6)?, not_for_replication: flag(7)? };
        let object = number(9)?.map(i32::try_from).transpose().ok()?.map(ObjectId);
        let has_columns = !layout.read(row, 10).ok()?.is_null();
        let reference = match object.filter(|_| has_columns) {
            None => None,
            Some(referenced) => {
                let ids = |column| ids_of(&layout.read(row, column).ok()?);
                let action = |column| Action::of_number(u8::try_from(number(column)??).ok()?);
                let (columns, referenced_columns) = (ids(10)?, ids(11)?);
                let (on_delete, on_update) = (action(12)?, action(13)?);
                Some(ForeignKey { columns, referenced, referenced_columns, on_delete, on_update, enforcement })
            }
        };
        Some(RuleRow {
            code: text(0)?,
            name: text(1)?,
            flags: Flags { is_system_named: flag(2)?, is_persisted: flag(3)? },
            column,
            enforcement,
            reference,
            bound: object.filter(|_| !has_columns),
            pieces: usize::try_from(number(8)??).ok()?,
        })
    }

    /// Returns the entry; `id` comes from its key. Returns `None` if the text isn't UTF-8 or the
    /// row is damaged. Also returns `None` for an unknown kind.
    pub(super) fn with_text(self, id: i32, text: Vec<u8>) -> Option<Entry> {
        let RuleRow { code, name, flags, column, enforcement, reference, bound, .. } = self;
        let definition: Arc<str> = Arc::from(String::from_utf8(text).ok()?);
        let rule = match code.as_str() {
            COMPUTED_CODE => {
                return Some(Entry::Computed(column?, Computed { definition, is_persisted: flags.is_persisted }));
            }
            FILTER_CODE => return Some(Entry::Filter(u16::try_from(id).ok()?, definition)),
            BOUND_DEFAULT_CODE => return Some(Entry::BoundDefault(column?, BoundObject { id: bound?, definition })),
            BOUND_RULE_CODE => return Some(Entry::BoundRule(column?, BoundObject { id: bound?, definition })),
            DEFAULT_CODE => Rule::Default { column: column?, definition },
            CHECK_CODE => Rule::Check { column, definition, enforcement },
            FOREIGN_KEY_CODE => Rule::ForeignKey(reference?),
            _ => return None,
        };
        let is_system_named = flags.is_system_named;
        Some(Entry::Constraint(Constraint { id: ObjectId(id), name, is_system_named, rule }))
    }
}

/// Returns the layout of a row of sysconstraints.
pub(super) fn layout() -> RowLayout {
    RowLayout::new(&[
        DataType::varchar(Length::Limited(2)),
        DataType::SYSNAME,
        DataType::Bit,
        DataType::Bit,
        DataType::Int,
        DataType::Bit,
        DataType::Bit,
        DataType::Bit,
        DataType::Int,
        DataType::Int,
        DataType::VarBinary(Length::Limited(KEY_BYTES)),
        DataType::VarBinary(Length::Limited(KEY_BYTES)),
        DataType::TinyInt,
        DataType::TinyInt,
    ])
}

/// Decodes column ids of two bytes each.
fn ids_of(value: &Value) -> Option<Vec<u16>> {
    let Value::Bytes(bytes) = value else { return None };
    Some(bytes.chunks_exact(2).map(|id| get_u16(id, 0)).collect())
}

/// Bytes of the column ids of a key, which has at most 32 columns.
const KEY_BYTES: u16 = 64;

/// Sorts of entries, as stored in keys.
const COMPUTED: u8 = 0;
const CONSTRAINT: u8 = 1;
const FILTER: u8 = 2;
const BOUND_DEFAULT: u8 = 3;
const BOUND_RULE: u8 = 4;
/// Codes of the sorts, as in `sys.objects.type`. Computed columns, filters and bindings aren't
/// objects; their codes are our own.
const COMPUTED_CODE: &str = "X";
const FILTER_CODE: &str = "I";
const BOUND_DEFAULT_CODE: &str = "BD";
const BOUND_RULE_CODE: &str = "BR";
const DEFAULT_CODE: &str = "D";
const CHECK_CODE: &str = "C";
const FOREIGN_KEY_CODE: &str = "F";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_rows_round_trip() {
        let long: Arc<str> = Arc::from("([a]>(0))".repeat(500));
        let enforcement = Enforcement { is_disabled: true, is_not_trusted: true, not_for_replication: false };
        let rules = [
            Rule::Default { column: 7, definition: Arc::from("((0))") },
            Rule::Check { column: None, definition: long, enforcement },
            Rule::ForeignKey(ForeignKey {
                columns: vec![1, 300],
                referenced: ObjectId(1007),
                referenced_columns: vec![2, 1],
                on_delete: Action::Cascade,
                on_update: Action::SetDefault,
                enforcement,
            }),
        ];
        for rule in rules {
            let constraint = Constraint { id: ObjectId(1200), name: "c".to_owned(), is_system_named: true, rule };
            let Some(Entry::Constraint(back)) = there_and_back(&Entry::Constraint(constraint.clone())) else {
                panic!("it is no constraint")
            };
            assert_eq!(back, constraint);
        }
        let bound = BoundObject { id: ObjectId(1300), definition: Arc::from("([@value]>(0))") };
        let Some(Entry::BoundRule(7, back)) = there_and_back(&Entry::BoundRule(7, bound.clone())) else {
            panic!("it is no bound rule")
        };
        assert_eq!(back, bound);
        let Some(Entry::BoundDefault(7, back)) = there_and_back(&Entry::BoundDefault(7, bound.clone())) else {
            panic!("it is no bound default")
        };
        assert_eq!(back, bound);
        let computed = Computed { definition: Arc::from("([a]*(2))"), is_persisted: true };
        let Some(Entry::Computed(5, back)) = there_and_back(&Entry::Computed(5, computed.clone())) else {
            panic!("it is no computed column")
        };
        assert_eq!(back, computed);
        let filter: Arc<str> = Arc::from("([a] IS NOT NULL)");
        let Some(Entry::Filter(6, back)) = there_and_back(&Entry::Filter(6, Arc::clone(&filter))) else {
            panic!("it is no filter")
        };
        assert_eq!(back, filter);
    }

    fn there_and_back(entry: &Entry) -> Option<Entry> {
        let rows = entry.rows();
        let first = RuleRow::decode(&rows[0])?;
        assert_eq!(first.pieces, rows.len() - 1);
        first.with_text(entry.key().1, rows[1..].concat())
    }
}
