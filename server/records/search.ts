import { MAX_WORDS } from '../../contract/limits.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import { allOf, type Condition } from './condition.ts';
import { fieldNamed } from './names.ts';
import type { Scope } from './scope.ts';
import { spellings } from './spellings.ts';

/** Reads `q`: every word must be found in one of the searchable fields. */
export function readSearch({ rights, bindings }: Scope, definition: Definition, text: string): Condition {
  const fields = Object.keys(definition.fields).flatMap((column) => {
    const field = fieldNamed(definition, column, rights);
    return field?.searchable ? { column, field } : [];
  });
  if (fields.length === 0) throw badParameters({ q: '此记录没有可搜索的字段' });
  const words = text.split(/\s+/u).filter((word) => word !== '');
  if (words.length > MAX_WORDS) throw badParameters({ q: `不能超过 ${MAX_WORDS} 个词` });
  if (text.includes('\0') || !text.isWellFormed()) throw badParameters({ q: '含有不允许的字符' });
  const found = words.map((word) => ({
    some: fields.flatMap(({ column, field }) =>
      spellings(word).map((spelling) => ({ column, contains: bindings.add(field.column, spelling) })),
    ),
  }));
  return allOf(found);
}
