import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FreshApp } from '../fresh-app.ts';
import { at } from './at.ts';
import { type Asker, type Kind, kinds } from './worlds.ts';

/** Fields that rules guard, with a value that none of the records has. */
const FIELDS = { salary: '7.25', contract: 'other', rank: 'other', pin: 'other', name: 'other' } as const;
/** What each of these sends; writes are tried and taken back. */
const REQUESTS = {
  read: ['GET', ''],
  update: ['PATCH', '?dry_run=true'],
  delete: ['DELETE', '?dry_run=true'],
  history: ['GET', '/history'],
} as const;
const WORDS = { post: 'title', note: 'words', person: 'name' } as const;
/** The same by GraphQL, as the one field of an operation; it has no history. */
const BY_GRAPHQL = {
  read: (kind: Kind, id: number) => `{ asked: ${kind}(id: ${id}) { id } }`,
  update: (kind: Kind, id: number) =>
    `mutation { asked: update_${kind}(id: ${id}, values: {${WORDS[kind]}: "other"}, dry_run: true) { id would_be } }`,
  delete: (kind: Kind, id: number) =>
    `mutation { asked: delete_${kind}(id: ${id}, dry_run: true) { others } }`,
} as const;
/** A body that no route takes: who is let in is told that it is bad. */
const BAD = ['bad'];
/** Refused, not signed in or by a narrow key; a token whose user is deactivated. */
const REFUSALS: ReadonlySet<unknown> = new Set([10_000, 10_040]);
/** A key is not let in from here. Where the rule admits everybody, a few handlers look at a key nevertheless. */
const NOT_LET_IN = 10_262;
/** A fresh proof is asked for, a program is asked for one, and a required second factor is overdue. */
const [PROOF_ASKED, PROGRAM_ASKED, FACTOR_MISSING] = [10_302, 10_263, 10_303];
/** Who may delete a record is told that others refer to it. */
const IN_USE = 10_070;

/** What the server does, beside what explains it. */
interface Made {
  readonly isAllowed: boolean;
  readonly asksProof?: boolean;
  /** What the server answered, for readers of a failure. */
  readonly said: string;
}

/** A question about a decision, and what the server does. */
export interface Question {
  readonly query: string;
  readonly made: () => Promise<Made>;
}

interface AskedRoute {
  readonly method: string;
  readonly path: string;
  /** What it leaves a caller without a name. */
  readonly rows: string;
}

/** Decisions of any kind, by anybody, about any record, field, list or route. */
export function decisions() {
  const who = fc.nat();
  const record = fc.nat();
  const action = fc.constantFrom('read', 'update', 'delete', 'history');
  const field = fc.constantFrom(...(Object.keys(FIELDS) as (keyof typeof FIELDS)[]));
  return fc.oneof(
    { weight: 5, arbitrary: fc.record({ of: fc.constant('row'), who, kind: kinds, action, row: record }) },
    {
      weight: 2,
      arbitrary: fc.record({
        ...{ of: fc.constant('field'), who, field, row: record },
        action: fc.constantFrom('read', 'update'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ of: fc.constant('list'), who, kind: kinds }) },
    { weight: 2, arbitrary: fc.record({ of: fc.constant('route'), who, route: fc.nat() }) },
  );
}

export type Decision = ReturnType<typeof decisions> extends fc.Arbitrary<infer Value> ? Value : never;

/** Asks this app about decisions, and then has them made. */
export async function questionsTo(app: FreshApp, records: Readonly<Record<Kind, readonly number[]>>) {
  const routes = await routesToAsk(app);
  return function questionOf(one: Decision, { client }: Asker): Question {
    if (one.of === 'route') return aboutRoute(at(routes, one.route), client);
    if (one.of === 'field') return aboutField(one, at(records.person, one.row), client);
    if (one.of === 'list')
      return {
        query: `collection=${one.kind}&action=trash`,
        made: () => isDone(client.ask(`GET /v1/${one.kind}/trash`)),
      };
    const id = at(records[one.kind], one.row);
    const [method, rest] = REQUESTS[one.action];
    const body = method === 'PATCH' ? { [WORDS[one.kind]]: 'other' } : undefined;
    const path = `/v1/${one.kind}/${id}${rest}`;
    return {
      query: `collection=${one.kind}&action=${one.action}&id=${id}`,
      made: async () => {
        const made = await isDone(client.ask(`${method} ${path}`, body));
        if (one.action === 'history') return made;
        return sameByGraphql(made, client, BY_GRAPHQL[one.action](one.kind, id));
      },
    };
  };
}

function aboutField(
  { field, action }: Extract<Decision, { of: 'field' }>,
  id: number,
  client: Asker['client'],
): Question {
  const path = `/v1/person/${id}`;
  const made = async () => {
    if (action === 'update') {
      const written = await isDone(client.ask(`PATCH ${path}?dry_run=true`, { [field]: FIELDS[field] }));
      const change = `update_person(id: ${id}, values: {${field}: "${FIELDS[field]}"}, dry_run: true)`;
      return sameByGraphql(written, client, `mutation { asked: ${change} { id } }`);
    }
    const { status, body, text } = await client.ask(`GET ${path}`);
    const read = { isAllowed: status === 200 && Object.hasOwn(body, field), said: `${status} ${text}` };
    return sameByGraphql(read, client, `{ asked: person(id: ${id}) { ${field} } }`);
  };
  return { query: `collection=person&action=${action}&field=${field}&id=${id}`, made };
}

function aboutRoute({ method, path, rows: records }: AskedRoute, client: Asker['client']): Question {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const made = async () => {
    const { status, body, text } = await client.ask(`${method} ${path}`, hasBody ? BAD : undefined);
    const code = body.error_code ?? body.code;
    const isRefused = [401, 422].includes(status) && REFUSALS.has(code);
    const isKeptOut = records === 'none' && code === NOT_LET_IN;
    const isAllowed = !isRefused && !isKeptOut && code !== PROGRAM_ASKED && code !== FACTOR_MISSING;
    return { isAllowed, asksProof: code === PROOF_ASKED, said: `${status} ${text}` };
  };
  return { query: `method=${method}&path=${encodeURIComponent(path)}`, made };
}

/** Fails if GraphQL decides otherwise. A token that is not looked at everywhere is looked at there. */
async function sameByGraphql(made: Made, client: Asker['client'], query: string): Promise<Made> {
  const { status, text } = await client.ask('POST /graphql', { query });
  const { errors = [], data } = JSON.parse(text) as {
    errors?: { extensions?: { code?: number } }[];
    data?: { asked: unknown };
  };
  const isInUse = errors.some(({ extensions }) => extensions?.code === IN_USE);
  const isAllowed = status === 200 && (isInUse || (errors.length === 0 && data !== undefined));
  if (status !== 401 || isAllowed)
    assert.equal(isAllowed, made.isAllowed, `${query}: ${status} ${text}, and ${made.said}`);
  return made;
}

async function isDone(answer: Promise<{ status: number; text: string; body: unknown }>): Promise<Made> {
  const { status, body, text } = await answer;
  const isInUse = status === 403 && JSON.stringify(body).includes(`"code":${IN_USE}`);
  return { isAllowed: status < 300 || isInUse, said: `${status} ${text}` };
}

/**
 * What would end the session that asks or asks for another token, a list whose records depend on a parameter, and readiness, which a
 * busy machine refuses.
 */
const LEFT_OUT = /logout|refresh|^\/cms\/file$|^\/health\/ready$/;

/** All routes of the server, of records that are not there. */
async function routesToAsk({ root }: FreshApp): Promise<AskedRoute[]> {
  const { routes } = await root.read<{ routes: AskedRoute[] }>('/cms/access/matrix');
  return routes
    .filter(({ path }) => !LEFT_OUT.test(path))
    .map((one) => ({ ...one, path: one.path.replaceAll(/\{\w+\}/g, '999999') }));
}
