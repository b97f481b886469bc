import type { Raw } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import { isSame } from './revisions.ts';
import type { Rights } from './rights.ts';

/**
 * Gives fields that whoever writes may not change the values that they had `before`, of a new row its initial ones. What may
 * be seen may be sent back as it is; anything else is refused by name. Fields that were not sent and are not wholly
 * open to him stay as they are, also where the whole row is written anew.
 */
export function keepClosed(
  definition: Definition,
  rights: Rights | undefined,
  { sent, values, before }: { readonly sent: Raw; readonly values: Raw; readonly before: Raw },
): void {
  if (!rights) return;
  const problems: Record<string, string> = {};
  for (const name of definition.guarded) {
    if (!(name in values) || isOpen(definition, rights, name, sent[name] !== undefined)) continue;
    const isSeen = rights.shows(definition, name);
    const isKept = isSame(values[name], before[name]) || isSame(sent[name], before[name]);
    if (sent[name] !== undefined && !(isSeen && isKept)) {
      // What may neither be seen nor changed is as if it were not there.
      problems[name] = isSeen ? '无权修改' : '不是此记录的字段';
    }
    values[name] = before[name];
  }
  if (Object.keys(problems).length > 0) throw badParameters(problems);
}

/** Whether somebody may give a field the value that he sent; where he sent none, whether he sees what he would overwrite. */
export function isOpen(definition: Definition, rights: Rights, name: string, isSent = false): boolean {
  return rights.changes(definition, name) && (isSent || rights.shows(definition, name));
}
