// Takes long: each form of a rule is asked in each way that shows records.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { type Answer, freshApp } from '../../support/fresh-app.ts';
import { makeRecords } from '../../support/records/novels.ts';
import { appsOf } from '../../support/sign-in/apps.ts';
import { temporaryFolder } from '../../support/test-database.ts';

// Every kind of rule × every way to a record × everybody who may ask.

const states = ['open', 'closed'] as const;
const callers = ['nobody', 'member', 'granted', 'owner', 'root'] as const;
type State = (typeof states)[number];
type Caller = (typeof callers)[number];
/** What a rule leaves of a record that `owner` made: the record, no record, or a refusal. */
type Left = 'it' | 'not it' | 'refused';

const signedIn = (caller: Caller) => caller !== 'nobody';
const isRoot = (caller: Caller) => caller === 'root';
const leave = (isIt: boolean): Left => (isIt ? 'it' : 'not it');
const unlessRefused = (isLetIn: boolean, isIt: boolean): Left => (isLetIn ? leave(isIt) : 'refused');

/** Each kind of rule as a definition says it, what it leaves of a record of `owner`'s, and whether it lets the caller make one. */
const kinds: Record<
  string,
  { rule: string; left(caller: Caller, state: State): Left; makes?(caller: Caller, state: State): Left }
> = {
  everybody: { rule: 'everyone', left: () => 'it' },
  members: { rule: 'login', left: (caller) => unlessRefused(signedIn(caller), true) },
  holders: {
    rule: `permission('Use holders', 'all')`,
    left: (caller) => unlessRefused(caller === 'granted' || isRoot(caller), true),
  },
  supers: { rule: 'superAdministrator', left: (caller) => unlessRefused(isRoot(caller), true) },
  own: {
    rule: 'ownRecords(login)',
    left: (caller) => unlessRefused(signedIn(caller), caller === 'owner' || isRoot(caller)),
    makes: (caller) => unlessRefused(signedIn(caller), true),
  },
  own_of_holders: {
    rule: `ownRecords(permission('Use own_of_holders', 'all'))`,
    left: (caller) => unlessRefused(caller === 'granted' || isRoot(caller), isRoot(caller)),
    makes: (caller) => unlessRefused(caller === 'granted' || isRoot(caller), true),
  },
  condition: {
    rule: `recordsWhere(everyone, { state: 'open' })`,
    left: (caller, state) => leave(state === 'open' || isRoot(caller)),
  },
  condition_of_asker: {
    rule: `recordsWhere(login, (actor) => ({ state: 'open', create_user_id: actor.id }))`,
    left: (caller, state) =>
      unlessRefused(signedIn(caller), (caller === 'owner' && state === 'open') || isRoot(caller)),
    makes: (caller, state) => unlessRefused(signedIn(caller), state === 'open' || isRoot(caller)),
  },
  condition_through: {
    rule: `recordsWhere(login, { gate: { state: 'open' } })`,
    left: (caller, state) => unlessRefused(signedIn(caller), state === 'open' || isRoot(caller)),
  },
  several: {
    rule: `anyOf(recordsWhere(everyone, { state: 'open' }), ownRecords(login), permission('Use several', 'all'))`,
    left: (caller, state) => leave(state === 'open' || ['owner', 'granted', 'root'].includes(caller)),
    makes: (caller, state) => leave(state === 'open' || signedIn(caller)),
  },
};

const app = await freshApp({
  contentDir: contentOf(Object.entries(kinds)),
  ...{ graphql: true, provider: true },
});
const { register, signIn } = appsOf(app);
const owner = await app.person();
const holder = await app.granted(
  ...Object.entries(kinds).flatMap(([kind, { rule }]) => {
    if (!rule.includes('permission(')) return [];
    return isOfAnybody(rule) ? [`${kind}.all`, `answered_${kind}.all`] : [`${kind}.all`];
  }),
);
const persons: Record<Caller, Client> = {
  nobody: app.nobody,
  member: await app.person(),
  granted: holder,
  owner,
  root: app.root,
};
/** Apps see and write what their person may. */
const APPS = { 'app of granted': 'granted', 'app of owner': 'owner', 'app of root': 'root' } as const;
type App = keyof typeof APPS;
type Asker = Caller | App;
const askers: readonly Asker[] = [...callers, ...(Object.keys(APPS) as App[])];
const personOf = (asker: Asker): Caller => (asker in APPS ? APPS[asker as App] : (asker as Caller));
const made = await register();
const appOf = async (asker: App) => signIn(made, persons[APPS[asker]], { scope: 'write' });
const people: Record<Asker, Client> = {
  ...persons,
  'app of granted': await appOf('app of granted'),
  'app of owner': await appOf('app of owner'),
  'app of root': await appOf('app of root'),
};
const ask = (caller: Asker, request: string, body?: unknown) =>
  people[caller].ask(request.replace(/(?<= ).*/, encodeURI), body);

/** A record of its own for what is going to be tried, with a text that nothing else holds. */
let records = 0;
async function makeRecord(kind: string, state: State) {
  const mark = `mark${++records}x`;
  const [gate] = await makeRecords(app, 'gate', [{ state }]);
  const [id] = await makeRecords(app, kind, [{ title: mark, state, gate }], BigInt(owner.id));
  return { mark, id: Number(id), gate: Number(gate) };
}
type Made = Awaited<ReturnType<typeof makeRecord>>;

const ok = new Set([200, 201]);
function expectTold(what: string, answer: Answer<unknown>, { mark }: Made, [left, unseen]: [Left, number]) {
  const expected = { it: 200, 'not it': unseen, refused: 401 }[left];
  assert.equal(answer.status, expected, `${what}: ${answer.text}`);
  assert.equal(answer.text.includes(mark), left === 'it', `${what}: ${answer.text}`);
}

/** Ways that show a record, by what is answered where the record is not the caller's. */
const reading: Record<string, readonly [path: string, unseen: number]> = {
  get: [':id', 404],
  'get fields': [':id?fields=title', 404],
  'get can': [':id?can=1', 404],
  list: ['?count=100', 200],
  filter: ['?filter[title][eq]=:mark', 200],
  'filter by group': ['?filter[or][0][title][eq]=:mark', 200],
  sort: ['?sort=-title&filter[title][starts]=:mark', 200],
  q: ['?q=:mark', 200],
  'by keyset': ['?sort=-id&count=100', 200],
  fields: ['?fields=title&filter[id][eq]=:id', 200],
  can: ['?can=1&filter[id][eq]=:id', 200],
  search: ['search?q=:mark', 200],
  'search one': ['search/one?q=:mark', 404],
  group: ['aggregate?group=title&filter[id][eq]=:id', 200],
  max: ['aggregate?select=max.title&filter[id][eq]=:id', 200],
  'export csv': ['export?format=csv&filter[id][eq]=:id', 200],
  'export json': ['export?format=json', 200],
  history: [':id/history', 404],
  'as of': [':id?as_of=2000', 404],
  'list as of': ['?as_of=2000&count=100&sort=-id', 200],
};
const readingDeleted: typeof reading = {
  'history of a deleted record': [':id/history', 404],
  trash: ['trash?count=100', 200],
  'as of before it was deleted': [':id?as_of=2000', 404],
};

/** What a query answers was made by nobody, so no rule asks who made it. */
function isOfAnybody(rule: string): boolean {
  return !rule.includes('ownRecords') && !rule.includes('create_user_id');
}

/** Queries keep no past. */
const PAST = /history|as_of/;
const answering = Object.entries(reading).filter(([, [path]]) => !PAST.test(path));

/** Sorting, grouping and measuring through the reference tell what a read of the record itself would. */
async function expectOrdered(caller: Asker, kind: string, { id, mark }: Made, isIt: Left) {
  const only = `filter[target][eq]=${id}`;
  for (const path of [
    `?sort=target.title&${only}`,
    `?sort=-target.gate,target.title&count=1&${only}`,
    `/export?format=json&sort=target.title&${only}`,
    `/aggregate?group=target.title&${only}`,
    `/aggregate?group=target.create_time.day&select=count&${only}`,
    `/aggregate?select=max.target.title&${only}`,
  ]) {
    const { status, text } = await ask(caller, `GET /v1/to_${kind}${path}`);
    const what = `${path} for ${caller}: ${text}`;
    assert.equal(status, isIt === 'refused' ? 400 : 200, what);
    if (path.includes('.day')) assert.equal(text.includes('1970-01-01'), isIt === 'it', what);
    else if (path.startsWith('/agg')) assert.equal(text.includes(mark), isIt === 'it', what);
    else assert.ok(!text.includes(mark), what);
  }
}

/** Ways of GraphQL that show a record, or tell that it is there. */
const byGraphql = [
  '{ KIND(id: ID) { id title } }',
  '{ KIND_list(first: 100, sort: ["-id"]) { nodes { title } } }',
  '{ KIND_list(filter: {title: {eq: "MARK"}}) { edges { node { title can } } totalCount } }',
  '{ KIND_list(q: "MARK") { nodes { title } } }',
  '{ KIND_aggregate(group: ["title"], filter: {id: {eq: ID}}) { nodes { group } } }',
  '{ KIND_aggregate(select: ["max.title"], filter: {id: {eq: ID}}) { nodes { max } } }',
  '{ KIND(id: ID, as_of: 2000) { title } }',
  '{ KIND_history(id: ID) { nodes { changes } } }',
  '{ KIND_field_changes(field: "title", first: 100) { nodes { record_id title changes } } }',
  '{ to_KIND_list(filter: {target: {eq: ID}}) { nodes { target { title } } } }',
  '{ to_KIND_list(filter: {targets: {id: {eq: ID}}}) { nodes { targets { title gate { id } } } } }',
];

const byGraphqlOfQueries = byGraphql.filter((way) => !/as_of|history|changes|to_KIND/.test(way));
const byGraphqlOfDeleted = [
  '{ KIND_trash(first: 100) { nodes { id title } } }',
  '{ KIND_history(id: ID) { nodes { changes } } }',
];

/** The answer to a write by GraphQL, with the status that the API has for it. */
async function mutate(caller: Asker, field: string): Promise<Answer<unknown>> {
  const answer = await people[caller].post('/graphql', { query: `mutation { ${field} }` });
  const [problem] = JSON.parse(answer.text).errors ?? [];
  return { ...answer, status: problem?.extensions?.status ?? answer.status };
}

type ToldBy = readonly [isIt: Left, ways: readonly string[]];

/** What a caller may not read is not in their schema; what they may read in part is not told of what is not theirs. */
async function expectToldByGraphql(caller: Asker, kind: string, made: Made, [isIt, ways]: ToldBy) {
  for (const way of ways) {
    const query = way
      .replaceAll('KIND', kind)
      .replaceAll('ID', String(made.id))
      .replaceAll('MARK', made.mark);
    const { status, text } = await people[caller].post('/graphql', { query });
    const what = `${query} for ${caller}: ${text}`;
    assert.equal(status, isIt === 'refused' ? 400 : 200, what);
    assert.equal(text.replaceAll(query, '').includes(made.mark), isIt === 'it', what);
  }
}

const at = (kind: string, path: string, { id, mark }: Made) =>
  `GET /v1/${kind}/${path}`.replace(/\/\?/, '?').replaceAll(':id', String(id)).replaceAll(':mark', mark);

for (const [kind, { rule, left: ofPerson, makes: madeBy = ofPerson }] of Object.entries(kinds)) {
  const left = (asker: Asker, state: State) => ofPerson(personOf(asker), state);
  const makes = (asker: Asker, state: State) => madeBy(personOf(asker), state);
  describe(`records under ${rule}`, () => {
    for (const state of rule.includes('state') ? states : (['open'] as const)) {
      it(`are shown as it says, on every way (${state})`, async () => {
        const made = await makeRecord(kind, state);
        // Twice, in both orders: what is remembered for one is not shown to another.
        for (const caller of [...askers, ...[...askers].reverse()])
          for (const [way, [path, unseen]] of Object.entries(reading)) {
            const answer = await ask(caller, at(kind, path, made));
            expectTold(`${way} for ${caller}`, answer, made, [left(caller, state), unseen]);
          }
        await ask('root', `DELETE /v1/${kind}/${made.id}`);
        for (const caller of askers)
          for (const [way, [path, unseen]] of Object.entries(readingDeleted))
            expectTold(`${way} for ${caller}`, await ask(caller, at(kind, path, made)), made, [
              left(caller, state),
              unseen,
            ]);
      });

      it(`are counted, referred to and filtered through as it says (${state})`, async () => {
        const made = await makeRecord(kind, state);
        for (const caller of askers) {
          const isIt = left(caller, state);
          const only = `filter[id][eq]=${made.id}`;
          for (const path of [`?total=true&${only}`, `/aggregate?${only}`]) {
            const { status, body } = await ask(caller, `GET /v1/${kind}${path}`);
            if (isIt === 'refused') assert.equal(status, 401);
            else {
              const counted = 'total' in body ? body.total : (body.items as { count: number }[])[0]?.count;
              assert.equal(counted, isIt === 'it' ? 1 : 0, `${path} for ${caller}`);
            }
          }
          const point = await ask(caller, `POST /v1/to_${kind}`, { target: made.id });
          assert.equal(point.status, isIt === 'it' ? 201 : 400, point.text);
          const none = await ask(caller, `POST /v1/to_${kind}`, { target: 999_999 });
          if (isIt !== 'it') assert.equal(point.text, none.text.replaceAll('999999', String(made.id)));
        }
        await makeRecords(app, `to_${kind}`, [{ target: BigInt(made.id), targets: [BigInt(made.id)] }]);
        for (const caller of askers) {
          const isIt = left(caller, state);
          for (const name of ['target', 'targets']) {
            for (const query of [`expand=${name}`, `expand=${name}&fields=id,${name}.title`]) {
              const answer = await ask(caller, `GET /v1/to_${kind}?sort=-id&count=1&${query}`);
              const isRefused = isIt === 'refused';
              assert.equal(answer.status, isRefused ? 400 : 200, `${query} for ${caller}: ${answer.text}`);
              assert.equal(answer.text.includes(made.mark), isIt === 'it', `${query} for ${caller}`);
            }
            if (name === 'target') await expectOrdered(caller, kind, made, isIt);
            const through = await ask(caller, `GET /v1/to_${kind}?filter[${name}][title][eq]=${made.mark}`);
            if (isIt === 'refused') assert.equal(through.status, 400);
            else assert.equal((through.body.items as []).length > 0, isIt === 'it', `${name} for ${caller}`);
            assert.ok(!through.text.includes(made.mark));
          }
        }
      });

      const itIfOfAnybody = isOfAnybody(rule) ? it : () => undefined;
      itIfOfAnybody(`are answered by a query as it says, on every way (${state})`, async () => {
        const made = await makeRecord(kind, state);
        const query = `answered_${kind}`;
        const showTo = async (asker: Asker, isThere: boolean) => {
          const seen = left(asker, state);
          const shown = seen === 'it' && !isThere ? 'not it' : seen;
          for (const [way, [path, unseen]] of answering) {
            const answer = await ask(asker, at(query, path, made));
            expectTold(`${way} for ${asker}`, answer, made, [shown, unseen]);
          }
          await expectToldByGraphql(asker, query, made, [shown, byGraphqlOfQueries]);
        };
        for (const asker of [...askers, ...[...askers].reverse()]) await showTo(asker, true);
        await ask('root', `DELETE /v1/${kind}/${made.id}`);
        for (const asker of askers) await showTo(asker, false);
      });

      it(`are told by GraphQL as it says (${state})`, async () => {
        const made = await makeRecord(kind, state);
        await makeRecords(app, `to_${kind}`, [{ target: BigInt(made.id), targets: [BigInt(made.id)] }]);
        for (const caller of [...askers, ...[...askers].reverse()])
          await expectToldByGraphql(caller, kind, made, [left(caller, state), byGraphql]);
        await ask('root', `DELETE /v1/${kind}/${made.id}`);
        for (const caller of askers)
          await expectToldByGraphql(caller, kind, made, [left(caller, state), byGraphqlOfDeleted]);
      });

      it(`are written as it says, on every way (${state})`, async () => {
        const body = { title: 'changed', state, gate: 0 };
        const ways: Record<string, (caller: Asker, made: Made) => Promise<Answer<unknown>>> = {
          patch: (caller, { id }) => ask(caller, `PATCH /v1/${kind}/${id}`, { title: 'changed' }),
          put: (caller, { id, gate }) => ask(caller, `PUT /v1/${kind}/${id}`, { ...body, gate }),
          delete: (caller, { id }) => ask(caller, `DELETE /v1/${kind}/${id}`),
          'GraphQL update': (caller, { id }) =>
            mutate(caller, `update_${kind}(id: ${id}, values: {title: "changed"}) { record { title } }`),
          'GraphQL delete': (caller, { id }) => mutate(caller, `delete_${kind}(id: ${id}) { id }`),
          'bulk update': (caller, { id }) =>
            ask(caller, `POST /v1/${kind}/bulk`, {
              items: [{ action: 'update', id, values: { title: 'x' } }],
            }),
          'bulk delete': (caller, { id }) =>
            ask(caller, `POST /v1/${kind}/bulk`, { items: [{ action: 'delete', id }] }),
          'restore of a revision': async (caller, { id }) => {
            await ask('root', `PATCH /v1/${kind}/${id}`, { title: 'changed' });
            const { body } = await ask('root', `GET /v1/${kind}/${id}/history`);
            const [, first] = body.items as { id: number }[];
            return ask(caller, `POST /v1/${kind}/${id}/history/${first?.id}/restore`);
          },
          'restore from the trash': async (caller, { id }) => {
            await ask('root', `DELETE /v1/${kind}/${id}`);
            return ask(caller, `POST /v1/${kind}/trash/${id}/restore`);
          },
          'GraphQL revert': async (caller, { id }) => {
            await ask('root', `PATCH /v1/${kind}/${id}`, { title: 'changed' });
            const { body } = await ask('root', `GET /v1/${kind}/${id}/history`);
            const [, first] = body.items as { id: number }[];
            return mutate(caller, `revert_${kind}(id: ${id}, revision: ${first?.id}) { id left }`);
          },
          'GraphQL purge': async (caller, { id }) => {
            await ask('root', `DELETE /v1/${kind}/${id}`);
            return mutate(caller, `purge_${kind}(id: ${id}) { id }`);
          },
          purge: async (caller, { id }) => {
            await ask('root', `DELETE /v1/${kind}/${id}`);
            return ask(caller, `DELETE /v1/${kind}/trash/${id}`);
          },
        };
        for (const caller of callers) {
          for (const [way, write] of Object.entries(ways)) {
            const made = await makeRecord(kind, state);
            const isIt = left(caller, state);
            const answer = await write(caller, made);
            const what = `${way} for ${caller}: ${answer.text}`;
            assert.equal(
              ok.has(answer.status),
              isIt === 'it' && !(way.startsWith('bulk') && caller === 'nobody'),
              what,
            );
            if (isIt === 'not it' && !way.startsWith('bulk')) assert.equal(answer.status, 404, what);
            if (isIt === 'refused') assert.ok([401, 400].includes(answer.status), what);
            assert.ok(!answer.text.includes(made.mark), what);
          }
        }
      });

      it(`are made as it says (${state})`, async () => {
        const [gate] = await makeRecords(app, 'gate', [{ state }]);
        for (const caller of askers) {
          const body = { title: 'made', state, gate: Number(gate) };
          const { status, text } = await ask(caller, `POST /v1/${kind}`, body);
          const expected = { it: 201, 'not it': 400, refused: 401 }[makes(caller, state)];
          assert.equal(status, expected, `${caller}: ${text}`);
        }
      });
    }
  });
}

/** A collection under each rule, for all that can be done with it; one that refers to it; and one that rules look through. */
function contentOf(all: readonly (readonly [name: string, kind: { readonly rule: string }])[]): string {
  const folder = join(temporaryFolder(), 'content');
  mkdirSync(folder);
  const head = `import * as quire from 'quire-cms';
const { anyOf, choice, defineCollection, defineQuery, everyone, login, ownRecords, permission, reference, references, recordsWhere, superAdministrator, text } = quire;
const state = choice(['open', 'closed'], { default: 'closed' });\n`;
  const write = (name: string, fields: string, access: string) =>
    writeFileSync(
      join(folder, `${name}.ts`),
      `${head}export default defineCollection({ name: '${name}', label: '${name}', path: '/v1/${name}', audit: 'full',
  fields: { ${fields} }, access: { ${access} } });\n`,
    );
  const forAll = (rule: string) =>
    ['read', 'create', 'update', 'delete', 'history', 'trash', 'restore', 'purge']
      .map((use) => `${use}: ${rule}`)
      .join();
  write('gate', 'state', forAll('everyone'));
  for (const [name, { rule }] of all) {
    write(
      name,
      `title: text({ max: 40, required: true, searchable: true }), state, gate: reference('gate')`,
      forAll(rule),
    );
    if (isOfAnybody(rule))
      writeFileSync(
        join(folder, `answered_${name}.ts`),
        `${head}export default defineQuery({ name: 'answered_${name}', label: 'answered_${name}', path: '/v1/answered_${name}',
  sql: 'select id, title, state, gate from "${name}"',
  fields: { title: text({ max: 40, searchable: true }), state: choice(['open', 'closed']), gate: reference('gate') },
  access: { read: ${rule.replace("permission('Use", "permission('Read answered")} } });\n`,
      );
    write(
      `to_${name}`,
      `target: reference('${name}', { onDelete: 'detach' }), targets: references('${name}', { onDelete: 'detach' })`,
      forAll('everyone'),
    );
  }
  return folder;
}
