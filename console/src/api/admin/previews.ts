import { connection } from '../connection.ts';
import type { GrantChange } from './administration.ts';

/** Rows that a user may reach; `count` is null where nothing was counted, and a lower bound unless it is exact. */
export interface CountedRows {
  readonly rows: 'all' | 'some' | 'none';
  readonly count: number | null;
  readonly exact: boolean;
}

export interface PreviewedUser {
  readonly id: string;
  readonly username: string;
  /** Keys of permissions. */
  readonly gains: readonly string[];
  readonly loses: readonly string[];
  /** The rules that would decide otherwise: `article read`, `article.price write`, `GET /cms/log`. */
  readonly differences: readonly {
    readonly subject: string;
    readonly before: CountedRows;
    readonly after: CountedRows;
  }[];
}

/** What changes of grants would do. What the caller may not know is null. */
export interface AccessPreview {
  readonly complete: boolean;
  readonly gaining: number;
  readonly losing: number;
  readonly users: readonly PreviewedUser[];
  readonly past: {
    readonly complete: boolean;
    readonly refused: number;
    readonly allowed: number;
    readonly items: readonly {
      readonly time: number;
      readonly username: string;
      readonly method: string;
      readonly path: string;
      readonly outcome: 'refused' | 'allowed';
    }[];
  } | null;
  /** The labels of what is gained and lost. */
  readonly permissions: readonly { readonly key: string; readonly name: string }[];
  readonly uses: {
    readonly recorded_since: number | null;
    readonly items: readonly {
      readonly username: string;
      readonly permission: string;
      readonly last_day: number;
    }[];
  } | null;
}

/** Changes that are not saved yet. */
export interface Pending {
  readonly grants?: readonly GrantChange[];
  /** The groups that users would be in. */
  readonly memberships?: readonly { readonly user_id: bigint; readonly group_ids: readonly bigint[] }[];
}

/** Tells what these changes would do, and saves nothing. */
export async function previewChanges(changes: Pending): Promise<AccessPreview> {
  const answer = await connection.request('POST', '/cms/access/preview', { body: { ...changes } });
  const { users, ...others } = answer as unknown as AccessPreview; // the documented form of this route
  return { ...others, users: users.map((one) => ({ ...one, id: String(one.id) })) };
}

/** Permissions that groups hold and none of their members has used for this many days. */
export interface UnusedPermissions {
  readonly recorded_since: number | null;
  readonly complete: boolean;
  readonly items: readonly {
    /** As a cell of the grid: `group/permission`. */
    readonly cell: string;
    readonly group_name: string;
    readonly name: string;
    readonly last_day: number | null;
  }[];
}

export const UNUSED_DAYS = 90;

export async function listUnused(): Promise<UnusedPermissions> {
  const query: [string, string][] = [['days', String(UNUSED_DAYS)]];
  const { items, ...others } = await connection.request('GET', '/cms/access/unused', { query });
  const held = items as readonly (UnusedPermissions['items'][number] & {
    readonly group_id: unknown;
    readonly permission_id: unknown;
  })[];
  return {
    ...(others as unknown as UnusedPermissions), // the documented form of this route
    items: held.map((one) => ({ ...one, cell: `${one.group_id}/${one.permission_id}` })),
  };
}
