import { setTimeout as wait } from 'node:timers/promises';
import type { Schedule } from '../../background/schedule.ts';
import { deriveKeys } from '../../shared/secrets/derived-keys.ts';
import type { Sealing } from '../../shared/secrets/sealing.ts';
import type { RecordStore } from '../record-store.ts';
import { systemContext } from '../store/write-context.ts';
import {
  type Sealed,
  type SealedRecords,
  type SealedValue,
  sealedRecords,
  valuesIn,
} from './sealed-values.ts';

const PAUSE_MS = 20;

/**
 * Encrypts with the first secret what older ones encrypted, so that these can be removed: at the start with another first
 * secret, and every day. It is not logged, because no value changes.
 */
export function renewalSchedule(store: RecordStore, sealed: Sealed): Schedule {
  const [first] = deriveKeys(sealed.secrets, 'name of a secret');
  return {
    name: `encrypt secrets anew ${first.toString('hex', 0, 4)}`, // another secret is another schedule, which is due at the start
    cron: '45 3 * * *',
    async run(signal) {
      for await (const some of sealedRecords(store.ownReads, sealed)) {
        await renew(store, some);
        await wait(PAUSE_MS, undefined, { signal });
      }
    },
  };
}

async function renew({ write }: RecordStore, { collection, sealing, records }: SealedRecords): Promise<void> {
  const { definition } = collection;
  const old = records.filter((record) => renewed(valuesIn(collection, record), sealing).length > 0);
  if (old.length === 0) return;
  await write(systemContext('encrypt secrets anew'), async (writes) => {
    for (const { id } of old) {
      const record = await writes.find(definition, id); // locked, and maybe changed meanwhile
      const values = record ? renewed(valuesIn(collection, record), sealing) : [];
      if (values.length > 0) await writes.update(definition, id, Object.fromEntries(values));
    }
  });
}

/** The values that are not encrypted as they would be now, encrypted anew; those that nothing decrypts stay. */
function renewed(values: readonly SealedValue[], sealing: Sealing): [column: string, sealed: string][] {
  return values.flatMap(({ column, sealed, owner }) => {
    const opened = sealing.unseal(sealed, owner);
    return opened && !opened.isCurrent ? [[column, sealing.seal(opened.text, owner)]] : [];
  });
}
