import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { callerOf, type Door } from '../../access/index.ts';
import type { KeyedLimit } from '../../background/limits.ts';
import { type Catalogue, login } from '../../definitions/for-server.ts';
import { AppError, badParameters } from '../../errors.ts';
import { Bytes, type Input, type Route, route } from '../../http/index.ts';
import { render } from '../../messages/message.ts';
import { toJson } from '../../shared/exact-json.ts';
import type { AskRoutes } from './ask-routes.ts';
import { type Calling, callTool } from './call-tool.ts';
import { CallsUnderWay } from './calls-under-way.ts';
import { message } from './messages/message.ts';
import { completionsOf, filledPrompt, listedPrompts } from './prompts.ts';
import { readResource, resourcesFor, templatesFor } from './resources.ts';
import { loadSdk, type ProtocolServer } from './sdk.ts';
import { reachableBy, toolsFor } from './tools.ts';

export interface McpParts {
  readonly catalogue: Catalogue;
  readonly ask: AskRoutes;
  /** Bounds the calls that are answered at the same time. */
  readonly atOnce: KeyedLimit;
  readonly corsOrigins: readonly string[];
  readonly publicUrl: string | undefined;
  readonly challenge: (base: string) => string | undefined;
}

const STREAM = 'text/event-stream';
const CANCELLED = 'notifications/cancelled';
/** Headers that the protocol reads. */
const READ = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;
const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} } as const;
/** One request gets one answer, which a call's progress may come before: no subscriptions, no sessions. */
const STATELESS = { maxSubscriptions: 0, keepAliveMs: 0 } as const;

/** The Model Context Protocol over streamable HTTP: what an API key may do, or an app for its person, as tools, resources and prompts of agents. */
export function mcpRoute(parts: McpParts): Route {
  const underWay = new CallsUnderWay();
  return route({
    method: 'POST',
    path: '/mcp',
    tag: message('mcpTag'),
    access: login,
    summary: message('mcpSummary'),
    isNotForLin: true,
    isAlwaysAnswered: true, // within `atOnce`
    refusesIdempotencyKeys: true,
    challenge: parts.challenge,
    async handle(door, input) {
      requireOrigin(parts, input.headers);
      const { key } = door.actor;
      if (!key) throw new AppError('authenticationFailed', { reason: message('agentsUseKeys') });
      if (Array.isArray(input.body)) throw badParameters({ '': message('mcpNoBatches') });
      const caller = callerOf(door.actor, input.from.address);
      const agent = `${caller} ${key.id}`; // other programs of one person cancel none of its calls
      const { id, method, params } = isObject(input.body) ? input.body : {};
      if (method === CANCELLED && isObject(params)) underWay.cancel(agent, params.requestId);
      const leaveLimit = parts.atOnce.enter(caller);
      const { signal, leave: leaveCalls } = underWay.enter(agent, id);
      const leave = () => {
        leaveLimit();
        leaveCalls();
      };
      try {
        const answered = await answer(await callingOf(parts, door, input, signal), input);
        if (answered.stream) answered.stream.once('close', leave);
        else leave();
        return answered;
      } catch (error) {
        leave();
        throw error;
      }
    },
  });
}

/** A page that the server does not know must not use a key that it got hold of (DNS rebinding among others). */
function requireOrigin({ corsOrigins, publicUrl }: McpParts, { origin }: IncomingHttpHeaders): void {
  if (origin === undefined || corsOrigins.includes(origin)) return;
  if (publicUrl === undefined || URL.parse(publicUrl)?.origin !== origin) throw new AppError('foreignPage');
}

async function callingOf(
  { catalogue, ask }: McpParts,
  door: Door,
  { headers, from, base, language }: Input,
  signal: AbortSignal,
) {
  const reachable = reachableBy(catalogue, door.admission, door.actor);
  const asked = language();
  return {
    ask,
    asking: {
      authorization: headers.authorization ?? '',
      language: asked,
      address: from.address,
      base,
      signal,
    },
    language: asked,
    tools: toolsFor(reachable, catalogue.locales.length > 0, asked),
    reachable,
    locales: catalogue.locales.map(({ name }) => name),
  };
}

function handleAll(server: ProtocolServer, calling: Calling): void {
  const { reachable, language } = calling;
  server.setRequestHandler('tools/list', async () => ({ tools: calling.tools }));
  server.setRequestHandler('tools/call', ({ params = {} }, context) => callTool(calling, params, context));
  server.setRequestHandler('resources/list', async () => ({ resources: resourcesFor(reachable, language) }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: templatesFor(reachable, language),
  }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(calling, params?.uri));
  server.setRequestHandler('prompts/list', async () => ({ prompts: listedPrompts(calling) }));
  server.setRequestHandler('prompts/get', ({ params = {} }) => filledPrompt(calling, params));
  server.setRequestHandler('completion/complete', async ({ params }) =>
    completionsOf(calling, params?.argument?.name, params?.argument?.value),
  );
}

/** The protocol server lives for one request, so the rights of the key are asked each time. */
async function answer(calling: Calling, { headers, body }: Input): Promise<Bytes> {
  const { Server, createMcpHandler } = await loadSdk();
  const handler = createMcpHandler(() => {
    const instructions = render(message('mcpInstructions'), calling.language);
    const options = { capabilities: CAPABILITIES, instructions };
    const server = new Server({ name: 'quire', version: '1' }, options);
    handleAll(server, calling);
    return server;
  }, STATELESS);
  const sent = Object.fromEntries(
    READ.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
  );
  const request = new Request('http://localhost/mcp', { method: 'POST', headers: sent, body: toJson(body) });
  const response = await handler.fetch(request, { parsedBody: body });
  const type = response.headers.get('content-type');
  const isStream = type?.startsWith(STREAM) && response.body;
  return new Bytes(
    response.status,
    { 'cache-control': 'no-store', ...(type !== null && { 'content-type': type }) },
    isStream ? Readable.fromWeb(isStream as Parameters<typeof Readable.fromWeb>[0]) : await response.text(), // the same streams
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
