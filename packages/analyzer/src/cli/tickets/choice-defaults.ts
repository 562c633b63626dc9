export const DEFAULT_FOLDER = 'tickets';
/** Seconds. */
export const DEFAULT_TIMEOUT = 3600;
