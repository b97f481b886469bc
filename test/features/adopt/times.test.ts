import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { dataOf } from '../../support/graphql/asking.ts';
import { engineName } from '../../support/test-database.ts';
import { adoptedProject, foreignDatabase } from './foreign-database.ts';

const MOMENT = engineName === 'postgres' ? 'timestamp' : 'datetime';
const database = await foreignDatabase([
  `create table post (id int primary key, title varchar(20), "createdAt" ${MOMENT} not null, updated_at ${MOMENT}, last_update ${MOMENT}, created_by int)`.replaceAll(
    '"',
    engineName === 'mysql' ? '`' : '"',
  ),
  'create table log_line (id int primary key, created varchar(20), modified date)',
  `insert into post values (1, 'One', '2026-01-02 03:04:05', null, '2026-01-01 00:00:00', 7)`,
  `insert into post values (2, 'Two', '2026-01-01 00:00:00', '2026-02-01 00:00:00', null, 8)`,
  `insert into post values (3, 'Three', '2026-01-03 00:00:00', '2026-01-20 00:00:00', null, 8)`,
  `insert into log_line values (1, 'yesterday', '2026-01-01')`,
]);
const contentDir = await adoptedProject(database.address.databaseUrl);
const app = await freshApp({ language: 'en', contentDir, graphql: true, ...database.address });
database.closeFirst(app.end);
const { root } = app;
const idsOf = async (query: string) =>
  (await root.list<{ id: number }>(`/api/v1/post?${query}`)).map(({ id }) => id);

describe('columns that say when a row was made and changed', () => {
  it('are the times of the records', async () => {
    assert.deepEqual(await root.read('/api/v1/post/1'), {
      ...{ id: 1, title: 'One', last_update: Date.UTC(2026, 0, 1), created_by: 7 },
      ...{ create_time: Date.UTC(2026, 0, 2, 3, 4, 5), update_time: null },
    });
    const { body } = await root.get('/api/cms/definition/post');
    const described = body.fields as { name: string; allows_null: boolean }[];
    const nullable = described.flatMap(({ name, allows_null }) =>
      /_time$/.test(name) ? [[name, allows_null]] : [],
    );
    assert.deepEqual(nullable, [
      ['create_time', true],
      ['update_time', true],
    ]);
  });

  it('are filtered, sorted and paged by, also where they are null', async () => {
    assert.deepEqual(await idsOf('sort=create_time'), [2, 1, 3]);
    assert.deepEqual(await idsOf('sort=-update_time'), [2, 3, 1]);
    assert.deepEqual(await idsOf('filter[update_time][null]=true'), [1]);
    assert.deepEqual(await idsOf(`filter[create_time][gte]=${Date.UTC(2026, 0, 2)}&sort=id`), [1, 3]);
    const seen: number[] = [];
    for (let after = ''; ; ) {
      const { body } = await root.get(`/api/v1/post?sort=update_time&count=1${after}`);
      seen.push(...(body.items as { id: number }[]).map(({ id }) => id));
      if (body.next === null) break;
      after = `&after=${body.next}`;
    }
    assert.deepEqual(seen, [1, 3, 2]);
    const { body } = await root.get('/api/v1/post/aggregate?select=max.update_time,min.create_time');
    assert.match(JSON.stringify(body), new RegExp(`${Date.UTC(2026, 1, 1)}`));
    const csv = await root.get('/api/v1/post/export?format=csv&fields=id,update_time&sort=id');
    assert.equal(
      csv.text,
      `id,update_time\r\n1,\r\n2,${Date.UTC(2026, 1, 1)}\r\n3,${Date.UTC(2026, 0, 20)}\r\n`,
    );
  });

  it('are in GraphQL', async () => {
    const { post_list } = await dataOf(
      root,
      '{ post_list(filter: { update_time: { null: true } }) { nodes { title update_time } } }',
    );
    assert.deepEqual(post_list.nodes, [{ title: 'One', update_time: null }]);
  });

  it('stay fields where they hold no times', async () => {
    assert.deepEqual(await root.read('/api/v1/log_line/1'), {
      id: 1,
      created: 'yesterday',
      modified: '2026-01-01',
    });
  });
});
