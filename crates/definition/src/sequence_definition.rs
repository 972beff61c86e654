//! CREATE SEQUENCE and ALTER SEQUENCE: from the written options to the sequence's progression.
//!
//! Errors in the statement itself are found before the batch runs. Errors in the numbers are found
//! at execution, because ALTER depends on the sequence's state at that time.

use crate::names::TypeNames;
use crate::number_literal::{invalid, number};
use crate::table_definition::declared_type;
use sluice_catalog::progression::range_of;
use sluice_catalog::{Cache, Progression, Sequence};
use sluice_syntax::ast::{SequenceDefinition, SequenceOption};
use sluice_types::{DataType, SqlError};

/// The options of a sequence statement; `None` if omitted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SequenceOptions {
    /// AS.
    pub data_type: Option<DataType>,
    /// START WITH.
    pub start: Option<i128>,
    /// RESTART, with its optional value.
    pub restart: Option<Option<i128>>,
    /// INCREMENT BY.
    pub increment: Option<i128>,
    /// MINVALUE; NO MINVALUE is `Some(None)`.
    pub minimum: Option<Option<i128>>,
    /// MAXVALUE; NO MAXVALUE is `Some(None)`.
    pub maximum: Option<Option<i128>>,
    /// CYCLE or NO CYCLE.
    pub cycles: Option<bool>,
    /// CACHE or NO CACHE; the size isn't checked yet.
    pub cache: Option<WrittenCache>,
}

/// CACHE as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenCache {
    /// NO CACHE.
    None,
    /// CACHE without a size.
    Default,
    /// CACHE with a number, possibly negative.
    Size(i128),
}

/// Returns the options of `definition`. Fails with 11709 to 11712 or 11715 for options that are
/// invalid in the statement or repeated. Values aren't checked against each other or the type.
pub fn sequence_options(
    definition: &SequenceDefinition,
    is_alter: bool,
    types: &dyn TypeNames,
) -> Result<SequenceOptions, SqlError> {
    let mut options = SequenceOptions::default();
    if let Some(written) = &definition.data_type {
        if is_alter {
            return Err(SqlError::type_in_alter_sequence());
        }
        options.data_type = Some(declared_type(1, written, types)?);
    }
    if is_alter && definition.options.is_empty() {
        return Err(SqlError::alter_sequence_without_property());
    }
    for option in &definition.options {
        options.take(option, is_alter)?;
    }
    Ok(options)
}

impl SequenceOptions {
    fn take(&mut self, option: &SequenceOption, is_alter: bool) -> Result<(), SqlError> {
        match option {
            SequenceOption::StartWith(_) if is_alter => Err(SqlError::start_in_alter_sequence()),
            SequenceOption::Restart(_) if !is_alter => Err(SqlError::restart_in_create_sequence()),
            SequenceOption::StartWith(value) => once(&mut self.start, number(value, "START WITH")?, "START WITH"),
            SequenceOption::Restart(value) => {
                let value = value.as_ref().map(|value| number(value, "RESTART WITH")).transpose()?;
                once(&mut self.restart, value, "RESTART WITH")
            }
            SequenceOption::IncrementBy(value) => {
                once(&mut self.increment, number(value, "INCREMENT BY")?, "INCREMENT BY")
            }
            SequenceOption::MinValue(value) => {
                let value = value.as_ref().map(|value| number(value, "MINVALUE")).transpose()?;
                once(&mut self.minimum, value, "MINVALUE")
            }
            SequenceOption::MaxValue(value) => {
                let value = value.as_ref().map(|value| number(value, "MAXVALUE")).transpose()?;
                once(&mut self.maximum, value, "MAXVALUE")
            }
            SequenceOption::Cycle(cycles) => once(&mut self.cycles, *cycles, "CYCLE"),
            SequenceOption::NoCache => once(&mut self.cache, WrittenCache::None, "CACHE"),
            SequenceOption::Cache(None) => once(&mut self.cache, WrittenCache::Default, "CACHE"),
            SequenceOption::Cache(Some(size)) => {
                let size = number(size, "CACHE")?;
                once(&mut self.cache, WrittenCache::Size(size), "CACHE")
            }
        }
    }

    /// Returns the progression of a new sequence called `name`. Defaults: bigint; the full range of
    /// the type; increment 1 from the lower end, or from the upper end if the increment is
    /// negative; CACHE 50. Fails with 11702 for a type that isn't exact and whole, and with 11700
    /// to 11708 for numbers that contradict each other.
    pub fn create(&self, name: &str) -> Result<Progression, SqlError> {
        let data_type = self.data_type.unwrap_or(DataType::BigInt);
        let (least, greatest) = range_of(data_type).ok_or_else(|| SqlError::invalid_sequence_type(name))?;
        let increment = self.increment.unwrap_or(1);
        let minimum = self.minimum.flatten().unwrap_or(least);
        let maximum = self.maximum.flatten().unwrap_or(greatest);
        let start = self.start.unwrap_or(if increment < 0 { maximum } else { minimum });
        let cycles = self.cycles.unwrap_or(false);
        let cache = self.cache(Cache::Default, name)?;
        self.check_arguments(data_type)?;
        let progression = Progression { data_type, start, increment, minimum, maximum, cycles, cache };
        check(&progression, name)?;
        Ok(progression)
    }

    /// Returns the altered progression of `sequence`. `current` is the last value given; `name` is
    /// for messages. The type stays. Fails with 11704 if `current` is out of the new range, unless
    /// it is restarted, and as [`SequenceOptions::create`] does.
    pub fn alter(&self, sequence: &Sequence, current: Option<i128>, name: &str) -> Result<Progression, SqlError> {
        let old = sequence.progression;
        let (least, greatest) = range_of(old.data_type).unwrap_or((old.minimum, old.maximum));
        let bound = |written: Option<Option<i128>>, old: i128, of_type: i128| match written {
            None => old,
            Some(value) => value.unwrap_or(of_type),
        };
        self.check_arguments(old.data_type)?;
        let progression = Progression {
            data_type: old.data_type,
            start: self.restart.flatten().unwrap_or(old.start),
            increment: self.increment.unwrap_or(old.increment),
            minimum: bound(self.minimum, old.minimum, least),
            maximum: bound(self.maximum, old.maximum, greatest),
            cycles: self.cycles.unwrap_or(old.cycles),
            cache: self.cache(old.cache, name)?,
        };
        check(&progression, name)?;
        let range = progression.minimum..=progression.maximum;
        match current.filter(|current| self.restart.is_none() && !range.contains(current)) {
            Some(current) => Err(SqlError::sequence_value_out_of_range(current, name)),
            None => Ok(progression),
        }
    }

    fn cache(&self, otherwise: Cache, name: &str) -> Result<Cache, SqlError> {
        match self.cache {
            None => Ok(otherwise),
            Some(WrittenCache::None) => Ok(Cache::None),
            Some(WrittenCache::Default) => Ok(Cache::Default),
            Some(WrittenCache::Size(size)) if size <= 0 => Err(SqlError::invalid_sequence_cache(name)),
            // The cache size is an int.
            Some(WrittenCache::Size(size)) => {
                i32::try_from(size).map(|size| Cache::Size(size as u64)).map_err(|_| invalid("CACHE"))
            }
        }
    }

    /// Fails with 11708 for a number outside the range of the sequence's type.
    fn check_arguments(&self, data_type: DataType) -> Result<(), SqlError> {
        let (least, greatest) = range_of(data_type).unwrap_or((i128::MIN, i128::MAX));
        let written = [
            (self.start, "START WITH"),
            (self.restart.flatten(), "RESTART WITH"),
            (self.minimum.flatten(), "MINVALUE"),
            (self.maximum.flatten(), "MAXVALUE"),
        ];
        let is_outside = |value: i128| !(least..=greatest).contains(&value);
        match written.iter().find(|(value, _)| value.is_some_and(is_outside)) {
            Some((_, argument)) => Err(invalid(argument)),
            None => Ok(()),
        }
    }
}

/// Fails with 11700, 11701, 11703 or 11705 for an inconsistent progression.
fn check(progression: &Progression, name: &str) -> Result<(), SqlError> {
    let Progression { start, increment, minimum, maximum, .. } = *progression;
    if increment == 0 {
        return Err(SqlError::sequence_increment_is_zero(name));
    }
    if minimum >= maximum {
        return Err(SqlError::sequence_minimum_not_less(name));
    }
    if increment.unsigned_abs() > maximum.abs_diff(minimum) {
        return Err(SqlError::sequence_increment_too_large(name));
    }
    if !(minimum..=maximum).contains(&start) {
        return Err(SqlError::sequence_start_out_of_range(name));
    }
    Ok(())
}

fn once<T>(option: &mut Option<T>, value: T, argument: &str) -> Result<(), SqlError> {
    match option.replace(value) {
        None => Ok(()),
        Some(_) => Err(SqlError::sequence_argument_repeated(argument)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::NoNames;
    use sluice_syntax::ast::StatementKind;
    use sluice_syntax::parse;

    fn options(text: &str) -> Result<SequenceOptions, SqlError> {
        let script = parse(text);
        assert!(script.errors.is_empty(), "{text}: {:?}", script.errors);
        match &script.statements[0].kind {
            StatementKind::CreateSequence(definition) => sequence_options(definition, false, &NoNames),
            StatementKind::AlterSequence(definition) => sequence_options(definition, true, &NoNames),
            other => panic!("{other:?}"),
        }
    }

    fn created(text: &str) -> Result<Progression, i32> {
        options(text).and_then(|options| options.create("s")).map_err(|error| error.number)
    }

    #[test]
    fn omitted_options_follow_type_and_direction() {
        let plain = created("CREATE SEQUENCE s").unwrap();
        assert_eq!((plain.data_type, plain.start, plain.increment), (DataType::BigInt, i64::MIN.into(), 1));
        assert_eq!((plain.cycles, plain.cache), (false, Cache::Default));
        let down = created("CREATE SEQUENCE s AS smallint INCREMENT BY -1 NO CACHE CYCLE").unwrap();
        assert_eq!((down.start, down.minimum, down.cache, down.cycles), (32767, -32768, Cache::None, true));
        let tiny = created("CREATE SEQUENCE s AS tinyint MINVALUE 1 NO MAXVALUE CACHE 10").unwrap();
        assert_eq!((tiny.start, tiny.maximum, tiny.cache), (1, 255, Cache::Size(10)));
        assert_eq!(
            created("CREATE SEQUENCE s AS decimal(20) START WITH -99999999999999999999").unwrap().start,
            -(10i128.pow(20) - 1)
        );
    }

    #[test]
    fn invalid_sequence_options_have_error_numbers() {
        assert_eq!(created("CREATE SEQUENCE s AS decimal(5, 1)"), Err(11702));
        assert_eq!(created("CREATE SEQUENCE s INCREMENT BY 0"), Err(11700));
        assert_eq!(created("CREATE SEQUENCE s MINVALUE 5 MAXVALUE 5"), Err(11705));
        assert_eq!(created("CREATE SEQUENCE s MINVALUE 1 MAXVALUE 5 INCREMENT BY 5"), Err(11701));
        assert_eq!(created("CREATE SEQUENCE s START WITH 7 MAXVALUE 5"), Err(11703));
        assert_eq!(created("CREATE SEQUENCE s CACHE 0"), Err(11706));
        assert_eq!(created("CREATE SEQUENCE s AS tinyint MAXVALUE 256"), Err(11708));
        assert_eq!(created("CREATE SEQUENCE s RESTART WITH 1"), Err(11709));
        assert_eq!(created("CREATE SEQUENCE s CYCLE NO CYCLE"), Err(11712));
        let altered = |text| options(text).unwrap_err().number;
        assert_eq!(altered("ALTER SEQUENCE s START WITH 1"), 11710);
        assert_eq!(altered("ALTER SEQUENCE s AS int"), 11711);
        assert_eq!(altered("ALTER SEQUENCE s"), 11715);
    }
}
