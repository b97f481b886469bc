import type { ServedDefinition } from '../../definitions/define-collection.ts';
import type { Statement } from '../../definitions/project/define-access-test.ts';
import type { TestAnswer, TestClient } from '../../entries/test-requests.ts';
import { findRoute } from '../../http/find-route.ts';
import { toJson } from '../../shared/exact-json.ts';
import { suggestion } from '../../shared/text/words.ts';
import { CannotMake, type Ground, type StatedRecords } from './stated-records.ts';

/** The statuses of a refusal. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 404]);
/** Answers are printed by a command, which speaks English. */
const IN_ENGLISH = { headers: { 'accept-language': 'en' } };
/** The codes for a record that others refer to, and for values that another record holds. They say nothing about access. */
const REFERRED_TO = 10_070;
const DUPLICATE = 10_060;

type Answer = TestAnswer<Record<string, unknown>>;

/** Makes the record that a statement is about and asks the server as the person. Returns what is wrong with the statement, if anything. */
export async function tryStatement(
  ground: Ground,
  records: StatedRecords,
  statement: Statement,
): Promise<string | undefined> {
  const unknown = unknownIn(ground, statement);
  if (unknown !== undefined) return unknown;
  try {
    const answer = await ask(ground, records, statement);
    const { field } = statement.record;
    if (answer.status < 300) {
      const isShown = field === undefined || Object.hasOwn(answer.body, field);
      return isShown === statement.isAllowed ? undefined : `the server answered ${answer.text.slice(0, 300)}`;
    }
    const isRefused = REFUSED.has(answer.status) && codeOf(answer) !== REFERRED_TO;
    if (isRefused && !statement.isAllowed) return undefined;
    const undecided = isRefused ? '' : ', which decides nothing about access';
    return `the server answered ${answer.status}${undecided}: ${answer.text.slice(0, 300)}`;
  } catch (error) {
    if (!(error instanceof CannotMake)) throw error;
    return `its record of '${statement.subject}' could not be made: ${error.message}`;
  }
}

function codeOf({ body }: Answer): unknown {
  return body.code ?? body.error_code;
}

/** A name in the statement that does not exist. A refusal of its request would prove nothing. */
function unknownIn(
  { server, people, values }: Ground,
  { person, verb, subject, record }: Statement,
): string | undefined {
  const { catalogue } = server.store;
  if (!people.has(person)) return unknownName('person', person, [...people.keys()]);
  if (verb === 'calls') {
    const known = server.routes.map(({ method, path }) => `${method} ${path}`);
    const isKnown = findRoute(server.routes, ...readRequest(subject)) !== undefined;
    return isKnown ? undefined : `there is no route '${subject}'${suggestion(subject, known)}`;
  }
  const definition = catalogue.served.find(({ name }) => name === subject);
  if (!definition) {
    const known = catalogue.served.map(({ name }) => name);
    return unknownName('collection', subject, known);
  }
  const fields = Object.keys(definition.columns);
  const named = Object.keys({ ...values[subject], ...record.values }).concat(record.field ?? []);
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
  records: StatedRecords,
  { person, verb, subject, record }: Statement,
): Promise<Answer> {
  const client = ground.app.as(ground.people.get(person));
  if (verb === 'calls') {
    const [method = '', url = ''] = subject.split(' ');
    return call(client, method, url);
  }
  const definition = getServed(ground, subject);
  const { path } = definition;
  const wanted = { definition, values: record.values ?? {} };
  if (verb === 'creates')
    return records.withValues(
      { ...wanted, owner: person },
      (values) => client.post(`${path}?dry_run=true`, toJson(values), IN_ENGLISH),
      (answer) => codeOf(answer) === DUPLICATE,
    );
  const id = await records.record({ ...wanted, owner: record.owner?.name });
  if (verb === 'sees') return client.get(`${path}/${id}`, IN_ENGLISH);
  if (verb === 'deletes') return client.delete(`${path}/${id}?dry_run=true`, IN_ENGLISH);
  return client.patch(`${path}/${id}?dry_run=true`, {}, IN_ENGLISH);
}

/** Sends a request; its method is that of a route. */
function call(client: TestClient, method: string, url: string): Promise<Answer> {
  if (method === 'GET') return client.get(url, IN_ENGLISH);
  if (method === 'DELETE') return client.delete(url, IN_ENGLISH);
  if (method === 'PUT') return client.put(url, {}, IN_ENGLISH);
  if (method === 'PATCH') return client.patch(url, {}, IN_ENGLISH);
  return client.post(url, {}, IN_ENGLISH);
}

function getServed({ server }: Ground, name: string): ServedDefinition {
  const found = server.store.catalogue.served.find((one) => one.name === name);
  if (!found) throw new Error(`there is no collection '${name}'`);
  return found;
}
