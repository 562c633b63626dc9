//! Connected components of a graph.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// The edges of each component, in the order of its first edge.
pub fn components_of<Node: Copy + Eq + Hash, Edge: Copy>(
    edges: &[Edge],
    ends_of: impl Fn(Edge) -> (Node, Node),
) -> Vec<Vec<Edge>> {
    let mut parents: FxHashMap<Node, Node> = FxHashMap::default();
    for edge in edges {
        let (one, other) = ends_of(*edge);
        let (one, other) = (root_of(&parents, one), root_of(&parents, other));
        if one != other {
            parents.insert(other, one);
        }
    }
    let mut components: Vec<Vec<Edge>> = Vec::new();
    let mut of_root: FxHashMap<Node, usize> = FxHashMap::default();
    for edge in edges {
        let root = root_of(&parents, ends_of(*edge).0);
        let at = *of_root.entry(root).or_insert(components.len());
        match components.get_mut(at) {
            Some(component) => component.push(*edge),
            None => components.push(vec![*edge]),
        }
    }
    components
}

fn root_of<Node: Copy + Eq + Hash>(parents: &FxHashMap<Node, Node>, node: Node) -> Node {
    let mut root = node;
    while let Some(next) = parents.get(&root) {
        root = *next;
    }
    root
}
