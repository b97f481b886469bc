/** Whether a field takes a file of this type. */
export function isTaken(
  { types }: { readonly types?: readonly string[] | undefined },
  { mime }: { readonly mime: string },
): boolean {
  return (
    types === undefined ||
    mime === '' ||
    types.some((one) => one === mime || (one.endsWith('/*') && mime.startsWith(one.slice(0, -1))))
  );
}
