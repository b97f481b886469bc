import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { makeRecords } from '../../support/records/novels.ts';
import { type Caller, callers, contentOfRuledFields, kinds } from '../../support/records/ruled-fields.ts';
import { appsOf } from '../../support/sign-in/apps.ts';

// Every kind of rule of a field × every way to its value × everybody who may ask.

const app = await freshApp({
  language: 'en',
  contentDir: contentOfRuledFields(),
  ...{ graphql: true, provider: true },
});
const { register, signIn } = appsOf(app);
const owner = await app.person();

/** Apps see and write what their person may. */
const APPS = { 'app of granted': 'granted', 'app of root': 'root' } as const;
type Asker = Caller | keyof typeof APPS;
const askers: readonly Asker[] = [...callers, ...(Object.keys(APPS) as (keyof typeof APPS)[])];
const personOf = (asker: Asker): Caller =>
  asker in APPS ? APPS[asker as keyof typeof APPS] : (asker as Caller);
const people: Record<Caller, Client> = {
  nobody: app.nobody,
  member: await app.person(),
  granted: await app.granted('holders.see'),
  owner,
  root: app.root,
};
const made = await register();
const asApps: Record<Asker, Client> = {
  ...people,
  'app of granted': await signIn(made, people.granted, { scope: 'write' }),
  'app of root': await signIn(made, app.root, { scope: 'write' }),
};
const ask = (caller: Asker, request: string, body?: unknown) =>
  asApps[caller].ask(request.replace(/(?<= ).*/, encodeURI), body);

/** A record whose ruled fields hold values that are found nowhere else, and another that refers to it. */
let records = 0;
async function makeRecord(kind: string) {
  records += 1;
  const number = 70_000_000 + records;
  const mark = `mark${records}x`;
  const by = BigInt(owner.id);
  const [id = 0n] = await makeRecords(
    app,
    kind,
    [{ name: `record${records}x`, word: mark, number, one: `${mark}one` }],
    by,
  );
  const [link = 0n] = await makeRecords(
    app,
    kind,
    [{ name: `link${records}x`, next: id, more: [id], open: id }],
    by,
  );
  return { id: Number(id), link: Number(link), mark, number, name: `record${records}x` };
}
type Made = Awaited<ReturnType<typeof makeRecord>>;
const isTold = (text: string, { mark, number }: Made) => text.includes(mark) || text.includes(String(number));

/** Ways that show records; the values are among what is answered, or they are left out. */
const showing = [
  ':id',
  ':id?can=1',
  '?filter[id][eq]=:id',
  '?sort=-id&count=100',
  '?q=record',
  '?filter[name][eq]=:name&can=1',
  'search?q=:name',
  'search/one?q=:name',
  '?expand=open&filter[id][eq]=:link',
  'export?format=csv&filter[id][eq]=:id',
  'export?format=jsonl',
  ':id/history',
  ':id?as_of=2000',
  '?as_of=2000&count=100&sort=-id',
];
/** Ways that name a ruled field: refused to callers who may not see it. */
const naming = [
  ':id?fields=word',
  '?fields=name,number&filter[id][eq]=:id',
  '?filter[word][eq]=:mark',
  '?filter[number][gte]=70000000',
  '?filter[or][0][and][0][word][starts]=:mark',
  '?filter[open][word][eq]=:mark',
  '?filter[next][name][eq]=:name',
  '?filter[more][word][eq]=:mark',
  '?sort=number',
  '?sort=-word',
  '?expand=next&filter[id][eq]=:link',
  '?expand=more&filter[id][eq]=:link',
  '?expand=open&fields=open.word&filter[id][eq]=:link',
  '?expand=open,open.next',
  'aggregate?select=max.word',
  'aggregate?select=sum.number,avg.number',
  'aggregate?group=word',
  'aggregate?filter[number][gt]=1',
  'export?format=json&fields=word',
  'export?format=csv&sort=number',
];
/** Queries of GraphQL that show records without naming a ruled field, and others that name one. */
const graphqlShowing = [
  '{ KIND(id: ID) { id name open_id can } }',
  '{ KIND(id: LINK) { open { name } } }',
  '{ KIND_list(q: "record", first: 100) { nodes { name } } }',
  '{ KIND_aggregate(group: ["name"], filter: {id: {eq: ID}}) { nodes { group } } }',
];
const graphqlNaming = [
  '{ KIND(id: ID) { word } }',
  '{ KIND_list(filter: {id: {eq: ID}}) { nodes { number } } }',
  '{ KIND(id: LINK) { next { name } } }',
  '{ KIND(id: LINK) { next_id } }',
  '{ KIND(id: LINK) { more { name } } }',
  '{ KIND(id: LINK) { open { word } } }',
  '{ KIND_list(filter: {word: {eq: "MARK"}}) { totalCount } }',
  '{ KIND_list(filter: {or: [{and: [{word: {starts: "MARK"}}]}]}) { totalCount } }',
  '{ KIND_list(filter: {not: {number: {gt: 1}}}) { totalCount } }',
  '{ KIND_list(filter: {open: {word: {eq: "MARK"}}}) { totalCount } }',
  '{ KIND_list(filter: {next: {name: {eq: "x"}}}) { totalCount } }',
  '{ KIND_list(sort: ["-word"]) { totalCount } }',
  '{ KIND_list(sort: ["open.word"]) { totalCount } }',
  '{ KIND_aggregate(select: ["max.word"]) { nodes { max } } }',
  '{ KIND_aggregate(select: ["sum.number"]) { nodes { sum } } }',
  '{ KIND_aggregate(group: ["word"]) { nodes { group } } }',
];
/** The past and the trash tell the fields that the caller may see, by whatever is asked. */
const graphqlPast = [
  '{ KIND_history(id: ID) { nodes { changes } } }',
  '{ KIND_difference(id: ID, from: "FIRST", to: "FIRST") { changes } }',
  '{ KIND_field_changes(field: "name") { nodes { title changes } } }',
];
const graphqlTrash = [
  '{ KIND_trash(first: 100) { nodes { name } } }',
  '{ KIND_trash { nodes { word number } } }',
];
const queryOf = (kind: string, query: string, { id, link, mark }: Made) =>
  query
    .replaceAll('KIND', kind)
    .replaceAll('ID', String(id))
    .replaceAll('LINK', String(link))
    .replaceAll('MARK', mark);

const at = (kind: string, path: string, { id, link, mark, name }: Made) =>
  `GET /v1/${kind}/${path}`
    .replace(/\/\?/, '?')
    .replaceAll(':id', String(id))
    .replaceAll(':link', String(link))
    .replaceAll(':mark', mark)
    .replaceAll(':name', name);

for (const [kind, { rule, may: mayPerson }] of Object.entries(kinds)) {
  const may = (asker: Asker) => mayPerson(personOf(asker));
  describe(`fields that ${rule} guards`, () => {
    it('are left out for all others, on every way', async () => {
      const made = await makeRecord(kind);
      // Twice, in both orders: what is remembered for one is not shown to another.
      for (const caller of [...askers, ...[...askers].reverse()]) {
        for (const path of showing) {
          const answer = await ask(caller, at(kind, path, made));
          assert.equal(answer.status, 200, `${path} for ${caller}: ${answer.text}`);
          assert.equal(isTold(answer.text, made), may(caller), `${path} for ${caller}: ${answer.text}`);
        }
        const searched = await ask(caller, at(kind, '?q=:mark', made));
        assert.equal((searched.body.items as []).length, may(caller) ? 1 : 0);
      }
      await ask('root', `PATCH /v1/${kind}/${made.link}`, { open: null, next: null, more: [] });
      await ask('root', `DELETE /v1/${kind}/${made.id}`);
      for (const caller of askers)
        for (const [index, query] of graphqlTrash.entries()) {
          const { text } = await asApps[caller].post('/graphql', { query: queryOf(kind, query, made) });
          assert.equal(
            text.includes('"errors"'),
            index === 1 && !may(caller),
            `${query} for ${caller}: ${text}`,
          );
          assert.equal(isTold(text, made), index === 1 && may(caller), `${query} for ${caller}: ${text}`);
        }
      for (const caller of askers)
        for (const path of ['trash?count=100', ':id/history', ':id?as_of=2000']) {
          const answer = await ask(caller, at(kind, path, made));
          assert.equal(answer.status, 200, `${path} for ${caller}: ${answer.text}`);
          assert.equal(isTold(answer.text, made), may(caller), `${path} for ${caller}: ${answer.text}`);
        }
    });

    it('are not told to an app that its person let read other collections', async () => {
      const made = await makeRecord(kind);
      const app = await signIn(await register(), people.root, { scope: 'read:quire_file' });
      for (const path of [...showing, ...naming]) {
        const { text } = await app.ask(at(kind, path, made).replace(/(?<= ).*/, encodeURI));
        assert.ok(!isTold(text.replaceAll(`filter[word][eq]=${made.mark}`, ''), made), `${path}: ${text}`);
      }
      for (const query of graphqlNaming) {
        const { text } = await app.post('/graphql', { query: queryOf(kind, query, made) });
        assert.ok(query.includes('MARK') || !isTold(text, made), text);
      }
    });

    it('are refused by name to all others, wherever they are named', async () => {
      const made = await makeRecord(kind);
      for (const caller of [...askers, ...[...askers].reverse()])
        for (const path of naming) {
          const answer = await ask(caller, at(kind, path, made));
          assert.equal(answer.status, may(caller) ? 200 : 400, `${path} for ${caller}: ${answer.text}`);
          if (!may(caller)) assert.ok(!isTold(answer.text, made), `${path} for ${caller}: ${answer.text}`);
        }
    });

    it('are in the GraphQL of those who may see them, and of nobody else', async () => {
      const made = await makeRecord(kind);
      for (const caller of [...askers, ...[...askers].reverse()]) {
        const ask = (query: string) => asApps[caller].post('/graphql', { query: queryOf(kind, query, made) });
        for (const query of graphqlShowing) {
          const { status, text } = await ask(query);
          assert.equal(status, 200, `${query} for ${caller}: ${text}`);
          assert.ok(!isTold(text, made), `${query} for ${caller}: ${text}`);
        }
        const [first] = (
          await people.root.read<{ items: { id: number }[] }>(`/v1/${kind}/${made.id}/history`)
        ).items;
        for (const query of graphqlPast) {
          const { status, text } = await ask(query.replaceAll('FIRST', String(first?.id)));
          assert.equal(status, 200, `${query} for ${caller}: ${text}`);
          if (!may(caller) || query.includes('field_changes'))
            assert.ok(!isTold(text, made), `${query} for ${caller}: ${text}`);
          else if (query.includes('history'))
            assert.ok(isTold(text, made), `${query} for ${caller}: ${text}`);
        }
        for (const query of graphqlNaming) {
          const { text } = await ask(query);
          assert.equal(text.includes('"errors"'), !may(caller), `${query} for ${caller}: ${text}`);
          const isSent = query.includes('MARK'); // what is refused repeats what was sent
          if (!may(caller) && !isSent) assert.ok(!isTold(text, made), text);
        }
        const [type, seen] = [
          kind[0]?.toUpperCase() + kind.slice(1),
          'name fields { name } inputFields { name }',
        ];
        const { text } = await ask(
          `{ ${['', 'Filter', 'Comparison', 'Input'].map((end) => `a${end}: __type(name: "${type}${end}") { ${seen} }`)} }`,
        );
        for (const name of ['word', 'number', 'one', 'next', 'next_id', 'more', 'more_ids'])
          assert.equal(text.includes(`"${name}"`), may(caller), `${name} for ${caller}`);
      }
    });

    it('are changed by nobody else, on every way', async () => {
      const changed = { word: 'changed' };
      const ways: Record<string, (caller: Asker, made: Made) => Promise<unknown>> = {
        patch: (caller, { id }) => ask(caller, `PATCH /v1/${kind}/${id}`, changed),
        graphql: (caller, { id }) =>
          asApps[caller].post('/graphql', {
            query: `mutation { update_${kind}(id: ${id}, values: {word: "changed"}) { id } }`,
          }),
        put: (caller, { id, name }) => ask(caller, `PUT /v1/${kind}/${id}`, { name, ...changed }),
        upsert: (caller, { name }) => ask(caller, `PATCH /v1/${kind}?by=name`, { name, ...changed }),
        bulk: (caller, { id }) =>
          ask(caller, `POST /v1/${kind}/bulk`, { items: [{ action: 'update', id, values: changed }] }),
        restore: async (caller, { id }) => {
          await ask('root', `PATCH /v1/${kind}/${id}`, { word: 'again' });
          const { body } = await ask('root', `GET /v1/${kind}/${id}/history`);
          await ask('root', `PATCH /v1/${kind}/${id}`, { word: 'changed' });
          const first = (body.items as { id: number }[]).at(-1);
          await ask(caller, `POST /v1/${kind}/${id}/history/${first?.id}/restore`);
        },
      };
      for (const caller of askers)
        for (const [way, write] of Object.entries(ways)) {
          const made = await makeRecord(kind);
          await write(caller, made);
          const { word } = (await ask('root', `GET /v1/${kind}/${made.id}`)).body;
          const isChanged = may(caller);
          const expected = way === 'restore' ? [made.mark, 'changed'] : ['changed', made.mark];
          assert.equal(word, expected[isChanged ? 0 : 1], `${way} by ${caller}`);
        }
    });

    it('are not set by anybody else in new records', async () => {
      for (const caller of askers) {
        const name = `new${++records}`;
        const made = await ask(caller, `POST /v1/${kind}`, { name, word: 'x' });
        assert.equal(made.status, may(caller) ? 201 : 400, made.text);
        const plain = await ask(caller, `POST /v1/${kind}`, { name: `${name}plain` });
        assert.equal(plain.status, 201, plain.text);
      }
    });

    it('are kept by those who read a record and send it back', async () => {
      for (const caller of askers) {
        const made = await makeRecord(kind);
        const before = (await ask('root', `GET /v1/${kind}/${made.id}`)).body;
        const read = (await ask(caller, `GET /v1/${kind}/${made.id}`)).body;
        const answer = await ask(caller, `PUT /v1/${kind}/${made.id}`, read);
        assert.equal(answer.status, 200, answer.text);
        const after = (await ask('root', `GET /v1/${kind}/${made.id}`)).body;
        assert.deepEqual({ ...after, update_time: 0 }, { ...before, update_time: 0 });
      }
    });

    it('are not named by what stands in a writer’s way', async () => {
      const made = await makeRecord(kind);
      for (const caller of askers) {
        const removed = await ask(caller, `DELETE /v1/${kind}/${made.id}`);
        assert.equal(removed.status, 403);
        // The referring record is named only where its reference may be seen; one of the references is open to everybody.
        assert.ok(!isTold(removed.text, made), removed.text);
        const taken = await ask(caller, `PATCH /v1/${kind}/${made.link}`, { one: `${made.mark}one` });
        assert.equal(taken.status, 400);
        assert.ok(!isTold(taken.text, made), taken.text);
        assert.equal(
          /exists already/.test(taken.text),
          may(caller),
          'what may not be set is not compared with what others hold',
        );
      }
    });
  });
}
