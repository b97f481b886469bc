import type { Definition } from '../../definitions/define-collection.ts';
import { inColumns } from '../write/values/in-columns.ts';
import { problemsOf, type SourceRow } from './source-row.ts';

/** A row whose localised fields are named by language, as `{ title: { en: 'x' } }`, under the names of its columns. */
export function inEachColumn(definition: Definition): (row: SourceRow) => SourceRow {
  return (row) => {
    try {
      const values = inColumns(definition, row.values);
      return values === row.values ? row : { ...row, values };
    } catch (error) {
      return { ...row, problems: { ...row.problems, ...problemsOf(error) } };
    }
  };
}
