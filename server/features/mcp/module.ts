import { defineModule } from '../../module/define-module.ts';
import { makeAskRoutes } from './ask-routes.ts';
import { mcpRoute } from './mcp-route.ts';

/** Agents, by the Model Context Protocol. */
export const mcp = defineModule({
  name: 'mcp',
  isOn: (settings) => settings.mcp,
  open({ settings: { corsOrigins, publicUrl }, records: { catalogue }, app }) {
    return { routes: [mcpRoute({ catalogue, ask: makeAskRoutes(app), corsOrigins, publicUrl })] };
  },
});
