import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeQuery } from '../../../server/database/soft-deletion/tables.ts';
import { makeCatalogue } from '../../../server/definitions/catalogue.ts';
import { findDefinitions } from '../../../server/definitions/find-definitions.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { dataOf } from '../../support/graphql/asking.ts';
import { engineName } from '../../support/test-database.ts';
import { adoptedProject, foreignDatabase } from './foreign-database.ts';

/** UUIDs have a type of their own on PostgreSQL, and on MariaDB, whose tables are not told apart from those of MySQL here. */
const UUID = engineName === 'postgres' ? 'uuid' : 'char(36)';
const PEOPLE = ['00000000-0000-4000-8000-00000000000a', 'ffffffff-ffff-4fff-bfff-ffffffffffff'] as const;
const PAIRS = [
  [1, 'a~b'],
  [1, '%7E'],
  [1, '%257E,'],
  [-2, ''],
  [-2, ' a/ü# '],
  [2147483647, "o'b"],
] as const;
const encoded = (text: string) => text.replaceAll('%', '%25').replaceAll('~', '%7E').replaceAll(',', '%2C');
const IDS = PAIRS.map(([line, tag]) => `${line}~${encoded(tag)}`);

const database = await foreignDatabase([
  `create table person (id ${UUID} primary key, name varchar(20) not null)`,
  'create table place (code char(5) primary key, name varchar(20) not null)',
  `create table visit (visit_id int primary key, person ${UUID}, place char(5), guide int, tries smallint,
    foreign key (person) references person (id), foreign key (place) references place (code), foreign key (guide) references visit (visit_id))`,
  ...['person', 'place', 'guide', 'tries'].map((column) => `create index of_${column} on visit (${column})`),
  'create table pair (line int not null, tag varchar(20) not null, note varchar(20), primary key (line, tag))',
  ...PAIRS.map(
    ([line, tag], index) => `insert into pair values (${line}, '${tag.replaceAll("'", "''")}', 'N${index}')`,
  ),
  'create table counter (id bigint primary key, step varchar(30))',
  ...['-9223372036854775808', '-1', '0', '9223372036854775807'].map(
    (id) => `insert into counter values (${id}, 'S${id}')`,
  ),
  `insert into person values ('${PEOPLE[0]}', 'Ada'), ('${PEOPLE[1]}', 'Ben')`,
  `insert into place values ('ab', 'Here'), ('ab c', 'There')`,
  `insert into visit values (1, '${PEOPLE[0]}', 'ab', null, 3), (2, '${PEOPLE[1]}', 'ab c', 1, -4), (3, null, null, 1, null)`,
]);
const contentDir = await adoptedProject(database.address.databaseUrl);
const app = await freshApp({ language: 'en', contentDir, graphql: true, ...database.address });
database.closeFirst(app.end);
const { root } = app;

const idsOf = async (path: string) => (await root.list<{ id: unknown }>(path)).map(({ id }) => id);

describe('a key that the database compares in its own way', () => {
  it('finds what it is, and nothing that merely looks like it', async () => {
    for (const [query, ids] of [
      [`person?filter[id][eq]=${PEOPLE[1]}`, [PEOPLE[1]]],
      [`person?filter[id][in]=${PEOPLE.join()},x`, PEOPLE],
      [`person?filter[id][ne]=${PEOPLE[0]}`, [PEOPLE[1]]],
      ['person?filter[id][eq]=x', []],
      ['person?filter[id][gt]=0', PEOPLE],
      [`person?filter[id][gt]=${PEOPLE[0]}`, [PEOPLE[1]]],
      [`person?filter[id][lte]=${PEOPLE[0]}`, [PEOPLE[0]]],
      ['person?filter[id][lt]=fg&filter[id][gte]=ff', [PEOPLE[1]]],
      ['person?filter[id][starts]=ffff', [PEOPLE[1]]],
      ['person?sort=-id', PEOPLE.toReversed()],
      ['place?filter[id][eq]=ab', ['ab']],
      ['place?filter[id][in]=ab,ab c', ['ab', 'ab c']],
      [`visit?filter[person][eq]=${PEOPLE[0]}`, [1]],
      ['visit?filter[person][eq]=x', []],
      ['visit?filter[person][name][eq]=Ben', [2]],
      ['visit?filter[not][person][name][eq]=Ben', [1, 3]],
      ['visit?filter[person][null]=true', [3]],
      ['visit?filter[place][eq]=ab', [1]],
      ['visit?filter[place][name][eq]=There', [2]],
      ['visit?filter[guide][eq]=1', [2, 3]],
      ['visit?filter[guide][eq]=9007199254740993', []],
      ['visit?filter[tries][lt]=99999999999', [1, 2]],
      ['visit?filter[guide][guide][null]=true', [2, 3]],
    ] as const)
      assert.deepEqual(
        await idsOf(`/api/v1/${query.includes('sort') ? query : `${query}&sort=id`}`),
        ids,
        query,
      );
    for (const id of [PEOPLE[1].toUpperCase(), `{${PEOPLE[1]}}`, PEOPLE[1].replaceAll('-', ''), 'x'])
      if (engineName === 'postgres') assert.equal((await root.get(`/api/v1/person/${id}`)).status, 404, id);
  });

  it('is shown and expanded as it is filtered', async () => {
    const [visit] = await root.list('/api/v1/visit?sort=id&count=1&expand=person,place');
    assert.deepEqual(visit, {
      ...{ id: 1, person: PEOPLE[0], place: 'ab', guide: null, tries: 3 },
      expanded: { person: { id: PEOPLE[0], name: 'Ada' }, place: { id: 'ab', name: 'Here' } },
    });
    const { body } = await root.get('/api/v1/person?count=1');
    assert.deepEqual(await idsOf(`/api/v1/person?count=1&after=${body.next}`), [PEOPLE[1]]);
  });
});

describe('a key of several columns', () => {
  it('makes an id that tells every two records apart, and is found by it', async () => {
    assert.deepEqual(new Set(await idsOf('/api/v1/pair')), new Set(IDS));
    for (const [index, id] of IDS.entries()) {
      const path = `/api/v1/pair/${encodeURIComponent(id)}`;
      const [line, tag] = PAIRS[index] ?? [];
      assert.deepEqual(await root.read(path), { id, line, tag, note: `N${index}` });
      assert.deepEqual(await idsOf(`/api/v1/pair?filter[id][eq]=${encodeURIComponent(id)}`), [id]);
    }
  });

  it('is filtered, sorted and paged by', async () => {
    const several = IDS.slice(0, 3).map(encodeURIComponent).join();
    assert.deepEqual(
      new Set(await idsOf(`/api/v1/pair?filter[id][in]=${several}`)),
      new Set(IDS.slice(0, 3)),
    );
    assert.equal((await idsOf(`/api/v1/pair?filter[id][nin]=${several}`)).length, 3);
    assert.equal((await idsOf(`/api/v1/pair?filter[id][ne]=${encodeURIComponent(IDS[0] ?? '')}`)).length, 5);
    assert.deepEqual(await idsOf('/api/v1/pair?filter[line][eq]=2147483647'), [IDS[5]]);
    const sorted = IDS.toSorted();
    assert.deepEqual(await idsOf('/api/v1/pair?sort=id'), sorted);
    const { body } = await root.get('/api/v1/pair?sort=id&count=4');
    assert.deepEqual(await idsOf(`/api/v1/pair?sort=id&count=4&after=${body.next}`), sorted.slice(4));
  });

  it('finds nothing by what is no id of it', async () => {
    for (const id of [
      '1',
      '1~',
      '~',
      '1~a~b',
      '01~a%7Eb',
      'x~a',
      '1~%7E',
      '99999999999999999999~a',
      '-2~a/ü#',
    ])
      assert.equal((await root.get(`/api/v1/pair/${encodeURIComponent(id)}`)).status, 404, id);
    for (const id of ['x~a', '1', '99999999999999999999~a'])
      assert.deepEqual(await idsOf(`/api/v1/pair?filter[id][in]=${id}`), [], id);
  });
});

describe('a key of whole numbers', () => {
  it('may begin at 0 or below', async () => {
    const ids = [-9223372036854775808n, -1n, 0n, 9223372036854775807n];
    for (const id of ids) {
      assert.match((await root.get(`/api/v1/counter/${id}`)).text, new RegExp(`"id":${id},"step":"S${id}"`));
      const { counter } = await dataOf(root, `{ counter(id: "${id}") { step } }`);
      assert.deepEqual(counter, { step: `S${id}` });
    }
    const { text } = await root.get('/api/v1/counter?sort=id');
    assert.deepEqual(
      [...text.matchAll(/"id":(-?\d+)/g)].map(([, id]) => BigInt(id ?? '')),
      ids,
    );
  });
});

describe('an index of a key', {
  skip: engineName !== 'postgres' && 'only PostgreSQL has types of its own',
}, () => {
  it('serves comparisons with values, orders, and references', async () => {
    const engine = await database.behind();
    const { queries } = makeCatalogue(await findDefinitions(contentDir));
    const query = makeQuery(engine, [], queries);
    const named = (table: string) => query.selectFrom(table).select('id');
    for (const statement of [
      named('person').where('id', '=', PEOPLE[0]),
      named('person').where('id', 'in', [...PEOPLE]),
      named('person').where('id', '>', PEOPLE[0]).orderBy('id').limit(1),
      named('place').where('id', '=', 'ab'),
      named('visit').where('id', '=', 2),
      ...(['person', 'place', 'guide', 'tries'] as const).map((column) =>
        named('visit').where(column, '=', column === 'person' ? PEOPLE[0] : column === 'place' ? 'ab' : 1),
      ),
      named('visit').where('person', 'in', named('person').where('id', '=', PEOPLE[0])),
      named('pair').where('line', '=', 1),
    ]) {
      const { sql, parameters } = statement.compile();
      const plan = await engine.transaction(async (connection) => {
        await connection.run({ sql: 'set local enable_seqscan = off', parameters: [] });
        return connection.all({ sql: `explain ${sql}`, parameters });
      });
      assert.ok(!JSON.stringify(plan).includes('Seq Scan'), `${sql}\n${JSON.stringify(plan, undefined, 1)}`);
    }
  });
});
