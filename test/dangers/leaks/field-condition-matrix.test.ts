import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { OPEN, SHUT, uploadSecret, waysTo } from '../../support/records/private-files.ts';
import { undoing } from '../../support/records/undoing.ts';
import { webhookReceiver } from '../../support/servers/webhook-receiver.ts';
import { temporaryFolder } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

// Every form of a field's condition × every way to its value × everybody who may ask: of two records, each shows its values to
// another person.

type Caller = 'nobody' | 'member' | 'first' | 'second' | 'granted' | 'root';
type Owner = 'first' | 'second';
interface Form {
  readonly rule: string;
  /** The values of a record that shows its fields to this person. */
  readonly place: (owner: Owner) => object;
  /** The same for any user, and values of a record that hides its fields from them. */
  readonly openTo: (user: number) => Promise<object>;
  readonly shutTo: (user: number) => object;
  /** Whether somebody sees the fields of the record of this person, beside those who see all. */
  readonly admits: (caller: Caller, owner: Owner) => boolean;
}

const rival = { first: 'second', second: 'first' } as const;
const isOwner = (caller: Caller, owner: Owner) => caller === owner;
const forms: Record<string, Form> = {
  plain: {
    rule: 'recordsWhere(login, (user) => ({ chief: user.id }))',
    place: (owner) => ({ chief: people[owner].id }),
    openTo: async (user) => ({ chief: user }),
    shutTo: () => ({ chief: 1 }),
    admits: isOwner,
  },
  through: {
    rule: 'recordsWhere(login, (user) => ({ team: { lead: user.id } }))',
    place: (owner) => ({ team: teams[owner] }),
    openTo: async (user) => ({ team: await root.make('/v1/team', { lead: user }) }),
    shutTo: () => ({ team: null }),
    admits: isOwner,
  },
  negated: {
    rule: 'recordsWhere(login, (user) => ({ not: { chief: user.id } }))',
    place: (owner) => ({ chief: people[rival[owner]].id }),
    openTo: async () => ({ chief: 1 }),
    shutTo: (user) => ({ chief: user }),
    admits: (caller, owner) => caller !== 'nobody' && caller !== rival[owner],
  },
};

const folder = join(temporaryFolder(), 'content');
mkdirSync(folder);
const uses = ['read', 'create', 'update', 'delete', 'history', 'trash', 'restore', 'purge'];
const access = `access: { ${uses.map((use) => `${use}: everyone`).join()} }`;
writeFileSync(
  join(folder, 'team.ts'),
  `import { bigint, defineCollection, everyone } from 'quire-cms';
export default defineCollection({ name: 'team', label: 'team', path: '/v1/team', audit: 'full',
  fields: { lead: bigint() }, ${access} });\n`,
);
for (const [name, { rule }] of Object.entries(forms))
  writeFileSync(
    join(folder, `${name}.ts`),
    `import { anyOf, bigint, decimal, defineCollection, everyone, file, integer, login, permission, position, recordsWhere, reference,
  references, referredBy, text } from 'quire-cms';
const who = anyOf(permission('See ${name}', 'see'), ${rule});
const ruled = { read: who, write: who };
export default defineCollection({ name: '${name}', label: '${name}', path: '/v1/${name}', audit: 'full',
  fields: {
    name: text({ max: 40, required: true, unique: true, searchable: true }),
    chief: bigint(),
    team: reference('team'),
    word: text({ max: 40, searchable: true, ...ruled }),
    number: integer({ ...ruled }),
    price: decimal({ precision: 12, scale: 2, ...ruled }),
    one: text({ max: 40, unique: true, ...ruled }),
    secret: file({ private: true, ...ruled }),
    next: reference('${name}', { ...ruled }),
    more: references('${name}', { ...ruled }),
    open: reference('${name}'),
    box: reference('team', { ...ruled }),
    place: position({ within: 'box' }),
  },
  waysBack: { opened: referredBy('${name}.open'), followed: referredBy('${name}.next') },
  ${access},
});\n`,
  );

writeFileSync(
  join(folder, 'paper.ts'),
  `import { bigint, defineCollection, everyone, login, recordsWhere, text } from 'quire-cms';
const who = recordsWhere(login, (user) => ({ chief: user.id }));
export default defineCollection({ name: 'paper', label: 'paper', path: '/v1/paper', audit: 'full', drafts: true,
  fields: { chief: bigint(), word: text({ max: 40, localised: true, read: who, write: who }) },
  ${access.replace('{', '{ drafts: everyone, publish: everyone,')},
});\n`,
);

writeFileSync(
  join(folder, 'leaf.ts'),
  `import { bigint, defineCollection, everyone, login, recordsWhere, reference, text } from 'quire-cms';
const who = recordsWhere(login, (user) => ({ up: { up: { chief: user.id } } }));
export default defineCollection({ name: 'leaf', label: 'leaf', path: '/v1/leaf', audit: 'full',
  fields: { chief: bigint(), up: reference('leaf'), one: text({ max: 40, read: who }), two: text({ max: 40, read: who }) },
  ${access},
});\n`,
);

const app = await freshApp({
  locales: readLocales('en,de') ?? [],
  language: 'en',
  contentDir: folder,
  ...{ graphql: true, mcp: true, webhookNetworks: ['127.0.0.0/8'] },
});
const { root } = app;
const { program } = keysOf(app);
const { preview, within } = undoing(app);
const people = { member: await app.person(), first: await app.person(), second: await app.person() };
const teams = {
  first: await root.make('/v1/team', { lead: people.first.id }),
  second: await root.make('/v1/team', { lead: people.second.id }),
};
const keys = Object.keys(forms).map((name) => `${name}.see`);
const callers: Record<Caller, Client> = {
  nobody: app.nobody,
  ...people,
  granted: await app.granted(...keys),
  root,
};
const names = Object.keys(callers) as Caller[]; // its keys are all there are
const seesAll = (caller: Caller) => caller === 'granted' || caller === 'root';

let count = 0;
async function makePair(kind: string, form: Form) {
  count += 1;
  const start = `pair${count}x`;
  const all = names;
  const make = async (owner: Owner) => {
    const number = 70_000_000 + 10 * count + (owner === 'first' ? 1 : 2);
    const values = { word: `${owner}${count}x`, number, price: `${number}.25`, one: `${owner}${count}one` };
    const name = `${start}${owner}`;
    const id = await root.make(`/v1/${kind}`, { name, ...values, ...form.place(owner) });
    const link = await root.make(`/v1/${kind}`, { name: `${start}link${owner}`, open: id });
    await root.done(`PATCH /v1/${kind}/${id}`, { next: link, more: [link] });
    const sees = (caller: Caller) => seesAll(caller) || form.admits(caller, owner);
    const tells = (text: string) => [values.word, String(number)].some((value) => text.includes(value));
    return { owner, id, link, name, sees, tells, ...values };
  };
  const pair = [await make('first'), await make('second')] as const;
  return { kind, start, pair, names: all };
}
type Pair = Awaited<ReturnType<typeof makePair>>;
type Made = Pair['pair'][number];

const ask = (caller: Caller, request: string, body?: unknown) =>
  callers[caller].ask(request.replace(/(?<= ).*/, encodeURI), body);

/** Ways that show both records. */
const showing = ({ start, pair: [one, two] }: Pair): string[] => [
  `?filter[name][starts]=${start}&count=100`,
  `?filter[id][in]=${one.id},${two.id}&can=1&sort=-name`,
  `?q=${start}`,
  `?expand=open&filter[name][starts]=${start}link`,
  `?expand=open,open.opened&fields=name,open.word,open.opened.word&filter[name][starts]=${start}link`,
  `?expand=opened&filter[name][starts]=${start}`,
  `?fields=name,word&filter[name][starts]=${start}`,
  `?as_of=${Date.now() + 1000}&count=100&sort=-id`,
  `export?format=jsonl&fields=name,word&filter[name][starts]=${start}`,
  `export?format=csv&fields=number&filter[name][starts]=${start}`,
  `export?format=json&sort=-number&fields=name,number&filter[name][starts]=${start}`,
  `aggregate?group=word&filter[name][starts]=${start}`,
  `aggregate?group=name,number&filter[name][starts]=${start}`,
];
/** Filters and orders: for whom they find a record, if its fields are seen. */
const finding: Record<string, (record: Made, pair: Pair) => boolean> = {
  '?filter[word][eq]=:word': (record, { pair: [one] }) => record === one,
  '?filter[word][ne]=:word': (record, { pair: [one] }) => record !== one,
  '?filter[number][gte]=70000000': () => true,
  '?filter[number][lt]=70000000': () => false,
  '?filter[price][gt]=1.00': () => true,
  '?filter[number][null]=false': () => true,
  '?filter[number][null]=true': () => false,
  '?filter[word][contains]=first': (record, { pair: [one] }) => record === one,
  '?filter[or][0][and][0][word][eq]=:word&filter[or][1][number][lt]=1': (record, { pair: [one] }) =>
    record === one,
  '?filter[next][name][starts]=pair': () => true,
  '?filter[more][name][starts]=pair': () => true,
  '?filter[more][null]=false': () => true,
  '?sort=number': () => true,
  '?sort=-word,name': () => true,
};
/** What needs the value of every record, and so all of them. */
const refused = [
  '?expand=next',
  '?expand=more',
  '?expand=open.next,open',
  '?sort=open.word',
  '?sort=next.name',
  '?fields=next.name&expand=next',
  'aggregate?group=open.word',
  'aggregate?select=max.open.word',
  'history?field=word',
  '?expand=followed',
  '?filter[followed][name][eq]=x',
  '?fields=followed.count',
];
const idsOf = (body: object) =>
  'items' in body ? (body.items as { id: number }[]).map(({ id }) => id) : body;

for (const [kind, form] of Object.entries(forms))
  describe(`fields of ${kind} conditions`, () => {
    it('are shown in the records that meet them, on every way', async () => {
      const pair = await makePair(kind, form);
      for (const caller of [...names, ...names.toReversed()]) {
        for (const way of showing(pair)) {
          const { status, text } = await ask(caller, `GET /v1/${kind}/${way}`.replace(/\/\?/, '?'));
          const isNamed = /word|number/.test(way);
          assert.equal(status, isNamed && caller === 'nobody' ? 400 : 200, `${way} for ${caller}: ${text}`);
          for (const one of pair.pair)
            assert.equal(one.tells(text), one.sees(caller), `${way} for ${caller}: ${text}`);
        }
        for (const one of pair.pair)
          for (const path of [
            '',
            '?can=1',
            '/history',
            `?as_of=${Date.now() + 1000}`,
            '?fields=name,number',
          ]) {
            const { status, text } = await ask(caller, `GET /v1/${kind}/${one.id}${path}`);
            assert.equal(status, path.includes('number') && caller === 'nobody' ? 400 : 200, text);
            assert.equal(one.tells(text), one.sees(caller), `${path} for ${caller}: ${text}`);
          }
        const whole = await ask(caller, `GET /v1/${kind}/export?format=jsonl`);
        for (const one of pair.pair) assert.equal(one.tells(whole.text), seesAll(caller));
      }
    });

    it('are found, sorted and computed among these alone', async () => {
      const made = await makePair(kind, form);
      const [first, second] = made.pair;
      for (const caller of names) {
        const seen = made.pair.filter(({ sees }) => sees(caller));
        const within = `filter[id][in]=${first.id},${second.id}`;
        for (const [way, finds] of Object.entries(finding)) {
          const asked = `GET /v1/${kind}${way.replace(':word', first.word)}&${within}`;
          const { status, text, body } = await ask(caller, asked);
          assert.equal(status, caller === 'nobody' ? 400 : 200, `${way} for ${caller}: ${text}`);
          if (status !== 200) continue;
          const expected = seen.filter((one) => finds(one, made)).map(({ id }) => id);
          assert.deepEqual((idsOf(body) as number[]).toSorted(), expected.toSorted(), `${way} for ${caller}`);
        }
        if (caller === 'nobody') continue;
        const { body: not } = await ask(
          caller,
          `GET /v1/${kind}?filter[not][word][eq]=${first.word}&${within}`,
        );
        const others = made.pair.filter((one) => one !== first || !one.sees(caller));
        assert.deepEqual((idsOf(not) as number[]).toSorted(), others.map(({ id }) => id).toSorted(), caller);
        const through = await ask(
          caller,
          `GET /v1/${kind}?filter[open][word][eq]=${second.word}&sort=id&total=true`,
        );
        assert.deepEqual(idsOf(through.body), second.sees(caller) ? [second.link] : [], caller);
        const sums = await ask(
          caller,
          `GET /v1/${kind}/aggregate?select=count,sum.number,max.price&${within}`,
        );
        const [group] = sums.body.items as { count: number; sum: { number: number } }[];
        assert.equal(group?.count, seen.length, sums.text);
        const total = seen.reduce((sum, { number }) => sum + number, 0);
        assert.equal(Number(group?.sum?.number ?? 0), total, sums.text);
        const page = await ask(caller, `GET /v1/${kind}?sort=number&count=1&total=true&${within}`);
        assert.equal(page.body.total, seen.length, page.text);
        const { body: words } = await ask(caller, `GET /v1/${kind}?q=${first.word}`);
        assert.deepEqual(idsOf(words), seesAll(caller) ? [first.id] : []);
      }
    });

    it('are refused where they would count for all records', async () => {
      await makePair(kind, form);
      for (const caller of names)
        for (const way of refused) {
          const { status, text } = await ask(caller, `GET /v1/${kind}/${way}`.replace(/\/\?/, '?'));
          assert.equal(status, seesAll(caller) ? 200 : 400, `${way} for ${caller}: ${text}`);
        }
    });

    it('are in GraphQL as in lists', async () => {
      const { pair, start } = await makePair(kind, form);
      const filter = `name: {starts: "${start}"}`;
      for (const caller of names.filter((one) => one !== 'nobody'))
        for (const query of [
          `{ ${kind}_list(filter: {${filter}}, first: 100) { nodes { name word number price } } }`,
          `{ ${kind}_list(filter: {${filter}, number: {gt: 1}}, sort: ["-number"]) { nodes { word next_id } } }`,
          `{ ${kind}_list(filter: {${filter}}) { nodes { open { word } } } }`,
          `{ ${kind}_list(filter: {${filter}}) { nodes { opened { open { number } } } } }`,
          `{ ${kind}_aggregate(filter: {${filter}}, group: ["word"]) { nodes { group } } }`,
        ]) {
          const { text } = await callers[caller].post('/graphql', { query });
          assert.doesNotMatch(text, /"errors"/, text);
          for (const one of pair)
            assert.equal(one.tells(text), one.sees(caller), `${query} for ${caller}: ${text}`);
        }
      const { text } = await app.nobody.post('/graphql', { query: `{ ${kind}_list { nodes { word } } }` });
      assert.match(text, /"errors"/);
    });

    it('are changed there alone, and with no value that is guessed', async () => {
      for (const caller of names) {
        const { pair } = await makePair(kind, form);
        for (const one of pair) {
          const { id, name, word, number } = one;
          const may = one.sees(caller);
          for (const [request, body] of [
            [`PATCH /v1/${kind}/${id}`, { word: 'changed' }],
            [`PUT /v1/${kind}/${id}`, { name, word: 'changed', ...form.place(one.owner) }],
            [`PATCH /v1/${kind}?by=name`, { name, word: 'changed' }],
            [`POST /v1/${kind}/bulk`, { items: [{ action: 'update', id, values: { word: 'changed' } }] }],
            [`PATCH /v1/${kind}/${id}`, { word }],
            [`PATCH /v1/${kind}/${id}`, { number }],
          ] as const) {
            const { status, text } = await ask(caller, request, body);
            assert.equal(status < 300, may, `${request} by ${caller}: ${text}`);
            assert.ok(may || !one.tells(text.replaceAll(`${kind}/${id}`, '')), text);
            await root.done(`PATCH /v1/${kind}/${id}`, { ...form.place(one.owner), open: null, word });
          }
          const before = await root.read(`/v1/${kind}/${id}`);
          const read = await ask(caller, `GET /v1/${kind}/${id}`);
          const { status, text } = await ask(caller, `PUT /v1/${kind}/${id}`, read.body);
          assert.equal(status, 200, text);
          const after = await root.read(`/v1/${kind}/${id}`);
          assert.deepEqual({ ...after, update_time: 0 }, { ...before, update_time: 0 });
        }
        for (const owner of ['first', 'second'] as const) {
          const values = { name: `new${caller}${owner}${count}`, word: 'new', ...form.place(owner) };
          const { status, text } = await ask(caller, `POST /v1/${kind}`, values);
          assert.equal(status, seesAll(caller) || form.admits(caller, owner) ? 201 : 400, text);
        }
      }
    });

    it('are not taken over, given away with a change, or kept in the past', async () => {
      const { pair } = await makePair(kind, form);
      const [mine, theirs] = pair;
      const taken = await ask('first', `PATCH /v1/${kind}/${theirs.id}`, {
        ...form.place('first'),
        word: 'taken',
      });
      assert.equal(taken.status, 400, taken.text);
      const given = await ask('first', `PATCH /v1/${kind}/${mine.id}`, {
        ...form.place('second'),
        word: 'given',
      });
      assert.equal(given.status, 400, given.text);
      const time = Date.now();
      const etag = (await callers.first.get(`/v1/${kind}/${mine.id}`)).headers.etag;
      const moved = await callers.first.patch(`/v1/${kind}/${mine.id}`, form.place('second'), {
        headers: { 'if-match': String(etag) },
      });
      assert.equal(moved.status, 200, moved.text);
      await root.done(`PATCH /v1/${kind}/${mine.id}`, { word: `${mine.word}again` });
      const [oldest] = (await root.list<{ id: number }>(`/v1/${kind}/${mine.id}/history`)).toReversed();
      const past = [
        `/${mine.id}`,
        `/${mine.id}/history`,
        `/${mine.id}?as_of=${time}`,
        `?as_of=${time}&count=100&sort=-id`,
        `/${mine.id}/difference?from=${oldest?.id}`,
      ];
      for (const path of past) {
        const former = await ask('first', `GET /v1/${kind}${path}`);
        assert.equal(former.status, 200, former.text);
        assert.ok(!mine.tells(former.text), `${path}: ${former.text}`);
      }
      // The new person sees what has been since, and nothing from before.
      const since = await ask('second', `GET /v1/${kind}/${mine.id}/history`);
      assert.ok(since.text.includes(`${mine.word}again`), since.text);
      assert.ok(!since.text.includes(String(mine.number)), since.text);
      const restored = await ask('second', `POST /v1/${kind}/${mine.id}/history/${oldest?.id}/restore`);
      assert.equal(restored.status, 200, restored.text);
      assert.equal((await root.read(`/v1/${kind}/${mine.id}`)).word, `${mine.word}again`);
      await root.done(`PATCH /v1/${kind}/${theirs.id}`, { next: null, more: [], open: null });
      for (const { link } of pair) await root.done(`PATCH /v1/${kind}/${link}`, { open: null });
      await root.done(`DELETE /v1/${kind}/${theirs.id}`);
      for (const caller of names)
        for (const path of ['trash?count=100', `${theirs.id}/history`, `${theirs.id}?as_of=${time}`]) {
          const { status, text } = await ask(caller, `GET /v1/${kind}/${path}`);
          assert.equal(status, 200, text);
          assert.equal(theirs.tells(text), theirs.sees(caller), `${path} for ${caller}: ${text}`);
        }
    });

    it('are told to agents as to everybody', async () => {
      const { pair } = await makePair(kind, form);
      const agent = await program();
      const [open, shut] = pair;
      await root.done(`PATCH /v1/${kind}/${open.id}`, await form.openTo(agent.owner.id));
      await root.done(`PATCH /v1/${kind}/${shut.id}`, form.shutTo(agent.owner.id));
      const call = async (name: string, given: object) => {
        const params = { name, arguments: { collection: kind, ...given } };
        const headers = { accept: 'application/json, text/event-stream' };
        const sent = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
        return (await agent.post('/mcp', sent, { headers })).text;
      };
      for (const text of [
        (await call('read_record', { id: open.id })) + (await call('read_record', { id: shut.id })),
        await call('list_records', { filter: { id: { in: [open.id, shut.id] } } }),
        await call('list_records', {
          filter: { number: { gt: 1 }, id: { in: [open.id, shut.id] } },
          sort: '-number',
        }),
      ])
        assert.deepEqual([open.tells(text), shut.tells(text)], [true, false], text);
    });

    it('open their private files to those who see them in a record', async () => {
      const { pair } = await makePair(kind, form);
      for (const { id, sees } of pair) {
        const secret = await uploadSecret(root);
        await root.done(`PATCH /v1/${kind}/${id}`, { secret: secret.id });
        for (const caller of names)
          assert.deepEqual(await waysTo(callers[caller], secret), sees(caller) ? OPEN : SHUT, caller);
      }
    });

    it('are not named by the feed, webhooks, change sets and undo', async () => {
      const far = await webhookReceiver();
      const { pair, start } = await makePair(kind, form);
      const [mine] = pair;
      const manager = await app.granted('webhook.manage', 'change.undo');
      const hook = { name: kind, url: `${far.address}/${kind}`, records: [kind], events: ['updated'] };
      const made = await manager.make('/cms/webhook', hook);
      const changes = { name: `${start}y`, word: `${mine.word}y`, number: 5 };
      const scope = await within({ id: 1 }, () => root.done(`PATCH /v1/${kind}/${mine.id}`, changes));
      await until(() => far.at(`/${kind}`).length >= 1);
      for (const text of [
        ...far.at(`/${kind}`).map((one) => one.text),
        JSON.stringify(await preview(manager, scope)),
        (await manager.get(`/v1/changes?record=${kind}&count=500`)).text,
        (await callers.first.get(`/v1/changes?record=${kind}&count=500`)).text,
      ]) {
        assert.match(text, /"name"/);
        assert.doesNotMatch(text, /"word"|"number"/);
        assert.ok(!mine.tells(text));
      }
      await root.done(`DELETE /cms/webhook/${made}`);
      const item = { record: kind, action: 'update', id: mine.id, values: { word: 'z' } };
      const proposed = await callers.first.post('/v1/change-set', { title: 'y', items: [item] });
      assert.equal(proposed.status, 400, proposed.text);
      assert.match(proposed.text, /only some records show you/);
    });

    it('tell by no move in which list a record is', async () => {
      const { pair } = await makePair(kind, form);
      const moves = async (caller: Caller, { id }: Made, anchor: Made) => {
        const { status, text } = await ask(caller, `POST /v1/${kind}/${id}/move`, { before: anchor.id });
        return { status, text: text.replaceAll(`${kind}/${id}`, '') };
      };
      for (const box of [teams.first, teams.second]) {
        const [mine, theirs] = pair;
        await root.done(`PATCH /v1/${kind}/${mine.id}`, { box: teams.first });
        await root.done(`PATCH /v1/${kind}/${theirs.id}`, { box });
        for (const caller of names)
          for (const [moved, anchor] of [pair, pair.toReversed()] as [Made, Made][]) {
            const { status, text } = await moves(caller, moved, anchor);
            const isSeen = moved.sees(caller) && anchor.sees(caller);
            assert.equal(status, isSeen && box === teams.first ? 200 : 400, `${caller}: ${text}`);
            assert.equal(text.includes('you do not see'), !isSeen, `${caller}: ${text}`);
          }
      }
    });

    it('narrow no webhook of who sees them in some records', async () => {
      const managing = await app.granted('webhook.manage');
      const all = await app.granted('webhook.manage', `${kind}.see`);
      const hook = { name: kind, url: 'http://127.0.0.1:9/x', records: [kind], events: ['updated'] };
      for (const filter of [{ number: { gt: 1 } }, { not: { word: 'x' } }, { name: 'a', more: 1 }]) {
        const refused = await managing.post('/cms/webhook', { ...hook, filter });
        assert.equal(refused.status, 400, refused.text);
        assert.match(refused.text, /only some records show you/);
        const made = await all.make('/cms/webhook', { ...hook, filter });
        await root.done(`DELETE /cms/webhook/${made}`);
      }
    });

    it('are explained for each record', async () => {
      const { pair } = await makePair(kind, form);
      for (const { id, sees } of pair)
        for (const caller of ['member', 'first', 'second'] as const) {
          const asked = `collection=${kind}&action=read&field=word&id=${id}&user=${people[caller].id}`;
          const explained = await root.read(`/cms/access/explain?${asked}`);
          assert.equal(explained.allowed, sees(caller), `${caller}: ${JSON.stringify(explained)}`);
        }
    });
  });

describe('a field of some records', () => {
  it('is compared many times by a rule that leads through references', async () => {
    const top = await root.make('/v1/leaf', { chief: people.first.id });
    const up = await root.make('/v1/leaf', { up: top });
    const id = await root.make('/v1/leaf', { up, one: 'first', two: 'second' });
    const parts = Array.from(
      { length: 30 },
      (_, at) => `filter[and][${at}][${at % 2 ? 'one' : 'two'}][ne]=x${at}`,
    );
    const asked = `/v1/leaf?fields=one,two&${parts.join('&')}`;
    const { items } = await people.first.read<{ items: object[] }>(asked);
    assert.deepEqual(items, [{ id, one: 'first', two: 'second' }]);
    assert.deepEqual((await people.second.read<{ items: object[] }>(asked)).items, []);
  });

  it('is shown by the values of each version, in every language', async () => {
    const word = { en: 'published-en', de: 'published-de' };
    const id = await root.make('/v1/paper', { chief: people.first.id, word });
    await root.done(`POST /v1/paper/${id}/publish`);
    await root.done(`PATCH /v1/paper/${id}`, {
      chief: people.second.id,
      word: { en: 'drafted-en', de: 'drafted-de' },
    });
    const sees = { first: 'published', second: 'drafted', member: undefined };
    for (const [caller, version] of Object.entries(sees) as [keyof typeof sees, string | undefined][]) // its keys are all there are
      for (const path of [
        `/${id}?`,
        `/${id}?locale=all&`,
        `/${id}?locale=de&fields=word&`,
        '?locale=de&fallback=true&',
        '?locale=all&can=1&',
        `/${id}?version=draft&`,
        `/${id}?version=draft&locale=all&`,
        '?version=draft&locale=de&',
        `/${id}/history?version=draft&`,
        `/${id}/difference?version=draft&from=published&`,
      ]) {
        const { status, text } = await people[caller].get(`/v1/paper${path}`);
        assert.equal(status, 200, `${path}: ${text}`);
        const shown = path.includes('version=draft') ? 'drafted' : 'published';
        const isHistory = path.includes('history') || path.includes('difference');
        assert.equal(
          text.includes(`${shown}-`),
          version === shown && !isHistory,
          `${path} for ${caller}: ${text}`,
        );
        for (const other of ['published-', 'drafted-'])
          if (version === undefined || !other.startsWith(version)) assert.ok(!text.includes(other), text);
      }
    for (const [language, value] of Object.entries(word)) {
      const found = await people.first.get(`/v1/paper?locale=${language}&filter[word][eq]=${value}`);
      assert.deepEqual(idsOf(found.body), [id]);
      const hidden = await people.second.get(`/v1/paper?locale=${language}&filter[word][eq]=${value}`);
      assert.deepEqual(idsOf(hidden.body), []);
    }
  });

  it('is shown in drafts by a key for their collection, and by no other', async () => {
    const [narrow, other] = [await program({ records: ['paper'] }), await program({ records: ['plain'] })];
    for (const [{ owner, ...key }, isShown] of [
      [narrow, true],
      [other, false],
    ] as const) {
      const id = await root.make('/v1/paper', { chief: owner.id, word: { en: 'by key' } });
      await root.done(`POST /v1/paper/${id}/publish`);
      for (const path of [`/${id}`, `/${id}?version=draft`, '?version=draft&sort=-id&count=1'])
        assert.equal((await key.get(`/v1/paper${path}`)).text.includes('by key'), isShown, path);
    }
  });
});
