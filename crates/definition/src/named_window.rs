//! Windows as written. WINDOW: named windows, which OVER and other windows can refine
//! (`t-sql/queries/select-window-transact-sql`).

use sluice_catalog::name;
use sluice_syntax::ast::{self, Over};
use sluice_types::SqlError;

/// Checks a WINDOW clause. Fails with 16211 for a repeated name, with 5362 or 5365 for invalid
/// references. Also fails with 4123 as [`resolved`] does.
pub fn check(windows: &[ast::NamedWindow]) -> Result<(), SqlError> {
    for (place, window) in windows.iter().enumerate() {
        if windows[..place].iter().any(|other| name::same(&other.name.text, &window.name.text)) {
            return Err(SqlError::window_name_repeated());
        }
        if window.window.base.as_ref().is_some_and(|base| name::same(&base.text, &window.name.text)) {
            // A window can't refer to itself.
            return Err(undefined(&window.name));
        }
        resolved(&window.window, windows)?;
    }
    Ok(())
}

/// Merges a window with all windows that it refers to. Fails with 4123 if two specify the same
/// part. The nearest specification of a part counts. Fails with 5362 for an unknown window and with
/// 5365 for a circle.
pub fn resolved(over: &Over, windows: &[ast::NamedWindow]) -> Result<Over, SqlError> {
    let mut whole = over.clone();
    let mut steps = 0;
    while let Some(base) = whole.base.take() {
        let named = windows.iter().find(|window| name::same(&window.name.text, &base.text));
        let Over { base, partition_by, order_by, frame, .. } = named.ok_or_else(|| undefined(&base))?.window.clone();
        let is_twice = |own: bool, others: bool| own && others;
        if is_twice(!whole.partition_by.is_empty(), !partition_by.is_empty())
            || is_twice(!whole.order_by.is_empty(), !order_by.is_empty())
            || is_twice(whole.frame.is_some(), frame.is_some())
        {
            return Err(SqlError::window_element_specified_twice());
        }
        whole.base = base;
        whole.partition_by.extend(partition_by);
        whole.order_by.extend(order_by);
        whole.frame = whole.frame.or(frame);
        steps += 1;
        if steps > windows.len() {
            return Err(SqlError::cyclic_window_references());
        }
    }
    Ok(whole)
}

/// Returns the text of a frame for messages.
pub fn shown_frame(frame: &ast::Frame) -> String {
    let border = |bound: &ast::FrameBound| {
        let count = |expr: &ast::Expr| match expr.kind {
            ast::ExprKind::Literal(ast::Literal::Integer(count)) => count.to_string(),
            _ => String::new(),
        };
        match bound {
            ast::FrameBound::UnboundedPreceding => "UNBOUNDED PRECEDING".to_owned(),
            ast::FrameBound::Preceding(rows) => format!("{} PRECEDING", count(rows)),
            ast::FrameBound::CurrentRow => "CURRENT ROW".to_owned(),
            ast::FrameBound::Following(rows) => format!("{} FOLLOWING", count(rows)),
            ast::FrameBound::UnboundedFollowing => "UNBOUNDED FOLLOWING".to_owned(),
        }
    };
    match &frame.end {
        Some(end) => format!("BETWEEN {} AND {}", border(&frame.start), border(end)),
        None => border(&frame.start),
    }
}

fn undefined(name: &ast::Name) -> SqlError {
    SqlError::window_not_defined(&name.text)
}
