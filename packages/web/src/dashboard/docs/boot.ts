import { visibleControls } from '@analyzer/contracts/controls';

/** Swagger UI, which the page loads as a separate script. */
declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;

type Properties = Readonly<Record<string, unknown>>;
interface PluginSystem {
  React: { createElement(component: unknown, properties: Properties): unknown };
}

/** Shows bidirectional characters of responses and examples as escapes: events can contain them. */
function visibleText({ React }: PluginSystem): object {
  const wrapped = (Original: unknown) => (properties: Properties) => {
    const { children } = properties;
    const shown = typeof children === 'string' ? visibleControls(children) : children;
    return React.createElement(Original, { ...properties, children: shown });
  };
  return { wrapComponents: { HighlightCode: wrapped } };
}

SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // No request leaves this server, and the URL cannot load another description.
  validatorUrl: null,
  queryConfigEnabled: false,
  plugins: [visibleText],
});
