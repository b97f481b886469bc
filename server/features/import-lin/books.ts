import type { Definition } from '../../definitions/define-collection.ts';
import { type ImportStep, imported, skipped } from './decision.ts';
import { filesNamedIn } from './files/named-files.ts';
import { decideEach, type Move, timesOf } from './move.ts';

const table = 'book';
const FIELDS = ['title', 'author', 'summary', 'image'];

/** Books, if the collection `book` is still defined here and has their fields. */
export function books(move: Move): ImportStep {
  const definition = move.store.catalogue.all.find(({ name }) => name === table);
  const lacks = FIELDS.find((field) => !definition || !(field in definition.fields));
  return {
    table,
    home: lacks === undefined ? definition : undefined,
    select: [
      ...move.source.only(table, ...FIELDS, 'create_time', 'update_time'),
      `${move.source.isDeleted(table)} as deleted`,
    ],
    async decide(records) {
      const images = await filesNamedIn(
        move,
        records.map(({ image }) => image),
      );
      return decideEach(move, table, records, (record) => {
        if (!definition || lacks)
          return skipped(`no collection 'book' with a field '${lacks}' is defined here`);
        const values = Object.fromEntries(FIELDS.map((field) => [field, record[field] ?? '']));
        const { times, changes } = timesOf(move, record);
        const { image } = record;
        if (image && images.get(image)?.isHere === false)
          changes.push(`its image '${image}' is not taken over`);
        return imported<Definition>(definition, values, { times, changes });
      });
    },
  };
}
