import { makeCatalogue } from '../../server/definitions/catalogue.ts';
import type { Fields } from '../../server/definitions/field.ts';
import { defineCollection } from '../../server/definitions/index.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { openFilled } from './open-temporary.ts';

export const book = (fields: Fields) =>
  defineCollection({ name: 'book', label: 'Book', audit: 'full', fields });

export async function start({ address }: TestDatabase, fields: Fields, ...titles: string[]): Promise<void> {
  const database = await openFilled(address, makeCatalogue([book(fields)]), async ({ query }, connection) => {
    for (const title of titles) await connection.run(query.insertInto('book').values({ title }).compile());
  });
  await database.close();
}

export async function everything({ behind, look }: TestDatabase) {
  const { presentColumns, presentIndexes } = await behind();
  const sorted = async (sql: string) => (await look(sql)).map((record) => JSON.stringify(record)).sort();
  return [
    await sorted(presentColumns),
    await sorted(presentIndexes),
    await look('select * from quire_schema order by place'),
    await look('select * from book'),
  ];
}
