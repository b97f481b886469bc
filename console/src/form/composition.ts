/** Keys that belong to the writing of a Chinese or Japanese word, and to nothing else; Safari tells them by 229. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
