//! What a call-like node is: a call of something, control (Bash's `return` is a command), or neither.

use super::exports::joined;
use super::names::{ELSE, NameReader};
use super::rules::{CallRule, CalleeRule};
use crate::parse::facts::ControlKind;
use crate::parse::flat_tree::NodeId;

pub enum Called {
    Callee(String),
    Control(ControlKind),
}

/// The callee is its trailing dotted names, led by `…` for any other receiver.
pub fn called<'a>(names: NameReader<'a>, node: NodeId, rule: &'a CallRule) -> Option<Called> {
    let path = match &rule.callee {
        CalleeRule::Member(member) => names.member_path(node, member),
        CalleeRule::Selected(selector) => names.path(Some(names.nodes.select(node, selector)?), false),
    };
    if rule.named && path.first().is_some_and(|first| first == ELSE) {
        return None;
    }
    let callee = joined(&path);
    if let Some(&(_, control)) = rule.control.iter().find(|(name, _)| *name == callee) {
        return Some(Called::Control(control));
    }
    let is_excepted = !rule.except.is_empty() && rule.except.contains(&callee.to_lowercase());
    (!is_excepted).then_some(Called::Callee(callee))
}
