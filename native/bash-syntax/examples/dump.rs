//! Prints the tree of a script: `cargo run --example dump FILE`.
use bash_syntax::{NAMES, Node, Sink, parse};

#[derive(Default)]
struct Tree {
    nodes: Vec<(Node, u32)>,
    has_children: Vec<bool>,
}

impl Sink for Tree {
    fn open(&mut self, node: Node) {
        let depth = if node.parent == bash_syntax::NO_NODE {
            0
        } else {
            self.has_children[node.parent as usize] = true;
            self.nodes[node.parent as usize].1 + 1
        };
        self.nodes.push((node, depth));
        self.has_children.push(false);
    }
    fn close(&mut self, node: u32, end: u32) {
        self.nodes[node as usize].0.end = end;
    }
    fn text(&mut self, _node: u32, _text: &[u8]) {}
}

fn main() {
    let quiet = std::env::args().any(|a| a == "-q");
    let mut bad = 0;
    for path in std::env::args().skip(1).filter(|a| a != "-q") {
        let source = std::fs::read(&path).unwrap();
        let mut tree = Tree::default();
        let faults = parse(&source, &mut tree);
        if !quiet {
            for (at, (node, depth)) in tree.nodes.iter().enumerate() {
                let text = if tree.has_children[at] {
                    String::new()
                } else {
                    format!(
                        " {:?}",
                        String::from_utf8_lossy(&source[node.start as usize..node.end as usize])
                    )
                };
                let field = NAMES[node.field as usize];
                println!(
                    "{}{}{}{}{}",
                    "  ".repeat(*depth as usize),
                    if field.is_empty() {
                        String::new()
                    } else {
                        format!("{field}: ")
                    },
                    NAMES[node.kind as usize],
                    text,
                    if node.is_broken { " BROKEN" } else { "" }
                );
            }
        }
        if !faults.is_empty() {
            bad += 1;
        }
        for fault in faults.iter().take(3) {
            let line = 1 + source[..fault.start as usize].iter().filter(|b| **b == b'\n').count();
            let text = String::from_utf8_lossy(
                &source[fault.start as usize..(fault.end as usize).min(fault.start as usize + 60)],
            )
            .into_owned();
            println!("{path}:{line}: {:?} {text:?}", fault.missing);
        }
    }
    if quiet {
        println!("{bad} files with errors");
    }
}
