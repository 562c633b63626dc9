//! Each strongly connected component of a project's files, also a file that imports itself, with one shortest cycle.

use crate::model::{Cycle, FileIndex};

use super::components::strongly_connected;
use super::graph::Graph;
use super::shortest_cycle::shortest_cycle;

/// `ordered`: all files in the order of their paths; `imports`: files and the project files that they certainly
/// import. The cycles are ordered by their first file.
pub fn find_cycles(ordered: &[FileIndex], imports: &[(FileIndex, FileIndex)]) -> Vec<Cycle> {
    if imports.is_empty() {
        return Vec::new();
    }
    let mut positions = vec![0; ordered.iter().max().map_or(0, |last| *last as usize + 1)];
    for (at, file) in ordered.iter().enumerate() {
        positions[*file as usize] = at;
    }
    let mut targets: Vec<Vec<u32>> = vec![Vec::new(); ordered.len()];
    for (from, to) in imports {
        targets[positions[*from as usize]].push(positions[*to as usize] as u32);
    }
    let graph = Graph::new(targets);
    let mut cycles = Vec::new();
    for component in strongly_connected(&graph) {
        if component.len() == 1 && !graph.successors(component[0]).contains(&component[0]) {
            continue;
        }
        let file_of = |vertex: &u32| ordered[*vertex as usize];
        let example = shortest_cycle(&graph.subgraph(&component)).unwrap_or_default();
        cycles.push(Cycle {
            files: component.iter().map(file_of).collect(),
            example: example
                .iter()
                .map(|vertex| file_of(&component[*vertex as usize]))
                .collect(),
        });
    }
    cycles
}
