// Takes long: it starts processes, and waits until a hung one is ended.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemContext } from '../../../server/records/index.ts';
import type { BodyOf } from '../../support/bodies.ts';
import { DESK, deskAndRogue, MADE } from '../../support/desk-and-rogue.ts';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { undoing } from '../../support/records/undoing.ts';

// What isolated plug-ins show people and do for them.

const app = await freshApp({ logLevel: 'silent', contentDir: deskAndRogue() });
const { root } = app;
const { serviceUser, program } = keysOf(app);
const { undo } = undoing(app);
const all = ['order.read', 'order.create', 'order.update', 'order.cost', 'memo.read'];
const robot = await serviceUser([await app.groupWith(...all)]);
const people = {
  reader: await app.granted('order.read'),
  costs: await app.granted('order.read', 'order.cost'),
  editor: await app.granted('order.read', 'order.update'),
  stranger: await app.person(),
};
const orders = {
  first: await root.make('/v1/order', { title: 'First', email: 'ann@example.com' }),
  second: await root.make('/v1/order', { title: 'Second', cost: 9 }),
};
const grantOf = (name: string) => `/api/cms/plugin/${name}/grant`;
const grant = (name: string, needs?: object) =>
  root.done(`PUT ${grantOf(name)}`, { user_id: robot.id, ...(needs && { needs }) });

/** What a caller gets of a part or an action, be it a failure of the plug-in. */
async function ask(
  caller: { readonly access?: string },
  request: string,
  { body, language = 'en' }: { readonly body?: object | undefined; readonly language?: string } = {},
) {
  const [method, path] = request.split(' ');
  const answer = await app.server.app.inject({
    method: method as 'GET' | 'POST',
    url: `/api/cms/plugin/${path}`,
    headers: {
      'accept-language': language,
      ...(caller.access && { authorization: `Bearer ${caller.access}` }),
    },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, text: answer.body };
}
type Told = BodyOf<'GET /cms/console/part'>['items'][number];
const toldTo = async (caller: Pick<Person, 'read'>, plugin = 'desk') => {
  const { items } = await caller.read<{ items: Told[] }>('/api/cms/console/part');
  return items.filter((one) => one.plugin === plugin).map(({ name }) => name.replace(`${plugin}:`, ''));
};
const draw = (caller: { readonly access?: string }, part: string) => ask(caller, `GET desk/part/${part}`);
const act = (caller: { readonly access?: string }, action: string, body: object = {}) =>
  ask(caller, `POST desk/action/${action}`, { body });
const stateOf = async (id: number) => (await root.read<{ state: string }>(`/v1/order/${id}`)).state;

describe('before a grant', () => {
  it('no part is told, drawn or run', async () => {
    assert.deepEqual(await toldTo(root), []);
    assert.equal((await draw(root, 'fixed')).status, 404);
    assert.equal((await act(root, 'close', { values: { note: 'x' } })).status, 404);
  });
});

describe('a part', () => {
  it('is told to those who may do what it is about', async () => {
    await grant('desk');
    await grant('rogue');
    const everybody = ['fixed', 'score', 'dial'];
    assert.deepEqual(await toldTo(root), [
      'totals',
      'fixed',
      'detail',
      'report',
      'close',
      'remind',
      'score',
      'dial',
    ]);
    assert.deepEqual(await toldTo(people.editor), [
      'totals',
      'fixed',
      'detail',
      'close',
      'remind',
      'score',
      'dial',
    ]);
    assert.deepEqual(await toldTo(people.reader), ['totals', 'fixed', 'detail', 'score', 'dial']);
    const own = await toldTo(people.stranger); // who may read what they make themselves
    assert.deepEqual(
      own.filter((name) => !everybody.includes(name)),
      ['totals', 'detail'],
    );
  });
  const drawings: readonly [
    who: keyof typeof people | 'root',
    part: string,
    status: number,
    holds: RegExp,
    not: RegExp,
  ][] = [
    ['root', 'totals', 200, /"Orders","value":"2".*First 7.*Second 9.*"action":"close"/, /no cost/],
    ['costs', 'totals', 200, /First 7.*Second 9/, /"kind":"button"/],
    ['reader', 'totals', 200, /First no cost.*Second no cost/, /First 7|"kind":"button"/],
    ['stranger', 'totals', 200, /"value":"0"/, /First|Second/],
    ['reader', `detail?collection=order&id=${orders.first}`, 200, /First/, /cost/],
    ['costs', `detail?collection=order&id=${orders.first}`, 200, /cost[^}]*7/, /undefined/],
    ['stranger', `detail?collection=order&id=${orders.first}`, 404, /./, /First/],
    ['reader', 'detail', 404, /./, /First/],
    ['reader', `detail?collection=memo&id=${orders.first}`, 404, /./, /First/],
    ['reader', 'detail?collection=order&id=999999', 404, /./, /First/],
    ['reader', 'report', 403, /./, /Done/],
    ['root', 'report', 200, /"kind":"progress","label":"Done","value":3,"max":4/, /x{9}/],
    ['reader', 'fixed', 200, /Hello/, /"kind":"button"|hidden_one/],
    ['editor', 'fixed', 200, /Hello.*"confirm":"Close them\?".*"max":10/, /hidden_one/],
    ['root', 'close', 404, /./, /Close/],
    ['root', '__proto__', 404, /./, /Close/],
    ['root', 'constructor', 404, /./, /Close/],
    ['root', 'score', 404, /./, /progress/],
  ];
  for (const [who, part, status, holds, not] of drawings)
    it(`${part} for ${who} holds what both may read`, async () => {
      const answer = await draw(who === 'root' ? root : people[who], part);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, holds);
      assert.doesNotMatch(answer.text, not);
    });
  it('shows nobody what it remembers of another', async () => {
    assert.match((await draw(root, 'totals')).text, /remembered First,Second/);
    const { text } = await draw(people.stranger, 'totals');
    assert.doesNotMatch(text, /First|Second/);
  });
  it('is drawn of a long list, which is compared in one pass', async () => {
    const numbers = Array.from({ length: 49_000 }, (_, index) => index);
    const id = await root.make('/v1/order', { title: 'Long', numbers });
    assert.match((await ask(root, 'GET rogue/part/counts')).text, /"value":"49000"/);
    await root.done(`DELETE /v1/order/${id}`);
  });
  it('is not for strangers and programs', async () => {
    assert.equal((await draw({}, 'fixed')).status, 401);
    const { key } = await program();
    assert.equal((await draw({ access: key }, 'fixed')).status, 403);
    assert.equal(
      (await ask({ access: key }, 'POST desk/action/close', { body: { values: { note: 'x' } } })).status,
      403,
    );
  });
  it('speaks the language of its reader', async () => {
    assert.match((await ask(root, 'GET desk/part/fixed', { language: 'zh' })).text, /你好.*关闭/);
    assert.match((await ask(root, 'GET desk/part/totals', { language: 'zh' })).text, /订单/);
  });
});

describe('what a plug-in answers instead of things to show', () => {
  for (const part of [
    ...Object.keys(MADE).filter((name) => name !== 'nothing'),
    'forges',
    'pollutes',
    'deep',
    'throws',
    'writes',
    'mails',
    'lost',
  ])
    it(`${part} is named, and is not passed on`, async () => {
      const { status, text } = await ask(root, `GET rogue/part/${part}`);
      assert.equal(status, 503, text);
      assert.match(text, new RegExp(`rogue/${part}`));
      assert.doesNotMatch(text, /javascript|evil|<b>|reason is for the log|polluted/);
      assert.equal(Reflect.get({}, 'polluted'), undefined);
      await backAgain();
    });
  it('one that hangs is ended, and hooks and other users go on', async () => {
    const hung = ask(root, 'GET rogue/part/hangs');
    assert.equal((await ask(people.reader, 'GET rogue/part/nothing')).status, 200);
    assert.equal((await hung).status, 503);
    assert.equal(await stateOf(orders.first), 'open');
    await backAgain();
  });
  it('a message that is too long is not told', async () => {
    assert.equal((await ask(root, 'POST rogue/action/long_answer', { body: {} })).status, 503);
    assert.match((await ask(root, 'POST rogue/action/html', { body: {} })).text, /<img src=x>/); // text, which nobody reads as markup
  });
  it('the name of another plug-in’s handler is nothing', async () => {
    assert.equal(
      (await ask(root, 'POST rogue/action/close', { body: { values: { note: 'x' } } })).status,
      404,
    );
  });
  /** Its process stays away for a moment once it was ended. */
  async function backAgain() {
    while ((await ask(root, 'GET rogue/part/nothing')).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

describe('an action', () => {
  const values = { note: 'done', level: 'low', count: 2, loud: true };
  const both = () => [orders.first, orders.second];
  const refused: readonly [
    what: string,
    who: keyof typeof people | 'root',
    action: string,
    body: () => object,
    status: number,
  ][] = [
    ['who may not change them', 'reader', 'close', () => ({ collection: 'order', ids: both(), values }), 403],
    ['who may not change them, without records', 'reader', 'close', () => ({ values }), 403],
    ['who does not see them', 'stranger', 'close', () => ({ collection: 'order', ids: both(), values }), 403],
    [
      'for a record that is not there',
      'editor',
      'close',
      () => ({ collection: 'order', ids: [999_999], values }),
      404,
    ],
    ['for another collection', 'root', 'close', () => ({ collection: 'memo', ids: [1], values }), 404],
    ['for records of no collection', 'root', 'close', () => ({ ids: both(), values }), 404],
    [
      'for too many records',
      'root',
      'close',
      () => ({ collection: 'order', ids: Array(101).fill(1), values }),
      422,
    ],
    ['with a form that lacks a field', 'editor', 'close', () => ({ values: {} }), 422],
    ['with a text that is too long', 'editor', 'close', () => ({ values: { note: 'x'.repeat(11) } }), 422],
    [
      'with an unknown choice',
      'editor',
      'close',
      () => ({ values: { note: 'x', level: 'constructor' } }),
      422,
    ],
    ['with text for a number', 'editor', 'close', () => ({ values: { note: 'x', count: '2' } }), 422],
    ['with a number for yes or no', 'editor', 'close', () => ({ values: { note: 'x', loud: 1 } }), 422],
    [
      'with a field that is not in the form',
      'editor',
      'close',
      () => ({ values: { note: 'x', other: 1 } }),
      422,
    ],
    ['which refuses', 'editor', 'close', () => ({ values: { note: 'no' } }), 422],
    ['with more than there is', 'editor', 'close', () => ({ values, script: 'x' }), 422],
    ['that is a panel', 'root', 'totals', () => ({}), 404],
    ['that is no own name', 'root', 'constructor', () => ({}), 404],
  ];
  for (const [what, who, action, body, status] of refused)
    it(`is refused ${what}`, async () => {
      const answer = await act(who === 'root' ? root : people[who], action, body());
      assert.equal(answer.status, status, answer.text);
      for (const id of both()) assert.equal(await stateOf(id), 'open');
    });
  it('writes what both may write, in the plug-in’s name, and can be undone', async () => {
    const answer = await act(people.editor, 'close', { collection: 'order', ids: both(), values });
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.text, /Closed 2 .*done.*low/);
    for (const id of both()) assert.equal(await stateOf(id), 'closed');
    assert.match((await root.get(`/api/v1/order/${orders.first}/history`)).text, /plug-in desk/);
    const lines = (await root.get('/api/cms/log?count=20')).text;
    assert.match(lines, /ran the action close of plug-in desk/);
    const { items } = await root.read<{ items: { name: string; grant: { key_id: number } }[] }>(
      '/api/cms/plugin',
    );
    await undo(root, { key: items.find(({ name }) => name === 'desk')?.grant.key_id });
    for (const id of both()) assert.equal(await stateOf(id), 'open');
  });
  it('fails where its user may not write', async () => {
    const creator = await app.granted('order.read', 'order.create');
    assert.equal((await act(creator, 'add')).status, 200);
    assert.equal((await act(people.editor, 'add')).status, 403);
    const found = await root.read<{ total: number }>('/v1/order?filter[title][eq]=by%20the%20plug-in');
    assert.equal(found.total, 1);
  });
  it('tells its user what they may not do, and does not do it', async () => {
    const body = { collection: 'order', ids: both() };
    const answer = await act(people.reader, 'sneak', body);
    assert.equal(answer.status, 403, answer.text);
    assert.match(answer.text, /You lack the permission for this/);
    for (const id of both()) assert.equal(await stateOf(id), 'open');
    assert.equal((await act(people.editor, 'sneak', body)).status, 200);
    assert.equal(await stateOf(orders.first), 'stolen');
  });
  it('cannot find out by a filter what its user may not read', async () => {
    assert.equal((await act(people.reader, 'read_all')).status, 503);
    assert.match((await act(people.costs, 'read_all')).text, /found [12]/);
  });
});

describe('a mail', async () => {
  const mails = async () => {
    await app.server.store.jobs.idle();
    const { items } = await root.read<{
      items: { to: string; subject: string; text: string; html: string }[];
    }>('/api/cms/mail');
    return items;
  };
  const remind = async (title: string, email = 'ben@example.com') => {
    const id = await root.make('/v1/order', { title, email });
    return (await act(people.editor, 'remind', { collection: 'order', ids: [id] })).text;
  };
  it('goes to whom the grant names, with the plug-in named in it and in the log', async () => {
    await remind('Ship <b>it</b>\u202e');
    const [mail] = await mails();
    assert.deepEqual([mail?.to, mail?.subject], ['ben@example.com', 'About Ship <b>it</b>']);
    assert.match(mail?.text ?? '', /^Please look at Ship <b>it<\/b>\.\n\nSent by the plug-in desk\.$/);
    assert.doesNotMatch(mail?.html ?? '', /<b>it/);
    assert.match((await root.get('/api/cms/log?count=20')).text, /plug-in desk sent 1 of the mail/);
    assert.match(await remind('german'), /sent/);
    assert.equal((await mails())[0]?.subject, 'Zu german');
  });
  const tries: readonly [title: string, problem: RegExp][] = [
    ['unknown', /not granted the mail 'other' \(granted: reminder, receipt, notice\)/],
    ['prototype', /not granted the mail '__proto__'/],
    ['lacking', /lacks the value 'title'/],
    ['more', /no value 'x'/],
    ['address', /holds an address of the web/],
    ['to', /a mail has no 'to'/],
    ['object', /must be text/],
    ['flood', /granted 3 mails 'reminder' an hour, and asks for number 4/],
  ];
  for (const [title, problem] of tries)
    it(`${title} is refused with the reason`, async () => {
      const before = (await mails()).length;
      assert.match(await remind(title), problem);
      assert.equal((await mails()).length - before, title === 'flood' ? 1 : 0);
    });
  for (const url of [
    'http:/evil.example',
    'HTTPS:\\\\evil.example',
    '//evil.example',
    'evil.example/login',
    'evil.example?a',
    'mailto:x@evil.example',
    'javascript:alert(1)',
    'ＷＷＷ．evil.example',
    'http：／／evil.example',
  ])
    it(`${url} is an address of the web`, async () => {
      assert.match(await remind(url), /holds an address of the web/);
    });
  it('goes to the user who ran the action', async () => {
    const groupId = await app.groupWith('order.read', 'order.update');
    const person = await app.person([groupId]);
    const email = 'presser@example.com';
    await root.done(`PUT /cms/admin/user/${person.id}`, { email, group_ids: [groupId] });
    assert.equal((await act(person, 'close', { values: { note: 'x' } })).status, 200);
    const [mail] = await mails();
    assert.deepEqual([mail?.to, mail?.subject], [email, 'Done']);
  });
  it('reaches the people of a group who have an address', async () => {
    const { id: groupId } = await root.done<{ id: number }>('POST /cms/admin/group', {
      name: 'watchers',
      info: '',
      permission_ids: [],
    });
    const [one, other] = [await app.person([groupId]), await app.person([groupId])];
    const [gone, off] = [await app.person([groupId]), await app.person([groupId])];
    await root.done(`PUT /cms/admin/user/${one.id}`, { email: 'one@example.com', group_ids: [groupId] });
    await root.done(`PUT /cms/admin/user/${gone.id}`, { email: 'gone@example.com', group_ids: [] });
    await root.done(`PUT /cms/admin/user/${off.id}`, { email: 'off@example.com', group_ids: [groupId] });
    await root.done(`PUT /cms/admin/disable/${off.id}`);
    const before = (await mails()).length;
    assert.match(await remind('notice'), /sent/);
    const found = (await mails()).slice(0, (await mails()).length - before).map(({ to }) => to);
    assert.deepEqual(found, ['one@example.com'], other.username);
    assert.match(await remind('notice'), /sent/, 'who has no address does not count');
    assert.match(await remind('notice'), /asks for number 3/);
    assert.equal((await mails()).length - before, 2);
  });
});

describe('a grant', () => {
  it('that is paused ends what runs, and mails that wait', async () => {
    const before = (await root.get('/api/cms/mail')).text;
    await root.done(`PATCH ${grantOf('desk')}`, { active: false });
    const waiting = { plugin: 'desk', mail: 'receipt', values: {}, to: 'late@example.com' };
    await app.server.store.write(systemContext('test'), (writes) =>
      writes.addJob({ kind: 'mail of plug-ins', data: JSON.stringify(waiting) }),
    );
    await app.server.store.jobs.idle();
    assert.equal((await root.get('/api/cms/mail')).text, before);
    assert.deepEqual(await toldTo(root), []);
    assert.equal((await draw(root, 'totals')).status, 404);
    assert.equal((await act(people.editor, 'close', { values: { note: 'x' } })).status, 404);
    await root.done(`PATCH ${grantOf('desk')}`, { active: true });
    assert.equal((await draw(root, 'totals')).status, 200);
  });
  it('holds single parts and mails, and nothing of the rest', async () => {
    const { close, totals } = DESK.console;
    const needs = { collections: DESK.collections, console: { close, totals } };
    await root.done(`PATCH ${grantOf('desk')}`, { needs });
    assert.deepEqual(await toldTo(root), ['totals', 'close']);
    assert.equal((await draw(root, 'fixed')).status, 404);
    const answer = await act(people.editor, 'close', {
      collection: 'order',
      ids: [orders.first],
      values: { note: 'x' },
    });
    assert.equal(answer.status, 503, 'it sends a mail, which it was not granted');
    const wider = { ...needs, console: { ...needs.console, totals: { ...totals, label: 'Other' } } };
    assert.equal((await root.patch(grantOf('desk'), { needs: wider })).status, 422);
  });
});
