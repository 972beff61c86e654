//! Windows as written. WINDOW: named windows, which OVER and other windows can refine
//! (`t-sql/queries/select-window-transact-sql`). Also the checks of a window that need no types.

use sluice_catalog::name;
use sluice_syntax::ast::{self, Frame, FrameBound, Over};
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

/// Returns the window of a percentile, ordered by WITHIN GROUP. Fails with 10754 without WITHIN
/// GROUP, with 10751 for several keys, with 10758 if OVER has an order, with 10752 if OVER has a
/// frame. The partition is that of OVER.
pub fn within_group(call: &ast::Call, over: &Over) -> Result<Over, SqlError> {
    let function = &call.name.name.text;
    match (call.within_group.len(), over) {
        (0, _) => Err(SqlError::within_group_missing(function)),
        (2.., _) => Err(SqlError::within_group_needs_one_key(function)),
        (_, Over { frame: Some(_), .. }) => Err(SqlError::window_frame_not_allowed(function)),
        (_, over) if !over.order_by.is_empty() => Err(SqlError::within_group_with_over_order(function)),
        (_, over) => Ok(Over { order_by: call.within_group.clone(), ..over.clone() }),
    }
}

/// Checks the frame of a window, if it has one. Fails with 10756 for a frame without an order, with
/// 4194 for RANGE with a number, with 4193 for bounds in the wrong order.
pub fn check_frame(over: &Over) -> Result<(), SqlError> {
    let Some(frame) = &over.frame else { return Ok(()) };
    if over.order_by.is_empty() {
        return Err(SqlError::frame_without_order_by());
    }
    let place = |bound: &FrameBound| match bound {
        FrameBound::UnboundedPreceding => 0,
        FrameBound::Preceding(_) => 1,
        FrameBound::CurrentRow => 2,
        FrameBound::Following(_) => 3,
        FrameBound::UnboundedFollowing => 4,
    };
    let (start, end) = (place(&frame.start), frame.end.as_ref().map_or(2, place));
    if !frame.rows && (matches!(start, 1 | 3) || matches!(end, 1 | 3)) {
        return Err(SqlError::range_frame_with_offset());
    }
    if start > end || start == 4 || end == 0 {
        return Err(SqlError::invalid_window_frame(frame_text(frame)));
    }
    Ok(())
}

/// Returns the text of a frame for messages.
fn frame_text(frame: &Frame) -> String {
    let border = |bound: &FrameBound| match bound {
        FrameBound::UnboundedPreceding => "UNBOUNDED PRECEDING".to_owned(),
        FrameBound::Preceding(rows) => format!("{rows} PRECEDING"),
        FrameBound::CurrentRow => "CURRENT ROW".to_owned(),
        FrameBound::Following(rows) => format!("{rows} FOLLOWING"),
        FrameBound::UnboundedFollowing => "UNBOUNDED FOLLOWING".to_owned(),
    };
    match &frame.end {
        Some(end) => format!("BETWEEN {} AND {}", border(&frame.start), border(end)),
        None => border(&frame.start),
    }
}

fn undefined(name: &ast::Name) -> SqlError {
    SqlError::window_not_defined(&name.text)
}
