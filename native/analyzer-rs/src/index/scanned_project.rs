//! A scan with the ids of its rows.

use serde::Deserialize;

use scan::model::Scan;

/// Ids of the project, its own node, and the last cycle before it.
#[derive(Clone, Copy, Deserialize)]
pub struct Ids {
    pub project: u32,
    pub node: u32,
    pub last_cycle: u32,
}

/// A scan with data for its rows.
pub struct ScannedProject<'a> {
    pub scan: &'a Scan,
    pub label: &'a str,
    pub ids: Ids,
    /// Aligned with the entries: the node of each file, 0 for others. The nodes of its declarations follow in order.
    pub nodes: Vec<u32>,
    pub last_node: u32,
}

impl<'a> ScannedProject<'a> {
    pub fn new(scan: &'a Scan, label: &'a str, ids: Ids) -> Self {
        let mut last_node = ids.node;
        let nodes = scan
            .entries
            .iter()
            .map(|entry| {
                let Some(file) = entry.file() else { return 0 };
                let node = last_node + 1;
                last_node = node + file.facts.as_ref().map_or(0, |facts| facts.declarations.len() as u32);
                node
            })
            .collect();
        Self {
            scan,
            label,
            ids,
            nodes,
            last_node,
        }
    }
}
