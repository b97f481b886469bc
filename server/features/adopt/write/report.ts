import type { AdoptedTable } from '../plan/adopted-table.ts';
import type { Adoption } from '../plan/plan-adoption.ts';
import type { WrittenFile } from './write-files.ts';

const OUTCOMES: Readonly<Record<WrittenFile['outcome'], string>> = {
  new: 'written',
  renewed: 'written anew',
  unchanged: 'up to date',
  kept: 'kept, because it was changed by hand; --force replaces it',
};

/** What is served, what is not and why, as lines for the operator. */
export function reportOf({ adopted, refused }: Adoption, files: readonly WrittenFile[]): string[] {
  const byName = new Map(files.map((file) => [file.collection, file]));
  return [
    ...adopted.flatMap((table) => {
      const written = byName.get(table.name);
      const line = `${table.table.kind} ${table.table.name}: served as ${table.name}, by its key ${table.key.columns.map(({ name }) => name).join(', ')}`;
      return [
        written ? `${line}. ${written.file}: ${OUTCOMES[written.outcome]}` : line,
        ...linesOf(table).map((one) => `    ${one}`),
      ];
    }),
    ...refused.map(({ table, why }) => `${table.kind} ${table.name}: not served, because ${why}`),
    `${adopted.length} served, ${refused.length} not served.`,
  ];
}

function linesOf({ fields, times, leftOut, writes }: AdoptedTable): string[] {
  return [
    ...writesLines(writes),
    ...times.map(({ name, column }) => `${column.name}: served as ${name}`),
    ...fields.flatMap(({ column, served }) =>
      'note' in served && served.note !== undefined ? `${column.name}: ${served.note}` : [],
    ),
    ...leftOut.map(({ column, why }) => `${column}: left out, because ${why}`),
  ];
}

/** What is written, and what is not. */
function writesLines(writes: AdoptedTable['writes']): string[] {
  if ('readOnly' in writes) return [`only read, because ${writes.readOnly}`];
  const { uses, noCreation } = writes;
  return [
    `written: ${uses.join(', ')}`,
    ...(noCreation === undefined ? [] : [`nothing is created, because ${noCreation}`]),
  ];
}
