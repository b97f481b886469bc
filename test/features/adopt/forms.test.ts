import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { engineName } from '../../support/test-database.ts';
import { adoptedProject, foreignDatabase } from './foreign-database.ts';
import { FORMS } from './forms.ts';

/** Values without a way back, each with its type. */
const REFUSED: ReadonlySet<string> = new Set([
  `double precision 'Infinity'`,
  `integer[] '{1,2}'`,
  'int unsigned 4294967295',
  `integer 'not one'`,
  `boolean 't'`,
  `date '2024-02-29 00:00:00'`,
  `datetime '2024-02-29 12:00:00.500'`,
  `timestamp 'yesterday'`,
]);
/** Values that are true as others are. */
const SHORTER: Readonly<Record<string, object>> = engineName === 'mysql' ? { 2: { c: '1' } } : {};

const forms = FORMS[engineName] ?? [];
const tables = forms.map(
  ([type], index) =>
    `create table form${index} (n int not null primary key, c ${type.replaceAll('"c"', 'c')})`,
);
const values = forms.map(([, value], index) => `insert into form${index} values (1, ${value}), (2, null)`);
const database = await foreignDatabase([...tables, ...values]);
const contentDir = await adoptedProject(database.address.databaseUrl);
const app = await freshApp({ language: 'en', contentDir, ...database.address });
database.closeFirst(app.end);
const { root } = app;

describe('a column', () => {
  for (const [index, [type, value, field, shown]] of forms.entries()) {
    const served = field === '' ? 'not served' : field;
    it(`of the type ${type} that holds ${value} is ${served}`, async () => {
      const file = readFileSync(join(contentDir, `form${index}.ts`), 'utf8');
      const [, written = ''] = /^ {4}c: (.*),$/m.exec(file) ?? [];
      assert.equal(written.replace(', searchable: true', ''), field);
      const { status, body, text } = await root.get(`/api/v1/form${index}?sort=id`);
      assert.equal(status, 200, text);
      const [one, none] = body.items as { c?: unknown }[];
      assert.deepEqual(one?.c, shown, text);
      if (shown !== undefined) assert.equal(none?.c, null);
      const { body: described } = await root.get(`/api/cms/definition/form${index}`);
      const about = (described.fields as { name: string; sortable?: boolean; filters?: string[] }[]).find(
        ({ name }) => name === 'c',
      );
      for (const query of [
        about?.sortable && 'sort=c',
        about?.sortable && 'sort=-c&count=1',
        about?.filters?.includes('null') && 'filter[c][null]=true',
      ])
        if (query) assert.equal((await root.get(`/api/v1/form${index}?${query}`)).status, 200, query);
    });

    if (served === field)
      it(`of the type ${type} that holds ${value} is written as it is read, or refused`, async () => {
        const [, c] = /"c":(.*)}$/s.exec((await root.get(`/api/v1/form${index}/1`)).text) ?? [];
        const [stored] = await database.look(`select c from form${index} where n = 1`);
        const { status, text } = await root.ask(`PATCH /api/v1/form${index}/2`, `{"c":${c}}`);
        const isRefused = REFUSED.has(`${type} ${value}`);
        if (isRefused) assert.ok([405, 422].includes(status), text);
        else assert.equal(status, 200, text);
        const [written] = await database.look(`select c from form${index} where n = 2`);
        assert.deepEqual(written, isRefused || c === 'null' ? { c: null } : (SHORTER[value] ?? stored), text);
      });
  }
});
