import type { Task } from './admission/admit-task.ts';
import type { Door } from './door.ts';

/** The task that continues after a request. */
export async function taskOf({ admission }: Door): Promise<Task> {
  const { method, path, requestId, network } = admission;
  const { id, key } = await admission.identify();
  return { userId: id, keyId: key?.id, network: network ?? '', method, path, requestId };
}

/** A task as the JSON of a job keeps it. */
export interface KeptTask extends Omit<Task, 'userId' | 'keyId'> {
  readonly userId: string;
  readonly keyId?: string;
}

export function toKeptTask({ userId, keyId, network, method, path, requestId }: Task): KeptTask {
  const user = { userId: String(userId), ...(keyId !== undefined && { keyId: String(keyId) }) };
  return { ...user, network, method, path, requestId };
}

export function fromKeptTask({ userId, keyId, network, method, path, requestId }: KeptTask): Task {
  const user = { userId: BigInt(userId), keyId: keyId === undefined ? undefined : BigInt(keyId) };
  return { ...user, network, method, path, requestId };
}
