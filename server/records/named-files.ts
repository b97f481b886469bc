import { FILES_PATH } from '../../contract/own-paths.ts';

/** What records name a file by: its id, and in texts its path. */
export interface NamedFile {
  readonly id: bigint;
  readonly path: string;
}

/** The URL of a file by its path. Dots and slashes of any kind may separate folder and name. */
const BY_PATH =
  /([0-9a-f]{2})[/\\](?:\.?[/\\])*([0-9a-f]{62}-[0-9a-f]{8}(?:-p)?)(\.[a-z0-9]+)(\.[a-z0-9]+)?/g;
/** The URL of a file by its id, as an upload of a private file answers it. */
const BY_ID = /cms[/\\](?:\.?[/\\])*file[/\\](?:\.?[/\\])*0*(\d{1,18})(?!\d)/g;

const ENTITIES: Readonly<Record<string, string>> = {
  sol: '/',
  bsol: '\\',
  period: '.',
  hyphen: '-',
  dash: '-',
};

/** Signs that a text may spell a file's path in another form. */
export const SIGNS_OF_NAMES: readonly string[] = ['file', '%'];
/** The same for characters written as entities. */
export const SIGNS_OF_ENTITIES: readonly string[] = [
  '&#',
  ...Object.keys(ENTITIES).map((name) => `&${name};`),
];

/** The files that a text names by their addresses, whether they exist or not. */
export function namesIn(text: string): {
  readonly ids: readonly bigint[];
  readonly paths: readonly string[];
} {
  const plain = spelledOut(text);
  const paths = [...plain.matchAll(BY_PATH)].flatMap(([, folder, name, ending = '', second = '']) => {
    const path = `${folder}/${name}${ending}`;
    return second === '' ? path : [path, path + second];
  });
  return { ids: [...plain.matchAll(BY_ID)].map(([, id = '0']) => BigInt(id)), paths };
}

/** The address of a file by its id, as a text holds it. */
export const addressById = (id: bigint) => `${FILES_PATH}/${id}/`;

/** The name of a file without folder and extension, which every spelling of its URL contains unbroken. */
export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
}

/** The files among these that a text names, in any spelling. */
export function namedAmong(text: string, files: readonly NamedFile[]): readonly NamedFile[] {
  const plain = spelledOut(text);
  const ids = new Set([...plain.matchAll(BY_ID)].map(([, id = '0']) => BigInt(id)));
  return files.filter(({ id, path }) => ids.has(id) || plain.includes(stemOf(path)));
}

/** Whether an upload made this path, so that `namesIn` finds it in texts. */
export function isOwnPath(path: string): boolean {
  return namesIn(path).paths.includes(path);
}

/** A text with its entities and percent-encoding decoded. */
function spelledOut(text: string): string {
  return text
    .replace(/&#x0*([0-9a-f]{2});?/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#0*(\d{2,3});?/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&([a-z]+);/g, (whole, name: string) =>
      Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole,
    )
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
