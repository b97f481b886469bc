/** What is there already on a server. */
export interface ServerState {
  readonly collections: number;
  readonly records: number;
  /** Besides super administrators, whom the list of users leaves out. */
  readonly others: number;
  /** Keys with which something was asked. */
  readonly usedKeys: number;
}

export type StepName = 'collection' | 'record' | 'user' | 'call';

/** The first steps on a server, in order, and which of them are done. */
export function firstSteps({
  collections,
  records,
  others,
  usedKeys,
}: ServerState): { name: StepName; isDone: boolean }[] {
  return [
    { name: 'collection', isDone: collections > 0 },
    { name: 'record', isDone: records > 0 },
    { name: 'user', isDone: others > 0 },
    { name: 'call', isDone: usedKeys > 0 },
  ];
}

/** Whether the steps are worth showing: not on a server where people already work together. */
export function isFresh({ records, others }: ServerState): boolean {
  return records === 0 || others === 0;
}
