//! Reads the signature of a function: its parameters and return type as written, and the names that it binds.

use compact_str::CompactString;
use rustc_hash::FxHashSet;

use super::cut::cut;
use super::names::NameReader;
use super::range::RangeReader;
use super::rules::DeclarationRule;
use syntax::flat_tree::NodeId;

pub struct Signature {
    pub parameters: Vec<CompactString>,
    pub returns: Option<CompactString>,
    pub bound: Vec<CompactString>,
}

pub fn read_signature(names: NameReader<'_>, node: NodeId, rule: &DeclarationRule) -> Signature {
    let NameReader { nodes, language } = names;
    let list = rule
        .parameters
        .as_ref()
        .and_then(|selector| nodes.select(node, selector));
    let returned = rule.returns.as_ref().and_then(|selector| nodes.select(node, selector));
    let ranges = RangeReader { nodes, language };
    let texts = list
        .into_iter()
        .flat_map(|list| nodes.solids(list))
        .map(|parameter| ranges.whole(parameter));
    let parameters = texts
        .filter(|text| !text.is_empty())
        .map(|text| cut(text.into()).into());
    Signature {
        parameters: shrunk(parameters.collect()),
        returns: returned
            .map(|node| nodes.text(node))
            .filter(|text| !text.is_empty())
            .map(|text| cut(text).into()),
        bound: list.map_or_else(Vec::new, |list| shrunk(bound(names, list))),
    }
}

/// The same list without spare capacity: every signature is stored until all files are read.
fn shrunk(list: Vec<CompactString>) -> Vec<CompactString> {
    let mut exact = Vec::with_capacity(list.len());
    exact.extend(list);
    exact
}

fn bound(names: NameReader<'_>, list: NodeId) -> Vec<CompactString> {
    let NameReader { nodes, language } = names;
    let tree = nodes.tree;
    let end = tree.end_of(list);
    let mut bound = Vec::new();
    let mut known = FxHashSet::default();
    let mut at = list + 1;
    while at < end {
        let rules = language.rules(tree.kind(at));
        let is_skipped = rules.is_some_and(|rules| rules.unbound) || language.unbound_fields.contains(&tree.field(at));
        let binds = rules.is_some_and(|rules| rules.binds);
        if binds
            && !is_skipped
            && let Some(name) = names.simple(at)
            && known.insert(name.clone())
        {
            bound.push(name.into());
        }
        at = if is_skipped || binds { tree.end_of(at) } else { at + 1 };
    }
    bound
}
