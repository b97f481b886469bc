import { type Field, leavesOf } from '../../../definitions/for-server.ts';
import { quireCommand } from '../../../shared/system/how-to-call.ts';
import type { FitsCheck } from './step.ts';

/** How to see and correct all rows that are in the way of a plan. */
export const listRows = `All such records, in a file in which you can correct them: ${quireCommand} migrate --list records.jsonl`;

/** What can be done about values that a field refuses; they can stay as they are if their column does. */
export function remediesFor(kind: Field, targets?: FitsCheck['targets'], canStay = true): string[] {
  const isChoice = leavesOf('', kind).some(({ field }) => field.kind === 'choice');
  return [
    listRows,
    ...(isChoice && !targets
      ? ["If a word has another name by now, say so in the definition: renamedWords: { former: 'new' }"]
      : []),
    ...(targets
      ? ['Or keep the former field, and add another one that refers to the other collection.']
      : []),
    ...(canStay && !targets
      ? ["To keep these values as they are, give the field a reason, which its API shows: legacy: 'why'"]
      : []),
  ];
}
