import { Type } from '../../../contract/json-schema.ts';
import { message } from '../../messages/message.ts';
import {
  detachedAndRequired,
  flag,
  mediaTypes,
  minAboveMax,
  oneOf,
  wholeNumber,
} from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import { type CompositeOptions, compositeChecks } from '../composite-options.ts';
import { type Field, type Kind, type OnRecordPurge, toField } from '../field.ts';
import { INT64 } from './bigint.ts';
import { FILE } from './file.ts';
import { cleanIds } from './references.ts';

interface FilesOptions extends CompositeOptions {
  /** At least one must be sent. */
  readonly required?: true;
  /** The fewest files: 0 by default, or 1 if it is required. */
  readonly min?: number;
  /** The most files: 100 by default, at most 1000. */
  readonly max?: number;
  /** The accepted types, detected from the content: `image/png`, or `image/*` for all images. All by default. */
  readonly accept?: readonly string[];
  /** What deleting one of the files does here: by default it is refused; `detach` takes it out of the list. */
  readonly onDelete?: 'refuse' | 'detach';
  /** Takes only files that were uploaded as private. */
  readonly private?: true;
  /** `purge` destroys the files with the record, unless something else uses them; by default they are kept. */
  readonly onRecordPurge?: OnRecordPurge;
}

const OPTIONS: OptionTable<FilesOptions> = {
  owner: 'files',
  checks: {
    ...compositeChecks,
    required: flag,
    min: wholeNumber(1, 1000),
    max: wholeNumber(1, 1000),
    accept: mediaTypes,
    onDelete: oneOf('refuse', 'detach'),
    private: flag,
    onRecordPurge: oneOf('keep', 'purge'),
  },
  contradiction: (options: FilesOptions) =>
    detachedAndRequired(options) ?? minAboveMax({ max: 100, ...options }) ?? minWithoutRequired(options),
};

/** Uploaded files in their order, none twice. Empty by default, never null. Who may use a file is as for `file`. */
export function files<const O extends FilesOptions>(
  options?: Exact<O, FilesOptions>,
): Field<readonly bigint[], O extends { required: true } ? true : false> {
  const field = toField<readonly bigint[], O>(OPTIONS, options, kindOf);
  return field as Field<readonly bigint[], O extends { required: true } ? true : false>;
}

function minWithoutRequired({ min, required }: FilesOptions): string | undefined {
  return min !== undefined && !required
    ? "'min' needs 'required': a record without any files would break it"
    : undefined;
}

function kindOf({
  required,
  min = required ? 1 : 0,
  max = 100,
  accept,
  onDelete = 'refuse',
  private: isPrivate,
  onRecordPurge,
}: FilesOptions): Kind<readonly bigint[]> {
  const items = { ...INT64, about: accept ? message('fileIdOf', { types: accept }) : message('fileId') };
  return {
    kind: 'files',
    column: { type: 'ids' },
    fixed: { nullable: false, ...(!required && { initial: [] }) },
    target: FILE,
    onDelete,
    accept,
    isPrivate,
    onRecordPurge,
    schema: Type.Array(items, { maxItems: max, uniqueItems: true, ...(min > 0 && { minItems: min }) }),
    output: Type.Array(INT64),
    clean: (value) => cleanIds(value, { min, max }),
  };
}
