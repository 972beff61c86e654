//! FOR JSON: an array with an object per row. In PATH mode, names with points become nested objects
//! (`format-query-results-as-json-with-for-json-sql-server.md` and the pages below it).

use super::scalar::text_of;
use super::writer::Writer;
use super::xml_shape::Level;
use crate::text::json_escaped;
use sluice_types::{DataType, SqlError, Value};

/// The FOR JSON clause of a query.
#[derive(Clone, Debug)]
pub struct JsonShape {
    /// The columns of the rows.
    pub columns: Vec<JsonColumn>,
    /// ROOT: the name of the single top-level member.
    pub root: Option<String>,
    /// INCLUDE_NULL_VALUES.
    pub with_nulls: bool,
    /// False with WITHOUT_ARRAY_WRAPPER: no brackets.
    pub in_array: bool,
    /// The tables of AUTO mode, outermost first: each is an array in the object of the one before.
    /// Empty for one table and in PATH mode.
    pub levels: Vec<Level>,
}

/// A column of FOR JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonColumn {
    /// The names of the enclosing objects and the column's own, outermost first.
    pub path: Vec<String>,
    /// The column's type.
    pub data_type: DataType,
    /// Whether the column's text is JSON already.
    pub is_json: bool,
}

/// A member of a row's object.
enum Member {
    Object(String, Vec<Member>),
    Column(String, usize),
}

/// Writes rows as objects. `members` is the template of a row, and `text` what is written of the
/// array so far.
pub(super) struct JsonWriter<'s> {
    shape: &'s JsonShape,
    members: Vec<Member>,
    text: String,
}

impl JsonShape {
    /// Validates the names. Fails with 13601 if a name occurs twice, if it names both an object and
    /// a value, or if columns of one top-level object aren't adjacent. In AUTO mode with several
    /// tables, the columns of each table are checked alone.
    pub fn check(&self) -> Result<(), SqlError> {
        if self.levels.len() < 2 {
            return check_names(&self.columns);
        }
        self.levels.iter().try_for_each(|level| {
            check_names(&level.columns.iter().map(|place| self.columns[*place].clone()).collect::<Vec<_>>())
        })
    }

    /// Returns a value as JSON. A text that is JSON itself, such as that of JSON_QUERY, goes in as
    /// it is.
    pub(super) fn value(&self, place: usize, value: &Value) -> Result<String, SqlError> {
        let JsonColumn { data_type, is_json, .. } = &self.columns[place];
        match value {
            Value::Str(text) if *is_json => Ok(text.to_string()),
            value => json_text(value, data_type),
        }
    }

    /// Appends the text before the first row: the root's name and the opening bracket, as the
    /// clause has them.
    pub(super) fn begin_text(&self, to: &mut String) {
        if let Some(root) = &self.root {
            to.push_str(&format!("{{\"{}\":", json_escaped(root)));
        }
        if self.in_array {
            to.push('[');
        }
    }

    /// Appends the text behind the last row: the closing bracket and brace.
    pub(super) fn end_text(&self, to: &mut String) {
        if self.in_array {
            to.push(']');
        }
        if self.root.is_some() {
            to.push('}');
        }
    }
}

fn check_names(columns: &[JsonColumn]) -> Result<(), SqlError> {
    for (place, column) in columns.iter().enumerate() {
        let conflicts = |other: &JsonColumn| {
            let shared = other.path.len().min(column.path.len());
            other.path[..shared] == column.path[..shared]
        };
        // Columns of an object must be adjacent.
        let split = (0..place).any(|earlier| {
            let depth = column.path.len() - 1;
            let of_it = |other: &JsonColumn| depth > 0 && other.path.len() > 1 && other.path[0] == column.path[0];
            of_it(&columns[earlier]) && !columns[earlier..place].iter().all(of_it)
        });
        if split || columns[..place].iter().any(conflicts) {
            return Err(SqlError::json_property_conflict(column.path.join(".")));
        }
    }
    Ok(())
}

impl<'s> JsonWriter<'s> {
    /// Returns a writer without rows; the columns' paths become the template of nested members.
    pub(super) fn new(shape: &'s JsonShape) -> JsonWriter<'s> {
        let mut members = Vec::new();
        for (place, column) in shape.columns.iter().enumerate() {
            enter(&mut members, &column.path, place);
        }
        JsonWriter { shape, members, text: String::new() }
    }

    fn object(&self, members: &[Member], values: &[Value], to: &mut String) -> Result<(), SqlError> {
        to.push('{');
        let begin = to.len();
        for member in members {
            let (name, is_there) = match member {
                Member::Object(name, inner) => (name, self.shape.with_nulls || has_value(inner, values)),
                Member::Column(name, place) => (name, self.shape.with_nulls || !values[*place].is_null()),
            };
            if !is_there {
                continue;
            }
            if to.len() > begin {
                to.push(',');
            }
            to.push_str(&format!("\"{}\":", json_escaped(name)));
            match member {
                Member::Object(_, inner) => self.object(inner, values, to)?,
                Member::Column(_, place) => to.push_str(&self.shape.value(*place, &values[*place])?),
            }
        }
        to.push('}');
        Ok(())
    }
}

/// Returns a value as JSON: null, a boolean, a number or a string. Numbers and json values are not
/// quoted; any other value is the escaped text that FOR XML gives too.
pub(crate) fn json_text(value: &Value, data_type: &DataType) -> Result<String, SqlError> {
    Ok(match value {
        Value::Null => "null".to_owned(),
        Value::Bit(truth) => truth.to_string(),
        _ if data_type.is_numeric() || *data_type == DataType::Json => text_of(value, data_type)?,
        _ => format!("\"{}\"", json_escaped(&text_of(value, data_type)?)),
    })
}

/// Adds a column under its path. Adjacent columns share their objects.
fn enter(members: &mut Vec<Member>, path: &[String], place: usize) {
    match path {
        [] => {}
        [own] => members.push(Member::Column(own.clone(), place)),
        [name, rest @ ..] => match members.last_mut() {
            Some(Member::Object(known, inner)) if known == name => enter(inner, rest, place),
            _ => {
                let mut inner = Vec::new();
                enter(&mut inner, rest, place);
                members.push(Member::Object(name.clone(), inner));
            }
        },
    }
}

fn has_value(members: &[Member], values: &[Value]) -> bool {
    members.iter().any(|member| match member {
        Member::Object(_, inner) => has_value(inner, values),
        Member::Column(_, place) => !values[*place].is_null(),
    })
}

impl Writer for JsonWriter<'_> {
    fn row(&mut self, values: &[Value]) -> Result<(), SqlError> {
        let mut text = std::mem::take(&mut self.text);
        if text.is_empty() {
            self.shape.begin_text(&mut text);
        } else {
            text.push(',');
        }
        self.object(&self.members, values, &mut text)?;
        self.text = text;
        Ok(())
    }

    fn len(&self) -> usize {
        self.text.len()
    }

    fn finish(mut self: Box<Self>) -> Option<String> {
        if self.text.is_empty() {
            return None;
        }
        self.shape.end_text(&mut self.text);
        Some(self.text)
    }
}
