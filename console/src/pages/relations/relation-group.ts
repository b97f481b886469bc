import type { ServedDescription } from '../../api/definitions.ts';
import type { RecordTitle } from '../../api/records/titles.ts';

/** Records, or files, at the other end of one reference. */
export interface RelationGroup {
  readonly key: string;
  /** Their collection; undefined if the user may not look among its records. */
  readonly collection: ServedDescription | undefined;
  readonly areFiles: boolean;
  readonly label: string;
  /** What the label does not say: by which field they refer, or of which collection they are. */
  readonly field: string;
  /** The first of them. */
  readonly records: readonly { readonly id: string; readonly title: RecordTitle | undefined }[];
  readonly count: number;
  /** Where all of them are. */
  readonly more: string | undefined;
}
