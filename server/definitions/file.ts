import { INT64, toId } from './bigint.ts';
import { type FieldOf, type FieldOptions, toField } from './field.ts';
import { Problem } from './problem.ts';

/** The name of the record of uploaded files. */
export const FILE = 'quire_file';

interface FileOptions extends FieldOptions<bigint> {
  /** The types that are taken, as their content shows them: `image/png`, or `image/*` for all of a kind. All, unless told. */
  readonly accept?: readonly string[];
  /** What a deletion of the file does here; it is refused unless told. */
  readonly onDelete?: 'refuse' | 'detach';
}

/** The id of an uploaded file. Who uploaded it may put it into a row; who sees the row sees the file. */
export function file<const O extends FileOptions>(options: O = {} as O): FieldOf<bigint, O> {
  const { accept, onDelete = 'refuse' } = options;
  const odd = accept?.find((type) => !/^[a-z]+\/(\*|[\w.+-]+)$/.test(type));
  if (odd !== undefined) throw new Error(`file: accept: '${odd}' is no type such as image/png or image/*`);
  if (onDelete === 'detach' && options.required) throw new Error('file: a required one cannot be detached');
  return toField<bigint, O>(
    {
      kind: 'file',
      column: { type: 'bigint' },
      widget: 'file',
      target: FILE,
      onDelete,
      accept,
      schema: { ...INT64, description: `文件编号${accept ? `，类型 ${accept.join('、')}` : ''}` },
      output: INT64,
      clean: (value) => toId(value) ?? new Problem('必须是正整数编号'),
    },
    { ...options, indexed: true },
  );
}
