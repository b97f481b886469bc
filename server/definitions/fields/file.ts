import { message } from '../../messages/message.ts';
import { detachedAndRequired, flag, mediaTypes, oneOf } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import {
  type Field,
  type FieldOf,
  type FieldOptions,
  fieldChecks,
  type Kind,
  type Localisable,
  type OnRecordPurge,
  toField,
} from '../field.ts';
import { Problem } from '../problem.ts';
import { INT64, toId } from './bigint.ts';

/** The name of the collection of uploaded files. */
export const FILE = 'quire_file';

/** Whether a field holds ids of uploaded files, one or several: only those whom the files belong to may put them there. */
export function holdsFiles({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'file' || kind === 'files';
}

/** Whether a field that accepts these types, or all, takes a file of a type. */
export function takesType(accept: readonly string[] | undefined, mime: string): boolean {
  return (
    accept === undefined ||
    accept.some((type) => type === mime || (type.endsWith('/*') && mime.startsWith(type.slice(0, -1))))
  );
}

interface FileOptions extends FieldOptions<bigint>, Localisable {
  /** The accepted types, detected from the content: `image/png`, or `image/*` for all images. All by default. */
  readonly accept?: readonly string[];
  /** What deleting the file does here; by default, the deletion is refused. */
  readonly onDelete?: 'refuse' | 'detach';
  /** Takes only files that were uploaded as private. */
  readonly private?: true;
  /** `purge` destroys the file with the record, unless something else uses it; by default it is kept. */
  readonly onRecordPurge?: OnRecordPurge;
}

const OPTIONS: OptionTable<FileOptions> = {
  owner: 'file',
  checks: {
    ...fieldChecks,
    localised: flag,
    accept: mediaTypes,
    onDelete: oneOf('refuse', 'detach'),
    private: flag,
    onRecordPurge: oneOf('keep', 'purge'),
  },
  contradiction: detachedAndRequired,
};

/** The id of an uploaded file. Only its uploader can put it into a record; users who see the record see the file. */
export function file<const O extends FileOptions>(options?: Exact<O, FileOptions>): FieldOf<bigint, O> {
  return toField<bigint, O>(OPTIONS, options, kindOf);
}

function kindOf({
  accept,
  onDelete = 'refuse',
  private: isPrivate,
  onRecordPurge,
}: FileOptions): Kind<bigint> {
  return {
    kind: 'file',
    column: { type: 'bigint' },
    fixed: { indexed: true },
    target: FILE,
    onDelete,
    accept,
    isPrivate,
    onRecordPurge,
    schema: { ...INT64, about: accept ? message('fileIdOf', { types: accept }) : message('fileId') },
    output: INT64,
    clean: (value) => toId(value) ?? new Problem(message('notAnId')),
  };
}
