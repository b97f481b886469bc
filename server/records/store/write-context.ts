import type { Decision, RevisionAction } from '../../../contract/audit.ts';
import type { NewJob } from '../../background/job-store.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import type { Trace } from '../../shared/text/traceparent.ts';
import type { AnyRecord } from '../record.ts';
import type { Rights } from '../rights.ts';
import type { Reads } from './reads.ts';

/** The author of a write: a user, and the API key of a program that acts in their name. */
export interface Author {
  readonly id: bigint;
  readonly username: string;
  /** With `app`, it is the grant of an app that acts for the user. */
  readonly key?: { readonly id: bigint; readonly name: string; readonly app?: object };
  /** Who approved the change set that makes the change. */
  readonly approver?: { readonly id: bigint; readonly username: string };
  /** Set while somebody impersonates this user, and so writes nothing. */
  readonly impersonator?: { readonly username: string };
}

/** An author in the JSON of a job. */
export interface StoredAuthor {
  readonly id: string;
  readonly username: string;
  readonly key?: { readonly id: string; readonly name: string; readonly app?: object };
}

export function toStoredAuthor({ id, username, key }: Author): StoredAuthor {
  const asked = key && { id: String(key.id), name: key.name, ...(key.app && { app: {} }) };
  return { id: String(id), username, ...(asked && { key: asked }) };
}

export function fromStoredAuthor({ id, username, key }: StoredAuthor): Author {
  const asked = key && { ...key, id: BigInt(key.id) };
  return { id: BigInt(id), username, ...(asked && { key: asked }) };
}

/** Who writes, in which request and when; goes into stamps, revisions and log entries. */
export interface WriteContext {
  readonly actor: Author;
  readonly requestId: string;
  /** The trace of the request, which webhooks go on with. */
  readonly trace?: Trace | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The times of a record that is imported from another system; its revision says when it was imported. */
  readonly original?: OriginalStamps;
  /** The hooks that led to this write, and those that follow its commit. */
  readonly caused?: Caused;
  /** Whether somebody else approves the write, or will have to. */
  readonly isApproved?: true;
  /** What the actor may do with served collections; everything if left out. */
  readonly rights?: () => MaybePromise<Rights>;
}

/** When a record was created and changed in another system, and the user here who created it, if known. */
export interface OriginalStamps {
  readonly created: number;
  readonly updated: number;
  readonly creator?: bigint | undefined;
}

export interface Caused {
  /** How many hooks led here, each caused by the one before. */
  readonly depth: number;
  /** The written records, for `afterCommit` hooks and the feed, and the jobs to start after the commit. */
  readonly later: (Committed | NewJob)[];
}

/** What happened to a record. */
export interface RecordEvent {
  readonly action: RevisionAction;
  /** The decision about its draft that made it happen. */
  readonly decision?: Decision | undefined;
}

/** A written record, for its `afterCommit` hook and for the feed of changes. */
export interface Committed extends RecordEvent {
  readonly definition: Definition;
  readonly context: WriteContext;
  readonly record: AnyRecord;
  readonly before: AnyRecord | undefined;
}

/**
 * The actor of everything that happens without a request: first records, permission keys, retention, commands. No user has this
 * id; callers who have not signed in have 0.
 */
export const system = { id: -1n, username: 'system' } as const;

/** The context of a task that no user started. Histories show its changes under the task's name. */
export function systemContext(task: string): WriteContext {
  return { actor: system, requestId: task, now: Date.now() };
}

/** Reads inside the transaction of a write. */
export interface WriteReads extends Reads {
  readonly context: WriteContext;
}

/** What the actor may do with a collection; undefined if its rules do not bind the actor. */
export async function rightsOver(
  { context }: WriteReads,
  { access }: Definition,
): Promise<Rights | undefined> {
  return access && context.rights?.();
}
