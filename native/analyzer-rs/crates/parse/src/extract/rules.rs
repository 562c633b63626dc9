//! A language's facts data, compiled for lookups by kind id.

use super::kind_tables::KindSet;
use super::nodes::{Selector, Test};
use crate::facts::{BaseKind, ControlKind, DeclarationKind};
use syntax::flat_tree::NameTable;

pub struct DeclarationRule {
    pub kind: DeclarationKind,
    pub in_class: DeclarationKind,
    pub name: Option<Selector>,
    pub parameters: Option<Selector>,
    pub returns: Option<Selector>,
    pub body: Option<Selector>,
    pub signature: Option<SignatureRule>,
    pub bases: Vec<BasesRule>,
}

/// When a declaration only states a signature (`@overload`).
pub struct SignatureRule {
    pub around: u16,
    pub each: u16,
    pub names: Vec<String>,
}

/// Where a declaration names what it inherits from.
pub struct BasesRule {
    pub kind: BaseKind,
    pub at: Selector,
    /// Only children of this kind.
    pub each: Option<u16>,
    /// The names are the children of the selected nodes.
    pub list: bool,
    pub skip: KindSet,
    /// Kinds with arguments after the name of the class: its selector.
    pub generic: Vec<(u16, Selector)>,
}

impl DeclarationRule {
    pub fn is_function(&self) -> bool {
        matches!(self.kind, DeclarationKind::Function | DeclarationKind::Method)
    }
}

pub struct BindingRule {
    pub target: Option<Selector>,
    pub name: String,
    pub value: Selector,
    pub weak: bool,
    pub kind: Option<DeclarationKind>,
    pub in_class: Option<DeclarationKind>,
    pub method_when: Vec<Test>,
    pub computed: Option<Test>,
    pub accessor: Option<Test>,
}

pub struct ContainerRule {
    pub name: Option<Selector>,
    pub separator: String,
    pub body: Option<Selector>,
    pub closed: bool,
}

/// The effect of a kind on dotted names.
pub enum NameRule {
    Leaf(LeafRule),
    Key(LeafRule),
    Member(MemberRule),
    Through(Selector),
    Receiver(ReceiverRule),
    Join,
}

/// A call that is a name when a member follows it (`super()`).
pub struct ReceiverRule {
    pub callee: Selector,
    pub arguments: Selector,
    pub is: Vec<String>,
}

pub struct LeafRule {
    pub text: Option<Selector>,
    pub prefix: String,
    pub without: Vec<char>,
}

pub struct MemberRule {
    pub object: Selector,
    pub name: Selector,
    pub computed: Computed,
}

pub enum Computed {
    Always(bool),
    When(Test),
}

pub struct CallRule {
    pub callee: CalleeRule,
    /// The callee of a construct without a name.
    pub always: Option<String>,
    /// Only a node with one of these texts is a call; any if it is empty.
    pub written: Vec<String>,
    /// Only a callee whose text starts with one of these is a call; any if it is empty.
    pub starts: Vec<String>,
    pub except: Vec<String>,
    pub control: Vec<(String, ControlKind)>,
}

pub enum CalleeRule {
    Selected(Selector),
    Member(MemberRule),
}

pub struct ControlRule {
    pub kind: Option<ControlKind>,
    pub always: Vec<Selector>,
    pub when: Option<Test>,
    pub continues: Option<Continues>,
}

pub struct Continues {
    pub parent: u16,
    pub field: Option<u16>,
}

/// All rules of one node kind.
#[derive(Default)]
pub struct KindRules {
    pub declaration: Option<DeclarationRule>,
    pub binding: Option<BindingRule>,
    pub container: Option<ContainerRule>,
    pub name: Option<NameRule>,
    pub call: Option<CallRule>,
    pub control: Option<ControlRule>,
    /// The import reader handles it.
    pub read: bool,
    /// It exports the declaration in it; it may be between the two.
    pub exporting: bool,
    pub between: bool,
    /// A call that creates an object; an assignment that can bind it to a variable.
    pub creates: bool,
    pub assigns: bool,
    /// Inside parameters: it binds a name; nothing in it does.
    pub binds: bool,
    pub unbound: bool,
}

impl KindRules {
    /// Whether the pass over a tree handles the kind.
    fn stops(&self) -> bool {
        let is_scope = self.declaration.is_some() || self.container.is_some() || self.control.is_some();
        is_scope || self.call.is_some() || self.read
    }
}

/// Rules by kind id.
#[derive(Default)]
pub struct RuleTable {
    rules: Vec<Option<Box<KindRules>>>,
}

impl RuleTable {
    pub fn at(&mut self, kind: &str, names: &mut NameTable) -> &mut KindRules {
        let id = usize::from(names.id(kind));
        if id >= self.rules.len() {
            self.rules.resize_with(id + 1, || None);
        }
        self.rules[id].get_or_insert_default()
    }

    pub fn get(&self, kind: u16) -> Option<&KindRules> {
        self.rules.get(usize::from(kind))?.as_deref()
    }

    /// By kind.
    pub fn stops(&self) -> Vec<bool> {
        self.rules
            .iter()
            .map(|rules| rules.as_ref().is_some_and(|rules| rules.stops()))
            .collect()
    }
}
