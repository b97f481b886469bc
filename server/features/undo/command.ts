import { parseArgs } from 'node:util';
import { findByName, operatorDoor } from '../../access/index.ts';
import { render } from '../../messages/message.ts';
import { type Command, Misuse } from '../../module/commands/command.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { countUndone, type UndoLine } from '../../records/undo/report.ts';
import { momentIn } from '../../shared/moments.ts';
import { applyUndo, previewUndo } from './apply-undo.ts';
import type { AskedScope } from './asked-scope.ts';

export const undo: Command = {
  usage:
    '(--user <name> | --key <id>) --since <time> [--until <time>] | --request <id> | --import <id> | --bulk <id> | --undo <id>  [--collection <name>]… [--apply <number of changes>]',
  summary: 'Previews an undo, record by record; with --apply and the number of changes, undoes them.',
  async run(args, { withServer }) {
    const { values } = parseArgs({
      args,
      options: {
        ...{ user: { type: 'string' }, key: { type: 'string' } },
        ...{ since: { type: 'string' }, until: { type: 'string' } },
        ...{ request: { type: 'string' }, import: { type: 'string' }, bulk: { type: 'string' } },
        ...{ undo: { type: 'string' }, collection: { type: 'string', multiple: true } },
        apply: { type: 'string' },
      },
    });
    await withServer(async ({ store }) => {
      const asked = await askedBy(store, values);
      if (values.apply === undefined) await show(store, asked);
      else await apply(store, asked, readNumber('apply', values.apply));
    });
  },
};

type Values = Readonly<
  Partial<Record<'user' | 'key' | 'since' | 'until' | 'request' | 'import' | 'bulk' | 'undo', string>>
> & { readonly collection?: readonly string[] };

async function askedBy({ reads }: RecordStore, values: Values): Promise<AskedScope> {
  const { user: name, request, collection, since, until } = values;
  if (since !== undefined && name === undefined && values.key === undefined)
    throw new Misuse('name whose changes: --user or --key');
  const idOf = (option: 'key' | 'import' | 'bulk' | 'undo') => {
    const text = values[option];
    return text === undefined ? {} : { [option]: BigInt(readNumber(option, text)) };
  };
  const account = name === undefined ? undefined : await findByName(reads, name);
  if (name !== undefined && !account) throw new Misuse(`no user is named '${name}'`);
  return {
    ...(account && { user: account.id }),
    ...(since !== undefined && { since: readTime('since', since) }),
    ...(until !== undefined && { until: readTime('until', until) }),
    ...(request !== undefined && { request }),
    ...(collection && { collections: collection }),
    ...{ ...idOf('key'), ...idOf('import'), ...idOf('bulk'), ...idOf('undo') },
  };
}

/** Each undo of the operator has a name of its own, by which it can be undone. */
function doorOf(store: RecordStore) {
  return operatorDoor(store, `undo-${crypto.randomUUID().slice(0, 8)}`);
}

async function show(store: RecordStore, asked: AskedScope): Promise<void> {
  const lines = await previewUndo(doorOf(store), store.catalogue, asked);
  for (const line of lines) console.log(inWords(line));
  const left = lines.length - countUndone(lines);
  console.error(`${countUndone(lines)} changes would be undone, ${left} left unchanged; nothing is written`);
  if (countUndone(lines) > 0) console.error(`To undo them, add --apply ${countUndone(lines)}`);
}

async function apply(store: RecordStore, asked: AskedScope, expected: number): Promise<void> {
  const { text, id } = await applyUndo(doorOf(store), store.catalogue, asked, expected);
  console.log(`${render(text, 'en')}; undo ${id}`);
}

function inWords({ outcome, collection, version, id, fields, left, reason }: UndoLine): string {
  const parts = [
    `${outcome} ${collection} ${id}${version ? ' (draft)' : ''}`,
    fields && `fields ${fields.join(', ')}`,
    left && `left ${left.join(', ')}`,
    reason && render(reason, 'en'),
  ];
  return parts.filter(Boolean).join('; ');
}

function readNumber(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Misuse(`--${option}: '${text}' is not a number`);
  return Number(text);
}

function readTime(option: string, text: string): number {
  const time = momentIn(text);
  if (time === undefined) throw new Misuse(`--${option}: '${text}' is not a time such as 2026-11-20T08:00Z`);
  return time;
}
