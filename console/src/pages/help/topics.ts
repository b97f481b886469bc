/** What a page is about, and the keys that it has besides those of every page. */
export interface Topic {
  readonly name: TopicName;
  readonly keys: readonly KeyName[];
}

export type TopicName = (typeof TOPICS)[number][1];
export type KeyName = keyof typeof KEYS;

/** The keys, as they are pressed. */
export const KEYS = {
  palette: 'Ctrl K',
  help: '?',
  close: 'Esc',
  notices: 'F8',
  save: 'Ctrl S',
  undo: 'Ctrl Z',
  redo: 'Ctrl Shift Z',
  moveItem: 'Alt ↑ ↓',
  cells: '↑ ↓ ← →',
  ends: 'Home End',
  screens: 'PgUp PgDn',
  openRecord: 'Enter',
  editCell: 'F2',
  pasteCells: 'Ctrl V',
  pick: 'Space',
  range: 'Shift Space',
  moveRecord: 'Alt ↑ ↓',
  branches: '← →',
  moveBranch: 'Alt ↑ ↓ ← →',
  boxes: '↑ ↓ ← →',
  slide: '← →',
  focalPoint: '↑ ↓ ← →',
} as const;

/** The keys of every page. */
export const EVERYWHERE: readonly KeyName[] = ['palette', 'help', 'close', 'notices'];

const ofList: readonly KeyName[] = [
  'cells',
  'ends',
  'screens',
  'openRecord',
  'editCell',
  'pasteCells',
  'pick',
  'range',
  'moveRecord',
];
const ofForm: readonly KeyName[] = ['save', 'undo', 'redo', 'moveItem'];

/** Paths of pages, the more special first. */
const TOPICS = [
  [/^\/$/, 'home', []],
  [/^\/profile$/, 'profile', []],
  [/^\/files$/, 'files', []],
  [/^\/files\/\d+$/, 'file', ['save', 'focalPoint']],
  [/^\/collections\/[^/]+\/import$/, 'import', []],
  [/^\/collections\/[^/]+\/trash$/, 'trash', []],
  [/^\/collections\/[^/]+\/past$/, 'past', ['slide']],
  [/^\/collections\/[^/]+\/changes$/, 'fieldChanges', []],
  [/^\/collections\/[^/]+\/(?:\d+|~[^/]+)\/relations$/, 'relations', []],
  [/^\/collections\/[^/]+\/(?:\d+|~[^/]+)\/history$/, 'history', ['slide']],
  [/^\/collections\/[^/]+\/(new|\d+|~[^/]+)$/, 'record', ofForm],
  [/^\/collections\/[^/]+$/, 'list', [...ofList, 'branches', 'moveBranch']],
  [/^\/change-sets(\/\d+)?$/, 'changeSets', []],
  [/^\/plans$/, 'plans', []],
  [/^\/undo$/, 'undo', []],
  [/^\/consent\/[^/]+$/, 'consent', []],
  [/^\/device$/, 'device', []],
  [/^\/(collections\/[^/]+\/(?:\d+|~[^/]+)\/)?own\/[^/]+$/, 'ownPart', []],
  [/^\/admin\/users$/, 'users', []],
  [/^\/admin\/users\/\d+$/, 'user', []],
  [/^\/admin\/permissions$/, 'permissions', ['boxes', 'pick']],
  [/^\/admin\/requests$/, 'requests', []],
  [/^\/admin\/log$/, 'log', []],
  [/^\/admin\/jobs$/, 'jobs', []],
  [/^\/admin\/mail$/, 'mail', []],
  [/^\/admin\/keys$/, 'keys', []],
  [/^\/admin\/apps$/, 'apps', []],
  [/^\/admin\/plugins$/, 'plugins', []],
  [/^\/admin\/quotas$/, 'quotas', []],
  [/^\/admin\/webhooks(\/\d+)?$/, 'webhooks', []],
  [/^\/admin\/access$/, 'access', []],
  [/^\/admin\/break-glass$/, 'breakGlass', []],
  [/^\/admin\/health$/, 'health', []],
] as const satisfies readonly (readonly [RegExp, string, readonly KeyName[]])[];

/** The topic of a path; undefined for pages that do not exist. */
export function topicOf(path: string): Topic | undefined {
  const found = TOPICS.find(([pattern]) => pattern.test(path));
  return found && { name: found[1], keys: found[2] };
}
