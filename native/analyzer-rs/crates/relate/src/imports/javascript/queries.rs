//! Queries of bundlers: https://vite.dev/guide/assets

use parse::facts::ImportPhase;

/// What bundlers return for `./a.ts?raw` and `./a.ts?worker` is not the module; `None` for other queries, such as `?v=1`.
pub fn phase_of_query(specifier: &str) -> Option<ImportPhase> {
    let (_, query) = specifier.split_once('?')?;
    let query = query.split('#').next().unwrap_or("");
    let has = |wanted: &[&str]| {
        let mut keys = query.split('&').map(|it| it.split('=').next().unwrap_or(""));
        keys.any(|key| wanted.contains(&key))
    };
    if has(&["worker", "sharedworker"]) {
        Some(ImportPhase::Worker)
    } else {
        has(&["raw", "url", "inline"]).then_some(ImportPhase::Asset)
    }
}
