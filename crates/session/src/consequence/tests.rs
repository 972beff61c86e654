//! Tests of the table of consequences: all rows are reachable, and SQL Server's recorded answers
//! hold.

use super::table::{Evidence, Numbers, RULES, Rule};
use super::{Consequence, Phase, Site, StatementClass, consequence, outcome, rule};
use Consequence::{Batch, Scope, Session, Statement, Transaction};
use Phase::{Compile, Run};
use StatementClass as Class;
use sluice_types::SqlError;

fn error(number: i32) -> SqlError {
    SqlError::new(number, 16, 1, Vec::new())
}

fn ends(number: i32, class: StatementClass, phase: Phase, xact_abort: bool) -> Consequence {
    consequence(&error(number), Site { class, phase }, xact_abort)
}

fn follow_ups(error: &SqlError, class: StatementClass) -> Vec<i32> {
    let found = outcome(error, Site { class, phase: Run }, false);
    found.follow_ups.iter().map(|follow_up| follow_up().number).collect()
}

/// Returns the error numbers that the row applies to.
fn numbers_of(rule: &Rule) -> Vec<i32> {
    match rule.numbers {
        Numbers::All => vec![-1],
        Numbers::These(numbers) => numbers.to_vec(),
        Numbers::Range(first, last) => (first..=last).collect(),
    }
}

#[test]
fn every_number_of_every_row_is_reachable() {
    for (place, own) in RULES.iter().enumerate() {
        let state = own.state.unwrap_or(1);
        let sites = Class::ALL.iter().flat_map(|class| [Compile, Run].map(|phase| Site { class: *class, phase }));
        let sites: Vec<Site> = sites.collect();
        for number in numbers_of(own) {
            let error = SqlError::new(number, 16, state, Vec::new());
            let is_reached = sites.iter().any(|site| std::ptr::eq(rule(&error, *site), own));
            assert!(is_reached, "row {place} is hidden for {number}: {own:?}");
        }
    }
}

#[test]
fn last_row_applies_to_every_error_at_run_time() {
    let last = &RULES[RULES.len() - 1];
    for class in Class::ALL {
        assert!(last.applies(-1, 1, Site { class, phase: Run }), "{class:?}");
    }
    for class in Class::ALL {
        assert_eq!(ends(-1, class, Compile, true), Scope, "{class:?}");
    }
}

#[test]
fn every_row_names_its_evidence() {
    for rule in RULES {
        let (Evidence::Documented(source) | Evidence::Recorded(source) | Evidence::Inferred(source)) = rule.evidence;
        assert!(source.len() > 3, "{rule:?}");
    }
}

#[test]
fn definition_that_fails_ends_the_transaction() {
    let failing = [
        (2714, Class::CreateTable),
        (2714, Class::SelectInto),
        (2714, Class::Module),
        (1505, Class::Index),
        (1505, Class::AlterTable),
        (3726, Class::Drop),
        (4712, Class::Truncate),
        (4901, Class::AlterTable),
        (1768, Class::AlterTable),
        (1946, Class::Index),
        (3728, Class::AlterTable),
        (4920, Class::Module),
        (8106, Class::IdentityInsert),
        (11700, Class::Sequence),
        (11708, Class::Sequence),
        (547, Class::AlterTable),
    ];
    for (number, class) in failing {
        for xact_abort in [false, true] {
            assert_eq!(ends(number, class, Run, xact_abort), Transaction, "{number} in {class:?}");
        }
    }
}

#[test]
fn same_number_ends_less_in_a_change_than_in_a_definition() {
    for number in [547, 515, 2601, 2627, 2628, 8134, 220, 8115, 3609] {
        assert!(ends(number, Class::Change, Run, false) < Transaction, "{number}");
    }
    assert_eq!(ends(547, Class::Change, Run, true), Transaction);
    assert_eq!(ends(547, Class::AlterTable, Run, false), Transaction);
    assert_eq!(ends(8134, Class::SelectInto, Run, false), Statement);
}

#[test]
fn values_of_json_and_of_row_counts_end_the_batch() {
    for number in [13606, 13607, 13608, 13609, 13623, 13625, 13638, 127, 1014, 1031, 10742, 10744, 4116] {
        assert_eq!(ends(number, Class::Query, Run, false), Batch, "{number}");
        assert_eq!(ends(number, Class::Change, Run, true), Transaction, "{number}");
        assert_eq!(ends(number, Class::Query, Compile, false), Scope, "{number}");
    }
    for number in [9400, 9411, 9441, 9455, 9459] {
        assert_eq!(ends(number, Class::Query, Run, false), Transaction, "{number}");
    }
    let path = |state: u8| {
        let error = SqlError::new(8116, 16, state, Vec::new());
        consequence(&error, Site { class: Class::Query, phase: Run }, false)
    };
    assert_eq!([path(1), path(8)], [Statement, Batch]);
    let is_terminated =
        |number: i32| outcome(&error(number), Site { class: Class::Change, phase: Run }, false).is_terminated;
    assert_eq!([127, 1014, 13609].map(is_terminated), [true, false, false]);
}

#[test]
fn names_in_alter_table_escape_the_own_try() {
    let escapes = |number: i32, class| outcome(&error(number), Site { class, phase: Run }, false).escapes_own_try;
    assert!([4902, 1779].into_iter().all(|number| escapes(number, Class::AlterTable)));
    assert!(![4924, 4922, 1505, 547, 4901, 1911].into_iter().any(|number| escapes(number, Class::AlterTable)));
    assert!(!escapes(1779, Class::CreateTable));
    assert_eq!(follow_ups(&error(1779), Class::AlterTable), [1750]);
}

#[test]
fn xact_abort_does_not_escalate_every_error() {
    for number in [3701, 2787, 266] {
        for class in [Class::Drop, Class::Call, Class::Other] {
            assert_eq!(ends(number, class, Run, true), Statement, "{number}");
        }
    }
    assert_eq!(ends(911, Class::Other, Run, true), Batch);
    assert_eq!(ends(50000, Class::RaiseError, Run, true), Statement);
    assert_eq!(ends(1801, Class::CreateDatabase, Run, false), Statement);
}

#[test]
fn xact_abort_does_not_escalate_compilation() {
    for number in [102, 207, 208] {
        assert_eq!(ends(number, Class::Query, Compile, true), Scope, "{number}");
    }
    assert_eq!(ends(2747, Class::Query, Compile, false), Scope);
    assert_eq!(ends(2747, Class::Query, Compile, true), Transaction);
}

#[test]
fn throw_heeds_xact_abort() {
    assert_eq!(ends(50001, Class::Throw, Run, false), Batch);
    assert_eq!(ends(50001, Class::Throw, Run, true), Transaction);
}

#[test]
fn severity_sets_the_least_that_ends() {
    let of = |severity: u8| {
        consequence(&SqlError::new(-1, severity, 1, Vec::new()), Site { class: Class::Query, phase: Run }, false)
    };
    assert_eq!([of(10), of(16), of(19), of(20)], [Statement, Statement, Batch, Session]);
}

#[test]
fn deadlock_victim_loses_its_transaction_in_both_phases() {
    assert_eq!(ends(1205, Class::Query, Compile, false), Transaction);
    assert_eq!(ends(1205, Class::Change, Run, false), Transaction);
    assert_eq!(ends(1222, Class::Change, Run, false), Statement);
}

#[test]
fn messages_follow_by_class_and_state() {
    assert_eq!(follow_ups(&error(1776), Class::AlterTable), [1750]);
    assert_eq!(follow_ups(&error(1911), Class::CreateTable), [1750]);
    assert_eq!(follow_ups(&error(1911), Class::Index), [] as [i32; 0]);
    assert_eq!(follow_ups(&error(2714).in_state(6), Class::CreateTable), [] as [i32; 0]);
    assert_eq!(follow_ups(&error(2714).in_state(5), Class::CreateTable), [1750]);
    assert_eq!(follow_ups(&error(3728), Class::AlterTable), [3727]);
    assert_eq!(follow_ups(&error(1911), Class::CreateSchema), [1750, 2759]);
    assert_eq!(follow_ups(&error(-1), Class::AlterDatabase), [5069]);
    assert_eq!(follow_ups(&error(1222), Class::AlterDatabase), [5069]);
    assert_eq!(follow_ups(&error(226), Class::AlterDatabase), [] as [i32; 0]);
}

#[test]
fn statement_terminated_follows_changes_of_rows() {
    let is_terminated =
        |number: i32, class, xact_abort| outcome(&error(number), Site { class, phase: Run }, xact_abort).is_terminated;
    assert!(is_terminated(515, Class::Change, false));
    assert!(!is_terminated(515, Class::Change, true));
    assert!(!is_terminated(544, Class::Change, false));
    assert!(is_terminated(1505, Class::Index, false));
    assert!(!is_terminated(547, Class::AlterTable, false));
    assert!(!is_terminated(8134, Class::Query, false));
}
