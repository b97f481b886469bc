import type { RevisionAction } from '../../../contract/audit.ts';
import type { NewJob } from '../../background/job-store.ts';
import type { Definition } from '../../definitions/define-record.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import type { Rights } from '../rights.ts';
import type { Row } from '../row.ts';
import type { Reads } from './reads.ts';

/** Who writes: a user, and the API key by which a program does so in their name. */
export interface Author {
  readonly id: bigint;
  readonly username: string;
  readonly key?: { readonly id: bigint; readonly name: string };
  /** Who approved the change set that makes the change. */
  readonly approver?: { readonly id: bigint; readonly username: string };
  /** Who only looks on as this user, and so writes nothing. */
  readonly impersonator?: { readonly username: string };
}

/** An author as the JSON of a job keeps them. */
export interface StoredAuthor {
  readonly id: string;
  readonly username: string;
  readonly key?: { readonly id: string; readonly name: string };
}

export function toStoredAuthor({ id, username, key }: Author): StoredAuthor {
  return { id: String(id), username, ...(key && { key: { id: String(key.id), name: key.name } }) };
}

export function fromStoredAuthor({ id, username, key }: StoredAuthor): Author {
  return { id: BigInt(id), username, ...(key && { key: { id: BigInt(key.id), name: key.name } }) };
}

/** Who writes, in which request and when; goes into stamps, revisions and log entries. */
export interface WriteContext {
  readonly actor: Author;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The times of a row that is imported from another system; its revision says when it was imported. */
  readonly original?: { readonly created: number; readonly updated: number };
  /** Which hooks led to this write, and which are to follow its commit. */
  readonly caused?: Caused;
  /** Whether somebody else approves the write, or will have to. */
  readonly isApproved?: true;
  /** What the actor may do with served records; everything if left out. */
  readonly rights?: () => MaybePromise<Rights>;
}

export interface Caused {
  /** How many hooks led here, each caused by the one before. */
  readonly depth: number;
  /** The rows that were written, for the listeners that hear of it after the commit, and the jobs that begin then. */
  readonly later: (Committed | NewJob)[];
}

/** A written row, for its `afterCommit` hook and for the feed of changes. */
export interface Committed {
  readonly definition: Definition;
  readonly context: WriteContext;
  readonly action: RevisionAction;
  readonly row: Row;
  readonly before: Row | undefined;
}

/**
 * The actor of everything that nobody asked for over HTTP: first rows, permission keys, retention, commands. No user has
 * its id, and it is not that of callers without a name, which is 0.
 */
export const system = { id: -1n, username: 'system' } as const;

/** The context of a task that no person asked for. Histories tell its changes by the task's name. */
export function systemContext(task: string): WriteContext {
  return { actor: system, requestId: task, now: Date.now() };
}

/** Reads inside the transaction of a write. */
export interface WriteReads extends Reads {
  readonly context: WriteContext;
}

/** What the actor may do with a record; undefined if its rules do not bind the actor. */
export async function rightsOver(
  { context }: WriteReads,
  { access }: Definition,
): Promise<Rights | undefined> {
  return access && context.rights?.();
}
