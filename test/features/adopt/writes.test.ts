import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { engineName } from '../../support/test-database.ts';
import { adoptedProject, foreignDatabase } from './foreign-database.ts';
import { RENTAL } from './rental.ts';

/** The same table by hand: rules for records and fields, and own code. */
const SHORT_FILM = `
import { bigint, defineQuery, login, permission, recordsWhere, refuse, text } from 'quire-cms';

const short = recordsWhere(login, { minutes: { lt: 100n } });

export default defineQuery({
  name: 'short_film',
  label: 'Short film',
  path: '/v1/short-film',
  sql: 'select film_id as id, title, minutes, tongue_id as tongue, note from film',
  fields: {
    title: text({ max: 60, required: true }),
    minutes: bigint(),
    tongue: bigint({ required: true }),
    note: text({ max: 200, write: permission('Note films', 'note') }),
  },
  writes: {
    table: 'film',
    key: 'film_id',
    newKeys: 'database',
    columns: { title: 'title', minutes: 'minutes', tongue: 'tongue_id', note: 'note' },
  },
  access: { read: short, create: login, update: short },
  hooks: {
    beforeUpdate({ changes }) {
      if (changes.title === 'Hooked') refuse('Not this one');
      return changes.title === 'Doubled' ? { minutes: 2n } : undefined;
    },
    async afterCreate({ record, records }) {
      await (records as any).create('tongue', { name: 'of ' + record.id });
    },
  },
});
`;

const database = await foreignDatabase(RENTAL);
const { address } = database;
const contentDir = await adoptedProject(address.databaseUrl);
writeFileSync(join(contentDir, 'short-film.ts'), SHORT_FILM);
const app = await freshApp({ language: 'en', contentDir, ...address });
database.closeFirst(app.end);
const { root, nobody } = app;
const member = await app.person();
const reader = await app.granted('film.read', 'tongue.read');
const editor = await app.granted('film.read', 'film.update', 'tongue.read');

interface Film {
  readonly id: number;
  readonly title: string;
  readonly note: string | null;
  readonly update_time: number | null;
}

const FILM = '/api/v1/film';
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const made = async (values: object = {}) => {
  const { status, body, text } = await root.ask(`POST ${FILM}`, { title: 'New', tongue_id: 1, ...values });
  assert.equal(status, 201, text);
  return body.id as number;
};
const rowOf = async (id: number) => (await database.look('select * from film where film_id = ?', id))[0];
const historyOf = async (path: string) =>
  (await root.list<{ action: string; changes: object }>(`${path}/history`)).map(({ action, changes }) => [
    action,
    changes,
  ]);
const tagOf = async (path: string) => String((await root.get(path)).headers.etag);

describe('a record of an adopted table', () => {
  it('is changed with its history and its line in the log', async () => {
    const id = await made({ title: 'Ships' });
    const before = Date.now();
    const { status, text } = await editor.ask(`PATCH ${FILM}/${id}`, { title: 'Ferries', rate: '12.30' });
    assert.equal(status, 200, text);
    const film = await root.read<Film>(`${FILM}/${id}`);
    assert.equal(film.title, 'Ferries');
    assert.ok((film.update_time ?? 0) >= Math.floor(before / 1000) * 1000);
    assert.equal(Number((await rowOf(id))?.rate), 12.3);
    const [changed, created] = await historyOf(`${FILM}/${id}`);
    assert.deepEqual(changed, [
      'update',
      { title: { before: 'Ships', after: 'Ferries' }, rate: { before: '4.99', after: '12.30' } },
    ]);
    assert.equal(created?.[0], 'create');
    const [line] = await root.list<{ message: string }>('/api/cms/log?count=1');
    assert.match(line?.message ?? '', new RegExp(`\\b${id}\\b`));
  });

  it('takes every value in the form of its column', async () => {
    const values = {
      ...{ rate: '0.01', state: 'out', minutes: 60, shown: true, released: '2024-02-29' },
      ...{ seen_on: Date.UTC(2026, 5, 1, 12, 30, 15), note: "it's % ? \\ 你好", stars: 2.5 },
      details: engineName === 'postgres' ? { a: [1, null] } : 'plain',
    };
    const id = await made(values);
    const sent = { shown: false, stars: -1e-7, seen_on: null };
    const { status, text } = await root.ask(`PATCH ${FILM}/${id}`, sent);
    assert.equal(status, 200, text);
    const { update_time: _, ...rest } = await root.read<Film>(`${FILM}/${id}`);
    assert.deepEqual(rest, { id, title: 'New', tongue_id: 1, ...values, ...sent, hours: 1 });
  });

  it('tells what the caller may do with it', async () => {
    const { body } = await editor.get('/api/cms/definition/film');
    const { list, create, update, history } = body.actions as Record<string, unknown>;
    assert.deepEqual([list, create, update, history], [true, undefined, true, undefined]);
    const fields = body.fields as { name: string; updatable: boolean; required: boolean }[];
    const told = fields.flatMap(({ name, updatable, required }) =>
      ['title', 'hours'].includes(name) ? [[name, updatable, required]] : [],
    );
    assert.deepEqual(told, [
      ['title', true, true],
      ['hours', false, false],
    ]);
    const [first] = await editor.list<{ can: object }>(`${FILM}?count=1&can=1`);
    assert.deepEqual(first?.can, { update: true, delete: false });
    const composite = await root.get('/api/cms/definition/cast_list');
    const role = (composite.body.fields as typeof fields).find(({ name }) => name === 'role');
    assert.deepEqual([role?.updatable, role?.required], [false, true]);
  });

  it('gets the defaults of its columns, and is answered as triggers left it', async () => {
    const id = await made({ note: 'plain' });
    const film = await root.read(`${FILM}/${id}`);
    assert.deepEqual([film.rate, film.state, film.hours], ['4.99', 'new', null]);
    const { body } = await root.patch(
      `${FILM}/${id}`,
      { note: 'ask', minutes: 180 },
      { headers: { prefer: 'return=representation' } },
    );
    assert.deepEqual([body.note, body.minutes, body.hours], ['answered', 180, 3]);
    assert.deepEqual((await historyOf(`${FILM}/${id}`))[0], [
      'update',
      {
        minutes: { before: null, after: 180 },
        note: { before: 'plain', after: 'answered' },
        hours: { before: null, after: 3 },
      },
    ]);
  });

  it('is saved as it was read', async () => {
    const id = await made({ minutes: 60 });
    const film = await root.read(`${FILM}/${id}`);
    assert.equal((await root.ask(`PUT ${FILM}/${id}`, film)).status, 200);
    const { update_time: _, ...rest } = await root.read<Film>(`${FILM}/${id}`);
    const { update_time: __, ...was } = film;
    assert.deepEqual(rest, was);
    assert.deepEqual((await historyOf(`${FILM}/${id}`))[0], ['update', {}]);
  });

  it('is deleted for good, and its history says what it held', async () => {
    const id = await made({ title: 'Short-lived' });
    assert.equal((await root.ask(`DELETE ${FILM}/${id}`)).status, 204);
    assert.equal(await rowOf(id), undefined);
    assert.equal((await root.get(`${FILM}/${id}`)).status, 404);
    assert.equal((await root.ask(`DELETE ${FILM}/${id}`)).status, 404);
    const [[action, changes] = []] = await historyOf(`${FILM}/${id}`);
    assert.equal(action, 'delete');
    assert.deepEqual((changes as { title: unknown }).title, { before: 'Short-lived', after: null });
    assert.equal((await reader.get(`${FILM}/${id}/history`)).status, 403);
  });

  it('is left alone by what is tried', async () => {
    const id = await made();
    const before = [await rowOf(id), await historyOf(`${FILM}/${id}`)];
    const { body } = await root.ask(`PATCH ${FILM}/${id}?dry_run=true`, { title: 'Tried' });
    assert.equal((body.record as Film).title, 'Tried');
    assert.equal((await root.ask(`DELETE ${FILM}/${id}?dry_run=true`)).status, 200);
    const count = await database.look('select count(*) as n from film');
    assert.equal((await root.ask(`POST ${FILM}?dry_run=true`, { title: 'Tried', tongue_id: 1 })).status, 200);
    assert.deepEqual(await database.look('select count(*) as n from film'), count);
    assert.deepEqual([await rowOf(id), await historyOf(`${FILM}/${id}`)], before);
  });
});

describe('a write that another program has overtaken', () => {
  it('is refused where it names the state that it read', async () => {
    const id = await made({ title: 'First' });
    const headers = { 'if-match': await tagOf(`${FILM}/${id}`) };
    await database.change(`update film set title = 'Theirs' where film_id = ?`, id);
    assert.equal((await root.patch(`${FILM}/${id}`, { title: 'Ours' }, { headers })).status, 412);
    assert.equal((await root.delete(`${FILM}/${id}`, { headers })).status, 412);
    const fresh = { 'if-match': await tagOf(`${FILM}/${id}`) };
    assert.equal((await root.patch(`${FILM}/${id}`, { minutes: 3 }, { headers: fresh })).status, 200);
    const [changed] = await historyOf(`${FILM}/${id}`);
    assert.deepEqual(changed, [
      'update',
      { minutes: { before: null, after: 3 }, hours: { before: null, after: 0 } },
    ]);
    assert.equal((await root.read<Film>(`${FILM}/${id}`)).title, 'Theirs');
  });

  it('lets one of two through', async () => {
    const id = await made();
    const headers = { 'if-match': await tagOf(`${FILM}/${id}`) };
    const answers = await Promise.all(
      ['one', 'two'].map((title) => root.patch(`${FILM}/${id}`, { title }, { headers })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412]);
  });

  it('finds nothing where the row is gone', async () => {
    const id = await made();
    await database.change('delete from film where film_id = ?', id);
    assert.equal((await root.ask(`PATCH ${FILM}/${id}`, { title: 'Late' })).status, 404);
  });
});

describe('what an adopted table refuses', () => {
  const refusals = [
    ['what a trigger refuses', { title: 'forbidden' }, 422, 'tableRefused', /no such title here/],
    ['what a check refuses', { minutes: -1 }, 422, 'tableRefused', /minutes|check|constraint/i],
    ['null where there must be a value', { state: null }, 422, 'tableRefused', /state/],
    ['another word', { state: 'lost' }, 422, 'badParameters', /state/],
    ['a reference to nothing', { tongue_id: 99 }, 422, 'badParameters', /tongue_id/],
    ['a computed column', { hours: 7 }, 422, 'badParameters', /hours is only read/],
    ['more digits than fit', { rate: '123456.00' }, 422, 'badParameters', /rate/],
    ...(engineName === 'mysql'
      ? []
      : [
          [
            'what a trigger leaves out',
            { title: 'ignored' },
            422,
            'tableRefused',
            /left the record/,
          ] as const,
        ]),
  ] as const;
  for (const [what, values, status, key, words] of refusals)
    it(`is refused with a clear error: ${what}`, async () => {
      const id = await made();
      const before = [await rowOf(id), await historyOf(`${FILM}/${id}`)];
      const answer = await root.ask(`PATCH ${FILM}/${id}`, values);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, new RegExp(`urn:quire:error:${key}`));
      assert.match(answer.text, words);
      assert.deepEqual([await rowOf(id), await historyOf(`${FILM}/${id}`)], before);
    });

  it('has the usual errors for values that are taken, and rows that others refer to', async () => {
    for (const [request, body, status, key] of [
      ['POST /api/v1/tongue', { name: 'English' }, 409, 'duplicate'],
      ['PATCH /api/v1/tongue/2', { name: 'English' }, 409, 'duplicate'],
      ['DELETE /api/v1/tongue/2', undefined, 409, 'stillReferenced'],
      [`DELETE ${FILM}/2`, undefined, 409, 'stillReferenced'],
      ['POST /api/v1/tongue', {}, 422, 'badParameters'],
    ] as const) {
      const answer = await root.ask(request, body);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, new RegExp(`urn:quire:error:${key}`), request);
    }
    assert.deepEqual(await historyOf('/api/v1/tongue/2'), []);
  });
});

describe('keys of adopted tables', () => {
  it('that are UUIDs are made', async () => {
    const { status, body, text } = await root.ask('POST /api/v1/ticket', { seat: 'A1' });
    assert.equal(status, 201, text);
    assert.match(String(body.id), isUuid);
    const path = `/api/v1/ticket/${body.id}`;
    assert.deepEqual(await root.read(path), { id: body.id, seat: 'A1' });
    const other = await root.ask('POST /api/v1/ticket', { seat: 'B1' });
    assert.equal((await root.ask(`PATCH ${path}`, { seat: 'A2' })).status, 200);
    assert.deepEqual(
      (await historyOf(path)).map(([action]) => action),
      ['update', 'create'],
    );
    assert.equal((await historyOf(`/api/v1/ticket/${other.body.id}`)).length, 1);
    assert.equal((await root.ask(`DELETE ${path}`)).status, 204);
    assert.equal((await historyOf(path)).length, 3);
    assert.deepEqual(await database.look('select seat from ticket'), [{ seat: 'B1' }]);
  });

  it('that are UUIDs are told on every base, and once for a repeated request', async () => {
    for (const [place, base] of ['/api', '', '/lin2', '/lin3'].entries()) {
      const headers = { 'idempotency-key': `seat-${place}` };
      const send = () => root.post(`${base}/v1/ticket`, { seat: `C${place}` }, { headers });
      const first = await send();
      assert.equal(first.status, 201, first.text);
      const again = await send();
      assert.equal(again.status, 201, again.text);
      const rows = await database.look('select ticket_id from ticket where seat = ?', `C${place}`);
      assert.equal(rows.length, 1);
      if (base !== '/lin2' && base !== '/lin3')
        assert.deepEqual([first.body.id, again.body.id], [rows[0]?.ticket_id, rows[0]?.ticket_id]);
    }
  });

  it('that are texts are kept, and nothing is created', async () => {
    assert.equal((await root.ask('POST /api/v1/code', { meaning: 'x' })).status, 405);
    assert.equal((await root.ask('PATCH /api/v1/code/ab', { meaning: 'second' })).status, 200);
    assert.deepEqual(await database.look('select * from code'), [{ code: 'ab', meaning: 'second' }]);
    assert.deepEqual(await historyOf('/api/v1/code/ab'), [
      ['update', { meaning: { before: 'first', after: 'second' } }],
    ]);
    assert.equal((await root.ask('PATCH /api/v1/code/zz', { meaning: 'x' })).status, 404);
  });

  it('that are of several columns are sent, and stay', async () => {
    const sent = { film_id: 1, role: 'a~b', actor: 'Ben' };
    const { status, body, text } = await root.ask('POST /api/v1/cast_list', sent);
    assert.equal(status, 201, text);
    assert.equal(body.id, '1~a%7Eb');
    const path = `/api/v1/cast_list/${encodeURIComponent(String(body.id))}`;
    assert.equal((await root.ask('POST /api/v1/cast_list', sent)).status, 409);
    assert.equal((await root.ask(`PATCH ${path}`, { ...sent, actor: 'Cy' })).status, 200);
    const moved = await root.ask(`PATCH ${path}`, { role: 'other' });
    assert.equal(moved.status, 422);
    assert.match(moved.text, /role is only read/);
    assert.deepEqual(await root.read(path), { id: body.id, ...sent, actor: 'Cy' });
    assert.equal((await historyOf(path)).length, 2);
    assert.equal((await root.ask(`DELETE ${path}`)).status, 204);
    assert.equal((await root.get(path)).status, 404);
  });
});

describe('who may write adopted tables', () => {
  it('is whom the rules name', async () => {
    const id = await made();
    const before = await rowOf(id);
    for (const [who, statuses] of [
      [nobody, [401, 401, 401, 401, 401]],
      [member, [403, 403, 403, 403, 403]],
      [reader, [403, 403, 403, 403, 403]],
    ] as const) {
      const requests = [
        [`POST ${FILM}`, { title: 'Forged', tongue_id: 1 }],
        [`PATCH ${FILM}/${id}`, { title: 'Forged' }],
        [`PUT ${FILM}/${id}`, { title: 'Forged', tongue_id: 1 }],
        [`DELETE ${FILM}/${id}`, undefined],
        [`GET ${FILM}/${id}/history`, undefined],
      ] as const;
      const found: number[] = [];
      for (const [request, body] of requests) found.push((await who.ask(request, body)).status);
      assert.deepEqual(found, statuses);
    }
    assert.equal((await editor.ask(`DELETE ${FILM}/${id}`)).status, 403);
    assert.deepEqual(await rowOf(id), before);
  });

  it('follows rules of records and fields, and own code', async () => {
    const short = await made({ minutes: 10, note: 'kept' });
    const long = await made({ minutes: 100 });
    const change = (id: number, body: object, who: Client = member) =>
      who.ask(`PATCH /api/v1/short-film/${id}`, body);
    assert.equal((await change(short, { title: 'Mine' })).status, 200);
    for (const [id, body, status, words] of [
      [long, { title: 'Mine' }, 404, /no such record/],
      [short, { minutes: 100 }, 422, /outside/],
      [short, { note: 'Mine' }, 422, /note may not be changed/],
      [short, { title: 'Hooked' }, 422, /Not this one/],
    ] as const) {
      const answer = await change(id, body);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, words);
    }
    assert.equal((await change(short, { title: 'Doubled' })).status, 200);
    const row = await rowOf(short);
    assert.deepEqual([row?.title, Number(row?.minutes), row?.note], ['Doubled', 2, 'kept']);
    const { status, body } = await member.ask('POST /api/v1/short-film', {
      title: 'By code',
      tongue: 1,
      minutes: 5,
    });
    assert.equal(status, 201);
    const [tongue] = await database.look('select name from tongue where name = ?', `of ${body.id}`);
    assert.ok(tongue);
    assert.equal((await member.ask(`DELETE /api/v1/short-film/${short}`)).status, 405);
  });
});

describe('what is not for adopted tables', () => {
  it('is refused', async () => {
    const id = await made();
    const before = [await rowOf(id), await historyOf(`${FILM}/${id}`)];
    const [revision] = await root.list<{ id: number }>(`${FILM}/${id}/history`);
    for (const [request, body] of [
      [`PUT ${FILM}?by=title`, { title: 'x' }],
      [`POST ${FILM}/${id}/history/${revision?.id}/restore`, undefined],
      [`POST ${FILM}/${id}/restore`, undefined],
      [`GET ${FILM}/trash`, undefined],
      [`POST ${FILM}/${id}/move`, { to: 'first' }],
    ] as const) {
      const { status, text } = await root.ask(request, body);
      assert.ok([400, 404, 405].includes(status), `${request}: ${status} ${text}`);
    }
    assert.deepEqual([await rowOf(id), await historyOf(`${FILM}/${id}`)], before);
  });
});
