//! A long text under construction, which grows within the memory of the thread's request.

use crate::error::SqlError;
use crate::memory::want;
use crate::value::Value;
use sluice_base::account::Growth;

/// A text that grows at its end, and asks the request's memory before it grows.
#[derive(Default, Debug)]
pub struct TextBuilder {
    text: String,
    growth: Growth,
}

impl TextBuilder {
    /// Appends `part`. Fails with 701 if there is no memory for it.
    #[inline]
    pub fn push_str(&mut self, part: &str) -> Result<(), SqlError> {
        self.growth.reach(self.text.len() + part.len()).map_err(SqlError::out_of_memory)?;
        self.text.push_str(part);
        Ok(())
    }

    /// Appends a character. Fails with 701 if there is no memory for it.
    #[inline]
    pub fn push(&mut self, character: char) -> Result<(), SqlError> {
        self.growth.reach(self.text.len() + character.len_utf8()).map_err(SqlError::out_of_memory)?;
        self.text.push(character);
        Ok(())
    }

    /// Returns the text so far.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Converts the text to a value, which needs the same amount of memory again. Fails with 701
    /// without it.
    pub fn into_value(self) -> Result<Value, SqlError> {
        text_value(&self.text)
    }
}

/// Returns the value of a text. Fails with 701 if there is no memory for it.
pub fn text_value(text: &str) -> Result<Value, SqlError> {
    want(text.len())?;
    Ok(Value::text(text))
}

/// Returns `text` repeated `count` times. Fails with 701 if there is no memory for it.
pub fn repeated(text: &str, count: usize) -> Result<String, SqlError> {
    want(text.len().saturating_mul(count))?;
    Ok(text.repeat(count))
}

/// Returns the concatenation of `parts`. Fails with 701 if there is no memory for it.
pub fn joined<'t>(parts: impl IntoIterator<Item = &'t str>) -> Result<String, SqlError> {
    let mut text = TextBuilder::default();
    parts.into_iter().try_for_each(|part| text.push_str(part))?;
    Ok(text.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_builder_appends_in_order() {
        let mut text = TextBuilder::default();
        text.push_str("ab").unwrap();
        text.push('ä').unwrap();
        assert_eq!(text.as_str(), "abä");
        assert_eq!(text.into_value().unwrap(), Value::text("abä"));
        assert_eq!(repeated("xy", 3).unwrap() + &joined(["1", "", "2"]).unwrap(), "xyxyxy12");
    }

    #[test]
    fn text_builder_fails_without_memory() {
        let broker = sluice_base::memory::MemoryBroker::new(1 << 20);
        let account = sluice_base::account::Account::open(&broker).unwrap();
        let _running = account.enter();
        assert_eq!(repeated("abcd", 1 << 20).unwrap_err().number, 701);
        let mut text = TextBuilder::default();
        let built = (0..2_000).try_for_each(|_| text.push_str(&"x".repeat(1_000)));
        assert_eq!(built.unwrap_err().number, 701);
        assert!(text.as_str().len() > 100_000, "it got some way");
    }
}
