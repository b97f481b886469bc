import type { Definition } from '../../definitions/define-collection.ts';
import { imported, type Step, skipped } from './decision.ts';
import { filesNamedIn } from './files/named-files.ts';
import { decideEach, type Move, timesOf } from './move.ts';

const table = 'book';
const FIELDS = ['title', 'author', 'summary', 'image'];

/** Books, if the collection `book` is still defined here and has their fields. */
export function books(move: Move): Step {
  const definition = move.records.catalogue.all.find(({ name }) => name === table);
  const lacks = FIELDS.find((field) => !definition || !(field in definition.fields));
  return {
    table,
    home: lacks === undefined ? definition : undefined,
    select: [
      ...move.source.only(table, ...FIELDS, 'create_time', 'update_time'),
      `${move.source.isDeleted(table)} as deleted`,
    ],
    async decide(rows) {
      const images = await filesNamedIn(
        move,
        rows.map(({ image }) => image),
      );
      return decideEach(move, table, rows, (row) => {
        if (!definition || lacks)
          return skipped(`no collection 'book' with a field '${lacks}' is defined here`);
        const values = Object.fromEntries(FIELDS.map((field) => [field, row[field] ?? '']));
        const { times, changes } = timesOf(move, row);
        const { image } = row;
        if (image && images.get(image)?.isHere === false)
          changes.push(`its image '${image}' is not taken over`);
        return imported<Definition>(definition, values, { times, changes });
      });
    },
  };
}
