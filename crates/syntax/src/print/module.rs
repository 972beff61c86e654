//! Prints procedures, functions, views, triggers.

use super::printer::{Printer, quoted};
use crate::ast::{
    DefinitionVerb, DropTrigger, Function, FunctionBody, ModuleContext, ModuleOption, ObjectName, Parameter, Procedure,
    Statement, Trigger, TriggerScope, TriggerSwitch, View,
};

impl Printer {
    /// Prints a procedure with its group number, parameters, options and body.
    pub(crate) fn procedure(&mut self, procedure: &Procedure) {
        self.module_head(procedure.verb, "PROCEDURE", &procedure.name);
        if let Some(number) = procedure.number {
            self.raw(&format!(";{number}"));
        }
        if !procedure.parameters.is_empty() {
            self.word("");
            self.list(&procedure.parameters, Self::parameter);
        }
        self.module_options(&procedure.options);
        if procedure.for_replication {
            self.word("FOR REPLICATION");
        }
        self.word("AS");
        self.module_body(&procedure.body);
    }

    /// Prints a function of any kind: scalar, inline or with several statements.
    pub(crate) fn function(&mut self, function: &Function) {
        self.module_head(function.verb, "FUNCTION", &function.name);
        self.arguments(&function.parameters, Self::parameter);
        self.word("RETURNS");
        match &function.body {
            FunctionBody::Scalar { returns, statements } => {
                self.type_name(returns);
                self.module_options(&function.options);
                self.function_statements(statements);
            }
            FunctionBody::Inline(query) => {
                self.word("TABLE");
                self.module_options(&function.options);
                self.word("AS RETURN");
                self.query(query);
            }
            FunctionBody::MultiStatement { table, statements } => {
                self.variable(&table.name);
                self.word("TABLE");
                self.table_items(&table.columns, &table.constraints, &table.indexes);
                self.module_options(&function.options);
                self.function_statements(statements);
            }
        }
    }

    fn function_statements(&mut self, statements: &[Statement]) {
        self.word("AS");
        self.line();
        self.word("BEGIN");
        self.body(statements);
        self.word("END");
    }

    /// Prints a view with its query.
    pub(crate) fn view(&mut self, view: &View) {
        self.module_head(view.verb, "VIEW", &view.name);
        self.columns(&view.columns);
        self.module_options(&view.options);
        self.word("AS");
        self.query(&view.query);
        if view.check_option {
            self.word("WITH CHECK OPTION");
        }
    }

    /// Prints a trigger; AFTER stands for FOR too.
    pub(crate) fn trigger(&mut self, trigger: &Trigger) {
        self.module_head(trigger.verb, "TRIGGER", &trigger.name);
        self.trigger_scope(&trigger.scope);
        self.module_options(&trigger.options);
        self.word(if trigger.instead_of { "INSTEAD OF" } else { "AFTER" });
        self.word("");
        self.list(&trigger.events, Self::any_word);
        if trigger.not_for_replication {
            self.word("NOT FOR REPLICATION");
        }
        self.word("AS");
        self.module_body(&trigger.body);
    }

    /// Prints DROP TRIGGER with its scope, if one was written.
    pub(crate) fn drop_trigger(&mut self, drop: &DropTrigger) {
        self.word(if drop.if_exists { "DROP TRIGGER IF EXISTS" } else { "DROP TRIGGER" });
        self.word("");
        self.list(&drop.names, Self::object_name);
        if let Some(scope) = &drop.scope {
            self.trigger_scope(scope);
        }
    }

    /// Prints ENABLE TRIGGER or DISABLE TRIGGER; no names mean ALL.
    pub(crate) fn switch_trigger(&mut self, switch: &TriggerSwitch) {
        self.word(if switch.enable { "ENABLE TRIGGER" } else { "DISABLE TRIGGER" });
        self.word(if switch.names.is_empty() { "ALL" } else { "" });
        self.list(&switch.names, Self::object_name);
        self.trigger_scope(&switch.scope);
    }

    fn trigger_scope(&mut self, scope: &TriggerScope) {
        self.word("ON");
        match scope {
            TriggerScope::Table(name) => self.object_name(name),
            TriggerScope::Database => self.word("DATABASE"),
            TriggerScope::Server => self.word("ALL SERVER"),
        }
    }

    fn module_head(&mut self, verb: DefinitionVerb, object: &str, name: &ObjectName) {
        self.word(verb.words());
        self.word(object);
        self.object_name(name);
    }

    fn parameter(&mut self, parameter: &Parameter) {
        self.variable(&parameter.name);
        self.declared_type(&parameter.data_type);
        if parameter.varying {
            self.word("VARYING");
        }
        self.nullability(parameter.nullable);
        if let Some(default) = &parameter.default {
            self.word("=");
            self.expression(default);
        }
        if parameter.output {
            self.word("OUTPUT");
        }
        if parameter.read_only {
            self.word("READONLY");
        }
    }

    /// Prints NULL or NOT NULL, if one was written.
    pub(crate) fn nullability(&mut self, nullable: Option<bool>) {
        match nullable {
            Some(true) => self.word("NULL"),
            Some(false) => self.word("NOT NULL"),
            None => {}
        }
    }

    fn module_options(&mut self, options: &[ModuleOption]) {
        if options.is_empty() {
            return;
        }
        self.word("WITH");
        self.word("");
        self.list(options, |printer, option| match option {
            ModuleOption::Encryption => printer.word("ENCRYPTION"),
            ModuleOption::Recompile => printer.word("RECOMPILE"),
            ModuleOption::SchemaBinding => printer.word("SCHEMABINDING"),
            ModuleOption::ViewMetadata => printer.word("VIEW_METADATA"),
            ModuleOption::NativeCompilation => printer.word("NATIVE_COMPILATION"),
            ModuleOption::ReturnsNullOnNullInput => printer.word("RETURNS NULL ON NULL INPUT"),
            ModuleOption::CalledOnNullInput => printer.word("CALLED ON NULL INPUT"),
            ModuleOption::Inline(on) => {
                printer.word("INLINE =");
                printer.switch(*on);
            }
            ModuleOption::ExecuteAs(context) => {
                printer.word("EXECUTE AS");
                match context {
                    ModuleContext::Caller => printer.word("CALLER"),
                    ModuleContext::Itself => printer.word("SELF"),
                    ModuleContext::Owner => printer.word("OWNER"),
                    ModuleContext::User(name) => printer.word(&format!("N{}", quoted(name))),
                }
            }
        });
    }

    /// Prints the statements of a module, one per line. The last statement ends the batch.
    fn module_body(&mut self, statements: &[Statement]) {
        self.indented(|printer| {
            for statement in statements {
                printer.line();
                printer.statement(statement);
                printer.close();
            }
        });
    }
}
