import type { InjectionKey } from 'vue';
import type { FieldDescription } from '../api/definitions.ts';

/** The comments on the fields of a form. */
export interface CommentMarks {
  /** Whether the user may comment. */
  readonly isOn: boolean;
  countOf(field: FieldDescription): number;
  /** Leads to the comments on a field. */
  open(field: FieldDescription): void;
}

export const commentMarks: InjectionKey<CommentMarks> = Symbol('comments on fields');
