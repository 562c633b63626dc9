/** Swagger UI, which the page loads as a separate script. */
declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // No request leaves this server, and the URL cannot load another description.
  validatorUrl: null,
  queryConfigEnabled: false,
});

export {};
