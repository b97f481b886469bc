import { apiKey, revokeWhere } from '../../access/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { systemContext } from '../../records/store/write-context.ts';
import { activeApp, addDynamicApp, appById, toClient } from './apps.ts';
import type { Library, Payload } from './library.ts';

/** Reads consents, which are kept as keys of their person. Making one is the work of the page that asks for it. */
export class GrantAdapter {
  readonly #store: RecordStore;
  readonly #resources: readonly string[];

  constructor(store: RecordStore, resources: readonly string[]) {
    this.#store = store;
    this.#resources = resources;
  }

  async find(id: string): Promise<Payload | undefined> {
    const { ownReads } = this.#store;
    const record = /^[1-9]\d{0,18}$/.test(id) ? await ownReads.find(apiKey, BigInt(id)) : undefined;
    const client = record?.app_id ? await appById(ownReads, record.app_id) : undefined;
    if (!record || !client || record.expire_time === null) return undefined;
    const scope = record.scope ?? '';
    return {
      kind: 'Grant',
      jti: id,
      iat: Math.floor(record.create_time / 1000),
      exp: Math.floor(record.expire_time / 1000),
      accountId: String(record.user_id),
      clientId: client.client_id,
      openid: { scope },
      resources: Object.fromEntries(this.#resources.map((one) => [one, scope])),
    };
  }

  async destroy(id: string): Promise<void> {
    await this.#store.write(systemContext('grants of apps'), (writes) =>
      revokeWhere(writes, (select) => select.where('id', '=', BigInt(id)).where('app_id', 'is not', null)),
    );
  }
}

/** Keeps nothing: who has signed in is known by the session of the console, at each authorization anew. */
export class NoSessions {
  async upsert(): Promise<void> {}
  async find(): Promise<undefined> {
    return undefined;
  }
  async findByUid(): Promise<undefined> {
    return undefined;
  }
  async destroy(): Promise<void> {}
}

/** Reads the registered apps, and adds those that register themselves. */
export class ClientAdapter {
  readonly #store: RecordStore;
  readonly #errors: Library['errors'];

  constructor(store: RecordStore, errors: Library['errors']) {
    this.#store = store;
    this.#errors = errors;
  }

  async find(clientId: string): Promise<object | undefined> {
    const record = await activeApp(this.#store.ownReads, clientId);
    return record && toClient(record);
  }

  async upsert(clientId: string, metadata: Record<string, unknown>): Promise<void> {
    const problem = await this.#store.write(systemContext('registration of an app'), (writes) =>
      addDynamicApp(writes, clientId, metadata),
    );
    if (problem !== undefined) throw new this.#errors.InvalidClientMetadata(problem);
  }
}
