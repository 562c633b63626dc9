export const MEDIA_TYPES = {
  json: 'application/json',
  schema: 'application/schema+json',
  problem: 'application/problem+json',
} as const;
