//! The first sentences of doc comments, whose words `packages/core/src/index/write/word-writer.ts` stores: the rules of
//! `packages/core/src/index/words/doc-sentence.ts`, for files in which they need no Unicode properties. The program reads the
//! other files itself.

mod comments;
mod docstring;
mod first_sentence;
mod lines;

use parse::facts::FileFacts;
use scan::read_entries::ParsedSource;
use syntax::decode::decode;

use comments::{comment_lines, doc_block};
use docstring::docstring;
use first_sentence::push_first_sentence;
use lines::Lines;

/// The program reads no doc comments in larger files.
const LARGEST_FILE: usize = 4 * 1024 * 1024;

/// A line for each declaration, empty if it has no doc comment. `None` for a file that the program must read.
pub fn doc_sentences(source: ParsedSource<'_>, facts: &FileFacts) -> Option<Vec<u8>> {
    let ParsedSource { bytes, mode } = source;
    let decoded = decode(bytes, mode.language).ok()?;
    if bytes.len() > LARGEST_FILE || decoded.encoding.is_some() {
        return None;
    }
    let lines = Lines::of(&decoded.text)?;
    let mut out = String::new();
    for declaration in &facts.declarations {
        push_sentence(&lines, declaration.start_line as usize - 1, mode.language, &mut out);
        out.push('\n');
    }
    Some(out.into_bytes())
}

/// `start`: index of the first line of the declaration.
fn push_sentence(lines: &Lines<'_>, start: usize, language: &str, out: &mut String) {
    let around = lines.around(start);
    match language {
        "python" => push_first_sentence(docstring(&around, start).split('\n').map(str::trim_ascii), out),
        "bash" => push_first_sentence(comment_lines(&around, start).into_iter().rev(), out),
        _ => push_first_sentence(doc_block(&around, start).into_iter().rev(), out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Vectors {
        cases: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        language: String,
        /// With `▸` before the declaration.
        code: String,
        sentence: String,
        /// The program must read the file.
        is_left: Option<bool>,
    }

    #[test]
    fn sentences_are_those_of_the_program() {
        let text = include_str!("../../../../../fixtures/vectors/doc-sentences.json");
        let Vectors { cases } = serde_json::from_str(text).expect("the vectors");
        for Case {
            language,
            code,
            sentence,
            is_left,
        } in cases
        {
            let (before, after) = code.split_once('▸').expect("a declaration");
            let start = Lines::of(before).map_or(0, |lines| lines.count() - 1);
            let found = Lines::of(&[before, after].concat()).map(|lines| {
                let mut out = String::new();
                push_sentence(&lines, start, &language, &mut out);
                out
            });
            let expected = (is_left != Some(true)).then_some(sentence);
            assert_eq!(found, expected, "{language}: {code}");
        }
    }
}
