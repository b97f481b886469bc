import { hasTextIds, type ServedDefinition, textIdInPath } from '../../definitions/for-server.ts';
import { AppError, badParameters, isRefusal } from '../../errors.ts';
import { api } from '../../http/dialects/api.ts';
import { type Language, render } from '../../messages/index.ts';
import { ExactNumber, fromJson, type JsonObject, toJson } from '../../shared/index.ts';
import type { Asking, AskRoutes, InnerAnswer, InnerRequest } from './ask-routes.ts';
import { AS_DATA, MOST_CHARACTERS, requireReadable } from './data.ts';
import { pathWith } from './inner-path.ts';
import { message } from './messages/message.ts';
import { stepsOf } from './progress.ts';
import type { CallParams, RequestContext } from './sdk.ts';
import { CHANGING, MOST_RECORDS, PROPOSING, type Reachable, type Tool } from './tools.ts';

const DEFAULT_RECORDS = 10;

type Arguments = Readonly<Record<string, unknown>>;
type Answer = Pick<InnerAnswer, 'status' | 'text'>;

export interface Calling {
  readonly ask: AskRoutes;
  readonly asking: Asking;
  readonly language: Language;
  readonly tools: readonly Tool[];
  readonly reachable: Reachable;
  /** The languages of contents; empty if contents have none. */
  readonly locales: readonly string[];
}

/** The requests that a tool makes, where it is more than one. */
const STEPS: Readonly<Record<string, number>> = { [PROPOSING]: 3, change_record: 2 };

/** Calls a tool. Problems are the tool's result, so that the model reads them. A call that its caller has left stops. */
export async function callTool(
  calling: Calling,
  { name, arguments: given = {} }: CallParams,
  context: RequestContext,
): Promise<object> {
  try {
    requireArguments(calling.tools, name, given);
    const step = await stepsOf(context, STEPS[name ?? ''] ?? 1);
    const ask: AskRoutes = async (asking, request) => {
      const answer = await calling.ask(asking, request);
      await step();
      return answer;
    };
    const signal = AbortSignal.any([context.mcpReq.signal, calling.asking.signal]);
    const asking = { ...calling.asking, signal };
    const { status, text } = await answerOf({ ...calling, ask, asking }, name, given);
    requireReadable(text);
    return resultOf(text, status >= 400);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return resultOf(render(error.text, calling.language), true);
  }
}

function resultOf(text: string, isError: boolean): object {
  return { content: [{ type: 'text', text }], ...AS_DATA, ...(isError && { isError }) };
}

/** Throws unless the caller has such a tool, and it takes these arguments. Their values are checked where they are used. */
function requireArguments(tools: readonly Tool[], name: string | undefined, given: Arguments): void {
  const schema = tools.find((one) => one.name === name)?.inputSchema;
  if (!schema) throw badParameters({ name: message('notOneOf', { allowed: tools.map((one) => one.name) }) });
  for (const key of Object.keys(given))
    if (!Object.hasOwn(schema.properties, key))
      throw badParameters({ [key.slice(0, 60)]: message('notAField') });
  for (const key of schema.required)
    if (given[key] === undefined) throw badParameters({ [key]: message('missing') });
}

async function answerOf({ ask, asking, reachable }: Calling, name = '', given: Arguments): Promise<Answer> {
  if (name === PROPOSING) return propose(ask, asking, given);
  if (isChanging(name)) return change(ask, asking, name, { reachable, given });
  if (name === 'read_proposal') return read(ask, asking, `/v1/change-set/${idOf(given)}`);
  const definition = reachable.readable.find((one) => one.name === given.collection);
  if (!definition)
    throw badParameters({
      collection: message('notOneOf', { allowed: reachable.readable.map((one) => one.name) }),
    });
  return ask(asking, requestOf(name, definition, given));
}

function requestOf(name: string, definition: ServedDefinition, given: Arguments): InnerRequest {
  const { collection: _, id: __, ...query } = given;
  if (name === 'describe_collection') return { method: 'GET', path: `/cms/definition/${definition.name}` };
  if (name === 'read_record') {
    const path = definition.isSingleton ? definition.path : `${definition.path}/${idIn(definition, given)}`;
    return { method: 'GET', path: pathWith(path, query) };
  }
  if (definition.isSingleton) throw badParameters({ collection: message('mcpHasOneRecord') });
  const { count = DEFAULT_RECORDS } = given;
  const isCount = Number.isInteger(count) && Number(count) >= 1 && Number(count) <= MOST_RECORDS;
  if (!isCount) throw badParameters({ count: message('mcpCount', { max: MOST_RECORDS }) });
  return { method: 'GET', path: pathWith(definition.path, { ...query, count }) };
}

function isChanging(name: string): name is keyof typeof CHANGING {
  return Object.hasOwn(CHANGING, name);
}

/** Writes a record at once, by the route of its collection. */
async function change(
  ask: AskRoutes,
  asking: Asking,
  name: keyof typeof CHANGING,
  { reachable, given }: { readonly reachable: Reachable; readonly given: Arguments },
): Promise<Answer> {
  const choice = reachable.changeable[name];
  const definition = choice.find((one) => one.name === given.collection);
  if (!definition)
    throw badParameters({ collection: message('notOneOf', { allowed: choice.map((one) => one.name) }) });
  const { path, isSingleton } = definition;
  const query = { locale: given.locale };
  if (name === 'create_record')
    return ask(asking, { method: 'POST', path: pathWith(path, query), body: given.values });
  const one = isSingleton ? path : `${path}/${idIn(definition, given)}`;
  if (name === 'delete_record') return ask(asking, { method: 'DELETE', path: one });
  const changed = await ask(asking, { method: 'PATCH', path: pathWith(one, query), body: given.values });
  if (changed.status >= 400) return changed;
  const version = definition.hasDrafts ? 'draft' : undefined;
  return ask(asking, { method: 'GET', path: pathWith(one, { ...query, version }) });
}

/** Creates a change set of the caller and submits it: nothing changes until somebody else has approved it. */
async function propose(ask: AskRoutes, asking: Asking, given: Arguments): Promise<Answer> {
  if (!Array.isArray(given.items) || given.items.length === 0)
    throw badParameters({ items: message('missing') });
  const items = asking.base === api.base ? given.items : given.items.map(inOlderWords);
  const made = await ask(asking, { method: 'POST', path: '/v1/change-set', body: { ...given, items } });
  if (made.status >= 400) return made;
  const path = `/v1/change-set/${fromJson<{ readonly id: number | ExactNumber }>(made.text).id}`;
  if (asking.signal.aborted) {
    await ask(asking, { method: 'DELETE', path });
    asking.signal.throwIfAborted();
  }
  const submitted = await ask(asking, { method: 'POST', path: `${path}/submit` });
  if (submitted.status < 400) return read(ask, asking, path);
  await ask(asking, { method: 'DELETE', path }); // the caller would not return to it
  return submitted;
}

/** An item as the bases of older clients take it. */
function inOlderWords(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const { collection: record, ...others } = item as JsonObject;
  return { ...others, ...(record !== undefined && { record }) };
}

/** A change set, without its items where they are too long for a model. */
async function read(ask: AskRoutes, asking: Asking, path: string): Promise<Answer> {
  const answer = await ask(asking, { method: 'GET', path });
  if (answer.text.length <= MOST_CHARACTERS) return answer;
  const { items: _, ...set } = fromJson<JsonObject>(answer.text);
  return { status: answer.status, text: toJson(set) };
}

const ID = /^[1-9]\d{0,18}$/;
/** Tables of other programs number from 0 or below. */
const ANSWERED_ID = /^(?:0|-?[1-9]\d{0,18})$/;

function idOf({ id }: Arguments, form = ID): string {
  const isId = typeof id === 'string' || typeof id === 'number' || id instanceof ExactNumber;
  const text = isId ? String(id) : '';
  if (!form.test(text)) throw badParameters({ id: message('notPositive') });
  return text;
}

/** The id of a record in a path. Those of some queries are texts. */
function idIn(definition: ServedDefinition, given: Arguments): string {
  if (!hasTextIds(definition)) return idOf(given, definition.sql ? ANSWERED_ID : ID);
  const inPath = textIdInPath(given.id);
  if (inPath === undefined) throw new AppError('recordNotFound');
  return inPath;
}
