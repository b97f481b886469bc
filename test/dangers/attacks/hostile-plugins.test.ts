import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { projectOf } from '../../support/project-of.ts';

// What the code of somebody else may do wrong in a hook: it gets what the project's own hooks get.

const collection = (name: string, fields: string) =>
  `export default defineCollection({ name: '${name}', label: '${name}', path: '/v1/${name}', audit: 'full', fields: { ${fields} }, access: { read: everyone, create: login, update: login, delete: login } });`;

/** What the hook does for a note of this title. */
const DEEDS = {
  'a text': "throw 'no error'",
  nothing: 'throw undefined',
  object: "throw { status: 200, code: 0, message: 'fine' }",
  'an own failure': "throw Object.assign(new Error('inner detail'), { statusCode: 200 })",
  number: 'return 7',
  list: 'return [1]',
  'unknown field': "return { titel: 'x' }",
  'wrong value': "return { kept: 'x'.repeat(100) }",
  'no target': 'return { other: 999n }',
  'built in': "await records.create('quire_user', { username: 'x' })",
  'built in change': "await records.update('quire_user', 1n, { username: 'x' })",
  'built in removal': "await records.remove('quire_log', 1n)",
  'no collection': "await records.create('nothing', {})",
  swallowed: "await records.create('other', { name: 'x'.repeat(100) }).catch(() => {})",
  'first a write': "await records.create('other', { name: 'undone' }); throw new Error('inner detail')",
  circle: "await records.create('note', { title: 'circle' })",
} as const;
const deeds = Object.entries(DEEDS)
  .map(([title, deed]) => `case '${title}': ${deed}; break;`)
  .join(' ');

const app = await freshApp({
  logLevel: 'silent',
  contentDir: projectOf({
    'content/note.ts': collection(
      'note',
      "title: text({ max: 80 }), kept: text({ max: 20, default: '', write: superAdministrator }), other: reference('other')",
    ),
    'content/other.ts': collection('other', 'name: text({ max: 20 })'),
    'plugins.ts': `export default [definePlugin({ name: 'hostile', hooks: { only: ['note'],
      async beforeCreate({ values, records }) {
        switch (values.title) { ${deeds} case 'refused': refuse('not this one', 'title'); break; case 'endless': await new Promise(() => {}); }
        return values.title === 'stamps' ? { id: 77n, create_user_id: 9n, is_deleted: true, create_time: 1, kept: 'by hook' } : undefined;
      },
      async afterCreate({ record, records }) {
        if (record.title === 'late') throw null;
        if (record.title === 'other') await records.create('other', { name: 'made' });
        if (record.title === 'frozen') { record.title = 'changed in memory'; record.id = 5n; }
      } } }),
      definePlugin({ name: 'watching', hooks: { afterCreate({ record }) { if (record.title === 'changed in memory') throw record; } } })];`,
  }),
});
const member = await app.person();

/** A creation; its failure may be one of the server. */
async function create(title: string, values: object = {}) {
  const answer = await app.server.app.inject({
    method: 'POST',
    url: '/v1/note',
    headers: { authorization: `Bearer ${member.access}` },
    payload: { title, ...values },
  });
  return { status: answer.statusCode, body: answer.json<{ id: number; code: number; message: string }>() };
}
const everything = async () => [await app.root.list('/v1/note'), await app.root.list('/v1/other')];

describe('a hook of a plug-in', () => {
  for (const title of [...Object.keys(DEEDS), 'late'])
    it(`that goes wrong undoes the write: ${title}`, async () => {
      const before = await everything();
      const { status, body } = await create(title);
      assert.deepEqual([status, body.code], [500, 9999], body.message);
      assert.match(body.message, /hostile\/note\.(before|after)Create$/);
      assert.deepEqual(await everything(), before);
    });

  it('that does not end is given up, and the next write is not held up', async () => {
    const [endless, next] = await Promise.all([create('endless'), create('next')]);
    assert.deepEqual([endless.status, next.status], [500, 201]);
  });

  it('refuses in its words', async () => {
    const { status, body } = await create('refused');
    assert.deepEqual([status, body.code], [400, 10064]);
    assert.match(body.message, /not this one/);
  });

  it('stamps nothing, and is not bound by the rights of the actor', async () => {
    const { status, body } = await create('stamps');
    assert.equal(status, 201);
    const record = await app.root.read<Record<string, unknown>>(`/v1/note/${body.id}`);
    assert.notEqual(body.id, 77);
    assert.equal(record.kept, 'by hook');
    assert.ok(Number(record.create_time) > 1);
    const [entry] = await app.root.list<Revision>(`/v1/note/${body.id}/history`);
    assert.equal(entry?.user?.id, member.id);
  });

  it('lends the actor none of its rights', async () => {
    assert.equal((await create('plain', { kept: 'by client' })).status, 400);
  });

  it('writes other collections with a history, in the name of the actor', async () => {
    assert.equal((await create('other')).status, 201);
    const [made] = await app.root.list<{ id: number; name: string }>('/v1/other?sort=-id');
    assert.equal(made?.name, 'made');
    const [entry] = await app.root.list<Revision>(`/v1/other/${made?.id}/history`);
    assert.equal(entry?.user?.id, member.id);
  });

  it('changes no record by changing what it was given', async () => {
    const { status, body } = await create('frozen');
    assert.equal(status, 201, body.message);
    assert.equal((await app.root.read(`/v1/note/${body.id}`)).title, 'frozen');
  });
});
