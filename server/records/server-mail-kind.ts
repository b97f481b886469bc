import type { JobKind } from '../background/job-kind.ts';
import type { HeldJob } from '../background/job-store.ts';
import { MAIL_JOB, type SendServerMail, type ServerMail } from '../definitions/project/server-mail.ts';
import { fromOwnJson } from '../shared/json.ts';
import type { RecordStore } from './record-store.ts';
import { systemContext } from './store/write-context.ts';
import type { Writes } from './write/writes.ts';

interface ServerMailJob<Asked> {
  readonly name: string;
  readonly store: RecordStore;
  readonly send: SendServerMail;
  /** Writes the requested mail. Returns undefined if there is nothing to send. */
  readonly write: (writes: Writes, asked: Asked, isFirstTry: boolean) => Promise<ServerMail | undefined>;
}

/** A job that makes a mail of the server's own in a transaction, then sends it. */
export function serverMailKind<Asked>({ name, store, send, write }: ServerMailJob<Asked>): JobKind {
  return {
    name,
    ...MAIL_JOB,
    async run({ data, delivery, tries }: HeldJob) {
      const mail = await store.write(systemContext(name), (writes) =>
        write(writes, fromOwnJson<Asked>(data), tries === 1),
      );
      if (mail) await send({ ...mail, delivery });
    },
  };
}
