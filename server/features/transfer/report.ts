import type { JsonSchema, Properties } from '../../../contract/json-schema.ts';
import type { Problems } from '../../errors.ts';
import { itemSchema } from '../../http/records/collection-schemas.ts';
import { fieldsOf } from '../../messages/fields.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import { type Reads, TAKEN } from '../../records/index.ts';
import { toJson } from '../../shared/exact-json.ts';
import { importBatch, importCollection } from './import.collection.ts';
import { readOutcome, readUndone } from './outcome.ts';

/** The result of each record in the file's order, one JSON object a line; after each batch, the records that undoing it kept. */
export async function* reportOf(reads: Reads, importId: bigint, language: Language): AsyncGenerator<string> {
  let after = 0n;
  for (;;) {
    const batch = await reads.first(importBatch, (select) =>
      select.where('import_id', '=', importId).where('id', '>', after).orderBy('id'),
    );
    if (!batch) return;
    after = batch.id;
    const lines = [...linesOf(batch.outcome, language), ...keptOf(batch.undone, language)];
    if (lines.length > 0) yield `${lines.map((line) => toJson(line)).join('\n')}\n`;
  }
}

function linesOf(text: string, language: Language): object[] {
  const outcome = readOutcome(text);
  const removed = new Map(outcome.removedHtml);
  const taken = TAKEN.flatMap((what) =>
    outcome[what].map(([line, id]) => ({
      line,
      outcome: what,
      ...(id > 0n && { id }),
      ...(removed.has(line) && { removed_html: removed.get(line) }),
    })),
  );
  const refused = outcome.refused.map(([line, problems, id]) => ({
    line,
    outcome: 'refused',
    ...(id !== undefined && { id }),
    problems: sentencesOf(problems, language),
    fields: fieldsOf(problems, language),
  }));
  return [...taken, ...refused].sort((one, other) => one.line - other.line);
}

function sentencesOf(problems: Problems, language: Language): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).map(([path, text]) => [path, render(text, language)]));
}

function keptOf(text: string | null, language: Language): object[] {
  if (text === null) return [];
  return readUndone(text).kept.map(([id, reason, collection]) => ({
    outcome: 'kept',
    ...(collection !== undefined && { collection }),
    id,
    reason: render(reason, language),
  }));
}

const { properties, ...schema } = itemSchema(importCollection);
const { collection, ...others } = properties as Properties;

/** The schema of an import, or of a bulk change by a filter. */
export const importSchema: JsonSchema = {
  ...schema,
  properties: { ...others, collection: { ...collection, olderName: 'record' } },
};
