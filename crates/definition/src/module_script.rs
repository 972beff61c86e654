//! The texts of modules, and the SET options under which they are read.

use sluice_catalog::Module;
use sluice_functions::{SetOption, SetOptions};
use sluice_syntax::{Script, parse_quoted};

/// Returns the SET options inside `module`, if it is called under the options `around`: ANSI_NULLS
/// and QUOTED_IDENTIFIER are as at its creation
/// (`t-sql/statements/create-procedure-transact-sql.md`).
pub fn options_in(module: &Module, around: SetOptions) -> SetOptions {
    let own = module.options;
    around
        .with(SetOption::AnsiNulls, !own.lacks_ansi_nulls)
        .with(SetOption::QuotedIdentifier, !own.lacks_quoted_identifier)
}

/// Parses a module's text under its own QUOTED_IDENTIFIER.
pub fn script_of(module: &Module) -> Script {
    parse_quoted(&module.definition, !module.options.lacks_quoted_identifier)
}
