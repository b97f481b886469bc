import { outerLimit } from '../../background/limits.ts';
import { boolean } from '../../definitions/project/setting-kinds.ts';
import { defineModule } from '../../module/define-module.ts';
import { makeAskRoutes } from './ask-routes.ts';
import { mcpRoute } from './mcp-route.ts';

/** Agents, by the Model Context Protocol. */
export const mcp = defineModule({
  name: 'mcp',
  settings: {
    MCP: boolean({
      initial: false,
      meaning:
        'Whether agents reach the server at /mcp by the Model Context Protocol, with API keys; needs an optional package.',
    }),
  },
  packages: { '@modelcontextprotocol/server': 'MCP' },
  about: 'server',
  keyReach: 'otherRoutes',
  isOn: (settings) => settings.mcp,
  open({ settings: { corsOrigins, publicUrl, limits }, store: { catalogue }, app }) {
    const atOnce = outerLimit(limits.requestsAtOnce);
    return { routes: [mcpRoute({ catalogue, ask: makeAskRoutes(app), atOnce, corsOrigins, publicUrl })] };
  },
});
