// Generated from packages/contracts/schemas/analyzer.problem.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * Why there is no answer; the same in every interface.
 */
export interface ProblemV1 {
  /**
   * What kind of problem it is.
   */
  code:
    | 'usage'
    | 'incomplete'
    | 'output_exists'
    | 'invalid_file'
    | 'malformed_json'
    | 'invalid_request'
    | 'unsupported_schema'
    | 'not_found'
    | 'unreadable'
    | 'unusable_index'
    | 'no_snapshot'
    | 'stale_id'
    | 'snapshot_mismatch'
    | 'request_too_large'
    | 'result_too_large'
    | 'busy'
    | 'state_locked'
    | 'other_projects'
    | 'plan_mismatch'
    | 'stale_source'
    | 'tracker_unavailable'
    | 'result_rejected'
    | 'attempt_ambiguous'
    | 'unauthenticated'
    | 'host_forbidden'
    | 'origin_forbidden'
    | 'unknown_route'
    | 'method_not_allowed'
    | 'not_acceptable'
    | 'unsupported_media_type'
    | 'malformed_http'
    | 'request_timeout'
    | 'unavailable'
    | 'too_many_open_files'
    | 'output_failed'
    | 'output_closed'
    | 'internal'
    | 'timeout'
    | 'cancelled';
  /**
   * The problem as a sentence.
   */
  message: string;
  /**
   * The remedy.
   */
  hint?: string;
  /**
   * Only for an invalid request: the errors with their location.
   */
  errors?: {
    /**
     * JSON Pointer (RFC 6901) into the request.
     */
    pointer: string;
    /**
     * What kind of mistake it is.
     */
    code: 'unknown_name' | 'missing' | 'wrong_type' | 'not_allowed' | 'out_of_range' | 'bad_format' | 'bad_glob';
    /**
     * The problem as a sentence.
     */
    message: string;
  }[];
  /**
   * The same request may succeed later.
   */
  retryable: boolean;
}
