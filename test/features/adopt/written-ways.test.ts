import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { ask, dataOf } from '../../support/graphql/asking.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { until } from '../../support/until.ts';
import { adoptedProject, foreignDatabase } from './foreign-database.ts';
import { RENTAL } from './rental.ts';

/** The same table by hand: records out of reach, and fields that are hidden, closed, only read, or open in some records alone. */
const RULED_FILM = `
import { bigint, date, defineQuery, login, permission, recordsWhere, text } from 'quire-cms';

const short = recordsWhere(login, { minutes: { lt: 100n } });
const shorter = recordsWhere(login, { minutes: { lt: 50n } });
const hidden = permission('See states', 'state');

export default defineQuery({
  name: 'ruled_film',
  label: 'Ruled film',
  path: '/v1/ruled-film',
  sql: 'select film_id as id, title, minutes, tongue_id as tongue, note, state, hours, released from film',
  fields: {
    title: text({ max: 60, required: true }),
    minutes: bigint(),
    tongue: bigint({ required: true }),
    note: text({ max: 200, write: permission('Note films', 'note') }),
    state: text({ max: 10, read: hidden, write: hidden }),
    hours: bigint({ read: hidden }),
    released: date({ read: shorter, write: shorter }),
  },
  writes: {
    table: 'film',
    key: 'film_id',
    newKeys: 'database',
    columns: { title: 'title', minutes: 'minutes', tongue: 'tongue_id', note: 'note', state: 'state', released: 'released' },
  },
  access: { read: short, create: login, update: short, delete: short, history: short },
  hooks: {
    afterCommit({ action, record }) {
      globalThis.ruledFilmsTold?.push([action, record.title]);
    },
  },
});
`;

const database = await foreignDatabase(RENTAL);
const { address } = database;
const contentDir = await adoptedProject(address.databaseUrl);
rmSync(join(contentDir, 'cast-list.ts'), { force: true });
writeFileSync(join(contentDir, 'ruled-film.ts'), RULED_FILM);
const app = await freshApp({ language: 'en', contentDir, graphql: true, mcp: true, ...address });
database.closeFirst(app.end);
const { root, nobody } = app;
const reader = await app.granted('film.read', 'ticket.read');
const editor = await app.granted('film.read', 'film.update', 'tongue.read');

const FILM = '/api/v1/film';
const rows = (sql: string, ...values: unknown[]) => database.look(sql, ...(values as string[]));
const titles = async () => (await rows('select title from film order by film_id')).map(({ title }) => title);
const made = async (title: string) => Number((await root.make(FILM, { title, tongue_id: 1 })) as unknown);
/** The state of an import or a change by filter, once it has ended. */
const ended = async (path: string) => {
  for (;;) {
    const { body } = await root.get(path);
    if (!['running', 'undoing'].includes(String(body.state))) return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const uuidsOf = async (seat: string) =>
  (await rows('select ticket_id from ticket where seat = ?', seat)).map(({ ticket_id }) => String(ticket_id));

describe('writes of adopted tables in bulk', () => {
  it('are done together, with their history, by ids of both kinds', async () => {
    const id = await made('Bulk');
    const answer = await root.post(`${FILM}/bulk`, {
      items: [
        { action: 'create', values: { title: 'Two', tongue_id: 1 } },
        { action: 'update', id, values: { title: 'Changed' } },
      ],
    });
    assert.equal(answer.status, 200, answer.text);
    const [{ id: two } = {}] = answer.body.items as { id: number }[];
    assert.deepEqual(
      await rows('select title from film where film_id in (?, ?) order by title', id, two as never),
      [{ title: 'Changed' }, { title: 'Two' }],
    );
    assert.equal((await root.list(`${FILM}/${id}/history`)).length, 2);
    const ticket = await root.post('/api/v1/ticket/bulk', {
      items: [
        { action: 'create', values: { seat: 'B1' } },
        { action: 'create', values: { seat: 'B2' } },
      ],
    });
    assert.equal(ticket.status, 200, ticket.text);
    const ids = (ticket.body.items as { id: string }[]).map((one) => one.id);
    assert.deepEqual(ids, [...(await uuidsOf('B1')), ...(await uuidsOf('B2'))]);
    const removed = await root.post('/api/v1/ticket/bulk', { items: [{ action: 'delete', id: ids[0] }] });
    assert.equal(removed.status, 200, removed.text);
    assert.deepEqual([await uuidsOf('B1'), (await uuidsOf('B2')).length], [[], 1]);
  });

  it('are all left out if the table refuses one, which is named', async () => {
    const before = await titles();
    const answer = await root.post(`${FILM}/bulk`, {
      items: [
        { action: 'create', values: { title: 'Good', tongue_id: 1 } },
        { action: 'create', values: { title: 'Bad', tongue_id: 1, minutes: -1 } },
      ],
    });
    assert.equal(answer.status, 422, answer.text);
    assert.deepEqual(
      (answer.body.items as { index: number }[]).map(({ index }) => index),
      [1],
    );
    assert.deepEqual(await titles(), before);
  });

  it('are refused to others, and where the definition has no such use', async () => {
    const before = await titles();
    const items = [{ action: 'update', id: 1, values: { title: 'Forged' } }];
    for (const [who, status] of [
      [nobody, 401],
      [reader, 403],
    ] as const)
      assert.equal((await who.post(`${FILM}/bulk`, { items })).status, status);
    assert.equal((await editor.post(`${FILM}/bulk`, { items: [{ action: 'delete', id: 1 }] })).status, 403);
    const code = { items: [{ action: 'create', values: { meaning: 'x' } }] };
    const answer = await root.post('/api/v1/code/bulk', code);
    assert.equal(answer.status, 405, answer.text);
    assert.match(answer.text, /'code' is a table of another program.*'create'/);
    assert.deepEqual(await titles(), before);
  });
});

describe('a change of an adopted table by filter', () => {
  it('changes and deletes what the filter finds', async () => {
    const [one, two] = [await made('Filtered'), await made('Filtered')];
    const change = async (body: object) => {
      const {
        status,
        body: begun,
        text,
      } = await root.post(`${FILM}/bulk-by-filter?filter[title][eq]=Filtered`, body);
      assert.equal(status, 201, text);
      return ended(`/api/cms/bulk/${begun.id}`);
    };
    const changed = await change({ action: 'update', set: { note: 'seen' }, expected: 2 });
    assert.deepEqual(
      [changed.state, changed.updated, changed.refused],
      ['done', 2, 0],
      JSON.stringify(changed),
    );
    assert.deepEqual(await rows('select note from film where film_id in (?, ?)', one, two), [
      { note: 'seen' },
      { note: 'seen' },
    ]);
    const deleted = await change({ action: 'delete', expected: 2 });
    assert.deepEqual([deleted.state, deleted.deleted], ['done', 2]);
    assert.ok(!(await titles()).includes('Filtered'));
  });
});

describe('an import into an adopted table', () => {
  const importing = async (path: string, body: string, type: string) => {
    const { status, headers, text } = await root.post(path, body, { headers: { 'content-type': type } });
    assert.ok([200, 201].includes(status), text);
    return ended(String(headers.location));
  };

  it('creates records, and names those that the table refuses', async () => {
    const csv = 'title,tongue_id,minutes\nFrom a file,1,10\nRefused,1,-5\nFrom a file too,2,\n';
    const done = await importing(`${FILM}/import`, csv, 'text/csv');
    assert.deepEqual([done.state, done.created, done.refused], ['done', 2, 1], JSON.stringify(done));
    const found = await titles();
    assert.deepEqual(
      found.filter((title) => /file|Refused/.test(String(title))),
      ['From a file', 'From a file too'],
    );
  });

  it('changes records by their ids, of both kinds', async () => {
    const id = await made('By id');
    const done = await importing(
      `${FILM}/import?key=id`,
      JSON.stringify([{ id, title: 'By its id' }]),
      'application/json',
    );
    assert.deepEqual([done.state, done.updated], ['done', 1], JSON.stringify(done));
    assert.deepEqual(await rows('select title from film where film_id = ?', id), [{ title: 'By its id' }]);
    await root.ask('POST /api/v1/ticket', { seat: 'I1' });
    const [ticket] = await uuidsOf('I1');
    const text = JSON.stringify([{ id: ticket, seat: 'I2' }, { seat: 'I3' }]);
    const tickets = await importing('/api/v1/ticket/import?key=id', text, 'application/json');
    assert.deepEqual([tickets.updated, tickets.created], [1, 1], JSON.stringify(tickets));
    assert.deepEqual(await uuidsOf('I2'), [ticket]);
  });
});

describe('GraphQL of adopted tables', () => {
  it('creates, changes and deletes by ids of both kinds', async () => {
    const { create_film: film } = await dataOf(
      root,
      'mutation { create_film(values: {title: "Asked", tongue_id: 1}) { id record { title rate } } }',
    );
    assert.deepEqual(film.record, { title: 'Asked', rate: '4.99' });
    const change = `mutation ($id: ID!) { update_film(id: $id, values: {title: "Asked again"}) { record { title } } }`;
    assert.equal((await dataOf(root, change, { id: film.id })).update_film.record.title, 'Asked again');
    const { create_ticket: ticket } = await dataOf(
      root,
      'mutation { create_ticket(values: {seat: "G1"}) { id } }',
    );
    assert.deepEqual(await uuidsOf('G1'), [ticket.id]);
    await dataOf(root, 'mutation ($id: ID!) { delete_ticket(id: $id) { id } }', { id: ticket.id });
    assert.deepEqual(await uuidsOf('G1'), []);
    const bulk = `mutation ($id: ID!) { bulk_film(items: [{action: "delete", id: $id}]) }`;
    await dataOf(root, bulk, { id: film.id });
    assert.ok(!(await titles()).includes('Asked again'));
  });

  it('offers what the caller may do, and no more', async () => {
    const names = 'query { __schema { mutationType { fields { name } } } }';
    const offered = async (who: typeof editor) =>
      (await dataOf(who, names)).__schema.mutationType.fields.map(({ name }: { name: string }) => name);
    const ofEditor = (await offered(editor)).filter((name: string) =>
      /_(film|ticket|code)$/.test(name.replace('ruled_film', '')),
    );
    assert.deepEqual(ofEditor.toSorted(), ['replace_film', 'update_film']);
    const forged = await ask(editor, 'mutation { delete_film(id: "1") { id } }');
    assert.ok(forged.errors?.length);
    const ofRoot = await offered(root as never);
    assert.ok(!ofRoot.includes('create_code') && !ofRoot.includes('restore_film'));
  });
});

describe('what follows a write to an adopted table', () => {
  it('appears in the feed for those who may read it; what other programs write does not', async () => {
    const { body: start } = await root.get('/api/v1/changes');
    const id = await made('Told');
    await root.ask(`PATCH ${FILM}/${id}`, { note: 'seen' });
    await database.change('update film set note = ? where film_id = ?', 'theirs', id as never);
    await root.ask(`DELETE ${FILM}/${id}`);
    await root.ask('POST /api/v1/ticket', { seat: 'F1' });
    const told = async (who: typeof editor) => {
      const { body } = await who.get(`/api/v1/changes?after=${start.next}`);
      return (body.items as { collection: string; id: number; event: string }[])
        .filter((one) => one.collection === 'ticket' || (one.collection === 'film' && one.id === id))
        .map((one) => [one.collection, one.id, one.event]);
    };
    const all = ['created', 'updated', 'deleted'].map((event) => ['film', id, event]);
    assert.deepEqual(await told(root as never), all);
    assert.deepEqual(await told(editor), all);
    assert.deepEqual(await told(await app.granted('tongue.read')), []);
  });
});

describe('what rules keep from somebody stays so on every way', () => {
  const RULED = '/api/v1/ruled-film';
  const { program } = keysOf(app);
  const noted = { note: 'their note', state: 'out', released: '2001-02-03' };
  const whole = async (id: number) => (await rows('select * from film where film_id = ?', id))[0];
  const importOf = async (who: typeof editor, record: object) => {
    const { headers, status } = await who.post(`${RULED}/import?key=id`, JSON.stringify([record]), {
      headers: { 'content-type': 'application/json' },
    });
    if (status >= 400) return undefined;
    for (;;) {
      const { body } = await who.get(String(headers.location));
      if (body.state !== 'running') return body;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const byTool = async (who: Pick<typeof editor, 'post'>, name: string, given: object) => {
    const params = { name, arguments: { collection: 'ruled_film', ...given } };
    const headers = { accept: 'application/json, text/event-stream' };
    const sent = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return (await who.post('/mcp', sent, { headers })).text;
  };
  /** Each way to change a record. */
  const ways = {
    rest: (who: typeof editor, id: number, values: object) => who.ask(`PATCH ${RULED}/${id}`, values),
    bulk: (who: typeof editor, id: number, values: object) =>
      who.post(`${RULED}/bulk`, { items: [{ action: 'update', id, values }] }),
    'by filter': async (who: typeof editor, id: number, set: object) => {
      const { body, status } = await who.post(`${RULED}/bulk-by-filter?filter[id][eq]=${id}`, {
        ...{ action: 'update', set, expected: 1 },
      });
      if (status !== 201) return;
      for (;;) {
        const { body: state } = await who.get(`/api/cms/bulk/${body.id}`);
        if (state.state !== 'running') return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    import: (who: typeof editor, id: number, values: object) => importOf(who, { id, ...values }),
    graphql: (who: typeof editor, id: number, values: object) =>
      ask(
        who,
        'mutation ($id: ID!, $values: RuledFilmInput!) { update_ruled_film(id: $id, values: $values) { id } }',
        { id, values },
      ),
  };
  const forged = [
    ['a record out of reach', 150, { title: 'Forged' }],
    ['a record that would leave the reach', 60, { minutes: 200 }],
    ['a closed field', 60, { note: 'Forged' }],
    ['a hidden field', 60, { state: 'new' }],
    ['a hidden field that is only read', 60, { hours: 7 }],
    ['a field that is closed in this record', 60, { released: '2011-11-11' }],
  ] as const;
  for (const [what, minutes, values] of forged)
    it(`nothing is changed: ${what}`, async () => {
      const member = await app.person();
      const id = Number(await root.make(FILM, { title: 'Kept', tongue_id: 1, minutes, ...noted }));
      const before = await whole(id);
      for (const [way, change] of Object.entries(ways)) {
        const answer = await change(member as never, id, values);
        assert.deepEqual(await whole(id), before, `${way}: ${JSON.stringify(answer)}`);
        assert.doesNotMatch(JSON.stringify(answer ?? ''), /their note|2001-02-03|"out"/, way);
      }
    });

  it('what is open is changed by each of them', async () => {
    const member = await app.person();
    for (const [way, change] of Object.entries(ways)) {
      const id = Number(await root.make(FILM, { title: 'Open', tongue_id: 1, minutes: 40, ...noted }));
      const answer = await change(member as never, id, { title: way, released: '2011-11-11' });
      const { title, ...rest } = (await whole(id)) ?? {};
      assert.equal(title, way, JSON.stringify(answer));
      assert.deepEqual([rest.note, rest.state], ['their note', 'out'], way);
    }
  });

  it('a guess of a hidden value learns nothing', async () => {
    const member = await app.person();
    const id = Number(await root.make(FILM, { title: 'Guessed', tongue_id: 1, minutes: 60, ...noted }));
    for (const [right, wrong] of [
      [{ hours: 1 }, { hours: 2 }],
      [{ state: 'out' }, { state: 'new' }],
      [{ released: noted.released }, { released: '2001-02-04' }],
    ]) {
      const answers = [];
      for (const values of [right, wrong]) {
        const { status, body } = await member.ask(`PATCH ${RULED}/${id}`, values);
        answers.push([status, body.errors, body.detail]);
      }
      assert.deepEqual(answers[0], answers[1]);
    }
  });

  it('a key changes what it is for, and only with the rights of its user', async () => {
    const films = await app.groupWith('film.read', 'film.create', 'film.update');
    const id = await made('Keyed');
    for (const [limits, status] of [
      [{}, 200],
      [{ records: ['ticket'] }, 403],
      [{ read_only: true }, 403],
    ] as const) {
      const key = await program(limits, [films]);
      const items = [{ action: 'update', id, values: { title: `Keyed ${status}` } }];
      assert.equal((await key.post(`${FILM}/bulk`, { items })).status, status);
      const { errors } = await ask(
        key,
        'mutation ($id: ID!) { update_film(id: $id, values: {note: "by key"}) { id } }',
        { id },
      );
      assert.equal(errors === undefined, status === 200, JSON.stringify(errors));
      const file = await key.post(`${FILM}/import?key=id`, JSON.stringify([{ id, note: 'x' }]), {
        headers: { 'content-type': 'application/json' },
      });
      assert.ok(status === 200 ? file.status < 300 : file.status === 403, file.text);
      assert.equal((await key.post(`${FILM}/bulk`, { items: [{ action: 'delete', id }] })).status, 403);
    }
    assert.deepEqual(await titles().then((all) => all.filter((one) => /Keyed/.test(String(one)))), [
      'Keyed 200',
    ]);
  });

  it('tools of agents show and write no more', async () => {
    const key = await program();
    const far = Number(await root.make(FILM, { title: 'Far', tongue_id: 1, minutes: 150, ...noted }));
    const near = Number(await root.make(FILM, { title: 'Near', tongue_id: 1, minutes: 60, ...noted }));
    for (const [tool, given] of [
      ['read_record', { id: far }],
      ['change_record', { id: far, values: { title: 'Forged' } }],
      ['delete_record', { id: far }],
      ['change_record', { id: near, values: { note: 'Forged' } }],
      ['change_record', { id: near, values: { state: 'new' } }],
    ] as const)
      assert.match(await byTool(key, tool, given), /"isError":true/, `${tool} ${JSON.stringify(given)}`);
    const text = await byTool(key, 'read_record', { id: near });
    assert.match(text, /Near/);
    assert.doesNotMatch(text, /2001-02-03|state|hours/);
    assert.equal((await whole(far))?.title, 'Far');
    assert.deepEqual([(await whole(near))?.note, (await whole(near))?.state], ['their note', 'out']);
  });

  it('the feed names no fields that are hidden, and no records out of reach', async () => {
    const member = await app.person();
    const { body: start } = await root.get('/api/v1/changes');
    const far = Number(await root.make(RULED, { title: 'Far', tongue: 1, minutes: 150, state: 'new' }));
    const near = Number(await root.make(RULED, { title: 'Near', tongue: 1, minutes: 60, state: 'new' }));
    await root.ask(`PATCH ${RULED}/${near}`, { state: 'out', note: 'seen' });
    const { text, body } = await member.get(`/api/v1/changes?after=${start.next}`);
    const told = body.items as { id: number }[];
    assert.deepEqual([...new Set(told.map((one) => one.id))], [near], text);
    assert.doesNotMatch(text, /"state"|"hours"/);
    assert.ok(!told.some((one) => one.id === far));
  });
});

describe('work after the commit', () => {
  it('hears of what was written here, once it is in the table', async () => {
    const told: (readonly [action: string, title: string])[] = [];
    Object.assign(globalThis, { ruledFilmsTold: told });
    const id = await root.make('/api/v1/ruled-film', { title: 'Told', tongue: 1, minutes: 10 });
    await root.patch(`/api/v1/ruled-film/${id}`, { title: 'Told again' });
    const refused = await root.post('/api/v1/ruled-film', { title: 'Not told', tongue: 1, minutes: -1 });
    assert.equal(refused.status, 422, refused.text);
    await root.delete(`/api/v1/ruled-film/${id}`);
    const here = () => told.filter(([, title]) => title.startsWith('Told'));
    await until(() => here().some(([action]) => action === 'delete'));
    assert.deepEqual(here(), [
      ['create', 'Told'],
      ['update', 'Told again'],
      ['delete', 'Told again'],
    ]);
  });
});
