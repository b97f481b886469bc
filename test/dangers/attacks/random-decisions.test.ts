import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/rows/api-keys.ts';
import { ADMINISTERS } from '../../support/rows/delegates.ts';

/** How many decisions are explained and then made; RANDOM_DECISIONS=10000 for a long night. */
const DECISIONS = Number(process.env.RANDOM_DECISIONS ?? 600);
/** How many are made of one set of rows and grants. */
const OF_ONE_WORLD = 20;
const GRANTS = ['编辑全部文章', '查看文章历史', '查看薪资', '修改薪资', '搜索日志', '查询所有日志'];
const PERMISSIONS = [...GRANTS, ...Object.values(ADMINISTERS)];
/** Fields that rules guard, with a value that none of the rows has. */
const FIELDS = { salary: '7.25', contract: 'other', rank: 'other', pin: 'other', name: 'other' } as const;
/** What each of these sends; writes are tried and taken back. */
const REQUESTS = {
  read: ['GET', ''],
  update: ['PATCH', '?dry_run=true'],
  delete: ['DELETE', '?dry_run=true'],
  history: ['GET', '/history'],
} as const;
const WORDS = { post: 'title', note: 'words', person: 'name' } as const;
type Kind = keyof typeof WORDS;

interface Explained {
  readonly allowed: boolean;
}

/** Somebody who asks, and how questions about them begin. */
interface Asker {
  readonly name: string;
  readonly client: Pick<Person, 'ask'>;
  readonly about: string;
  readonly isSignedOut?: boolean;
}

/** A question about a decision, and what the server does. */
interface Question {
  readonly query: string;
  readonly made: () => Promise<Made>;
}

interface Made {
  readonly isAllowed: boolean;
  /** What the server answered, for whoever reads a failure. */
  readonly said: string;
}

const app = await freshApp({ contentDir: 'test/content/rules' });
const { root } = app;
const permissionIds = await app.permissionIds(...PERMISSIONS);
const groups = await Promise.all([1, 2, 3].map(() => app.groupWith()));
const people = await Promise.all([1, 2, 3, 4].map(makePerson));
const programs = await makePrograms();
const rows: Record<Kind, number[]> = { post: [], note: [], person: [] };
/** Posts that are not deleted, to which notes may refer. */
const standing: number[] = [];
const writers = [root, ...people];
for (const person of people) await root.done(`PUT /cms/admin/user/${person.id}/memberships/${groups[0]}`, {});
standing.push(await makeRow('post', root, { state: 'draft', reviewer: 0 }));
for (const kind of ['note', 'person'] as const) await makeRow(kind, root, { state: 'draft', reviewer: 0 });
const routes = await routesToAsk();

const pick = <T>(list: readonly T[]) => fc.constantFrom(...list);
const kinds = pick<Kind>(['post', 'post', 'note', 'person']);

describe('what is explained is what the server then does', () => {
  const count = Math.ceil(DECISIONS / OF_ONE_WORLD);
  it(`for ${count * OF_ONE_WORLD} random decisions`, async (test) => {
    const told = { yes: 0, no: 0 };
    await fc.assert(
      fc.asyncProperty(worlds(), fc.array(decisions(), sizeOf(OF_ONE_WORLD)), async (world, asked) => {
        await change(world);
        for (const one of asked) {
          const asker = await askerOf(one.who);
          const { query, made } = questionOf(one, asker);
          const allowed = await isExplainedAsAllowed(query, asker);
          if (allowed === undefined) continue;
          const { isAllowed, said } = await made();
          assert.equal(isAllowed, allowed, `${asker.name}: ${query} (explained: ${allowed}): ${said}`);
          told[allowed ? 'yes' : 'no'] += 1;
        }
      }),
      { numRuns: count, endOnFailure: true },
    );
    test.diagnostic(`${told.yes} allowed, ${told.no} refused`);
    assert.ok(told.yes > 0 && told.no > 0);
  });
});

/** Undefined for who is deactivated where everybody may ask: some of these routes look at a token all the same, others do not. */
async function isExplainedAsAllowed(
  query: string,
  { about, isSignedOut }: Asker,
): Promise<boolean | undefined> {
  const ask = (user: string) => root.read<Explained>(`/cms/access/explain?${query}${user}`);
  const { allowed } = await ask(about);
  const isUndecided =
    !allowed && isSignedOut === true && query.startsWith('method') && (await ask('')).allowed;
  return isUndecided ? undefined : allowed;
}

function sizeOf(length: number) {
  return { minLength: length, maxLength: length };
}

/** Some changes of rows, grants, memberships and activity. */
function worlds() {
  return fc.record({
    rows: fc.array(
      fc.record({
        kind: kinds,
        writer: fc.nat(),
        state: pick(['draft', 'published']),
        reviewer: fc.nat(),
        isDeleted: fc.nat({ max: 5 }).map((one) => one === 0),
      }),
      { maxLength: 3 },
    ),
    grants: fc.array(fc.record({ group: fc.nat(), permission: fc.nat(), isGiven: fc.boolean() }), {
      maxLength: 4,
    }),
    memberships: fc.array(fc.record({ person: fc.nat(), group: fc.nat(), isOver: fc.boolean() }), {
      maxLength: 2,
    }),
    inactive: fc.option(fc.nat(), { freq: 3, nil: undefined }),
  });
}

type World = ReturnType<typeof worlds> extends fc.Arbitrary<infer Value> ? Value : never;

async function change({ rows: made, grants, memberships, inactive }: World): Promise<void> {
  for (const { kind, writer, state, reviewer, isDeleted } of made) {
    const id = await makeRow(kind, at(writers, writer), { state, reviewer });
    if (isDeleted) await root.done(`DELETE /v1/${kind}/${id}`);
    else if (kind === 'post') standing.push(id);
  }
  for (const { group, permission, isGiven } of grants) {
    const ids = [at(permissionIds, permission)];
    const changes = [{ group_id: at(groups, group), ...(isGiven ? { grant: ids } : { revoke: ids }) }];
    await root.done('POST /cms/admin/grants', { changes });
  }
  for (const { person, group, isOver } of memberships) {
    const path = `/cms/admin/user/${at(people, person).id}/memberships/${at(groups, group)}`;
    await root.done(`PUT ${path}`, {});
    if (isOver)
      await app.behind(
        'update quire_membership set until = 1 where user_id = ? and group_id = ?',
        ...[at(people, person).id, at(groups, group)],
      );
  }
  await deactivate(inactive);
}

/** Lets all sign in but this person, who is signed out. */
async function deactivate(number: number | undefined): Promise<void> {
  for (const one of people.filter(({ isSignedOut }) => isSignedOut)) {
    await root.done(`PUT /cms/admin/user/${one.id}/activation`);
    Object.assign(one, app.as((await app.signIn(one.username)).access), { isSignedOut: false });
  }
  if (number === undefined) return;
  const out = at(people, number);
  await root.done(`DELETE /cms/admin/user/${out.id}/activation`);
  out.isSignedOut = true;
}

/** Rows whose references lead to others, of somebody who may make them. */
async function makeRow(
  kind: Kind,
  by: Pick<Person, 'make'>,
  { state, reviewer }: { readonly state: string; readonly reviewer: number },
): Promise<number> {
  const number = rows[kind].length;
  const made = {
    person: () => root.make('/v1/person', { name: `person ${number}`, salary: '1.00', pin: '1' }),
    note: () => root.make('/v1/note', { words: `note ${number}`, post: at(standing, reviewer) }),
    post: async () => {
      const id = await by
        .make('/v1/post', { title: `post ${number}` })
        .catch(() => root.make('/v1/post', { title: `post ${number}` })); // whoever is deactivated writes nothing
      const active = people.filter(({ isSignedOut }) => !isSignedOut); // nobody else may be referred to anew
      await root.done(`PATCH /v1/post/${id}`, { state, reviewers: [at(active, reviewer).id] });
      return id;
    },
  };
  const id = await made[kind]();
  rows[kind].push(id);
  return id;
}

function decisions() {
  const who = fc.nat();
  const row = fc.nat();
  const action = pick(['read', 'update', 'delete', 'history'] as const);
  const field = pick(Object.keys(FIELDS) as (keyof typeof FIELDS)[]);
  return fc.oneof(
    { weight: 5, arbitrary: fc.record({ of: fc.constant('row' as const), who, kind: kinds, action, row }) },
    {
      weight: 2,
      arbitrary: fc.record({
        ...{ of: fc.constant('field' as const), who, field, row },
        action: pick(['read', 'update'] as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ of: fc.constant('list' as const), who, kind: kinds }) },
    { weight: 2, arbitrary: fc.record({ of: fc.constant('route' as const), who, route: fc.nat() }) },
  );
}

type Decision = ReturnType<typeof decisions> extends fc.Arbitrary<infer Value> ? Value : never;

function questionOf(one: Decision, { client }: Asker): Question {
  if (one.of === 'route') return routeQuestion(at(routes, one.route), client);
  if (one.of === 'field') return fieldQuestion(one, client);
  if (one.of === 'list')
    return {
      query: `record=${one.kind}&action=trash`,
      made: () => isDone(client.ask(`GET /v1/${one.kind}/trash`)),
    };
  const id = at(rows[one.kind], one.row);
  const [method, rest] = REQUESTS[one.action];
  const body = method === 'PATCH' ? { [WORDS[one.kind]]: 'other' } : undefined;
  return {
    query: `record=${one.kind}&action=${one.action}&id=${id}`,
    made: () => isDone(client.ask(`${method} /v1/${one.kind}/${id}${rest}`, body)),
  };
}

function fieldQuestion(
  { field, action, row }: Extract<Decision, { of: 'field' }>,
  client: Asker['client'],
): Question {
  const path = `/v1/person/${at(rows.person, row)}`;
  const query = `record=person&action=${action}&field=${field}&id=${at(rows.person, row)}`;
  const made = async () => {
    if (action === 'update')
      return isDone(client.ask(`PATCH ${path}?dry_run=true`, { [field]: FIELDS[field] }));
    const { status, body, text } = await client.ask(`GET ${path}`);
    return { isAllowed: status === 200 && Object.hasOwn(body, field), said: `${status} ${text}` };
  };
  return { query, made };
}

interface AskedRoute {
  readonly method: string;
  readonly path: string;
}

/** A body that no route takes: who is let in is told that it is bad. */
const BAD = ['bad'];

function routeQuestion({ method, path }: AskedRoute, client: Asker['client']): Question {
  const some = path === '/cms/file' ? '?mine=true' : ''; // who may list some files asks for those
  const made = async () => {
    const { status, body, text } = await client.ask(
      `${method} ${path}${some}`,
      method === 'GET' ? undefined : BAD,
    );
    const isRefused = [401, 422].includes(status) && REFUSALS.has(body.error_code ?? body.code);
    return { isAllowed: !isRefused, said: `${status} ${text}` };
  };
  return { query: `method=${method}&path=${encodeURIComponent(path)}`, made };
}

/** Refused, not signed in or by a narrow key; a token whose user is deactivated. */
const REFUSALS: ReadonlySet<unknown> = new Set([10_000, 10_040]);

/** Who may delete a row is told that others refer to it. */
const IN_USE = 10_070;

async function isDone(answer: Promise<{ status: number; text: string; body: unknown }>): Promise<Made> {
  const { status, body, text } = await answer;
  const isInUse = status === 403 && JSON.stringify(body).includes(`"code":${IN_USE}`);
  return { isAllowed: status < 300 || isInUse, said: `${status} ${text}` };
}

/** Routes beside those of records, which change nothing by these requests. */
async function routesToAsk(): Promise<AskedRoute[]> {
  const { paths } = await app.nobody.read<{
    paths: Record<string, Record<string, { requestBody?: object }>>;
  }>('/openapi.json');
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const isHarmless = method === 'get' || requestBody !== undefined;
      const isOfSession = /refresh|oidc|scim|console|changes|passkey/.test(path);
      if (!path.startsWith('/cms') || !isHarmless || isOfSession) return [];
      return { method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, '999999') };
    }),
  );
}

/** Service users with keys: one that may all that its user may, and narrower ones. */
async function makePrograms() {
  const { program } = keysOf(app);
  const limits = [
    {},
    { read_only: true },
    { records: ['post'] },
    { records: ['person'], read_only: true },
    { permissions: ['post.edit', 'log.search'] },
  ];
  const made = [];
  for (const one of limits) made.push(await program(one, [groups[made.length % groups.length] ?? 0]));
  return made;
}

async function makePerson() {
  return { ...(await app.person()), isSignedOut: false };
}

async function askerOf(who: number): Promise<Asker> {
  const all: Asker[] = [
    { name: 'nobody', client: app.nobody, about: '' },
    { name: 'root', client: root, about: '&user=1' },
    ...[...people, ...people].map((one) => ({
      name: one.username,
      client: one,
      about: `&user=${one.id}`,
      isSignedOut: one.isSignedOut,
    })),
    ...programs.map((one) => ({ name: one.owner.username, client: one, about: `&key=${one.id}` })),
  ];
  return at(all, who);
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  assert.ok(found !== undefined);
  return found;
}
