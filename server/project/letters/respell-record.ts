import { adapted, type Definition, type Field, Problem } from '../../definitions/for-server.ts';
import { isRefusal } from '../../errors.ts';
import { isMessage, message, type Text } from '../../messages/message.ts';
import { type AnyRecord, isSame, type Writes } from '../../records/index.ts';
import { toJson } from '../../shared/exact-json.ts';
import { asLine, composed, composedMarkup, hasControls } from '../../shared/text/letters.ts';

/** A text in another spelling, and why it could not be stored in it, if so. */
export interface Spelling {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly problem?: Text;
}

/** The fields of a collection that hold texts. */
export function textsOf({ fields }: Definition): readonly (readonly [name: string, field: Field])[] {
  return Object.entries(fields).filter(
    ([, { column, kind }]) => ['string', 'text', 'json'].includes(column.type) && kind !== 'choice',
  );
}

/** Stores the texts of a record as new ones are stored. A text that cannot be is left as it is, and the others are changed. */
export async function respellRecord(
  writes: Writes,
  definition: Definition,
  record: AnyRecord,
): Promise<Spelling[]> {
  const found = textsOf(definition).flatMap(([name, field]) => spellingOf(name, field, record[name]) ?? []);
  const outcome = found.filter(({ problem }) => problem);
  let now = record;
  for (const one of found) {
    if (one.problem) continue;
    const texts = { [one.field]: one.after };
    try {
      await writes.respell(definition, now, texts);
      now = { ...now, ...texts };
      outcome.push(one);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      outcome.push({ ...one, problem: message('taken') });
    }
  }
  return outcome;
}

/** How a stored text would be stored today; undefined if just so. */
function spellingOf(name: string, field: Field, value: unknown): Spelling | undefined {
  if (value === null || value === undefined || isSettled(field, value)) return undefined;
  const after = field.clean(adapted(field, value));
  if (after instanceof Problem) {
    const problem = problemOf(after);
    return isOfSpelling(value, problem) ? { field: name, before: value, after: value, problem } : undefined;
  }
  return isSame(value, after) ? undefined : { field: name, before: value, after };
}

function problemOf({ text, within }: Problem): Text {
  return within ? (Object.values(within)[0] ?? text) : text;
}

/** Whether a problem of values inside others is about letters; other rules are not looked at here. */
function isOfSpelling(value: unknown, problem: Text): boolean {
  if (typeof value === 'string') return true;
  const json = toJson(value);
  return composed(json) !== json || (isMessage(problem) && problem.key === 'notOneLine');
}

/** Whether its letters are as they would be stored, so that a problem does not come from their spelling. */
function isSettled({ isLine, kind, format }: Field, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (format !== undefined) return composedMarkup(value) === value;
  if (!isLine) return composed(value) === value;
  return asLine(value) === value && !hasControls(value) && kind !== 'email';
}
