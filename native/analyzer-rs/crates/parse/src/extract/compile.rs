//! Compiles the facts data of a language to rules.

use super::binding_positions::VariableRules;
use super::facts_data::{
    BasesData, BindingData, CallData, CalleeData, ComputedData, ContainerData, ControlData, DeclarationData, FactsData,
    LeafData, MemberData, ReceiverData, TestData, unknown,
};
use super::nodes::{Noise, Selector, Test, compile_selector};
use super::reference_rules::ReferenceRules;
use super::rules::{
    BasesRule, BindingRule, CallRule, CalleeRule, Computed, ContainerRule, Continues, ControlRule, DeclarationRule,
    KindRules, LeafRule, MemberRule, NameRule, ReceiverRule, RuleTable, SignatureRule,
};
use super::type_rules::TypeRules;
use crate::facts::{BaseKind, ControlKind, DeclarationKind};
use syntax::flat_tree::NameTable;

pub struct CompiledFacts {
    /// Name of the import reader.
    pub reader: String,
    rules: RuleTable,
    /// By kind: whether the pass over a tree handles it.
    stops: Vec<bool>,
    pub noise: Noise,
    /// Fields inside parameters that do not bind a name.
    pub unbound_fields: Vec<u16>,
    pub variables: VariableRules,
    pub references: ReferenceRules,
    pub types: TypeRules,
    /// Classes and functions can have the same name.
    pub classes_apart: bool,
    pub decorators: Option<Selector>,
    /// Empty if trees have no comments.
    pub comment_kinds: Vec<u16>,
    /// Kinds whose text is not a comment.
    pub text_kinds: Vec<u16>,
    pub line_comments: Vec<String>,
    pub block_comments: Vec<(String, String)>,
    pub prototype: Option<String>,
    pub exports: ExportRules,
}

pub struct ExportRules {
    pub all: bool,
    pub objects: Vec<String>,
    pub private_prefix: String,
    pub private_unless_around: String,
    pub private_when: Vec<Test>,
    pub private_starts: String,
}

impl CompiledFacts {
    #[inline]
    pub fn rules(&self, kind: u16) -> Option<&KindRules> {
        self.rules.get(kind)
    }

    #[inline]
    pub fn stops_at(&self, kind: u16) -> bool {
        self.stops.get(usize::from(kind)).copied().unwrap_or(false)
    }
}

/// `names`: the table of the adapter whose trees will be read. Fails if the data names an unknown declaration kind,
/// control kind or import reader.
pub fn compile_facts(data: &FactsData, names: &mut NameTable) -> Result<CompiledFacts, String> {
    let mut compiler = Compiler { names };
    let mut table = RuleTable::default();
    for (kind, rule) in &data.declarations {
        let rule = compiler.declaration(rule)?;
        table.at(kind, compiler.names).declaration = Some(rule);
    }
    for (kind, rule) in &data.bindings {
        let rule = compiler.binding(rule)?;
        table.at(kind, compiler.names).binding = Some(rule);
    }
    for (kind, rule) in &data.containers {
        let rule = compiler.container(rule);
        table.at(kind, compiler.names).container = Some(rule);
    }
    let written = &data.names;
    let leaf = written
        .leaf
        .iter()
        .map(|(kind, rule)| (kind, NameRule::Leaf(compiler.leaf(rule))));
    let mut name_rules: Vec<(&String, NameRule)> = leaf.collect();
    name_rules.extend(
        written
            .key
            .iter()
            .map(|(kind, rule)| (kind, NameRule::Key(compiler.leaf(rule)))),
    );
    name_rules.extend(
        written
            .member
            .iter()
            .map(|(kind, rule)| (kind, NameRule::Member(compiler.member(rule)))),
    );
    name_rules.extend(
        written
            .through
            .iter()
            .map(|(kind, inner)| (kind, NameRule::Through(compiler.selector(inner)))),
    );
    name_rules.extend(
        written
            .receiver
            .iter()
            .map(|(kind, rule)| (kind, NameRule::Receiver(compiler.receiver(rule)))),
    );
    name_rules.extend(written.join.iter().map(|kind| (kind, NameRule::Join)));
    for (kind, rule) in name_rules {
        table.at(kind, compiler.names).name = Some(rule);
    }
    for (kind, rule) in &data.calls {
        let rule = compiler.call(rule)?;
        table.at(kind, compiler.names).call = Some(rule);
    }
    for (kind, rule) in &data.control {
        let rule = compiler.control(rule)?;
        table.at(kind, compiler.names).control = Some(rule);
    }
    let Compiler { names } = compiler;
    let mut flag = |kinds: &[String], set: fn(&mut KindRules)| kinds.iter().for_each(|kind| set(table.at(kind, names)));
    flag(&data.imports.kinds, |rules| rules.read = true);
    flag(&data.exports.statements, |rules| rules.exporting = true);
    flag(&data.exports.between, |rules| rules.between = true);
    flag(&data.objects.created_by, |rules| rules.creates = true);
    flag(&data.objects.assigned_by, |rules| rules.assigns = true);
    flag(&data.parameters.names, |rules| rules.binds = true);
    flag(&data.parameters.skip_kinds, |rules| rules.unbound = true);
    let private = &data.exports.private;
    let exports = ExportRules {
        all: data.exports.default == "all",
        objects: data.exports.objects.clone(),
        private_prefix: private.prefix.clone(),
        private_unless_around: private.unless_around.clone(),
        private_when: private.when.iter().map(|test| Test::compile(test, names)).collect(),
        private_starts: private.starts.clone(),
    };
    Ok(CompiledFacts {
        reader: data.imports.reader.clone(),
        unbound_fields: data
            .parameters
            .skip_fields
            .iter()
            .map(|field| names.id(field))
            .collect(),
        classes_apart: data.objects.apart,
        variables: VariableRules::compile(&data.variables, &data.parameters.names, names)?,
        references: ReferenceRules::compile(&data.references, names)?,
        types: TypeRules::compile(&data.objects.types, names),
        decorators: data
            .decorators
            .as_ref()
            .map(|selector| compile_selector(selector, names)),
        stops: table.stops(),
        rules: table,
        comment_kinds: data.comments.kinds.iter().map(|kind| names.id(kind)).collect(),
        text_kinds: data.comments.not_in.iter().map(|kind| names.id(kind)).collect(),
        line_comments: data.comments.line.clone(),
        block_comments: data.comments.block.clone(),
        prototype: written.prototype.clone(),
        exports,
        noise: Noise::new(names, &data.comments.kinds),
    })
}

struct Compiler<'n> {
    names: &'n mut NameTable,
}

impl Compiler<'_> {
    fn selector(&mut self, written: &str) -> Selector {
        compile_selector(written, self.names)
    }

    fn optional(&mut self, written: Option<&String>) -> Option<Selector> {
        written.map(|written| self.selector(written))
    }

    fn test(&mut self, data: &TestData) -> Test {
        Test::compile(data, self.names)
    }

    fn declaration(&mut self, data: &DeclarationData) -> Result<DeclarationRule, String> {
        let kind = declaration_kind(&data.kind)?;
        Ok(DeclarationRule {
            kind,
            in_class: data.in_class.as_deref().map_or(Ok(kind), declaration_kind)?,
            name: self.optional(data.name.as_ref()),
            parameters: self.optional(data.parameters.as_ref()),
            returns: self.optional(data.returns.as_ref()),
            body: self.optional(data.body.as_ref()),
            signature: data.signature.as_ref().map(|it| SignatureRule {
                around: self.names.id(&it.r#in),
                each: self.names.id(&it.each),
                names: it.names.clone(),
            }),
            bases: data
                .bases
                .iter()
                .map(|bases| self.bases(bases))
                .collect::<Result<_, _>>()?,
        })
    }

    fn bases(&mut self, data: &BasesData) -> Result<BasesRule, String> {
        Ok(BasesRule {
            kind: data.kind.as_deref().map_or(Ok(BaseKind::Extends), base_kind)?,
            at: self.selector(&data.at),
            each: data.each.as_ref().map(|kind| self.names.id(kind)),
            list: data.list,
            skip: data.skip.iter().map(|kind| self.names.id(kind)).collect(),
            generic: data
                .generic
                .iter()
                .map(|(kind, name)| (self.names.id(kind), self.selector(name)))
                .collect(),
        })
    }

    fn receiver(&mut self, data: &ReceiverData) -> ReceiverRule {
        ReceiverRule {
            callee: self.selector(&data.callee),
            arguments: self.selector(&data.arguments),
            is: data.is.clone(),
        }
    }

    fn binding(&mut self, data: &BindingData) -> Result<BindingRule, String> {
        Ok(BindingRule {
            target: self.optional(data.target.as_ref()),
            name: data.name.clone(),
            value: self.selector(&data.value),
            weak: data.weak,
            kind: data.kind.as_deref().map(declaration_kind).transpose()?,
            in_class: data.in_class.as_deref().map(declaration_kind).transpose()?,
            method_when: data.method_when.iter().map(|test| self.test(test)).collect(),
            computed: data.computed.as_ref().map(|test| self.test(test)),
            accessor: data.accessor.as_ref().map(|test| self.test(test)),
        })
    }

    fn container(&mut self, data: &ContainerData) -> ContainerRule {
        ContainerRule {
            name: self.optional(data.name.as_ref()),
            separator: data.separator.clone().unwrap_or_else(|| ".".to_owned()),
            body: self.optional(data.body.as_ref()),
            closed: data.closed,
        }
    }

    fn leaf(&mut self, data: &LeafData) -> LeafRule {
        LeafRule {
            text: self.optional(data.text.as_ref()),
            prefix: data.prefix.clone(),
            without: data.without.chars().collect(),
        }
    }

    fn member(&mut self, data: &MemberData) -> MemberRule {
        MemberRule {
            object: self.selector(&data.object),
            name: self.selector(&data.name),
            computed: match &data.computed {
                ComputedData::Always(always) => Computed::Always(*always),
                ComputedData::When(test) => Computed::When(self.test(test)),
            },
        }
    }

    fn call(&mut self, data: &CallData) -> Result<CallRule, String> {
        let control = data
            .control
            .iter()
            .map(|(callee, kind)| Ok((callee.clone(), control_kind(kind)?)));
        Ok(CallRule {
            control: control.collect::<Result<_, String>>()?,
            callee: match &data.callee {
                CalleeData::Selected(selector) => CalleeRule::Selected(self.selector(selector)),
                CalleeData::Member(member) => CalleeRule::Member(self.member(member)),
            },
            always: data.always.clone(),
            written: data.written.clone(),
            starts: data.starts.clone(),
            except: data.except.clone(),
        })
    }

    fn control(&mut self, data: &ControlData) -> Result<ControlRule, String> {
        Ok(ControlRule {
            kind: data.kind.as_deref().map(control_kind).transpose()?,
            always: data.always.iter().map(|selector| self.selector(selector)).collect(),
            when: data.when.as_ref().map(|test| self.test(test)),
            continues: data.continues.as_ref().map(|continues| Continues {
                parent: self.names.id(&continues.parent),
                field: continues.field.as_ref().map(|field| self.names.id(field)),
            }),
        })
    }
}

fn base_kind(name: &str) -> Result<BaseKind, String> {
    BaseKind::ALL
        .into_iter()
        .find(|kind| kind.name() == name)
        .ok_or_else(|| unknown(name))
}

fn declaration_kind(name: &str) -> Result<DeclarationKind, String> {
    use DeclarationKind::{Class, Enum, Function, Interface, Method, Trait, Type};
    let known = [Function, Method, Class, Interface, Enum, Type, Trait];
    known
        .into_iter()
        .find(|kind| kind.name() == name)
        .ok_or_else(|| unknown(name))
}

fn control_kind(name: &str) -> Result<ControlKind, String> {
    use ControlKind::{Condition, Loop, Match, Raise, Return, Try};
    let known = [Condition, Loop, Match, Try, Return, Raise];
    known
        .into_iter()
        .find(|kind| kind.name() == name)
        .ok_or_else(|| unknown(name))
}
