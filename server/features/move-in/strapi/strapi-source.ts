import type { MovedRecord, MoveSource } from '../source.ts';
import { recordOf } from './document.ts';
import { type PlannedType, planOf } from './plan.ts';
import type { StrapiReader } from './reader.ts';

const LEFT_OUT = [
  'passwords and tokens of users, and the permissions of roles: groups come without any',
  'users and roles of the admin panel',
  'histories of documents, which only a paid edition keeps: records come as they are now',
  'releases, review workflows, webhooks and settings of the admin panel',
  'folders of files, and their sizes other than the whole',
];

/** A Strapi 5, whichever way it is read. */
export function strapiSource(reader: StrapiReader): MoveSource {
  const plan = planOf(reader.schema);
  return {
    name: reader.name,
    collections: plan.types.map(({ form }) => form),
    locales: plan.types.some(({ type }) => type.isLocalised) ? reader.locales : [],
    groups: () => reader.groups(),
    people: () => reader.people(),
    files: () => reader.files(),
    records: (name) =>
      recordsOf(
        reader,
        plan.types.find(({ form }) => form.name === name),
      ),
    leftOut: () => [...LEFT_OUT, ...reader.unseen, ...plan.leftOut],
    close: () => reader.close(),
  };
}

async function* recordsOf(
  reader: StrapiReader,
  planned: PlannedType | undefined,
): AsyncGenerator<MovedRecord> {
  if (!planned) return;
  for await (const rows of reader.documents(planned.type)) {
    const record = recordOf(planned, rows, reader.locales);
    yield planned.type.isSingleton ? { ...record, key: 'singleton' } : record;
  }
}
