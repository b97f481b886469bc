/** Whether a key only composes a Chinese or Japanese word. Safari reports such keys by the code 229 alone. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
