//! Whether a call-like node is a call, control (Bash's `return` is a command), or neither.

use super::exports::join_into;
use super::names::{NameReader, Path};
use super::rules::{CallRule, CalleeRule};
use crate::facts::ControlKind;
use syntax::flat_tree::NodeId;

pub enum Called<'c> {
    Callee(&'c str),
    Control(ControlKind),
}

/// Reads the calls of one file.
pub struct CallReader<'a> {
    names: NameReader<'a>,
    /// Of the last call; reused, because a file has thousands of calls.
    path: Path<'a>,
    callee: String,
}

impl<'a> CallReader<'a> {
    pub fn new(names: NameReader<'a>) -> Self {
        Self {
            names,
            path: Path::new(),
            callee: String::new(),
        }
    }

    /// The callee is its trailing dotted names; `…` replaces any other receiver.
    pub fn read(&mut self, node: NodeId, rule: &'a CallRule) -> Option<Called<'_>> {
        if !rule.written.is_empty() && !rule.written.iter().any(|text| *text == self.names.nodes.text(node)) {
            return None;
        }
        if let Some(name) = &rule.always {
            return Some(Called::Callee(name));
        }
        if !rule.starts.is_empty() {
            return self.read_start(node, rule);
        }
        let Self { names, path, callee } = self;
        match &rule.callee {
            CalleeRule::Member(member) => names.read_member_path(path, node, member),
            CalleeRule::Selected(selector) => names.read_path(path, Some(names.nodes.select(node, selector)?), false),
        }
        callee.clear();
        join_into(callee, path);
        if let Some(&(_, control)) = rule.control.iter().find(|(name, _)| name == callee) {
            return Some(Called::Control(control));
        }
        let is_excepted = !rule.except.is_empty() && rule.except.contains(&callee.to_lowercase());
        (!is_excepted).then_some(Called::Callee(callee))
    }

    /// A file that is a device: Bash's `/dev/tcp/host/port`.
    fn read_start<'r>(&self, node: NodeId, rule: &'r CallRule) -> Option<Called<'r>> {
        let CalleeRule::Selected(selector) = &rule.callee else {
            return None;
        };
        let nodes = self.names.nodes;
        let text = nodes.text(nodes.select(node, selector)?);
        let text = text.strip_prefix(['"', '\'']).unwrap_or(&text);
        let start = rule.starts.iter().find(|it| text.starts_with(it.as_str()))?;
        Some(Called::Callee(start.strip_suffix('/').unwrap_or(start)))
    }
}
