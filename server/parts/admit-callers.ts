import type { FastifyInstance } from 'fastify';
import {
  type Admit,
  type FactorPolicy,
  type FindKey,
  type Identify,
  makeAdmit,
  makeIdentifyApp,
  makeIdentifyCaller,
  makeIdentifyImpersonation,
  makeIdentifyKey,
  makeNoteUse,
  makeStrangerShares,
  type NotePermissionUse,
  PermissionUses,
} from '../access/index.ts';
import { startPeriodicTask } from '../background/periodic-task.ts';
import type { RecordStore } from '../records/record-store.ts';

export interface AdmissionSettings {
  readonly store: RecordStore;
  readonly switchedOff: ReadonlySet<string>;
  readonly strangerWritesPerDay: number;
  /** Whether a second person approves memberships and grants. */
  readonly approvals: boolean;
  readonly factorPolicy: FactorPolicy;
}

interface Callers {
  readonly identify: Identify;
  readonly findKey: FindKey;
}

/** Makes what admits requests: of users by their sessions, of programs by their keys, and of super administrators as users. */
export function admitCallers(
  { store, switchedOff, strangerWritesPerDay, approvals, factorPolicy }: AdmissionSettings,
  { identify, findKey }: Callers,
  app: FastifyInstance,
): Admit {
  const report = (cause: unknown) => app.log.error({ err: cause }, 'the use of a key was not stored');
  return makeAdmit({
    database: store.database,
    identify: makeIdentifyCaller({
      identify,
      identifyKey: makeIdentifyKey(findKey),
      identifyApp: makeIdentifyApp(findKey),
      identifyImpersonation: makeIdentifyImpersonation(store),
    }),
    noteUse: makeNoteUse(store, report),
    notePermissionUse: keepPermissionUses(store, app),
    switchedOff,
    needsApproval: approvals,
    factorPolicy,
    strangerShareOf: makeStrangerShares(strangerWritesPerDay),
  });
}

const USES_EVERY_MS = 60_000;

/** Records which permissions are used; writes them every minute and when the app closes. */
function keepPermissionUses(store: RecordStore, app: FastifyInstance): NotePermissionUse {
  const uses = new PermissionUses(store);
  const report = (cause: unknown) => app.log.error({ err: cause }, 'uses of permissions were not stored');
  const task = startPeriodicTask({ everyMs: USES_EVERY_MS, run: () => uses.write(), report });
  app.addHook('onClose', async () => {
    await task.stop();
    await uses.write().catch(report);
  });
  return uses.note;
}
