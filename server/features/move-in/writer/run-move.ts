import { type Catalogue, type Definition, inLocales } from '../../../definitions/for-server.ts';
import { log, logged, system } from '../../../records/index.ts';
import { definitionsOf } from '../forms/check-forms.ts';
import type { CollectionForm } from '../forms/forms.ts';
import { message } from '../messages/message.ts';
import { moveFiles } from './files.ts';
import { moveGroups } from './groups.ts';
import { type Move, TASK, writeMoved } from './move.ts';
import { movePeople } from './people.ts';
import { moveRecords, type Target, targetOf } from './records.ts';

/**
 * Moves everything in: groups and people first, then files, then records after those that they refer to. Where records refer to
 * each other in a circle, their collections are gone through once more. What an earlier run brought is not brought again.
 */
export async function runMove(move: Move): Promise<void> {
  if (!move.isRehearsal) await leaveTrace(move);
  await moveGroups(move);
  await movePeople(move);
  await moveFiles(move);
  const again: Target[] = [];
  for (const target of targetsOf(move)) if (await moveRecords(move, target)) again.push(target);
  if (!move.isRehearsal) for (const target of again) await moveRecords(move, target, true);
}

/** The forms for which there is no definition yet. */
export function missingForms({ all }: Catalogue, forms: readonly CollectionForm[]): CollectionForm[] {
  const names = new Set(all.map(({ name }) => name));
  return forms.filter(({ name }) => !names.has(name));
}

/** In the order of references. In a rehearsal, what has no definition yet is held against the one that would be written. */
function targetsOf({ store: { catalogue }, source, report }: Move): Target[] {
  const missing = missingForms(catalogue, source.collections);
  const here = new Set(catalogue.all.map(({ name }) => name));
  const future = new Map(
    definitionsOf(missing, here).map((one) => [one.name, inLocales(one, catalogue.locales)] as const),
  );
  return inOrder(source.collections).flatMap((form): Target[] => {
    const definition: Definition = future.get(form.name) ?? catalogue.get(form.name);
    if (!targetOf(definition)) {
      report.note(`${form.name}: its records stay behind: the collection here is not one that people write`);
      return [];
    }
    const isFuture = future.has(form.name);
    const drafted = { ...definition, draftOf: definition.name };
    const written = isFuture && definition.hasDrafts ? drafted : catalogue.writable(definition);
    return [{ form, definition, written }];
  });
}

/** Collections after those that they refer to, as far as there is no circle. */
function inOrder(forms: readonly CollectionForm[]): CollectionForm[] {
  const ordered = new Set<CollectionForm>();
  const begun = new Set<CollectionForm>();
  const add = (form: CollectionForm) => {
    if (begun.has(form)) return;
    begun.add(form);
    for (const other of forms) if (refersTo(form, other.name)) add(other);
    ordered.add(form);
  };
  for (const form of forms) add(form);
  return [...ordered];
}

function refersTo({ fields }: CollectionForm, name: string): boolean {
  return Object.values(fields).some(({ target }) => target === name);
}

function leaveTrace(move: Move): Promise<bigint> {
  const text = message('movedIn', { username: system.username, name: move.source.name });
  return writeMoved(move, (writes) =>
    writes.create(log, {
      ...logged(text, move.store.language),
      username: system.username,
      method: 'CLI',
      path: TASK,
    }),
  );
}
