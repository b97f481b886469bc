import { defineJob, Type } from 'quire-cms';
import { callBank, heard, told } from '../../../support/bank.ts';

const input = Type.Object({ account: Type.String() });

/** Waits longer for the bank than a server lives. */
export const reconcile = defineJob({
  name: 'reconcile',
  label: 'Reconcile an account',
  input,
  atOnce: 1,
  run: ({ input: { account }, signal }) => callBank(account, signal),
});

/** Gives the bank a second, and goes on waiting when that is up. */
export const quote = defineJob({
  name: 'quote',
  label: 'Ask for a price',
  input,
  tries: 1,
  timeout: 1,
  run({ input: { account }, signal, ...event }) {
    heard.push(event);
    return callBank(account, signal).catch(() => new Promise(() => {}));
  },
  givenUp({ input: { account }, signal, problem }) {
    told.push(`${account} is given up ${signal.aborted ? 'late' : 'in time'}: ${(problem as Error).message}`);
    throw new Error('what a job does once it is given up may fail');
  },
});
