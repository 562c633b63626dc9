export { jsonText, visibleControls } from './controls.ts';
export {
  AnalyzerError,
  ERRORS,
  type ErrorCode,
  type ErrorDetails,
  EXIT,
  type FieldError,
  type FieldErrorCode,
} from './errors.ts';
export { compareBytes } from './order.ts';
