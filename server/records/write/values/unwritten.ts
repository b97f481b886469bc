import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { badParameters } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import { isSame } from '../../record.ts';
import { cleanValue } from './clean.ts';

/**
 * Refuses new values of fields that a query answers and that no column takes, and of the fields that make an id. To send what a
 * record holds already is fine.
 */
export function refuseUnwritten(definition: Definition, sent: Raw, before?: Raw): void {
  const { writes, fields, key = [] } = definition;
  if (!writes) return;
  const problems: Record<string, Text> = {};
  for (const [name, field] of Object.entries(fields)) {
    const isRead = !writes.columns.has(name) || (before !== undefined && key.includes(name));
    const value = sent[name];
    if (!isRead || value === undefined || isSame(value, before?.[name])) continue;
    if (!isSame(cleanValue(field, value), before?.[name] ?? null)) problems[name] = message('neverWritten');
  }
  if (Object.keys(problems).length > 0) throw badParameters(problems);
}
