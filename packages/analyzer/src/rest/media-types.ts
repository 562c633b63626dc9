export const MEDIA_TYPES = {
  json: 'application/json',
  schema: 'application/schema+json',
  grammar: 'text/plain',
  problem: 'application/problem+json',
} as const;
