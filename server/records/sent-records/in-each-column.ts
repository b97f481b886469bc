import type { Definition } from '../../definitions/define-collection.ts';
import { inColumns } from '../write/values/clean.ts';
import { problemsOf, type SourceRecord } from './source-record.ts';

/** A record whose localised fields are named by language, as `{ title: { en: 'x' } }`, under the names of its columns. */
export function inEachColumn(definition: Definition): (record: SourceRecord) => SourceRecord {
  return (record) => {
    try {
      const values = inColumns(definition, record.values);
      return values === record.values ? record : { ...record, values };
    } catch (error) {
      return { ...record, problems: { ...record.problems, ...problemsOf(error) } };
    }
  };
}
