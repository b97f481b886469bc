import type { FindKey } from '../../access/api-keys/find-key.ts';
import { jointNeeds, type Manifest, type Needs, NO_NEEDS } from '../../definitions/for-server.ts';
import { log, logged, systemContext } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Reads } from '../../records/store/reads.ts';
import { MINUTE_MS } from '../../shared/durations.ts';
import { fromOwnJson } from '../../shared/json.ts';
import type { Sealing } from '../../shared/secrets/sealing.ts';
import { type PluginGrant, pluginGrant } from './grant.collection.ts';
import { message } from './messages/message.ts';

/** What a plug-in may at present, and the key by which it acts. */
export interface LivingGrant {
  readonly needs: Needs;
  readonly keyId: bigint;
  readonly key: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The service user whose rights bound it. */
  readonly user: { readonly id: bigint; readonly username: string };
}

type Known = Omit<LivingGrant, 'needs'> & Pick<PluginGrant, 'needs'>;

/** How old what this process knows of grants may be, when another process changes them. */
const FRESH_MS = 2000;

/** The grants that count in this process. Its own changes count at once. */
export class Grants {
  readonly #store: RecordStore;
  readonly #findKey: FindKey;
  readonly #sealing: Sealing;
  #living: ReadonlyMap<string, Known> = new Map();
  #begun = 0;
  #counted = 0;
  #readAt = 0;
  #reading: Promise<void> | undefined;

  constructor(store: RecordStore, findKey: FindKey, sealing: Sealing) {
    this.#store = store;
    this.#findKey = findKey;
    this.#sealing = sealing;
  }

  /** Reads them anew. */
  async read(): Promise<void> {
    const { ownReads, database } = this.#store;
    const at = Date.now();
    this.#begun += 1;
    const turn = this.#begun;
    const records = await ownReads.where(pluginGrant, (select) => select.where('active', '=', true));
    const living = await Promise.all(
      records.map(async (record) => {
        const key = this.#sealing.unseal(record.key_text, record.key_id)?.text;
        const found = key === undefined ? undefined : await this.#findKey.byId(record.key_id, database.reads);
        const hasEnded = found?.expireTime != null && found.expireTime <= at;
        if (!found || hasEnded || key === undefined) return [];
        const { needs, key_id: keyId } = record;
        const { id, username } = found.actor;
        const settings = storedSettings(this.#sealing, record);
        const known: Known = { needs, keyId, key, settings, user: { id, username } };
        return [[record.plugin, known]] as const;
      }),
    );
    if (turn < this.#counted) return; // what began later has ended before, and knows of later changes
    this.#counted = turn;
    this.#living = new Map(living.flat());
    this.#readAt = at;
  }

  /** The grant of a plug-in, as far as it asks for it now; undefined if there is none, or it is paused. */
  of({ name, needs }: Manifest): LivingGrant | undefined {
    // A hook holds a transaction, so it never waits for the database.
    if (Date.now() - this.#readAt > FRESH_MS) this.#reading ??= this.#readInBackground();
    const living = this.#living.get(name);
    return living && { ...living, needs: jointNeeds(needs, storedNeeds(living)) };
  }

  async #readInBackground(): Promise<void> {
    await this.read().catch(() => {}); // what was known goes on to count; requests tell of the database's failure
    this.#reading = undefined;
  }
}

/** What a grant holds, which the server has checked before it was stored; older ones lack what was not known then. */
export function storedNeeds({ needs }: Pick<PluginGrant, 'needs'>): Needs {
  return { ...NO_NEEDS, ...(needs as unknown as Partial<Needs>) };
}

/** The texts that came with a grant. */
export function storedSettings(
  sealing: Sealing,
  { settings_text, key_id }: Pick<PluginGrant, 'settings_text' | 'key_id'>,
): Readonly<Record<string, string>> {
  const text = settings_text === null ? undefined : sealing.unseal(settings_text, key_id)?.text;
  return text === undefined ? {} : fromOwnJson<Record<string, string>>(text);
}

/** The grant of a plug-in; undefined if there is none. */
export function findGrant(reads: Reads, plugin: string): Promise<PluginGrant | undefined> {
  return reads.first(pluginGrant, (select) => select.where('plugin', '=', plugin));
}

/** Adds a line to the audit log about what a plug-in asked for and was not granted. */
export type LogRefused = (plugin: string, grant: LivingGrant, problem: string) => void;

/** Lines about one plug-in in a minute; a plug-in that goes on is known by these. */
const MOST_LINES = 50;

export function makeLogRefused(store: RecordStore, report: (cause: unknown) => void): LogRefused {
  const lines = new Map<string, { readonly since: number; count: number }>();
  return (plugin, { keyId, user }, problem) => {
    const now = Date.now();
    const known = lines.get(plugin);
    const counted = known && now - known.since < MINUTE_MS ? known : { since: now, count: 0 };
    lines.set(plugin, counted);
    counted.count += 1;
    if (counted.count > MOST_LINES) return;
    store
      .write(systemContext('refusal of a plug-in'), (writes) =>
        writes.append(log, {
          ...logged(message('pluginRefused', { plugin, problem }), store.language),
          user_id: user.id,
          username: user.username,
          key_id: keyId,
          status_code: 403,
        }),
      )
      .catch(report);
  };
}
