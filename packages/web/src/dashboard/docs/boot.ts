/** Swagger UI as the page loads it, in a script of its own. */
declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // Nothing leaves this server, and no address of another description is taken from the page's own address.
  validatorUrl: null,
  queryConfigEnabled: false,
});

export {};
