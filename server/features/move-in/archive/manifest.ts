import { isObject } from '../forms/check-forms.ts';
import { SourceProblem } from '../source.ts';

/** What the manifest of an archive says. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The server that the archive is of: the same for each of its archives. */
  readonly origin: string;
  /** When it was made, as ISO 8601. */
  readonly made: string;
  readonly locales: readonly string[];
  /** Every other entry, with its size in bytes and its SHA-256. */
  readonly entries: Readonly<Record<string, { readonly size: number; readonly sha256: string }>>;
  /** What the archive leaves out. */
  readonly leftOut: readonly string[];
}

export const FORMAT = 'quire-archive';
/** The version that this server writes, and the newest that it reads. */
export const VERSION = 1;
export const MANIFEST = 'manifest.json';

/** Throws SourceProblem unless this is a manifest that this server reads. */
export function readManifest(value: unknown): Manifest {
  const refuse = (what: string): never => {
    throw new SourceProblem(`${MANIFEST}: ${what}`);
  };
  if (!isObject(value) || value.format !== FORMAT) return refuse('this is no archive of Quire');
  const { version, origin, locales, entries, leftOut } = value;
  if (!Number.isInteger(version) || Number(version) < 1) return refuse('has no version');
  if (Number(version) > VERSION)
    return refuse(`the archive has version ${version}, this server reads up to ${VERSION}: upgrade it first`);
  if (typeof origin !== 'string' || !/^[a-z0-9-]{1,64}$/.test(origin)) return refuse('has no origin');
  if (!isTexts(locales) || !isTexts(leftOut)) return refuse("'locales' and 'leftOut' must be lists of texts");
  if (!isObject(entries) || !Object.values(entries).every(isEntry))
    return refuse('does not list the entries');
  return value as unknown as Manifest; // checked above
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isEntry(value: unknown): boolean {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.size) &&
    typeof value.sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(value.sha256)
  );
}
