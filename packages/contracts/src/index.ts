export { AnalyzerError, ERRORS, type ErrorCode, type ErrorDetails, EXIT } from './errors.ts';
export { compareBytes } from './order.ts';
