import { expect, test } from 'vitest';
import { AnalyzerError, ERRORS, EXIT } from './errors.ts';

test('the details stand in the message', () => {
  const error = new AnalyzerError('not_found', { what: 'directory', name: 'src' }, { hint: 'Check the spelling.' });
  expect(error.message).toBe('no such directory: src');
  expect(error).toMatchObject({ code: 'not_found', hint: 'Check the spelling.', name: 'AnalyzerError' });
});

test('a detail that itself looks like a placeholder is left alone', () => {
  expect(new AnalyzerError('unreadable', { path: '{reason}', reason: 'busy' }).message).toBe(
    'cannot read {reason}: busy',
  );
});

test('outsiders rely on these exit codes', () => {
  const codes = Object.fromEntries(Object.entries(ERRORS).map(([code, row]) => [code, row.exit]));
  expect({ ...EXIT, ...codes }).toEqual({
    ok: 0,
    findings: 1,
    usage: 2,
    incomplete: 2,
    output_exists: 2,
    invalid_file: 2,
    malformed_json: 2,
    invalid_request: 2,
    unsupported_schema: 2,
    not_found: 3,
    unreadable: 3,
    unusable_index: 4,
    no_snapshot: 4,
    stale_id: 4,
    snapshot_mismatch: 4,
    request_too_large: 5,
    result_too_large: 5,
    busy: 7,
    state_locked: 7,
    other_projects: 4,
    plan_mismatch: 4,
    stale_source: 4,
    tracker_unavailable: 4,
    result_rejected: 1,
    attempt_ambiguous: 4,
    unauthenticated: 6,
    host_forbidden: 6,
    origin_forbidden: 6,
    unknown_route: 2,
    method_not_allowed: 2,
    not_acceptable: 2,
    unsupported_media_type: 2,
    malformed_http: 2,
    request_timeout: 124,
    unavailable: 7,
    too_many_open_files: 71,
    output_failed: 70,
    output_closed: 141,
    internal: 70,
    timeout: 124,
    cancelled: 130,
  });
});

test('what may succeed when it is sent again is said to be', () => {
  expect(new AnalyzerError('timeout', {}).retryable).toBe(true);
  expect(new AnalyzerError('cancelled', {}).retryable).toBe(false);
});
