//! The sets of 5-grams of `fixtures/vectors/similarity`.

use crate::fixtures::{list, mode, read, read_json, text};
use base::hex::hex;
use parse::Parser;
use parse::engine::{Parse, ParseMode, ParseOutcome, ParserOptions};
use sha2::{Digest, Sha256};

fn grams(parser: &mut Parser, source: &[u8], mode: ParseMode<'_>) -> Option<Vec<u64>> {
    match parser.parse("x", source, mode) {
        ParseOutcome::Analyzed { facts, .. } | ParseOutcome::Partial { facts, .. } => facts.grams.clone(),
        _ => None,
    }
}

#[test]
fn grams_of_the_sources() {
    let streams = read_json("vectors/stream/streams.json");
    let mut parser = Parser::new(ParserOptions::default());
    for vector in list(&read_json("vectors/similarity/grams.json")["files"]) {
        let name = text(&vector["source"]);
        let stream = list(&streams["files"])
            .iter()
            .find(|it| it["source"] == vector["source"]);
        let mode = mode(&stream.expect("a stream of the source")["mode"]);
        let source = read(&format!("vectors/stream/sources/{name}"));
        parser.hand_out_grams(true);
        let found = grams(&mut parser, &source, mode).expect("grams");
        assert_eq!(
            found.len() as u64,
            vector["grams"].as_u64().expect("a number"),
            "{name}"
        );
        let bytes: Vec<u8> = found.iter().flat_map(|gram| gram.to_be_bytes()).collect();
        assert_eq!(hex(&Sha256::digest(&bytes)), text(&vector["sha256"]), "{name}");
        parser.hand_out_grams(false);
        assert_eq!(grams(&mut parser, &source, mode), None, "{name}");
    }
}
