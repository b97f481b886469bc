import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { adoptedProject, foreignDatabase } from './foreign-database.ts';

/** Records of one owner, who sees their notes only while they are open. */
const OWNED = `
import { boolean, defineQuery, login, recordsWhere, text } from 'quire-cms';

const mine = recordsWhere(login, { owner: 'mine' });

export default defineQuery({
  name: 'owned',
  label: 'Owned record',
  path: '/v1/owned',
  id: 'text',
  sql: 'select code as id, meaning, owner, is_open from code',
  fields: {
    meaning: text({ max: 40, read: recordsWhere(login, { is_open: true }) }),
    owner: text({ max: 20 }),
    is_open: boolean(),
  },
  writes: {
    table: 'code',
    key: 'code',
    columns: { meaning: 'meaning', owner: 'owner', is_open: 'is_open' },
  },
  access: { read: mine, update: login, delete: login, history: login },
});
`;

const database = await foreignDatabase([
  'create table code (code varchar(20) primary key, meaning varchar(40), owner varchar(20), is_open boolean)',
  `insert into code values ('ab', 'first', 'theirs', true), ('cd', 'first', 'mine', true)`,
]);
const { address } = database;
const contentDir = await adoptedProject(address.databaseUrl);
writeFileSync(join(contentDir, 'owned.ts'), OWNED);
const app = await freshApp({ language: 'en', contentDir, ...address });
database.closeFirst(app.end);
const { root } = app;
const member = await app.person();

describe('the history of a table that another program writes too', () => {
  const shownOf = async (id: string) =>
    (await member.list<{ action: string; changes: object }>(`/api/v1/owned/${id}/history`)).map(
      ({ action, changes }) => [action, Object.keys(changes)],
    );

  it('shows nobody what a record was while it was out of their reach', async () => {
    await database.change(`update code set owner = 'theirs' where code = 'cd'`);
    assert.equal((await root.ask('PATCH /api/v1/owned/cd', { meaning: 'private' })).status, 200);
    await database.change(`update code set owner = 'mine' where code = 'cd'`);
    assert.deepEqual(await shownOf('cd'), [['update', []]]);
  });

  it('shows what a deleted record was to those whose record it was', async () => {
    await database.change(`insert into code values ('ef', 'x', 'mine', true), ('gh', 'x', 'theirs', true)`);
    for (const id of ['ef', 'gh']) {
      await database.change(`update code set owner = 'mine' where code = 'ef'`);
      assert.equal((await root.ask(`DELETE /api/v1/owned/${id}`)).status, 204);
      await database.change(`insert into code values (?, 'new', 'mine', ?)`, id, id === 'ef');
    }
    assert.deepEqual(await shownOf('ef'), [['delete', ['meaning', 'owner', 'is_open']]]);
    assert.deepEqual(await shownOf('gh'), [['delete', []]]);
  });
});
