import type { Raw } from '../../../database/engine.ts';
import { type Definition, Problem } from '../../../definitions/for-server.ts';
import { badParameters } from '../../../errors.ts';
import type { Text } from '../../../messages/message.ts';
import { toJson } from '../../../shared/exact-json.ts';
import { isSame } from '../../record.ts';
import type { Rights } from '../../rights.ts';
import { cleanValue } from './clean.ts';

/** Sent values apart from those that may stay only where a record holds them already, with the problem of each. */
export interface Judged {
  readonly judged: Raw;
  readonly doubtful: ReadonlyMap<string, Text>;
}

const NONE: ReadonlyMap<string, Text> = new Map();

/** Sets aside what fields refuse whose records may hold values from before their rule, or from another program. */
export function setAsideLegacy({ legacy, fields, writes }: Definition, sent: Raw): Judged {
  const names = writes ? Object.keys(fields) : legacy;
  if (names.length === 0) return { judged: sent, doubtful: NONE };
  const doubtful = new Map<string, Text>();
  const judged = { ...sent };
  for (const name of names) {
    const field = fields[name];
    if (!field || sent[name] === undefined || sent[name] === null) continue;
    const cleaned = cleanValue(field, sent[name]);
    if (!(cleaned instanceof Problem)) continue;
    doubtful.set(name, cleaned.text);
    delete judged[name];
  }
  return { judged, doubtful };
}

/**
 * Puts these values back where the record holds them. Throws for any other, and for one that the actor may not see. What another
 * program stored and is sent back stays to the letter, such as a text with spaces at its ends.
 */
export function keepLegacy(
  definition: Definition,
  rights: Rights | undefined,
  {
    sent,
    values,
    before,
    doubtful,
  }: Pick<Judged, 'doubtful'> & { readonly sent: Raw; readonly values: Raw; readonly before: Raw },
): void {
  const problems: Record<string, Text> = {};
  if (definition.writes)
    for (const name of Object.keys(values)) if (isSame(sent[name], before[name])) values[name] = before[name];
  for (const [name, problem] of doubtful) {
    const isSeen = rights?.shows(definition, name) ?? true;
    if (isSeen && toJson(before[name] ?? null) === toJson(sent[name])) values[name] = before[name];
    else problems[name] = problem;
  }
  if (Object.keys(problems).length > 0) throw badParameters(problems);
}
