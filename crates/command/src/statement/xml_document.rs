//! `sp_xml_preparedocument` and `sp_xml_removedocument`
//! (`relational-databases/system-stored-procedures/sp-xml-preparedocument-transact-sql.md` and
//! `sp-xml-removedocument-transact-sql.md`). The documents belong to the session.

use super::Env;
use super::command::{Command, CommandError, Compilation, procedure};
use super::procedure_arguments::{CommandParameter, CommandProcedure, arguments, emit, emit_given};
use crate::statement::event::EventSource;
use sluice_functions::open_xml;
use sluice_query::code::Reg;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{Execute, ExecuteArgument, ExprKind};
use sluice_types::{DataType, Length, SqlError, Value, convert};

/// A compiled call: the registers of its arguments.
enum DocumentCall {
    Prepare {
        /// Register and type of the variable that receives the handle.
        handle: (Reg, DataType),
        text: Option<Reg>,
        namespaces: Option<Reg>,
    },
    Remove(Reg),
}

/// `sp_xml_preparedocument`. The text may be of any text type or xml
/// (`sp-xml-preparedocument-transact-sql.md`).
pub static PREPARE_DOCUMENT: CommandProcedure = CommandProcedure {
    name: "sp_xml_preparedocument",
    parameters: &[
        CommandParameter::required("@hdoc", DataType::Int).output(),
        CommandParameter::optional("@xmltext", TEXT),
        CommandParameter::optional("@xpath_namespaces", TEXT),
    ],
    compile: compile_prepare,
};

/// `sp_xml_removedocument`.
pub static REMOVE_DOCUMENT: CommandProcedure = CommandProcedure {
    name: "sp_xml_removedocument",
    parameters: &[CommandParameter::required("@hdoc", DataType::Int)],
    compile: compile_remove,
};

/// Compiles a call of `sp_xml_preparedocument`. The handle must be a variable, otherwise fails with
/// 179. The return status is 0.
fn compile_prepare(execute: &Execute, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let [Some(handle), text, namespaces] = arguments(&PREPARE_DOCUMENT, &execute.arguments)? else {
        unreachable!("the handle is required")
    };
    let ExprKind::Variable(variable) = &handle.value.kind else {
        // 179: the OUTPUT option cannot be used with a constant.
        return Err(SqlError::output_of_constant());
    };
    let call = DocumentCall::Prepare {
        handle: to.variable(&variable.text)?,
        text: text.map(|text| emit_document(to, text)).transpose()?,
        namespaces: emit_given(to, namespaces, &PREPARE_DOCUMENT.parameters[2])?,
    };
    to.add(Box::new(call));
    to.set_status(execute)
}

/// Emits the document. It is a text, or a variable of type xml.
fn emit_document(to: &mut dyn Compilation, argument: &ExecuteArgument) -> Result<Reg, SqlError> {
    if let ExprKind::Variable(variable) = &argument.value.kind
        && let (register, DataType::Xml) = to.variable(&variable.text)?
    {
        return Ok(register);
    }
    emit(to, argument, &PREPARE_DOCUMENT.parameters[1])
}

/// Compiles a call of `sp_xml_removedocument`. The return status is 0.
fn compile_remove(execute: &Execute, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let [Some(handle)] = arguments(&REMOVE_DOCUMENT, &execute.arguments)? else {
        unreachable!("the handle is required")
    };
    let handle = emit(to, handle, &REMOVE_DOCUMENT.parameters[0])?;
    to.add(Box::new(DocumentCall::Remove(handle)));
    to.set_status(execute)
}

impl Command for DocumentCall {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.everybody(PAGE)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        procedure(env, |env| self.call(env).map(|()| 0))
    }

    fn has_end(&self) -> bool {
        false
    }
}

impl DocumentCall {
    /// Runs a call. Fails with 6602 for invalid XML, with 6624 if the session's documents are too
    /// large, with 6607 for an unknown handle.
    fn call(&self, env: &mut Env<'_, '_>) -> Result<(), SqlError> {
        env.frame.globals.row_count = 0;
        match self {
            DocumentCall::Prepare { handle: (register, data_type), text, namespaces } => {
                let whole = |register: &Option<Reg>| {
                    register.map(|register| env.frame.get(register).clone().into_whole()).transpose()
                };
                let (text, namespaces) = (whole(text)?, whole(namespaces)?);
                let text = text.as_ref().and_then(Value::as_str).unwrap_or(NO_DOCUMENT);
                let document = open_xml::prepared(text, namespaces.as_ref().and_then(Value::as_str))?;
                let handle = env.state.values.add_document(&document).ok_or_else(SqlError::xml_documents_too_large)?;
                let handle = convert(&Value::Int(handle), &DataType::Int, data_type)?;
                env.frame.set(*register, handle);
                Ok(())
            }
            DocumentCall::Remove(register) => {
                let handle = env.frame.get(*register).as_i64().and_then(|handle| i32::try_from(handle).ok());
                match handle.is_some_and(|handle| env.state.values.remove_document(handle)) {
                    true => Ok(()),
                    false => Err(SqlError::xml_parameter_invalid(REMOVE_DOCUMENT.name, 1)),
                }
            }
        }
    }
}

const TEXT: DataType = DataType::NVarChar(Length::Max);
/// The document of a call without text.
const NO_DOCUMENT: &str = "<root/>";
const PAGE: &str = "relational-databases/system-stored-procedures/sp-xml-preparedocument-transact-sql.md";
