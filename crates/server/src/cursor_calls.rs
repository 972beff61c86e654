//! `sp_cursoropen` and its kin: what of a call is what, and what is given back.

use crate::answer::Answer;
use crate::calls::{self, argument, handle, handle_of, refuse, request_of, system_procedure, text_of};
use crate::cursors::{Cursors, Scroll, concurrency, number, returned};
use sluice_engine::{PreparedStatement, Session, SessionEnded, SqlError};
use sluice_tds::ReturnValue;
use sluice_tds::request::{Argument, Call, SystemProcedure};

/// Where the arguments stand of a call that opens a cursor.
struct Places {
    cursor: usize,
    scroll: usize,
    concurrency: usize,
    rows: usize,
    /// The first of the statement's own.
    values: usize,
}

/// Makes a call of any kind, and tells what it gives back.
pub(crate) fn run(
    call: Call,
    cursors: &mut Cursors,
    session: &mut Session,
    answer: &mut Answer<'_>,
) -> Result<(), SessionEnded> {
    match system_procedure(&call.head.procedure) {
        Some(procedure) if call.is_executed && is_of_cursors(procedure) => {
            let is_known = call.head.is_without_metadata;
            run_cursor((procedure, is_known), call.arguments, cursors, (session, answer))
        }
        _ => calls::run(call, session, answer),
    }
}

fn is_of_cursors(procedure: SystemProcedure) -> bool {
    (SystemProcedure::Cursor as u16..=SystemProcedure::CursorClose as u16).contains(&(procedure as u16))
}

fn run_cursor(
    (procedure, is_known): (SystemProcedure, bool),
    arguments: Vec<Argument>,
    cursors: &mut Cursors,
    (session, answer): (&mut Session, &mut Answer<'_>),
) -> Result<(), SessionEnded> {
    let ended = match procedure {
        SystemProcedure::CursorOpen => match statement(&arguments, 1, 5) {
            Ok(statement) => {
                let values = if statement.declarations.is_empty() { 5 } else { 6 };
                let places = Places { cursor: 0, scroll: 2, concurrency: 3, rows: 4, values };
                return open(&statement, arguments, &places, Vec::new(), (cursors, session, answer));
            }
            Err(error) => Err(error),
        },
        SystemProcedure::CursorPrepExec => {
            match statement(&arguments, 3, 2).and_then(|statement| options(&arguments, 4, 5).map(|_| statement)) {
                Ok(statement) => {
                    let handle = handle_of(session.prepare(statement.clone()), &arguments);
                    let places = Places { cursor: 1, scroll: 4, concurrency: 5, rows: 6, values: 7 };
                    return open(&statement, arguments, &places, vec![handle], (cursors, session, answer));
                }
                Err(error) => Err(error),
            }
        }
        SystemProcedure::CursorExecute => match handle(&arguments, session) {
            Ok((_, statement)) => {
                let places = Places { cursor: 1, scroll: 2, concurrency: 3, rows: 4, values: 5 };
                return open(&statement, arguments, &places, Vec::new(), (cursors, session, answer));
            }
            Err(error) => Err(error),
        },
        SystemProcedure::CursorPrepare => statement(&arguments, 2, 1).and_then(|statement| {
            let (scroll, concurrency) = options(&arguments, 4, 5)?;
            let told = [returned(&arguments, 4, scroll.told()), returned(&arguments, 5, concurrency)];
            let handle = handle_of(session.prepare(statement), &arguments);
            Ok((0, std::iter::once(handle).chain(told.into_iter().flatten()).collect()))
        }),
        SystemProcedure::CursorUnprepare => handle(&arguments, session).map(|(handle, _)| {
            session.unprepare(handle);
            (0, Vec::new())
        }),
        SystemProcedure::CursorFetch => cursors.fetch((&arguments, is_known), session, answer)?,
        SystemProcedure::CursorClose => cursors.close(&arguments, session).map(|()| (0, Vec::new())),
        SystemProcedure::CursorOption => cursors.option(&arguments).map(|told| (0, told)),
        _ => Err(cursors.change(&arguments)),
    };
    match ended {
        Ok((status, told)) => answer.end_call(Some(status), &told),
        Err(error) => refuse(error, answer),
    }
    Ok(())
}

/// Runs the statement and keeps its rows. One without a result has run, and there is no cursor.
fn open(
    statement: &PreparedStatement,
    arguments: Vec<Argument>,
    places: &Places,
    mut told: Vec<ReturnValue>,
    (cursors, session, answer): (&mut Cursors, &mut Session, &mut Answer<'_>),
) -> Result<(), SessionEnded> {
    let (scroll, concurrency) = match options(&arguments, places.scroll, places.concurrency) {
        Ok(options) => options,
        Err(error) => {
            refuse(error, answer);
            return Ok(());
        }
    };
    let mut request = request_of(statement);
    request.arguments.extend(arguments.iter().skip(places.values).cloned().map(argument));
    let facts = session.open_cursor(&request, answer)?;
    let (handle, rows, status) = match facts {
        Some(facts) if answer.had_error() => {
            session.close_cursor(facts.handle);
            (0, 0, FAILED)
        }
        Some(facts) => {
            let handle = facts.handle;
            let (rows, status) = cursors.opened(facts, scroll, number(arguments.get(places.rows)), session, answer)?;
            (handle, rows, status)
        }
        None => (0, 0, if answer.had_error() { FAILED } else { 0 }),
    };
    let values = [
        (places.cursor, handle),
        (places.scroll, scroll.told()),
        (places.concurrency, concurrency),
        (places.rows, rows),
    ];
    told.extend(values.into_iter().filter_map(|(place, value)| returned(&arguments, place, value)));
    answer.end_call(Some(status), &told);
    Ok(())
}

/// What is made of the options at two places.
fn options(arguments: &[Argument], scroll: usize, concurrent: usize) -> Result<(Scroll, i32), SqlError> {
    Ok((Scroll::asked(number(arguments.get(scroll)))?, concurrency(number(arguments.get(concurrent)))?))
}

/// The statement at a place, and the declarations of its parameters at another.
fn statement(arguments: &[Argument], text: usize, declarations: usize) -> Result<PreparedStatement, SqlError> {
    let text = text_of(arguments.get(text));
    let text = text.ok_or_else(|| SqlError::new(214, 16, 3, vec!["@stmt".into(), "ntext/nchar/nvarchar".into()]))?;
    Ok(PreparedStatement { text, declarations: text_of(arguments.get(declarations)).unwrap_or_default() })
}

/// The procedure failed.
const FAILED: i32 = 1;
