import { type Field, Problem } from '../../../definitions/for-server.ts';
import { badParameters } from '../../../errors.ts';

/** A name or a text of the library as its field stores it, for logs and comparisons. Throws if the field does not take it. */
export function libraryLine(field: Field<string | null, boolean>, path: string, sent: string): string {
  const line = field.clean(sent);
  if (line instanceof Problem) throw badParameters({ [path]: line.text });
  return String(line);
}
