//! Reads expressions that create an object.

use compact_str::CompactString;

use super::calls::{CallReader, Called};
use super::names::{ELSE, NameReader};
use super::rules::{CalleeRule, NameRule};
use syntax::flat_tree::NodeId;

/// A name that should be that of a class.
#[derive(Clone)]
pub struct WrittenClass {
    pub class: CompactString,
    /// Where it is written.
    pub node: NodeId,
}

/// The class of a new object (`new B()`, in Python any call); `None` for any other expression.
pub fn new_object(names: NameReader<'_>, expression: NodeId) -> Option<WrittenClass> {
    let NameReader { nodes, language } = names;
    let mut node = expression;
    loop {
        let rules = language.rules(nodes.tree.kind(node))?;
        if let (true, Some(rule)) = (rules.creates, &rules.call) {
            return match CallReader::new(names).read(node, rule) {
                Some(Called::Callee(callee)) if !callee.contains(ELSE) => Some(WrittenClass {
                    class: callee.into(),
                    node,
                }),
                _ => None,
            };
        }
        match &rules.name {
            Some(NameRule::Through(inner)) => node = nodes.select(node, inner)?,
            _ => return None,
        }
    }
}

/// The same for the receiver of a call of a method.
pub fn new_receiver(names: NameReader<'_>, call: NodeId) -> Option<WrittenClass> {
    let NameReader { nodes, language } = names;
    let object = match &language.rules(nodes.tree.kind(call))?.call.as_ref()?.callee {
        CalleeRule::Member(member) => nodes.select(call, &member.object)?,
        CalleeRule::Selected(selector) => {
            let mut node = nodes.select(call, selector)?;
            loop {
                match language.rules(nodes.tree.kind(node))?.name.as_ref()? {
                    NameRule::Through(inner) => node = nodes.select(node, inner)?,
                    NameRule::Member(member) => break nodes.select(node, &member.object)?,
                    _ => return None,
                }
            }
        }
    };
    new_object(names, object)
}
