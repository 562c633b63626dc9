//! Reads what a declaration inherits from, in the order in which members are searched.

use super::exports::join_into;
use super::names::{ELSE, NameReader, Path};
use super::rules::BasesRule;
use crate::facts::BaseFacts;
use syntax::flat_tree::NodeId;

/// Maximum number of bases of one declaration.
const MAX_BASES: usize = 64;

pub fn base_names(names: NameReader<'_>, node: NodeId, rules: &[BasesRule]) -> Box<[BaseFacts]> {
    let nodes = names.nodes;
    let mut found: Vec<BaseFacts> = Vec::new();
    let mut path = Path::new();
    for rule in rules {
        for base in selected(names, node, rule) {
            if found.len() == MAX_BASES {
                found[MAX_BASES - 1] = base_of(rule, ELSE);
                return found.into_boxed_slice();
            }
            let kind = nodes.tree.kind(base);
            let name = match rule.generic.iter().find(|(it, _)| *it == kind) {
                Some((_, selector)) => nodes.select(base, selector),
                None => Some(base),
            };
            let mut text = String::new();
            if name.is_some() {
                names.read_path(&mut path, name, false);
                join_into(&mut text, &path);
            } else {
                text.push_str(ELSE);
            }
            found.push(base_of(rule, &text));
        }
    }
    found.into_boxed_slice()
}

fn base_of(rule: &BasesRule, name: &str) -> BaseFacts {
    BaseFacts {
        name: name.into(),
        kind: rule.kind,
        scope: None,
    }
}

fn selected(names: NameReader<'_>, node: NodeId, rule: &BasesRule) -> Vec<NodeId> {
    let nodes = names.nodes;
    let Some(parent) = nodes.select(node, &rule.at) else {
        return Vec::new();
    };
    let parents: Vec<NodeId> = match rule.each {
        None => vec![parent],
        Some(each) => nodes
            .solids(parent)
            .filter(|child| nodes.tree.kind(*child) == each)
            .collect(),
    };
    let bases: Vec<NodeId> = if rule.list {
        parents.into_iter().flat_map(|it| nodes.solids(it)).collect()
    } else {
        parents
    };
    bases
        .into_iter()
        .filter(|base| !rule.skip.has(nodes.tree.kind(*base)))
        .collect()
}
