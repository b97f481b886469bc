import { type Definition, inFile } from '../definitions/for-server.ts';
import { AppError, CannotStart } from '../errors.ts';
import { render } from '../messages/message.ts';
import type { Writes } from './write/writes.ts';

/** The ids of the records of all singletons, by the names of their collections. They never change while a server runs. */
export type SingletonIds = ReadonlyMap<string, bigint>;

/** Finds the record of each singleton, and creates missing ones from their defaults. Throws CannotStart. */
export async function ensureSingletons(
  writes: Writes,
  definitions: readonly Definition[],
): Promise<SingletonIds> {
  const ids = new Map<string, bigint>();
  for (const definition of definitions)
    if (definition.isSingleton) {
      const written = writes.catalogue.writable(definition);
      const id = await ensureRecord(writes, written);
      for (const { name } of [definition, written]) ids.set(name, id);
    }
  return ids;
}

async function ensureRecord(writes: Writes, definition: Definition): Promise<bigint> {
  const refuse = (why: string, cause?: unknown) =>
    new CannotStart(`collection '${definition.name}'${inFile(definition)}: ${why}`, { cause });
  const [record, another] = await writes.where(definition, (select) => select.orderBy('id').limit(2));
  if (another) throw refuse('a singleton has one record, and its table holds several; keep one of them');
  if (record) return record.id;
  try {
    const id = await writes.create(definition, {});
    if (definition.draftOf !== undefined) await writes.publish(definition, id);
    return id;
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw refuse(`its record cannot be made from the defaults (${render(cause.text, 'en')})`, cause);
  }
}
