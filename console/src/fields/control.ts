import type { ComputedRef, InjectionKey } from 'vue';
import type { FieldDescription } from '../api/definitions.ts';

/** Problems of the parts of a field, by path. */
export const partProblems: InjectionKey<ComputedRef<Readonly<Record<string, string>>>> =
  Symbol('part problems');

/** The props of every control, besides `v-model`. */
export interface ControlProps {
  readonly field: FieldDescription;
  /** The id of the element that takes the focus; the label names it. */
  readonly id: string;
  readonly labelId: string;
  /** The ids of help and problem. */
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
  /** The path of a field inside another one, such as `lines.0.place`. */
  readonly path?: string | undefined;
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
