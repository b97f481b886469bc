import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findDefinitions } from '../../../server/definitions/find-definitions.ts';
import { command } from '../../support/server-process.ts';
import { engineName, temporaryFolder } from '../../support/test-database.ts';
import { adoptedProject, adoptionOf, foreignDatabase } from './foreign-database.ts';

const database = await foreignDatabase();
const url = database.address.databaseUrl;
const out = join(temporaryFolder(), 'content');
const adopt = (...args: string[]) => command(['adopt', url, '--out', out, ...args], 'none');

describe('quire adopt', () => {
  it('writes a file for each table and view that can be served, and says why others are not', async () => {
    const { code, said } = await adopt();
    assert.equal(code, 0, said);
    assert.deepEqual(readdirSync(out).toSorted(), [
      'author.ts',
      'book-list.ts',
      'book-tag.ts',
      'book.ts',
      'country.ts',
    ]);
    assert.match(said, /^table book: served as book, by its key book_id\. .*book\.ts: written$/m);
    assert.match(said, /^view book_list: served as book_list, by its key id\./m);
    assert.match(said, /^table book_tag: served as book_tag, by its key book_id, tag\./m);
    assert.match(said, /^ {4}only read, because it is a view$/m);
    assert.match(said, /^ {4}nothing is created, because the database makes no values of its key code$/m);
    assert.match(said, /^table heap: not served, because it has no key$/m);
    assert.match(said, /^ {4}cover: left out, because it holds bytes$/m);
    assert.match(said, /^ {4}password: left out, because its name says that it holds a secret$/m);
    assert.match(said, /^5 served, 1 not served\.$/m);
    assert.ok(!/root@|postgres@/.test(said));
  });

  it('runs nothing that a name or a type in the database says, and leaves out what no select may hold', async () => {
    const sly = (separator: string) => `sly${separator}globalThis.sly = true //`;
    const typed = engineName === 'mysql' ? 'blob' : `"${sly('\n')}"`;
    const hostile = await foreignDatabase([
      ...(engineName === 'postgres' ? [`create type ${typed} as (part int)`] : []),
      `create table "${sly('\u2028')}" (id int primary key, "${sly('\u2029')}" ${engineName === 'mysql' ? 'blob' : 'bytea'}, other ${typed})`,
      'create table semi (id int primary key, "of;two" int)',
    ]);
    const folder = await adoptedProject(hostile.address.databaseUrl);
    assert.equal((await findDefinitions(folder)).length, 1);
    assert.equal('sly' in globalThis, false);
  });

  it('leaves files alone that were changed by hand, unless it is forced', async () => {
    const file = join(out, 'book.ts');
    const made = readFileSync(file, 'utf8');
    assert.match((await adopt()).said, /book\.ts: up to date/);
    const changed = made.replace("label: 'Book'", "label: 'Books'");
    writeFileSync(file, changed);
    assert.match((await adopt()).said, /book\.ts: kept, because it was changed by hand; --force replaces it/);
    assert.equal(readFileSync(file, 'utf8'), changed);
    assert.match((await adopt('--force')).said, /book\.ts: written anew/);
    assert.equal(readFileSync(file, 'utf8'), made);
  });

  it('follows a table that has changed where its file was not', async () => {
    await database.change('alter table author add column city varchar(20)');
    assert.match((await adopt()).said, /author\.ts: written anew/);
    assert.match(readFileSync(join(out, 'author.ts'), 'utf8'), /city: text\({ max: 20/);
  });

  it('takes only the tables that are named', async () => {
    const folder = join(temporaryFolder(), 'content');
    const { code, said } = await command(['adopt', url, '--out', folder, '--only', 'author,book'], 'none');
    assert.equal(code, 0, said);
    assert.deepEqual(readdirSync(folder).toSorted(), ['author.ts', 'book.ts']);
    const wrong = await command(['adopt', url, '--out', folder, '--only', 'nothing'], 'none');
    assert.equal(wrong.code, 2);
    assert.match(wrong.said, /--only: there is no table or view 'nothing'/);
  });

  it('refuses wrong arguments and databases that cannot be opened', async () => {
    for (const [args, code, said] of [
      [['adopt'], 2, /name one database to adopt/],
      [['adopt', 'nothing://x'], 2, /must be mysql:/],
      [['adopt', 'file:/nowhere/at-all.db'], 2, /does not exist/],
      [['adopt', 'postgres://nobody@127.0.0.1:1/nothing'], 2, /cannot be opened/],
    ] as const) {
      const outcome = await command(args, 'none');
      assert.equal(outcome.code, code, outcome.said);
      assert.match(outcome.said, said);
    }
  });

  it('writes only what the user of the URL may write', {
    skip: engineName === 'sqlite' && 'SQLite has no users',
  }, async () => {
    const name = `adopt_${randomBytes(6).toString('hex')}`;
    const theirs = new URL(url);
    theirs.username = name;
    const isPostgres = engineName === 'postgres';
    const [place] = await database.look(`select ${isPostgres ? 'current_schema()' : 'database()'} as name`);
    const who = isPostgres ? name : `'${name}'@'%'`;
    const [make, all, drop] = isPostgres
      ? [
          [`create role ${name} login`, `grant usage on schema "${place?.name}" to ${name}`],
          `all tables in schema "${place?.name}"`,
          [`drop owned by ${name}`, `drop role ${name}`],
        ]
      : [[`create user ${who}`], `"${place?.name}".*`, [`drop user ${who}`]];
    for (const statement of make) await database.change(statement);
    try {
      await database.change(`grant select on ${all} to ${who}`);
      for (const right of ['update (title, state)', 'insert (book_id, tag)'])
        await database.change(
          `grant ${right} on ${right.startsWith('update') ? 'book' : 'book_tag'} to ${who}`,
        );
      const { adopted } = await adoptionOf(theirs.href);
      const writesOf = (table: string) => adopted.find((one) => one.name === table)?.writes;
      assert.deepEqual(writesOf('author'), { readOnly: 'the user of the URL may not write it' });
      const book = writesOf('book');
      assert.ok(book && 'uses' in book);
      assert.deepEqual(book.uses, ['update']);
      assert.deepEqual(
        book.columns.map(({ column }) => column),
        ['title', 'state'],
      );
      const tags = writesOf('book_tag');
      assert.deepEqual(tags && 'uses' in tags && tags.uses, ['create']);
    } finally {
      for (const statement of drop) await database.change(statement);
    }
  });

  it('reads another schema where it is named', {
    skip: engineName === 'sqlite' && 'SQLite has no schemas',
  }, async () => {
    const folder = join(temporaryFolder(), 'content');
    const schema =
      new URL(url).searchParams.get('options')?.match(/search_path=(\w+)/)?.[1] ??
      new URL(url).pathname.slice(1);
    const elsewhere =
      engineName === 'postgres'
        ? 'postgres://postgres@127.0.0.1:5432/postgres'
        : 'mysql://root@127.0.0.1:3306/mysql';
    const { code, said } = await command(
      ['adopt', elsewhere, '--schema', schema, '--only', 'author', '--out', folder],
      'none',
    );
    assert.equal(code, 0, said);
    assert.ok(readFileSync(join(folder, 'author.ts'), 'utf8').includes(`from "${schema}"."author"`));
  });
});
