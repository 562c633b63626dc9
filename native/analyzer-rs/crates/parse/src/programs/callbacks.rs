//! The callbacks of a file and of programs, and the declarations of programs.

use super::exchanges::{Exchange, Places};
use crate::elements::element_block::Callback;
use crate::extract::elements::element_reader::MIN_NODES;

/// In order of position, without hashes.
pub fn join(own: &[Callback], exchanges: &[Exchange], places: &Places) -> Vec<Callback> {
    let mut callbacks: Vec<Callback> = own.to_vec();
    for it in &mut callbacks {
        (it.first, it.count) = places.range(it.first, it.count);
    }
    for it in exchanges {
        let element = places.of(it.first);
        let declarations = declarations_of(it);
        callbacks.extend(
            declarations
                .into_iter()
                .chain(it.block.callbacks.iter().cloned())
                .map(|row| {
                    let (start_byte, end_byte) = it.program.bytes(row.start_byte, row.end_byte);
                    Callback {
                        first: element + row.first,
                        start_line: it.program.line(row.start_line),
                        end_line: it.program.line(row.end_line),
                        start_byte,
                        end_byte,
                        ..row
                    }
                }),
        );
    }
    callbacks.sort_by_key(|it| (it.start_byte, u32::MAX - it.end_byte));
    callbacks
}

fn declarations_of(exchange: &Exchange) -> Vec<Callback> {
    let facts = &exchange.program.facts.declarations;
    let rows = exchange.block.bodies.iter().filter_map(|body| {
        let it = facts
            .get(body.declaration as usize)
            .filter(|it| it.nodes >= MIN_NODES)?;
        Some(Callback {
            name: format!("{} {}", it.qualified_name, it.kind.name()),
            first: body.first,
            count: body.count,
            last_closings: body.last_closings,
            nodes: it.nodes,
            start_line: it.start_line,
            end_line: it.end_line,
            start_byte: it.start_byte,
            end_byte: it.end_byte,
            hash: 0,
            shape: 0,
        })
    });
    rows.collect()
}
