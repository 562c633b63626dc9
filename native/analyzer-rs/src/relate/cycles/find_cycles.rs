//! Each strongly connected component of a project's files, a file that imports itself too, with one shortest cycle.

use rustc_hash::FxHashMap;

use crate::relate::model::{Cycle, FileIndex};

use super::components::strongly_connected;
use super::graph::Graph;
use super::shortest_cycle::shortest_cycle;

/// `ordered`: all files in order of their paths; `imports`: project files that files import for certain. The cycles
/// are ordered by their first file.
pub fn find_cycles(ordered: &[FileIndex], imports: &FxHashMap<FileIndex, Vec<FileIndex>>) -> Vec<Cycle> {
    let places: FxHashMap<FileIndex, u32> = ordered
        .iter()
        .enumerate()
        .map(|(at, file)| (*file, at as u32))
        .collect();
    let targets = |file: &FileIndex| {
        imports
            .get(file)
            .into_iter()
            .flatten()
            .map(|target| places[target])
            .collect()
    };
    let graph = Graph::new(ordered.iter().map(targets).collect());
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
