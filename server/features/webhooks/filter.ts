import { Problem, type Where } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import {
  asksForPlace,
  authorsRights,
  Bindings,
  columnsIn,
  type ReadCondition,
  type Rights,
  readFilter,
  TREE_PATH,
  toTree,
} from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { ExactNumber } from '../../shared/exact-json.ts';
import { plainNumber } from '../../shared/text/plain-number.ts';
import { message } from './messages/message.ts';
import { type Webhook, webhook } from './webhook.collection.ts';

type Filtered = Pick<Webhook, 'filter' | 'collections'>;

/**
 * Reads the filter of a webhook on its only collection; undefined if it has none. Throws if it names something that these rights
 * hide, or that the changed record alone does not decide.
 */
export function readWebhookFilter(
  { catalogue, database: { engine } }: Pick<RecordStore, 'catalogue' | 'database'>,
  { filter, collections }: Filtered,
  rights: Rights,
): ReadCondition | undefined {
  if (filter === null) return undefined;
  const [name, ...others] = Array.isArray(collections) ? collections : [];
  const definition = catalogue.served.find((one) => one.name === name);
  if (!definition || others.length > 0) throw badParameters({ filter: message('filterOfOneCollection') });
  const where = withTexts(webhook.fields.filter.clean(filter));
  if (!isWhere(where)) throw badParameters({ filter: message('filterNotRead') });
  if (rights.records(definition, 'read') === 'none') throw badParameters({ filter: message('notReadable') });
  const bindings = new Bindings(engine);
  const condition = readFilter({ catalogue, rights, bindings }, definition, toTree(where));
  const columns = columnsIn(definition, condition);
  if (!columns || asksForPlace(condition, 'above'))
    throw badParameters({ filter: message('filterBeyondTheRecord') });
  // The feed keeps what the filter compares, not what decides who sees it.
  const hidden = [...columns].find((name) => typeof rights.shownIn(definition, name) === 'object');
  if (hidden !== undefined) throw badParameters({ filter: message('onlyInSomeRecords', { name: hidden }) });
  return { definition, condition, bindings };
}

function isWhere(value: unknown): value is Where {
  return isObject(value) && !(value instanceof Problem) && !Array.isArray(value);
}

/** Replaces numbers beyond the precision of a double by the text in which they were sent. */
function withTexts(value: unknown): unknown {
  if (value instanceof ExactNumber) return plainNumber(String(value));
  if (Array.isArray(value)) return value.map(withTexts);
  if (!isObject(value) || value instanceof Problem) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTexts(inner)]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The columns of the filter, by collection. Empty if the filter cannot be read: its webhook will then be paused. */
export function columnsOfFilter(
  store: RecordStore,
  hook: Filtered,
): readonly [string, ReadonlySet<string>][] {
  try {
    const read = readWebhookFilter(store, hook, authorsRights);
    const columns = read && columnsIn(read.definition, read.condition);
    if (!read || !columns) return [];
    const path = asksForPlace(read.condition, 'below') ? [TREE_PATH] : [];
    return [[read.definition.name, new Set([...columns, ...path])]];
  } catch {
    return [];
  }
}
