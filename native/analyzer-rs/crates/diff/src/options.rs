//! Completes the chosen options.

use base::errors::AnalyzerError;
use relate::similarity::bounds::ONE;
use scan::model::ScanOptions;
use scan::options::{ChosenOptions, complete_options};

use super::model::DiffOptions;

pub const DEFAULT_THRESHOLD: f64 = 0.7;
pub const DEFAULT_MAX_PAIRS: u64 = 20_000;

/// `threshold`: above 0, at most 1. `without`: bits of classes. Fails with `usage` for invalid values.
pub fn complete_diff_options(
    chosen: ChosenOptions,
    threshold: Option<f64>,
    max_pairs: Option<u64>,
    without: u32,
) -> Result<DiffOptions, AnalyzerError> {
    let threshold = threshold.unwrap_or(DEFAULT_THRESHOLD);
    let millionths = (threshold * ONE as f64).round();
    if !(1.0..=ONE as f64).contains(&millionths) {
        return Err(AnalyzerError::usage(format!(
            "--threshold is a number above 0, up to 1, not {}",
            shown(threshold)
        )));
    }
    let scan: ScanOptions = complete_options(chosen)?;
    Ok(DiffOptions {
        scan,
        threshold: millionths as u64,
        max_pairs: max_pairs.unwrap_or(DEFAULT_MAX_PAIRS),
        without,
    })
}

/// As JavaScript writes a non-negative number.
fn shown(number: f64) -> String {
    if number == 0.0 || (1e-6..1e21).contains(&number) {
        return number.to_string();
    }
    if number.is_infinite() {
        return "Infinity".to_owned();
    }
    let text = format!("{number:e}");
    if number < 1.0 { text } else { text.replace('e', "e+") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threshold_is_above_0_and_up_to_1_in_millionths() {
        let threshold = |it| complete_diff_options(ChosenOptions::default(), Some(it), None, 0).map(|it| it.threshold);
        assert_eq!(threshold(0.7), Ok(700_000));
        assert_eq!(threshold(0.000_001), Ok(1));
        assert_eq!(threshold(1.0), Ok(1_000_000));
        for (number, written) in [
            (0.0, "0"),
            (1.5, "1.5"),
            (1e-7, "1e-7"),
            (1e21, "1e+21"),
            (100.0, "100"),
        ] {
            let error = threshold(number).expect_err("an error");
            assert!(error.message.ends_with(&format!(", not {written}")), "{error}");
        }
    }
}
