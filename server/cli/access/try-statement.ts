import { user } from '../../access/accounts/user.record.ts';
import type { ServedDefinition } from '../../definitions/define-record.ts';
import type { Statement } from '../../definitions/project/define-access-test.ts';
import type { Person, TestApp } from '../../entries/test-app.ts';
import type { TestAnswer, TestClient } from '../../entries/test-requests.ts';
import { AppError } from '../../errors.ts';
import { findRoute } from '../../features/access/subject.ts';
import { render } from '../../messages/message.ts';
import { systemContext } from '../../records/rows/write-context.ts';
import { suggestion } from '../../shared/text/words.ts';
import type { Server } from '../../start.ts';
import { valuesOf } from './made-up-values.ts';

/** What statements are tried on. */
export interface Ground {
  readonly server: Server;
  readonly app: TestApp;
  readonly people: ReadonlyMap<string, Person | undefined>;
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The longest chain of references for which rows are made. */
const MOST_DEPTH = 5;
/** The statuses of a refusal. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 404]);
/** Answers are printed by a command, which speaks English. */
const IN_ENGLISH = { headers: { 'accept-language': 'en' } };
/** The code for a row that others refer to, which says nothing about access. */
const REFERRED_TO = 10_070;

/** Makes the row that a statement is about and asks the server as the person. Returns what is wrong with the statement, if anything. */
export async function tryStatement(ground: Ground, statement: Statement): Promise<string | undefined> {
  const unknown = unknownIn(ground, statement);
  if (unknown !== undefined) return unknown;
  try {
    const answer = await ask(ground, statement);
    const { field } = statement.row;
    const code = answer.body.code ?? answer.body.error_code;
    if (answer.status < 300) {
      const isShown = field === undefined || Object.hasOwn(answer.body, field);
      return isShown === statement.isAllowed ? undefined : `the server answered ${answer.text.slice(0, 300)}`;
    }
    const isRefused = REFUSED.has(answer.status) && code !== REFERRED_TO;
    if (isRefused && !statement.isAllowed) return undefined;
    const undecided = isRefused ? '' : ', which decides nothing about access';
    return `the server answered ${answer.status}${undecided}: ${answer.text.slice(0, 300)}`;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    return `its row of '${statement.subject}' could not be made: ${reason}`;
  }
}

/** Why a row could not be made, in words; undefined for a fault of the command. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof AppError) return render(error.text, 'en');
  return error instanceof NeedsValue ? error.message : undefined;
}

/** A field for which no value can be made up, such as a file. */
class NeedsValue extends Error {}

/** A name in the statement that does not exist. A refusal of its request would prove nothing. */
function unknownIn(
  { server, people, values }: Ground,
  { person, verb, subject, row }: Statement,
): string | undefined {
  const { catalogue } = server.records;
  if (!people.has(person)) return unknownName('person', person, [...people.keys()]);
  if (verb === 'calls') {
    const known = server.routes.map(({ method, path }) => `${method} ${path}`);
    const isKnown = findRoute(server.routes, ...readRequest(subject)) !== undefined;
    return isKnown ? undefined : `there is no route '${subject}'${suggestion(subject, known)}`;
  }
  const definition = catalogue.served.find(({ name }) => name === subject);
  if (!definition) {
    const known = catalogue.served.map(({ name }) => name);
    return unknownName('record', subject, known);
  }
  const fields = Object.keys(definition.columns);
  const named = Object.keys({ ...values[subject], ...row.values }).concat(row.field ?? []);
  const unknown = named.find((name) => !fields.includes(name) && !Object.hasOwn(definition.fields, name));
  return unknown === undefined ? undefined : unknownName('field', unknown, fields);
}

function unknownName(what: string, name: string, names: readonly string[]): string {
  return `there is no ${what} '${name}'${suggestion(name, names)} (allowed: ${names.join(', ')})`;
}

/** Method and path of a request that is written as `GET /cms/log`. */
function readRequest(subject: string): [method: string, path: string] {
  const [method = '', url = ''] = subject.split(' ');
  const [path = ''] = url.split('?');
  return [method, path];
}

async function ask(
  ground: Ground,
  { person, verb, subject, row }: Statement,
): Promise<TestAnswer<Record<string, unknown>>> {
  const client = ground.app.as(ground.people.get(person));
  if (verb === 'calls') {
    const [method = '', url = ''] = subject.split(' ');
    return call(client, method, url);
  }
  const definition = getServed(ground, subject);
  const values = { ...ground.values[subject], ...row.values };
  const { path } = definition;
  if (verb === 'creates') {
    const sent = await completed(ground, { definition, values });
    return client.post(`${path}?dry_run=true`, asSent(sent), IN_ENGLISH);
  }
  const id = await makeRow(ground, { definition, values, owner: row.owner?.name });
  if (verb === 'sees') return client.get(`${path}/${id}`, IN_ENGLISH);
  if (verb === 'deletes') return client.delete(`${path}/${id}?dry_run=true`, IN_ENGLISH);
  return client.patch(`${path}/${id}?dry_run=true`, {}, IN_ENGLISH);
}

/** Sends a request; its method is that of a route. */
function call(client: TestClient, method: string, url: string): Promise<TestAnswer<Record<string, unknown>>> {
  if (method === 'GET') return client.get(url, IN_ENGLISH);
  if (method === 'DELETE') return client.delete(url, IN_ENGLISH);
  if (method === 'PUT') return client.put(url, {}, IN_ENGLISH);
  if (method === 'PATCH') return client.patch(url, {}, IN_ENGLISH);
  return client.post(url, {}, IN_ENGLISH);
}

function getServed({ server }: Ground, name: string): ServedDefinition {
  const found = server.records.catalogue.served.find((one) => one.name === name);
  if (!found) throw new Error(`there is no record '${name}'`);
  return found;
}

interface Wanted {
  readonly definition: ServedDefinition;
  readonly values: Readonly<Record<string, unknown>>;
  /** The user who creates the row, regardless of the rules; the server if left out. */
  readonly owner?: string | undefined;
  /** How many references led here. */
  readonly depth?: number;
}

async function makeRow(ground: Ground, wanted: Wanted): Promise<bigint> {
  const values = await completed(ground, wanted);
  const { definition, owner } = wanted;
  const person = owner === undefined ? undefined : ground.people.get(owner);
  const context = systemContext('access test');
  const actor = person ? { id: BigInt(person.id), username: person.username } : context.actor;
  return ground.server.records.write({ ...context, actor }, async (writes) => {
    const written = writes.catalogue.writable(definition);
    const id = await writes.create(written, values);
    if (definition.hasDrafts) await writes.publish(written, id);
    return id;
  });
}

/** The values given, and made-up ones for the other required fields. */
async function completed(ground: Ground, wanted: Wanted): Promise<Record<string, unknown>> {
  const { definition } = wanted;
  const values: Record<string, unknown> = { ...valuesOf(definition), ...wanted.values };
  for (const [name, { required, target, column }] of Object.entries(definition.fields)) {
    if (!required || target === undefined || values[name] !== undefined) continue;
    const id = await makeTarget(ground, wanted, { name, target });
    values[name] = column.type === 'ids' ? [id] : id;
  }
  return values;
}

/** The id of a new row for a required reference; users are the owner of the row, or `root`. */
async function makeTarget(
  ground: Ground,
  { owner, depth = 0 }: Wanted,
  { name, target }: { readonly name: string; readonly target: string },
): Promise<bigint> {
  if (target === user.name) return BigInt(ground.people.get(owner ?? 'root')?.id ?? ground.app.root.id);
  const isServed = ground.server.records.catalogue.served.some((one) => one.name === target);
  if (!isServed || depth >= MOST_DEPTH) throw new NeedsValue(`give its '${name}' a value, in 'values'`);
  const other = { definition: getServed(ground, target), values: ground.values[target] ?? {} };
  return makeRow(ground, { ...other, depth: depth + 1 });
}

/** Ids are numbers of JSON; a database of a test has small ones. */
function asSent(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(numeric) : numeric(value),
    ]),
  );
}

function numeric(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
