//! The scripts of a file of Vue, Svelte or Astro, as HTML ends them: at the first `</script`.

use std::ops::Range;

use base::languages::hosts::{HOSTS, Host};
use memchr::memmem;

use super::regions::{BOM, FoundCode, RegionProblem, ScriptImport};
use super::tag::{Tag, end_of_name, is_blank_at, name_between, read_tag};

/// Longest part of a name in a message.
const SHOWN_NAME: usize = 40;

pub fn find_scripts(source: &[u8], host: &'static Host) -> FoundCode {
    let found = FoundCode::default();
    let mut reader = MarkupReader { source, host, found };
    let mut from = reader.fenced();
    while let Some(at) = find(source, b"<", from) {
        from = reader.markup(at);
    }
    reader.found
}

struct MarkupReader<'s> {
    source: &'s [u8],
    host: &'static Host,
    found: FoundCode,
}

impl MarkupReader<'_> {
    /// The code between fences at the start of the file. Returns the offset after it.
    fn fenced(&mut self) -> usize {
        let source = self.source;
        let Some(fence) = self.host.fence.as_deref().map(str::as_bytes) else {
            return 0;
        };
        let mut first = if source.starts_with(BOM) { BOM.len() } else { 0 };
        while is_blank_at(source, first) {
            first += 1;
        }
        if !source[first..].starts_with(fence) {
            return 0;
        }
        let start = first + fence.len();
        for feed in memchr::memchr_iter(b'\n', &source[start..]) {
            let mut at = start + feed + 1;
            while source.get(at) != Some(&b'\n') && is_blank_at(source, at) {
                at += 1;
            }
            if source[at..].starts_with(fence) {
                self.add(start..at, &self.host.default);
                return at + fence.len();
            }
        }
        self.unclosed(first, self.host.fence.clone().unwrap_or_default())
    }

    /// `at`: offset of a `<`. Returns the offset after what starts there.
    fn markup(&mut self, at: usize) -> usize {
        let source = self.source;
        if source[at..].starts_with(b"<!--") {
            return match find(source, b"-->", at + 4) {
                Some(end) => end + 3,
                None => self.unclosed(at, "<!--".to_owned()),
            };
        }
        let is_blocks = self.host.finder == "blocks";
        let name_end = end_of_name(source, at + 1);
        let name = name_between(source, at + 1..name_end);
        if name.is_empty() || !(is_blocks || name == "script" || name == "style") {
            return name_end.max(at + 1);
        }
        let shown = || format!("<{}>", &name[..name.len().min(SHOWN_NAME)]);
        let Some(tag) = read_tag(source, at) else {
            return self.unclosed(at, shown());
        };
        if tag.is_self_closing {
            if name == "script" {
                self.script(at, &tag, tag.end);
            }
            return tag.end;
        }
        let is_html = |lang: String| lang.is_empty() || lang == "html";
        let is_nested = name == "template" && self.value(&tag, "lang").is_none_or(is_html);
        let close = if is_nested {
            self.end_of_template(tag.end)
        } else {
            self.closing(&name, tag.end)
        };
        let Some(close) = close else {
            return self.unclosed(at, shown());
        };
        if name == "script" {
            self.script(at, &tag, close);
        }
        close + 1
    }

    fn script(&mut self, at: usize, tag: &Tag, close: usize) {
        let Some(kind) = HOSTS.script_mode(&self.value(tag, "type").unwrap_or_default()) else {
            return;
        };
        let lang = self.value(tag, "lang").unwrap_or_default();
        let Some(mode) = HOSTS.script_mode(&lang) else {
            let shown = &lang[..lang.len().min(SHOWN_NAME)];
            let message = format!("the script is in {shown}, which is not read");
            self.found.problems.push(RegionProblem { at, message });
            self.found.unread.get_or_insert_with(|| shown.to_owned());
            return;
        };
        let stated = [mode, kind].into_iter().find(|it| !it.is_empty());
        let mode = stated.unwrap_or(&self.host.default);
        match tag.attribute("src") {
            None => self.add(tag.end..close, mode),
            Some(Some(value)) => self.import(at, value.clone(), mode),
            Some(None) => {}
        }
    }

    fn import(&mut self, tag: usize, value: Range<usize>, mode: &'static str) {
        let is_plain = |byte: &u8| !matches!(byte, b'\n' | b'\r' | b'\\');
        if self.source[value.clone()].iter().all(is_plain) {
            self.found.imports.push(ScriptImport { tag, value });
            self.add_mode(mode);
        }
    }

    fn add(&mut self, region: Range<usize>, mode: &'static str) {
        self.found.regions.push(region);
        self.add_mode(mode);
    }

    fn add_mode(&mut self, mode: &'static str) {
        if !self.found.modes.contains(&mode) {
            self.found.modes.push(mode);
        }
    }

    fn value(&self, tag: &Tag, name: &str) -> Option<String> {
        let value = tag.attribute(name)?.clone()?;
        Some(name_between(self.source, value))
    }

    /// The offset of the closing tag of a name.
    fn closing(&self, name: &str, from: usize) -> Option<usize> {
        memmem::find_iter(&self.source[from..], b"</")
            .map(|at| from + at)
            .find(|at| self.is_word(at + 2, name))
    }

    /// The same for `template`, which may be nested.
    fn end_of_template(&self, from: usize) -> Option<usize> {
        let source = self.source;
        let mut depth = 1;
        let mut next = from;
        while let Some(at) = find(source, b"<", next) {
            next = at + 1;
            if source[at..].starts_with(b"<!--") {
                next = find(source, b"-->", at + 4)?;
            } else if source.get(next) == Some(&b'/') && self.is_word(next + 1, "template") {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            } else if self.is_word(next, "template") {
                let tag = read_tag(source, at)?;
                if !tag.is_self_closing {
                    depth += 1;
                }
                next = tag.end;
            }
        }
        None
    }

    fn is_word(&self, at: usize, word: &str) -> bool {
        let end = at + word.len();
        let after = matches!(self.source.get(end), Some(b'>' | b'/')) || is_blank_at(self.source, end);
        after && name_between(self.source, at..end) == word
    }

    /// States that something has no end; nothing after it is read.
    fn unclosed(&mut self, at: usize, what: String) -> usize {
        let message = format!("{what} is not closed");
        self.found.problems.push(RegionProblem { at, message });
        self.source.len()
    }
}

/// The offset of a text at or after an offset.
fn find(source: &[u8], text: &[u8], from: usize) -> Option<usize> {
    let rest = source.get(from..)?;
    memmem::find(rest, text).map(|at| from + at)
}
