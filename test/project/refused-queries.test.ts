import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { queryNotices } from '../../server/records/check-queries.ts';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';
import { refusal } from '../support/refused-start.ts';

const IMPORTS =
  "import { boolean, defineCollection, defineQuery, everyone, files, integer, list, login, reference, richText, text, url } from 'quire-cms';";
const NOTES = `${IMPORTS}
export default defineCollection({ name: 'note', label: 'Note', path: '/v1/note', audit: 'full',
  fields: { title: text({ max: 20 }) },
  access: { read: everyone, create: everyone, update: login, delete: login } });`;
const READ = 'access: { read: everyone }';
const SQL = "sql: 'select id, title from note'";
const FIELDS = 'fields: { title: text({ max: 20 }) }';

const query = (rest: string) =>
  `${IMPORTS}\nexport default defineQuery({ name: 'titles', label: 'Titles', path: '/v1/titles', ${rest} });`;
const refused = (rest: string) => refusal({ 'note.ts': NOTES, 'titles.ts': query(rest) });

describe('a query', () => {
  it('starts with a select that answers its fields', async () => {
    assert.equal(await refused(`${SQL}, ${FIELDS}, ${READ}`), undefined);
    assert.equal(
      await refused(
        `sql: { sqlite: 'with t as (select * from note) select id, title from t -- all' }, ${FIELDS}, ${READ}`,
      ),
      undefined,
    );
    assert.equal(
      await refused(
        `sql: "select id, title from note where title not in ('$1', ':a', '@b') -- $1, :a", ${FIELDS}, ${READ}`,
      ),
      undefined,
    );
  });

  for (const [what, rest, why] of [
    ['no select', `${FIELDS}, ${READ}`, /'sql'/],
    [
      'a statement that writes',
      `sql: 'delete from note', ${FIELDS}, ${READ}`,
      /one select without a semicolon and parameters/,
    ],
    [
      'two statements',
      `sql: 'select 1; drop table note', ${FIELDS}, ${READ}`,
      /one select without a semicolon and parameters/,
    ],
    ...['$1', ':title', '@title'].map(
      (parameter) =>
        [
          `the parameter ${parameter}`,
          `sql: 'select id, title from note where title = ${parameter}', ${FIELDS}, ${READ}`,
          /without a semicolon and parameters/,
        ] as const,
    ),
    [
      'a select for another engine alone',
      `sql: { mysql: 'select 1' }, ${FIELDS}, ${READ}`,
      /no select for SQLite; add 'sqlite'/,
    ],
    ['an unknown dialect', `sql: { oracle: 'select 1' }, ${FIELDS}, ${READ}`, /sqlite, postgres, mysql/],
    [
      'SQL that the database cannot read',
      `sql: 'select id from', ${FIELDS}, ${READ}`,
      /SQLite cannot run its select: /,
    ],
    [
      'a table that does not exist',
      `sql: 'select id, title from notes', ${FIELDS}, ${READ}`,
      /no such table: notes/,
    ],
    ['a field that the select does not answer', `sql: 'select id from note', ${FIELDS}, ${READ}`, /title/],
    ['no id', `sql: 'select title from note', ${FIELDS}, ${READ}`, /id/],
    ['no path', `${SQL}, ${FIELDS}, ${READ}, path: undefined`, /path/],
    [
      'ids of an unknown form',
      `${SQL}, ${FIELDS}, ${READ}, id: 'serial'`,
      /'number' or 'text' or 'uuid', or a list/,
    ],
    ['an id of one field', `${SQL}, ${FIELDS}, ${READ}, id: ['title']`, /a list of fields/],
    [
      'an id of a field that it lacks',
      `${SQL}, ${FIELDS}, ${READ}, id: ['title', 'titel']`,
      /no field 'titel'.*title/,
    ],
    [
      'an id of values without a text of their own',
      `sql: 'select title, is_deleted as gone from note', fields: { title: text({ max: 20 }), gone: boolean() }, ${READ}, id: ['title', 'gone']`,
      /'gone' must hold texts, whole numbers or references/,
    ],
    ['no rule', `${SQL}, ${FIELDS}`, /access/],
    [
      'a rule for writing',
      `${SQL}, ${FIELDS}, access: { read: everyone, create: login }`,
      /access of a query without 'writes' has no 'create'/,
    ],
    [
      'a table without columns',
      `${SQL}, ${FIELDS}, ${READ}, writes: { table: 'note' }`,
      /'columns' is missing/,
    ],
    [
      'SQL that names no value',
      `${SQL}, ${FIELDS}, ${READ}, writes: { table: 'note', columns: { title: { column: 'title', sql: 'upper(title)' } } }`,
      /'columns' must be an object with a column for each written field/,
    ],
    [
      'a table that nobody may write',
      `${SQL}, ${FIELDS}, ${READ}, writes: { table: 'note', key: 'id', columns: { title: 'title' } }`,
      /access must say who may create, update or delete/,
    ],
    [
      'a field that it writes and lacks',
      `${SQL}, ${FIELDS}, access: { read: everyone, update: login }, writes: { table: 'note', key: 'id', columns: { titel: 'title' } }`,
      /no field 'titel'.*title/,
    ],
    [
      'records that are made without keys',
      `${SQL}, ${FIELDS}, access: { read: everyone, create: login }, writes: { table: 'note', key: 'id', columns: { title: 'title' } }`,
      /without 'newKeys' nothing is created/,
    ],
    [
      'UUIDs beside a field of the same column',
      `${SQL}, ${FIELDS}, access: { read: everyone, create: login }, id: 'uuid', writes: { table: 'note', key: 'title', newKeys: 'uuid', columns: { title: 'title' } }`,
      /no field is written to the column of 'key'/,
    ],
    [
      'a table without a key',
      `${SQL}, ${FIELDS}, access: { read: everyone, update: login }, writes: { table: 'note', columns: { title: 'title' } }`,
      /'key' must name the column/,
    ],
    [
      "a table of the server's own",
      `${SQL}, ${FIELDS}, access: { read: everyone, update: login }, writes: { table: 'note', key: 'id', columns: { title: 'title' } }`,
      /'writes' names 'note', whose records the server keeps itself/,
    ],
    [
      'a table that is missing',
      `${SQL}, ${FIELDS}, access: { read: everyone, update: login }, writes: { table: 'elsewhere', key: 'id', columns: { title: 'title' } }`,
      /'writes' cannot be read: .*elsewhere/,
    ],
    ['an audit form', `${SQL}, ${FIELDS}, ${READ}, audit: 'full'`, /audit/],
    ['drafts', `${SQL}, ${FIELDS}, ${READ}, drafts: true`, /drafts/],
    ['hooks', `${SQL}, ${FIELDS}, ${READ}, hooks: {}`, /hooks/],
    ['a unique field', `${SQL}, fields: { title: text({ max: 20, unique: true }) }, ${READ}`, /no 'unique'/],
    [
      'a required field',
      `${SQL}, fields: { title: text({ max: 20, required: true }) }, ${READ}`,
      /no 'required'/,
    ],
    ['an index', `${SQL}, fields: { title: text({ max: 20, indexed: true }) }, ${READ}`, /no 'indexed'/],
    ['formatted text', `${SQL}, fields: { title: richText() }, ${READ}`, /plain values/],
    ['addresses', `${SQL}, fields: { title: url() }, ${READ}`, /plain values/],
    ['files', `${SQL}, fields: { title: files() }, ${READ}`, /plain values/],
  ] as const)
    it(`is refused at the start for ${what}`, async () => {
      assert.match((await refused(rest)) ?? 'it starts', why);
    });

  it('is nothing that a field refers to', async () => {
    const fan = `${IMPORTS}\nexport default defineCollection({ name: 'fan', label: 'Fan', path: '/v1/fan', audit: 'none',
      fields: { of: reference('titles') }, access: { read: everyone, create: login, update: login, delete: login } });`;
    const why = await refusal({
      'note.ts': NOTES,
      'titles.ts': query(`${SQL}, ${FIELDS}, ${READ}`),
      'fan.ts': fan,
    });
    assert.match(why ?? 'it starts', /field 'of' refers to 'titles', which is a query/);
  });

  it('whose ids do not tell its records apart is named at the start', async () => {
    const select = "sql: 'select 1 as id, title from note'";
    const contentDir = projectOf({
      'content/note.ts': NOTES.replace(IMPORTS, ''),
      'content/titles.ts': query(`${select}, ${FIELDS}, ${READ}`).replace(IMPORTS, ''),
    });
    const app = await freshApp({ contentDir });
    for (const title of ['A', 'B']) await app.root.make('/v1/note', { title });
    const [notice = ''] = await queryNotices(app.server.store);
    assert.match(notice, /Query 'titles'.*several of its records have the same id/);
  });
});
