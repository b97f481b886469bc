import { ACCESS_TOKEN, appToken, digestKey, revokeWhere } from '../../access/index.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { type Reads, systemContext, type Writes } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import type { Library, Payload } from './library.ts';

type Token = RecordOf<typeof appToken>;

/** The most living tokens of one kind that a grant has; the oldest make room. */
const MOST_TOKENS = 50;
const context = systemContext('tokens of apps');

/** Keeps what the protocol has to remember of one kind: by its hash, and no longer than it is valid. */
export class TokenAdapter {
  readonly #store: RecordStore;
  readonly #model: string;
  readonly #errors: Library['errors'];

  constructor(store: RecordStore, model: string, errors: Library['errors']) {
    this.#store = store;
    this.#model = model;
    this.#errors = errors;
  }

  async upsert(id: string, payload: Payload, seconds: number): Promise<void> {
    const { jti: _, grantId, userCode, ...kept } = payload;
    const key_id = grantId === undefined ? null : BigInt(grantId);
    const values = {
      key_id,
      scope: this.#model === ACCESS_TOKEN ? (payload.scope ?? '') : null,
      payload: JSON.stringify(kept),
    };
    await this.#store.write(context, async (writes) => {
      const { now } = writes.context;
      const known = await this.#find(writes, id);
      if (known) return writes.update(appToken, known.id, { ...values, expire_time: now + seconds * 1000 });
      if (key_id !== null) await this.#makeRoom(writes, key_id);
      await writes.create(appToken, {
        ...values,
        ...digestKey(id),
        model: this.#model,
        user_code: userCode === undefined ? null : hashOf(userCode),
        expire_time: now + seconds * 1000,
      });
    });
  }

  async find(id: string): Promise<Payload | undefined> {
    const record = await this.#find(this.#store.ownReads, id);
    return record && { ...payloadOf(record), jti: id };
  }

  async findByUserCode(userCode: string): Promise<Payload | undefined> {
    const record = await this.#store.ownReads.first(appToken, (select) =>
      select.where('user_code', '=', hashOf(userCode)).where('model', '=', this.#model),
    );
    return record && { ...payloadOf(record), userCode };
  }

  /** Sessions are the console's: the library finds none. */
  async findByUid(): Promise<undefined> {
    return undefined;
  }

  /** Uses a token up. Of requests at the same time one succeeds; the others end the grant, as every later use does. */
  async consume(id: string): Promise<void> {
    const grant = await this.#store.write(context, async (writes): Promise<bigint | null> => {
      const found = await this.#find(writes, id);
      const record = found && (await writes.find(appToken, found.id)); // locked from here on
      if (record?.used_time === null) {
        await writes.update(appToken, record.id, { used_time: writes.context.now });
        return null;
      }
      return found?.key_id ?? null;
    });
    if (grant === null) return;
    await this.#end(grant);
    throw new this.#errors.InvalidGrant('it was used before');
  }

  async destroy(id: string): Promise<void> {
    await this.#store.write(context, async (writes) => {
      const record = await this.#find(writes, id);
      if (record) await writes.erase(appToken, [record.id]);
    });
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#end(BigInt(grantId));
  }

  async #end(keyId: bigint): Promise<void> {
    await this.#store.write(context, (writes) =>
      revokeWhere(writes, (select) => select.where('id', '=', keyId).where('app_id', 'is not', null)),
    );
  }

  async #find(reads: Reads, id: string): Promise<Token | undefined> {
    const { hash, fingerprint } = digestKey(id);
    const record = await reads.first(appToken, (select) => select.where('fingerprint', '=', fingerprint));
    return record?.hash === hash && record.model === this.#model ? record : undefined;
  }

  async #makeRoom(writes: Writes, keyId: bigint): Promise<void> {
    const known = await writes.where(appToken, (select) =>
      select
        .where('key_id', '=', keyId)
        .where('model', '=', this.#model)
        .orderBy('id', 'desc')
        .offset(MOST_TOKENS - 1)
        .limit(20),
    );
    await writes.erase(
      appToken,
      known.map(({ id }) => id),
    );
  }
}

/** Stores what a person decided for the device that shows a code. The device fetches it with the code that it alone knows. */
export async function answerDevice(
  store: RecordStore,
  userCode: string,
  { grantId, ...result }: Payload,
): Promise<void> {
  await store.write(context, async (writes) => {
    const record = await writes.first(appToken, (select) => select.where('user_code', '=', hashOf(userCode)));
    if (!record) return; // it has expired meanwhile
    const payload = JSON.stringify({ ...(JSON.parse(record.payload) as Payload), ...result });
    await writes.update(appToken, record.id, {
      payload,
      key_id: grantId === undefined ? null : BigInt(grantId),
    });
  });
}

function payloadOf({ payload, key_id, used_time }: Token): Payload {
  return {
    ...(JSON.parse(payload) as Payload), // stored by `upsert`
    ...(key_id !== null && { grantId: String(key_id) }),
    ...(used_time !== null && { consumed: Math.floor(used_time / 1000) }),
  };
}
