import { outerLimit } from '../../background/limits.ts';
import { boolean } from '../../definitions/project/setting-kinds.ts';
import { defineModule } from '../../module/define-module.ts';
import { makeAskRoutes } from './ask-routes.ts';
import { mcpRoute } from './mcp-route.ts';

/** Where an agent finds who gives tokens for the endpoint that it asked (RFC 9728). */
const METADATA = '/.well-known/oauth-protected-resource';

/** Agents, by the Model Context Protocol. */
export const mcp = defineModule({
  name: 'mcp',
  settings: {
    MCP: boolean({
      initial: false,
      meaning:
        'Whether agents reach the server at /mcp by the Model Context Protocol, with API keys or, with PROVIDER, as people let them; needs an optional package.',
    }),
  },
  packages: { '@modelcontextprotocol/server': 'MCP' },
  about: 'server',
  keyReach: 'otherRoutes',
  isOn: (settings) => settings.mcp,
  open({ settings: { corsOrigins, publicUrl, limits }, store: { catalogue }, app, routes, toUrl }) {
    const atOnce = outerLimit(limits.requestsAtOnce);
    const ask = makeAskRoutes(app);
    /** Tells agents where people let them in, where the server does that itself. */
    const challenge = (base: string) => {
      const place = `${METADATA}${base}/mcp`;
      return routes.some(({ path }) => path === place) ? `resource_metadata="${toUrl(place)}"` : undefined;
    };
    return { routes: [mcpRoute({ catalogue, ask, atOnce, corsOrigins, publicUrl, challenge })] };
  },
});
