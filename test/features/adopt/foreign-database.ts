import { join } from 'node:path';
import { planAdoption } from '../../../server/features/adopt/plan/plan-adoption.ts';
import { inspect } from '../../../server/features/adopt/schema/inspect.ts';
import { writeDefinitions } from '../../../server/features/adopt/write/write-files.ts';
import { openSourceEngine } from '../../../server/features/import-lin/exports.ts';
import { engineName, newDatabase, temporaryFolder } from '../../support/test-database.ts';

type Engine = 'sqlite' | 'postgres' | 'mysql';
const engine = engineName as Engine;

/** The words that differ between the engines. */
const words = {
  sqlite: { moment: 'datetime', double: 'double precision', number: 'integer', long: 'text', bytes: 'blob' },
  postgres: {
    moment: 'timestamp',
    double: 'double precision',
    number: 'integer',
    long: 'text',
    bytes: 'bytea',
  },
  mysql: { moment: 'datetime', double: 'double', number: 'int', long: 'text', bytes: 'blob' },
}[engine];

/** What somebody else made: keys of numbers and texts, a key of two columns, views, checks, and names of many forms. */
const SHOP = [
  `create table author (author_id ${words.number} primary key, name varchar(80) not null, born date, joined ${words.moment})`,
  `create table country (code char(2) not null primary key, name varchar(40) not null, password varchar(20))`,
  `create table book (
    book_id ${words.number} primary key, author_id ${words.number} not null, country char(2), title varchar(200) not null, price decimal(8,2),
    state varchar(10) default 'new' not null check (state in ('new', 'sold', 'it''s gone')), weight ${words.double}, sold boolean,
    note ${words.long}, cover ${words.bytes}, pages bigint,
    foreign key (author_id) references author (author_id), foreign key (country) references country (code))`,
  `create table book_tag (book_id ${words.number} not null, tag varchar(20) not null, primary key (book_id, tag))`,
  `create table heap (line varchar(20))`,
  `create view book_list as select b.book_id as id, b.title, a.name from book b join author a on a.author_id = b.author_id`,
  `insert into author values (1, 'Ada', '1815-12-10', '2026-01-02 03:04:05'), (2, 'Ben', null, null)`,
  `insert into country values ('de', 'Germany', 'hidden'), ('/&', 'Odd', null)`,
  `insert into book (book_id, author_id, country, title, price, state, weight, sold, note, pages) values
    (10, 1, 'de', 'Engines', 12.50, 'sold', 1.5, true, 'Old', 9007199254740993), (11, 1, '/&', 'Notes', 3.00, 'new', null, false, null, null),
    (12, 2, null, 'boats', null, 'it''s gone', 0.25, null, null, 1)`,
  `insert into book_tag values (10, 'old')`,
];

/** A database that another program has made, with its tables and views. */
export async function foreignDatabase(statements: readonly string[] = SHOP) {
  const database = await newDatabase();
  for (const statement of statements) await database.change(statement);
  return database;
}

/** What `quire adopt` reads of a database. */
export async function adoptionOf(url: string, schema?: string) {
  const source = await openSourceEngine(url);
  try {
    return await planAdoption(source, await inspect(source, url, schema));
  } finally {
    await source.close();
  }
}

/** A project with the definitions that `quire adopt` writes for a database. */
export async function adoptedProject(url: string): Promise<string> {
  const contentDir = join(temporaryFolder(), 'content');
  writeDefinitions(await adoptionOf(url), contentDir, false);
  return contentDir;
}
