import { toJson } from '../../../../server/shared/exact-json.ts';
import { digitsOf } from '../../form/digits.ts';
import { connection } from '../connection.ts';

export type Extent = 'all' | 'some' | 'none';

/**
 * A question about access: to an action on a collection, or to a route. Empty parts are left out. Without a user and a key it is
 * about callers without a token.
 */
export interface Question {
  readonly collection: string;
  readonly action: string;
  readonly field: string;
  readonly record: string;
  readonly method: string;
  readonly path: string;
  readonly user: string;
  /** The id of an API key. */
  readonly key: string;
}

/** A route, as the matrix lists it. */
export interface AskedRoute {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface RuleAlternative {
  readonly rule: string;
  readonly met: boolean;
  readonly records: Extent;
  /** The condition that records must meet, as JSON. */
  readonly condition: string | undefined;
  readonly permission?: string;
  readonly groups?: readonly Named[];
  readonly opened_by?: string;
}

export interface Decision {
  readonly of: 'collection' | 'reading' | 'field' | 'route';
  readonly rule: string;
  readonly allowed: boolean;
  readonly records: Extent;
  readonly steps: readonly RuleAlternative[];
}

export interface MissingPermission {
  readonly key: string;
  readonly name: string;
  readonly module: string;
}

/** Why somebody may or may not do something. */
export interface Explanation {
  readonly user: {
    readonly username: string;
    readonly active: boolean;
    readonly super: boolean;
    /** Whether a required second factor is overdue. */
    readonly factor_missing: boolean;
    readonly groups: readonly Named[];
  } | null;
  /** The API key. `lacks` says which rights of its user it does not have. */
  readonly key?: { readonly name: string; readonly expired: boolean; readonly lacks: string | null };
  readonly allowed: boolean;
  readonly records: Extent;
  /** Whether the user is asked for a fresh proof as well. */
  readonly proof: 'none' | 'sometimes' | 'fresh';
  readonly decisions: readonly Decision[];
  readonly missing: readonly MissingPermission[];
  /** The values that conditions use, as JSON. */
  readonly record?: {
    readonly exists: boolean;
    readonly matches: boolean;
    readonly values: readonly (readonly [string, string])[];
  };
}

export interface Holder {
  readonly id: string;
  readonly username: string;
  readonly records: Extent;
  readonly groups: readonly Named[];
}

export const HOLDERS_A_PAGE = 10;

export async function explainAccess(question: Question): Promise<Explanation> {
  const { decisions, record, ...others } = await read<Raw>('explain', toQuery(question));
  return {
    ...others,
    decisions: decisions.map(({ steps, ...decision }) => ({ ...decision, steps: steps.map(toStep) })),
    ...(record && { record: { ...record, values: Object.entries(record.values).map(toText) } }),
  };
}

/** All routes. */
export async function listRoutes(): Promise<readonly AskedRoute[]> {
  return (await read<{ readonly routes: readonly AskedRoute[] }>('matrix', [])).routes;
}

/** A table of all rights of a user, or of callers without a token. */
export async function readMatrix(user: string): Promise<Blob> {
  const query: [string, string][] = user === '' ? [] : [['user', user]];
  return (await connection.response('GET', '/cms/access/matrix/file', { query })).blob();
}

/** Whether a user may do everything. */
export async function isSuperAdministrator(user: string): Promise<boolean> {
  const query: [string, string][] = [
    ['method', 'GET'],
    ['path', '/cms/user/information'],
    ['user', user],
  ];
  return (await read<Pick<Explanation, 'user'>>('explain', query)).user?.super === true;
}

/** A page of the users who may do something, and the rights of callers without a token; for a record, with that record. */
export async function listHolders(question: Question, page: number) {
  const query = toQuery({ ...question, record: '', user: '', key: '' });
  const { items, total, strangers } = await read<RawHolders>('holders', [
    ...query,
    ['page', String(page)],
    ['count', String(HOLDERS_A_PAGE)],
  ]);
  const withinRecord = async (user: string, records: Extent): Promise<Extent> => {
    if (question.record === '' || records === 'none') return records;
    return (await explainAccess({ ...question, user, key: '' })).allowed ? 'all' : 'none';
  };
  const holders = items.map(async (one): Promise<Holder> => {
    const id = digitsOf(one.id) ?? '';
    return {
      ...one,
      id,
      records: await withinRecord(id, one.active && !one.factor_missing ? one.records : 'none'),
    };
  });
  return {
    items: await Promise.all(holders),
    strangers: await withinRecord('', strangers),
    total: Number(total),
  };
}

// Each of these is the documented form of its route.
type Raw = Omit<Explanation, 'decisions' | 'record'> & {
  readonly decisions: readonly (Omit<Decision, 'steps'> & { readonly steps: readonly RawStep[] })[];
  readonly record?: {
    readonly exists: boolean;
    readonly matches: boolean;
    readonly values: Readonly<Record<string, unknown>>;
  };
};
type RawStep = Omit<RuleAlternative, 'condition'> & { readonly condition?: unknown };
interface RawHolder extends Omit<Holder, 'id'> {
  readonly id: unknown;
  readonly active: boolean;
  readonly factor_missing: boolean;
}
interface RawHolders {
  readonly items: readonly RawHolder[];
  readonly total: unknown;
  readonly strangers: Extent;
}

async function read<Answer>(what: string, query: readonly [string, string][]): Promise<Answer> {
  return (await connection.request('GET', `/cms/access/${what}`, { query })) as Answer;
}

function toQuery({ record, ...others }: Question): [string, string][] {
  return Object.entries({ ...others, id: record }).filter(([, value]) => value !== '');
}

function toStep({ condition, ...step }: RawStep): RuleAlternative {
  return { ...step, condition: condition === undefined ? undefined : toJson(condition, { indent: 2 }) };
}

function toText([name, value]: readonly [string, unknown]): readonly [string, string] {
  return [name, toJson(value)];
}
