import { type Field, isWithinRule, leavesOf } from '../../../definitions/for-server.ts';
import { wantedColumns } from '../columns.ts';
import { isNotNull } from '../operations.ts';
import type { RecordedColumn } from '../schema-state.ts';
import { type ColumnChange, recordedOf, type Table } from '../table.ts';
import { refilled } from './conversion-steps.ts';
import { changedTargets, keptCheck } from './fits-check.ts';
import { remediesFor } from './remedies.ts';
import { type Check, type FitsCheck, type SchemaStep, startStep, stoppedStep } from './step.ts';

/**
 * The step for a field that may refuse values by now which its rows hold, by its own bounds, words or patterns, or because it
 * refers to another collection. Its rows are looked at; a start goes on if all of them fit. None where nothing became narrower.
 */
export function ruleSteps(change: ColumnChange): SchemaStep[] {
  const { table, field, current, before, wanted } = change;
  const kind = table.definition.fields[field];
  if (!kind || wanted.rule === undefined || kind.legacy !== undefined) return [];
  const targets = changedTargets(change);
  const isNarrower = mayBeNarrower(kind, before, wanted);
  if (!isNarrower && !targets) return [];
  if (isNarrower && leavesOf(field, kind).some((leaf) => leaf.field.renamedWords))
    return [renameWords(change, kind)];
  return [
    {
      ...startStep,
      subject: `${table.name}.${field}`,
      summary: targets
        ? `refers to ${namesOf(targets)} by now, where its ids have to belong`
        : 'has another rule than before, which every value must pass',
      lock: 'none',
      rows: { table: table.currentName, where: isNotNull(current) },
      checks: ruleChecks(change, kind),
      remedies: remediesFor(kind, targets),
      operations: [
        {
          record: `${table.name}.${field}`,
          as: { ...before, rule: wanted.rule, targets: wanted.targets },
        },
      ],
    },
  ];
}

/**
 * Notes the rules of an earlier version that starts again, so that the later one looks at what it writes. Rows of the later one
 * are in nobody's way: a deployment that is rolled back has to start.
 */
export function earlierRules(table: Table): SchemaStep[] {
  return [...wantedColumns(table.definition)].flatMap(([field, wanted]) => {
    const before = recordedOf(table, field);
    if (before?.rule === undefined || wanted.rule === undefined) return [];
    if (isWithinRule(wanted.rule, before.rule)) return [];
    const subject = `${table.name}.${field}`;
    const operations = [{ record: subject, as: { ...before, rule: wanted.rule } }];
    return [{ ...startStep, subject, summary: 'has its earlier rule again', operations }];
  });
}

function ruleChecks(change: ColumnChange, kind: Field): Check[] {
  const { table, current, before } = change;
  const wasTree = before.rule?.includes('"tree":true') === true;
  return [
    keptCheck(change, kind),
    ...(kind.tree && !wasTree ? [{ kind: 'tree', table: table.currentName, column: current } as const] : []),
  ];
}

/** Words of a choice have other names: rows and history get them. */
function renameWords(change: ColumnChange, kind: Field): SchemaStep {
  const { table, field, current, before, wanted } = change;
  const subject = `${table.name}.${field}`;
  const renamed = leavesOf(field, kind).flatMap((leaf) => Object.entries(leaf.field.renamedWords ?? {}));
  const words = renamed.map(([former, word]) => `'${former}' becomes '${word}'`).join(', ');
  return {
    ...stoppedStep,
    subject,
    lock: 'rows',
    isNonTransactional: true,
    summary: `has other words by now: ${words}, in the trash and the history too`,
    rows: { table: table.currentName, where: isNotNull(current) },
    checks: ruleChecks(change, kind),
    remedies: remediesFor(kind),
    operations: [
      { clean: table.name, column: field, to: kind, refused: 'kept' },
      ...(kind.nested ? refilled(table, field, kind) : []),
      { record: subject, as: { ...before, rule: wanted.rule, targets: wanted.targets } },
    ],
  };
}

/** Whether rows may hold what the rule refuses. Databases of earlier versions have no rule on record. */
function mayBeNarrower(kind: Field, before: RecordedColumn, wanted: RecordedColumn): boolean {
  if (wanted.rule === undefined) return false;
  return before.rule === undefined ? !followsFromColumn(kind) : !isWithinRule(before.rule, wanted.rule);
}

/** Whether the field takes all that its column holds, or what it takes is on record as its policy. */
function followsFromColumn({ kind, column, limits = {}, format, isDistinct }: Field): boolean {
  if (isDistinct || kind === 'choice' || column.type === 'json' || column.type === 'ids') return false;
  const isColumns = (limit: string) =>
    ['precision', 'scale', 'format'].includes(limit) || (limit === 'max' && column.type === 'string');
  return format !== undefined || Object.keys(limits).every(isColumns);
}

function namesOf(targets: NonNullable<FitsCheck['targets']>): string {
  return [...new Set(Object.values(targets).map(({ now, was }) => (was ? `${now}, not ${was}` : now)))].join(
    ', ',
  );
}
