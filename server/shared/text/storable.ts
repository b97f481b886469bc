/** A text as every engine can store it: without NUL, and without halves of surrogate pairs. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
