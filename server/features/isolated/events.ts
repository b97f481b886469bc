import {
  type Catalogue,
  holdsField,
  type IsolatedCall,
  isPlainObject,
  type Needs,
} from '../../definitions/for-server.ts';
import { isRefusal } from '../../errors.ts';
import { render } from '../../messages/message.ts';
import { cleanGiven } from '../../records/index.ts';
import type { LivingGrant } from './grants.ts';
import { PluginProblem } from './process/plugin-process.ts';

type Values = Readonly<Record<string, unknown>>;

/** What of an event holds values of fields, and what is passed on as it is. Actors are not: no plug-in asks for them. */
const OF_FIELDS = ['record', 'before', 'values', 'changes'];
const PASSED = ['collection', 'time', 'action', 'delivery', 'due', 'tries'];

/** Whether a call holds up the transaction of a write. */
export function isWithinWrite({ kind, name }: IsolatedCall): boolean {
  return kind === 'hook' && name !== 'afterCommit';
}

/** A call with nothing but what its plug-in was granted to see, and no secret; undefined if it was not granted at all. */
export function grantedCall(
  call: IsolatedCall,
  { needs, settings: all }: LivingGrant,
  secrets: ReadonlySet<string>,
): IsolatedCall | undefined {
  const { kind, name, collection = '', event } = call;
  const { hooks, jobs, collections, console: parts } = needs;
  const settings = picked(all, (key) => needs.settings.includes(key));
  const passed = { ...picked(event, (key) => PASSED.includes(key)), settings };
  if (kind === 'job') return jobs[name] && { ...call, event: passed };
  if (kind !== 'hook') return parts[name] && { ...call, event: { ...event, settings } };
  if (!hooks[collection]?.includes(name)) return undefined;
  const reads = collections[collection]?.read;
  const seen = OF_FIELDS.flatMap((part) => {
    const values = event[part];
    const isSeen = (field: string) => field === 'id' || (holdsField(reads, field) && !secrets.has(field));
    return isPlainObject(values) ? [[part, picked(values, isSeen)] as const] : [];
  });
  return { ...call, event: { ...passed, ...Object.fromEntries(seen) } };
}

/** What a hook adds to a write. Throws if it sets a field that the plug-in was not granted to set. */
export function grantedAnswer(
  call: IsolatedCall,
  { collections }: Needs,
  answer: Values | undefined,
): Values | undefined {
  if (answer === undefined) return undefined;
  const { collection = '', name } = call;
  const action = name === 'beforeCreate' ? 'create' : 'update';
  const others = Object.keys(answer).filter((field) => !holdsField(collections[collection]?.[action], field));
  if (others.length === 0) return answer;
  throw new PluginProblem(
    `it sets ${others.map((field) => `'${field.slice(0, 40)}'`).join(', ')}; it was not granted to ${action} that in '${collection}'`,
  );
}

/** Throws if a hook adds values that its fields do not take: that is the failure of the plug-in, not of the server. */
export async function requireFitting(
  { all }: Catalogue,
  { collection }: IsolatedCall,
  answer: Values | undefined,
): Promise<void> {
  const definition = answer && all.find(({ name }) => name === collection);
  if (!definition) return;
  await cleanGiven(definition, answer).catch((cause: unknown) => {
    if (!isRefusal(cause)) throw cause;
    const problems = Object.entries(cause.problems).map(([field, text]) => `${field} ${render(text, 'en')}`);
    throw new PluginProblem(`it sets values that do not fit: ${problems.join(', ')}`, { cause });
  });
}

function picked(values: Values, isKept: (key: string) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => isKept(key)));
}
