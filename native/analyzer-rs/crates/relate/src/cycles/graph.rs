//! A directed graph as adjacency lists in one array.

use rustc_hash::FxHashMap;

pub struct Graph {
    /// The successors of `v` are `to[first[v]]` up to `to[first[v + 1]]`, in ascending order.
    pub first: Vec<u32>,
    pub to: Vec<u32>,
}

impl Graph {
    /// `lists`: successors of each vertex; repeated ones count once.
    pub fn new(lists: Vec<Vec<u32>>) -> Self {
        let mut graph = Self {
            first: vec![0],
            to: Vec::new(),
        };
        for mut list in lists {
            list.sort_unstable();
            list.dedup();
            graph.to.extend(list);
            graph.first.push(graph.to.len() as u32);
        }
        graph
    }

    pub fn count(&self) -> usize {
        self.first.len() - 1
    }

    /// In ascending order.
    pub fn successors(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.to[self.first[vertex] as usize..self.first[vertex + 1] as usize]
    }

    /// The same vertices with reversed edges.
    pub fn reversed(&self) -> Self {
        let mut lists = vec![Vec::new(); self.count()];
        for vertex in 0..self.count() as u32 {
            for next in self.successors(vertex) {
                lists[*next as usize].push(vertex);
            }
        }
        Self::new(lists)
    }

    /// The edges between some vertices, which get the numbers 0, 1, … in the given order.
    pub fn subgraph(&self, vertices: &[u32]) -> Self {
        let index: FxHashMap<u32, u32> = vertices
            .iter()
            .enumerate()
            .map(|(at, vertex)| (*vertex, at as u32))
            .collect();
        let edges_of = |vertex: &u32| {
            self.successors(*vertex)
                .iter()
                .filter_map(|next| index.get(next).copied())
                .collect()
        };
        Self::new(vertices.iter().map(edges_of).collect())
    }
}
