//! The line of a batch that contains an error, with a mark under the error's position.

use crate::colours::visible;
use crate::text_width::columns;
use sluice_engine::SqlError;

/// Returns two lines that show the position of `error` in `batch`; `None` if it is unknown.
/// `screen` is the terminal's width in columns. An error at the end of the batch is marked after
/// the last word.
///
/// An error in a procedure or an executed string refers to another text. So a position is shown
/// only if the batch has the error's argument there.
pub(crate) fn lines(batch: &str, error: &SqlError, screen: usize) -> Option<[String; 2]> {
    let (start, end) = error.place.0.filter(|_| error.procedure.is_none())?;
    let (mut start, mut end) = (start as usize, end as usize);
    // For an error at the end of the batch, marks the position after the last word.
    if let Some(last) = error.args.first()
        && batch.get(start..)?.trim().is_empty()
        && batch[..start].trim_end().to_lowercase().ends_with(&last.to_lowercase())
    {
        end = batch[..start].trim_end().len();
        start = end.checked_sub(last.len())?;
    }
    let found = batch.get(start..end)?;
    let about = |argument: &String| {
        let argument = argument.rsplit('.').next().unwrap_or_default().trim_matches(['[', ']', '"']);
        !argument.is_empty() && found.to_lowercase().contains(&argument.to_lowercase())
    };
    if !error.args.is_empty() && !error.args.iter().any(about) {
        return None;
    }
    let begin = batch[..start].rfind('\n').map_or(0, |before| before + 1);
    let line = &batch[begin..batch[begin..].find('\n').map_or(batch.len(), |length| begin + length)];
    let line = line.trim_end_matches('\r');
    let marked = &line[(start - begin).min(line.len())..(end - begin).min(line.len())];
    let number = batch[..start].matches('\n').count() + 1;
    let label = format!("{number}: ");
    let before = &visible(&line[..(start - begin).min(line.len())]).into_owned();
    // Shows the part of a long line around the position.
    let room = screen.saturating_sub(label.len() + 1).max(20);
    let left_out = columns(before).saturating_sub(room / 2);
    let shown: String = visible(line).chars().skip(left_out).take(room).collect();
    let indent = label.len() + columns(before).saturating_sub(left_out);
    let mark = "^".repeat(columns(&visible(marked)).clamp(1, room));
    Some([format!("{label}{shown}"), format!("{}{mark}", " ".repeat(indent))])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(batch: &str, found: &str, argument: &str) -> Option<[String; 2]> {
        let start = batch.find(found).unwrap() as u32;
        let error = SqlError::invalid_column_name(argument).at_bytes(start, start + found.len() as u32);
        lines(batch, &error, 60)
    }

    #[test]
    fn position_is_marked_in_its_line() {
        assert_eq!(
            shown("SELECT 1\nSELECT a, b.[x y] FROM t\r\n", "b.[x y]", "b.x y"),
            Some(["2: SELECT a, b.[x y] FROM t".to_owned(), "             ^^^^^^^".to_owned()])
        );
    }

    #[test]
    fn long_line_is_shown_around_the_position() {
        let batch = format!("SELECT '{}', nowhere, '{}'", "a".repeat(200), "b".repeat(200));
        let [line, mark] = shown(&batch, "nowhere", "nowhere").unwrap();
        let at = line.find("nowhere").unwrap();
        assert!(line.len() <= 60 && mark == format!("{}^^^^^^^", " ".repeat(at)), "{line}\n{mark}");
    }

    #[test]
    fn error_at_end_is_marked_after_the_last_word() {
        let error = SqlError::syntax_near("where").at_bytes(23, 23);
        let shown = lines("select a from t WHERE\n\n", &error, 60);
        assert_eq!(shown.unwrap()[1], "                   ^^^^^");
    }

    #[test]
    fn position_in_another_text_is_not_shown() {
        assert_eq!(shown("EXEC('SELECT zzz')", "EXEC", "zzz"), None);
        let beyond = SqlError::syntax_near("").at_bytes(50, 52);
        assert_eq!(lines("short", &beyond, 60), None);
        assert_eq!(lines("short", &SqlError::syntax_near(""), 60), None);
    }
}
