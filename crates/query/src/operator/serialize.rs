//! Serializes rows to one text (FOR XML and FOR JSON).

use super::Plan;
use super::workspace::row_bytes;
use super::{Cursor, Operator, Run, Workspace};
use crate::code::Row;
use sluice_base::account::Growth;
use sluice_base::sync::Arc;
use sluice_functions::serialize::Shape;
use sluice_types::text_builder::text_value;
use sluice_types::{SqlError, Value};

/// FOR XML or FOR JSON. Opening it reads all rows of the input and builds the text in workspace
/// memory; the cursor then returns one row with the text, or with NULL if there is none.
pub(super) struct Serialize {
    pub(super) input: Plan,
    pub(super) shape: Arc<Shape>,
    /// Source of the result row.
    pub(super) source: usize,
}

struct Text {
    text: Option<Value>,
    source: usize,
    // Counts the text's memory until the row has been used.
    _workspace: Workspace,
}

impl Operator for Serialize {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        run.take_grant()?;
        let workspace = Workspace::new(run);
        let mut writer = self.shape.begin();
        let mut growth = Growth::default();
        self.input.for_each(run, |_, values| {
            let before = writer.len();
            growth.reach(before + row_bytes(values)).map_err(SqlError::out_of_memory)?;
            writer.row(values)?;
            workspace.take(writer.len() - before)
        })?;
        let text = writer.finish().map_or(Ok(Value::Null), |text| text_value(&text))?;
        Ok(Box::new(Text { text: Some(text), source: self.source, _workspace: workspace }))
    }
}

impl<'r> Cursor<'r> for Text {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(text) = self.text.take() else { return Ok(false) };
        run.frame.rows[self.source] = Row::Values(vec![text]);
        Ok(true)
    }
}
