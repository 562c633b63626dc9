//! The strongly connected components of a graph.

use super::graph::Graph;

/// Each with its vertices in ascending order, ordered by their least vertex. Linear in vertices and edges; not
/// recursive, so depth needs no machine stack.
///
/// R. Tarjan: Depth-first search and linear graph algorithms, SIAM J. Comput. 1(2), 1972, doi:10.1137/0201010
pub fn strongly_connected(graph: &Graph) -> Vec<Vec<u32>> {
    let count = graph.count();
    let mut search = Search {
        number: vec![0; count],
        low: vec![0; count],
        on_stack: vec![false; count],
        ..Search::default()
    };
    let mut next_edge: Vec<u32> = graph.first[..count].to_vec();
    let mut components: Vec<Vec<u32>> = Vec::new();
    for root in 0..count {
        if search.number[root] != 0 {
            continue;
        }
        search.enter(root);
        while let Some(&vertex) = search.path.last() {
            let edge = next_edge[vertex];
            if edge < graph.first[vertex + 1] {
                next_edge[vertex] = edge + 1;
                let next = graph.to[edge as usize] as usize;
                if search.number[next] == 0 {
                    search.enter(next);
                } else if search.on_stack[next] {
                    search.low[vertex] = search.low[vertex].min(search.number[next]);
                }
                continue;
            }
            search.path.pop();
            if let Some(&parent) = search.path.last() {
                search.low[parent] = search.low[parent].min(search.low[vertex]);
            }
            if search.low[vertex] == search.number[vertex] {
                components.push(search.take_component(vertex));
            }
        }
    }
    components.sort_by_key(|component| component[0]);
    components
}

#[derive(Default)]
struct Search {
    number: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    path: Vec<usize>,
    visited: u32,
}

impl Search {
    fn enter(&mut self, vertex: usize) {
        self.visited += 1;
        self.number[vertex] = self.visited;
        self.low[vertex] = self.visited;
        self.on_stack[vertex] = true;
        self.stack.push(vertex);
        self.path.push(vertex);
    }

    fn take_component(&mut self, root: usize) -> Vec<u32> {
        let mut component = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.on_stack[member] = false;
            component.push(member as u32);
            if member == root {
                break;
            }
        }
        component.sort_unstable();
        component
    }
}
