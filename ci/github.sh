#!/usr/bin/env bash
# The check of action.yml: writes a SARIF file, a job summary and annotations. Exits as `analyzer check`.
#
#   ANALYZER_PATH      project folder
#   ANALYZER_AGAINST   git revision whose merge base to compare with; empty for the baseline
#   ANALYZER_CONTRACTS manifest, or a folder with one; empty for none
#   ANALYZER_FAIL_ON   what fails besides new copies and cycles: missed, drift, or both with a comma; empty for nothing
#   ANALYZER_CACHE     folder of the parse cache
#   ANALYZER_SARIF     file to write
set -euo pipefail

options=(--cache-dir "$ANALYZER_CACHE")
if [[ -n "$ANALYZER_AGAINST" ]]; then options+=(--against "$ANALYZER_AGAINST"); fi
if [[ -n "${ANALYZER_CONTRACTS:-}" ]]; then options+=(--contracts "$ANALYZER_CONTRACTS"); fi
if [[ -n "${ANALYZER_FAIL_ON:-}" ]]; then options+=(--fail-on "$ANALYZER_FAIL_ON"); fi
options+=(-- "$ANALYZER_PATH")

# Runs the check with an output format; findings (exit code 1) do not end the script.
check() {
  findings=0
  analyzer check "$@" "${options[@]}" || findings=$?
  if (( findings > 1 )); then exit "$findings"; fi
}

mkdir -p -- "$ANALYZER_CACHE"
rm -f -- "$ANALYZER_SARIF"
check --format sarif -o "$ANALYZER_SARIF"
check --format markdown >> "$GITHUB_STEP_SUMMARY"
check --format github
exit "$findings"
