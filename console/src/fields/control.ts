import type { ComputedRef, InjectionKey } from 'vue';
import type { FieldDescription } from '../api/definitions.ts';

/** What the server has against parts of a field's value, by their paths. */
export const partProblems: InjectionKey<ComputedRef<Readonly<Record<string, string>>>> =
  Symbol('part problems');

/** What the control of every field kind is given, beside the value that it edits (`v-model`). */
export interface ControlProps {
  readonly field: FieldDescription;
  /** The id of the element that takes the focus; the label names it. */
  readonly id: string;
  readonly labelId: string;
  /** The ids of help and problem. */
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

/** Accessibility attributes of a control. */
export function ariaOf({ id, field, describedBy, isInvalid }: ControlProps) {
  return {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    'aria-required': field.required || undefined,
  };
}
