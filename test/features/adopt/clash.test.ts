import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { foreignDatabase } from './foreign-database.ts';

describe('a collection with the name of a table that another program has made', () => {
  for (const [name, columns] of [
    ['with columns of its own', 'book_id int not null primary key, title varchar(20)'],
    ['with some columns of the collection', 'id int not null primary key, title varchar(20)'],
  ])
    it(`is refused, and the table stays as it is: ${name}`, async () => {
      const database = await foreignDatabase([
        `create table book (${columns})`,
        `insert into book values (1, 'x')`,
      ]);
      const before = await database.look('select * from book');
      await assert.rejects(
        freshApp({ language: 'en', contentDir: 'content', ...database.address }),
        /collection 'book' \(.*book\.ts\): another program has made the table 'book' of this database/,
      );
      assert.deepEqual(await database.look('select * from book'), before);
    });
});
