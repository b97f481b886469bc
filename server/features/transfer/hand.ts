import type { Door } from '../../access/door.ts';
import type { Written } from '../../access/written.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { system } from '../../records/act.ts';
import { log } from '../../records/log.record.ts';
import type { Records } from '../../records/records.ts';
import type { Use } from '../../records/rights.ts';
import type { Writes } from '../../records/writes.ts';

/** By whom rows are imported, and with which rights: a request's caller, or whoever runs a command on the server. */
export interface Hand {
  readonly user: { readonly id: bigint; readonly isSuper: boolean };
  /** One transaction, of which the log tells. */
  write(work: (writes: Writes) => Promise<Written>): Promise<Written>;
  /** One of the many transactions of an import. What may still be done is asked anew; its changes are the import's in every history. */
  portion<T>(importId: bigint, work: (writes: Writes) => Promise<T>): Promise<T>;
  /** What must be noted whatever has become of the right to do more. */
  note(work: (writes: Writes) => Promise<void>): Promise<void>;
  /** Throws where a record's rule for this refuses altogether. */
  require(definition: Definition, use: Use): Promise<unknown>;
}

/** By this, histories tell the changes of an import. */
function requestOf(importId: bigint): string {
  return `import-${importId}`;
}

export function handOf(door: Door): Hand {
  return {
    user: door.actor,
    write: (work) => door.write(work),
    portion: (importId, work) => door.portion(requestOf(importId), work),
    note: (work) => door.note(work),
    require: (definition, use) => door.reach(definition, use),
  };
}

/** The hand of the operator, who may do all. */
export function operatorsHand(records: Records): Hand {
  const act = (requestId: string) => ({ actor: system, requestId, now: Date.now() });
  return {
    user: { id: system.id, isSuper: true },
    write: (work) =>
      records.write(act('import'), async (writes) => {
        const written = await work(writes);
        const message = `${system.username} ${written.text}`;
        await writes.create(log, { message, username: system.username, method: 'CLI', path: 'import' });
        return written;
      }),
    portion: (importId, work) => records.write(act(requestOf(importId)), work),
    note: (work) => records.write(act('import'), work),
    require: async () => undefined,
  };
}
