//! The check of a page's access header: fields that its type does not use are zero.

use super::state::Check;
use crate::gam;
use crate::layout;
use crate::slotted;
use sluice_base::codec::get_u16;
use sluice_base::ids::PageId;
use sluice_buffer::{PageType, page};
use std::ops::Range;

/// Checks the fields that no other check covers. A field that the page's type doesn't use must be
/// zero; problems are recorded in `check`.
pub(super) fn fields(check: &mut Check<'_>, id: PageId, bytes: &[u8]) {
    let page_type = page::page_type(bytes);
    let unused: &[Range<usize>] = match page_type {
        PageType::DATA => &[54..62, 64..94],
        PageType::INDEX if layout::is_root(bytes) => &[62..72, 78..94],
        PageType::INDEX => &[62..64, 72..94],
        PageType::LOB => &[48..50, 52..64, 78..80],
        PageType::LOB_NODE => &[52..54, 55..64, 78..80],
        PageType::NONE => &[48..50, 52..56, 62..96],
        PageType::IAM if layout::is_root(bytes) => &[52..55, 62..64, 70..72, 78..80, 94..96],
        PageType::IAM => &[52..55, 62..64, 70..96],
        PageType::GAM => &[48..50, 52..80, 84..96],
        _ => &[48..50, 52..96],
    };
    if let Some(at) = unused.iter().cloned().flatten().find(|at| bytes[*at] != 0) {
        check.problem(id, format!("unused byte {at} of its header is {}", bytes[at]));
    }
    let is_slotted = matches!(page_type, PageType::DATA | PageType::INDEX);
    if !is_slotted && page_type != PageType::LOB && get_u16(bytes, layout::DATA_END) as usize != layout::BODY {
        check.problem(id, "it has cells");
    }
    let may_compress = page_type == PageType::INDEX || page_type == PageType::IAM && layout::is_root(bytes);
    if bytes[FLAGS] > if may_compress { 3 } else { 1 } {
        check.problem(id, format!("its flags are {:#x}", bytes[FLAGS]));
    }
    let is_compressed = !slotted::dictionary(bytes).is_empty();
    if page_type == PageType::INDEX && is_compressed && (layout::level(bytes) > 0 || !layout::compresses(bytes)) {
        check.problem(id, "a dictionary on a page without compression");
    }
    let has_links = !layout::next(bytes).is_none() || !layout::previous(bytes).is_none();
    if page_type == PageType::INDEX && layout::level(bytes) > 0 && has_links {
        check.problem(id, "an inner node with a link");
    }
}

/// Checks a GAM page's hint: no extent below it is free. An extent number beyond the page is a
/// problem too.
pub(super) fn hint(check: &mut Check<'_>, id: PageId, bytes: &[u8]) {
    let hint = gam::hint(bytes);
    if (0..hint.min(gam::EXTENTS_PER_GAM)).any(|bit| !gam::is_used(bytes, bit)) || hint > gam::EXTENTS_PER_GAM {
        check.misallocated(id, format!("its search hint is {hint}, but an extent below is free"));
    }
}

const FLAGS: usize = 55;
