import type { Reader } from '../../database/engine.ts';
import type { AccessRule } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { type Actor, anonymous } from '../actor.ts';
import { type FindKey, requireLiving } from '../api-keys/index.ts';
import { withSettings } from '../decide.ts';
import type { RouteReach } from '../key-reach.ts';
import { logMessage } from '../log-lines.ts';
import type { FindUser, FoundActor } from '../sign-in/actors.ts';
import type { Admission, Gate, Question } from './admission.ts';
import { admitNow } from './request-admission.ts';

/** Work that continues after its request was answered, such as an import. */
export interface Task {
  readonly userId: bigint;
  /** The API key by which the user's program asked. */
  readonly keyId?: bigint | undefined;
  /** The request's network, for log entries of anonymous callers. */
  readonly network: string;
  readonly method: string;
  readonly path: string;
  readonly requestId: string;
}

/**
 * Admits a task that writes a collection, with the current rights of its user, even if the session has ended; a task that a key
 * began ends with the key. Throws if they are not enough.
 */
export type AdmitTask = (access: AccessRule, collection: string, task: Task) => Promise<Admission>;

export function makeAdmitTask(gate: TaskGate): AdmitTask {
  const { database, switchedOff } = gate;
  const findBeginner = makeFindBeginner(gate);
  return async (declared, collection, { userId, keyId, network, ...head }) => {
    const identify: Gate['identify'] = async (_, { reader = database.reads }) => ({
      actor: await findBeginner({ userId, keyId }, reader),
    });
    const access = withSettings(declared, switchedOff);
    const reach: RouteReach = { collection, isWriting: true, isForAccounts: false, isAboutCaller: false };
    const question: Question = {
      gate: { database, switchedOff, identify },
      policy: { access, reach, describe: logMessage(), asksForCaller: true },
      request: { ...head, authorization: undefined, address: () => network, connection: {} },
      version: database.engine.version?.(),
      reader: database.reads,
      /** A task may run for hours; each write takes the current time. */
      get now() {
        return Date.now();
      },
    };
    return admitNow(question);
  };
}

interface Finders {
  readonly findUser: FindUser;
  readonly findKey: FindKey;
}

interface TaskGate extends Pick<Gate, 'database' | 'switchedOff'>, Finders {}

/** The actor who began a task, with their present rights. Throws if their account or key has ended. */
export type FindBeginner = (task: Pick<Task, 'userId' | 'keyId'>, reader: Reader) => Promise<Actor>;

export function makeFindBeginner({ findUser, findKey }: Finders): FindBeginner {
  return async ({ userId, keyId }, reader) => {
    if (userId === anonymous.id) return anonymous;
    if (keyId !== undefined) return requireLiving(await findKey.byId(keyId, reader), Date.now());
    return requireActive(await findUser(userId, reader));
  };
}

function requireActive(found: FoundActor): Actor {
  if (!found) throw new AppError('userNotFound', { reason: message('taskUserGone') });
  if (found === 'inactive') throw new AppError('accountInactive', { reason: message('userIsInactive') });
  return found;
}
