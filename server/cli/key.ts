import { parseArgs } from 'node:util';
import { type KeyLimits, limitsOf, type MadeKey } from '../access/index.ts';
import { type Command, Misuse } from '../module/commands/command.ts';
import type { RecordStore } from '../records/record-store.ts';
import { HOUR_MS } from '../shared/durations.ts';
import { createKey, listKeys, replaceKey, revokeKey } from './key/api-keys.ts';
import { withServer } from './shared/with-server.ts';

const options = {
  permission: { type: 'string', multiple: true },
  collection: { type: 'string', multiple: true },
  network: { type: 'string', multiple: true },
  'read-only': { type: 'boolean', default: false },
  'manage-accounts': { type: 'boolean', default: false },
  days: { type: 'string' },
  overlap: { type: 'string' },
} as const;

type Values = ReturnType<typeof parse>['values'];
type Task = (store: RecordStore, words: readonly string[], values: Values) => Promise<void>;

interface Kind {
  /** The fewest and the most words after the task. */
  readonly words: readonly [fewest: number, most: number];
  readonly options: readonly (keyof typeof options)[];
  readonly run: Task;
}

const tasks: Readonly<Record<string, Kind>> = {
  create: {
    words: [2, 2],
    options: ['permission', 'collection', 'network', 'read-only', 'manage-accounts', 'days'],
    async run(store, [username = '', name = ''], values) {
      printMade(await createKey(store, { username, name, limits: readLimits(values) }));
    },
  },
  list: {
    words: [0, 1],
    options: [],
    async run(store, [username]) {
      for (const { record, owner } of await listKeys(store, username)) {
        const used = record.used_time === null ? 'never used' : `used ${timeOf(record.used_time)}`;
        console.log(
          `${record.id}\t${owner.username}\t${record.name}\t${wordsFor(limitsOf(record))}\t${used}`,
        );
      }
    },
  },
  rotate: {
    words: [1, 1],
    options: ['overlap'],
    async run(store, [id], { overlap = '24' }) {
      printMade(await replaceKey(store, readId(id), readNumber('overlap', overlap, 0, 720) * HOUR_MS));
    },
  },
  revoke: {
    words: [1, 1],
    options: [],
    async run(store, [id]) {
      await revokeKey(store, readId(id));
      console.log(`${id}: revoked`);
    },
  },
};

export const key: Command = {
  usage:
    'create <service user> <name> [--permission <key>]… [--collection <name>]… [--network <CIDR>]… [--read-only] [--manage-accounts] [--days <n>] | list [<service user>] | rotate <id> [--overlap <hours>] | revoke <id>',
  summary:
    'Makes an API key of a service user and prints it, once; lists the keys; replaces one by a new one, which holds beside it for the overlap; or revokes one.',
  async run(args) {
    const { positionals, values, tokens } = parse(args);
    const [name = '', ...words] = positionals;
    const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
    const [fewest, most] = task?.words ?? [0, -1];
    const strange = tokens.find(
      (one) => one.kind === 'option' && !task?.options.some((each) => each === one.name),
    );
    if (!task || words.length < fewest || words.length > most || strange)
      throw new Misuse(`unknown arguments '${args.join(' ')}'`);
    await withServer(({ store }) => task.run(store, words, values));
  },
};

function parse(args: string[]) {
  return parseArgs({ args, allowPositionals: true, tokens: true, options });
}

/** The key alone goes to the standard output, so that a script can keep it. */
function printMade({ id, text, name }: MadeKey): void {
  console.log(text);
  console.error(`key ${id} '${name}': shown only now`);
}

function readLimits(values: Values): KeyLimits {
  const { permission = null, collection = null, network = null, days } = values;
  return {
    permissions: permission,
    collections: collection,
    networks: network,
    readOnly: values['read-only'],
    managesAccounts: values['manage-accounts'],
    expireTime: days === undefined ? null : Date.now() + readNumber('days', days, 1, 36_500) * 24 * HOUR_MS,
  };
}

function wordsFor({
  permissions,
  collections,
  networks,
  readOnly,
  managesAccounts,
  expireTime,
}: KeyLimits): string {
  const limits = [
    readOnly && 'reads only',
    permissions && `permissions ${permissions.join(', ') || 'none'}`,
    collections && `collections ${collections.join(', ')}`,
    networks && `from ${networks.join(', ')}`,
    managesAccounts && 'manages accounts',
    expireTime !== null && `until ${timeOf(expireTime)}`,
  ];
  return limits.filter((limit) => limit).join('; ') || 'all that its user may';
}

function timeOf(time: number): string {
  return new Date(time).toISOString();
}

function readId(text = ''): bigint {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new Misuse(`'${text}' is not the id of a key`);
  return BigInt(text);
}

function readNumber(option: string, text: string, least: number, most: number): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Misuse(`--${option} is a whole number from ${least} to ${most}`);
}
