import { setTimeout as wait } from 'node:timers/promises';
import type { Schedule } from '../../background/schedule.ts';
import { deriveKeys } from '../../shared/secrets/derived-keys.ts';
import type { Sealing } from '../../shared/secrets/sealing.ts';
import type { Records } from '../records.ts';
import { systemContext } from '../rows/write-context.ts';
import { type Sealed, type SealedRows, type SealedValue, sealedRows, valuesIn } from './sealed-values.ts';

const PAUSE_MS = 20;

/**
 * Encrypts with the first secret what older ones encrypted, so that these can be removed: at the start with another first
 * secret, and every day. It is not logged, because no value changes.
 */
export function renewalSchedule(records: Records, sealed: Sealed): Schedule {
  const [first] = deriveKeys(sealed.secrets, 'name of a secret');
  return {
    name: `encrypt secrets anew ${first.toString('hex', 0, 4)}`, // another secret is another schedule, which is due at the start
    cron: '45 3 * * *',
    async run(signal) {
      for await (const some of sealedRows(records.ownReads, sealed)) {
        await renew(records, some);
        await wait(PAUSE_MS, undefined, { signal });
      }
    },
  };
}

async function renew({ write }: Records, { collection, sealing, rows }: SealedRows): Promise<void> {
  const { definition } = collection;
  const old = rows.filter((row) => renewed(valuesIn(collection, row), sealing).length > 0);
  if (old.length === 0) return;
  await write(systemContext('encrypt secrets anew'), async (writes) => {
    for (const { id } of old) {
      const row = await writes.find(definition, id); // locked, and maybe changed meanwhile
      const values = row ? renewed(valuesIn(collection, row), sealing) : [];
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
