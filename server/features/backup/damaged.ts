/** A backup is not whole, not as it was written, or not to be read. Names the file. */
export class Damaged extends Error {}
