// What an isolated plug-in's process runs: it takes away what Node's permission model leaves, loads the plug-in, and passes calls
// and questions on. It guards nothing that the server does not check again: code of the plug-in may send any message itself.
import { AsyncLocalStorage } from 'node:async_hooks';
import { registerHooks } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

type Values = Readonly<Record<string, unknown>>;
type Work = (event: Values) => unknown;

/** The modules of Node that compute only. Others are not there, though the permission model would refuse what most of them do. */
const MODULES = [
  'assert',
  'buffer',
  'events',
  'path',
  'querystring',
  'stream',
  'stream/promises',
  'string_decoder',
  'timers',
  'timers/promises',
  'url',
  'util',
  'util/types',
];
const ALLOWED = new Set(MODULES.flatMap((name) => [name, `node:${name}`]));

/** Functions of `process` that concern this process alone, and those that Node itself calls. */
const KEPT = new Set([
  ...['cpuUsage', 'cwd', 'emitWarning', 'exit', 'hrtime', 'memoryUsage', 'nextTick', 'reallyExit', 'uptime'],
  ...['_fatalException', '_tickCallback', 'ref', 'unref'],
]);

/** What `quire-cms` is in this process. */
const QUIRE = `
export const defineIsolatedPlugin = (source) => source;
export class Refusal extends Error {
  constructor(text, field) { super(String(text)); this.name = 'QuireRefusal'; this.field = field; }
}
export function refuse(text, field = '') { throw new Refusal(text, field); }
`;

const { stdin, stdout } = process;
const write = stdout.write.bind(stdout);
const platform = JSON as typeof JSON & { rawJSON(text: string): unknown };

function send(message: Values): void {
  const text = JSON.stringify(message, (_, one) =>
    typeof one === 'bigint' ? platform.rawJSON(String(one)) : one,
  );
  write(`${text}\n`);
}

/** Whole numbers that a double would round are bigints, as in the records of hooks within the server. */
function read(line: string): Values {
  const exact = (_: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && context?.source
      ? BigInt(context.source)
      : value;
  return JSON.parse(line, exact);
}

/** Takes away what reaches beyond this process: the permission model knows nothing of signals to others. */
function confine(): void {
  for (const name of Object.getOwnPropertyNames(process)) {
    const value: unknown = Reflect.get(process, name);
    if (typeof value === 'function' && !KEPT.has(name)) Reflect.deleteProperty(process, name);
  }
  for (const name of ['WebSocket', 'EventSource', 'Worker']) Reflect.deleteProperty(globalThis, name);
  for (const name of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const)
    console[name] = (...said: unknown[]) => process.stderr.write(`${said.map(String).join(' ')}\n`);
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'quire-cms')
        return { url: `data:text/javascript,${encodeURIComponent(QUIRE)}`, shortCircuit: true };
      const found = next(specifier, context);
      if (found.url.startsWith('node:') && !ALLOWED.has(found.url))
        throw new Error(`an isolated plug-in has no module '${specifier}' (allowed: ${MODULES.join(', ')})`);
      return found;
    },
    load(url, context, next) {
      const found = next(url, context);
      const isModule =
        found.format === 'module' || found.format === 'module-typescript' || found.format === 'builtin';
      if (!isModule && found.format !== 'json')
        throw new Error(`an isolated plug-in consists of ES modules; ${url} is ${found.format}`);
      return found;
    },
  });
}

let asked = 0;
const open = new Map<number, PromiseWithResolvers<unknown>>();

/** Asks the server, in the name of the call that runs. */
function ask(call: unknown, what: string, about: Values): Promise<unknown> {
  asked += 1;
  const answer = Promise.withResolvers<unknown>();
  open.set(asked, answer);
  send({ ask: asked, call, what, about });
  return answer.promise;
}

function recordsFor(call: unknown) {
  return {
    find: (collection: unknown, id: unknown) => ask(call, 'find', { collection, id }),
    list: (collection: unknown, query: unknown = {}) => ask(call, 'list', { collection, query }),
    create: (collection: unknown, values: unknown) => ask(call, 'create', { collection, values }),
    update: (collection: unknown, id: unknown, values: unknown) =>
      ask(call, 'update', { collection, id, values }),
    remove: (collection: unknown, id: unknown) => ask(call, 'delete', { collection, id }),
  };
}

/** The call whose work runs, for `fetch`, which libraries call without knowing of one. */
const current = new AsyncLocalStorage<unknown>();

async function fetchByServer(input: unknown, init: RequestInit = {}): Promise<Response> {
  const request = new Request(input instanceof Request ? input : String(input), init);
  const about = {
    url: request.url,
    method: request.method,
    headers: Object.fromEntries(request.headers),
    ...(request.body && { body: await request.text() }),
  };
  const answer = (await ask(current.getStore(), 'fetch', about)) as {
    status: number;
    headers: Record<string, string>;
    body: string;
  };
  const isEmpty = [204, 205, 304].includes(answer.status);
  return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: answer.headers });
}

/** Where a plug-in has what is called, by the kind of the call. */
const PLACES: Readonly<Record<string, string>> = { job: 'jobs', draw: 'parts', action: 'actions' };

function workOf(plugin: unknown, { kind, collection, name }: Values): Work | undefined {
  const all = (plugin ?? {}) as Record<string, Record<string, unknown> | undefined>;
  if (kind === 'hook')
    return (all.hooks?.[String(collection)] as Record<string, Work> | undefined)?.[String(name)];
  return all[PLACES[String(kind)] ?? '']?.[String(name)] as Work | undefined;
}

/** What of an answer the server waits for. */
function answerOf({ kind, name }: Values, value: unknown): unknown {
  if (kind === 'draw') return { shows: value ?? [] };
  const isAwaited = kind === 'action' || name === 'beforeCreate' || name === 'beforeUpdate';
  return isAwaited ? (value ?? null) : null;
}

async function run(plugin: unknown, { id, call }: Values): Promise<void> {
  try {
    const asked = call as Values & { event: Values };
    const work = workOf(plugin, asked);
    if (!work)
      throw new Error(
        `its module has no ${asked.kind} '${[asked.collection, asked.name].filter(Boolean).join('.')}'`,
      );
    const mail = (name: unknown, options: unknown = {}) => ask(id, 'mail', { name, options });
    const value = await current.run(id, work, { ...asked.event, records: recordsFor(id), send: mail });
    send({ done: id, value: answerOf(asked, value) });
  } catch (error) {
    const { name, message, field } = (error ?? {}) as { name?: unknown; message?: unknown; field?: unknown };
    if (name === 'QuireRefusal')
      send({ done: id, refusal: { text: String(message), field: String(field ?? '') } });
    else send({ done: id, failure: String(message ?? error).slice(0, 500) });
  }
}

function settle({ answer, value, failure }: Values): void {
  const asking = open.get(Number(answer));
  open.delete(Number(answer));
  if (failure === undefined) asking?.resolve(value ?? undefined);
  else asking?.reject(new Error(String(failure)));
}

/** Tells why nothing more can be expected of this process. */
function giveUp(error: unknown): void {
  send({ broken: String((error as Error)?.message ?? error).slice(0, 500) }); // whatever was thrown
}

const main = process.argv[2] ?? '';
confine();
globalThis.fetch = fetchByServer as typeof fetch;
process.stderr.unref?.();
try {
  const { default: plugin } = (await import(pathToFileURL(main).href)) as { default: unknown };
  send({ ready: true });
  for await (const line of createInterface({ input: stdin })) {
    const message = read(line);
    if ('answer' in message) settle(message);
    else run(plugin, message).catch(giveUp);
  }
  process.exit(); // the server is gone
} catch (error) {
  giveUp(error);
}
