import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { type Message, message } from '../../messages/message.ts';
import { type AnyRecord, isSame } from '../record.ts';
import type { Rights, Use } from '../rights.ts';
import { reachableRecords, rightsOver } from '../store/index.ts';
import { maySeeAndChange } from '../write/values/kept-values.ts';
import type { Writes } from '../write/writes.ts';
import { whyLeftInTable } from './adopted-undo.ts';
import { type NetEffect, netEffectOf } from './net-effect.ts';
import type { UndoLine } from './report.ts';
import { seenThroughout } from './seen-throughout.ts';
import { deletionsBefore, type Timeline } from './timelines.ts';

/** The order of the tasks of one record. */
const KINDS = ['restore', 'revert', 'publish', 'unpublish', 'plan', 'remove'] as const;
type Kind = (typeof KINDS)[number];

/** The use of a record that each kind needs beside seeing it. Publishing asks for the draft's own. */
const NEEDS: Readonly<Partial<Record<Kind, Use>>> = {
  restore: 'restore',
  revert: 'update',
  plan: 'publish',
  remove: 'delete',
};

const OUTCOMES = {
  restore: 'restored',
  revert: 'reverted',
  plan: 'reverted',
  publish: 'published',
  unpublish: 'unpublished',
  remove: 'removed',
} as const satisfies Record<Kind, UndoLine['outcome']>;

/** One thing to do to one record. */
export interface UndoTask {
  readonly kind: Kind;
  readonly definition: Definition;
  readonly id: bigint;
  /** The fields to revert; to publish, all fields as readers saw them; to plan, the times. */
  readonly values: Raw;
  /** The report's line if the task succeeds. */
  readonly line: UndoLine;
  readonly last: bigint;
  /** Of a record that the scope had restored: the revision that deleted it before. */
  readonly deletion?: bigint | undefined;
}

export interface UndoPlan {
  /** The latest change first; records that go back to the trash come last, in the order in which they were deleted before. */
  readonly tasks: readonly UndoTask[];
  /** Records that the plan leaves alone. */
  readonly left: readonly UndoLine[];
}

/** Plans how to undo changes of records. Records that the actor may not see are neither touched nor named. */
export async function planUndo(
  writes: Writes,
  timelines: readonly Timeline[],
  isOwn: boolean,
): Promise<UndoPlan> {
  const tasks: UndoTask[] = [];
  const left: UndoLine[] = [];
  for (const [definition, some] of Map.groupBy(timelines, (one) => one.definition)) {
    const rights = await rightsOver(writes, definition);
    const visible = await visibleAmong(writes, { definition, rights, isOwn }, some);
    const records = visible.flatMap(({ record }) => record ?? []);
    const reachable = new Map<Kind, ReadonlySet<AnyRecord>>();
    for (const kind of KINDS) {
      const use = NEEDS[kind];
      const within = use ? await reachableRecords(writes, definition, records, ['read', use]) : records;
      reachable.set(kind, new Set(within));
    }
    const may = (kind: Kind, record: AnyRecord) => reachable.get(kind)?.has(record) === true;
    const seen = isOwn ? new Set(visible) : await seenThroughout(writes, definition, visible);
    const effects = new Map(visible.map((timeline) => [timeline, netEffectOf(timeline.steps)]));
    const restored = visible.filter((timeline) => effects.get(timeline)?.life === 'restored');
    const deletions = await deletionsBefore(writes, definition, restored);
    for (const [timeline, effect] of effects) {
      if (!seen.has(timeline)) {
        left.push(leftLine(timeline, message('undoNotAllowed')));
        continue;
      }
      const planned = planRecord({ timeline, effect, rights, may, isOwn });
      const deletion = deletions.get(timeline);
      for (const task of planned.tasks)
        tasks.push(takesAway(task) && deletion !== undefined ? { ...task, deletion } : task);
      left.push(...planned.left);
    }
  }
  const back = tasks.filter(({ deletion }) => deletion !== undefined);
  const others = tasks.filter(({ deletion }) => deletion === undefined);
  return { tasks: [...others.toSorted(byLastChange), ...back.toSorted(byDeletion)], left };
}

function takesAway({ kind }: UndoTask): boolean {
  return kind === 'remove' || kind === 'unpublish';
}

/** Repeats deletions in their order, so that each record takes along what went with it before. */
function byDeletion({ deletion: one = 0n }: UndoTask, { deletion: other = 0n }: UndoTask): number {
  return one < other ? -1 : 1;
}

function byLastChange(one: UndoTask, other: UndoTask): number {
  if (one.last !== other.last) return one.last > other.last ? -1 : 1;
  return KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
}

interface Looking {
  readonly definition: Definition;
  readonly rights: Rights | undefined;
  readonly isOwn: boolean;
}

/** The timelines of records that the actor may see; of records in the trash, the actor must be allowed to see the past as well. */
async function visibleAmong(
  writes: Writes,
  { definition, rights, isOwn }: Looking,
  timelines: readonly Timeline[],
): Promise<Timeline[]> {
  const records = timelines.flatMap(({ record }) => record ?? []);
  const seen = new Set(await reachableRecords(writes, definition, records, ['read']));
  const past = new Set<AnyRecord>();
  for (const use of ['trash', 'restore', 'history'] as const)
    for (const record of await reachableRecords(writes, definition, records, ['read', use])) past.add(record);
  const seesPurged = (isOwn ? ['read'] : ['read', 'history']) satisfies Use[];
  const isAllSeen = rights === undefined || rights.records(definition, ...(seesPurged as Use[])) === 'all';
  return timelines.filter(({ record }) => {
    if (!record) return isAllSeen;
    return seen.has(record) && (isOwn || !record.is_deleted || past.has(record));
  });
}

interface Planning {
  readonly timeline: Timeline;
  readonly effect: NetEffect;
  readonly isOwn: boolean;
  readonly rights: Rights | undefined;
  readonly may: (kind: Kind, record: AnyRecord) => boolean;
}

function planRecord(planning: Planning): UndoPlan {
  const { timeline, effect, rights, isOwn } = planning;
  const { record } = timeline;
  const whyLeft = timeline.definition.writes && whyLeftInTable(timeline, effect, isOwn ? undefined : rights);
  if (whyLeft) return { tasks: [], left: [leftLine(timeline, whyLeft)] };
  if (!record || effect.leftFor)
    return { tasks: [], left: [leftLine(timeline, LEFT_FOR[effect.leftFor ?? 'purged'])] };
  return timeline.definition.hasDrafts
    ? planPublished(timeline, effect, record)
    : planWritten(planning, record);
}

const LEFT_FOR = {
  changedSince: message('undoChangedSince'),
  deletedSince: message('undoDeletedSince'),
  purged: message('undoPurged'),
} as const;

/** A published record changes only by publishing and unpublishing. */
function planPublished(timeline: Timeline, { life, fields }: NetEffect, record: AnyRecord): UndoPlan {
  const before = Object.entries(fields).map(([name, [value]]) => [name, value]);
  const values = { ...record, ...Object.fromEntries(before) };
  if (life === 'made' || life === 'restored') return { tasks: [taskOf(timeline, 'unpublish')], left: [] };
  if (life === undefined && before.length === 0) return { tasks: [], left: [] };
  return { tasks: [taskOf(timeline, 'publish', values)], left: [] };
}

function planWritten({ timeline, effect, rights, may }: Planning, record: AnyRecord): UndoPlan {
  const { definition } = timeline;
  const tasks: UndoTask[] = [];
  const left: UndoLine[] = [];
  const add = (kind: Kind, values: Raw = {}, more: Partial<UndoLine> = {}) => {
    if (may(kind, record)) tasks.push(taskOf(timeline, kind, values, more));
    else left.push(leftLine(timeline, message('undoNotAllowed'), more.fields));
  };
  if (effect.life === 'deleted') add('restore');
  const { values, times, kept, reason } = fieldsToRevert(definition, effect, record, rights);
  const names = Object.keys(values);
  const shown = kept.filter((name) => !rights || rights.shows(definition, name));
  const leftFields = { ...(shown.length > 0 && { left: shown }), ...(reason && { reason }) };
  if (names.length > 0) add('revert', values, { fields: names, ...leftFields });
  else if (reason) left.push({ ...leftLine(timeline, reason), ...leftFields });
  if (Object.keys(times).length > 0) add('plan', times, { fields: Object.keys(times) });
  if (effect.life === 'made' && definition.isSingleton)
    left.push(leftLine(timeline, message('undoSingleton')));
  else if (effect.life === 'made' || effect.life === 'restored') add('remove');
  return { tasks, left };
}

/** The fields to set back, the fields that keep their values, and why. */
function fieldsToRevert(
  definition: Definition,
  { fields, overwritten, unkept }: NetEffect,
  record: AnyRecord,
  rights: Rights | undefined,
) {
  const values: Raw = {};
  const times: Raw = {};
  const changed = [...overwritten];
  const closed: string[] = [];
  for (const [name, [before, after]] of Object.entries(fields)) {
    if (isConsequence(definition, name)) continue;
    if (!isSame(record[name] ?? null, after)) changed.push(name);
    else if (PLANNED.has(name) && definition.filled?.has(name)) times[name] = before;
    else if (rights && !maySeeAndChange(rights, definition, name)) closed.push(name);
    else values[name] = before;
  }
  const { within, field: place = '' } = definition.order ?? {};
  if (within !== undefined && closed.includes(within) && Object.hasOwn(values, place)) {
    delete values[place]; // it means nothing in the list where the record stays
    closed.push(place);
  }
  const kept = [...changed, ...closed].filter((name) => !isConsequence(definition, name));
  const reason =
    (changed.length > 0 && kept.length > 0 && message('undoChangedSince')) ||
    (closed.length > 0 && message('undoNotAllowed')) ||
    (unkept.length > 0 && message('undoValuesNotKept'));
  return { values, times, kept, reason: reason || undefined };
}

/** The times of a draft at which something is planned. */
const PLANNED: ReadonlySet<string> = new Set(['publish_time', 'unpublish_time']);

/** Whether the server fills a field in as a consequence of other changes. A place in an order and a plan are somebody's decisions. */
function isConsequence({ filled, order }: Definition, name: string): boolean {
  return filled?.has(name) === true && name !== order?.field && !PLANNED.has(name);
}

function taskOf(timeline: Timeline, kind: Kind, values: Raw = {}, more: Partial<UndoLine> = {}): UndoTask {
  const { definition, last, key } = timeline;
  const line = { ...lineOf(timeline), ...more, outcome: OUTCOMES[kind] };
  const id = (key ?? timeline.id) as bigint; // ids that are texts are passed on
  return { kind, definition, id, values, line, last };
}

function leftLine(timeline: Timeline, reason: Message, fields?: readonly string[]): UndoLine {
  return { ...lineOf(timeline), outcome: 'left', ...(fields && { left: fields }), reason };
}

function lineOf({ definition: { name, draftOf }, id, key }: Timeline) {
  return {
    collection: draftOf ?? name,
    ...(draftOf !== undefined && { version: 'draft' as const }),
    id,
    ...(key !== undefined && { key }),
  };
}
