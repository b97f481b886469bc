import { type Asked, makePrepareJob, operatorDoor, runNow, whenTried } from '../access/index.ts';
import { listMails } from '../mail/mail-folder.ts';
import { RecordsScope, systemContext } from '../records/index.ts';
import { momentIn } from '../shared/moments.ts';
import type { Server } from '../start.ts';
import type { MailTo, TestApp } from './test-app.ts';

/** What a test reaches beside requests: collections, jobs, the clock and mails. `setClock` sets that of the process. */
export function makeTestWork(
  { store, work }: Server,
  mailDir: string,
  setClock: (time: number) => void,
): Pick<TestApp, 'records' | 'run' | 'clock' | 'mailbox'> {
  const { jobs } = store;
  const prepare = makePrepareJob(jobs, work);
  const context = {
    ...systemContext('test'),
    get now() {
      return Date.now();
    },
  };
  const place = { ...store.placeOf(context), isIndependent: true } as const;

  const setTo = async (time: number | undefined) => {
    if (time === undefined || !Number.isFinite(time))
      throw new Error('the clock can be set to a number, a date or an ISO time');
    await jobs.runDue(); // a schedule counts from the first look at it, which has to come before the move
    setClock(time);
    await jobs.runDue();
  };

  return {
    records: new RecordsScope(place).records,
    async run(what: string | { readonly name: string }, input?: unknown, reader?: MailTo) {
      const asked: Asked = { kind: kindOf(what), ...(input !== undefined && { input }), ...reader };
      const { id = 0n } = await runNow(store, operatorDoor(store, 'test'), prepare, asked);
      const { state, problem, kind } = await whenTried(store, id);
      if (state !== 'done') throw new Error(`${kind}: ${problem}`);
    },
    clock: {
      now: () => Date.now(),
      set: (time) => setTo(typeof time === 'string' ? momentIn(time) : new Date(time).getTime()),
      advance: (milliseconds) => setTo(Date.now() + milliseconds),
    },
    mailbox: {
      async mails(to) {
        await jobs.idle();
        const all = await listMails(mailDir);
        return to === undefined ? all : all.filter((mail) => mail.to === to);
      },
    },
  };
}

/** A mail has texts, a job has not. */
function kindOf(what: string | { readonly name: string }): string {
  if (typeof what === 'string') return what;
  return `${'texts' in what ? 'mail' : 'jobs'}/${what.name}`;
}
