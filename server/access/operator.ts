import { itself } from '../database/fair-queue.ts';
import { superAdministrator } from '../definitions/access-rule.ts';
import { allRights, system } from '../records/index.ts';
import type { RecordStore } from '../records/record-store.ts';
import { type Actor, anonymous } from './actor.ts';
import type { Admission } from './admission/admission.ts';
import { Door } from './door.ts';
import { logMessage } from './log-lines.ts';

/** Someone who runs commands on the server. */
const operator: Actor = { ...anonymous, ...system, isSuper: true };
const rights = { ...allRights, arePersonal: () => true, areMomentary: () => true };

/** A door for a command: every rule is met, and its writes are logged like those of requests. */
export function operatorDoor(store: RecordStore, task: string): Door {
  const admission: Admission = {
    actor: operator,
    access: superAdministrator,
    records: 'all',
    requestId: task,
    trace: undefined,
    version: undefined,
    method: 'CLI',
    path: task,
    network: null,
    strangerShare: undefined,
    requester: itself,
    permission: '',
    switchedOff: new Set(),
    needsApproval: false,
    outlives: false,
    describe: logMessage(),
    /** A command may run for hours; each write takes the current time. */
    get now() {
      return Date.now();
    },
    identify: () => operator,
    again: async () => admission,
    renew: async () => admission,
    as: () => admission,
    requireProof: () => undefined,
    rightsOf: () => rights,
  };
  return new Door(store, admission);
}
