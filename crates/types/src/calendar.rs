//! The proleptic Gregorian calendar: days and the units of the date types.
